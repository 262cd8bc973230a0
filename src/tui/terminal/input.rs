//! From crossterm's events to ours.

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use crate::tui::keymap::{Code, Key, Mods};
use crate::tui::msg::{Deed, Mouse, Msg};

/// The message that an event is; nothing if it means nothing to us.
pub(crate) fn message(event: Event) -> Option<Msg> {
    match event {
        Event::Key(event) if event.kind != KeyEventKind::Release => key(event).map(Msg::Key),
        Event::Mouse(event) => mouse(event).map(Msg::Mouse),
        Event::Paste(text) => Some(Msg::Paste(text)),
        Event::Resize(columns, rows) => Some(Msg::Resize(columns, rows)),
        // Whoever looks at the window again wants to see the present.
        Event::FocusGained => Some(Msg::Tick),
        Event::Key(_) | Event::FocusLost => None,
    }
}

fn key(event: KeyEvent) -> Option<Key> {
    let mut mods = Mods::NONE;
    for (held, ours) in [
        (KeyModifiers::SHIFT, Mods::SHIFT),
        (KeyModifiers::CONTROL, Mods::CTRL),
        (KeyModifiers::ALT, Mods::ALT),
    ] {
        if event.modifiers.contains(held) {
            mods = mods.with(ours);
        }
    }
    let code = match event.code {
        KeyCode::Char(letter) => Code::Char(letter),
        KeyCode::F(number) => Code::F(number),
        KeyCode::Enter => Code::Enter,
        KeyCode::Esc => Code::Esc,
        KeyCode::Tab => Code::Tab,
        KeyCode::BackTab => {
            mods = mods.with(Mods::SHIFT);
            Code::Tab
        }
        KeyCode::Backspace => Code::Backspace,
        KeyCode::Delete => Code::Delete,
        KeyCode::Insert => Code::Insert,
        KeyCode::Home => Code::Home,
        KeyCode::End => Code::End,
        KeyCode::PageUp => Code::PageUp,
        KeyCode::PageDown => Code::PageDown,
        KeyCode::Up => Code::Up,
        KeyCode::Down => Code::Down,
        KeyCode::Left => Code::Left,
        KeyCode::Right => Code::Right,
        _ => return None,
    };
    Some(Key::new(code, mods))
}

fn mouse(event: MouseEvent) -> Option<Mouse> {
    let deed = match event.kind {
        MouseEventKind::Down(MouseButton::Left) => Deed::Click,
        MouseEventKind::Down(MouseButton::Right) => Deed::Menu,
        MouseEventKind::ScrollUp => Deed::WheelUp,
        MouseEventKind::ScrollDown => Deed::WheelDown,
        _ => return None,
    };
    Some(Mouse { deed, column: event.column, row: event.row })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(code: KeyCode, modifiers: KeyModifiers, expected: &str) {
        let shown = key(KeyEvent::new(code, modifiers)).map(|key| key.to_string());
        assert_eq!(shown.as_deref(), Some(expected));
    }

    #[test]
    fn keys_are_the_same_as_those_that_are_written() {
        check(KeyCode::Char('G'), KeyModifiers::SHIFT, "G");
        check(KeyCode::BackTab, KeyModifiers::SHIFT, "Shift-Tab");
        check(KeyCode::F(5), KeyModifiers::SHIFT, "Shift-F5");
        check(KeyCode::Char('r'), KeyModifiers::CONTROL, "Ctrl-r");
    }
}
