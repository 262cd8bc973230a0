//! The one table of options. What is read, what is checked, `assets/config.toml` and `docs/config.md` come from it.

use super::{
    BidiMode, Config, IdlePause, KeyPreset, MarkRead, Mouse, OldUnread, Shaping, SkipHours, Tracking,
    UiDirection, UiLanguage, Updated,
};
use crate::model::Retention;
use crate::time::Span;

/// One option.
pub(super) struct Setting {
    /// Its name, with a dot where it lies in a table.
    pub(super) name: &'static str,
    /// What it takes, and where it goes.
    pub(super) kind: Kind,
    /// Its default as it is written in the file.
    pub(super) default: &'static str,
    /// What it does, for the commented file and the page.
    pub(super) words: &'static str,
}

/// A word with what it does.
pub(super) type Word = (&'static str, fn(&mut Config));

/// The kinds of values, each with the place in the settings that it goes to.
pub(super) enum Kind {
    /// One of some words, each with what it does.
    Word(&'static [Word]),
    /// `true` or `false`.
    Switch(fn(&mut Config, bool)),
    /// A length of time, not below the least one.
    Length(Span, fn(&mut Config, Span)),
    /// `forever`, a length of time, or a number of items.
    Retention(fn(&mut Config, Retention)),
    /// A share from 0 to 1, kept in thousandths.
    Share(fn(&mut Config, u64)),
    /// A language tag; empty for none.
    Language(fn(&mut Config, Option<String>)),
    /// The address of a proxy; empty for none.
    Proxy(fn(&mut Config, Option<String>)),
    /// The whole path of a file; empty for none.
    File(fn(&mut Config, Option<String>)),
    /// A command, in one line or as a list of words.
    Command(fn(&mut Config, Vec<String>)),
    /// A table of action names, each with a key or a list of keys.
    Keys,
    /// A table of keys, each with an action's name or a list of them.
    Macros,
}

/// An option in words, for pages and helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// Its name, with a dot where it lies in a table.
    pub name: &'static str,
    /// What it takes.
    pub expected: String,
    /// Its default as it is written in the file; empty for a table.
    pub default: &'static str,
    /// What it does.
    pub words: &'static str,
}

/// All options in words, in the order of the file.
#[must_use]
pub fn options() -> Vec<Described> {
    let described = |option: &Setting| Described {
        name: option.name,
        expected: option.kind.expected(),
        default: option.default,
        words: option.words,
    };
    OPTIONS.iter().map(described).collect()
}

/// The floor of all checks (`product.md` section 3). It can be raised, never lowered.
pub(super) const FLOOR: Span = Span::minutes(15);

/// All options, in the order of the file: those in tables come last, as TOML wants it.
pub(super) const OPTIONS: &[Setting] = &[
    Setting {
        name: "language",
        kind: Kind::Language(|config, tag| config.language = tag),
        default: "\"\"",
        words: "Your language, as a tag such as \"fa\" or \"ar-EG\". It decides the direction of feeds that name no \
                language, and the language of the screen. Empty for the one of your locale (LC_ALL, LC_MESSAGES, LANG).",
    },
    Setting {
        name: "ui_language",
        kind: Kind::Word(&[
            ("auto", |config| config.ui_language = UiLanguage::Auto),
            ("en", |config| config.ui_language = UiLanguage::English),
            ("ar", |config| config.ui_language = UiLanguage::Arabic),
            ("fa", |config| config.ui_language = UiLanguage::Persian),
            ("he", |config| config.ui_language = UiLanguage::Hebrew),
            ("ur", |config| config.ui_language = UiLanguage::Urdu),
        ]),
        default: "\"auto\"",
        words: "The language of the screen. \"auto\" is yours if the screen speaks it, else English.",
    },
    Setting {
        name: "ui_direction",
        kind: Kind::Word(&[
            ("auto", |config| config.ui_direction = UiDirection::Auto),
            ("ltr", |config| config.ui_direction = UiDirection::Ltr),
            ("rtl", |config| config.ui_direction = UiDirection::Rtl),
        ]),
        default: "\"auto\"",
        words: "On which side the panes start. \"auto\" is the side of the screen's language.",
    },
    Setting {
        name: "bidi",
        kind: Kind::Word(&[
            ("auto", |config| config.bidi = BidiMode::Auto),
            ("app", |config| config.bidi = BidiMode::App),
            ("words", |config| config.bidi = BidiMode::Words),
            ("terminal", |config| config.bidi = BidiMode::Terminal),
            ("off", |config| config.bidi = BidiMode::Off),
        ]),
        default: "\"auto\"",
        words: "What the terminal does with right-to-left text by itself. \"auto\" finds out; \"app\": nothing, hudhud \
                puts every cell in its place; \"words\": it turns each word around (kitty without force_ltr); \
                \"terminal\": it always reorders; \"off\": text is sent in the order it is stored.",
    },
    Setting {
        name: "arabic_shaping",
        kind: Kind::Switch(|config, on| config.arabic_shaping = if on { Shaping::On } else { Shaping::Off }),
        default: "true",
        words: "Whether hudhud joins Arabic letters for terminals that don't.",
    },
    Setting {
        name: "theme",
        kind: Kind::Word(&[
            ("terminal", |config| "terminal".clone_into(&mut config.theme)),
            ("light", |config| "light".clone_into(&mut config.theme)),
            ("dark", |config| "dark".clone_into(&mut config.theme)),
            ("contrast", |config| "contrast".clone_into(&mut config.theme)),
        ]),
        default: "\"terminal\"",
        words: "The colours: the terminal's own, or those of a theme.",
    },
    Setting {
        name: "mouse",
        kind: Kind::Switch(|config, on| config.mouse = if on { Mouse::On } else { Mouse::Off }),
        default: "true",
        words: "Whether hudhud takes clicks and the wheel. Without it the terminal selects text as usual.",
    },
    Setting {
        name: "mark_read",
        kind: Kind::Word(&[
            ("open", |config| config.mark_read = MarkRead::Open),
            ("scroll", |config| config.mark_read = MarkRead::Scroll),
            ("manual", |config| config.mark_read = MarkRead::Manual),
        ]),
        default: "\"open\"",
        words: "When an item counts as read: when it is opened, when its end was in sight, or only when you mark it.",
    },
    Setting {
        name: "interval",
        kind: Kind::Length(FLOOR, |config, span| config.interval = span),
        default: "\"24h\"",
        words: "How often a feed is checked in the background, unless you gave it an interval of its own. A publisher \
                who asks for fewer checks is obeyed.",
    },
    Setting {
        name: "floor",
        kind: Kind::Length(FLOOR, |config, span| config.floor = span),
        default: "\"15min\"",
        words: "No check in the background is closer to the last one of the same feed. It can be raised, never lowered.",
    },
    Setting {
        name: "salt",
        kind: Kind::Share(|config, per_mille| config.salt_per_mille = per_mille),
        default: "0.2",
        words: "The random share of the interval, from 0 to 1, by which a check may be later, so that readers all over \
                the world don't ask at the same moment.",
    },
    Setting {
        name: "respect_skip_hours",
        kind: Kind::Switch(|config, on| {
            config.skip_hours = if on { SkipHours::Obeyed } else { SkipHours::Shown };
        }),
        default: "false",
        words: "Whether skipHours and skipDays of RSS are obeyed, taken as GMT. They are shown in any case.",
    },
    Setting {
        name: "updated",
        kind: Kind::Word(&[
            ("keep", |config| config.updated = Updated::Keep),
            ("unread", |config| config.updated = Updated::Unread),
        ]),
        default: "\"keep\"",
        words: "What becomes of an item that you have read when its publisher changes its title or text: it keeps its \
                read mark, or counts as unread again. The list shows a ~ before it either way, until you read it.",
    },
    Setting {
        name: "retention",
        kind: Kind::Retention(|config, retention| config.retention = retention),
        default: "\"forever\"",
        words: "How long items are kept, unless you set it for a feed: \"forever\", a time after their arrival such as \
                \"90d\", or a number such as \"500\" for the newest so many of each feed. What is starred or tagged is \
                always kept.",
    },
    Setting {
        name: "retention_unread",
        kind: Kind::Word(&[
            ("stay", |config| config.old_unread = OldUnread::Stay),
            ("go", |config| config.old_unread = OldUnread::Go),
        ]),
        default: "\"stay\"",
        words: "What becomes of old items that are not read: they stay, or go as others do.",
    },
    Setting {
        name: "browser",
        kind: Kind::Command(|config, words| config.browser = words),
        default: "\"\"",
        words: "The command that opens a page, in one line (\"firefox --new-tab\") or as a list of words. The address \
                takes the place of %s, or is added at the end. No shell is used. Empty for the system's browser.",
    },
    Setting {
        name: "browser_behind",
        kind: Kind::Command(|config, words| config.browser_behind = words),
        default: "\"\"",
        words: "The command that opens a page behind the terminal, such as \"open -g\" on macOS. Empty for the one above.",
    },
    Setting {
        name: "drop_tracking",
        kind: Kind::Switch(|config, on| {
            config.tracking = if on { Tracking::Dropped } else { Tracking::Kept }
        }),
        default: "true",
        words: "Whether parameters that only tell a site where you came from (utm_source, fbclid and the like) are \
                dropped from addresses that are opened or copied.",
    },
    Setting {
        name: "proxy",
        kind: Kind::Proxy(|config, address| config.proxy = address),
        default: "\"\"",
        words: "The proxy to go through: an address that begins with http, https, socks5 or socks5h, without a name or \
                password. Empty for the one of the environment (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY).",
    },
    Setting {
        name: "ca_file",
        kind: Kind::File(|config, file| config.ca_file = file),
        default: "\"\"",
        words: "A PEM file with certificates of authorities that are believed beside those of the system, as a company or a \
                home has them. A feed's own \"ca-file\" (hudhud set) goes before it.",
    },
    Setting {
        name: "key_preset",
        kind: Kind::Word(&[
            ("default", |config| config.key_preset = KeyPreset::Default),
            ("newsboat", |config| config.key_preset = KeyPreset::Newsboat),
            ("vim", |config| config.key_preset = KeyPreset::Vim),
            ("arrows", |config| config.key_preset = KeyPreset::Arrows),
        ]),
        default: "\"default\"",
        words: "The keys to start from: hudhud's own, those of newsboat or vim as far as they have the same actions, or \
                function keys and arrows before letters. Your own keys below go over them.",
    },
    Setting {
        name: "idle.after",
        kind: Kind::Length(Span::minutes(1), |config, span| config.idle_after = span),
        default: "\"15min\"",
        words: "How long you must have been away before checks in the background pause.",
    },
    Setting {
        name: "idle.pause",
        kind: Kind::Switch(|config, on| {
            config.idle_pause = if on { IdlePause::Pause } else { IdlePause::GoOn };
        }),
        default: "true",
        words: "Whether they pause at all. false lets them run through the night.",
    },
    Setting {
        name: "keys",
        kind: Kind::Keys,
        default: "",
        words: "Keys of your own, one action a line: the action's name, then a key or a list of keys. They replace the \
                default keys of that action. The help (?) lists all actions.",
    },
    Setting {
        name: "macros",
        kind: Kind::Macros,
        default: "",
        words: "Keys that do several actions one after the other, a key a line: the key, then the names of the actions, as in \
                \"ctrl-g\" = [\"toggle-star\", \"next-unread\"].",
    },
];

impl Kind {
    /// What is understood, for messages and the page.
    pub(super) fn expected(&self) -> String {
        match self {
            Self::Word(words) => one_of(&words.iter().map(|(word, _)| *word).collect::<Vec<_>>()),
            Self::Switch(_) => "true or false".to_owned(),
            Self::Length(least, _) => format!(
                "a length of time of at least {}, such as \"90min\", \"24h\" or \"7d\"",
                super::span_text(*least)
            ),
            Self::Retention(_) => {
                "\"forever\", a length of time such as \"90d\", or a number of items such as \"500\""
                    .to_owned()
            }
            Self::Share(_) => "a number from 0 to 1".to_owned(),
            Self::Language(_) => "a language tag such as \"fa\" or \"ar-EG\", or nothing".to_owned(),
            Self::File(_) => "the whole path of a file, or nothing".to_owned(),
            Self::Proxy(_) => {
                "an address that begins with http://, https://, socks5:// or socks5h:// and holds no password"
                    .to_owned()
            }
            Self::Command(_) => "a command in one line, or a list of words".to_owned(),
            Self::Macros => "the name of an action, or a list of them".to_owned(),
            Self::Keys => "a key, or a list of keys".to_owned(),
        }
    }
}

/// `auto, ltr or rtl`.
fn one_of(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
