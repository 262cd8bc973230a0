//! `hudhud check`: reads everything in the store and compares it; `--repair` makes it whole again.

use super::args::Check;
use super::exit::{Exit, Stop};
use super::io::Io;
use super::json::{CheckFault, Checked};
use super::session::Session;
use crate::store::{Checkup, Fault, StoreError};
use crate::strings::words;

/// Faults that are printed at most; `--json` prints all that were kept.
const SHOWN: usize = 20;

/// Checks and, if that is wished, repairs. Fails if something is wrong and stays so.
///
/// # Errors
///
/// When the store can't be read or repaired, or the output is closed.
pub(super) fn run(session: &Session, args: &Check, io: &mut Io) -> Result<Exit, Stop> {
    let found = session.store.check().map_err(|error| failed(&error))?;
    report(&found, args, io)?;
    if found.faults.is_empty() || !args.repair {
        return Ok(if found.faults.is_empty() { Exit::Done } else { Exit::Failed });
    }
    let repaired = session.store.repair(session.now()).map_err(|error| failed(&error))?;
    let Some(how) = repaired else {
        return Err(Stop::failed("the store is in use all the time; close the reader and run this again"));
    };
    if let Some(sentence) = words::opened(&how) {
        io.complain(&sentence);
    }
    let left = session.store.check().map_err(|error| failed(&error))?;
    report(&left, args, io)?;
    Ok(if left.faults.is_empty() { Exit::Done } else { Exit::Failed })
}

fn report(found: &Checkup, args: &Check, io: &mut Io) -> Result<(), Stop> {
    if args.json {
        return io.object(&Checked {
            feeds: found.feeds,
            items: found.items,
            gone: found.gone,
            faults: found.faults.iter().map(object).collect(),
        });
    }
    for fault in found.faults.iter().take(SHOWN) {
        io.complain(&words_of(fault));
    }
    if found.faults.len() > SHOWN {
        io.complain(&format!("and {} more", found.faults.len() - SHOWN));
    }
    let verdict = match found.faults.len() {
        0 => "nothing is wrong".to_owned(),
        faults => {
            format!(
                "{} found; \"hudhud check --repair\" mends them",
                words::count(faults as u64, "fault", "faults")
            )
        }
    };
    let (feeds, items) = (found.feeds as u64, found.items as u64);
    io.line(&format!(
        "{}, {}: {verdict}",
        words::count(feeds, "feed", "feeds"),
        words::count(items, "item", "items")
    ))
}

fn object(fault: &Fault) -> CheckFault {
    let (kind, feed) = match fault {
        Fault::Record { .. } => ("record", None),
        Fault::Page { .. } => ("page", None),
        Fault::List(feed) => ("list", *feed),
        Fault::Counts(feed) => ("counts", Some(*feed)),
        Fault::Text(item) => ("text", Some(item.feed)),
        Fault::Stray(feed) => ("stray", Some(*feed)),
    };
    CheckFault { kind, feed: feed.map(|feed| feed.0), words: words_of(fault) }
}

fn words_of(fault: &Fault) -> String {
    match fault {
        Fault::Record { tree, key } => format!("a record of \"{tree}\" can't be read (key {key})"),
        Fault::Page { tree, reason } => {
            format!("a part of \"{tree}\" can't be read ({})", words::quoted(reason))
        }
        Fault::List(Some(feed)) => format!("a list of feed {feed} does not hold its items"),
        Fault::List(None) => "a list over all feeds does not hold their items".to_owned(),
        Fault::Counts(feed) => format!("the counts of feed {feed} are wrong"),
        Fault::Text(item) => format!("the text of item {item} is missing"),
        Fault::Stray(feed) => format!("something is left of feed {feed}, which there is not"),
    }
}

fn failed(error: &StoreError) -> Stop {
    Stop::Failed(words::store_error(error))
}
