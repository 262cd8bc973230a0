//! Documents as they are met: the cases of real bugs, and the shared corpus with what another reader says of it.

mod bugcases;
mod documents;
mod edits;

use std::path::PathBuf;

/// The shared folder; `None`, with a note, where it is not at hand.
fn shared() -> Option<PathBuf> {
    let found = std::env::var_os("HUDHUD_SHARED").map(PathBuf::from);
    if found.is_none() {
        println!("skipped: HUDHUD_SHARED is not set");
    }
    found
}
