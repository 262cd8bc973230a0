//! Hosts that asked to be left alone, and until when.

use super::disk::Disk;
use super::draft::{Draft, Source};
use super::error::StoreError;
use super::key::{self, Area};
use super::record;
use crate::time::Timestamp;

/// A host that asked to be left alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    /// Host and port.
    pub host: String,
    /// Until then.
    pub until: Timestamp,
}

/// All of them, by host.
pub(super) fn all(disk: &Disk) -> Result<Vec<Hold>, StoreError> {
    let mut holds = Vec::new();
    for entry in disk.range(Area::Hold.range()) {
        let (key, value) = entry?;
        if let Some(host) = key::name_of(&key) {
            holds.push(Hold { host: host.to_owned(), until: record::decode(Area::Hold, &value)? });
        }
    }
    Ok(holds)
}

/// Keeps a hold or lengthens it; those that are over by `now` are dropped.
pub(super) fn keep(
    draft: &mut Draft<'_>,
    disk: &Disk,
    hold: &Hold,
    now: Timestamp,
) -> Result<(), StoreError> {
    for past in all(disk)?.into_iter().filter(|kept| kept.until <= now) {
        draft.remove(key::named(Area::Hold, &past.host));
    }
    let key = key::named(Area::Hold, &hold.host);
    let kept: Option<Timestamp> = draft.record(Area::Hold, &key)?;
    if hold.until > now && kept.is_none_or(|kept| kept < hold.until) {
        draft.put(Area::Hold, key, &hold.until)?;
    }
    Ok(())
}
