//! Opening, down a ladder (`fetching.md` section 7): open; without sled's snapshots, which only speed the start up; set
//! the damaged database aside and fill a new one from the newest copy and from all that can still be read.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::disk::{Disk, DiskFault};
use super::error::StoreError;
use super::{copy, feeds, meta, migrate, quiet, salvage, schema, snapshot};
use crate::time::Timestamp;

/// What opening the store had to do, to be told to the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opened {
    /// It was there and whole.
    Whole,
    /// It was made.
    New,
    /// A damaged snapshot of sled was removed; nothing is lost.
    SnapshotDropped,
    /// It could not be read and was set aside here; as much as possible was taken over.
    SetAside {
        /// Where the damaged one is now.
        aside: PathBuf,
        /// Subscriptions taken over.
        feeds: usize,
        /// Items taken over.
        items: usize,
    },
}

/// The folder of copies inside the store's.
pub(super) fn copies(folder: &Path) -> PathBuf {
    folder.join("copies")
}

/// The database inside the store's folder.
pub(super) fn database(folder: &Path) -> PathBuf {
    folder.join("db")
}

/// A new database before it is complete.
fn unfinished(folder: &Path) -> PathBuf {
    folder.join("db.new")
}

/// Opens or makes the database in a folder.
pub(super) fn open(folder: &Path, now: Timestamp) -> Result<(Disk, Opened), StoreError> {
    fs::create_dir_all(folder).map_err(|error| refused(folder, &error))?;
    let place = database(folder);
    if !place.exists() {
        let _turn = turn(folder);
        if !place.exists() {
            return begin(folder);
        }
    }
    match attempt(folder, &place)? {
        Attempt::Good(disk) => return Ok((disk, Opened::Whole)),
        // sled is whole, and without its snapshot it may find less: what can be read is taken over as it is.
        Attempt::Record(old) => return rebuild(folder, Some(old), now),
        // Closed before its files are touched.
        Attempt::Damaged(disk) => drop(disk),
    }
    // With a whole snapshot it is the log that is damaged. It may open without the snapshot, but at an earlier moment.
    let complete = !snapshot::is_whole(&place);
    snapshot::remove(&place).map_err(|error| refused(folder, &error))?;
    match attempt(folder, &place)? {
        Attempt::Good(disk) if complete => Ok((disk, Opened::SnapshotDropped)),
        Attempt::Good(disk) => rebuild(folder, Some(disk), now),
        Attempt::Record(old) => rebuild(folder, Some(old), now),
        Attempt::Damaged(old) => rebuild(folder, old, now),
    }
}

