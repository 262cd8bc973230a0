//! Backups: everything in the store as JSON lines, one object a line, in a file that needs no program of ours to be read.
//! `docs/backup.md` describes them.

mod line;
mod read;
mod write;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::{Store, feeds, meta, open};
use crate::time::Timestamp;

/// The version of the form; one that is newer is refused.
const VERSION: u32 = 1;

/// How a backup is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Packing {
    /// Compressed with gzip.
    #[default]
    Gzip,
    /// As it is.
    Plain,
}

/// What happens to a store that is not empty when a backup is restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// Nothing: the backup is refused.
    Keep,
    /// It is set aside.
    SetAside,
}

/// What a backup held.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// Subscriptions, removed ones included.
    pub feeds: usize,
    /// Items, those that are gone included.
    pub items: usize,
    /// Where the store is now that was there before, if it was not empty.
    pub aside: Option<PathBuf>,
}

impl Store {
    /// Writes everything to `out`. Those who write to the store wait for one feed at a time.
    ///
    /// # Errors
    ///
    /// When the store can't be read or `out` not be written.
    pub fn backup(&self, out: &mut dyn Write, packing: Packing, now: Timestamp) -> Result<(), StoreError> {
        write::all(self, out, packing, now)
    }

    /// Makes a new store of a backup and puts it into the place of the one in `folder`.
    ///
    /// # Errors
    ///
    /// When the store is in use, is not empty and is to be kept, when the backup is damaged or cut off, or the folder
    /// can't be written. The store is as it was then.
    pub fn restore(
        folder: &Path,
        input: &mut dyn Read,
        before: Before,
        now: Timestamp,
    ) -> Result<Restored, StoreError> {
        let (old, _) = open::open(folder, now)?;
        let empty = feeds::all(&old)?.is_empty();
        if !empty && before == Before::Keep {
            return Err(StoreError::NotEmpty { path: folder.to_owned() });
        }
        let new = open::make(folder)?;
        let filled = read::all(&new, input, meta::writes(&old)?.saturating_add(1));
        drop((old, new));
        match filled {
            Ok(restored) => {
                let aside = open::put_aside(folder, now)?;
                if empty {
                    // Nothing is lost by what is left over of an empty one.
                    let _ = std::fs::remove_dir_all(&aside);
                }
                Ok(Restored { aside: (!empty).then_some(aside), ..restored })
            }
            Err(error) => {
                open::sweep(folder)?;
                Err(error)
            }
        }
    }
}

fn damaged(line: usize, reason: impl std::fmt::Display) -> StoreError {
    StoreError::Damaged { tree: "backup", reason: format!("line {line}: {reason}") }
}
