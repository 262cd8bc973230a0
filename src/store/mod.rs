//! Everything on disk, in sled: one tree, versioned records, one durable batch per checked feed, counters
//! that are kept instead of counted.
//!
//! From the bottom: `disk` is the database (the only file that names sled), `key` orders the records, `record` is
//! their form. `draft` is a write that is being put together; the files of each kind of record add to it, and it is
//! written as one batch, which is there in full after a crash or not at all. Writers wait for one another, so what is
//! read while a draft is made still holds when it is written; readers never wait for more than a batch.

mod backup;
mod batch;
mod blocks;
mod bodies;
mod change;
mod compact;
mod copy;
mod counters;
mod disk;
mod draft;
mod error;
mod feeds;
mod history;
mod holds;
mod hosts;
mod index;
mod items;
mod key;
mod list;
mod meta;
mod migrate;
mod open;
mod postings;
mod quiet;
mod record;
mod reserve;
mod retention;
mod salvage;
mod schema;
mod slot;
mod snapshot;
mod statuses;
mod subscriptions;
mod turn;
mod upkeep;
mod verify;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use crate::model::{Applied, Change, FeedId, FolderPath, Item, ItemId, Status, Subscription};
use crate::time::{Seed, Timestamp};

pub use backup::{Before, Packing, Restored};
pub use batch::{AfterUpdate, Alias, ChangedItem, CheckBatch, NewItem};
pub use compact::{Compacted, Threshold};
pub use counters::Counts;
pub use error::StoreError;
pub use feeds::FeedRecord;
pub use holds::Hold;
pub use index::{Found, IndexPart};
pub use items::Head;
pub use list::{Heads, ListOrder, ListPlace, ListShow};
pub use open::Opened;
pub use retention::OldUnread;
pub use upkeep::Wear;
pub use verify::{Checkup, Fault};

use draft::Source;
use key::Area;
use slot::Slot;

/// The store. Cheap to clone; all clones are one store. Reads may come from any thread, writes from the engine alone.
#[derive(Clone, Debug)]
pub struct Store {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    slot: Slot,
    folder: PathBuf,
    /// When it was opened.
    opened: Timestamp,
    /// Whether the disk was full at the last try to write.
    full: AtomicBool,
    /// Held by whoever writes.
    writer: Mutex<()>,
    /// Held by whoever makes or removes a database beside the one in use. Taken before `writer`.
    upkeep: Mutex<()>,
}

impl Store {
    /// Opens the store in a folder, or makes it. Goes down the ladder of `fetching.md` section 7 if it is damaged.
    ///
    /// # Errors
    ///
    /// When it is in use, not accessible, or newer than this program.
    pub fn open(folder: &Path, now: Timestamp) -> Result<(Self, Opened), StoreError> {
        let (disk, opened) = open::open(folder, now)?;
        // A disk that is full at the start is met at the first write.
        let full = AtomicBool::new(reserve::keep(&open::database(folder)).is_err());
        let inner = Inner {
            opened: now,
            full,
            slot: Slot::new(disk),
            folder: folder.to_owned(),
            writer: Mutex::new(()),
            upkeep: Mutex::new(()),
        };
        Ok((Self { inner: Arc::new(inner) }, opened))
    }

    /// All subscriptions that are not removed, with everything but their items, by number.
    ///
    /// # Errors
    ///
    /// When the store can't be read.
    pub fn feeds(&self) -> Result<Vec<FeedRecord>, StoreError> {
        let mut feeds = feeds::all(&self.disk()?)?;
        feeds.retain(|feed| feed.subscription.removed.is_none());
        Ok(feeds)
    }

    /// One subscription, also a removed one.
    ///
    /// # Errors
    ///
    /// When the store can't be read.
    pub fn feed(&self, id: FeedId) -> Result<Option<FeedRecord>, StoreError> {
        feeds::get(&self.disk()?, id)
    }

    /// Subscriptions that were removed but can still be taken back, by number.
    ///
    /// # Errors
    ///
    /// When the store can't be read.
    pub fn removed(&self) -> Result<Vec<Subscription>, StoreError> {
        let all = subscriptions::all(&self.disk()?)?;
        Ok(all.into_iter().filter(|subscription| subscription.removed.is_some()).collect())
    }

