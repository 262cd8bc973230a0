//! For terminals that reorder every row with a left-to-right base: what must be sent so that the wanted row comes
//! out (the inverse of UAX #9).
//!
//! Stretches of right-to-left text are put back into logical order as a whole, so that words still join and
//! copied text reads well. Each try is checked against the algorithm; the last one cannot fail.

use unicode_bidi::{BidiInfo, Level, ParagraphBidiInfo};
use unicode_bidi_mirroring::get_mirrored;

use super::row::{self, Kind, Unit};
use crate::text::class::Classes;

const LRM: &str = "\u{200E}";

/// The cells to send for a wanted row.
pub(super) fn adapt(row: &[&str]) -> Vec<(usize, String)> {
    let wanted = row::units(row);
    let is_right = |unit: &Unit<'_>| matches!(unit.kind, Kind::Right | Kind::ArabicDigit);
    if !wanted.iter().any(is_right) {
        return row::columns(&wanted, |at| wanted[at].symbol.to_owned());
    }
    let tries = [(Reach::Stretch, Marks::Borders), (Reach::Stretch, Marks::Stretches)];
    for (reach, marks) in tries {
        let sent = Sent::of(&wanted, reach, marks);
        if sent.comes_out_as(&wanted) {
            return sent.columns();
        }
    }
    Sent::of(&wanted, Reach::Letters, Marks::Stretches).columns()
}

/// How far a piece reaches that is put back into logical order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// From a right-to-left letter to the last one before a left-to-right letter or a border.
    Stretch,
    /// Neighbouring letters only. With a mark behind each piece and each Arabic number, everything else has
    /// left-to-right letters on both sides and stays where it is.
    Letters,
}

/// Which cells get a left-to-right mark behind them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Marks {
    /// The borders of panes, so that no text crosses them.
    Borders,
    /// The pieces too.
    Stretches,
}

/// Cells in the order in which they are sent.
struct Sent<'a> {
    units: Vec<Unit<'a>>,
    /// Mirrored symbols that go back to what the text has, by position in `units`.
    symbols: Vec<Option<char>>,
    marked: Vec<bool>,
}

impl<'a> Sent<'a> {
    fn of(wanted: &[Unit<'a>], reach: Reach, marks: Marks) -> Self {
        let mut sent = Self {
            units: wanted.to_vec(),
            symbols: vec![None; wanted.len()],
            marked: wanted.iter().map(|unit| unit.kind == Kind::Border).collect(),
        };
        let mut at = 0;
        while at < wanted.len() {
            let end = match reach {
                Reach::Stretch => stretch_end(wanted, at),
                Reach::Letters => {
                    at + wanted[at..].iter().take_while(|unit| unit.kind == Kind::Right).count()
                }
            };
            let end = if end > at { end } else { number_end(wanted, at) };
            if end == at {
                at += 1;
                continue;
            }
            sent.put_back(at, end);
            if marks == Marks::Stretches {
                sent.marked[end - 1] = true;
            }
            at = end;
        }
        sent
    }

    /// Reverses a piece, but not the numbers in it, and mirrors its brackets back.
    fn put_back(&mut self, start: usize, end: usize) {
        let piece = &mut self.units[start..end];
        if piece.iter().all(|unit| unit.kind == Kind::ArabicDigit) {
            return;
        }
        piece.reverse();
        let mut at = 0;
        while at < piece.len() {
            let number = number_len(&piece[at..]);
            piece[at..at + number].reverse();
            at += number.max(1);
        }
        for (symbol, unit) in self.symbols[start..end].iter_mut().zip(piece) {
            *symbol = unit.symbol.chars().next().and_then(get_mirrored);
        }
    }

    /// Whether the terminal, which runs the algorithm with a left-to-right base, shows the wanted row.
    fn comes_out_as(&self, wanted: &[Unit<'_>]) -> bool {
        // Marks take part in the reordering, though no cell is theirs.
        let mut text = String::new();
        let mut heads = Vec::with_capacity(self.units.len());
        for at in 0..self.units.len() {
            heads.push((text.len(), Some(at)));
            text.push_str(&self.symbol(at));
            if self.marked[at] {
                heads.push((text.len() - LRM.len(), None));
            }
        }
        let info = ParagraphBidiInfo::new_with_data_source(&Classes::new(), &text, Some(Level::ltr()));
        let levels: Vec<Level> =
            heads.iter().map(|(head, _)| info.levels.get(*head).copied().unwrap_or(Level::ltr())).collect();
        let order = BidiInfo::reorder_visual(&levels);
        let shown = order.iter().filter_map(|place| heads[*place].1.map(|at| (at, levels[*place])));
        shown.zip(wanted).all(|((at, level), wanted)| {
            let (first, rest) = split(&self.units[at], self.symbols[at]);
            let image = if level.is_rtl() { get_mirrored(first) } else { None };
            let (wanted_first, wanted_rest) = split(wanted, None);
            image.unwrap_or(first) == wanted_first && rest == wanted_rest
        })
    }

    fn symbol(&self, at: usize) -> String {
        let (first, rest) = split(&self.units[at], self.symbols[at]);
        format!("{first}{rest}{}", if self.marked[at] { LRM } else { "" })
    }

    fn columns(&self) -> Vec<(usize, String)> {
        row::columns(&self.units, |at| self.symbol(at))
    }
}

/// The first character of a cell, or what replaces it, and the rest.
fn split<'a>(unit: &Unit<'a>, first: Option<char>) -> (char, &'a str) {
    let mut chars = unit.symbol.chars();
    let own = chars.next().unwrap_or(' ');
    (first.unwrap_or(own), chars.as_str())
}

/// The end of the stretch that starts at `at`, or `at` if none does.
fn stretch_end(units: &[Unit<'_>], at: usize) -> usize {
    if units[at].kind != Kind::Right {
        return at;
    }
    let inside = |unit: &&Unit<'_>| !matches!(unit.kind, Kind::Left | Kind::Border);
    let reach = units[at..].iter().take_while(inside).count();
    units[at..at + reach].iter().rposition(|unit| unit.kind == Kind::Right).map_or(at, |last| at + last + 1)
}

/// The end of the Arabic number that starts at `at`, or `at` if none does.
fn number_end(units: &[Unit<'_>], at: usize) -> usize {
    at + units[at..].iter().take_while(|unit| unit.kind == Kind::ArabicDigit).count()
}

/// How many units from the start make up a number that keeps its order: digits, and single separators between
/// them (UAX #9, W4).
fn number_len(units: &[Unit<'_>]) -> usize {
    let is_digit = |unit: &Unit<'_>| {
        unit.kind == Kind::ArabicDigit || unit.symbol.chars().next().is_some_and(row::is_european_digit)
    };
    let is_separator = |unit: &Unit<'_>| matches!(unit.symbol, "." | "," | ":" | "/" | "\u{A0}" | "-" | "+");
    let mut len = 0;
    while let Some(unit) = units.get(len) {
        let between = len > 0 && is_separator(unit) && units.get(len + 1).is_some_and(is_digit);
        if !is_digit(unit) && !between {
            break;
        }
        len += 1;
    }
    len
}
