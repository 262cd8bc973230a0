//! Older items on demand: what the document no longer holds, loaded from its archives and further pages.

use super::archive::{self, Until, Walk, Walked};
use super::check::asking;
use super::edit::Records;
use super::indexing::indexed;
use super::jobs::{Lane, Task};
use super::message::{JobId, Message};
use super::passage::Passage;
use super::state::Engine;
use super::tools::Tools;
use super::{Checked, Event, Insistence, Rejection, Ticket};
use crate::model::{FeedId, LastCheck, Older, Subscription};
use crate::net::Patience;
use crate::store::{CheckBatch, Store, StoreError};

/// What came of it.
#[derive(Debug)]
pub(super) struct Loaded {
    /// The feed.
    feed: FeedId,
    /// What is told.
    outcome: Checked,
    /// What is stored now.
    records: Records,
}

impl Engine {
    /// Loads older items of a feed than those that are there.
    pub(super) fn load_older(&mut self, ticket: Ticket, feed: FeedId) {
        let Some(entry) = self.roster.get(feed) else {
            return self.tell(&Event::Rejected(ticket, Rejection::NoSuchFeed(feed)));
        };
        let subscription = entry.subscription.clone();
        // In the background's lane, since every request of it takes a token (`fetching.md` section 3.8).
        let task = Task::Answer(ticket);
        let (id, cancel) = self.jobs.start(Lane::Background, task, None, Insistence::Polite);
        let mut passage = Passage::new(id, self.tools.inbox.clone(), None);
        let tools = self.tools.clone();
        self.tell(&Event::Started { ticket, total: 1 });
        tokio::spawn(async move {
            let loaded = tokio::select! {
                biased;
                _ = cancel => Err(Rejection::Cancelled),
                loaded = load(&subscription, &tools, &mut passage) => loaded,
            };
            passage.leave();
            // If the loop has ended nobody needs to know.
            let _ = tools.inbox.send(Message::Loaded(id, loaded));
        });
    }

    /// Older items were loaded, or not.
    pub(super) fn loaded(&mut self, id: JobId, loaded: Result<Loaded, Rejection>) {
        let Some(ticket) = self.answered(id) else { return };
        match loaded {
            Err(rejection) => self.tell(&Event::Rejected(ticket, rejection)),
            Ok(Loaded { feed, outcome, records }) => {
                self.put(records);
                self.tell(&Event::ItemsChanged(feed));
                self.tell(&Event::Checked { ticket: Some(ticket), feed, outcome });
                self.tell(&Event::Finished(ticket));
            }
        }
    }
}

async fn load(
    subscription: &Subscription,
    tools: &Tools,
    passage: &mut Passage,
) -> Result<Loaded, Rejection> {
    let feed = subscription.id;
    let refused = |error: StoreError| Rejection::Store(error.to_string());
    let stored = tools.store.feed(feed).map_err(refused)?.ok_or(Rejection::NoSuchFeed(feed))?;
    let start = match stored.check.habits.older {
        Older::At(url) => Some(url),
        Older::Stated => stored.feed.as_ref().and_then(archive::older),
        Older::Nowhere => None,
    };
    let start = start.ok_or(Rejection::NothingOlder(feed))?;
    let asking = asking(&subscription.access, tools).await.map_err(Rejection::Failed)?;
    let walk = Walk {
        feed,
        url: &subscription.url,
        asking: &asking,
        charset: subscription.charset.as_deref(),
        patience: Patience::User,
    };
    let walked = archive::walk(&walk, start, Until::New, tools, passage).await;
    let (outcome, batch) = summed(walked);
    let mut batch = indexed(feed, batch, tools).await;
    let write = move |store: &Store| {
        let stored = store.feed(feed)?.ok_or(StoreError::NoSuchFeed(feed))?;
        let older = std::mem::take(&mut batch.check.habits.older);
        batch.check = stored.check;
        batch.check.habits.older = older;
        store.commit(feed, batch)?;
        super::edit::records(store, &[feed])
    };
    let records = tools.writer.run(write).await.map_err(refused)?;
    Ok(Loaded { feed, outcome, records })
}

/// All documents as one batch; of the observations it says only where older items are.
fn summed(walked: Walked) -> (Checked, CheckBatch) {
    let Walked { documents, next, failure } = walked;
    let mut documents = documents.into_iter();
    let mut batch = CheckBatch::default();
    if let Some(mut first) = documents.next() {
        first.add(documents);
        (batch.added, batch.changed, batch.aliases) = (first.added, first.changed, first.aliases);
    }
    batch.check.habits.older = next.map_or(Older::Nowhere, Older::At);
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let last = match failure {
        Some(failure) if batch.added.is_empty() => LastCheck::Failed(failure),
        _ => LastCheck::Updated { new: count(batch.added.len()), changed: count(batch.changed.len()) },
    };
    (Checked::Asked(last), batch)
}
