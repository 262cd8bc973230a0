//! What the engine reports.

use super::{health, outcome, properties, settle, subscribe};
use crate::engine::{Event, Place};
use crate::model::FeedId;
use crate::tui::effect::{Effect, Effects};
use crate::tui::model::Model;

/// Takes an event.
pub(super) fn hear(model: &mut Model, event: Event, fx: &mut Effects) {
    match event {
        Event::Started { ticket, total } => outcome::started(model, ticket, total),
        Event::Checking(_) => settle::outdate_feeds(model),
        Event::Checked { ticket, feed, outcome } => {
            settle::outdate_feeds(model);
            properties::outdate(model, Some(feed), fx);
            health::outdate(model, fx);
            outcome::checked(model, ticket, feed, outcome);
        }
        Event::Finished(ticket) => outcome::finished(model, ticket),
        Event::Found(ticket, candidates) => subscribe::found(model, ticket, candidates, fx),
        Event::Previewed(ticket, preview) => subscribe::previewed(model, ticket, preview),
        Event::Subscribed { ticket, feed, existed } => outcome::subscribed(model, ticket, feed, existed),
        Event::Applied(ticket, applied) => {
            outdate_everything(model);
            properties::outdate(model, None, fx);
            health::outdate(model, fx);
            outcome::applied(model, ticket, &applied);
        }
        Event::Imported { ticket, added, .. } => {
            outdate_everything(model);
            outcome::imported(model, ticket, added, fx);
        }
        Event::ItemsChanged(feed) => items_changed(model, feed),
        Event::SubscriptionsChanged => {
            outdate_everything(model);
            properties::outdate(model, None, fx);
            health::outdate(model, fx);
        }
        Event::Outlook(outlook) => model.outlook = outlook,
        Event::Rejected(ticket, rejection) => {
            if !subscribe::rejected(model, ticket, &rejection) {
                outcome::rejected(model, ticket, &rejection);
            }
        }
        Event::Stopped => fx.push(Effect::Quit),
    }
}

fn outdate_everything(model: &mut Model) {
    settle::outdate_feeds(model);
    settle::outdate_items(model);
    model.article.outdate();
}

fn items_changed(model: &mut Model, feed: FeedId) {
    settle::outdate_feeds(model);
    let folder = || model.feeds.row(feed).and_then(|row| row.folder.as_ref());
    let is_listed = match model.items.source().map(|source| &source.place) {
        None => false,
        Some(Place::All | Place::Today | Place::Tag(_)) => true,
        Some(Place::Feed(shown)) => *shown == feed,
        Some(Place::Folder(path)) => folder().is_none_or(|folder| folder.is_within(path)),
    };
    if is_listed {
        settle::outdate_items(model);
    }
    if model.article.target.is_some_and(|item| item.feed == feed) {
        model.article.outdate();
    }
}
