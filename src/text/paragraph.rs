//! A paragraph in logical order, ready for the bidirectional algorithm: cleaned, with its isolates as characters.

use std::ops::Range;

use super::clean::{self, Sieve};
use super::isolate::Span;
use super::{Isolate, Purpose, class};
use crate::model::Direction;

const LRI: char = '\u{2066}';
const RLI: char = '\u{2067}';
const FSI: char = '\u{2068}';
const PDI: char = '\u{2069}';
const LRO: char = '\u{202D}';
const RLO: char = '\u{202E}';
const PDF: char = '\u{202C}';

/// Embeddings deeper than 125 have no effect (UAX #9, BD2); what lies deeper needs no characters.
const DEPTH: usize = 126;

/// The level of a character that rule X9 removes.
pub(super) const REMOVED: u8 = u8::MAX;

/// One character of a paragraph.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub(super) c: char,
    /// Where it starts in the source text, in bytes.
    pub(super) source: u32,
    /// Where it ends there: at its start if it was added.
    pub(super) source_end: u32,
    /// Its embedding level, or [`REMOVED`].
    pub(super) level: u8,
}

/// A paragraph as the algorithm sees it.
#[derive(Clone, Debug)]
pub(super) struct Paragraph {
    pub(super) base: Direction,
    /// The characters of `units`, one after the other.
    pub(super) text: String,
    pub(super) units: Vec<Unit>,
    /// Whether all of it is shown in logical order, so that no level needs to be known.
    pub(super) is_straight: bool,
    /// Whether characters were left away at the end because nobody could see them.
    pub(super) is_cut: bool,
}

impl Paragraph {
    pub(super) fn new(base: Direction, capacity: usize) -> Self {
        let text = String::with_capacity(capacity);
        Self { base, text, units: Vec::with_capacity(capacity), is_straight: false, is_cut: false }
    }

    pub(super) fn push(&mut self, c: char, source: Range<usize>) {
        self.text.push(c);
        self.units.push(Unit { c, source: short(source.start), source_end: short(source.end), level: 0 });
    }

    fn add(&mut self, c: char, at: usize) {
        self.push(c, at..at);
    }
}

/// Positions beyond 4 GiB, which no document has, all count as the last one.
pub(super) fn short(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

/// Whether a text has a character that makes order a question.
pub(super) fn turns(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(|c| class::turns(class::of(c)))
}

/// The paragraphs of a text: what stands between line breaks (CR LF, CR, LF, NEL, LS, PS), in bytes.
pub(super) fn split(text: &str) -> Vec<Range<usize>> {
    let mut paragraphs = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if !matches!(c, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}') {
            continue;
        }
        paragraphs.push(start..at);
        start = at + c.len_utf8();
        if c == '\r' && chars.next_if(|(_, next)| *next == '\n').is_some() {
            start += 1;
        }
    }
    paragraphs.push(start..text.len());
    paragraphs
}

/// What becomes of blanks and breaks in a paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blanks {
    /// Tabs stay, to be widened to their stop. There are no line breaks.
    Running,
    /// Each becomes one blank; at most so many characters are taken.
    OneLine {
        /// Characters after which nothing can be seen any more.
        limit: usize,
    },
}

/// Builds the paragraphs of a text one after the other.
pub(super) struct Builder<'a> {
    text: &'a str,
    spans: &'a [Span],
    next: usize,
    open: Vec<Open>,
    purpose: Purpose,
}

/// An isolate that is open, and how many of the publisher's own are open in it.
struct Open {
    end: usize,
    isolate: Isolate,
    foreign: usize,
}

impl<'a> Builder<'a> {
    /// `spans` are the isolates of the whole text, nested.
    pub(super) const fn new(text: &'a str, spans: &'a [Span], purpose: Purpose) -> Self {
        Self { text, spans, next: 0, open: Vec::new(), purpose }
    }

