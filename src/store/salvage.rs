//! Fills a new database from what is left of a damaged one: its newest whole copy, then every record that can
//! still be read. Lists and counts are made anew from the statuses, so they agree whatever was lost.

use std::ops::Bound;
use std::path::Path;

use super::copy::{self, Pair};
use super::disk::{Changes, Disk};
use super::draft::{Draft, Source};
use super::error::StoreError;
use super::key::{self, Area};
use super::record::{self, Entry, StoredHead, Words};
use super::{bodies, meta, postings, quiet, statuses};
use crate::model::{CheckState, FeedId, Subscription};
use crate::time::Timestamp;

/// What could be taken over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Salvaged {
    /// Subscriptions, removed ones included.
    pub(super) feeds: usize,
    /// Items.
    pub(super) items: usize,
}

/// Keys written in one batch.
const BATCH: usize = 2000;

/// Fills `new` from the copies in a folder and, if it could be opened, from the damaged database. Where both have a
/// record, the later state wins.
pub(super) fn fill(new: &Disk, copies: &Path, old: Option<&Disk>) -> Result<Salvaged, StoreError> {
    let copy = copy::all(copies).into_iter().find_map(|copy| Some((writes_of(&copy).ok()?, copy)));
    let writes = old.and_then(|old| quiet::catch(|| meta::writes(old)).ok()?.ok()).unwrap_or(0);
    match (copy, old) {
        (None, None) => return Ok(Salvaged::default()),
        (None, Some(old)) => take_readable(new, old)?,
        (Some((_, copy)), None) => take_copy(new, &copy)?,
        (Some((made, copy)), Some(old)) if made <= writes => {
            take_copy(new, &copy)?;
            take_readable(new, old)?;
        }
        (Some((_, copy)), Some(old)) => {
            take_readable(new, old)?;
            take_copy(new, &copy)?;
        }
    }
    finish(new)
}

/// The number of batches that were written before a copy was made; an error if it is torn.
fn writes_of(copy: &Path) -> Result<u64, StoreError> {
    copy::read(copy, |_| Ok(()))?;
    copy::writes(copy)
}

fn take_copy(new: &Disk, copy: &Path) -> Result<(), StoreError> {
    let mut taken = Changes::new();
    copy::read(copy, |pair| take(new, &mut taken, pair))?;
    new.write(taken)
}

fn take_readable(new: &Disk, old: &Disk) -> Result<(), StoreError> {
    let mut taken = Changes::new();
    for area in Area::EACH.into_iter().filter(|area| is_source(*area)) {
        let mut low = area.range().0;
        // Behind a page that can't be read, go on with the next feed: its records begin another page in most cases.
        loop {
            match take_run(new, old, &mut taken, (low, area.range().1))? {
                Run::Done => break,
                Run::BrokenBehind(key) => match behind_feed(area, &key) {
                    Some(next) => low = Bound::Included(next),
                    None => break,
                },
            }
        }
    }
    new.write(taken)
}

/// How far a run of readable records went.
enum Run {
    Done,
    BrokenBehind(Vec<u8>),
}

fn take_run(new: &Disk, old: &Disk, taken: &mut Changes, range: key::Range) -> Result<Run, StoreError> {
    let mut last = match &range.0 {
        Bound::Included(key) | Bound::Excluded(key) => key.clone(),
        Bound::Unbounded => Vec::new(),
    };
    // sled may panic rather than fail on a page that makes no sense.
    let run = quiet::catch(|| {
        for entry in old.range(range) {
            let Ok((key, value)) = entry else { return Ok(false) };
            last = key.to_vec();
            take(new, taken, (key.to_vec(), value.to_vec()))?;
        }
        Ok(true)
    });
    match run {
        Ok(Ok(true)) => Ok(Run::Done),
        Ok(Ok(false)) | Err(_) => Ok(Run::BrokenBehind(last)),
        Ok(Err(error)) => Err(error),
    }
}

fn take(new: &Disk, taken: &mut Changes, (key, value): Pair) -> Result<(), StoreError> {
    if is_whole(&key, &value) {
        taken.insert(key, Some(value));
    }
    if taken.len() >= BATCH {
        new.write(std::mem::take(taken))?;
    }
    Ok(())
}

