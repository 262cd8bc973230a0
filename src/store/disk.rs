//! The database beneath: sorted keys with values, one atomic batch at a time. The only file that names sled.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::error::StoreError;
use super::key::{Area, Range};

/// Bytes of a key or a value.
pub(super) type Bytes = sled::IVec;

/// Keys to write, each with its value; without one it is removed.
pub(super) type Changes = std::collections::BTreeMap<Vec<u8>, Option<Vec<u8>>>;

/// Pages kept in memory, in bytes. sled's own default is 1 GiB.
const CACHE: u64 = 32 * 1024 * 1024;

/// How long a batch may wait in memory. User actions are to be on the disk within 500 ms.
const FLUSH_EVERY_MILLIS: u64 = 400;

/// An open database. Clones are the same database.
#[derive(Clone)]
pub(super) struct Disk {
    // Dropped first, then the mark that it is closed.
    db: sled::Db,
    shared: Arc<Shared>,
}

/// What all clones of a database share.
struct Shared {
    /// Goes up when a batch begins and when it ends, so it is odd in between.
    batches: AtomicU64,
    /// Bytes written since it was opened, about.
    written: AtomicU64,
    /// Whether a write failed. sled refuses all further ones then, until it is opened again.
    failed: AtomicBool,
    /// The keys written since somebody asked to note them.
    journal: Mutex<Option<BTreeSet<Vec<u8>>>>,
    _closing: Closing,
}

/// Remembers a folder as closed by us when the last clone of its database goes.
struct Closing(PathBuf);

/// Folders that this process has closed. sled's threads may hold their locks a moment longer.
static CLOSED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Bytes that a written key costs in sled's log beside itself and its value, about.
const OVERHEAD: usize = 40;
/// Folders that this process has open. Whoever still reads from one lets go of it soon.
static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// How long to wait for the lock of a database that this process closed itself, in steps.
const STEP: Duration = Duration::from_millis(5);
const STEPS: u32 = 1000;

/// The same for one that is still open in this process: a second.
const STEPS_OPEN: u32 = 200;

/// Why a database did not open.
#[derive(Debug)]
pub(super) enum DiskFault {
    /// Another process holds its lock.
    Locked,
    /// The system does not let us.
    System(String),
    /// What is on the disk can't be understood.
    Damaged(String),
}

impl fmt::Debug for Disk {
    // sled's own would print every record.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Disk")
    }
}

impl Disk {
    /// Opens or makes the database in a folder. May panic on damaged files.
    pub(super) fn open(folder: &Path) -> Result<Self, DiskFault> {
        let config =
            sled::Config::new().path(folder).cache_capacity(CACHE).flush_every_ms(Some(FLUSH_EVERY_MILLIS));
        // Another process that has it open is no reason to wait.
        let mut steps = match (closed().remove(folder), opened().contains(folder)) {
            (true, _) => STEPS,
            (false, true) => STEPS_OPEN,
            (false, false) => 0,
        };
        loop {
            match config.open().map_err(|error| fault(&error)) {
                Err(DiskFault::Locked) if steps > 0 => {
                    steps -= 1;
                    thread::sleep(STEP);
                }
                Err(error) => return Err(error),
                Ok(db) => {
                    let shared = Shared {
                        batches: AtomicU64::new(0),
                        written: AtomicU64::new(0),
                        failed: AtomicBool::new(false),
                        journal: Mutex::new(None),
                        _closing: Closing(folder.to_owned()),
                    };
                    opened().insert(folder.to_owned());
                    return Ok(Self { db, shared: Arc::new(shared) });
                }
            }
        }
    }

    /// A database that was closed has a new place.
    pub(super) fn moved(from: &Path, to: &Path) {
        if closed().remove(from) {
            closed().insert(to.to_owned());
        }
    }

    /// What `read` gives when no batch is written meanwhile: several reads see the same state.
    pub(super) fn steadily<T>(&self, read: impl Fn() -> T) -> T {
        loop {
            let before = self.shared.batches.load(Ordering::Acquire);
            if before % 2 == 1 {
                // sled lets nobody read while it writes a batch, so this is short.
                thread::yield_now();
                continue;
            }
            let result = read();
            if self.shared.batches.load(Ordering::Acquire) == before {
                return result;
            }
        }
    }

    /// Whether this is the only clone.
    pub(super) fn is_alone(&self) -> bool {
        Arc::strong_count(&self.shared) == 1
    }

    /// Bytes written since it was opened, about: the next opening has to read them.
    pub(super) fn written(&self) -> u64 {
        self.shared.written.load(Ordering::Relaxed)
    }

    /// Whether a write failed, so that there will be no other until it is opened again.
    pub(super) fn has_failed(&self) -> bool {
        self.shared.failed.load(Ordering::Relaxed)
    }

