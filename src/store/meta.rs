//! Single facts: the schema's version, the reader's seed, the user's consent, the next number of a feed.

use super::draft::{Draft, Source};
use super::error::StoreError;
use super::key::{Area, named};
use super::record::Stored;

/// The name of the schema's version.
pub(super) const VERSION: &str = "version";
const SEED: &str = "seed";
const CONSENT: &str = "consent";
const NEXT_FEED: &str = "next feed";
const CURSOR: &str = "history";
const WRITES: &str = "writes";

/// The schema's version; `None` in a store that is not finished.
pub(super) fn version(source: &impl Source) -> Result<Option<u32>, StoreError> {
    get(source, VERSION)
}

/// Sets the schema's version.
pub(super) fn set_version(draft: &mut Draft<'_>, version: u32) -> Result<(), StoreError> {
    set(draft, VERSION, &version)
}

/// The reader's seed.
pub(super) fn seed(source: &impl Source) -> Result<Option<u64>, StoreError> {
    get(source, SEED)
}

/// Sets the reader's seed.
pub(super) fn set_seed(draft: &mut Draft<'_>, seed: u64) -> Result<(), StoreError> {
    set(draft, SEED, &seed)
}

/// The user's answer about background checks.
pub(super) fn consent(source: &impl Source) -> Result<Option<bool>, StoreError> {
    get(source, CONSENT)
}

/// Sets the user's answer about background checks.
pub(super) fn set_consent(draft: &mut Draft<'_>, yes: bool) -> Result<(), StoreError> {
    set(draft, CONSENT, &yes)
}

/// How many batches were written to this store, to tell which of two states of it is the later one.
pub(super) fn writes(source: &impl Source) -> Result<u64, StoreError> {
    Ok(get(source, WRITES)?.unwrap_or(0))
}

/// Counts one more batch.
pub(super) fn count_write(draft: &mut Draft<'_>) -> Result<(), StoreError> {
    let writes = writes(draft)?.saturating_add(1);
    set(draft, WRITES, &writes)
}

/// Sets the count of batches; writing the draft counts one more.
pub(super) fn set_writes(draft: &mut Draft<'_>, writes: u64) -> Result<(), StoreError> {
    set(draft, WRITES, &writes)
}

/// The number of the next feed. Numbers are never given twice.
pub(super) fn next_feed(source: &impl Source) -> Result<u32, StoreError> {
    Ok(get(source, NEXT_FEED)?.unwrap_or(1))
}

/// Sets the number of the next feed.
pub(super) fn set_next_feed(draft: &mut Draft<'_>, next: u32) -> Result<(), StoreError> {
    set(draft, NEXT_FEED, &next)
}

/// The number of the last entry of the history that is made and not taken back; 0 for none.
pub(super) fn cursor(source: &impl Source) -> Result<u64, StoreError> {
    Ok(get(source, CURSOR)?.unwrap_or(0))
}

/// Sets the place in the history.
pub(super) fn set_cursor(draft: &mut Draft<'_>, cursor: u64) -> Result<(), StoreError> {
    set(draft, CURSOR, &cursor)
}

fn get<T: Stored>(source: &impl Source, name: &str) -> Result<Option<T>, StoreError> {
    source.record(Area::Meta, &named(Area::Meta, name))
}

fn set<T: Stored>(draft: &mut Draft<'_>, name: &str, value: &T) -> Result<(), StoreError> {
    draft.put(Area::Meta, named(Area::Meta, name), value)
}
