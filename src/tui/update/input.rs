//! Editing a line of text.

use crate::model::Direction;
use crate::text::input::{Input, Way};
use crate::tui::keymap::{Code, Key, Mods};

/// Longer input is cut: no address and no name is that long.
const MOST: usize = 4_096;

/// Takes a key press. Returns whether it was one for the line. `interface` is the direction of a line without letters.
pub(super) fn press(input: &mut Input, key: Key, interface: Direction) -> bool {
    if let Some(letter) = key.letter() {
        type_text(input, letter.encode_utf8(&mut [0; 4]));
        return true;
    }
    let ctrl = key.mods.holds(Mods::CTRL);
    if let Some(way) = way(key) {
        if key.mods.holds(Mods::SHIFT) {
            input.select(way, interface);
        } else {
            input.go(way, interface);
        }
        return true;
    }
    match key.code {
        Code::Char('w') if ctrl => input.delete_word(),
        Code::Char('a') if key.mods.holds(Mods::ALT) => input.select_all(),
        Code::Char('k') if ctrl => input.delete_rest(),
        Code::Char('u') if ctrl => *input = Input::default(),
        Code::Char('h') if ctrl => input.backspace(),
        Code::Backspace if ctrl || key.mods.holds(Mods::ALT) => input.delete_word(),
        Code::Backspace => input.backspace(),
        Code::Delete => input.delete(),
        _ => return false,
    }
    true
}

/// The way that a key moves the cursor.
fn way(key: Key) -> Option<Way> {
    let ctrl = key.mods.holds(Mods::CTRL);
    let by_word = ctrl || key.mods.holds(Mods::ALT);
    Some(match key.code {
        Code::Left if by_word => Way::WordLeft,
        Code::Right if by_word => Way::WordRight,
        Code::Left => Way::Left,
        Code::Right => Way::Right,
        Code::Home => Way::Home,
        Code::End => Way::End,
        Code::Char('a') if ctrl => Way::Home,
        Code::Char('e') if ctrl => Way::End,
        _ => return None,
    })
}

/// Adds text at the cursor.
pub(super) fn type_text(input: &mut Input, text: &str) {
    let room = MOST.saturating_sub(input.text().len());
    let end = (0..=text.len().min(room)).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    input.insert(&text[..end]);
}