    /// Adds a subscription; its number is given by the store, its `id` is ignored. Durable on return.
    ///
    /// # Errors
    ///
    /// When the store can't be read or written.
    pub fn subscribe(&self, new: Subscription) -> Result<FeedId, StoreError> {
        let ids = self.subscribe_all(vec![new])?;
        ids.first().copied().ok_or_else(|| StoreError::damaged(Area::Subscription, "no number was given"))
    }

    /// Adds many subscriptions in one durable batch.
    ///
    /// # Errors
    ///
    /// When the store can't be read or written.
    pub fn subscribe_all(&self, new: Vec<Subscription>) -> Result<Vec<FeedId>, StoreError> {
        self.write_through(|draft| subscriptions::add(draft, new))
    }

    /// Keeps what a check brought, in one durable batch: items, counters, validators and schedule together. A new
    /// address can be undone.
    ///
    /// An item that is already there is never added again, whatever its status; a tombstone counts as there. One that is
    /// starred or tagged is never taken back. A new address can be undone.
    ///
    /// # Errors
    ///
    /// When there is no such subscription, or the store can't be read or written. Nothing is kept then.
    pub fn commit(&self, feed: FeedId, mut batch: CheckBatch) -> Result<Counts, StoreError> {
        self.write_through(|draft| {
            feeds::commit(draft, &self.disk()?, feed, &mut batch)?;
            index::add(draft, &batch.index)?;
            items::commit(draft, feed, batch)?;
            draft.counts(feed).copied()
        })
    }

    /// The heads of all items of a feed, those that were removed but must not come back included, for comparison.
    ///
    /// # Errors
    ///
    /// When the store can't be read.
    pub fn heads(&self, feed: FeedId) -> Result<Vec<Head>, StoreError> {
        items::heads(&self.disk()?, feed)
    }

    /// A list, newest first, from the item at or after `from` on (or before it, backwards), without reading more than it gives.
    ///
    /// Removed feeds are in no list.
    ///
    /// # Errors
    ///
    /// When the store can't be read.
    pub fn list(
        &self,
        place: &ListPlace,
        show: ListShow,
        from: Option<(Timestamp, ItemId)>,
        order: ListOrder,
    ) -> Result<Heads, StoreError> {
        list::read(&self.disk()?, place, show, from, order)
    }

    /// The whole item with its marks.
    ///
    /// # Errors
    ///
    /// When the store can't be read.
    pub fn item(&self, id: ItemId) -> Result<Option<(Item, Status)>, StoreError> {
        items::whole(&self.disk()?, id)
    }

    /// The head of one item.
    ///
    /// # Errors
    ///
    /// When the store can't be read.
    pub fn head(&self, id: ItemId) -> Result<Option<Head>, StoreError> {
        items::head(&self.disk()?, id)
    }

    /// Takes items of a feed away for good, as retention and deletion do: they don't come back while the feed still
    /// holds them. Durable on return. Gives how many there were.
    ///
    /// # Errors
    ///
    /// When the store can't be read or written.
    pub fn forget(&self, items: &[ItemId]) -> Result<usize, StoreError> {
        self.write_through(|draft| items::remove(draft, items))
    }

    /// Applies a change and remembers how to take it back. Durable on return.
    ///
    /// # Errors
    ///
    /// When there is no such subscription, or the store can't be read or written. Nothing is changed then.
    pub fn apply(&self, change: &Change, now: Timestamp) -> Result<Applied, StoreError> {
        self.write_through(|draft| {
            let applied = change::apply(draft, change, now)?;
            if let Some(inverse) = applied.inverse.clone() {
                history::push(draft, &self.disk()?, inverse, now)?;
            }
            Ok(applied)
        })
    }

    /// Takes the last change back; `None` if there is none of the last 30 days. Durable on return.
    ///
    /// # Errors
    ///
    /// When the store can't be read or written.
    pub fn undo(&self, now: Timestamp) -> Result<Option<Applied>, StoreError> {
        self.step(history::Way::Back, now)
    }

    /// Makes the change again that was taken back last; `None` if there is none. Durable on return.
    ///
    /// # Errors
    ///
    /// When the store can't be read or written.
    pub fn redo(&self, now: Timestamp) -> Result<Option<Applied>, StoreError> {
        self.step(history::Way::Forth, now)
    }

