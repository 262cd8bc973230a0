//! Turns: writers wait for one another, so what is read while a draft is made still holds when it is written.

use std::sync::{MutexGuard, PoisonError};

use super::disk::Disk;
use super::draft::Draft;
use super::error::StoreError;
use super::{Store, history};
use crate::model::Applied;
use crate::time::Timestamp;

impl Store {
    /// The database as it is now. Not to be held longer than needed: it can't be exchanged meanwhile.
    pub(super) fn disk(&self) -> Result<Disk, StoreError> {
        self.inner.slot.get(&self.inner.folder)
    }

    pub(super) fn step(&self, way: history::Way, now: Timestamp) -> Result<Option<Applied>, StoreError> {
        self.guarded(|| {
            let _writer = self.writer();
            let disk = self.disk()?;
            let applied = history::step(&disk, way, now)?;
            disk.flush()?;
            Ok(applied)
        })
    }

    /// Puts a draft together and writes it; on the disk within 500 ms.
    pub(super) fn write<T>(
        &self,
        work: impl FnOnce(&mut Draft<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.guarded(|| self.draft(work))
    }

    /// The same, on the disk on return.
    pub(super) fn write_through<T>(
        &self,
        work: impl FnOnce(&mut Draft<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.guarded(|| {
            let result = self.draft(work)?;
            self.disk()?.flush()?;
            Ok(result)
        })
    }

    pub(super) fn draft<T>(
        &self,
        work: impl FnOnce(&mut Draft<'_>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let _writer = self.writer();
        let disk = self.disk()?;
        let mut draft = Draft::new(&disk);
        let result = work(&mut draft)?;
        draft.write()?;
        Ok(result)
    }

    /// Waits for its turn to write. A draft is written whole or not at all, so a panic elsewhere left nothing half-done.
    pub(super) fn writer(&self) -> MutexGuard<'_, ()> {
        self.inner.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for its turn to work on the files. What is left half-done is swept away the next time.
    pub(super) fn upkeep(&self) -> MutexGuard<'_, ()> {
        self.inner.upkeep.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
