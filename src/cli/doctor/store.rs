//! The store: whether it opens, what it holds, how large it is.

use super::{amiss, fine};
use crate::cli::json::Finding;
use crate::cli::surroundings::Surroundings;
use crate::store::{Store, StoreError};
use crate::strings::words;

const SUBJECT: &str = "store";

/// Opens the store, if there is one, and looks at it. One that a reader has open is left alone.
pub(super) fn findings(around: &Surroundings) -> Vec<Finding> {
    let folder = &around.places.data;
    let mut findings = vec![fine(SUBJECT, "folder", words::quoted(&folder.display().to_string()))];
    if !folder.exists() {
        findings.push(fine(SUBJECT, "state", "not made yet"));
        return findings;
    }
    match Store::open(folder, around.clock.now()) {
        Ok((store, opened)) => {
            findings.push(match words::opened(&opened) {
                None => fine(SUBJECT, "state", format!("whole, version {}", store.version())),
                Some(sentence) => amiss(SUBJECT, "state", sentence, "nothing has to be done now"),
            });
            findings.extend(contents(&store));
        }
        Err(StoreError::InUse { .. }) => findings.push(fine(SUBJECT, "state", "open in a running reader")),
        Err(error) => {
            findings.push(amiss(SUBJECT, "state", words::store_error(&error), "the reader can't start so"));
        }
    }
    findings
}

fn contents(store: &Store) -> Vec<Finding> {
    let mut findings = Vec::new();
    match store.feeds() {
        Ok(feeds) => {
            let items: u64 = feeds.iter().map(|feed| u64::from(feed.counts.total)).sum();
            let feeds = words::count(feeds.len() as u64, "feed", "feeds");
            findings.push(fine(
                SUBJECT,
                "contents",
                format!("{feeds}, {}", words::count(items, "item", "items")),
            ));
        }
        Err(error) => {
            findings.push(amiss(
                SUBJECT,
                "contents",
                words::store_error(&error),
                "save your list with \"hudhud export\"",
            ));
        }
    }
    if let Ok(bytes) = store.size_on_disk() {
        findings.push(fine(SUBJECT, "size", format!("{} KiB", bytes.div_ceil(1024))));
    }
    // The screen keeps one line for each terminal: the mode, a blank, the terminal's name.
    for line in store.note("bidi").ok().flatten().unwrap_or_default().lines() {
        let (mode, terminal) = line.split_once(' ').unwrap_or((line, ""));
        findings.push(fine(SUBJECT, "bidi mode", words::quoted(&format!("{mode}, chosen for {terminal}"))));
    }
    if let Ok(consent) = store.consent() {
        let words = match consent {
            Some(true) => "allowed",
            Some(false) => "not allowed",
            None => "not asked yet",
        };
        findings.push(fine(SUBJECT, "background checks", words));
    }
    findings
}
