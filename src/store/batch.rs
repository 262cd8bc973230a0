//! What a check of a feed changes, as the engine hands it over.

use super::IndexPart;
use crate::model::{CheckState, Feed, Item, ItemKey, Status};
use crate::time::Timestamp;

/// One durable batch: all that a check of a feed changes.
#[derive(Clone, Debug, Default)]
pub struct CheckBatch {
    /// The new state of checks.
    pub check: CheckState,
    /// The publisher's new words, if the document was read.
    pub feed: Option<Feed>,
    /// What had to be repaired, if the document was read.
    pub repairs: Option<Vec<String>>,
    /// A new address, once a permanent redirect is trusted.
    pub url: Option<String>,
    /// New items with the moment of their arrival as `status.arrived`.
    pub added: Vec<NewItem>,
    /// Items that changed; their marks, dates and places in lists stay.
    pub changed: Vec<ChangedItem>,
    /// Items that the publisher took back (RFC 5005 complete feeds only).
    pub removed: Vec<ItemKey>,
    /// Other keys under which the document gave stored items.
    pub aliases: Vec<Alias>,
    /// What becomes of the read marks of items that were updated.
    pub after_update: AfterUpdate,
    /// What is to be found of the new and changed items.
    pub index: IndexPart,
}

/// What becomes of the read mark of an item whose title or text changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AfterUpdate {
    /// It stays.
    #[default]
    Keep,
    /// It goes.
    Unread,
}

/// Another key under which a document gave a stored item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The key in the document.
    pub key: ItemKey,
    /// The key that is stored.
    pub stored: ItemKey,
    /// The alias of the same item that it replaces: one is kept, since some publishers give new guids with each answer.
    pub replaces: Option<ItemKey>,
}

/// An item that was not there before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewItem {
    /// The item.
    pub item: Item,
    /// Its first status, with its arrival.
    pub status: Status,
    /// The date it is sorted by from now on, see `ingest::sorting_date`.
    pub date: Timestamp,
    /// The first words of its text, where it has no title.
    pub excerpt: Option<String>,
    /// Hash of everything in it, see `ingest::digest`.
    pub digest: u64,
    /// Hash of title and link, see `ingest::likeness`.
    pub likeness: u64,
}

/// An item that was there and differs now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedItem {
    /// The item as it is now, with the key that is stored.
    pub item: Item,
    /// The first words of its text, where it has no title.
    pub excerpt: Option<String>,
    /// Hash of everything in it, see `ingest::digest`.
    pub digest: u64,
    /// Hash of title and link, see `ingest::likeness`.
    pub likeness: u64,
    /// The moment, if its title or text says something else now; none for lesser changes.
    pub updated: Option<Timestamp>,
}
