//! An input line with text of any direction: a logical buffer and a cursor between grapheme clusters.

use unicode_segmentation::UnicodeSegmentation;

use super::clean::Sieve;
use super::line::Mirror;
use super::{Cell, Line, Options, Styled, direction, single};
use crate::model::Direction;

/// A line of text being edited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    text: String,
    cursor: usize,
}

impl Input {
    /// A line that holds `text`, with the cursor at its end.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { cursor: text.len(), text }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The cursor as a byte index into the text.
    #[must_use]
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// The base for [`view`](Self::view): that of the first strong letter, or else that of the interface.
    #[must_use]
    pub fn base(&self, interface: Direction) -> Direction {
        direction::first_strong(&self.text).unwrap_or(interface)
    }

    /// Inserts text at the cursor: line breaks and controls in it are dropped.
    pub fn insert(&mut self, text: &str) {
        let mut sieve = Sieve::default();
        let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        let kept: String = text.chars().filter(|c| sieve.lets_pass(*c) && !is_break(*c)).collect();
        self.text.insert_str(self.cursor, &kept);
        self.cursor += kept.len();
        // A mark or joiner may have made one cluster of what is around it.
        self.cursor = self.border_at_or_after(self.cursor);
    }

    /// Deletes the cluster before the cursor.
    pub fn backspace(&mut self) {
        let end = self.cursor;
        self.back();
        self.remove(self.cursor, end);
    }

    /// Deletes the cluster after the cursor.
    pub fn delete(&mut self) {
        let end = self.after();
        self.remove(self.cursor, end);
    }

    /// Deletes the word before the cursor.
    pub fn delete_word(&mut self) {
        let end = self.cursor;
        let before = self.text[..end].trim_end_matches(|c: char| !c.is_alphanumeric());
        let kept = before.trim_end_matches(|c: char| !c.is_whitespace());
        self.remove(kept.len(), end);
    }

    /// Moves one cluster towards the start of the text.
    pub fn back(&mut self) {
        self.cursor = self.text[..self.cursor].grapheme_indices(true).next_back().map_or(0, |(at, _)| at);
    }

    /// Moves one cluster towards the end of the text.
    pub fn forward(&mut self) {
        self.cursor = self.after();
    }

    /// Moves to the start of the text.
    pub fn home(&mut self) {
        self.cursor = 0;
    }

    /// Moves to the end of the text.
    pub fn end(&mut self) {
        self.cursor = self.text.len();
    }

    /// Moves to where a column of the [`view`](Self::view) points: before the character shown there, or to the end
    /// where there is none.
    pub fn point(&mut self, column: usize, options: &Options) {
        let (line, _) = self.view(options);
        self.cursor = line.at(column).map_or(self.text.len(), |cell| cell.range.start);
    }

    /// The visible part, scrolled so that the cursor is in it, and the column of the cursor in it.
    ///
    /// The cursor is on the cell of the next character in logical order; at the end of the text it is behind the
    /// last one, at the left edge of right-to-left text. The column counts from the left edge of the view, the line's
    /// indent included.
    #[must_use]
    pub fn view(&self, options: &Options) -> (Line, usize) {
        let width = options.width.max(1);
        let unlimited = Options { width: usize::MAX / 2, ..*options };
        let mut full = single(&Styled::plain(self.text.as_str()), &unlimited);
        // One column more than the cells need, at the end of the text: there the cursor waits.
        let columns = full.width() + 1;
        let (at_end, indent) = match options.base {
            Direction::Ltr => (full.width(), 0),
            Direction::Rtl => (0, 1),
        };
        full.set_indent(indent);
        let cursor = self.cell_column(&full).unwrap_or(at_end);
        let (first, padding) = match options.base {
            Direction::Ltr => ((cursor + 1).saturating_sub(width), 0),
            Direction::Rtl => (columns.saturating_sub(width).min(cursor), width.saturating_sub(columns)),
        };
        (window(&full, first, width, padding), cursor - first + padding)
    }

    /// The column of the cell at the cursor, or of the next one that is shown.
    fn cell_column(&self, line: &Line) -> Option<usize> {
        let behind = line.placed().filter(|(_, cell)| cell.range.end > self.cursor);
        behind.min_by_key(|(_, cell)| cell.range.start).map(|(column, _)| column)
    }

    fn after(&self) -> usize {
        self.cursor + self.text[self.cursor..].graphemes(true).next().map_or(0, str::len)
    }

    fn border_at_or_after(&self, at: usize) -> usize {
        self.text
            .grapheme_indices(true)
            .map(|(start, _)| start)
            .find(|start| *start >= at)
            .unwrap_or(self.text.len())
    }

    fn remove(&mut self, start: usize, end: usize) {
        self.text.replace_range(start..end, "");
        self.cursor = self.border_at_or_after(start);
    }
}

/// The cells of a line that lie whole in `width` columns from `first` on, moved to the right by `padding`.
fn window(line: &Line, first: usize, width: usize, padding: usize) -> Line {
    let mut view = Line::new(line.base(), width.min(line.width()));
    let inside =
        |(column, cell): &(usize, Cell<'_>)| *column >= first && column + cell.width <= first + width;
    let mut indent = None;
    for (column, cell) in line.placed().filter(inside) {
        indent.get_or_insert(column - first + padding);
        // The cells are mirrored already.
        view.push(&cell, Mirror::No);
    }
    view.set_indent(indent.unwrap_or(0));
    view
}

#[cfg(test)]
mod tests;
