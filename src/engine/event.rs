//! Facts: what happened in the engine. They carry ids, not contents; whoever cares asks again.

use super::command::Ticket;
use crate::discover::{Candidate, Preview};
use crate::model::{Applied, Failure, FeedId, LastCheck};
use crate::time::Timestamp;

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// Work on a ticket began; `total` feeds are to be checked.
    Started {
        /// Whose work it is.
        ticket: Ticket,
        /// Feeds to check.
        total: usize,
    },
    /// A check of one feed began.
    Checking(FeedId),
    /// A check of one feed ended.
    Checked {
        /// The ticket that asked for it; `None` for a background check.
        ticket: Option<Ticket>,
        /// The feed.
        feed: FeedId,
        /// What came of it.
        outcome: Checked,
    },
    /// All work on a ticket is done.
    Finished(Ticket),
    /// Discovery ended; empty if the address offers no feed.
    Found(Ticket, Vec<Candidate>),
    /// A preview is there.
    Previewed(Ticket, Box<Preview>),
    /// A subscription was made, or was there already.
    Subscribed {
        /// Whose work it is.
        ticket: Ticket,
        /// The subscription.
        feed: FeedId,
        /// Whether it existed before.
        existed: bool,
    },
    /// A change was applied, undone or redone.
    Applied(Ticket, Applied),
    /// An import ended: how many were added, how many were there already.
    Imported {
        /// Whose work it is.
        ticket: Ticket,
        /// New subscriptions.
        added: usize,
        /// Those that were there already.
        known: usize,
    },
    /// The items of a feed, or their marks, changed.
    ItemsChanged(FeedId),
    /// Subscriptions, folders or their settings changed.
    SubscriptionsChanged,
    /// What the engine does now and next.
    Outlook(Outlook),
    /// What was asked could not be done.
    Rejected(Ticket, Rejection),
    /// Nothing more comes.
    Stopped,
}

/// What came of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It was asked, and answered or failed.
    Asked(LastCheck),
    /// It was not asked, because its host asked to be left alone until then.
    Held(Timestamp),
    /// It was not asked, because the work was cancelled.
    Cancelled,
}

/// Why something could not be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The address can't be asked; the text that was given.
    Address(String),
    /// It is the name of no encoding; the text that was given.
    Charset(String),
    /// Asking failed.
    Failed(Failure),
    /// There is no such subscription.
    NoSuchFeed(FeedId),
    /// Nothing is known to be older than what is there.
    NothingOlder(FeedId),
    /// The store refused; its own words.
    Store(String),
    /// The work was cancelled.
    Cancelled,
}

/// What the status line shows of the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// Checks under way, done and to come, of the work that goes on now; 0 of 0 if there is none.
    pub done: usize,
    /// See `done`.
    pub total: usize,
    /// Feeds that are being asked at this moment.
    pub checking: Vec<FeedId>,
    /// Why background checks rest, if they do.
    pub rest: Option<Rest>,
    /// When the next background check is due.
    pub next: Option<Timestamp>,
    /// When background checks will pause if the user does nothing until then.
    pub idle_at: Option<Timestamp>,
}

/// Why background checks rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// The user has not been asked yet.
    NotAsked,
    /// The user said no.
    Off,
    /// The user has been idle since then.
    Idle(Timestamp),
    /// No host can be reached.
    Offline,
}
