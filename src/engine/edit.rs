//! Changes of the user's: made one after another, in the order in which they were asked for.

use super::indexing;
use super::message::Message;
use super::queue::{Rank, Wanted};
use super::state::{Editing, Engine};
use super::subscribe;
use super::tools::Tools;
use super::{Draft, Event, Insistence, Outline, Rejection, Ticket};
use crate::discover::address;
use crate::model::{Applied, Change, FeedId, Setting};
use crate::store::{FeedRecord, Store, StoreError};
use crate::time::Timestamp;

/// A change that waits.
#[derive(Debug)]
pub(super) enum Edit {
    /// Subscribe.
    Subscribe(Ticket, Draft),
    /// Apply a change.
    Apply(Ticket, Change),
    /// Take the last one back.
    Undo(Ticket),
    /// Make it again.
    Redo(Ticket),
    /// Take a list of feeds in.
    Import(Ticket, Outline),
}

/// What is stored now about feeds that a change touched.
pub(super) type Records = Vec<(FeedId, Option<FeedRecord>)>;

/// What came of a change.
#[derive(Debug)]
pub(super) enum Edited {
    /// A subscription was made, or brought back.
    Subscribed {
        /// Whose work it is.
        ticket: Ticket,
        /// What was asked.
        draft: Draft,
        /// The subscription.
        feed: FeedId,
        /// What is stored now.
        records: Records,
    },
    /// A change was applied, undone or redone.
    Applied {
        /// Whose work it is.
        ticket: Ticket,
        /// What it did.
        applied: Applied,
        /// What is stored now; empty if only marks changed.
        records: Records,
    },
    /// A list was taken in.
    Imported {
        /// Whose work it is.
        ticket: Ticket,
        /// How many were there before.
        known: usize,
        /// The new ones.
        records: Records,
    },
    /// It could not be done.
    Refused(Ticket, Rejection),
}

impl Engine {
    /// Begins the next change if none is being made.
    pub(super) fn start_edit(&mut self) {
        while self.editing == Editing::Idle {
            let Some(edit) = self.edits.pop_front() else { return };
            let now = self.now();
            match edit {
                Edit::Subscribe(ticket, draft) => subscribe::subscribe(self, ticket, draft),
                Edit::Import(ticket, outline) => subscribe::import(self, ticket, outline),
                Edit::Apply(ticket, change) => match checked(change) {
                    Ok(change) => {
                        self.edit(ticket, move |store| apply(store, &change, now).map(told(ticket)));
                    }
                    Err(rejection) => self.tell(&Event::Rejected(ticket, rejection)),
                },
                Edit::Undo(ticket) => {
                    self.edit(ticket, move |store| step(store, store.undo(now)?).map(told(ticket)));
                }
                Edit::Redo(ticket) => {
                    self.edit(ticket, move |store| step(store, store.redo(now)?).map(told(ticket)));
                }
            }
        }
    }

    /// Has a change made; its end comes back as a message.
    pub(super) fn edit<F>(&mut self, ticket: Ticket, work: F)
    where
        F: FnOnce(&Store) -> Result<Edited, StoreError> + Send + 'static,
    {
        self.editing = Editing::Busy;
        let Tools { writer, inbox, .. } = self.tools.clone();
        tokio::spawn(async move {
            let edited =
                writer.run(work).await.unwrap_or_else(|error| Edited::Refused(ticket, refused(error)));
            // If the loop has ended nobody needs to know.
            let _ = inbox.send(Message::Edited(Box::new(edited)));
        });
    }

    /// A change was made, or not.
    pub(super) fn edited(&mut self, edited: Edited) {
        self.editing = Editing::Idle;
        match edited {
            Edited::Refused(ticket, rejection) => self.tell(&Event::Rejected(ticket, rejection)),
            Edited::Applied { ticket, applied, records } => self.applied(ticket, applied, records),
            Edited::Subscribed { ticket, draft, feed, records } => {
                self.put(records);
                self.tell(&Event::SubscriptionsChanged);
                self.tell(&Event::Subscribed { ticket, feed, existed: false });
                subscribe::fetch(self, ticket, &draft, feed);
            }
            Edited::Imported { ticket, known, records } => {
                let added = records.len();
                self.put(records);
                self.tell(&Event::SubscriptionsChanged);
                self.tell(&Event::Imported { ticket, added, known });
            }
        }
    }

