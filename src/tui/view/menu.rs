//! The menu for what is selected or under the mouse.

use ratatui::layout::Rect;

use super::frame;
use super::list::{self, Stand};
use crate::strings::Text;
use crate::tui::model::{Entry, Menu, Model};
use crate::tui::paint::Canvas;
use crate::tui::theme::Role;

/// Draws it.
pub(super) fn draw(model: &Model, menu: &Menu, canvas: &mut Canvas<'_>, whole: Rect) {
    let strings = model.look.strings;
    let area = menu.area(model, whole);
    let inner = frame::dialog(model, canvas, area, strings.say(Text::MenuTitle));
    let rows = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..inner };
    let top = menu.top(usize::from(rows.height));
    for (y, (at, entry)) in (rows.y..rows.bottom()).zip(menu.entries.iter().enumerate().skip(top)) {
        let stand = Stand::of(at == menu.at, true);
        let mut strip = list::row(canvas, Rect { y, height: 1, ..rows }, stand, model.look.ui);
        if let Entry::Action(action) = entry {
            let key = model.keymap.first(*action);
            let width = canvas.width(&key);
            canvas.say(strip.end(width), &key, stand.style(canvas, Role::Key));
            strip.end(1);
        }
        canvas.say(strip.rest(), strings.say(entry.words()), stand.style(canvas, Role::Text));
    }
}