    /// Notes all keys that are written from now on, see [`Self::turn_journal`].
    pub(super) fn start_journal(&self) {
        *journal(&self.shared) = Some(BTreeSet::new());
    }

    /// The keys written since then, or since they were asked for last; noting goes on.
    pub(super) fn turn_journal(&self) -> BTreeSet<Vec<u8>> {
        journal(&self.shared).as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The same; noting ends.
    pub(super) fn end_journal(&self) -> BTreeSet<Vec<u8>> {
        journal(&self.shared).take().unwrap_or_default()
    }

    /// The value of a key.
    pub(super) fn get(&self, key: &[u8]) -> Result<Option<Bytes>, StoreError> {
        self.db.get(key).map_err(|error| failed(&error, key))
    }

    /// The entries of a range, readable from both ends.
    pub(super) fn range(
        &self,
        (low, high): Range,
    ) -> impl DoubleEndedIterator<Item = Result<(Bytes, Bytes), StoreError>> + Send + use<> {
        let first = match &low {
            Bound::Included(key) | Bound::Excluded(key) => key.clone(),
            Bound::Unbounded => Vec::new(),
        };
        self.db
            .range::<Vec<u8>, _>((low, high))
            .map(move |entry| entry.map_err(|error| failed(&error, &first)))
    }

    /// Writes a batch: after a crash all of it is there or nothing. In memory on return, see [`Self::flush`].
    pub(super) fn write(&self, changes: Changes) -> Result<(), StoreError> {
        let mut batch = sled::Batch::default();
        let mut journal = journal(&self.shared);
        let mut bytes = 0;
        for (key, value) in changes {
            if let Some(journal) = journal.as_mut() {
                journal.insert(key.clone());
            }
            bytes += OVERHEAD + key.len() + value.as_ref().map_or(0, Vec::len);
            match value {
                Some(value) => batch.insert(key, value),
                None => batch.remove(key),
            }
        }
        drop(journal);
        self.shared.written.fetch_add(bytes as u64, Ordering::Relaxed);
        let _batch = UnderWay::new(&self.shared.batches);
        self.db.apply_batch(batch).map_err(|error| self.write_failed(&error))
    }

    fn write_failed(&self, error: &sled::Error) -> StoreError {
        self.shared.failed.store(true, Ordering::Relaxed);
        StoreError::Write(error.to_string())
    }

    /// Waits until everything written is on the disk.
    pub(super) fn flush(&self) -> Result<(), StoreError> {
        self.db.flush().map(|_bytes| ()).map_err(|error| self.write_failed(&error))
    }

    /// Bytes on the disk.
    pub(super) fn size(&self) -> Result<u64, StoreError> {
        self.db.size_on_disk().map_err(|error| StoreError::Write(error.to_string()))
    }
}

impl Drop for Closing {
    fn drop(&mut self) {
        opened().remove(&self.0);
        closed().insert(std::mem::take(&mut self.0));
    }
}

fn opened() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    // As below.
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A batch that is being written; it ends when this is dropped, also by a panic.
struct UnderWay<'a>(&'a AtomicU64);

impl<'a> UnderWay<'a> {
    fn new(batches: &'a AtomicU64) -> Self {
        batches.fetch_add(1, Ordering::AcqRel);
        Self(batches)
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::AcqRel);
    }
}

fn closed() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    // A set of names: a panic elsewhere can't have left it half-changed.
    CLOSED.lock().unwrap_or_else(PoisonError::into_inner)
}

fn journal(shared: &Shared) -> MutexGuard<'_, Option<BTreeSet<Vec<u8>>>> {
    // A set of keys: a panic elsewhere can't have left it half-changed.
    shared.journal.lock().unwrap_or_else(PoisonError::into_inner)
}

fn failed(error: &sled::Error, key: &[u8]) -> StoreError {
    match error {
        sled::Error::Io(_) => StoreError::Write(error.to_string()),
        _ => StoreError::Page { tree: Area::of(key).unwrap_or(Area::Meta).name(), reason: error.to_string() },
    }
}

fn fault(error: &sled::Error) -> DiskFault {
    use std::io::ErrorKind;
    let sled::Error::Io(io) = error else { return DiskFault::Damaged(error.to_string()) };
    let words = io.to_string();
    if words.contains("could not acquire lock") {
        // sled wraps the system's error into words. A file system without locks is not another program.
        let taken = words.contains("WouldBlock") || words.contains("code: 33") || words.contains("code: 32");
        return if taken { DiskFault::Locked } else { DiskFault::System(words) };
    }
    match io.kind() {
        ErrorKind::UnexpectedEof | ErrorKind::InvalidData | ErrorKind::InvalidInput | ErrorKind::Other => {
            DiskFault::Damaged(words)
        }
        _ => DiskFault::System(words),
    }
}