    /// The user's answer about background checks; `None` before the question.
    ///
    /// # Errors
    ///
    /// When the store can't be read.
    pub fn consent(&self) -> Result<Option<bool>, StoreError> {
        meta::consent(&self.disk()?)
    }

    /// Keeps the user's answer about background checks. Durable on return.
    ///
    /// # Errors
    ///
    /// When the store can't be written.
    pub fn set_consent(&self, yes: bool) -> Result<(), StoreError> {
        self.write_through(|draft| meta::set_consent(draft, yes))
    }

    /// The seed of this reader: drawn once, kept for ever; `fresh` is kept if there is none yet.
    ///
    /// # Errors
    ///
    /// When the store can't be read or written.
    pub fn seed(&self, fresh: Seed) -> Result<Seed, StoreError> {
        self.write(|draft| {
            if let Some(kept) = meta::seed(draft)? {
                return Ok(Seed::new(kept));
            }
            meta::set_seed(draft, fresh.value())?;
            Ok(fresh)
        })
    }

    /// Hosts that asked to be left alone.
    ///
    /// # Errors
    ///
    /// When the store can't be read.
    pub fn holds(&self) -> Result<Vec<Hold>, StoreError> {
        holds::all(&self.disk()?)
    }

    /// Keeps or lengthens a hold; past ones are dropped. Durable on return.
    ///
    /// # Errors
    ///
    /// When the store can't be read or written.
    pub fn hold(&self, hold: &Hold, now: Timestamp) -> Result<(), StoreError> {
        self.write_through(|draft| holds::keep(draft, &self.disk()?, hold, now))
    }

    /// Hosts that answered deltas that can't be read (RFC 3229), and since when; they are offered none.
    ///
    /// # Errors
    ///
    /// When the store can't be read.
    pub fn without_deltas(&self) -> Result<Vec<String>, StoreError> {
        hosts::all(&self.disk()?)
    }

    /// Remembers that a host answers deltas that can't be read. On the disk within 500 ms.
    ///
    /// # Errors
    ///
    /// When the store can't be written.
    pub fn set_without_deltas(&self, host: &str, now: Timestamp) -> Result<(), StoreError> {
        self.write(|draft| hosts::put(draft, host, now))
    }

    /// The counts of a feed.
    ///
    /// # Errors
    ///
    /// When the store can't be read.
    pub fn counts(&self, feed: FeedId) -> Result<Counts, StoreError> {
        Ok(self.disk()?.record(Area::Counts, &key::feed(Area::Counts, feed))?.unwrap_or_default())
    }

    /// A small text kept under a name, for instance where the screen was left.
    ///
    /// # Errors
    ///
    /// When the store can't be read, or what is there is no text.
    pub fn note(&self, name: &str) -> Result<Option<String>, StoreError> {
        self.disk()?.record(Area::Note, &key::named(Area::Note, name))
    }

    /// Keeps a small text under a name. Durable on return.
    ///
    /// # Errors
    ///
    /// When the store can't be written.
    pub fn set_note(&self, name: &str, value: &str) -> Result<(), StoreError> {
        self.write_through(|draft| draft.put(Area::Note, key::named(Area::Note, name), &value.to_owned()))
    }

    /// Waits until everything written so far is on the disk.
    ///
    /// # Errors
    ///
    /// When the store can't be written.
    pub fn flush(&self) -> Result<(), StoreError> {
        self.disk()?.flush()
    }

    /// Bytes on the disk.
    ///
    /// # Errors
    ///
    /// When the system does not tell.
    pub fn size_on_disk(&self) -> Result<u64, StoreError> {
        self.disk()?.size()
    }

    /// The version of the stored form.
    #[must_use]
    pub fn version(&self) -> u32 {
        schema::newest()
    }

    /// The names of all folders, those that hold only other folders included, sorted.
    ///
    /// # Errors
    ///
    /// When the store can't be read.
    pub fn folders(&self) -> Result<Vec<FolderPath>, StoreError> {
        subscriptions::folders(&self.disk()?)
    }
}

#[cfg(test)]
mod tests;
