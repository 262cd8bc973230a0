//! Hosts with ways of their own: those that answer deltas that can't be read (RFC 3229).

use super::disk::Disk;
use super::draft::Draft;
use super::error::StoreError;
use super::key::{self, Area};
use crate::time::Timestamp;

/// All of them.
pub(super) fn all(disk: &Disk) -> Result<Vec<String>, StoreError> {
    let mut hosts = Vec::new();
    for entry in disk.range(Area::Host.range()) {
        hosts.extend(key::name_of(&entry?.0).map(str::to_owned));
    }
    Ok(hosts)
}

/// Adds one, with the moment at which it was seen.
pub(super) fn put(draft: &mut Draft<'_>, host: &str, now: Timestamp) -> Result<(), StoreError> {
    draft.put(Area::Host, key::named(Area::Host, host), &now)
}
