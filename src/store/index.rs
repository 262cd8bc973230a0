//! The index for search on disk: segments as [`crate::search`] makes them, each in records of its own.
//!
//! Everything in it follows from the items, so it is neither copied nor salvaged: a store that lost it is no longer marked as
//! indexed and is filled anew. Segments of higher levels are older than those below, and within a level they are in the
//! order of their numbers.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::disk::Disk;
use super::draft::{Draft, Source};
use super::error::StoreError;
use super::key::{self, Area};
use super::{Store, feeds, statuses};
use crate::model::{FeedId, ItemId};
use crate::search::segment::{read_entries, write_entries};
use crate::search::{Block, Damaged, Entry, Hit, Plan, Segment, Shelf, merge};
use crate::time::Timestamp;

/// Segments of a level that are merged into one of the next.
const WIDTH: usize = 8;

/// The form of the records.
const FORM: u8 = 1;

/// Items in one record.
const ENTRIES: usize = ENTRIES_32 as usize;

/// The records of a segment.
#[derive(Clone, Copy)]
enum Part {
    /// Its level, how many items it has and how many blocks.
    Frame,
    /// Items.
    Entries,
    /// Items that it replaces in older segments.
    Replaced,
    /// Terms of a block.
    Terms,
    /// Lists of a block.
    Lists,
}

impl Part {
    const EACH: [Self; 5] = [Self::Frame, Self::Entries, Self::Replaced, Self::Terms, Self::Lists];

    /// Never changes: it is on people's disks.
    const fn letter(self) -> u8 {
        match self {
            Self::Frame => b'f',
            Self::Entries => b'e',
            Self::Replaced => b'r',
            Self::Terms => b't',
            Self::Lists => b'l',
        }
    }
}

/// What a check adds to the index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexPart {
    /// New and changed items.
    pub segment: Segment,
    /// Those of them that changed: they may be in older segments.
    pub replaced: Vec<ItemId>,
}

/// An item that the index found. It may be gone by now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The item.
    pub id: ItemId,
    /// The date that it is sorted by, to the second.
    pub date: Timestamp,
    /// The higher, the better.
    pub score: u32,
}

/// A segment on the disk.
#[derive(Clone, Copy, Debug)]
struct Frame {
    number: u32,
    level: u8,
    count: u32,
    blocks: u32,
}

impl Store {
    /// The items that can fit, newest segments first. `None` if the index knows nothing about the plan.
    ///
    /// # Errors
    ///
    /// When the index can't be read; it can be made anew then.
    pub fn find(&self, plan: &Plan) -> Result<Option<Vec<Found>>, StoreError> {
        let disk = self.disk()?;
        let mut replaced = BTreeSet::new();
        let mut found = Vec::new();
        for frame in frames(&disk)?.into_iter().rev() {
            let Some(hits) = plan.search(&OnDisk { disk: &disk, frame })? else { return Ok(None) };
            found.extend(
                entered(&disk, frame, &hits)?.into_iter().filter(|found| !replaced.contains(&found.id)),
            );
            replaced.extend(stored_replaced(&disk, frame.number)?);
        }
        Ok(Some(found))
    }

    /// Adds items to the index apart from a check, as when it is made anew. On the disk within 500 ms.
    ///
    /// # Errors
    ///
    /// When the store can't be read or written.
    pub fn add_to_index(&self, part: &IndexPart) -> Result<(), StoreError> {
        self.write(|draft| add(draft, part))
    }

    /// Merges some segments if there are many; says whether there may be more to do. Takes about 10 ms for 1,000 items.
    ///
    /// # Errors
    ///
    /// When the store can't be read or written.
    pub fn merge_index(&self) -> Result<bool, StoreError> {
        let disk = self.disk()?;
        self.write(|draft| merge_some(draft, &disk))
    }

    /// Whether all items are in the index.
    ///
    /// # Errors
    ///
    /// When the store can't be read.
    pub fn is_indexed(&self) -> Result<bool, StoreError> {
        Ok(self.disk()?.get(&complete())?.is_some())
    }

    /// Notes that all items are in the index: checks keep it so. Items of before have to be added first.
    ///
    /// # Errors
    ///
    /// When the store can't be written.
    pub fn set_indexed(&self) -> Result<(), StoreError> {
        self.write(|draft| {
            draft.put_bytes(complete(), vec![FORM]);
            Ok(())
        })
    }

