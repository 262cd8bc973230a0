//! The letters over the links in sight. Where the chosen one leads stands in the status line.

use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::strings::Text;
use crate::text::address;
use crate::tui::model::{Hints, Model, in_sight};
use crate::tui::paint::Canvas;
use crate::tui::theme::Role;

/// Draws the letters that can still be meant.
pub(super) fn draw(model: &Model, state: &Hints, canvas: &mut Canvas<'_>) {
    let hints = in_sight(model);
    for (at, hint) in state.meant(&hints) {
        let role = if at == state.at { Role::Selected } else { Role::Marked };
        let area = Rect { x: hint.place.x, y: hint.place.y, width: columns(&hint.label), height: 1 };
        canvas.over(area, &hint.label, canvas.style(role));
    }
}

fn columns(label: &str) -> u16 {
    u16::try_from(label.len()).unwrap_or(1)
}

/// What the status line says: what will be done, what was typed, where the link leads.
pub(super) fn prompt(model: &Model, state: &Hints, canvas: &mut Canvas<'_>, area: Rect, ground: Style) {
    let strings = model.look.strings;
    let url = state.address(model, &in_sight(model)).unwrap_or_default();
    let url = address::shown(&super::super::update::outgoing(model, &url));
    let deed = strings.say(state.deed.words());
    let keys = if url.is_empty() { strings.say(Text::LinksKeys) } else { "" };
    let mut strip = crate::tui::paint::Strip::new(area, model.look.ui);
    for (words, role) in [(deed, Role::Key), (state.typed.as_str(), Role::Input), (keys, Role::Dim)] {
        if words.is_empty() {
            continue;
        }
        let width = canvas.width(words);
        canvas.say(strip.start(width), words, ground.patch(canvas.style(role)));
        strip.start(1);
    }
    let width = canvas.width(&url);
    canvas.text(strip.start(width), &url, crate::model::Direction::Ltr, ground);
    strip.start(2);
    let keys = strings.say(Text::LinksKeys);
    if !url.is_empty() && canvas.width(keys) <= strip.rest().width {
        let width = canvas.width(keys);
        canvas.say(strip.end(width), keys, ground.patch(canvas.style(Role::Dim)));
    }
}