/// The first key of the feed after the one that `key` belongs to.
fn behind_feed(area: Area, key: &[u8]) -> Option<Vec<u8>> {
    let next = key::feed_of(key).map_or(Some(0), |feed| feed.0.checked_add(1))?;
    Some(key::feed(area, FeedId(next)))
}

/// Whether an area holds what does not follow from others.
pub(super) fn is_source(area: Area) -> bool {
    !matches!(area, Area::Counts | Area::FeedPosting | Area::AllPosting | Area::Index)
}

/// Whether a record can be read, and does not follow from others.
pub(super) fn is_whole(key: &[u8], value: &[u8]) -> bool {
    fn reads<T: record::Stored>(area: Area, value: &[u8]) -> bool {
        record::decode::<T>(area, value).is_ok()
    }
    let Some(area) = Area::of(key) else { return false };
    match area {
        Area::Subscription => reads::<Subscription>(area, value),
        Area::Words => reads::<Words>(area, value),
        Area::Check => reads::<CheckState>(area, value),
        Area::Hold | Area::Host => reads::<Timestamp>(area, value),
        Area::History => reads::<Entry>(area, value),
        Area::Head => statuses::read(value).is_ok(),
        Area::Body => record::unpack_bodies(value).is_ok(),
        Area::Meta | Area::Note => true,
        Area::Counts | Area::FeedPosting | Area::AllPosting | Area::Index => false,
    }
}

/// Makes what was taken over agree with itself.
fn finish(new: &Disk) -> Result<Salvaged, StoreError> {
    let feeds: Vec<FeedId> =
        new.range(Area::Subscription.range()).filter_map(|entry| key::feed_of(&entry.ok()?.0)).collect();
    let mut items = 0;
    for feed in &feeds {
        let mut draft = Draft::new(new);
        let mut textless = false;
        let counted = list_items(new, &mut draft, *feed, &mut textless)?;
        items += counted;
        if textless {
            ask_in_full(&mut draft, *feed)?;
        }
        draft.write()?;
    }
    drop_strays(new, &feeds)?;
    let mut draft = Draft::new(new);
    let behind = feeds.iter().map(|feed| feed.0.saturating_add(1)).max().unwrap_or(1);
    let next = meta::next_feed(&draft)?.max(behind);
    meta::set_next_feed(&mut draft, next)?;
    draft.write()?;
    Ok(Salvaged { feeds: feeds.len(), items })
}

/// Drops what is left of feeds whose subscriptions are lost.
fn drop_strays(new: &Disk, feeds: &[FeedId]) -> Result<(), StoreError> {
    for area in [Area::Words, Area::Check, Area::Head, Area::Body] {
        let mut strays = Changes::new();
        for entry in new.range(area.range()) {
            let (key, _) = entry?;
            if key::feed_of(&key).is_none_or(|feed| feeds.binary_search(&feed).is_err()) {
                strays.insert(key.to_vec(), None);
            }
        }
        new.write(strays)?;
    }
    Ok(())
}

/// Makes the lists and counts of a feed from the statuses of its items.
fn list_items(
    new: &Disk,
    draft: &mut Draft<'_>,
    feed: FeedId,
    textless: &mut bool,
) -> Result<usize, StoreError> {
    let mut items = 0;
    let texts = bodies::present(new, feed)?;
    for entry in new.range(key::prefix(&key::feed(Area::Head, feed))) {
        let (key, value) = entry?;
        let Some(id) = key::item_of(&key) else { continue };
        let (status, Some(head)) = statuses::read(&value)? else { continue };
        if !texts.contains(&(id.key, head.chunk)) {
            // Its text is missing: a digest that differs makes the text be taken again.
            statuses::set_head(draft, id, &StoredHead { digest: 0, ..head })?;
            *textless = true;
        }
        postings::update(draft, id, None, Some(&status))?;
        items += 1;
    }
    Ok(items)
}

/// Makes the next check of a feed ask for the whole document.
fn ask_in_full(draft: &mut Draft<'_>, feed: FeedId) -> Result<(), StoreError> {
    let key = key::feed(Area::Check, feed);
    if let Some(mut check) = draft.record::<CheckState>(Area::Check, &key)? {
        check.validators = None;
        check.body_hash = None;
        draft.put(Area::Check, key, &check)?;
    }
    Ok(())
}
