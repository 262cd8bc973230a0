//! One feed, end to end: ask, judge the answer, read, compare, keep.

use std::collections::HashSet;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use futures_util::FutureExt;
use tokio::sync::oneshot;

use super::Checked;
use super::asking::Asking;
use super::follow::{Deltas, Fetched, Tag, Unfetched, Wish, follow};
use super::indexing::indexed;
use super::judge::{self, Judged};
use super::ledger;
use super::passage::Passage;
use super::roster::Owners;
use super::tools::Tools;
use crate::http::{self, Who};
use crate::model::{Access, CheckState, FailureKind, Feed, FeedId, LastCheck};
use crate::net::{Origin, Patience};
use crate::store::{AfterUpdate, CheckBatch, Store, StoreError};
use crate::time::Timestamp;

/// What is to be checked.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// The feed.
    pub(super) feed: FeedId,
    /// Its address.
    pub(super) url: String,
    /// What was observed so far.
    pub(super) prior: CheckState,
    /// Who waits.
    pub(super) patience: Patience,
    /// The user's choices about asking.
    pub(super) access: Access,
    /// The encoding that the user set for it.
    pub(super) charset: Option<String>,
    /// What becomes of the read marks of items that were updated.
    pub(super) after_update: AfterUpdate,
    /// Hosts that are asked for no deltas.
    pub(super) without_deltas: Arc<HashSet<String>>,
    /// Whose addresses are whose.
    pub(super) owners: Arc<Owners>,
    /// An answer that is there already.
    pub(super) body: Option<Arc<Fetched>>,
}

/// What came of a check.
#[derive(Debug)]
pub(super) struct CheckEnd {
    /// The feed.
    pub(super) feed: FeedId,
    /// The host that the feed's address names.
    pub(super) host: Option<String>,
    /// What is told.
    pub(super) outcome: Checked,
    /// What was kept, or is to be kept if `kept` says so.
    pub(super) batch: Option<Box<CheckBatch>>,
    /// Whether the batch is on the disk.
    pub(super) kept: Kept,
    /// Who asked to be left alone until when.
    pub(super) wait: Option<(String, Timestamp, Who)>,
    /// A host that answered a delta that can't be read.
    pub(super) garbled: Option<String>,
    /// Whether the network answered.
    pub(super) reach: Reach,
}

/// Whether a batch is on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// It is.
    Yes,
    /// Not yet: whether a failure to reach a host counts is for the loop to say.
    NotYet,
    /// It could not be kept.
    No,
}

/// Whether the network answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Some host answered.
    Answered,
    /// This host could not be reached.
    Unreachable(String),
    /// Nothing was asked.
    Unknown,
}

/// Checks a feed. Ends as cancelled as soon as `cancel` is dropped or told, unless the result is being kept.
pub(super) async fn check(
    order: Order,
    tools: Tools,
    mut passage: Passage,
    cancel: oneshot::Receiver<()>,
) -> CheckEnd {
    // A fault of ours must cost one check: without an end its ticket would wait for ever.
    let asked = AssertUnwindSafe(ask_and_judge(&order, &tools, &mut passage)).catch_unwind();
    let judged = tokio::select! {
        biased;
        _ = cancel => None,
        judged = asked => judged.unwrap_or_else(|_| {
            let failure = ledger::failure(FailureKind::Parse, "a fault of the reader".to_owned());
            Some(judge::failed(&order, None, failure, tools.clock.now()))
        }),
    };
    match judged {
        None => CheckEnd::cancelled(&order),
        Some(judged) => keep(&order, &tools, judged).await,
    }
}

async fn ask_and_judge(order: &Order, tools: &Tools, passage: &mut Passage) -> Option<Judged> {
    let asking = match asking(&order.access, tools).await {
        Ok(asking) => asking,
        Err(failure) => return Some(judge::failed(order, None, failure, tools.clock.now())),
    };
    let fetched = match &order.body {
        Some(body) => Ok(body.clone()),
        None => ask(order, &asking, tools, passage).await.map(Arc::new),
    };
    if fetched.as_ref().is_ok_and(|fetched| matches!(fetched.response.status, 401 | 407)) {
        tools.secrets.refused(&order.access);
    }
    passage.leave();
    let now = tools.clock.now();
    let judged = match fetched {
        Ok(fetched) => judge::judge(order, &asking, tools, passage, fetched).await,
        Err(Unfetched::Ended) => return None,
        Err(Unfetched::Held(until)) => judge::held(order, until, now),
        Err(Unfetched::Redirect(detail)) => {
            judge::failed(order, None, ledger::failure(FailureKind::Redirect, detail), now)
        }
        Err(Unfetched::Net { host, error, hops }) => judge::unanswered(order, host, &error, hops, now),
    };
    // Archives may have been asked for.
    passage.leave();
    Some(judged)
}