    /// The numbers of all subscriptions, those that were removed and can come back included.
    ///
    /// # Errors
    ///
    /// When the store can't be read.
    pub fn all_feeds(&self) -> Result<Vec<FeedId>, StoreError> {
        Ok(feeds::all(&self.disk()?)?.iter().map(|feed| feed.subscription.id).collect())
    }

    /// Throws the index away.
    ///
    /// # Errors
    ///
    /// When the store can't be read or written.
    pub fn clear_index(&self) -> Result<(), StoreError> {
        self.write(|draft| {
            for key in draft.keys(&[Area::Index.letter()])? {
                draft.remove(key);
            }
            Ok(())
        })
    }
}

/// Puts what a check adds into its draft.
pub(super) fn add(draft: &mut Draft<'_>, part: &IndexPart) -> Result<(), StoreError> {
    if part.segment.entries.is_empty() {
        return Ok(());
    }
    put(draft, 0, &part.segment, &part.replaced)
}

/// Whether a record can be one of the index. Whether it is whole shows when it is used.
pub(super) fn is_whole(key: &[u8]) -> bool {
    key == complete() || key.len() == 10 && Part::EACH.into_iter().any(|part| key[1] == part.letter())
}

fn put(draft: &mut Draft<'_>, level: u8, segment: &Segment, replaced: &[ItemId]) -> Result<(), StoreError> {
    let last = draft.last_key(&part_key(Part::Frame))?;
    let number = last.and_then(|key| number_of(&key)).map_or(0, |number| number.saturating_add(1));
    let (Ok(count), Ok(blocks)) = (u32::try_from(segment.entries.len()), u32::try_from(segment.blocks.len()))
    else {
        return Err(StoreError::damaged(Area::Index, "a segment without end"));
    };
    let frame = [&[FORM, level][..], &count.to_be_bytes(), &blocks.to_be_bytes()].concat();
    draft.put_bytes(record(Part::Frame, number, 0), frame);
    for (chunk, at) in segment.entries.chunks(ENTRIES).zip(0..) {
        draft.put_bytes(record(Part::Entries, number, at), write_entries(chunk));
    }
    if !replaced.is_empty() {
        let replaced: Vec<Entry> = replaced.iter().map(|id| Entry { id: *id, date: 0 }).collect();
        draft.put_bytes(record(Part::Replaced, number, 0), write_entries(&replaced));
    }
    for (block, at) in segment.blocks.iter().zip(0..) {
        draft.put_bytes(record(Part::Terms, number, at), block.terms.clone());
        draft.put_bytes(record(Part::Lists, number, at), block.lists.clone());
    }
    Ok(())
}

fn merge_some(draft: &mut Draft<'_>, disk: &Disk) -> Result<bool, StoreError> {
    let frames = frames(disk)?;
    let full = frames.chunk_by(|a, b| a.level == b.level).rev().find(|level| level.len() >= WIDTH);
    let Some(old) = full.map(|level| &level[..WIDTH]) else { return Ok(false) };
    let segments = old.iter().map(|frame| load(disk, *frame)).collect::<Result<Vec<_>, _>>()?;
    let mut gone = BTreeSet::new();
    for entry in segments.iter().flat_map(|segment| &segment.entries) {
        if statuses::both(draft, entry.id)?.is_none() {
            gone.insert(entry.id);
        }
    }
    let merged = merge(&segments, |id| !gone.contains(&id))?;
    // Older segments may hold what these replaced; in the oldest there is nothing left to replace.
    let is_oldest = frames.first().map(|frame| frame.number) == old.first().map(|frame| frame.number);
    let mut replaced = BTreeSet::new();
    for frame in old {
        if !is_oldest {
            replaced.extend(stored_replaced(disk, frame.number)?);
        }
        remove(draft, *frame)?;
    }
    if !merged.entries.is_empty() || !replaced.is_empty() {
        let level = old[0].level.saturating_add(1);
        put(draft, level, &merged, &replaced.into_iter().collect::<Vec<_>>())?;
    }
    Ok(true)
}

fn remove(draft: &mut Draft<'_>, frame: Frame) -> Result<(), StoreError> {
    for part in Part::EACH {
        let start = [&part_key(part)[..], &frame.number.to_be_bytes()].concat();
        for key in draft.keys(&start)? {
            draft.remove(key);
        }
    }
    Ok(())
}

/// All segments, oldest first.
fn frames(disk: &Disk) -> Result<Vec<Frame>, StoreError> {
    let mut frames = Vec::new();
    for entry in disk.range(key::prefix(&part_key(Part::Frame))) {
        let (key, value) = entry?;
        let frame = number_of(&key).and_then(|number| frame(number, &value));
        frames.push(frame.ok_or_else(|| StoreError::damaged(Area::Index, "a frame that can't be"))?);
    }
    frames.sort_by_key(|frame| (std::cmp::Reverse(frame.level), frame.number));
    Ok(frames)
}

