//! The settings: one table of options, read from a commented TOML file that is checked at every start.

mod load;
mod near;
mod option;
#[cfg(test)]
mod page;
mod span;
mod value;
mod words;
mod write;

use std::collections::BTreeMap;

use crate::model::Retention;
use crate::time::Span;

pub use load::load;
pub use near::nearest;
pub use option::{Described, options};
pub use span::{parse_span, span_text};
pub use words::split_words;
pub use write::{FirstFile, write_first};

/// All settings, each with its default where the file is silent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// `language`: the reader's default language; `None` for the locale's.
    pub language: Option<String>,
    /// `ui_language`; default `auto`.
    pub ui_language: UiLanguage,
    /// `ui_direction`; default `auto`.
    pub ui_direction: UiDirection,
    /// `bidi`: what the terminal needs; default `auto`.
    pub bidi: BidiMode,
    /// `arabic_shaping`; default on.
    pub arabic_shaping: Shaping,
    /// `theme`: `terminal`, `light`, `dark` or `contrast`; default `terminal`.
    pub theme: String,
    /// `mouse`; default on.
    pub mouse: Mouse,
    /// `mark_read`: when an opened item counts as read; default `open`.
    pub mark_read: MarkRead,
    /// `interval`: how often feeds are checked unless the feed has an interval of its own; default 24 h.
    pub interval: Span,
    /// `floor`: no scheduled check is closer to the last one; at least and by default 15 min.
    pub floor: Span,
    /// `salt`, in thousandths of the interval; default 200 (written 0.2).
    pub salt_per_mille: u64,
    /// `respect_skip_hours`; default false.
    pub skip_hours: SkipHours,
    /// `updated`: what becomes of the read mark of an item whose title or text changed; default `keep`.
    pub updated: Updated,
    /// `retention`: how long items are kept unless the feed says otherwise; never [`Retention::Default`]; default for ever.
    pub retention: Retention,
    /// `retention_unread`: what becomes of old items that are not read; default `stay`.
    pub old_unread: OldUnread,
    /// `idle.after`; default 15 min.
    pub idle_after: Span,
    /// `idle.pause`; default true.
    pub idle_pause: IdlePause,
    /// `browser`: the command that opens a page, as words; empty for the system's.
    pub browser: Vec<String>,
    /// `browser_behind`: the command that opens a page behind the terminal, as words; empty for `browser`.
    pub browser_behind: Vec<String>,
    /// `drop_tracking`; default true.
    pub tracking: Tracking,
    /// `proxy`; `None` for the environment's.
    pub proxy: Option<String>,
    /// `ca_file`: a file (PEM) with certificates of authorities to be believed beside the usual ones.
    pub ca_file: Option<String>,
    /// `key_preset`; default `default`.
    pub key_preset: KeyPreset,
    /// `macros`: key notation to action names, in the order in which they are done.
    pub macros: BTreeMap<String, Vec<String>>,
    /// `keys`: action name to key notations, over the defaults in `assets/keymap.toml`.
    pub keys: BTreeMap<String, Vec<String>>,
    /// The line of the file in which each action's `keys` and each of the `macros` stand, for messages about them.
    pub key_lines: BTreeMap<String, usize>,
}

/// The language of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UiLanguage {
    /// The reader's, if there are texts in it; else English.
    #[default]
    Auto,
    /// English.
    English,
    /// Arabic.
    Arabic,
    /// Persian.
    Persian,
    /// Hebrew.
    Hebrew,
    /// Urdu.
    Urdu,
}

/// The direction of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UiDirection {
    /// That of the interface's language.
    #[default]
    Auto,
    /// Left to right.
    Ltr,
    /// Right to left.
    Rtl,
}

/// What is done for the terminal's own treatment of right-to-left text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BidiMode {
    /// Found out.
    #[default]
    Auto,
    /// Cells as they are.
    App,
    /// Words reversed (kitty).
    Words,
    /// For terminals that always reorder.
    Terminal,
    /// Logical order.
    Off,
}

/// Whether Arabic letters are joined by us.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shaping {
    /// Yes.
    #[default]
    On,
    /// No.
    Off,
}

/// Whether the mouse is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mouse {
    /// Yes.
    #[default]
    On,
    /// No: the terminal keeps it.
    Off,
}

/// The keys that hold where the configuration names none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeyPreset {
    /// Those of `assets/keymap.toml`.
    #[default]
    Default,
    /// As newsboat has them.
    Newsboat,
    /// As vim has them.
    Vim,
    /// Function keys and arrows before letters.
    Arrows,
}

/// What becomes of parameters in addresses that only tell where a reader came from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tracking {
    /// They are dropped when the address is opened or copied.
    #[default]
    Dropped,
    /// They stay.
    Kept,
}

/// When an item counts as read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MarkRead {
    /// When it is opened.
    #[default]
    Open,
    /// When its end was in sight.
    Scroll,
    /// When the user says so.
    Manual,
}

/// Whether skip hours are obeyed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SkipHours {
    /// Read and shown only.
    #[default]
    Shown,
    /// Obeyed, as GMT.
    Obeyed,
}

/// What becomes of the read mark of an item whose title or text changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Updated {
    /// It stays.
    #[default]
    Keep,
    /// It goes: the item is to be read again.
    Unread,
}

/// What becomes of old items that are not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OldUnread {
    /// They stay.
    #[default]
    Stay,
    /// They go as others do.
    Go,
}

/// Whether background checks pause while the user is away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IdlePause {
    /// They pause.
    #[default]
    Pause,
    /// They go on.
    GoOn,
}

/// A fault in a configuration file. The default holds in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// The option, dotted, or what stands in its place.
    pub key: String,
    /// What is wrong.
    pub kind: ProblemKind,
}

/// What is wrong with a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// The file is no TOML; the parser's words.
    Syntax(String),
    /// There is no such option; the nearest one that there is.
    UnknownKey {
        /// A name that is near.
        suggestion: Option<String>,
    },
    /// The value is not one of those that are understood.
    BadValue {
        /// The value as written.
        value: String,
        /// What is understood, for instance `auto, ltr or rtl`.
        expected: String,
        /// The nearest of them.
        suggestion: Option<String>,
    },
}

impl Default for Config {
    fn default() -> Self {
        Self {
            language: None,
            ui_language: UiLanguage::Auto,
            ui_direction: UiDirection::Auto,
            bidi: BidiMode::Auto,
            arabic_shaping: Shaping::On,
            theme: "terminal".to_owned(),
            mouse: Mouse::On,
            mark_read: MarkRead::Open,
            interval: Span::hours(24),
            floor: Span::minutes(15),
            salt_per_mille: 200,
            skip_hours: SkipHours::Shown,
            updated: Updated::Keep,
            retention: Retention::Forever,
            old_unread: OldUnread::Stay,
            idle_after: Span::minutes(15),
            idle_pause: IdlePause::Pause,
            browser: Vec::new(),
            browser_behind: Vec::new(),
            tracking: Tracking::Dropped,
            proxy: None,
            ca_file: None,
            key_preset: KeyPreset::Default,
            macros: BTreeMap::new(),
            keys: BTreeMap::new(),
            key_lines: BTreeMap::new(),
        }
    }
}

/// Reads the text of a configuration file. Every fault is reported, in the order of lines, and costs only its own setting.
#[must_use]
pub fn read(text: &str) -> (Config, Vec<Problem>) {
    load::read(text)
}

/// The commented file that is written at the first start.
pub const DEFAULT_FILE: &str = include_str!("../../assets/config.toml");

#[cfg(test)]
mod tests;
