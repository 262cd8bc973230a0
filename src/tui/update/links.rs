//! From cells and letters to links: what the mouse points at in an article, and the links chosen with keys.

use ratatui::layout::Position;

use super::{copy, tell};
use crate::config::Tracking;
use crate::strings::Text;
use crate::text::address;
use crate::tui::effect::{Effect, Effects};
use crate::tui::keymap::{Code, Key, Mods};
use crate::tui::model::{
    After, Hints, LinkDeed, Mode, Model, Order, Pane, Weight, can_go_on, in_sight, text_of,
};
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
        open(model, &url, fx);
    } else {
        let url = address::shown(&outgoing(model, &url));
        tell(model, Weight::Good, Text::NoticeLink, &[("url", &url)]);
    }
}

/// An address as it leaves the program: without what only tells where its reader came from, unless that is wanted.
#[must_use]
pub(in crate::tui) fn outgoing(model: &Model, url: &str) -> String {
    match model.config.tracking {
        Tracking::Dropped => address::without_tracking(url),
        Tracking::Kept => url.to_owned(),
    }
}

/// Opens an address.
pub(super) fn open(model: &Model, url: &str, fx: &mut Effects) {
    fx.push(Effect::Open(outgoing(model, url)));
}

/// Puts letters over the links in sight.
pub(super) fn hint(model: &mut Model, after: After) {
    let is_numbered = model.article.shown().is_some_and(|shown| !shown.laid.links.is_empty());
    if in_sight(model).is_empty() && !is_numbered {
        tell(model, Weight::Warning, Text::NoticeNoLinks, &[]);
        return;
    }
    model.mode = Mode::Hints(Hints::new(after));
}

/// Takes a key press.
pub(super) fn press(model: &mut Model, key: Key, fx: &mut Effects) {
    let hints = in_sight(model);
    let Mode::Hints(mut state) = std::mem::replace(&mut model.mode, Mode::Panes) else { return };
    match key.code {
        Code::Esc => return,
        Code::Enter => return choose(model, state, fx),
        Code::Tab => state.deed = state.deed.next(),
        Code::Backspace => {
            state.typed.pop();
        }
        Code::Down => state.at = (state.at + 1).min(hints.len().saturating_sub(1)),
        Code::Up => state.at = state.at.saturating_sub(1),
        Code::Char(' ') | Code::PageDown => super::moves::page(model, 1),
        Code::PageUp => super::moves::page(model, -1),
        Code::Char(letter) if key.mods == Mods::NONE && letter.is_ascii_alphanumeric() => {
            state.typed.push(letter.to_ascii_lowercase());
            match settled(model, &state) {
                Settled::Chosen => return choose(model, state, fx),
                Settled::Nothing => {
                    state.typed.pop();
                }
                Settled::Open => {
                    let first = state.meant(&hints).next().map_or(0, |(at, _)| at);
                    state.at = first;
                }
            }
        }
        _ => {}
    }
    model.mode = Mode::Hints(state);
}

/// What was typed means one link, none, or several.
enum Settled {
    Chosen,
    Nothing,
    Open,
}

fn settled(model: &Model, state: &Hints) -> Settled {
    let hints = in_sight(model);
    if state.is_number() {
        return match (state.address(model, &hints), can_go_on(model, &state.typed)) {
            (_, true) => Settled::Open,
            (Some(_), false) => Settled::Chosen,
            (None, false) => Settled::Nothing,
        };
    }
    match state.meant(&hints).count() {
        0 => Settled::Nothing,
        1 => Settled::Chosen,
        _ => Settled::Open,
    }
}

fn choose(model: &mut Model, mut state: Hints, fx: &mut Effects) {
    let address = state.address(model, &in_sight(model));
    if let Some(url) = address {
        let url = outgoing(model, &url);
        match state.deed {
            LinkDeed::Open => fx.push(Effect::Open(url)),
            LinkDeed::OpenBehind => fx.push(Effect::OpenBehind(url)),
            LinkDeed::Copy => copy::text(model, &url, fx),
        }
    }
    state.typed.clear();
    if state.after == After::Stay {
        model.mode = Mode::Hints(state);
    }
}
