//! An input line with text of any direction: a logical buffer and a cursor between grapheme clusters.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::clean::Sieve;
use super::line::Mirror;
use super::{Cell, Line, Options, Shaping, Style, Styled, direction, single};
use crate::model::Direction;

/// A line of text being edited.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    text: String,
    cursor: usize,
    /// The other end of the selection, if there is one.
    anchor: Option<usize>,
}

/// A way that the cursor can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To the next place at the left, as it is seen.
    Left,
    /// To the next place at the right, as it is seen.
    Right,
    /// Over a word, to the left in a line whose base is left to right.
    WordLeft,
    /// Over a word, to the right in a line whose base is left to right.
    WordRight,
    /// To the start of the text.
    Home,
    /// To the end of the text.
    End,
}

impl Input {
    /// A line that holds `text`, with the cursor at its end.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { cursor: text.len(), text, anchor: None }
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

    /// The selected part, in bytes; `None` if nothing is selected.
    #[must_use]
    pub fn selection(&self) -> Option<Range<usize>> {
        let anchor = self.anchor.filter(|anchor| *anchor != self.cursor)?;
        Some(anchor.min(self.cursor)..anchor.max(self.cursor))
    }

    /// Moves the cursor; nothing is selected any more.
    pub fn go(&mut self, way: Way, interface: Direction) {
        self.anchor = None;
        self.travel(way, interface);
    }

    /// Moves the cursor and selects what lies between the two places.
    pub fn select(&mut self, way: Way, interface: Direction) {
        self.anchor.get_or_insert(self.cursor);
        self.travel(way, interface);
    }

    /// Selects everything.
    pub fn select_all(&mut self) {
        (self.anchor, self.cursor) = (Some(0), self.text.len());
    }

    /// Deletes from the cursor to the end.
    pub fn delete_rest(&mut self) {
        if !self.delete_selection() {
            self.remove(self.cursor, self.text.len());
        }
    }

    /// Inserts text at the cursor, in place of what is selected: line breaks and controls in it are dropped.
    pub fn insert(&mut self, text: &str) {
        self.delete_selection();
        let mut sieve = Sieve::default();
        let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
        let kept: String = text.chars().filter(|c| sieve.lets_pass(*c) && !is_break(*c)).collect();
        self.text.insert_str(self.cursor, &kept);
        self.cursor += kept.len();
        // A mark or joiner may have made one cluster of what is around it.
        self.cursor = self.border_at_or_after(self.cursor);
    }

    /// Deletes what is selected, or else the cluster before the cursor.
    pub fn backspace(&mut self) {
        if self.delete_selection() {
            return;
        }
        let end = self.cursor;
        self.back();
        self.remove(self.cursor, end);
    }

    /// Deletes what is selected, or else the cluster after the cursor.
    pub fn delete(&mut self) {
        if self.delete_selection() {
            return;
        }
        let end = self.after();
        self.remove(self.cursor, end);
    }

    /// Deletes what is selected, or else the word before the cursor.
    pub fn delete_word(&mut self) {
        if !self.delete_selection() {
            self.remove(self.word_start(), self.cursor);
        }
    }

    /// Moves one cluster towards the start of the text.
    pub fn back(&mut self) {
        self.anchor = None;
        self.cursor = self.text[..self.cursor].grapheme_indices(true).next_back().map_or(0, |(at, _)| at);
    }

    /// Moves one cluster towards the end of the text.
    pub fn forward(&mut self) {
        self.anchor = None;
        self.cursor = self.after();
    }

    /// Moves to the start of the text.
    pub fn home(&mut self) {
        self.anchor = None;
        self.cursor = 0;
    }

    /// Moves to the end of the text.
    pub fn end(&mut self) {
        self.anchor = None;
        self.cursor = self.text.len();
    }

    /// Moves to where a column of the [`view`](Self::view) points: before the character shown there, or to the end
    /// where there is none.
    pub fn point(&mut self, column: usize, options: &Options) {
        let (line, _) = self.view(options);
        self.anchor = None;
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
        if let Some(selected) = self.selection() {
            full.add_style(&selected, Style::SELECTED);
        }
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

    fn travel(&mut self, way: Way, interface: Direction) {
        let base = self.base(interface);
        self.cursor = match (way, base) {
            (Way::Left, _) => self.beside(Direction::Rtl, base),
            (Way::Right, _) => self.beside(Direction::Ltr, base),
            (Way::WordLeft, Direction::Ltr) | (Way::WordRight, Direction::Rtl) => self.word_start(),
            (Way::WordLeft, Direction::Rtl) | (Way::WordRight, Direction::Ltr) => self.word_end(),
            (Way::Home, _) => 0,
            (Way::End, _) => self.text.len(),
        };
    }

    /// The place next to the cursor on that side of the screen. Every cell is a place, and so is the room at the end of the
    /// text, so going one way from one edge to the other visits each of them once.
    fn beside(&self, towards: Direction, base: Direction) -> usize {
        let options = Options { base, width: usize::MAX / 2, shaping: Shaping::Off };
        let line = single(&Styled::plain(self.text.as_str()), &options);
        let mut places: Vec<usize> = line.placed().map(|(_, cell)| cell.range.start).collect();
        match base {
            Direction::Ltr => places.push(self.text.len()),
            Direction::Rtl => places.insert(0, self.text.len()),
        }
        let behind = places.iter().enumerate().filter(|(_, place)| **place >= self.cursor);
        let here = behind.min_by_key(|(_, place)| **place).map_or(0, |(at, _)| at);
        let next = match towards {
            Direction::Ltr => (here + 1).min(places.len() - 1),
            Direction::Rtl => here.saturating_sub(1),
        };
        self.border_at_or_after(places[next])
    }

    /// Where the word before the cursor starts.
    fn word_start(&self) -> usize {
        let before = self.text[..self.cursor].trim_end_matches(|c: char| !c.is_alphanumeric());
        before.trim_end_matches(|c: char| !c.is_whitespace()).len()
    }

    /// Where the word after the cursor ends.
    fn word_end(&self) -> usize {
        let rest = self.text[self.cursor..].trim_start_matches(|c: char| !c.is_alphanumeric());
        self.text.len() - rest.trim_start_matches(|c: char| !c.is_whitespace()).len()
    }

    /// Deletes what is selected. False if nothing is.
    fn delete_selection(&mut self) -> bool {
        let Some(selected) = self.selection() else {
            self.anchor = None;
            return false;
        };
        self.anchor = None;
        self.remove(selected.start, selected.end);
        true
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
