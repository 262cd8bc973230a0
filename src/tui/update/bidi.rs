//! How the terminal shows right-to-left text: what is known of it, and what the user chooses.

use super::tell;
use crate::config::BidiMode;
use crate::engine::{Command, Query, Ticket};
use crate::strings::Text;
use crate::tui::effect::{Effect, Effects};
use crate::tui::keymap::{Code, Key};
use crate::tui::model::{Kept, MODES, Mode, Model, NOTE, Weight, mode_word};
use crate::tui::msg::Recognized;

/// Asks what was kept in other runs.
pub(super) fn start(model: &mut Model, fx: &mut Effects) {
    let ticket = model.tickets.draw();
    model.bidi.asked = Some(ticket);
    fx.push(Effect::Ask(ticket, Query::Note(NOTE)));
}

/// Something is known about the terminal.
pub(super) fn recognize(model: &mut Model, recognized: Recognized, fx: &mut Effects) {
    model.look.adapt(recognized.adaptor, &model.config);
    model.bidi.adaptor = recognized.adaptor;
    if recognized.name.is_some() {
        model.bidi.name = recognized.name;
        model.bidi.advice = recognized.advice;
    }
    settle(model, fx);
}

/// What was kept is there, or can't be read. False if the question was another.
pub(super) fn remember(model: &mut Model, ticket: Ticket, note: Option<&str>, fx: &mut Effects) -> bool {
    let is_ours = model.bidi.asked == Some(ticket);
    if is_ours {
        model.bidi.asked = None;
        model.bidi.kept = Some(Kept::read(note.unwrap_or_default()));
        settle(model, fx);
    }
    is_ours
}

/// As soon as both are known: the kept choice holds, and where there is none the user is told what to know.
fn settle(model: &mut Model, fx: &mut Effects) {
    let (Some(name), Some(kept)) = (&model.bidi.name, &mut model.bidi.kept) else { return };
    if std::mem::replace(&mut model.bidi.is_settled, true) {
        return;
    }
    // The configuration has the last word.
    if let Some(mode) = kept.of(name).filter(|_| model.config.bidi == BidiMode::Auto) {
        fx.push(Effect::Bidi(mode));
        return;
    }
    // That a multiplexer may be in the way is said in the help: in most cases it is not.
    let advice = model.bidi.advice.filter(|advice| *advice != Text::NoticeMultiplexerHint);
    // Once for each terminal: the help repeats it for those who look.
    if let Some(advice) = advice.filter(|_| kept.tell(name)) {
        let note = kept.write();
        tell(model, Weight::Warning, advice, &[]);
        fx.tell(Command::Note(NOTE, note));
    }
}

/// Opens the test.
pub(super) fn open(model: &mut Model) {
    model.mode = Mode::BidiTest;
}

/// Takes a key press in the test: a number chooses.
pub(super) fn press(model: &mut Model, key: Key, fx: &mut Effects) {
    if matches!(key.code, Code::Esc | Code::Enter | Code::Char('q')) {
        model.mode = Mode::Panes;
        return;
    }
    let Some(number) = key.letter().and_then(|letter| letter.to_digit(10)) else { return };
    let chosen = match usize::try_from(number).unwrap_or(usize::MAX).checked_sub(1) {
        None => Some(BidiMode::Auto),
        Some(at) => MODES.get(at).map(|(mode, ..)| *mode),
    };
    if let Some(mode) = chosen {
        choose(model, mode, fx);
    }
}

fn choose(model: &mut Model, mode: BidiMode, fx: &mut Effects) {
    model.mode = Mode::Panes;
    fx.push(Effect::Bidi(mode));
    let Some(name) = model.bidi.name.clone() else { return };
    let kept = model.bidi.kept.get_or_insert_default();
    kept.set(&name, mode);
    fx.tell(Command::Note(NOTE, kept.write()));
    let word = match mode {
        BidiMode::Auto => model.look.strings.say(Text::BidiAuto),
        mode => mode_word(mode),
    };
    tell(model, Weight::Good, Text::NoticeBidiKept, &[("mode", word)]);
}
