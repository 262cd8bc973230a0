//! The screen of feed health: what troubles each feed, and what can be done about it from there.

use ratatui::layout::{Position, Rect};

use super::{change, input, links, properties, settle, subscribe, tell};
use crate::engine::{Health, Query, Ticket};
use crate::model::{Change, FeedId, IntervalChoice, Scope, Setting};
use crate::strings::Text;
use crate::text::input::Input;
use crate::tui::effect::{Effect, Effects};
use crate::tui::keymap::{Code, Key};
use crate::tui::model::{
    Areas, Checkup, Deed as Said, Landing, Mode, Model, Node, Pane, Typing, Weight, health_rows,
    properties_top,
};
use crate::tui::msg::{Deed, Mouse};

/// Opens it.
pub(super) fn open(model: &mut Model, fx: &mut Effects) {
    model.mode = Mode::Health(Box::default());
    outdate(model, fx);
}

/// Asks anew, since something about a feed changed.
pub(super) fn outdate(model: &mut Model, fx: &mut Effects) {
    let Mode::Health(checkup) = &mut model.mode else { return };
    if let Some((ticket, ())) = checkup.slot.ask((), &mut model.tickets) {
        fx.push(Effect::Ask(ticket, Query::AllHealth));
    }
}

/// Takes what is known.
pub(super) fn take(model: &mut Model, ticket: Ticket, all: Vec<Health>, fx: &mut Effects) {
    let now = model.now;
    let Mode::Health(checkup) = &mut model.mode else { return };
    match checkup.slot.land(ticket, &mut model.tickets) {
        Landing::Wanted(()) => checkup.load(all, now),
        // While a refresh goes on, what is known grows old as fast as it comes; it is shown all the same.
        Landing::Outdated(next) => {
            checkup.load(all, now);
            if let Some((ticket, ())) = next {
                fx.push(Effect::Ask(ticket, Query::AllHealth));
            }
        }
        Landing::Foreign => {}
    }
}

/// Takes a key press.
pub(super) fn press(model: &mut Model, key: Key, fx: &mut Effects) {
    let (ui, now) = (model.look.ui, model.now);
    let Mode::Health(checkup) = &mut model.mode else { return };
    if checkup.typing == Typing::On {
        press_in_line(checkup, key, ui, now);
        return;
    }
    let feed = checkup.feed();
    match key.code {
        Code::Esc if !checkup.typed.text().is_empty() => {
            checkup.typed = Input::default();
            checkup.list(now);
        }
        Code::Esc | Code::Char('q' | 'H' | 'h') => model.mode = Mode::Panes,
        Code::Down | Code::Char('j') => checkup.step(1),
        Code::Up | Code::Char('k') => checkup.step(-1),
        Code::PageDown | Code::Char(' ') => checkup.step(10),
        Code::PageUp => checkup.step(-10),
        Code::Home | Code::Char('g') => checkup.step(isize::MIN),
        Code::End | Code::Char('G') => checkup.step(isize::MAX),
        Code::Char('/') => checkup.typing = Typing::On,
        Code::Char('u') => change::undo(model, fx),
        _ => {
            if let Some(feed) = feed {
                treat(model, feed, key, fx);
            }
        }
    }
}

fn press_in_line(checkup: &mut Checkup, key: Key, ui: crate::model::Direction, now: crate::time::Timestamp) {
    match key.code {
        Code::Esc => {
            checkup.typed = Input::default();
            checkup.typing = Typing::Off;
        }
        Code::Enter | Code::Down | Code::Up => checkup.typing = Typing::Off,
        _ => {
            input::press(&mut checkup.typed, key, ui);
        }
    }
    checkup.list(now);
}

/// What can be done about one feed.
fn treat(model: &mut Model, feed: FeedId, key: Key, fx: &mut Effects) {
    match key.code {
        Code::Char('r') | Code::F(5) => change::refresh(model, Some(Scope::Feed(feed)), fx),
        Code::Char('R') => change::insist(model, feed, fx),
        Code::Char('D') => rediscover(model, feed, fx),
        Code::Char('m') => mute(model, feed, fx),
        Code::Char('e') | Code::Enter => properties::open_for(model, feed, fx),
        Code::Char('d') => model.mode = Mode::Unsubscribe(feed),
        Code::Char('o') => match site(model) {
            Some(site) => links::open(model, &site, fx),
            None => tell(model, Weight::Warning, Text::NoticeNoLink, &[]),
        },
        Code::Char('l') => {
            model.mode = Mode::Panes;
            model.feeds.reveal(&Node::Feed(feed));
            settle::follow_selection(model);
            model.focus = Pane::Items;
        }
        _ => {}
    }
}

/// The site of the current feed.
fn site(model: &Model) -> Option<String> {
    let Mode::Health(checkup) = &model.mode else { return None };
    checkup.health()?.feed.as_ref()?.link.clone()
}

/// Looks for the feed anew: on its site, else where its address leads.
fn rediscover(model: &mut Model, feed: FeedId, fx: &mut Effects) {
    let address = site(model).or_else(|| model.feeds.row(feed).map(|row| row.url.clone()));
    if let Some(address) = address {
        subscribe::rediscover(model, feed, &address, fx);
    }
}

/// Leaves a feed alone from now on, or checks it again.
fn mute(model: &mut Model, feed: FeedId, fx: &mut Effects) {
    let Mode::Health(checkup) = &model.mode else { return };
    let Some(health) = checkup.health() else { return };
    let (interval, text) = match health.subscription.interval {
        IntervalChoice::Never => (IntervalChoice::Default, Text::HealthUnmuted),
        _ => (IntervalChoice::Never, Text::HealthMutedNow),
    };
    let title = change::title(model, feed);
    let said = model.look.strings.fill(text, &[("title", &title)]);
    change::apply(model, Change::Set { feed, setting: Setting::Interval(interval) }, Said::Said(said), fx);
}

/// Takes what the mouse did.
pub(super) fn mouse(model: &mut Model, mouse: Mouse) {
    let Areas::Panes { whole, .. } = model.areas() else { return };
    let body = Rect { height: whole.height - 1, ..whole };
    let Mode::Health(checkup) = &mut model.mode else { return };
    let (rows, _) = health_rows(body);
    match mouse.deed {
        Deed::WheelUp => checkup.step(-3),
        Deed::WheelDown => checkup.step(3),
        Deed::Click | Deed::Menu if rows.contains(Position { x: mouse.column, y: mouse.row }) => {
            let top = properties_top(checkup.at, usize::from(rows.height));
            let line = top + usize::from(mouse.row - rows.y);
            if line < checkup.lines().len() {
                checkup.at = line;
            }
        }
        Deed::Click | Deed::Menu => {}
    }
}
