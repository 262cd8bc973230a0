//! Puts finished lines of text into the cells of the screen.
//!
//! Every text that is shown goes through [`Canvas`], the program's own sentences too: ratatui's own text widgets
//! measure and order right-to-left text wrongly (`bidi.md` section 2.3).

use std::ops::Range;

use ratatui::buffer::{Buffer, CellDiffOption, CellWidth};
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

use super::model::Look;
use super::theme::Role;
use crate::model::Direction;
use crate::text::fold::Folded;
use crate::text::input::Input;
use crate::text::{self, Line, Options, Styled};

/// What is drawn on.
#[derive(Debug)]
pub(super) struct Canvas<'a> {
    buffer: &'a mut Buffer,
    /// What decides about looks.
    pub(super) look: &'a Look,
}

/// The end of a row that is cut at both sides, so that its parts go where its direction wants them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strip {
    rest: Rect,
    direction: Direction,
}

impl<'a> Canvas<'a> {
    /// A canvas on this buffer.
    pub(super) fn new(buffer: &'a mut Buffer, look: &'a Look) -> Self {
        Self { buffer, look }
    }

    /// The style of a role.
    pub(super) fn style(&self, role: Role) -> Style {
        self.look.theme.style(role)
    }

    /// Gives an area a ground: blanks in this style.
    pub(super) fn ground(&mut self, area: Rect, style: Style) {
        let area = area.intersection(self.buffer.area);
        self.break_up(area);
        for position in area.positions() {
            if let Some(cell) = self.buffer.cell_mut(position) {
                cell.reset();
                cell.set_style(style);
            }
        }
    }

    /// A cluster of two columns that an area cuts in two is not shown by halves: the cell left of the area, if its
    /// cluster reaches into it, is blank from now on.
    fn break_up(&mut self, area: Rect) {
        for y in area.y..area.bottom() {
            let Some(x) = area.x.checked_sub(1).filter(|_| area.width > 0) else { return };
            if let Some(cell) = self.buffer.cell_mut((x, y)).filter(|cell| cell.cell_width() > 1) {
                let style = cell.style();
                cell.reset();
                cell.set_style(style);
            }
        }
    }

    /// Puts a label of letters, a column each, over what is there.
    pub(super) fn over(&mut self, area: Rect, label: &str, style: Style) {
        self.ground(area, style);
        // What follows the last letter may be the second half of a cluster; it is a blank of its own then.
        for (x, letter) in (area.x..area.right()).zip(label.chars()) {
            self.symbol((x, area.y), letter.encode_utf8(&mut [0; 4]), style);
        }
    }

    /// Puts one symbol of one column into a cell.
    pub(super) fn symbol(&mut self, position: impl Into<Position>, symbol: &str, style: Style) {
        if let Some(cell) = self.buffer.cell_mut(position) {
            cell.set_symbol(symbol).set_style(style);
        }
    }

    /// Puts the same symbol into every cell of an area.
    pub(super) fn repeat(&mut self, area: Rect, symbol: &str, style: Style) {
        for position in area.intersection(self.buffer.area).positions() {
            self.symbol(position, symbol, style);
        }
    }

    /// Paints a line that was laid out for the width of the area, in its first row.
    pub(super) fn line(&mut self, area: Rect, line: &Line, style: Style) {
        match self.look.order {
            super::model::Order::Visual => self.cells(area, line, style),
            super::model::Order::Logical => self.cells(area, &line.logical(), style),
        }
    }

    /// Paints the cells of a line as they are, in the first row of an area.
    pub(super) fn cells(&mut self, area: Rect, line: &Line, style: Style) {
        if area.is_empty() {
            return;
        }
        let indent = u16::try_from(line.indent()).unwrap_or(u16::MAX);
        let mut x = area.x.saturating_add(indent);
        for cell in line.cells() {
            let width = u16::try_from(cell.width).unwrap_or(1);
            if x.saturating_add(width) > area.right() {
                break;
            }
            let look = style.patch(self.look.theme.of_text(cell.style));
            self.cluster(x, area.y, cell.symbol, width, look);
            x += width;
        }
    }

