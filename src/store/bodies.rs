//! Whole items, several to a value and compressed together: sled's start and memory grow with the number of its pages,
//! and items of one feed resemble one another (`performance.md` section 4).
//!
//! A chunk is written once and never grows. An item that changes goes into a new chunk; a chunk of which less than half is
//! still in use is packed anew. An item's head names its chunk.

use std::collections::{BTreeMap, BTreeSet};

use super::disk::Disk;
use super::draft::{Draft, Source};
use super::error::StoreError;
use super::key::{self, Area};
use super::record::{self, StoredHead};
use super::statuses;
use crate::model::{FeedId, Item, ItemId, ItemKey};

/// Bytes of text in a chunk, about. Small enough to be unpacked within a millisecond when one item of it is read.
const CHUNK: usize = 64 * 1024;

/// Writes items into new chunks and tells which chunk each of them is in.
pub(super) fn write(
    draft: &mut Draft<'_>,
    feed: FeedId,
    items: Vec<Item>,
) -> Result<BTreeMap<ItemKey, u32>, StoreError> {
    let last = draft.last_key(&key::feed(Area::Body, feed))?;
    let mut number = last.and_then(|key| key::chunk_of(&key)).map_or(0, |number| number.saturating_add(1));
    let mut places = BTreeMap::new();
    let (mut chunk, mut weight) = (Vec::new(), 0);
    for item in items {
        weight += weigh(&item);
        places.insert(item.key, number);
        chunk.push(item);
        if weight >= CHUNK {
            put(draft, feed, number, &chunk)?;
            chunk.clear();
            weight = 0;
            number = number.saturating_add(1);
        }
    }
    if !chunk.is_empty() {
        put(draft, feed, number, &chunk)?;
    }
    Ok(places)
}

/// The item that a head names, if it is there.
pub(super) fn read(source: &impl Source, id: ItemId, head: &StoredHead) -> Result<Option<Item>, StoreError> {
    let items = chunk(source, id.feed, head.chunk)?;
    Ok(items.into_iter().find(|item| item.key == id.key))
}

/// Drops chunks of which nothing is in use any more, and packs together anew those of which less than half is.
pub(super) fn tidy(draft: &mut Draft<'_>, feed: FeedId, touched: BTreeSet<u32>) -> Result<(), StoreError> {
    let mut moving = Vec::new();
    let mut emptied = Vec::new();
    for number in touched {
        let items = chunk(draft, feed, number)?;
        let all = items.len();
        let mut used = Vec::new();
        for item in items {
            let head = statuses::both(draft, ItemId { feed, key: item.key })?.map(|(_, head)| head);
            used.extend(head.filter(|head| head.chunk == number).map(|head| (head, item)));
        }
        if used.len() * 2 < all {
            moving.extend(used);
            emptied.push(number);
        }
    }
    repack(draft, feed, moving)?;
    for number in emptied {
        draft.remove(key::chunk(feed, number));
    }
    Ok(())
}

/// All items of a feed that are in some chunk, each with its chunk.
pub(super) fn present(disk: &Disk, feed: FeedId) -> Result<BTreeSet<(ItemKey, u32)>, StoreError> {
    let mut present = BTreeSet::new();
    for entry in disk.range(key::prefix(&key::feed(Area::Body, feed))) {
        let (key, value) = entry?;
        let Some(number) = key::chunk_of(&key) else { continue };
        present.extend(record::unpack_bodies(&value)?.into_iter().map(|item| (item.key, number)));
    }
    Ok(present)
}

fn repack(draft: &mut Draft<'_>, feed: FeedId, used: Vec<(StoredHead, Item)>) -> Result<(), StoreError> {
    let (heads, items): (Vec<_>, Vec<_>) =
        used.into_iter().map(|(head, item)| ((head, item.key), item)).unzip();
    let places = write(draft, feed, items)?;
    for (head, key) in heads {
        let chunk = places.get(&key).copied().unwrap_or(head.chunk);
        statuses::set_head(draft, ItemId { feed, key }, &StoredHead { chunk, ..head })?;
    }
    Ok(())
}

fn chunk(source: &impl Source, feed: FeedId, number: u32) -> Result<Vec<Item>, StoreError> {
    match source.bytes(&key::chunk(feed, number))? {
        Some(packed) => record::unpack_bodies(&packed),
        None => Ok(Vec::new()),
    }
}

fn put(draft: &mut Draft<'_>, feed: FeedId, number: u32, items: &Vec<Item>) -> Result<(), StoreError> {
    draft.put_bytes(key::chunk(feed, number), record::pack_bodies(items)?);
    Ok(())
}

/// About how long an item is when it is written; its texts outweigh everything else.
fn weigh(item: &Item) -> usize {
    let texts = [&item.content, &item.summary].into_iter().flatten();
    200 + texts.map(|content| content.text.len()).sum::<usize>()
}
