//! Bidirectional classes, quickly.
//!
//! The published tables are searched by halves, once for each character; most text comes from a few blocks, so
//! the classes of the first two thousand code points are kept in a flat array.

use std::sync::OnceLock;

use unicode_bidi::BidiClass;
use unicode_bidi::data_source::{BidiDataSource, BidiMatchedOpeningBracket};

/// Code points that the flat array covers: Latin, Greek, Cyrillic, Hebrew, Arabic, Syriac, Thaana, N'Ko.
const NEAR: usize = 0x800;

static TABLE: OnceLock<[BidiClass; NEAR]> = OnceLock::new();

/// `Bidi_Class` of a character (UAX #44).
pub(super) fn of(c: char) -> BidiClass {
    Classes::new().bidi_class(c)
}

/// Whether rule X9 of UAX #9 removes characters of this class.
pub(super) const fn removed(class: BidiClass) -> bool {
    use BidiClass::{BN, LRE, LRO, PDF, RLE, RLO};
    matches!(class, BN | LRE | LRO | PDF | RLE | RLO)
}

/// Whether a text with a character of this class needs more than its characters in their order.
pub(super) const fn turns(class: BidiClass) -> bool {
    use BidiClass::{AL, AN, FSI, R, RLE, RLI, RLO};
    matches!(class, R | AL | AN | RLE | RLO | RLI | FSI)
}

/// The data for `unicode-bidi`, with the near part in a flat array.
#[derive(Clone, Copy)]
pub(super) struct Classes {
    near: &'static [BidiClass; NEAR],
}

impl Classes {
    pub(super) fn new() -> Self {
        Self { near: TABLE.get_or_init(near) }
    }
}

fn near() -> [BidiClass; NEAR] {
    let mut table = [BidiClass::L; NEAR];
    for (code, class) in (0_u32..).zip(&mut table) {
        if let Some(c) = char::from_u32(code) {
            *class = unicode_bidi::bidi_class(c);
        }
    }
    table
}

impl BidiDataSource for Classes {
    fn bidi_class(&self, c: char) -> BidiClass {
        match self.near.get(c as usize) {
            Some(class) => *class,
            None => unicode_bidi::bidi_class(c),
        }
    }

    fn bidi_matched_opening_bracket(&self, c: char) -> Option<BidiMatchedOpeningBracket> {
        let (opening, is_open) = match c {
            '(' | ')' => ('(', c == '('),
            '[' | ']' => ('[', c == '['),
            '{' | '}' => ('{', c == '{'),
            // The first bracket beyond ASCII is U+0F3A; none is among the dashes and quotation marks.
            '\0'..'\u{0F3A}' | '\u{2000}'..='\u{2044}' => return None,
            _ => return Far.bidi_matched_opening_bracket(c),
        };
        Some(BidiMatchedOpeningBracket { opening, is_open })
    }
}

/// Gives access to the bracket data that the trait brings along.
struct Far;

impl BidiDataSource for Far {
    fn bidi_class(&self, c: char) -> BidiClass {
        unicode_bidi::bidi_class(c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_has_the_class_and_brackets_of_the_published_tables() {
        for c in '\0'..=char::MAX {
            assert_eq!(of(c), unicode_bidi::bidi_class(c), "{c:?}");
            let bracket = |found: Option<BidiMatchedOpeningBracket>| found.map(|b| (b.opening, b.is_open));
            assert_eq!(
                bracket(Classes::new().bidi_matched_opening_bracket(c)),
                bracket(Far.bidi_matched_opening_bracket(c)),
                "{c:?}"
            );
        }
    }
}