    fn cluster(&mut self, x: u16, y: u16, symbol: &str, width: u16, style: Style) {
        for follower in x + 1..x + width {
            self.symbol((follower, y), " ", style);
        }
        let Some(cell) = self.buffer.cell_mut((x, y)) else { return };
        cell.set_symbol(symbol).set_style(style);
        if cell.cell_width() != width
            && let Some(width) = std::num::NonZeroU16::new(width)
        {
            // Ratatui would skip or repaint a neighbour by a width that is not ours.
            cell.set_diff_option(CellDiffOption::ForcedWidth(width));
        }
    }

    /// Paints a text in one line, cut with `…` if it is too long, at the side where its direction starts.
    pub(super) fn text(&mut self, area: Rect, text: &str, base: Direction, style: Style) {
        if area.is_empty() || text.is_empty() {
            return;
        }
        let line = text::single(&Styled::plain(text), &self.options(area, base));
        self.line(area, &line, style);
    }

    /// Paints a text in one line where the interface's rows start, whatever its own direction is.
    pub(super) fn text_at_start(&mut self, area: Rect, text: &str, base: Direction, style: Style) {
        let width = self.width(text).min(area.width);
        self.text(Strip::new(area, self.look.ui).start(width), text, base, style);
    }

    /// Paints one of the program's own texts.
    pub(super) fn say(&mut self, area: Rect, text: &str, style: Style) {
        self.text_at_start(area, text, self.look.strings.direction(), style);
    }

    /// Paints one of the program's own texts, and what was searched for in it (folded) so that it stands out.
    pub(super) fn say_found(&mut self, area: Rect, text: &str, wanted: &str, style: Style) {
        let width = self.width(text).min(area.width);
        let place = Strip::new(area, self.look.ui).start(width);
        if place.is_empty() {
            return;
        }
        let mut line =
            text::single(&Styled::plain(text), &self.options(place, self.look.strings.direction()));
        for part in hits(text, wanted) {
            line.add_style(&part, text::Style::HIT);
        }
        self.line(place, &line, style);
    }

    /// Paints a text in one line as [`Self::text`] does, with parts of it that stand out.
    pub(super) fn field_with_hits(
        &mut self,
        area: Rect,
        (text, base): (&str, Direction),
        parts: &[Range<usize>],
        style: Style,
    ) {
        if area.is_empty() || text.is_empty() {
            return;
        }
        let mut line = text::single(&Styled::plain(text), &self.options(area, base));
        for part in parts {
            line.add_style(part, text::Style::HIT);
        }
        self.line(area, &line, style);
    }

    /// Paints a text where the interface's rows start, with parts of it that stand out.
    pub(super) fn text_with_hits(
        &mut self,
        area: Rect,
        (text, base): (&str, Direction),
        parts: &[Range<usize>],
        style: Style,
    ) {
        let width = self.width(text).min(area.width);
        let place = Strip::new(area, self.look.ui).start(width);
        if place.is_empty() {
            return;
        }
        let mut line = text::single(&Styled::plain(text), &self.options(place, base));
        for part in parts {
            line.add_style(part, text::Style::HIT);
        }
        self.line(place, &line, style);
    }

    /// Paints one of the program's own texts at the end of a row of this direction.
    pub(super) fn say_at_end(&mut self, area: Rect, text: &str, row: Direction, style: Style) {
        let width = self.width(text).min(area.width);
        let place = Strip::new(area, row).end(width);
        self.text(place, text, self.look.strings.direction(), style);
    }

    /// Paints a text in the middle of the first row of an area.
    pub(super) fn centred(&mut self, area: Rect, text: &str, style: Style) {
        let width = self.width(text).min(area.width);
        let x = area.x + (area.width - width) / 2;
        self.say(Rect { x, width, ..area }, text, style);
    }

