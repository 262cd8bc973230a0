//! What is to be done now and then: copies, forgetting what can no longer be taken back, letting old items go, and
//! opening the database anew.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use super::draft::Draft;
use super::error::StoreError;
use super::slot::Exchanged;
use super::{Opened, Store, copy, history, open, reserve, subscriptions};
use crate::model::FeedId;
use crate::time::Timestamp;

/// Keys removed in one batch, so that readers never wait long.
const BATCH: usize = 5000;

/// Bytes written after which the next start would be slow: sled writes down where everything is only when it is
/// opened, and reads all that was written since.
const WORN: u64 = 8 << 20;

/// How much was written since the database was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wear {
    /// Little: the next start is as fast as any.
    Fresh,
    /// So much that [`Store::renew`] pays when there is nothing else to do.
    Worn,
    /// So much that it pays at once, or a write failed, and there will be no other until then.
    Urgent,
}

impl Store {
    /// Writes a logical copy of everything but the texts beside the database and keeps the newest three. Once a day is
    /// enough; see [`Self::last_copy`]. Reads only, so it may run on any thread.
    ///
    /// # Errors
    ///
    /// When the store can't be read or the copy not be written.
    pub fn save_copy(&self, now: Timestamp) -> Result<PathBuf, StoreError> {
        copy::write(&self.disk()?, &open::copies(&self.inner.folder), now)
    }

    /// When the newest copy was written.
    #[must_use]
    pub fn last_copy(&self) -> Option<Timestamp> {
        copy::all(&open::copies(&self.inner.folder)).first().and_then(|copy| copy::made(copy))
    }

    /// Forgets changes that can no longer be undone, and subscriptions that were removed longer ago than that, with
    /// their items; gives these. Removes what a compaction that was cut off left behind.
    ///
    /// # Errors
    ///
    /// When the store can't be read or written.
    pub fn tidy(&self, now: Timestamp) -> Result<Vec<FeedId>, StoreError> {
        self.write(|draft| history::tidy(draft, &self.disk()?, now))?;
        let over = |removed: Option<Timestamp>| removed.is_some_and(|at| at.plus(history::KEPT) < now);
        let removed = self.removed()?.into_iter().filter(|one| over(one.removed));
        let gone: Vec<FeedId> = removed.map(|one| one.id).collect();
        for feed in &gone {
            while !self.write(|draft: &mut Draft<'_>| subscriptions::purge(draft, *feed, BATCH))? {}
        }
        self.flush()?;
        let _upkeep = self.upkeep();
        open::sweep(&self.inner.folder)?;
        Ok(gone)
    }

    /// Whether opening the database anew pays.
    #[must_use]
    pub fn wear(&self) -> Wear {
        match self.disk() {
            Err(_) => Wear::Urgent,
            Ok(disk) if disk.has_failed() || disk.written() > WORN * 8 => Wear::Urgent,
            Ok(disk) if disk.written() > WORN => Wear::Worn,
            Ok(_) => Wear::Fresh,
        }
    }

    /// Closes the database and opens it again, so that the next start has little to read, and so that writes are
    /// possible again after one failed. Those who read meanwhile wait. `None` if somebody read all the time; nothing was
    /// done then.
    ///
    /// # Errors
    ///
    /// When it can't be opened again. It is tried again the next time.
    pub fn renew(&self, now: Timestamp) -> Result<Option<Opened>, StoreError> {
        let folder = &self.inner.folder;
        let _writer = self.writer();
        let failed = self.disk().map_or(true, |disk| disk.has_failed());
        if failed {
            reserve::give(&open::database(folder));
        } else {
            self.disk()?.flush()?;
        }
        let mut how = None;
        let exchanged = self.inner.slot.exchange(|| {
            let (disk, opened) = open::open(folder, now)?;
            how = Some(opened);
            Ok(disk)
        })?;
        if exchanged == Exchanged::Done {
            self.inner.full.store(reserve::keep(&open::database(folder)).is_err(), Ordering::Relaxed);
        }
        Ok(how.filter(|_| exchanged == Exchanged::Done))
    }

    /// Writes, unless the disk is full. After a failure the database is opened anew: what was acknowledged can be read
    /// on then, and nothing else is seen.
    pub(super) fn guarded<T>(&self, work: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
        if self.inner.full.load(Ordering::Relaxed) {
            let kept = reserve::keep(&open::database(&self.inner.folder));
            kept.map_err(|error| StoreError::Write(error.to_string()))?;
            self.inner.full.store(false, Ordering::Relaxed);
        }
        let result = work();
        if matches!(result, Err(StoreError::Write(_))) {
            self.inner.full.store(true, Ordering::Relaxed);
            // If that fails too, it is tried again by whoever looks at the wear.
            let _ = self.renew(self.inner.opened);
        }
        result
    }
}
