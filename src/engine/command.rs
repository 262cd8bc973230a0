//! Intents: what the screen or a command asks the engine to do.

use crate::config::Config;
use crate::discover::Draft;
use crate::model::{Change, FeedId, Scope};
use crate::opml::Outline;

/// A question or a task, so that its answer and its events can be told from others; unique in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub u64);

/// An intent. Whoever sends one learns what came of it from the events with its ticket.
#[derive(Clone, Debug)]
pub enum Command {
    /// Check feeds now. Answered by `Started`, a `Checked` per feed, `Finished`.
    Refresh(Ticket, Scope, Insistence),
    /// Find the feeds that an address offers, as typed or pasted. Answered by `Found` or `Rejected`.
    Discover(Ticket, String),
    /// Fetch and parse one candidate without storing it. Answered by `Previewed` or `Rejected`.
    Preview(Ticket, String),
    /// Subscribe, and fetch unless the draft says no. Answered by `Subscribed`, `Checked`, `Finished`, or `Rejected`.
    Subscribe(Ticket, Draft),
    /// Apply a change of the user's. Answered by `Applied` or `Rejected`.
    Apply(Ticket, Change),
    /// Take the last change back. Answered by `Applied` (count 0 if there is none) or `Rejected`.
    Undo(Ticket),
    /// Make the change again that was taken back last.
    Redo(Ticket),
    /// Subscribe to all feeds of an outline that are not subscribed yet; nothing is fetched. Answered by `Imported`.
    Import(Ticket, Outline),
    /// Load items that the document no longer holds, from its archives or further pages, until some are new. Answered by
    /// `Started`, a `Checked`, `Finished`, or `Rejected`.
    LoadOlder(Ticket, FeedId),
    /// The user's answer to the question about background checks; kept in the store.
    Background(bool),
    /// Keep a note of the screen's, by its name; in the store.
    Note(&'static str, String),
    /// The user touched the keyboard or the mouse.
    SignOfLife,
    /// Use these settings from now on.
    Reload(Box<Config>),
    /// Stop working on what was asked with this ticket; what was begun counts as cancelled, not as failed.
    Cancel(Ticket),
    /// End within two seconds: jobs are cancelled, the store is flushed, `Stopped` is the last event.
    Stop,
}

/// Whether a refresh may ask a host that asked to be left alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Insistence {
    /// A host's `Retry-After` is kept.
    #[default]
    Polite,
    /// The user said so, once, after having seen the remaining time.
    Override,
}
