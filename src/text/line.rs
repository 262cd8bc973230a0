//! A finished line: cells from left to right that know what they show.

use std::ops::Range;

use unicode_bidi_mirroring::get_mirrored;

use super::paragraph::short;
use super::{LinkId, Style};
use crate::model::Direction;

/// One line of a laid out text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    symbols: String,
    cells: Vec<Record>,
    width: usize,
    indent: usize,
    base: Direction,
}

/// One grapheme cluster on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell<'a> {
    /// What is printed: base and marks, no controls.
    pub symbol: &'a str,
    /// Columns that it takes, 1 or 2.
    pub width: usize,
    /// The part of the source text that it shows, in bytes.
    pub range: Range<usize>,
    /// Its style.
    pub style: Style,
    /// The link that it belongs to.
    pub link: Option<LinkId>,
}

/// A cell in 16 bytes: articles of ten thousand lines are kept laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Record {
    start: u32,
    end: u32,
    symbol_len: u16,
    style: Style,
    /// The link's number; 0 for none.
    link: u16,
    width: u8,
    is_mirrored: bool,
}

/// How a bracket is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mirror {
    /// As it is in the text.
    No,
    /// As its mirror image, if it has one (rule L4 of UAX #9).
    Yes,
}

impl Line {
    /// A line without cells.
    pub(super) fn new(base: Direction, cells: usize) -> Self {
        Self {
            base,
            cells: Vec::with_capacity(cells),
            symbols: String::with_capacity(cells),
            ..Self::default()
        }
    }

    /// Puts a cell at the right end. An empty symbol is nothing and puts none.
    pub(super) fn push(&mut self, cell: &Cell<'_>, mirror: Mirror) {
        let mut rest = cell.symbol.chars();
        let Some(first) = rest.next() else { return };
        let image = if mirror == Mirror::Yes { image(first) } else { None };
        let start = self.symbols.len();
        self.symbols.push(image.unwrap_or(first));
        self.symbols.push_str(rest.as_str());
        self.cells.push(Record {
            start: short(cell.range.start),
            end: short(cell.range.end),
            symbol_len: u16::try_from(self.symbols.len() - start).unwrap_or(u16::MAX),
            style: cell.style,
            link: cell.link.map_or(0, |link| link.0),
            width: u8::try_from(cell.width).unwrap_or(2),
            is_mirrored: image.is_some(),
        });
        self.width += cell.width;
    }

    /// Aligns the line in `width` columns: flush right if it is right-to-left.
    pub(super) fn align(&mut self, width: usize) {
        self.indent = match self.base {
            Direction::Ltr => 0,
            Direction::Rtl => width.saturating_sub(self.width),
        };
    }

    /// Sets the columns to leave free at the left.
    pub const fn set_indent(&mut self, columns: usize) {
        self.indent = columns;
    }

