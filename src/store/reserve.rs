//! A little room on the disk that is kept for the moment when there is none: sled can't read on after a write failed, nor
//! be opened again, unless it can write a little.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Bytes kept. sled writes less than that when it is opened.
const SIZE: usize = 1 << 20;

/// Keeps the room beside a database, if it is not kept yet.
pub(super) fn keep(database: &Path) -> io::Result<()> {
    let place = place(database);
    if fs::metadata(&place).is_ok_and(|found| found.len() == SIZE as u64) {
        return Ok(());
    }
    let kept = File::create(&place).and_then(|mut file| {
        file.write_all(&vec![b' '; SIZE])?;
        file.sync_all()
    });
    if kept.is_err() {
        give(database);
    }
    kept
}

/// Gives the room away.
pub(super) fn give(database: &Path) {
    // Where there is none, none is given.
    let _ = fs::remove_file(place(database));
}

fn place(database: &Path) -> PathBuf {
    database.join("reserve")
}
