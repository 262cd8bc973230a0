//! A row as units that move: a cell, or a wide cell with the hidden one behind it.

use unicode_bidi::BidiClass;

use crate::text::{class, glyph};

/// A cell of a row and what decides about its order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit<'a> {
    /// The column in the given row.
    pub(super) at: usize,
    pub(super) symbol: &'a str,
    pub(super) kind: Kind,
    /// Whether the next column is hidden by it.
    is_wide: bool,
}

/// What a cell is to a terminal that reorders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A left-to-right letter.
    Left,
    /// A right-to-left letter.
    Right,
    /// A digit of the Arabic scripts, which keeps its order but counts as right to left around it.
    ArabicDigit,
    /// A border of the screen's own drawing.
    Border,
    /// Blanks, European digits, punctuation.
    Other,
}

/// The units of a row from left to right.
pub(super) fn units<'a>(row: &[&'a str]) -> Vec<Unit<'a>> {
    let mut units = Vec::with_capacity(row.len());
    let mut at = 0;
    while let Some(symbol) = row.get(at) {
        let first = symbol.chars().next().unwrap_or(' ');
        let is_wide = glyph::width(first) == 2 && at + 1 < row.len();
        units.push(Unit { at, symbol, kind: kind(first), is_wide });
        at += if is_wide { 2 } else { 1 };
    }
    units
}

fn kind(c: char) -> Kind {
    match class::of(c) {
        _ if matches!(c, '\u{2500}'..='\u{259F}') => Kind::Border,
        BidiClass::L => Kind::Left,
        BidiClass::R | BidiClass::AL => Kind::Right,
        BidiClass::AN => Kind::ArabicDigit,
        _ => Kind::Other,
    }
}

/// Digits that other numbers join by their separators (class EN).
pub(super) fn is_european_digit(c: char) -> bool {
    class::of(c) == BidiClass::EN
}

/// The columns of units in their order, each with the symbol that `symbol` gives for its position.
pub(super) fn columns(order: &[Unit<'_>], symbol: impl Fn(usize) -> String) -> Vec<(usize, String)> {
    let mut columns = Vec::with_capacity(order.len());
    for (position, unit) in order.iter().enumerate() {
        columns.push((unit.at, symbol(position)));
        if unit.is_wide {
            columns.push((unit.at + 1, String::new()));
        }
    }
    columns
}
