//! Editing a line of text.

use crate::text::input::Input;
use crate::tui::keymap::{Code, Key, Mods};

/// Longer input is cut: no address and no name is that long.
const MOST: usize = 4_096;

/// Takes a key press. Returns whether it was one for the line.
pub(super) fn press(input: &mut Input, key: Key) -> bool {
    if let Some(letter) = key.letter() {
        type_text(input, letter.encode_utf8(&mut [0; 4]));
        return true;
    }
    let ctrl = key.mods.holds(Mods::CTRL);
    match key.code {
        Code::Char('w') if ctrl => input.delete_word(),
        Code::Char('a') if ctrl => input.home(),
        Code::Char('e') if ctrl => input.end(),
        Code::Char('u') if ctrl => *input = Input::default(),
        Code::Char('h') if ctrl => input.backspace(),
        Code::Backspace if ctrl || key.mods.holds(Mods::ALT) => input.delete_word(),
        Code::Backspace => input.backspace(),
        Code::Delete => input.delete(),
        Code::Left => input.back(),
        Code::Right => input.forward(),
        Code::Home => input.home(),
        Code::End => input.end(),
        _ => return false,
    }
    true
}

/// Adds text at the cursor.
pub(super) fn type_text(input: &mut Input, text: &str) {
    let room = MOST.saturating_sub(input.text().len());
    let end = (0..=text.len().min(room)).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    input.insert(&text[..end]);
}
