//! sled's snapshots: only the page table as it was at some moment, which can be made anew from the log.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use flate2::Crc;

/// Whether the newest snapshot of a database is as it was written. Then it is not what keeps the database from opening.
pub(super) fn is_whole(database: &Path) -> bool {
    let newest = files(database).unwrap_or_default().into_iter().max();
    newest.and_then(|newest| fs::read(newest).ok()).is_some_and(|bytes| check_sum_fits(&bytes))
}

/// Removes what sled can make anew from its log: its snapshots and the file of its parameters, which are always ours.
pub(super) fn remove(database: &Path) -> io::Result<()> {
    for snapshot in files(database)? {
        fs::remove_file(snapshot)?;
    }
    match fs::remove_file(database.join("conf")) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

fn files(database: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(database)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with("snap.") {
            files.push(entry.path());
        }
    }
    Ok(files)
}

/// A snapshot ends with its length in eight bytes and a CRC-32 of what is before both.
fn check_sum_fits(bytes: &[u8]) -> bool {
    let Some((rest, sum)) = bytes.split_last_chunk::<4>() else { return false };
    let Some((body, _length)) = rest.split_last_chunk::<8>() else { return false };
    let mut actual = Crc::new();
    actual.update(body);
    !body.is_empty() && actual.sum() == u32::from_le_bytes(*sum)
}
