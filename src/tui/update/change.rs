//! Changes and tasks that the engine is asked for.

use super::{ask_for_consent, tell};
use crate::engine::{Command, Insistence, Ticket};
use crate::model::{Change, FeedId, Scope, Setting};
use crate::strings::Text;
use crate::tui::effect::Effects;
use crate::tui::model::{Consent, Deed, Job, Mode, Model, Node, Pane, Tally, Weight, direction_text};

/// Has a change made.
pub(super) fn apply(model: &mut Model, change: Change, deed: Deed, fx: &mut Effects) {
    let ticket = begin(model, Job::Change(deed));
    fx.tell(Command::Apply(ticket, change));
}

fn begin(model: &mut Model, job: Job) -> Ticket {
    let ticket = model.tickets.draw();
    model.jobs.insert(ticket, job);
    ticket
}

/// The feeds that an action means: the feed of the article, or what is selected in the tree.
pub(super) fn scope(model: &Model) -> Option<Scope> {
    match model.focus {
        Pane::Article => feed(model).map(Scope::Feed),
        Pane::Feeds | Pane::Items => model.feeds.node().map(Node::scope),
    }
}

/// The one feed that an action means: that of the article, of the selected item, or the one selected in the tree.
pub(super) fn feed(model: &Model) -> Option<FeedId> {
    match model.focus {
        Pane::Article => model.article.target.map(|item| item.feed),
        Pane::Items => model.items.row().map(|row| row.id.feed),
        Pane::Feeds => match model.feeds.node() {
            Some(Node::Feed(id)) => Some(*id),
            _ => None,
        },
    }
}

/// The title of a feed.
pub(super) fn title(model: &Model, feed: FeedId) -> String {
    model.feeds.row(feed).map_or_else(String::new, |row| row.title.clone())
}

/// Refreshes feeds. The host that asked to be left alone is asked once all the same if the user insists.
pub(super) fn refresh(model: &mut Model, scope: Option<Scope>, fx: &mut Effects) {
    let Some(scope) = scope else { return };
    let held = model.held.take().map(Scope::Feed);
    let insistence = if held.as_ref() == Some(&scope) { Insistence::Override } else { Insistence::Polite };
    let ticket = begin(model, Job::Refresh(Tally::default()));
    fx.tell(Command::Refresh(ticket, scope, insistence));
}

/// Refreshes a feed whatever its host asked for, once.
pub(super) fn insist(model: &mut Model, feed: FeedId, fx: &mut Effects) {
    let ticket = begin(model, Job::Refresh(Tally::default()));
    fx.tell(Command::Refresh(ticket, Scope::Feed(feed), Insistence::Override));
}

/// Turns the direction of a feed: automatic, right to left, left to right.
pub(super) fn turn_direction(model: &mut Model, fx: &mut Effects) {
    let Some(row) = feed(model).and_then(|feed| model.feeds.row(feed)) else {
        tell(model, Weight::Warning, Text::NoticeSelectFeed, &[]);
        return;
    };
    let (feed, choice, title) = (row.id, row.choice.next(), row.title.clone());
    let direction = model.look.strings.say(direction_text(choice));
    let gaps = [("title", title.as_str()), ("direction", direction)];
    let said = model.look.strings.fill(Text::NoticeDirection, &gaps);
    model.feeds.turn(feed, choice);
    apply(model, Change::Set { feed, setting: Setting::Direction(choice) }, Deed::Said(said), fx);
}

/// Asks whether to unsubscribe.
pub(super) fn ask_to_unsubscribe(model: &mut Model) {
    match feed(model) {
        Some(feed) => model.mode = Mode::Unsubscribe(feed),
        None => tell(model, Weight::Warning, Text::NoticeSelectFeed, &[]),
    }
}

/// Unsubscribes.
pub(super) fn unsubscribe(model: &mut Model, feed: FeedId, fx: &mut Effects) {
    let title = title(model, feed);
    let said = model.look.strings.fill(Text::NoticeUnsubscribed, &[("title", &title)]);
    apply(model, Change::Unsubscribe(feed), Deed::Said(said), fx);
    if model.focus == Pane::Article {
        model.focus = Pane::Items;
    }
}

/// Adds the sample feeds.
pub(super) fn import_sample(model: &mut Model, fx: &mut Effects) {
    if model.sample.feeds.is_empty() {
        return;
    }
    let ticket = begin(model, Job::Import);
    fx.tell(Command::Import(ticket, model.sample.clone()));
}

/// Takes the last change back.
pub(super) fn undo(model: &mut Model, fx: &mut Effects) {
    let ticket = begin(model, Job::Change(Deed::Undo));
    fx.tell(Command::Undo(ticket));
}

/// Makes the change again that was taken back last.
pub(super) fn redo(model: &mut Model, fx: &mut Effects) {
    let ticket = begin(model, Job::Change(Deed::Redo));
    fx.tell(Command::Redo(ticket));
}

/// Cancels what is going on.
pub(super) fn cancel(model: &mut Model, fx: &mut Effects) {
    let is_long = |job: &Job| matches!(job, Job::Refresh(_) | Job::Subscribe { .. } | Job::Import);
    for (ticket, _) in model.jobs.iter().filter(|(_, job)| is_long(job)) {
        fx.tell(Command::Cancel(*ticket));
    }
}

/// Turns background checks on or off; asks the question if it was never answered.
pub(super) fn turn_background(model: &mut Model, fx: &mut Effects) {
    match model.consent {
        Consent::Given(on) => allow_background(model, !on, fx),
        Consent::Open => ask_for_consent(model),
        Consent::Asking(_) => {}
    }
}

/// The user's answer about background checks.
pub(super) fn allow_background(model: &mut Model, on: bool, fx: &mut Effects) {
    model.consent = Consent::Given(on);
    fx.tell(Command::Background(on));
    let text = if on { Text::NoticeBackgroundOn } else { Text::NoticeBackgroundOff };
    tell(model, Weight::Good, text, &[]);
}
