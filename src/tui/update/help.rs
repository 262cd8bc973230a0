//! The list of keys.

use super::input;
use crate::tui::keymap::{Code, Key};
use crate::tui::model::{Areas, Help, Mode, Model};

/// Opens the list.
pub(super) fn open(model: &mut Model) {
    model.mode = Mode::Help(Help::default());
}

/// Takes a key press: typing searches, arrows scroll, Escape closes.
pub(super) fn press(model: &mut Model, key: Key) {
    let page = page(model);
    let ui = model.look.ui;
    let Mode::Help(help) = &mut model.mode else { return };
    let last = help.lines(model.look.strings, &model.keymap).len().saturating_sub(page);
    match key.code {
        // Nothing is called by a question mark: the key that opens the list closes it.
        Code::Esc | Code::Enter | Code::Char('?') => {
            model.mode = Mode::Panes;
            return;
        }
        Code::Up => help.scroll = help.scroll.saturating_sub(1),
        Code::Down => help.scroll += 1,
        Code::PageUp => help.scroll = help.scroll.saturating_sub(page),
        Code::PageDown => help.scroll += page,
        _ => {
            if input::press(&mut help.typed, key, ui) {
                help.scroll = 0;
            }
        }
    }
    help.scroll = help.scroll.min(last);
}

/// Scrolls by the wheel.
pub(super) fn scroll(model: &mut Model, lines: isize) {
    let page = page(model);
    let Mode::Help(help) = &mut model.mode else { return };
    let last = help.lines(model.look.strings, &model.keymap).len().saturating_sub(page);
    help.scroll = help.scroll.saturating_add_signed(lines).min(last);
}

fn page(model: &Model) -> usize {
    match model.areas() {
        Areas::TooSmall(_) => 1,
        Areas::Panes { whole, .. } => crate::tui::model::help_page(whole),
    }
}
