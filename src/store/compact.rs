//! Compaction: sled reuses the room of what was removed but never gives it back, so a database that is much larger
//! than what is in it is copied into a new one, which takes its place.
//!
//! Reading and writing go on meanwhile. What is written during the copying is noted and brought over at the end, when
//! the old database is closed and the new one opened in its place.

use super::disk::{Changes, Disk};
use super::error::StoreError;
use super::key::{self, Area};
use super::slot::Exchanged;
use super::{Store, meta, open, schema};
use crate::time::Timestamp;

/// When a database is copied: when its files are larger than both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// So many bytes.
    pub bytes: u64,
    /// So many times what is in it.
    pub times: u64,
}

impl Default for Threshold {
    /// 200 MiB and four times (`fetching.md` section 7).
    fn default() -> Self {
        Self { bytes: 200 << 20, times: 4 }
    }
}

/// What compaction did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compacted {
    /// The files are not large enough for what is in them.
    NotNeeded,
    /// Somebody read all the time; it can be tried again later.
    Busy,
    /// It was done.
    Done {
        /// Bytes on the disk before.
        before: u64,
        /// And after.
        after: u64,
    },
}

/// Bytes written in one batch.
const BATCH: usize = 1 << 20;

/// Rounds of catching up before the writer has to wait.
const ROUNDS: usize = 3;

impl Store {
    /// Copies the database into a new one and puts that in its place, if its files are large beyond reason. Takes a
    /// while; reading and writing go on meanwhile. The old files go last.
    ///
    /// # Errors
    ///
    /// When the store can't be read, or the new one not be written. The old one is used on then.
    pub fn compact(&self, threshold: Threshold, now: Timestamp) -> Result<Compacted, StoreError> {
        let _upkeep = self.upkeep();
        let before = self.size_on_disk()?;
        if before <= threshold.bytes || before / threshold.times.max(1) <= live(&self.disk()?)? {
            return Ok(Compacted::NotNeeded);
        }
        let folder = &self.inner.folder;
        let copied = self.copy_into_new().and_then(|new| self.put_in_place(new, now));
        if let Ok(disk) = self.disk() {
            disk.end_journal();
        }
        open::sweep(folder)?;
        match copied? {
            Exchanged::Done => Ok(Compacted::Done { before, after: self.size_on_disk()? }),
            Exchanged::Busy => Ok(Compacted::Busy),
        }
    }

    /// A new database with everything in it but the last few writes, which are noted in the old one's journal.
    fn copy_into_new(&self) -> Result<Disk, StoreError> {
        let old = self.disk()?;
        let new = open::make(&self.inner.folder)?;
        old.start_journal();
        let mut batch = Batch::new(&new);
        for area in Area::EACH {
            for entry in old.range(area.range()) {
                let (key, value) = entry?;
                batch.take(key.to_vec(), Some(value.to_vec()))?;
            }
        }
        batch.finish()?;
        for _ in 0..ROUNDS {
            bring_over(&old, &new, old.turn_journal())?;
        }
        Ok(new)
    }

    fn put_in_place(&self, new: Disk, now: Timestamp) -> Result<Exchanged, StoreError> {
        let _writer = self.writer();
        let old = self.disk()?;
        bring_over(&old, &new, old.end_journal())?;
        // The version is what makes a database complete: from here on it counts as one.
        schema::stamp(&new, schema::newest())?;
        old.flush()?;
        drop((old, new));
        self.inner.slot.exchange(|| open::replace(&self.inner.folder, now))
    }
}

/// Writes what these keys hold now into the new database.
fn bring_over(old: &Disk, new: &Disk, keys: impl IntoIterator<Item = Vec<u8>>) -> Result<(), StoreError> {
    let mut batch = Batch::new(new);
    for key in keys {
        let value = old.get(&key)?.map(|value| value.to_vec());
        batch.take(key, value)?;
    }
    batch.finish()
}

/// Bytes of all keys and values.
fn live(disk: &Disk) -> Result<u64, StoreError> {
    let mut bytes = 0;
    for area in Area::EACH {
        for entry in disk.range(area.range()) {
            let (key, value) = entry?;
            bytes += (key.len() + value.len()) as u64;
        }
    }
    Ok(bytes)
}

/// Writes on their way into a new database.
struct Batch<'a> {
    new: &'a Disk,
    changes: Changes,
    bytes: usize,
}

impl<'a> Batch<'a> {
    fn new(new: &'a Disk) -> Self {
        Self { new, changes: Changes::new(), bytes: 0 }
    }

    fn take(&mut self, key: Vec<u8>, value: Option<Vec<u8>>) -> Result<(), StoreError> {
        // Without its version the new database is not complete; it comes last.
        if key == key::named(Area::Meta, meta::VERSION) {
            return Ok(());
        }
        self.bytes += key.len() + value.as_ref().map_or(0, Vec::len);
        self.changes.insert(key, value);
        if self.bytes >= BATCH {
            self.bytes = 0;
            self.new.write(std::mem::take(&mut self.changes))?;
            self.new.flush()?;
        }
        Ok(())
    }

    fn finish(self) -> Result<(), StoreError> {
        self.new.write(self.changes)?;
        self.new.flush()
    }
}
