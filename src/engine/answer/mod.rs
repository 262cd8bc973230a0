//! Questions about what is stored, answered where reading does no harm.

mod article;
mod page;
mod rows;

use std::collections::HashSet;

use tokio::sync::oneshot;

use super::holds::Holds;
use super::roster::Rules;
use super::state::Engine;
use super::{Answer, Health, Query};
use crate::http;
use crate::model::{Direction, FeedId};
use crate::schedule::{Explanation, Facts, due, is_silent};
use crate::store::{FeedRecord, Store, StoreError};
use crate::text::fold::fold;
use crate::time::{Timestamp, Zone};

pub(super) use rows::title;

/// What an answer depends on beside the store.
#[derive(Clone, Debug)]
struct View {
    store: Store,
    now: Timestamp,
    zone: Zone,
    default_direction: Direction,
    rules: Rules,
    holds: Holds,
    checking: HashSet<FeedId>,
}

/// Answers at once what the engine knows itself, and has the rest read elsewhere.
pub(super) fn begin(engine: &mut Engine, query: Query, reply: oneshot::Sender<Answer>) {
    // Whoever asked may have gone; then nobody needs the answer.
    match query {
        Query::Outlook => drop(reply.send(Answer::Outlook(engine.look_out()))),
        Query::Consent => drop(reply.send(Answer::Consent(engine.consent))),
        query => {
            let view = View {
                store: engine.tools.store.clone(),
                now: engine.now(),
                zone: engine.tools.zone.clone(),
                default_direction: engine.tools.default_direction,
                rules: engine.rules(),
                holds: engine.holds.clone(),
                checking: engine.jobs.feeds().into_iter().collect(),
            };
            tokio::spawn(async move {
                let answered = tokio::task::spawn_blocking(move || answer(&view, query)).await;
                // A panic of a parser or of the storage library must not look like the end of the engine.
                drop(reply.send(answered.unwrap_or_else(|error| Answer::Failed(error.to_string()))));
            });
        }
    }
}

fn answer(view: &View, query: Query) -> Answer {
    let answered = match query {
        Query::Feeds => rows::feeds(view).map(Answer::Feeds),
        Query::Items(source, window) => page::page(view, &source, &window).map(Answer::Items),
        Query::Unread(source, part) => page::unread(view, &source, part).map(Answer::Unread),
        Query::Article(id, measure) => article::article(view, id, &measure).map(Answer::Article),
        Query::Item(id) => view.store.item(id).map(|found| Answer::Item(found.map(Box::new))),
        Query::Health(id) => health(view, id).map(Answer::Health),
        Query::AllHealth => all_health(view).map(Answer::AllHealth),
        Query::Schedule => schedule(view).map(Answer::Schedule),
        Query::Note(name) => view.store.note(name).map(Answer::Note),
        // The engine answers these itself.
        Query::Outlook | Query::Consent => return Answer::Failed(String::new()),
    };
    answered.unwrap_or_else(|error| Answer::Failed(error.to_string()))
}

fn health(view: &View, id: FeedId) -> Result<Option<Box<Health>>, StoreError> {
    Ok(view.store.feed(id)?.map(|record| Box::new(health_of(view, record))))
}

fn all_health(view: &View) -> Result<Vec<Health>, StoreError> {
    let mut all: Vec<Health> =
        view.store.feeds()?.into_iter().map(|record| health_of(view, record)).collect();
    all.sort_by_cached_key(|health| (fold(&health.row.title), health.row.id));
    Ok(all)
}

fn health_of(view: &View, record: FeedRecord) -> Health {
    let row = rows::feed(view, &record);
    let next = explain(view, &record);
    let FeedRecord { subscription, feed, check, repairs, .. } = record;
    let silent = check.last_new_item.is_some_and(|last| is_silent(last, check.habits.usual_gap, view.now));
    Health { row, subscription, feed, check, next, repairs, silent }
}

fn schedule(view: &View) -> Result<Vec<(FeedId, Explanation)>, StoreError> {
    let records = view.store.feeds()?;
    Ok(records.iter().map(|record| (record.subscription.id, explain(view, record))).collect())
}

fn explain(view: &View, record: &FeedRecord) -> Explanation {
    let host = http::host(&record.subscription.url).unwrap_or_default();
    let facts = Facts {
        id: record.subscription.id,
        interval: record.subscription.interval,
        feed: record.feed.as_ref(),
        check: &record.check,
        host_hold: view.holds.of(&host, view.now),
    };
    due(&facts, &view.rules.policy, view.now, view.rules.seed)
}
