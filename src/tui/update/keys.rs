//! Key presses: to the dialog that has the keys, or through the keymap to an action.

use super::{act, bidi, command, confirm, finder, health, help, links, menu, properties, search, subscribe};
use crate::tui::effect::Effects;
use crate::tui::keymap::{Code, Key, Meaning, Mods};
use crate::tui::model::{Mode, Model, Pending};

/// No count is larger.
const MOST: usize = 9_999;

/// Takes a key press.
pub(super) fn press(model: &mut Model, key: Key, fx: &mut Effects) {
    // These work everywhere, so that nobody is ever locked in.
    if key == Key::new(Code::Char('c'), Mods::CTRL) && !matches!(model.mode, Mode::Panes) {
        subscribe::leave(model, fx);
        return;
    }
    match &model.mode {
        Mode::Panes => press_in_panes(model, key, fx),
        Mode::Help(_) => help::press(model, key),
        Mode::Health(_) => health::press(model, key, fx),
        Mode::Properties(_) => properties::press(model, key, fx),
        Mode::Subscribe(_) => subscribe::press(model, key, fx),
        Mode::Unsubscribe(_) | Mode::Consent => confirm::press(model, key, fx),
        Mode::Menu(_) => menu::press(model, key, fx),
        Mode::Search(_) => search::press(model, key, fx),
        Mode::Finder(_) => finder::press(model, key, fx),
        Mode::Hints(_) => links::press(model, key, fx),
        Mode::Command(_) => command::press(model, key, fx),
        Mode::BidiTest => bidi::press(model, key, fx),
    }
}

fn press_in_panes(model: &mut Model, key: Key, fx: &mut Effects) {
    let is_fresh = model.pending.keys.is_empty();
    model.pending.keys.push(key);
    match model.keymap.meaning(&model.pending.keys) {
        Meaning::Start => {}
        Meaning::Action(action) => {
            let Pending { count, .. } = std::mem::take(&mut model.pending);
            act::act(model, action, count, fx);
        }
        Meaning::Macro(actions) => {
            model.pending = Pending::default();
            for action in actions {
                // A dialog that one of them opened takes the keys; the rest would act behind it.
                if !matches!(model.mode, Mode::Panes) {
                    break;
                }
                act::act(model, action, None, fx);
            }
        }
        Meaning::Nothing => {
            model.pending.keys.clear();
            let digit = key.letter().filter(|_| is_fresh).and_then(|letter| letter.to_digit(10));
            match (digit, model.pending.count) {
                (Some(digit), count) if digit > 0 || count.is_some() => {
                    let count = count.unwrap_or(0) * 10 + usize::try_from(digit).unwrap_or(0);
                    model.pending.count = Some(count.min(MOST));
                }
                _ => model.pending.count = None,
            }
        }
    }
}
