//! The command line.

use super::{act, input, tell};
use crate::strings::{Text, words};
use crate::tui::effect::Effects;
use crate::tui::keymap::{Code, Key};
use crate::tui::model::{CommandLine, Mode, Model, Weight};

/// Opens it.
pub(super) fn open(model: &mut Model) {
    model.mode = Mode::Command(CommandLine::default());
}

/// Takes a key press.
pub(super) fn press(model: &mut Model, key: Key, fx: &mut Effects) {
    let ui = model.look.ui;
    let Mode::Command(line) = &mut model.mode else { return };
    match key.code {
        Code::Esc => model.mode = Mode::Panes,
        // Deleting more than was typed leaves, as it does in vi.
        Code::Backspace if line.typed.text().is_empty() => model.mode = Mode::Panes,
        Code::Tab => line.complete(),
        Code::Enter => enter(model, fx),
        _ => {
            input::press(&mut line.typed, key, ui);
        }
    }
}

fn enter(model: &mut Model, fx: &mut Effects) {
    let Mode::Command(line) = std::mem::replace(&mut model.mode, Mode::Panes) else { return };
    match line.meant() {
        Some(action) => act::act(model, action, None, fx),
        None if line.typed.text().trim().is_empty() => {}
        None => {
            let name = words::quoted(line.typed.text());
            tell(model, Weight::Warning, Text::NoticeUnknownCommand, &[("name", &name)]);
        }
    }
}
