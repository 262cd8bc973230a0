//! Lists are ranges of keys, read from a place on in either direction, never further than is asked for.
//!
//! The list of one feed and the list over all feeds are one range each; the list of some feeds merges their ranges.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::ops::Bound;

use super::blocks;
use super::disk::Disk;
use super::error::StoreError;
use super::items::{self, Head};
use super::key::{self, Mark, Place};
use super::subscriptions;
use crate::model::{FeedId, ItemId};
use crate::time::Timestamp;

/// Where a list's items come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListPlace {
    /// All feeds.
    All,
    /// These feeds.
    Feeds(Vec<FeedId>),
}

/// Which items of a place a list holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListShow {
    /// All.
    #[default]
    All,
    /// Those not read.
    Unread,
    /// Those with a star.
    Starred,
}

/// Which way a list is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ListOrder {
    /// From newer to older, starting with the item at `from`.
    #[default]
    Down,
    /// From older to newer, starting before the item at `from`.
    Up,
}

/// The heads of a list, read as they are taken.
pub type Heads = Box<dyn Iterator<Item = Result<Head, StoreError>> + Send>;

type Places = Box<dyn Iterator<Item = Result<Place, StoreError>> + Send>;

/// Starts reading a list.
pub(super) fn read(
    disk: &Disk,
    place: &ListPlace,
    show: ListShow,
    from: Option<(Timestamp, ItemId)>,
    order: ListOrder,
) -> Result<Heads, StoreError> {
    let mark = match show {
        ListShow::All => Mark::All,
        ListShow::Unread => Mark::Unread,
        ListShow::Starred => Mark::Starred,
    };
    let from = from.map(|(date, id)| key::place(date, id));
    let mut lists = match place {
        ListPlace::All => vec![key::all_list(mark)],
        ListPlace::Feeds(feeds) => lists_of(disk, feeds, mark)?,
    };
    let stream = |list| Stream::new(disk.clone(), list, from, order);
    let places: Places = match lists.len() {
        1 => Box::new(stream(lists.remove(0))),
        _ => Box::new(Merge::new(lists.into_iter().map(stream).collect(), order)),
    };
    let disk = disk.clone();
    // An item that went away since its place was read is passed over.
    Ok(Box::new(places.filter_map(move |place| {
        place.and_then(|place| items::head(&disk, key::placed(&place))).transpose()
    })))
}

/// The lists of those feeds that are not removed.
fn lists_of(disk: &Disk, feeds: &[FeedId], mark: Mark) -> Result<Vec<Vec<u8>>, StoreError> {
    let mut lists = Vec::new();
    for feed in feeds.iter().copied().collect::<BTreeSet<_>>() {
        let subscription = subscriptions::get(disk, feed)?;
        if subscription.is_some_and(|subscription| subscription.removed.is_none()) {
            lists.push(key::feed_list(mark, feed));
        }
    }
    Ok(lists)
}

/// The places of one list, a block at a time.
///
/// Each block is sought anew behind the last place given, so it does no harm when blocks are split or joined meanwhile.
struct Stream {
    disk: Disk,
    list: Vec<u8>,
    order: ListOrder,
    /// Where the next block begins (downwards) or ends (upwards, always excluded).
    bound: Bound<Place>,
    /// What is left of the last block, the next one at the end.
    left: Vec<Place>,
    /// Whether a fault ended it.
    over: bool,
}

impl Stream {
    fn new(disk: Disk, list: Vec<u8>, from: Option<Place>, order: ListOrder) -> Self {
        let bound = from.map_or(Bound::Unbounded, Bound::Included);
        Self { disk, list, order, bound, left: Vec::new(), over: false }
    }

    fn refill(&mut self) -> Result<(), StoreError> {
        self.left = match self.order {
            ListOrder::Down => {
                let mut places = blocks::from(&self.disk, &self.list, self.bound)?;
                places.reverse();
                places
            }
            ListOrder::Up => {
                let until = match self.bound {
                    Bound::Included(place) | Bound::Excluded(place) => Some(place),
                    Bound::Unbounded => None,
                };
                blocks::until(&self.disk, &self.list, until)?
            }
        };
        Ok(())
    }
}

impl Iterator for Stream {
    type Item = Result<Place, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left.is_empty()
            && !self.over
            && let Err(fault) = self.refill()
        {
            self.over = true;
            return Some(Err(fault));
        }
        let place = self.left.pop()?;
        self.bound = Bound::Excluded(place);
        Some(Ok(place))
    }
}

/// Several sorted streams of places as one.
struct Merge {
    streams: Vec<Stream>,
    order: ListOrder,
    /// The next place of each stream, the one to give first on top.
    next: BinaryHeap<Reverse<(Rank, usize)>>,
    /// Faults met while looking ahead, to be told before anything else.
    faults: Vec<StoreError>,
}

/// A place turned so that smaller ones come first in the order that is read.
type Rank = Place;

impl Merge {
    fn new(streams: Vec<Stream>, order: ListOrder) -> Self {
        let mut merge = Self { streams, order, next: BinaryHeap::new(), faults: Vec::new() };
        for index in 0..merge.streams.len() {
            merge.look_ahead(index);
        }
        merge
    }

    fn look_ahead(&mut self, index: usize) {
        match self.streams[index].next() {
            Some(Ok(place)) => self.next.push(Reverse((turned(place, self.order), index))),
            Some(Err(fault)) => self.faults.push(fault),
            None => {}
        }
    }
}

impl Iterator for Merge {
    type Item = Result<Place, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(fault) = self.faults.pop() {
            return Some(Err(fault));
        }
        let Reverse((rank, index)) = self.next.pop()?;
        self.look_ahead(index);
        Some(Ok(turned(rank, self.order)))
    }
}

fn turned(place: Place, order: ListOrder) -> Rank {
    match order {
        ListOrder::Down => place,
        ListOrder::Up => place.map(|byte| !byte),
    }
}
