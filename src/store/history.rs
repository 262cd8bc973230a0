//! Undo and redo: a line of entries with a cursor in it. Those up to the cursor can be undone, those behind it redone.
//!
//! Each entry holds the one change that can be made from here. Making it gives its own inverse, which takes its place.

use super::change;
use super::disk::Disk;
use super::draft::{Draft, Source};
use super::error::StoreError;
use super::key::{self, Area};
use super::meta;
use super::record::{self, Entry};
use crate::model::{Applied, Change};
use crate::time::{Span, Timestamp};

/// How long a change can be taken back.
pub(super) const KEPT: Span = Span::days(30);

/// Which way to go in the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Take the last change back.
    Back,
    /// Make the change again that was taken back last.
    Forth,
}

/// Remembers the inverse of a change that was just made. What could be redone can't be any more.
pub(super) fn push(
    draft: &mut Draft<'_>,
    disk: &Disk,
    inverse: Change,
    now: Timestamp,
) -> Result<(), StoreError> {
    let cursor = meta::cursor(draft)?;
    // Entries are in order of time, so only those at the start can be over.
    for entry in disk.range(Area::History.range()) {
        let (key, value) = entry?;
        if !is_over(&value, now) {
            break;
        }
        draft.remove(key.to_vec());
    }
    drop_ahead(draft, cursor)?;
    let number = cursor.saturating_add(1);
    draft.put(Area::History, key::entry(number), &Entry { at: now, change: inverse })?;
    meta::set_cursor(draft, number)
}

/// Goes one step; `None` if there is none. Steps that no longer change anything are passed over.
pub(super) fn step(disk: &Disk, way: Way, now: Timestamp) -> Result<Option<Applied>, StoreError> {
    loop {
        let mut draft = Draft::new(disk);
        let cursor = meta::cursor(&draft)?;
        let (number, after) = match way {
            Way::Back if cursor == 0 => return Ok(None),
            Way::Back => (cursor, cursor - 1),
            Way::Forth => (cursor.saturating_add(1), cursor.saturating_add(1)),
        };
        let key = key::entry(number);
        let Some(entry) = draft.record::<Entry>(Area::History, &key)? else { return Ok(None) };
        if entry.at.plus(KEPT) < now {
            return Ok(None);
        }
        let applied = match change::apply(&mut draft, &entry.change, now) {
            Ok(applied) => applied,
            Err(StoreError::NoSuchFeed(_)) => {
                draft = Draft::new(disk);
                Applied { inverse: None, feeds: Vec::new(), count: 0 }
            }
            Err(error) => return Err(error),
        };
        // A step without an effect has none in the other direction.
        let change = applied.inverse.clone().unwrap_or_else(|| Change::All(Vec::new()));
        draft.put(Area::History, key, &Entry { at: entry.at, change })?;
        meta::set_cursor(&mut draft, after)?;
        draft.write()?;
        if applied.inverse.is_some() {
            return Ok(Some(applied));
        }
    }
}

/// Drops entries that can no longer be used.
pub(super) fn tidy(draft: &mut Draft<'_>, disk: &Disk, now: Timestamp) -> Result<(), StoreError> {
    for entry in disk.range(Area::History.range()) {
        let (key, value) = entry?;
        if is_over(&value, now) {
            draft.remove(key.to_vec());
        }
    }
    Ok(())
}

/// Whether an entry can no longer be used; one that can't be read is of no use either.
fn is_over(value: &[u8], now: Timestamp) -> bool {
    record::decode::<Entry>(Area::History, value).map_or(true, |entry| entry.at.plus(KEPT) < now)
}

fn drop_ahead(draft: &mut Draft<'_>, cursor: u64) -> Result<(), StoreError> {
    let mut number = cursor.saturating_add(1);
    while draft.bytes(&key::entry(number))?.is_some() {
        draft.remove(key::entry(number));
        number = number.saturating_add(1);
    }
    Ok(())
}
