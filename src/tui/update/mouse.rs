//! The mouse: a click selects, a double click opens, the wheel scrolls what is under it.

use ratatui::layout::{Position, Rect};

use super::{health, help, links, menu, moves, properties, search};
use crate::time::Span;
use crate::tui::effect::Effects;
use crate::tui::model::{Areas, Mode, Model, Pane, finder_of, finder_rows, finder_top, rows_of};
use crate::tui::msg::{Deed, Mouse};

/// Rows that one notch of the wheel scrolls.
const NOTCH: isize = 3;
/// Two clicks within this time are a double click.
const DOUBLE: Span = Span::millis(400);

/// Takes what the mouse did.
pub(super) fn act(model: &mut Model, mouse: Mouse, fx: &mut Effects) {
    let lines = match mouse.deed {
        Deed::Click | Deed::Menu => 0,
        Deed::WheelUp => -NOTCH,
        Deed::WheelDown => NOTCH,
    };
    match model.mode {
        Mode::Help(_) => return help::scroll(model, lines),
        Mode::Panes => {}
        Mode::Search(_) => search::accept(model),
        Mode::Finder(_) => return finder(model, mouse, fx),
        Mode::Hints(_) => model.mode = Mode::Panes,
        Mode::Menu(_) => return menu::mouse(model, mouse, fx),
        Mode::Health(_) => return health::mouse(model, mouse),
        Mode::Properties(_) => return properties::mouse(model, mouse, fx),
        Mode::Subscribe(_) | Mode::Unsubscribe(_) | Mode::Consent | Mode::Command(_) | Mode::BidiTest => {
            return;
        }
    }
    let Some((pane, area)) = pane_at(model, mouse) else { return };
    match mouse.deed {
        Deed::Click => click(model, pane, area, mouse, fx),
        Deed::Menu => {
            let link = links::at(model, mouse.column, mouse.row);
            point(model, pane, area, mouse);
            model.last_click = None;
            menu::open(model, link, Some((mouse.column, mouse.row)));
        }
        Deed::WheelUp | Deed::WheelDown => wheel(model, pane, lines),
    }
}

fn finder(model: &mut Model, mouse: Mouse, fx: &mut Effects) {
    let Areas::Panes { whole, .. } = model.areas() else { return };
    let Mode::Finder(finder) = &mut model.mode else { return };
    let rows = finder_rows(whole);
    let position = Position { x: mouse.column, y: mouse.row };
    match mouse.deed {
        Deed::WheelUp => finder.step(-1),
        Deed::WheelDown => finder.step(1),
        Deed::Click if rows.contains(position) => {
            let at = finder_top(finder, usize::from(rows.height)) + usize::from(mouse.row - rows.y);
            super::finder::click(model, at, fx);
        }
        Deed::Click if !finder_of(whole).contains(position) => model.mode = Mode::Panes,
        Deed::Click | Deed::Menu => {}
    }
}

fn pane_at(model: &Model, mouse: Mouse) -> Option<(Pane, Rect)> {
    let areas = model.areas();
    [Pane::Feeds, Pane::Items, Pane::Article]
        .into_iter()
        .filter_map(|pane| Some((pane, areas.of(pane)?)))
        .find(|(_, area)| area.contains(Position { x: mouse.column, y: mouse.row }))
}

fn click(model: &mut Model, pane: Pane, area: Rect, mouse: Mouse, fx: &mut Effects) {
    let place = (mouse.column, mouse.row);
    let is_second = model.last_click.is_some_and(|(then, column, row)| {
        (column, row) == place && then <= model.now && model.now.since(then) <= DOUBLE
    });
    model.last_click = (!is_second).then_some((model.now, mouse.column, mouse.row));
    if point(model, pane, area, mouse) == Pointed::Row && is_second {
        moves::open(model, fx);
    }
    if pane == Pane::Article {
        links::click(model, mouse, is_second, fx);
    }
}

/// What the mouse points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pointed {
    /// A row of a list, which is selected now.
    Row,
    /// Something else.
    Other,
}

/// Gives a pane the keys and selects the row under the mouse.
fn point(model: &mut Model, pane: Pane, area: Rect, mouse: Mouse) -> Pointed {
    let rows = rows_of(area);
    model.focus = pane;
    let Some(line) = mouse.row.checked_sub(rows.y).map(usize::from) else { return Pointed::Other };
    let height = usize::from(rows.height);
    match pane {
        Pane::Feeds => {
            let at = model.feeds.top(height) + line;
            if at < model.feeds.tree().len() {
                model.feeds.select(at);
            }
            Pointed::Row
        }
        Pane::Items => {
            let at = model.items.top(height) + line;
            if at < model.items.rows().len() {
                model.items.select(at);
            }
            Pointed::Row
        }
        Pane::Article => Pointed::Other,
    }
}

fn wheel(model: &mut Model, pane: Pane, lines: isize) {
    let height = model.areas().page(pane);
    match pane {
        Pane::Feeds => model.feeds.scroll(lines, height),
        Pane::Items => model.items.scroll(lines, height),
        Pane::Article => model.article.scroll_by(lines, height),
    }
}
