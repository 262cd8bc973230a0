//! `hudhud restore`: makes the store anew from a backup. It needs the store for itself, so no reader may be open.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::args::Restore;
use super::exit::{Exit, Stop};
use super::io::Io;
use super::surroundings::Surroundings;
use crate::store::{Before, Store, StoreError};
use crate::strings::words;

/// Restores a backup.
///
/// # Errors
///
/// When the file can't be read or is damaged, the store is open or not empty, or its folder can't be written.
pub(super) fn run(around: &Surroundings, args: &Restore, io: &mut Io) -> Result<Exit, Stop> {
    let name = words::quoted(&args.file.display().to_string());
    let mut input = open(&args.file)
        .map_err(|error| Stop::Failed(format!("{name} can't be read ({error}); check the name")))?;
    let before = if args.replace { Before::SetAside } else { Before::Keep };
    let restored = Store::restore(&around.places.data, &mut input, before, around.clock.now());
    let restored = restored.map_err(|error| Stop::Failed(sentence(&error, &name)))?;
    let (feeds, items) = (restored.feeds as u64, restored.items as u64);
    io.line(&format!(
        "restored {} and {}",
        words::count(feeds, "feed", "feeds"),
        words::count(items, "item", "items")
    ))?;
    if let Some(aside) = restored.aside {
        io.complain(&format!("the former store is in {}", words::quoted(&aside.display().to_string())));
    }
    Ok(Exit::Done)
}

fn open(path: &Path) -> std::io::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(std::io::stdin()));
    }
    Ok(Box::new(File::open(path)?))
}

fn sentence(error: &StoreError, name: &str) -> String {
    match error {
        StoreError::InUse { .. } => {
            "the store is open in another process; close the reader and run this again".to_owned()
        }
        StoreError::Damaged { tree: "backup", reason } => {
            format!("{name} can't be restored ({}); the store is as it was", words::quoted(reason))
        }
        StoreError::TooNew { found, known } => format!(
            "{name} has version {found} and this program reads up to {known}; use the newer program that wrote it"
        ),
        other => words::store_error(other),
    }
}
