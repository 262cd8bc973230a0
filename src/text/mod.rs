//! From logical text to cells: the way that every text from a feed takes to the screen.
//!
//! [`layout`] cleans, isolates, resolves levels (UAX #9), shapes Arabic, finds grapheme clusters, wraps in
//! logical order, reorders each line and mirrors brackets. The result is made of cells that know which part
//! of the text they show. Nothing here does I/O.

pub mod address;
mod class;
pub mod clean;
mod cluster;
pub mod direction;
pub mod emit;
pub mod fold;
pub mod fuzzy;
mod glyph;
mod hits;
pub mod input;
mod isolate;
pub mod lang;
mod levels;
mod line;
mod paragraph;
mod reorder;
mod shape;
mod shape_table;
mod styled;
mod truncate;
mod wrap;

pub use hits::{Hit, hits};
pub use line::{Cell, Line};
pub use styled::{Isolate, LinkId, Run, Style, Styled};

use crate::model::{Direction, DirectionChoice};
use paragraph::{Blanks, Builder};
use reorder::Ready;
use styled::Looks;
use truncate::Cut;

/// How a text is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The base direction of each paragraph.
    pub base: Direction,
    /// Columns at hand; 0 counts as 1.
    pub width: usize,
    /// Whether Arabic letters are joined by us.
    pub shaping: Shaping,
}

/// Who joins Arabic letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shaping {
    /// We do, with presentation forms.
    #[default]
    On,
    /// Nobody, or the terminal: letters stay nominal.
    Off,
}

impl Options {
    /// For code and other text that reads left to right whatever it says: base left to right.
    #[must_use]
    pub const fn code(width: usize, shaping: Shaping) -> Self {
        Self { base: Direction::Ltr, width, shaping }
    }
}

/// What a layout is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// To be read on any terminal.
    Screen,
    /// To be compared with the reference cases: nothing is isolated that the text does not isolate, emoji sequences
    /// are whole, no letter takes the form of another.
    Report,
    /// To be compared with Unicode's conformance files: nothing is cleaned either.
    Conformance,
}

/// Options with what they are for.
#[derive(Clone, Copy, Debug)]
struct Settings {
    base: Direction,
    width: usize,
    shaping: Shaping,
    purpose: Purpose,
}

impl Settings {
    fn for_screen(options: &Options) -> Self {
        let Options { base, width, shaping } = *options;
        Self { base, width: width.max(1), shaping, purpose: Purpose::Screen }
    }
}

/// Lays out a text of one or more paragraphs (separated by line breaks), wrapped at the width.
///
/// Each line is aligned by the base: flush right for right-to-left ([`Line::indent`] says how far in it starts).
/// An empty paragraph gives an empty line. The base is taken as given: ask [`direction::of_field`] first.
/// A tab becomes blanks up to the next multiple of four columns, counted from the start of its paragraph. Blanks at
/// which a line is broken are left out. No line is wider than the width: in a width of 1, a wide character is
/// shown as `?`.
#[must_use]
pub fn layout(text: &Styled, options: &Options) -> Vec<Line> {
    let settings = Settings::for_screen(options);
    let looks = Looks::of(text);
    let stated = isolate::stated(text);
    let is_mixed = settings.base == Direction::Rtl || paragraph::turns(&text.text);
    let spans = if is_mixed { isolate::with_addresses(&text.text, stated) } else { stated };
    let mut builder = Builder::new(&text.text, &spans, settings.purpose);
    let mut lines = Vec::new();
    for range in paragraph::split(&text.text) {
        let paragraph = builder.build(range, settings.base, Blanks::Running);
        wrapped(paragraph, settings, &looks, &mut lines);
    }
    lines
}

/// Lays out a text in one line: line breaks become blanks, what is too long is cut in logical order with `…`.
#[must_use]
pub fn single(text: &Styled, options: &Options) -> Line {
    truncate::one_line(text, Settings::for_screen(options), Cut::End)
}

/// Like [`single`], but a text that is too long is cut in the middle, as is right for addresses.
#[must_use]
pub fn single_middle(text: &Styled, options: &Options) -> Line {
    truncate::one_line(text, Settings::for_screen(options), Cut::Middle)
}

/// The columns that a text needs in one line.
#[must_use]
pub fn width(text: &str, shaping: Shaping) -> usize {
    if text.bytes().all(|b| matches!(b, b' '..=b'~')) {
        return text.len();
    }
    let settings = Settings { base: Direction::Ltr, width: usize::MAX, shaping, purpose: Purpose::Screen };
    let blanks = Blanks::OneLine { limit: usize::MAX };
    let mut paragraph = Builder::new(text, &[], settings.purpose).build(0..text.len(), settings.base, blanks);
    levels::resolve(&mut paragraph);
    truncate::clusters(&paragraph, settings).width()
}

/// The lines of a text as they would be shown, each as the symbols of its cells from left to right without padding.
///
/// For `hudhud bidi`, bug reports and tests: the text is taken as it is but for what [`clean`] drops (overrides
/// among it), so bare addresses are not isolated; emoji sequences are whole; each letter has its own forms only.
/// With [`DirectionChoice::Auto`] each paragraph has the direction of its first strong letter, left to right without
/// one (UAX #9, P2 and P3). Without a width nothing is wrapped.
#[must_use]
pub fn visual_lines(
    text: &str,
    base: DirectionChoice,
    width: Option<usize>,
    shaping: Shaping,
) -> Vec<String> {
    let looks = Looks::default();
    let width = width.map_or(usize::MAX, |width| width.max(1));
    let mut builder = Builder::new(text, &[], Purpose::Report);
    let mut lines = Vec::new();
    for range in paragraph::split(text) {
        let base = match base {
            DirectionChoice::Fixed(direction) => direction,
            DirectionChoice::Auto => direction::first_strong(&text[range.clone()]).unwrap_or_default(),
        };
        let settings = Settings { base, width, shaping, purpose: Purpose::Report };
        let paragraph = builder.build(range, base, Blanks::Running);
        wrapped(paragraph, settings, &looks, &mut lines);
    }
    lines.iter().map(Line::visual).collect()
}

/// Appends the lines of a paragraph.
fn wrapped(mut paragraph: paragraph::Paragraph, settings: Settings, looks: &Looks, lines: &mut Vec<Line>) {
    levels::resolve(&mut paragraph);
    let clusters = truncate::clusters(&paragraph, settings);
    let ready = Ready { paragraph: &paragraph, clusters: &clusters, looks };
    for row in wrap::rows(&paragraph, &clusters, settings.width) {
        let mut line = ready.line(&row);
        line.align(settings.width);
        lines.push(line);
    }
}

#[cfg(test)]
mod tests;
