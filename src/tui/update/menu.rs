//! The menu for what is selected or under the mouse.

use ratatui::layout::Position;

use super::{act, copy, links};
use crate::tui::effect::Effects;
use crate::tui::keymap::{Code, Key, Meaning};
use crate::tui::model::{Areas, Entry, Menu, Mode, Model};
use crate::tui::msg::{Deed, Mouse};

/// Opens it for the pane that has the keys.
pub(super) fn open(model: &mut Model, link: Option<String>, place: Option<(u16, u16)>) {
    if !model.is_new() {
        model.mode = Mode::Menu(Menu::of(model.focus, link, place));
    }
}

/// Takes a key press. The key of an entry's action chooses it.
pub(super) fn press(model: &mut Model, key: Key, fx: &mut Effects) {
    let Mode::Menu(menu) = &mut model.mode else { return };
    match key.code {
        Code::Esc => model.mode = Mode::Panes,
        Code::Enter => choose(model, fx),
        Code::Down | Code::Char('j') => menu.step(1),
        Code::Up | Code::Char('k') => menu.step(-1),
        Code::Home => menu.step(isize::MIN),
        Code::End => menu.step(isize::MAX),
        _ => {
            let Meaning::Action(action) = model.keymap.meaning(&[key]) else { return };
            match menu.entries.iter().position(|entry| *entry == Entry::Action(action)) {
                Some(at) => {
                    menu.at = at;
                    choose(model, fx);
                }
                None => model.mode = Mode::Panes,
            }
        }
    }
}

/// Takes what the mouse did: a click in the box chooses, one beside it closes.
pub(super) fn mouse(model: &mut Model, mouse: Mouse, fx: &mut Effects) {
    let Areas::Panes { whole, .. } = model.areas() else { return };
    let Mode::Menu(menu) = &model.mode else { return };
    let area = menu.area(model, whole);
    let rows = usize::from(area.height.saturating_sub(2));
    let is_inside = area.contains(Position { x: mouse.column, y: mouse.row });
    let row = mouse.row.checked_sub(area.y + 1).map(usize::from).filter(|row| is_inside && *row < rows);
    let at = row.map(|row| menu.top(rows) + row).filter(|at| *at < menu.entries.len());
    let Mode::Menu(menu) = &mut model.mode else { return };
    match (mouse.deed, at) {
        (Deed::WheelUp, _) => menu.step(-1),
        (Deed::WheelDown, _) => menu.step(1),
        (Deed::Click | Deed::Menu, Some(at)) => {
            menu.at = at;
            choose(model, fx);
        }
        (Deed::Click | Deed::Menu, None) if !is_inside => model.mode = Mode::Panes,
        (Deed::Click | Deed::Menu, None) => {}
    }
}

fn choose(model: &mut Model, fx: &mut Effects) {
    let Mode::Menu(menu) = std::mem::replace(&mut model.mode, Mode::Panes) else { return };
    match menu.entry() {
        Some(Entry::Action(action)) => act::act(model, *action, None, fx),
        Some(Entry::OpenLink(url)) => links::open(model, url, fx),
        Some(Entry::CopyLink(url)) => copy::text(model, &links::outgoing(model, url), fx),
        None => {}
    }
}
