//! What is around the content: the heads of panes, the lines between them, boxes of dialogs.

use ratatui::layout::Rect;

use crate::model::Direction;
use crate::tui::model::{Model, Pane};
use crate::tui::paint::{Canvas, Strip};
use crate::tui::theme::Role;

/// The head of a pane: what it shows, and something about it at the end.
pub(super) struct Head<'a> {
    /// The pane.
    pub(super) pane: Pane,
    /// What it shows.
    pub(super) title: &'a str,
    /// The direction of that.
    pub(super) direction: Direction,
    /// Something about it: a count, how far it is read.
    pub(super) note: &'a str,
}

/// Draws the head of a pane and the line below it.
pub(super) fn head(model: &Model, canvas: &mut Canvas<'_>, area: Rect, head: &Head<'_>) {
    let is_focused = model.focus == head.pane;
    let role = if is_focused { Role::HeadFocused } else { Role::Head };
    let mut strip = Strip::new(area, model.look.ui);
    let (_, _) = (strip.start(1), strip.end(1));
    if !head.note.is_empty() {
        let width = canvas.width(head.note);
        let note = strip.end(width);
        canvas.say(note, head.note, canvas.style(if is_focused { Role::Count } else { Role::Dim }));
        strip.end(1);
    }
    // A title never runs against its direction into the note: it has its own rectangle.
    canvas.text_at_start(strip.rest(), head.title, head.direction, canvas.style(role));
    if area.height > 1 {
        let line = Rect { y: area.y + 1, height: 1, ..area };
        let (symbol, role) = if is_focused { ("━", Role::HeadFocused) } else { ("─", Role::Rule) };
        canvas.repeat(line, symbol, canvas.style(role));
    }
}

/// Draws the lines between panes, which cross the lines below their heads.
pub(super) fn rules(model: &Model, canvas: &mut Canvas<'_>, whole: Rect, panes: &[Option<Rect>]) {
    let style = canvas.style(Role::Rule);
    let focused = model.areas().of(model.focus);
    for pane in panes.iter().flatten().filter(|pane| pane.right() < whole.right()) {
        let column = Rect { x: pane.right(), width: 1, ..*pane };
        canvas.repeat(column, "│", style);
        let is_focused = |x: u16| focused.is_some_and(|focused| focused.x == x || focused.right() == x);
        let crossing = match (focused == Some(*pane), is_focused(pane.right() + 1)) {
            (true, _) => "┽",
            (_, true) => "┾",
            _ => "┼",
        };
        if pane.height > 1 {
            canvas.symbol((column.x, pane.y + 1), crossing, style);
        }
    }
}

/// How far a pane is scrolled.
pub(super) struct Thumb {
    /// The first visible row.
    pub(super) top: usize,
    /// Visible rows.
    pub(super) page: usize,
    /// All rows.
    pub(super) total: usize,
}

/// Draws where in its content a pane is, at the side where its rows end. Nothing if all of it is visible.
pub(super) fn scroll_bar(model: &Model, canvas: &mut Canvas<'_>, rows: Rect, thumb: &Thumb) {
    let height = usize::from(rows.height);
    if thumb.total <= thumb.page || height == 0 {
        return;
    }
    let x = match model.look.ui {
        Direction::Ltr => rows.right().saturating_sub(1),
        Direction::Rtl => rows.x,
    };
    let length = (height * thumb.page / thumb.total).max(1);
    let way = thumb.total - thumb.page;
    let start = (height - length) * thumb.top.min(way) / way;
    let offset = |rows: usize| u16::try_from(rows).unwrap_or(u16::MAX);
    let area = Rect { x, y: rows.y + offset(start), width: 1, height: offset(length) };
    let symbol = if model.look.ui == Direction::Ltr { "▐" } else { "▌" };
    canvas.repeat(area.intersection(rows), symbol, canvas.style(Role::Rule));
}

/// Draws the box of a dialog with its title, and returns the area inside.
pub(super) fn dialog(model: &Model, canvas: &mut Canvas<'_>, area: Rect, title: &str) -> Rect {
    canvas.ground(area, canvas.style(Role::Text));
    if area.width < 4 || area.height < 3 {
        return area;
    }
    let style = canvas.style(Role::HeadFocused);
    let (right, bottom) = (area.right() - 1, area.bottom() - 1);
    canvas.repeat(Rect { height: 1, ..area }, "─", style);
    canvas.repeat(Rect { y: bottom, height: 1, ..area }, "─", style);
    canvas.repeat(Rect { width: 1, ..area }, "│", style);
    canvas.repeat(Rect { x: right, width: 1, ..area }, "│", style);
    for (x, y, corner) in
        [(area.x, area.y, "╭"), (right, area.y, "╮"), (area.x, bottom, "╰"), (right, bottom, "╯")]
    {
        canvas.symbol((x, y), corner, style);
    }
    let mut strip = Strip::new(Rect { x: area.x + 2, width: area.width - 4, ..area }, model.look.ui);
    let width = canvas.width(title).saturating_add(2);
    let place = strip.start(width);
    canvas.ground(place, style);
    canvas.centred(place, title, style);
    Rect { x: area.x + 2, y: area.y + 1, width: area.width - 4, height: area.height - 2 }
}
