//! Questions that are answered with yes or no.

use super::change;
use crate::tui::effect::Effects;
use crate::tui::keymap::{Code, Key};
use crate::tui::model::{Mode, Model};

/// Takes a key press. Other keys than yes, no and Escape do nothing, so that no answer is given by accident.
pub(super) fn press(model: &mut Model, key: Key, fx: &mut Effects) {
    let answer = match key.letter() {
        Some('y' | 'Y') => Some(true),
        Some('n' | 'N') => Some(false),
        _ => None,
    };
    if key.code == Code::Esc {
        model.mode = Mode::Panes;
        return;
    }
    let Some(yes) = answer else { return };
    match std::mem::replace(&mut model.mode, Mode::Panes) {
        Mode::Unsubscribe(feed) if yes => change::unsubscribe(model, feed, fx),
        Mode::Consent => change::allow_background(model, yes, fx),
        _ => {}
    }
}
