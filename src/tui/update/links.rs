//! From cells to links: what the mouse points at in an article.

use ratatui::layout::Position;

use super::tell;
use crate::strings::Text;
use crate::text::address;
use crate::tui::effect::{Effect, Effects};
use crate::tui::model::{Model, Order, Pane, Weight, text_of};
use crate::tui::msg::Mouse;

/// The address of the link in a cell of the screen.
pub(super) fn at(model: &Model, column: u16, row: u16) -> Option<String> {
    let area = text_of(model.areas().of(Pane::Article)?);
    if !area.contains(Position { x: column, y: row }) {
        return None;
    }
    let shown = model.article.shown()?;
    let at = model.article.scroll() + usize::from(row - area.y);
    let Some(line) = shown.laid.lines.get(at) else {
        // The files follow the text: a blank line, a heading, a line each.
        let file = at.checked_sub(shown.laid.lines.len() + 2)?;
        return shown.enclosures.get(file).map(|file| file.url.clone());
    };
    let column = usize::from(column - area.x);
    let id = match model.look.order {
        Order::Visual => line.at(column)?.link?,
        Order::Logical => line.logical().at(column)?.link?,
    };
    shown.laid.links.iter().find(|link| link.id == id).map(|link| link.url.clone())
}

/// A click on a link says where it leads, the second one opens it.
pub(super) fn click(model: &mut Model, mouse: Mouse, is_second: bool, fx: &mut Effects) {
    let Some(url) = at(model, mouse.column, mouse.row) else { return };
    if is_second {
        fx.push(Effect::Open(url));
    } else {
        tell(model, Weight::Good, Text::NoticeLink, &[("url", &address::shown(&url))]);
    }
}