/// The turn to make a database, so that processes that start at the same moment make one: a lock on the folder, which
/// goes with the process. Where folders can't be locked, the one that is quicker wins.
fn turn(folder: &Path) -> Option<fs::File> {
    let folder = fs::File::open(folder).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

/// What came of opening a database.
enum Attempt {
    Good(Disk),
    /// It can be read, but a record in it makes no sense.
    Record(Disk),
    /// It is damaged; here it is if it can be opened at all.
    Damaged(Option<Disk>),
}

/// Opens a database that should be complete and reads what every start needs.
fn attempt(folder: &Path, place: &Path) -> Result<Attempt, StoreError> {
    let disk = match quiet::catch(|| Disk::open(place)) {
        Ok(Ok(disk)) => disk,
        Ok(Err(DiskFault::Locked)) => return Err(StoreError::InUse { path: folder.to_owned() }),
        Ok(Err(DiskFault::System(reason))) => {
            return Err(StoreError::Folder { path: folder.to_owned(), reason });
        }
        Ok(Err(DiskFault::Damaged(_))) | Err(_) => return Ok(Attempt::Damaged(None)),
    };
    let read = quiet::catch(|| migrate::run(&disk, schema::MIGRATIONS).and_then(|()| feeds::all(&disk)));
    match read {
        Ok(Ok(_feeds)) if is_behind(folder, &disk) => Ok(Attempt::Damaged(Some(disk))),
        Ok(Ok(_feeds)) => Ok(Attempt::Good(disk)),
        Ok(Err(error @ (StoreError::TooNew { .. } | StoreError::Write(_)))) => Err(error),
        Ok(Err(StoreError::Damaged { .. })) => Ok(Attempt::Record(disk)),
        Ok(Err(_)) | Err(_) => Ok(Attempt::Damaged(Some(disk))),
    }
}

/// A database that was closed, opened without a look at what is in it; `None` if it does not open so.
pub(super) fn closed(folder: &Path) -> Result<Option<Disk>, StoreError> {
    match quiet::catch(|| Disk::open(&database(folder))) {
        Ok(Ok(disk)) => Ok(Some(disk)),
        Ok(Err(DiskFault::Locked)) => Err(StoreError::InUse { path: folder.to_owned() }),
        Ok(Err(_)) | Err(_) => Ok(None),
    }
}

/// Whether the newest copy was made at a later state than the one the database has: then the end of its log was lost.
fn is_behind(folder: &Path, disk: &Disk) -> bool {
    let newest = copy::all(&copies(folder)).into_iter().next();
    let copied = newest.and_then(|newest| copy::writes(&newest).ok());
    copied.is_some_and(|copied| meta::writes(disk).is_ok_and(|writes| writes < copied))
}

/// Makes a new database, or finishes moving one in whose making was complete.
fn begin(folder: &Path) -> Result<(Disk, Opened), StoreError> {
    let new = unfinished(folder);
    let complete = new.exists() && matches!(attempt(folder, &new)?, Attempt::Good(_));
    if !complete {
        let disk = make(folder)?;
        schema::stamp(&disk, schema::newest())?;
    }
    let opened = if complete { Opened::Whole } else { Opened::New };
    Ok((move_in(folder)?, opened))
}

/// An empty database beside the place of the real one.
pub(super) fn make(folder: &Path) -> Result<Disk, StoreError> {
    let new = unfinished(folder);
    if new.exists() {
        fs::remove_dir_all(&new).map_err(|error| refused(folder, &error))?;
    }
    match quiet::catch(|| Disk::open(&new)) {
        Ok(Ok(disk)) => Ok(disk),
        Ok(Err(DiskFault::Locked)) => Err(StoreError::InUse { path: folder.to_owned() }),
        Ok(Err(DiskFault::System(reason) | DiskFault::Damaged(reason))) | Err(reason) => {
            Err(StoreError::Folder { path: folder.to_owned(), reason })
        }
    }
}

/// Moves a complete new database to its place and opens it there.
fn move_in(folder: &Path) -> Result<Disk, StoreError> {
    match fs::rename(unfinished(folder), database(folder)) {
        // Another process that found no database either was quicker and did the same.
        Err(error) if error.kind() == io::ErrorKind::NotFound && database(folder).exists() => {}
        renamed => renamed.map_err(|error| refused(folder, &error))?,
    }
    Disk::moved(&unfinished(folder), &database(folder));
    match attempt(folder, &database(folder))? {
        Attempt::Good(disk) => Ok(disk),
        Attempt::Record(_) | Attempt::Damaged(_) => Err(StoreError::Folder {
            path: folder.to_owned(),
            reason: "a new database can't be read back".to_owned(),
        }),
    }
}

/// Puts the complete new database into the place of the old one, which is closed, and opens it. If it does not open, the
/// old one is put back and opened.
pub(super) fn replace(folder: &Path, now: Timestamp) -> Result<Disk, StoreError> {
    let (place, before) = (database(folder), former(folder));
    fs::rename(&place, &before).map_err(|error| refused(folder, &error))?;
    // Cut off here, the next start finds no database and a complete new one, and moves that in.
    if let Ok(disk) = move_in(folder) {
        make_lasting(folder);
        return Ok(disk);
    }
    let _ = fs::remove_dir_all(&place);
    fs::rename(&before, &place).map_err(|error| refused(folder, &error))?;
    Disk::moved(&before, &place);
    open(folder, now).map(|(disk, _)| disk)
}

/// Puts the complete new database into the place of the old one and keeps that; gives where. Both are closed.
pub(super) fn put_aside(folder: &Path, now: Timestamp) -> Result<PathBuf, StoreError> {
    let aside = folder.join(format!("db.before-{}", now.as_millis()));
    fs::rename(database(folder), &aside).map_err(|error| refused(folder, &error))?;
    drop(move_in(folder)?);
    make_lasting(folder);
    Ok(aside)
}

/// Removes what replacing left behind: the former database, and one that was not finished.
pub(super) fn sweep(folder: &Path) -> Result<(), StoreError> {
    if !database(folder).exists() {
        return Ok(());
    }
    for leftover in [former(folder), unfinished(folder)] {
        match fs::remove_dir_all(&leftover) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(refused(folder, &error)),
            _ => {}
        }
    }
    Ok(())
}

/// The former database while it is replaced.
fn former(folder: &Path) -> PathBuf {
    folder.join("db.former")
}

/// Names are on the disk only when their folder is. Where folders can't be opened, the system does that itself.
pub(super) fn make_lasting(folder: &Path) {
    if let Ok(folder) = fs::File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Sets the damaged database aside and fills a new one.
pub(super) fn rebuild(
    folder: &Path,
    old: Option<Disk>,
    now: Timestamp,
) -> Result<(Disk, Opened), StoreError> {
    let new = make(folder)?;
    let salvaged = salvage::fill(&new, &copies(folder), old.as_ref())?;
    schema::stamp(&new, schema::newest())?;
    drop((old, new));
    let aside = folder.join(format!("db.damaged-{}", now.as_millis()));
    fs::rename(database(folder), &aside).map_err(|error| refused(folder, &error))?;
    let disk = move_in(folder)?;
    make_lasting(folder);
    Ok((disk, Opened::SetAside { aside, feeds: salvaged.feeds, items: salvaged.items }))
}

fn refused(folder: &Path, error: &io::Error) -> StoreError {
    StoreError::Folder { path: folder.to_owned(), reason: error.to_string() }
}
