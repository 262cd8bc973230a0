//! Embedding levels of a paragraph (UAX #9, rules X1 to I2) and of its lines (rule L1).

use unicode_bidi::{BidiClass, Level, ParagraphBidiInfo};

use super::class::{self, Classes};
use super::paragraph::{Paragraph, REMOVED, Unit};
use crate::model::Direction;

/// The level of a paragraph with this base.
pub(super) const fn of_base(base: Direction) -> u8 {
    match base {
        Direction::Ltr => 0,
        Direction::Rtl => 1,
    }
}

/// Writes the level of each character into the paragraph.
pub(super) fn resolve(paragraph: &mut Paragraph) {
    if paragraph.is_straight {
        return;
    }
    let base = match paragraph.base {
        Direction::Ltr => Level::ltr(),
        Direction::Rtl => Level::rtl(),
    };
    let info = ParagraphBidiInfo::new_with_data_source(&Classes::new(), &paragraph.text, Some(base));
    let mut at = 0;
    for unit in &mut paragraph.units {
        let is_removed = class::removed(info.original_classes[at]);
        unit.level = if is_removed { REMOVED } else { info.levels[at].number() };
        at += unit.c.len_utf8();
    }
}

/// Rule L1 for the characters of one line, of which the levels are returned.
///
/// Separators and the blanks and isolate controls before them or before the end of the line get the level of
/// the paragraph.
pub(super) fn of_line(units: &[Unit], base: Direction) -> Vec<u8> {
    let base = of_base(base);
    let mut levels: Vec<u8> = units.iter().map(|unit| unit.level).collect();
    let mut blanks: Option<usize> = None;
    for (at, unit) in units.iter().enumerate() {
        match class::of(unit.c) {
            BidiClass::WS | BidiClass::FSI | BidiClass::LRI | BidiClass::RLI | BidiClass::PDI => {
                blanks.get_or_insert(at);
            }
            BidiClass::S | BidiClass::B => lower(&mut levels[blanks.take().unwrap_or(at)..=at], base),
            removed if class::removed(removed) => {}
            _ => blanks = None,
        }
    }
    if let Some(start) = blanks {
        lower(&mut levels[start..], base);
    }
    levels
}

fn lower(levels: &mut [u8], base: u8) {
    for level in levels.iter_mut().filter(|level| **level != REMOVED) {
        *level = base;
    }
}