fn frame(number: u32, value: &[u8]) -> Option<Frame> {
    let count = u32::from_be_bytes(value.get(2..6)?.try_into().ok()?);
    let blocks = u32::from_be_bytes(value.get(6..10)?.try_into().ok()?);
    (value[0] == FORM && value.len() == 10).then_some(Frame { number, level: value[1], count, blocks })
}

fn load(disk: &Disk, frame: Frame) -> Result<Segment, StoreError> {
    let on_disk = OnDisk { disk, frame };
    let mut segment = Segment::default();
    for at in 0..frame.count.div_ceil(ENTRIES_32) {
        segment.entries.extend(entries(disk, frame.number, at)?);
    }
    for at in 0..frame.blocks {
        let (terms, lists) = (on_disk.bytes(Part::Terms, at)?, on_disk.bytes(Part::Lists, at)?);
        segment.blocks.push(Block { terms, lists });
    }
    Ok(segment)
}

/// [`ENTRIES`] as it is counted on the disk.
const ENTRIES_32: u32 = 1024;

fn entries(disk: &Disk, number: u32, at: u32) -> Result<Vec<Entry>, StoreError> {
    Ok(read_entries(&needed(disk, &record(Part::Entries, number, at))?)?)
}

fn stored_replaced(disk: &Disk, number: u32) -> Result<Vec<ItemId>, StoreError> {
    let Some(bytes) = disk.get(&record(Part::Replaced, number, 0))? else { return Ok(Vec::new()) };
    Ok(read_entries(&bytes)?.into_iter().map(|entry| entry.id).collect())
}

/// The items of hits, which are sorted by number.
fn entered(disk: &Disk, frame: Frame, hits: &[Hit]) -> Result<Vec<Found>, StoreError> {
    let mut found = Vec::with_capacity(hits.len());
    for chunk in hits.chunk_by(|a, b| a.doc / ENTRIES_32 == b.doc / ENTRIES_32) {
        let entries = entries(disk, frame.number, chunk[0].doc / ENTRIES_32)?;
        for hit in chunk {
            let entry = entries.get((hit.doc % ENTRIES_32) as usize).ok_or(Damaged)?;
            let date = Timestamp::from_seconds(entry.date);
            found.push(Found { id: entry.id, date, score: hit.score });
        }
    }
    Ok(found)
}

fn needed(disk: &Disk, key: &[u8]) -> Result<Vec<u8>, StoreError> {
    disk.bytes(key)?.ok_or_else(|| StoreError::damaged(Area::Index, "a part is missing"))
}

/// The key of the note that all items are in the index.
fn complete() -> Vec<u8> {
    vec![Area::Index.letter(), b'c']
}

fn part_key(part: Part) -> Vec<u8> {
    vec![Area::Index.letter(), part.letter()]
}

fn record(part: Part, number: u32, at: u32) -> Vec<u8> {
    [&part_key(part)[..], &number.to_be_bytes(), &at.to_be_bytes()].concat()
}

fn number_of(key: &[u8]) -> Option<u32> {
    Some(u32::from_be_bytes(key.get(2..6)?.try_into().ok()?))
}

/// A segment whose parts are read when they are asked for.
struct OnDisk<'a> {
    disk: &'a Disk,
    frame: Frame,
}

impl OnDisk<'_> {
    fn bytes(&self, part: Part, at: u32) -> Result<Vec<u8>, StoreError> {
        needed(self.disk, &record(part, self.frame.number, at))
    }
}

impl Shelf for OnDisk<'_> {
    type Error = StoreError;

    fn count(&self) -> usize {
        self.frame.count as usize
    }

    fn blocks(&self) -> usize {
        self.frame.blocks as usize
    }

    fn terms(&self, block: usize) -> Result<Cow<'_, [u8]>, StoreError> {
        let at = u32::try_from(block).map_err(|_| Damaged)?;
        self.bytes(Part::Terms, at).map(Cow::Owned)
    }

    fn lists(&self, block: usize) -> Result<Cow<'_, [u8]>, StoreError> {
        let at = u32::try_from(block).map_err(|_| Damaged)?;
        self.bytes(Part::Lists, at).map(Cow::Owned)
    }
}

impl From<Damaged> for StoreError {
    fn from(damaged: Damaged) -> Self {
        Self::damaged(Area::Index, damaged)
    }
}
