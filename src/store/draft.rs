//! A write that is being put together: what it changes can be read back from it before it is written.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use super::blocks::{self, Moves};
use super::counters::Counts;
use super::disk::{Changes, Disk};
use super::error::StoreError;
use super::key::{self, Area, Place};
use super::meta;
use super::record::{self, Stored};
use crate::model::{FeedId, Subscription};

/// Where records are read from: the disk, or a draft over it.
pub(super) trait Source {
    /// The value of a key.
    fn bytes(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;

    /// The record of a key.
    fn record<T: Stored>(&self, area: Area, key: &[u8]) -> Result<Option<T>, StoreError> {
        self.bytes(key)?.map(|bytes| record::decode(area, &bytes)).transpose()
    }
}

impl Source for Disk {
    fn bytes(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.get(key)?.map(|bytes| bytes.to_vec()))
    }

    fn record<T: Stored>(&self, area: Area, key: &[u8]) -> Result<Option<T>, StoreError> {
        // Read in place: this is what lists do for every row.
        self.get(key)?.map(|bytes| record::decode(area, &bytes)).transpose()
    }
}

/// Changes over a disk that are not written yet.
#[derive(Debug)]
pub(super) struct Draft<'a> {
    disk: &'a Disk,
    changes: Changes,
    live: BTreeMap<FeedId, bool>,
    counts: BTreeMap<FeedId, Counts>,
    /// What moves in each list, by the start of its keys.
    lists: BTreeMap<Vec<u8>, Moves>,
}

impl Source for Draft<'_> {
    fn bytes(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        match self.changes.get(key) {
            Some(pending) => Ok(pending.clone()),
            None => self.disk.bytes(key),
        }
    }
}

impl<'a> Draft<'a> {
    /// Nothing changed yet.
    pub(super) fn new(disk: &'a Disk) -> Self {
        Self {
            disk,
            changes: Changes::new(),
            live: BTreeMap::new(),
            counts: BTreeMap::new(),
            lists: BTreeMap::new(),
        }
    }

    /// Sets the bytes of a key.
    pub(super) fn put_bytes(&mut self, key: Vec<u8>, value: Vec<u8>) {
        self.changes.insert(key, Some(value));
    }

    /// Sets the record of a key.
    pub(super) fn put<T: Stored>(&mut self, area: Area, key: Vec<u8>, value: &T) -> Result<(), StoreError> {
        let bytes = record::encode(area, value)?;
        self.put_bytes(key, bytes);
        Ok(())
    }

    /// Removes a key.
    pub(super) fn remove(&mut self, key: Vec<u8>) {
        self.changes.insert(key, None);
    }

    /// All keys that start with `start`, in order, as they will be.
    pub(super) fn keys(&self, start: &[u8]) -> Result<Vec<Vec<u8>>, StoreError> {
        let mut keys = BTreeSet::new();
        for entry in self.disk.range(key::prefix(start)) {
            keys.insert(entry?.0.to_vec());
        }
        let pending = (Bound::Included(start.to_vec()), key::behind(start));
        for (key, value) in self.changes.range(pending) {
            if value.is_some() {
                keys.insert(key.clone());
            } else {
                keys.remove(key);
            }
        }
        Ok(keys.into_iter().collect())
    }

    /// Puts a place into a list or takes it out.
    pub(super) fn shift(&mut self, list: Vec<u8>, place: Place, into: bool) {
        self.lists.entry(list).or_default().insert(place, into);
    }

    /// The places of a list, as they will be.
    pub(super) fn places(&self, list: &[u8]) -> Result<Vec<Place>, StoreError> {
        let stored = blocks::all(self.disk, list)?;
        let Some(moves) = self.lists.get(list) else { return Ok(stored) };
        let mut places: BTreeSet<Place> = stored.into_iter().collect();
        for (place, into) in moves {
            if *into {
                places.insert(*place)
            } else {
                places.remove(place)
            };
        }
        Ok(places.into_iter().collect())
    }

    /// The last key that starts with `start`, as it will be. One that is removed in this draft may still be given.
    pub(super) fn last_key(&self, start: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let stored =
            self.disk.range(key::prefix(start)).next_back().transpose()?.map(|(key, _)| key.to_vec());
        let pending = self.changes.range((Bound::Included(start.to_vec()), key::behind(start))).next_back();
        Ok(stored.max(pending.map(|(key, _)| key.clone())))
    }

    /// Whether a feed is subscribed, so that its items belong in lists over all feeds.
    pub(super) fn is_live(&mut self, feed: FeedId) -> Result<bool, StoreError> {
        if let Some(live) = self.live.get(&feed) {
            return Ok(*live);
        }
        let key = key::feed(Area::Subscription, feed);
        let live = self
            .record::<Subscription>(Area::Subscription, &key)?
            .is_some_and(|subscription| subscription.removed.is_none());
        self.live.insert(feed, live);
        Ok(live)
    }

    /// Notes that a feed was subscribed or unsubscribed in this draft.
    pub(super) fn set_live(&mut self, feed: FeedId, live: bool) {
        self.live.insert(feed, live);
    }

    /// The counts of a feed, to be changed; they are written with the rest.
    pub(super) fn counts(&mut self, feed: FeedId) -> Result<&mut Counts, StoreError> {
        if !self.counts.contains_key(&feed) {
            let kept = self.record(Area::Counts, &key::feed(Area::Counts, feed))?.unwrap_or_default();
            self.counts.insert(feed, kept);
        }
        Ok(self.counts.entry(feed).or_default())
    }

    /// Forgets the counts of a feed that is removed for good.
    pub(super) fn drop_counts(&mut self, feed: FeedId) {
        self.counts.remove(&feed);
        self.remove(key::feed(Area::Counts, feed));
    }

    /// How many keys are changed so far.
    pub(super) fn len(&self) -> usize {
        self.changes.len()
    }

    /// Writes everything as one batch.
    pub(super) fn write(mut self) -> Result<(), StoreError> {
        for (feed, counts) in std::mem::take(&mut self.counts) {
            self.put(Area::Counts, key::feed(Area::Counts, feed), &counts)?;
        }
        for (list, moves) in std::mem::take(&mut self.lists) {
            blocks::apply(self.disk, &list, moves, &mut self.changes)?;
        }
        if self.changes.is_empty() {
            return Ok(());
        }
        meta::count_write(&mut self)?;
        self.disk.write(self.changes)
    }
}