    /// The next paragraph. Ranges are given in order.
    pub(super) fn build(&mut self, range: Range<usize>, base: Direction, blanks: Blanks) -> Paragraph {
        let text = &self.text[range.clone()];
        let mut paragraph = Paragraph::new(base, text.len());
        paragraph.is_straight = base == Direction::Ltr
            && self.purpose != Purpose::Conformance
            && !turns(text)
            && !self.turns_until(range.end);
        let mut sieve = Sieve::default();
        self.reopen(&mut paragraph, range.start);
        for (at, c) in text.char_indices().map(|(at, c)| (range.start + at, c)) {
            self.cross(&mut paragraph, at);
            if let Blanks::OneLine { limit } = blanks
                && paragraph.units.len() >= limit
            {
                paragraph.is_cut = true;
                break;
            }
            let kept = if self.purpose == Purpose::Conformance {
                Some(c)
            } else {
                Some(c).filter(|c| sieve.lets_pass(*c)).and_then(|c| printable(c, blanks))
            };
            if let Some(kept) = kept.filter(|c| self.admits(*c)) {
                paragraph.push(kept, at..at + c.len_utf8());
            }
        }
        self.close(&mut paragraph, range.end);
        paragraph
    }

    /// Whether an isolate that is open, or opens before `end`, turns text that has no turning character.
    fn turns_until(&self, end: usize) -> bool {
        let turning =
            |isolate| matches!(isolate, Isolate::As(Direction::Rtl) | Isolate::Override(Direction::Rtl));
        self.open.iter().any(|open| turning(open.isolate))
            || self.spans[self.next..]
                .iter()
                .take_while(|span| span.range.start < end)
                .any(|span| turning(span.isolate))
    }

    /// A paragraph's end closes all isolates (rule X8): those that go on are opened again.
    fn reopen(&mut self, paragraph: &mut Paragraph, at: usize) {
        while self.open.last().is_some_and(|open| open.end <= at) {
            self.open.pop();
        }
        if paragraph.is_straight {
            return;
        }
        for open in self.open.iter_mut().take(DEPTH) {
            open.foreign = 0;
            begin(paragraph, open.isolate, at);
        }
    }

    /// Closes and opens what ends and starts before the character at `at`.
    fn cross(&mut self, paragraph: &mut Paragraph, at: usize) {
        while let Some(open) = self.open.pop_if(|open| open.end <= at) {
            if !paragraph.is_straight && self.open.len() < DEPTH {
                finish(paragraph, &open, at);
            }
        }
        while let Some(span) = self.spans.get(self.next).filter(|span| span.range.start <= at) {
            self.next += 1;
            if span.range.end <= at {
                continue;
            }
            if !paragraph.is_straight && self.open.len() < DEPTH {
                begin(paragraph, span.isolate, at);
            }
            self.open.push(Open { end: span.range.end, isolate: span.isolate, foreign: 0 });
        }
    }

    fn close(&self, paragraph: &mut Paragraph, at: usize) {
        if !paragraph.is_straight {
            for open in self.open.iter().take(DEPTH).rev() {
                finish(paragraph, open, at);
            }
        }
    }

    /// Keeps the publisher's own isolates from closing ours, or from staying open beyond it.
    fn admits(&mut self, c: char) -> bool {
        let Some(open) = self.open.last_mut() else { return true };
        match c {
            LRI | RLI | FSI => open.foreign += 1,
            PDI if open.foreign == 0 => return false,
            PDI => open.foreign -= 1,
            _ => {}
        }
        true
    }
}

fn begin(paragraph: &mut Paragraph, isolate: Isolate, at: usize) {
    match isolate {
        Isolate::FirstStrong => paragraph.add(FSI, at),
        Isolate::As(Direction::Ltr) => paragraph.add(LRI, at),
        Isolate::As(Direction::Rtl) => paragraph.add(RLI, at),
        Isolate::Override(Direction::Ltr) => [LRI, LRO].into_iter().for_each(|c| paragraph.add(c, at)),
        Isolate::Override(Direction::Rtl) => [RLI, RLO].into_iter().for_each(|c| paragraph.add(c, at)),
    }
}

fn finish(paragraph: &mut Paragraph, open: &Open, at: usize) {
    for _ in 0..open.foreign {
        paragraph.add(PDI, at);
    }
    if matches!(open.isolate, Isolate::Override(_)) {
        paragraph.add(PDF, at);
    }
    paragraph.add(PDI, at);
}

/// The character to go on with, if any.
fn printable(c: char, blanks: Blanks) -> Option<char> {
    match (c, blanks) {
        ('\t', Blanks::Running) => Some('\t'),
        ('\t' | '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}', _) => Some(' '),
        _ if c.is_control() => None,
        _ => Some(c),
    }
}

/// Whether a character is there for the algorithm only.
pub(super) const fn is_control(c: char) -> bool {
    clean::is_bidi_control(c)
}
