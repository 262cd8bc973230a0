//! The database in use. It can be exchanged for another, or closed and opened again, while the store is in use: those
//! who read at that moment wait until it is done.

use std::path::Path;
use std::sync::{PoisonError, RwLock, RwLockWriteGuard};
use std::thread;
use std::time::Duration;

use super::disk::Disk;
use super::error::StoreError;

/// How long to wait for those who are still reading, in steps. A list is read in milliseconds.
const STEP: Duration = Duration::from_millis(5);
const STEPS: u32 = 400;

/// Where the database is. Empty only when it could not be opened again.
#[derive(Debug)]
pub(super) struct Slot {
    disk: RwLock<Option<Disk>>,
}

/// What became of the wish to exchange the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exchanged {
    /// It was done.
    Done,
    /// Somebody read all the time; nothing was done.
    Busy,
}

impl Slot {
    /// With an open database in it.
    pub(super) fn new(disk: Disk) -> Self {
        Self { disk: RwLock::new(Some(disk)) }
    }

    /// The database. Whoever holds it keeps it from being exchanged.
    pub(super) fn get(&self, folder: &Path) -> Result<Disk, StoreError> {
        let disk = self.disk.read().unwrap_or_else(PoisonError::into_inner);
        disk.clone().ok_or_else(|| StoreError::Folder {
            path: folder.to_owned(),
            reason: "its database could not be opened again".to_owned(),
        })
    }

    /// Closes the database and has `work` give the one to go on with. The caller has the turn to write and holds no
    /// database itself.
    pub(super) fn exchange(
        &self,
        work: impl FnOnce() -> Result<Disk, StoreError>,
    ) -> Result<Exchanged, StoreError> {
        let Some(mut slot) = self.alone() else { return Ok(Exchanged::Busy) };
        // Dropping the last one closes it.
        drop(slot.take());
        *slot = Some(work()?);
        Ok(Exchanged::Done)
    }

    /// The slot when nobody reads. It is let go between looks, since a reader may need it to come to its end.
    fn alone(&self) -> Option<RwLockWriteGuard<'_, Option<Disk>>> {
        for _ in 0..STEPS {
            let slot = self.disk.write().unwrap_or_else(PoisonError::into_inner);
            if slot.as_ref().is_none_or(Disk::is_alone) {
                return Some(slot);
            }
            drop(slot);
            thread::sleep(STEP);
        }
        None
    }
}