/// The user's choices with the secret in them. Most feeds have none, and need no thread for that.
pub(super) async fn asking(access: &Access, tools: &Tools) -> Result<Asking, crate::model::Failure> {
    if access.login.is_none() {
        return tools.secrets.asking(access);
    }
    let (access, secrets) = (access.clone(), tools.secrets.clone());
    tokio::task::spawn_blocking(move || secrets.asking(&access))
        .await
        .unwrap_or_else(|error| Err(ledger::failure(FailureKind::Secret, error.to_string())))
}

async fn ask(
    order: &Order,
    asking: &Asking,
    tools: &Tools,
    passage: &mut Passage,
) -> Result<Fetched, Unfetched> {
    let now = tools.clock.now();
    let validators = ledger::usable(&order.prior, now);
    let tagged = validators.is_some_and(|known| known.etag.is_some());
    // Without stored items there is nothing that a delta could be added to.
    let stored = tagged && tools.store.counts(order.feed).is_ok_and(|counts| counts.total > 0);
    let wish = Wish {
        validators,
        tag: if order.prior.habits.tag_idle_until > Some(now) { Tag::Idle } else { Tag::Sent },
        deltas: if stored { Deltas::AllBut(&order.without_deltas) } else { Deltas::Nobody },
        asking: Some(asking),
        ..Wish::whole(&order.url, order.patience, Origin::User)
    };
    follow(&wish, tools, passage).await
}

async fn keep(order: &Order, tools: &Tools, judged: Judged) -> CheckEnd {
    let Judged { check, outcome, document, url, wait, garbled, reach } = judged;
    let after_update = order.after_update;
    let mut batch = CheckBatch { check, url, after_update, ..CheckBatch::default() };
    let mut feed: Option<Feed> = None;
    if let Some(document) = document {
        feed = Some(document.feed.clone());
        batch.feed = Some(document.feed);
        batch.repairs = Some(document.repairs);
        batch.added = document.added;
        batch.changed = document.changed;
        batch.removed = document.removed;
        batch.aliases = document.aliases;
    }
    let host = http::host(&order.url);
    let mut end =
        CheckEnd { feed: order.feed, host, outcome, batch: None, kept: Kept::NotYet, wait, garbled, reach };
    // The loop needs what the schedule needs, not the items.
    let summary =
        CheckBatch { check: batch.check.clone(), feed, url: batch.url.clone(), ..CheckBatch::default() };
    end.batch = Some(Box::new(summary));
    if matches!(end.reach, Reach::Unreachable(_)) {
        return end;
    }
    let id = order.feed;
    let mut batch = indexed(id, batch, tools).await;
    let asked = order.url.clone();
    let write = move |store: &Store| {
        let stored = store.feed(id)?.ok_or(StoreError::NoSuchFeed(id))?;
        // The user gave it another address meanwhile: what this one answered says nothing any more.
        if stored.subscription.url != asked {
            return Err(StoreError::NoSuchFeed(id));
        }
        batch.check.habits.older = stored.check.habits.older;
        store.commit(id, batch)
    };
    match tools.writer.run(write).await {
        Ok(_) => end.kept = Kept::Yes,
        Err(StoreError::NoSuchFeed(_)) => return CheckEnd::cancelled(order),
        Err(error) => {
            let failure = ledger::failure(FailureKind::Store, error.to_string());
            end.kept = Kept::No;
            end.outcome = Checked::Asked(LastCheck::Failed(failure));
        }
    }
    end
}

impl CheckEnd {
    fn cancelled(order: &Order) -> Self {
        Self {
            feed: order.feed,
            host: http::host(&order.url),
            outcome: Checked::Cancelled,
            batch: None,
            kept: Kept::No,
            wait: None,
            garbled: None,
            reach: Reach::Unknown,
        }
    }
}