    fn applied(&mut self, ticket: Ticket, applied: Applied, records: Records) {
        let settings = !records.is_empty();
        self.put(records);
        let gone: Vec<FeedId> =
            applied.feeds.iter().copied().filter(|feed| self.roster.get(*feed).is_none()).collect();
        for feed in gone {
            self.abandon(feed);
        }
        for feed in &applied.feeds {
            self.tell(&Event::ItemsChanged(*feed));
        }
        if settings {
            self.tell(&Event::SubscriptionsChanged);
        }
        self.tell(&Event::Applied(ticket, applied));
    }

    /// Takes over what is stored now.
    pub(super) fn put(&mut self, records: Records) {
        let now = self.now();
        for (feed, record) in records {
            self.roster.put(feed, record, &self.holds, now);
        }
    }

    /// A ticket waits for one feed, which is fetched ahead of all others.
    pub(super) fn fetch_for(&mut self, ticket: Ticket, wanted: Wanted) {
        self.work.begin(ticket, [wanted.feed]);
        self.tell(&Event::Started { ticket, total: 1 });
        self.want(Wanted { insistence: Insistence::Polite, ..wanted }, Rank::First);
    }
}

fn told(ticket: Ticket) -> impl FnOnce((Applied, Records)) -> Edited {
    move |(applied, records)| Edited::Applied { ticket, applied, records }
}

fn refused(error: StoreError) -> Rejection {
    match error {
        StoreError::NoSuchFeed(id) => Rejection::NoSuchFeed(id),
        error => Rejection::Store(error.to_string()),
    }
}

/// A new address is read as one is typed, a new encoding is given its usual name.
fn checked(change: Change) -> Result<Change, Rejection> {
    match change {
        Change::Set { feed, setting: Setting::Url(typed) } => match address(&typed) {
            Ok(url) => Ok(Change::Set { feed, setting: Setting::Url(url) }),
            Err(_) => Err(Rejection::Address(typed)),
        },
        Change::Set { feed, setting: Setting::Charset(Some(label)) } => match crate::feed::charset(&label) {
            Some(name) => Ok(Change::Set { feed, setting: Setting::Charset(Some(name.to_owned())) }),
            None => Err(Rejection::Charset(label)),
        },
        Change::All(changes) => changes.into_iter().map(checked).collect::<Result<_, _>>().map(Change::All),
        change => Ok(change),
    }
}

fn apply(store: &Store, change: &Change, now: Timestamp) -> Result<(Applied, Records), StoreError> {
    let applied = store.apply(change, now)?;
    indexing::of_change(store, change)?;
    let records = touched(store, change, &applied)?;
    Ok((applied, records))
}

fn step(store: &Store, applied: Option<Applied>) -> Result<(Applied, Records), StoreError> {
    let applied = applied.unwrap_or(Applied { inverse: None, feeds: Vec::new(), count: 0 });
    let records = match applied.inverse.clone() {
        Some(inverse) => {
            indexing::of_change(store, &inverse)?;
            touched(store, &inverse, &applied)?
        }
        None => records(store, &applied.feeds)?,
    };
    Ok((applied, records))
}

/// What is stored now about the feeds of a change that is about more than marks.
fn touched(store: &Store, change: &Change, applied: &Applied) -> Result<Records, StoreError> {
    if about_subscriptions(change) { records(store, &applied.feeds) } else { Ok(Vec::new()) }
}

/// What is stored now about these feeds.
pub(super) fn records(store: &Store, feeds: &[FeedId]) -> Result<Records, StoreError> {
    feeds.iter().map(|feed| Ok((*feed, store.feed(*feed)?))).collect()
}

fn about_subscriptions(change: &Change) -> bool {
    match change {
        Change::Set { .. } | Change::Unsubscribe(_) | Change::Resubscribe(_) => true,
        Change::All(changes) => changes.iter().any(about_subscriptions),
        Change::Read { .. } | Change::ReadAll { .. } | Change::Star { .. } | Change::Tag { .. } => false,
    }
}
