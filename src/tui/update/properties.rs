//! The dialog of a feed's properties.

use ratatui::layout::{Position, Rect};

use super::{change, input, tell};
use crate::engine::{Health, Query, Ticket};
use crate::model::{Change, FeedId, Scope, Setting};
use crate::strings::Text;
use crate::text::input::Input;
use crate::tui::effect::{Effect, Effects};
use crate::tui::keymap::{Code, Key};
use crate::tui::model::{
    Areas, Deed as Said, Edit, Landing, Mode, Model, Properties, Property, Weight, facts, properties_of,
    properties_rows, properties_top,
};
use crate::tui::msg::{Deed, Mouse};

/// Opens it for the feed that is meant.
pub(super) fn open(model: &mut Model, fx: &mut Effects) {
    let Some(feed) = change::feed(model) else {
        tell(model, Weight::Warning, Text::NoticeSelectFeed, &[]);
        return;
    };
    open_for(model, feed, fx);
}

/// Opens it for a feed.
pub(super) fn open_for(model: &mut Model, feed: FeedId, fx: &mut Effects) {
    model.mode = Mode::Properties(Box::new(Properties::of(feed)));
    ask(model, fx);
}

/// Asks for what is known about the feed.
fn ask(model: &mut Model, fx: &mut Effects) {
    let Mode::Properties(dialog) = &mut model.mode else { return };
    if let Some((ticket, ())) = dialog.slot.ask((), &mut model.tickets) {
        fx.push(Effect::Ask(ticket, Query::Health(dialog.feed)));
    }
}

/// Asks anew, since something about this feed, or about any, changed.
pub(super) fn outdate(model: &mut Model, feed: Option<FeedId>, fx: &mut Effects) {
    let Mode::Properties(dialog) = &model.mode else { return };
    if feed.is_none_or(|feed| feed == dialog.feed) {
        ask(model, fx);
    }
}

/// Takes what is known.
pub(super) fn take(model: &mut Model, ticket: Ticket, health: Option<Box<Health>>, fx: &mut Effects) {
    let Mode::Properties(dialog) = &mut model.mode else { return };
    match dialog.slot.land(ticket, &mut model.tickets) {
        Landing::Wanted(()) if health.is_some() => dialog.health = health,
        // It was unsubscribed meanwhile.
        Landing::Wanted(()) => model.mode = Mode::Panes,
        Landing::Outdated(Some((ticket, ()))) => fx.push(Effect::Ask(ticket, Query::Health(dialog.feed))),
        Landing::Outdated(None) | Landing::Foreign => {}
    }
}

/// Takes a key press.
pub(super) fn press(model: &mut Model, key: Key, fx: &mut Effects) {
    let Mode::Properties(dialog) = &mut model.mode else { return };
    if dialog.edit.is_some() {
        press_in_line(model, key, fx);
        return;
    }
    match key.code {
        Code::Esc | Code::Char('q' | 'e' | 'h') => model.mode = Mode::Panes,
        Code::Down | Code::Char('j') => step(model, 1),
        Code::Up | Code::Char('k') => step(model, -1),
        Code::PageDown => step(model, 10),
        Code::PageUp => step(model, -10),
        Code::Home | Code::Char('g') => step(model, isize::MIN),
        Code::End | Code::Char('G') => step(model, isize::MAX),
        Code::Char('r') | Code::F(5) => {
            let scope = Scope::Feed(dialog.feed);
            change::refresh(model, Some(scope), fx);
        }
        Code::Enter | Code::Char(' ' | 'l') => begin(model, fx),
        _ => {}
    }
}

/// Goes to another line.
pub(super) fn step(model: &mut Model, lines: isize) {
    let last = facts(model).len() + Property::ALL.len() - 1;
    let Mode::Properties(dialog) = &mut model.mode else { return };
    if dialog.edit.is_none() {
        dialog.at = dialog.at.saturating_add_signed(lines).min(last);
    }
}

/// Takes what the mouse did: a click goes to a line, a second one changes it, one beside the dialog closes it.
pub(super) fn mouse(model: &mut Model, mouse: Mouse, fx: &mut Effects) {
    let Areas::Panes { whole, .. } = model.areas() else { return };
    let body = Rect { height: whole.height - 1, ..whole };
    let Mode::Properties(dialog) = &mut model.mode else { return };
    if dialog.edit.is_some() {
        return;
    }
    let (place, rows) = (Position { x: mouse.column, y: mouse.row }, properties_rows(body));
    match mouse.deed {
        Deed::WheelUp => step(model, -1),
        Deed::WheelDown => step(model, 1),
        Deed::Click | Deed::Menu if !properties_of(body).contains(place) => model.mode = Mode::Panes,
        Deed::Click | Deed::Menu if rows.contains(place) => {
            let top = properties_top(dialog.at, usize::from(rows.height));
            let line = top + usize::from(mouse.row - rows.y);
            if line == dialog.at {
                begin(model, fx);
            } else {
                dialog.at = line;
                step(model, 0);
            }
        }
        Deed::Click | Deed::Menu => {}
    }
}

fn begin(model: &mut Model, fx: &mut Effects) {
    let Mode::Properties(dialog) = &mut model.mode else { return };
    let (Some(property), Some(health)) = (dialog.property(), &dialog.health) else { return };
    if property == Property::Direction {
        let next = health.subscription.direction.next();
        set(model, Setting::Direction(next), fx);
    } else {
        let typed = Input::new(property.text(&health.subscription));
        dialog.edit = Some(Edit { property, typed });
    }
}

fn press_in_line(model: &mut Model, key: Key, fx: &mut Effects) {
    let ui = model.look.ui;
    let Mode::Properties(dialog) = &mut model.mode else { return };
    let Some(edit) = &mut dialog.edit else { return };
    match key.code {
        Code::Esc => dialog.edit = None,
        Code::Enter => {
            // What means nothing stays to be mended: the line below says what is understood.
            if let Some(setting) = edit.property.setting(edit.typed.text()) {
                dialog.edit = None;
                set(model, setting, fx);
            }
        }
        _ => {
            input::press(&mut edit.typed, key, ui);
        }
    }
}

/// Pastes into the value that is being changed. False if none is.
pub(super) fn paste(model: &mut Model, text: &str) -> bool {
    let Mode::Properties(dialog) = &mut model.mode else { return false };
    match &mut dialog.edit {
        Some(edit) => input::type_text(&mut edit.typed, text),
        None => return false,
    }
    true
}

fn set(model: &mut Model, setting: Setting, fx: &mut Effects) {
    let Mode::Properties(dialog) = &mut model.mode else { return };
    let feed = dialog.feed;
    let title = change::title(model, feed);
    let said = model.look.strings.fill(Text::PropertiesSaved, &[("title", &title)]);
    change::apply(model, Change::Set { feed, setting }, Said::Said(said), fx);
}
