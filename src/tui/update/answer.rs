//! The engine's answers, each to the question that it belongs to. Answers to older questions are dropped.

use super::{bidi, finder, health, marking, outcome, properties, seek};
use crate::engine::Query;
use crate::engine::{Answer, Article, FeedRow, Page, Ticket};
use crate::tui::effect::{Effect, Effects};
use crate::tui::model::{Consent, Landing, Model, Pane};

/// Takes an answer.
pub(super) fn take(model: &mut Model, ticket: Ticket, answer: Answer, fx: &mut Effects) {
    match answer {
        Answer::Feeds(rows) => feeds(model, ticket, rows, fx),
        Answer::Items(page) => items(model, ticket, page, fx),
        Answer::Article(article) => self::article(model, ticket, article, fx),
        Answer::Outlook(outlook) => model.outlook = outlook,
        Answer::Consent(given) => {
            if model.consent == Consent::Asking(ticket) {
                model.consent = given.map_or(Consent::Open, Consent::Given);
            }
        }
        Answer::Note(note) => {
            bidi::remember(model, ticket, note.as_deref(), fx);
        }
        Answer::Failed(words) => failed(model, ticket, &words, fx),
        Answer::Health(health) => properties::take(model, ticket, health, fx),
        Answer::AllHealth(all) => health::take(model, ticket, all, fx),
        Answer::Unread(items) => {
            if model.marking == Some(ticket) {
                marking::take(model, items, fx);
            }
        }
        Answer::Item(_) | Answer::Schedule(_) => {}
    }
}

fn feeds(model: &mut Model, ticket: Ticket, rows: Vec<FeedRow>, fx: &mut Effects) {
    match model.feeds.slot.land(ticket, &mut model.tickets) {
        Landing::Wanted(()) => model.feeds.load(rows, model.now),
        Landing::Outdated(next) => ask_feeds(next, fx),
        Landing::Foreign => {}
    }
}

fn ask_feeds(next: Option<(Ticket, ())>, fx: &mut Effects) {
    if let Some((ticket, ())) = next {
        fx.push(Effect::Ask(ticket, Query::Feeds));
    }
}

fn items(model: &mut Model, ticket: Ticket, page: Page, fx: &mut Effects) {
    if model.seek.as_ref().is_some_and(|seek| seek.ticket == ticket) {
        seek::take(model, &page, fx);
        return;
    }
    if finder::take(model, ticket, &page) {
        return;
    }
    match model.items.slot.land(ticket, &mut model.tickets) {
        Landing::Wanted(ask) if model.items.source() == Some(&ask.source) => model.items.load(&ask, page),
        Landing::Outdated(Some((ticket, ask))) => fx.push(Effect::Ask(ticket, ask.query())),
        Landing::Wanted(_) | Landing::Outdated(None) | Landing::Foreign => {}
    }
}

fn article(model: &mut Model, ticket: Ticket, article: Option<Box<Article>>, fx: &mut Effects) {
    match model.article.slot.land(ticket, &mut model.tickets) {
        Landing::Wanted(ask) if model.article.target == Some(ask.item) => {
            let page = model.areas().page(Pane::Article);
            model.article.load(&ask, article, page);
        }
        Landing::Outdated(Some((ticket, ask))) => fx.push(Effect::Ask(ticket, ask.query())),
        Landing::Wanted(_) | Landing::Outdated(None) | Landing::Foreign => {}
    }
}

/// The store could not be read: said once, and what waits is asked all the same.
fn failed(model: &mut Model, ticket: Ticket, words: &str, fx: &mut Effects) {
    outcome::store_failed(model, words);
    if bidi::remember(model, ticket, None, fx) {
        return;
    }
    if model.seek.as_ref().is_some_and(|seek| seek.ticket == ticket) {
        model.seek = None;
    }
    if let Landing::Outdated(next) = model.feeds.slot.land(ticket, &mut model.tickets) {
        ask_feeds(next, fx);
    }
    if let Landing::Outdated(Some((ticket, ask))) = model.items.slot.land(ticket, &mut model.tickets) {
        fx.push(Effect::Ask(ticket, ask.query()));
    }
    if let Landing::Outdated(Some((ticket, ask))) = model.article.slot.land(ticket, &mut model.tickets) {
        fx.push(Effect::Ask(ticket, ask.query()));
    }
}
