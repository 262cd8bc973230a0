//! `hudhud refresh`: checks feeds now.

use std::collections::{HashMap, HashSet};

use super::args::Refresh;
use super::exit::{Exit, Stop};
use super::io::Io;
use super::session::{Session, rejected};
use super::{find, json};
use crate::engine::{Checked, Command, Event, FeedRow, Insistence};
use crate::model::{FeedId, LastCheck, Scope};
use crate::strings::words;
use crate::time::Span;

/// The count of what was checked.
#[derive(Default)]
struct Tally {
    total: usize,
    done: usize,
    failed: usize,
    new: u64,
    started: HashMap<FeedId, Span>,
}

/// Checks feeds and prints what came of each.
///
/// # Errors
///
/// When a feed is not known, the engine refuses, or the output is closed.
pub(super) async fn run(session: &Session, args: &Refresh, io: &mut Io) -> Result<Exit, Stop> {
    let rows = session.feeds().await?;
    let scopes = scopes(args, &rows)?;
    let rows: HashMap<FeedId, FeedRow> = rows.into_iter().map(|row| (row.id, row)).collect();
    let mut tally = Tally::default();
    let mut task = session.listen();
    let mut open = scopes.len();
    for scope in scopes {
        task.also(|ticket| Command::Refresh(ticket, scope, Insistence::Polite));
    }
    while open > 0 {
        match task.next().await? {
            Event::Started { total, .. } => tally.total += total,
            Event::Checking(feed) => {
                tally.started.entry(feed).or_insert_with(|| session.clock.elapsed());
            }
            Event::Checked { feed, outcome, .. } => {
                tally.done += 1;
                report(session, args, (feed, rows.get(&feed)), &outcome, &mut tally, io)?;
                io.progress(&format!("{} of {}", tally.done, tally.total));
            }
            Event::Rejected(_, reason) => return Err(rejected(&reason)),
            Event::Finished(_) => open -= 1,
            _ => {}
        }
    }
    io.wipe();
    if !args.json {
        let feeds = words::count(tally.done as u64, "feed", "feeds");
        io.line(&format!("{feeds} checked, {}", words::count(tally.new, "new item", "new items")))?;
    }
    if tally.failed > 0 && tally.done > 1 {
        let sentence = words::some_failed(tally.failed as u64, tally.done as u64);
        io.complain(&format!(
            "{sentence}; \"hudhud feeds --json\" and \"hudhud schedule\" say when they are asked again"
        ));
    }
    Ok(Exit::of_parts(tally.failed, tally.done))
}

/// What is to be checked: everything, or each feed once.
fn scopes(args: &Refresh, rows: &[FeedRow]) -> Result<Vec<Scope>, Stop> {
    if args.feeds.is_empty() {
        return Ok(vec![Scope::All]);
    }
    let mut seen = HashSet::new();
    let mut scopes = Vec::new();
    for meant in &args.feeds {
        let id = find::feed_among(rows, meant)?.id;
        if seen.insert(id) {
            scopes.push(Scope::Feed(id));
        }
    }
    Ok(scopes)
}

/// Prints what came of one feed and counts it.
fn report(
    session: &Session,
    args: &Refresh,
    (feed, row): (FeedId, Option<&FeedRow>),
    outcome: &Checked,
    tally: &mut Tally,
    io: &mut Io,
) -> Result<(), Stop> {
    let now = session.clock.elapsed();
    let took = now.minus(tally.started.get(&feed).copied().unwrap_or(now));
    let (url, title) = row.map(|row| (row.url.clone(), row.title.clone())).unwrap_or_default();
    let (new, changed) = match outcome {
        Checked::Asked(LastCheck::Updated { new, changed }) => (*new, *changed),
        _ => (0, 0),
    };
    let well = matches!(outcome, Checked::Asked(LastCheck::Unchanged | LastCheck::Updated { .. }));
    let sentence = words::checked(outcome, session.now());
    tally.failed += usize::from(!well);
    tally.new += u64::from(new);
    if args.json {
        return io.object(&json::Refreshed {
            feed: feed.0,
            url,
            title,
            outcome: outcome_word(outcome),
            new,
            changed,
            error: (!well).then_some(sentence),
            error_kind: error_kind(outcome),
            seconds: seconds(took),
        });
    }
    let name = words::quoted(if title.is_empty() { &url } else { &title });
    if well {
        io.line(&format!("{feed}\t{name}\t{sentence}"))
    } else {
        io.complain(&format!("{feed} {name}: {sentence}"));
        Ok(())
    }
}

/// Seconds to the millisecond.
fn seconds(length: Span) -> f64 {
    length.to_std().as_secs_f64()
}

fn outcome_word(outcome: &Checked) -> &'static str {
    match outcome {
        Checked::Asked(LastCheck::Updated { .. }) => "updated",
        Checked::Asked(LastCheck::Unchanged) => "unchanged",
        Checked::Asked(LastCheck::Failed(_)) => "failed",
        Checked::Held(_) => "held",
        Checked::Cancelled => "cancelled",
    }
}

fn error_kind(outcome: &Checked) -> Option<&'static str> {
    match outcome {
        Checked::Asked(LastCheck::Failed(failure)) => Some(words::kind_word(failure.kind)),
        Checked::Held(_) => Some("held"),
        Checked::Cancelled => Some("cancelled"),
        Checked::Asked(_) => None,
    }
}