    /// The cells from left to right, without the indent.
    pub fn cells(&self) -> impl Iterator<Item = Cell<'_>> {
        let mut at = 0;
        self.cells.iter().map(move |record| {
            let start = at;
            at += usize::from(record.symbol_len);
            record.cell(&self.symbols[start..at])
        })
    }

    /// The cells from left to right, each with its first column, counted with the indent.
    pub fn placed(&self) -> impl Iterator<Item = (usize, Cell<'_>)> {
        let mut column = self.indent;
        self.cells().map(move |cell| {
            let at = column;
            column += cell.width;
            (at, cell)
        })
    }

    /// The cell that covers a column, counted with the indent: what the mouse points at.
    #[must_use]
    pub fn at(&self, column: usize) -> Option<Cell<'_>> {
        self.placed()
            .find(|(start, cell)| (*start..start + cell.width).contains(&column))
            .map(|(_, cell)| cell)
    }

    /// The columns, counted with the indent, that show some of a part of the source text: one range for each
    /// piece, from left to right. A part that is one in the text may be several on the screen.
    #[must_use]
    pub fn columns(&self, part: &Range<usize>) -> Vec<Range<usize>> {
        let mut pieces: Vec<Range<usize>> = Vec::new();
        for (start, cell) in self.placed() {
            if !touches(&cell.range, part) {
                continue;
            }
            match pieces.last_mut().filter(|piece| piece.end == start) {
                Some(piece) => piece.end += cell.width,
                None => pieces.push(start..start + cell.width),
            }
        }
        pieces
    }

    /// Adds a style to all cells that show some of a part of the source text.
    pub fn add_style(&mut self, part: &Range<usize>, style: Style) {
        for record in &mut self.cells {
            if touches(&record.range(), part) {
                record.style = record.style | style;
            }
        }
    }

    /// The part of the source text that the line shows, from its first to its last character; `None` if empty.
    #[must_use]
    pub fn source(&self) -> Option<Range<usize>> {
        let start = self.cells.iter().map(|record| record.start).min()?;
        let end = self.cells.iter().map(|record| record.end).max()?;
        Some(start as usize..end as usize)
    }

    /// The same line in logical order, not mirrored and flush left: for the adaptor
    /// [`Off`](super::emit::Adaptor::Off). `shift`s of a right-to-left line are lost, so shift afterwards.
    #[must_use]
    pub fn logical(&self) -> Self {
        let mut cells: Vec<(Cell<'_>, bool)> =
            self.cells().zip(self.cells.iter().map(|record| record.is_mirrored)).collect();
        cells.sort_by_key(|(cell, _)| cell.range.start);
        let mut line = Self::new(Direction::Ltr, cells.len());
        for (cell, is_mirrored) in cells {
            line.push(&cell, if is_mirrored { Mirror::Yes } else { Mirror::No });
        }
        line
    }

    /// Columns to leave free at the left: for a right-to-left line what the line is shorter than the width.
    #[must_use]
    pub fn indent(&self) -> usize {
        self.indent
    }

    /// Moves the whole line by `columns` to the right, for bullets, quote bars and list indents.
    pub fn shift(&mut self, columns: usize) {
        self.indent = self.indent.saturating_add(columns);
    }

    /// Puts another line beside this one, its first cell at `column` (counted with this line's indent), or right
    /// behind if that is taken: for marks, bars and the columns of tables.
    ///
    /// The parts of the text that the cells show are counted as if both were one text, the one at the side at which
    /// this line starts first.
    pub fn beside(&mut self, column: usize, right: Self) {
        let gap = column.saturating_sub(self.indent.saturating_add(self.width));
        let end = |line: &Self| line.cells.iter().map(|record| record.end).max().unwrap_or(0);
        let (left_by, right_by) = match self.base {
            Direction::Ltr => (0, end(self)),
            Direction::Rtl => (end(&right), 0),
        };
        let later = |record: &mut Record, by: u32| {
            record.start = record.start.saturating_add(by);
            record.end = record.end.saturating_add(by);
        };
        self.cells.iter_mut().for_each(|record| later(record, left_by));
        let border = if left_by == 0 { right_by } else { left_by };
        let blank = Record { start: border, end: border, symbol_len: 1, width: 1, ..Record::default() };
        self.cells.extend(std::iter::repeat_n(blank, gap));
        self.symbols.extend(std::iter::repeat_n(' ', gap));
        self.cells.extend(right.cells.into_iter().map(|mut record| {
            later(&mut record, right_by);
            record
        }));
        self.symbols.push_str(&right.symbols);
        self.width += gap + right.width;
    }

    /// Columns that the cells take, without the indent.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The base direction.
    #[must_use]
    pub fn base(&self) -> Direction {
        self.base
    }

    /// Whether there is nothing to be seen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The symbols from left to right as one string, without the indent.
    #[must_use]
    pub fn visual(&self) -> String {
        self.symbols.clone()
    }
}

impl Record {
    fn cell<'a>(&self, symbol: &'a str) -> Cell<'a> {
        Cell {
            symbol,
            width: usize::from(self.width),
            range: self.range(),
            style: self.style,
            link: (self.link > 0).then_some(LinkId(self.link)),
        }
    }

    const fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The mirror image of a character, if it has one. Letters and digits of most lines need no search for it.
fn image(c: char) -> Option<char> {
    match c {
        ' ' | '0'..='9' | 'A'..='Z' | 'a'..='z' | '\u{590}'..='\u{8FF}' | '\u{FE70}'..='\u{FEFC}' => None,
        _ => get_mirrored(c),
    }
}

/// Whether two parts of a text have a character in common.
const fn touches(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mirror_image_is_found() {
        for c in '\0'..=char::MAX {
            assert_eq!(image(c), get_mirrored(c), "{c:?}");
        }
    }
}