    /// Paints a text over several rows. Returns how many it takes, which may be more than there are.
    pub(super) fn paragraph(&mut self, area: Rect, text: &str, style: Style) -> u16 {
        if area.is_empty() {
            return 0;
        }
        let base = self.look.strings.direction();
        let lines = text::layout(&Styled::plain(text), &self.options(area, base));
        for (y, line) in (area.y..area.bottom()).zip(&lines) {
            let row = Rect { y, height: 1, ..area };
            if base == self.look.ui {
                self.line(row, line, style);
            } else {
                // Sentences run in their own direction, but stand where the interface's rows start.
                let width = u16::try_from(line.width()).unwrap_or(u16::MAX);
                let indent = u16::try_from(line.indent()).unwrap_or(u16::MAX);
                let place = Strip::new(row, self.look.ui).start(width);
                let x = place.x.saturating_sub(indent);
                self.line(Rect { x, width: place.right().saturating_sub(x), ..place }, line, style);
            }
        }
        u16::try_from(lines.len()).unwrap_or(u16::MAX)
    }

    /// Paints a line that is being edited. Returns where the cursor is.
    pub(super) fn input(&mut self, area: Rect, input: &Input, style: Style) -> Option<Position> {
        if area.is_empty() {
            return None;
        }
        self.ground(area, style);
        let base = if input.text().is_empty() {
            self.look.ui
        } else {
            text::direction::first_strong(input.text()).unwrap_or(self.look.ui)
        };
        let (line, column) = input.view(&self.options(area, base));
        self.line(area, &line, style);
        let column = u16::try_from(column).unwrap_or(u16::MAX).min(area.width - 1);
        Some(Position { x: area.x + column, y: area.y })
    }

    /// The columns that a text needs.
    pub(super) fn width(&self, text: &str) -> u16 {
        u16::try_from(text::width(text, self.look.shaping)).unwrap_or(u16::MAX)
    }

    fn options(&self, area: Rect, base: Direction) -> Options {
        Options { base, width: usize::from(area.width), shaping: self.look.shaping }
    }
}

impl Strip {
    /// The first row of an area, to be cut in this direction.
    pub(super) fn new(area: Rect, direction: Direction) -> Self {
        Self { rest: Rect { height: area.height.min(1), ..area }, direction }
    }

    /// Cuts columns off where the row starts.
    pub(super) fn start(&mut self, columns: u16) -> Rect {
        self.cut(columns, self.direction)
    }

    /// Cuts columns off where the row ends.
    pub(super) fn end(&mut self, columns: u16) -> Rect {
        self.cut(columns, self.direction.opposite())
    }

    /// What is left.
    pub(super) const fn rest(&self) -> Rect {
        self.rest
    }

    fn cut(&mut self, columns: u16, side: Direction) -> Rect {
        let width = columns.min(self.rest.width);
        let left = self.rest.x;
        self.rest.width -= width;
        match side {
            Direction::Ltr => {
                self.rest.x += width;
                Rect { x: left, width, ..self.rest }
            }
            Direction::Rtl => Rect { x: self.rest.right(), width, ..self.rest },
        }
    }
}

/// The parts of a text in which any of these texts is found.
pub(super) fn found_in(text: &str, wanted: &[String]) -> Vec<Range<usize>> {
    wanted.iter().flat_map(|wanted| hits(text, &text::fold::fold(wanted))).collect()
}

/// The parts of a text in which something folded is found.
fn hits(text: &str, wanted: &str) -> Vec<Range<usize>> {
    if wanted.is_empty() {
        return Vec::new();
    }
    let folded = Folded::new(text);
    let found = folded.text.match_indices(wanted).map(|(at, _)| at..at + wanted.len());
    found.filter_map(|part| folded.source(&part)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strip_is_cut_from_where_its_direction_starts() {
        let row = Rect::new(10, 3, 20, 1);
        let mut strip = Strip::new(row, Direction::Rtl);
        assert_eq!(strip.start(4), Rect::new(26, 3, 4, 1));
        assert_eq!(strip.end(2), Rect::new(10, 3, 2, 1));
        assert_eq!(strip.rest(), Rect::new(12, 3, 14, 1));
        assert_eq!(strip.end(99), Rect::new(12, 3, 14, 1));
        assert_eq!(strip.start(1).width, 0);
    }
}
