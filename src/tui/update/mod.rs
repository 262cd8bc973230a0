//! From what happened to a changed model and wishes. Pure: no I/O, no clock, no chance.
//!
//! This file routes. Each kind of message and each mode has a file of its own; [`settle`] then asks for whatever
//! the screen shows and does not have.

mod act;
mod answer;
mod bidi;
mod change;
mod command;
mod confirm;
mod copy;
mod engine;
mod finder;
mod health;
mod help;
mod input;
mod keys;
mod links;
mod marking;
mod menu;
mod mouse;
mod moves;
mod outcome;
mod properties;
mod reading;
mod search;
mod seek;
mod settle;
mod subscribe;
mod trail;
mod undone;

pub(super) use links::outgoing;

use super::effect::Effects;
use super::model::{Consent, Mode, Model, Size, Weight};
use super::msg::Msg;
use crate::engine::{Command, Query};
use crate::strings::Text;
use crate::time::{Span, Timestamp};
use crate::tui::effect::Effect;

/// Takes what happened.
pub fn update(model: &mut Model, msg: Msg, now: Timestamp) -> Effects {
    let mut fx = Effects::default();
    model.now = now;
    match msg {
        Msg::Start => start(model, &mut fx),
        Msg::Key(key) => {
            sign_of_life(model, &mut fx);
            keys::press(model, key, &mut fx);
        }
        Msg::Mouse(mouse) => {
            sign_of_life(model, &mut fx);
            mouse::act(model, mouse, &mut fx);
        }
        Msg::Paste(text) => {
            sign_of_life(model, &mut fx);
            if !properties::paste(model, &text) {
                subscribe::paste(model, &text, &mut fx);
            }
        }
        Msg::Resize(columns, rows) => model.size = Size { columns, rows },
        Msg::Engine(event) => engine::hear(model, event, &mut fx),
        Msg::Answer(ticket, answer) => answer::take(model, ticket, answer, &mut fx),
        Msg::Opened(result) => outcome::opened(model, &result),
        Msg::Fault(path) => {
            let path = path.display().to_string();
            tell(model, Weight::Bad, Text::NoticeFault, &[("path", &path)]);
        }
        Msg::Terminal(recognized) => bidi::recognize(model, recognized, &mut fx),
        Msg::Tick => {}
    }
    settle::settle(model, &mut fx);
    fx
}

fn start(model: &mut Model, fx: &mut Effects) {
    let ticket = model.tickets.draw();
    model.consent = Consent::Asking(ticket);
    fx.push(Effect::Ask(ticket, Query::Consent));
    let ticket = model.tickets.draw();
    fx.push(Effect::Ask(ticket, Query::Outlook));
    bidi::start(model, fx);
    model.feeds.refetch = Some(model.now);
}

/// Tells the engine that the user is there, but not at every key.
fn sign_of_life(model: &mut Model, fx: &mut Effects) {
    let now = model.now;
    let is_recent = |last: Timestamp| last <= now && now.since(last) < Span::seconds(10);
    if !model.last_sign.is_some_and(is_recent) {
        model.last_sign = Some(now);
        fx.tell(Command::SignOfLife);
    }
}

/// Shows a sentence for a while.
fn tell(model: &mut Model, weight: Weight, text: Text, gaps: &[(&str, &str)]) {
    let sentence = model.look.strings.fill(text, gaps);
    model.notices.add(weight, sentence, model.now);
}

/// Asks the question about background checks, if it was never answered and no dialog is open.
fn ask_for_consent(model: &mut Model) {
    if model.consent == Consent::Open && matches!(model.mode, Mode::Panes) {
        model.mode = Mode::Consent;
    }
}
