//! What the user did to items. A status may exist without its item: then it says that the item must not come back.
//!
//! The head of an item lies behind its status in the same value: sled's start and memory grow with the number of values.
//! The status comes first, so that marking need not understand the head.

use super::draft::{Draft, Source};
use super::error::StoreError;
use super::key::{self, Area};
use super::postings;
use super::record::{self, Presence, StoredHead, StoredStatus};
use crate::model::ItemId;

/// The status of an item, also of one that is gone.
pub(super) fn get(source: &impl Source, id: ItemId) -> Result<Option<StoredStatus>, StoreError> {
    let bytes = source.bytes(&key::item(Area::Head, id))?;
    bytes.map(|bytes| split(&bytes).map(|(status, _)| status)).transpose()
}

/// The status of an item that is there.
pub(super) fn here(source: &impl Source, id: ItemId) -> Result<Option<StoredStatus>, StoreError> {
    Ok(get(source, id)?.filter(|status| status.presence == Presence::Here))
}

/// Status and head of an item that is there.
pub(super) fn both(
    source: &impl Source,
    id: ItemId,
) -> Result<Option<(StoredStatus, StoredHead)>, StoreError> {
    let Some(bytes) = source.bytes(&key::item(Area::Head, id))? else { return Ok(None) };
    let (status, head) = read(&bytes)?;
    Ok(head.map(|head| (status, head)))
}

/// Reads a value: the status and, if the item is there, its head.
pub(super) fn read(bytes: &[u8]) -> Result<(StoredStatus, Option<StoredHead>), StoreError> {
    let (status, head) = split(bytes)?;
    let head = match status.presence {
        Presence::Here => Some(record::decode(Area::Head, head)?),
        Presence::Gone { .. } | Presence::TakenBack { .. } | Presence::Alias(_) => None,
    };
    Ok((status, head))
}

/// Sets a status, with the lists and counts that follow from it. `old` is the one that is stored. The head stays, unless
/// the item goes; a new item still needs one, see [`set_head`].
pub(super) fn set(
    draft: &mut Draft<'_>,
    id: ItemId,
    old: Option<&StoredStatus>,
    new: &StoredStatus,
) -> Result<(), StoreError> {
    postings::update(draft, id, old, Some(new))?;
    let key = key::item(Area::Head, id);
    let mut value = record::encode(Area::Head, new)?;
    if new.presence == Presence::Here
        && let Some(before) = draft.bytes(&key)?
    {
        value.extend_from_slice(split(&before)?.1);
    }
    draft.put_bytes(key, value);
    Ok(())
}

/// Sets the head of an item that has a status.
pub(super) fn set_head(draft: &mut Draft<'_>, id: ItemId, head: &StoredHead) -> Result<(), StoreError> {
    let Some(status) = here(draft, id)? else { return Ok(()) };
    let value = [record::encode(Area::Head, &status)?, record::encode(Area::Head, head)?].concat();
    draft.put_bytes(key::item(Area::Head, id), value);
    Ok(())
}

/// The user has read it as it is now: it counts as changed no longer. Gives whether it did.
pub(super) fn seen(draft: &mut Draft<'_>, id: ItemId) -> Result<bool, StoreError> {
    let Some((_, head)) = both(draft, id)? else { return Ok(false) };
    let changed = head.changed.is_some();
    if changed {
        set_head(draft, id, &StoredHead { changed: None, ..head })?;
    }
    Ok(changed)
}

fn split(bytes: &[u8]) -> Result<(StoredStatus, &[u8]), StoreError> {
    record::decode_first(Area::Head, bytes)
}
