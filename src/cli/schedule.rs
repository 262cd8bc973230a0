//! `hudhud schedule`: when each feed is checked next and why, and the requests to come.

use std::collections::BTreeMap;

use super::args::Schedule;
use super::exit::{Exit, Stop};
use super::io::{Io, Stream};
use super::session::{Session, unanswered};
use super::{json, show};
use crate::config::SkipHours;
use crate::engine::{Answer, Due, Explanation, FeedRow, Health, Query};
use crate::model::FeedId;
use crate::schedule::{self, Coming, Expected, Policy, Skip};
use crate::strings::words;
use crate::time::{Seed, Span, Timestamp};

/// Prints the next checks, or the requests of a simulated time.
///
/// # Errors
///
/// When the store can't be read or the output is closed.
pub(super) async fn run(session: &Session, args: &Schedule, io: &mut Io) -> Result<Exit, Stop> {
    let rows: BTreeMap<FeedId, FeedRow> =
        session.feeds().await?.into_iter().map(|row| (row.id, row)).collect();
    let mut next = match session.handle.ask(Query::Schedule).await {
        Answer::Schedule(next) => next,
        other => return Err(unanswered(other)),
    };
    next.sort_by_key(|(feed, explanation)| (order(explanation.due), *feed));
    match args.forecast {
        Some(length) => forecast(session, args, &next, length, io).await,
        None => explain(session, args, &rows, &next, io),
    }
}

/// Sorts by the moment; never comes last.
fn order(due: Due) -> (bool, Timestamp) {
    match due {
        Due::At(moment) => (false, moment),
        Due::Never => (true, Timestamp::EPOCH),
    }
}

fn explain(
    session: &Session,
    args: &Schedule,
    rows: &BTreeMap<FeedId, FeedRow>,
    next: &[(FeedId, Explanation)],
    io: &mut Io,
) -> Result<Exit, Stop> {
    let now = session.now();
    for (feed, explanation) in next {
        let Some(row) = rows.get(feed) else { continue };
        if args.json {
            io.object(&object(row, explanation, now))?;
        } else {
            let title = match io.facts().out {
                Stream::Terminal => show::field(&row.title, row.title_direction, 30, session.shaping()),
                Stream::Other => words::quoted(&row.title),
            };
            io.line(&format!("{feed}\t{title}\t{}", words::explanation(explanation, now)))?;
        }
    }
    Ok(Exit::Done)
}

fn object(row: &FeedRow, explanation: &Explanation, now: Timestamp) -> json::Scheduled {
    let (due, next_check) = match explanation.due {
        Due::Never => ("never", None),
        Due::At(moment) if moment <= now => ("now", Some(moment.to_rfc3339())),
        Due::At(moment) => ("later", Some(moment.to_rfc3339())),
    };
    json::Scheduled {
        feed: row.id.0,
        url: row.url.clone(),
        title: row.title.clone(),
        due,
        next_check,
        reasons: explanation.reasons.iter().map(words::reason_word).collect(),
        why: words::explanation(explanation, now),
    }
}

/// Simulates a time in which everything goes on as it went: see [`schedule::forecast`].
async fn forecast(
    session: &Session,
    args: &Schedule,
    next: &[(FeedId, Explanation)],
    length: Span,
    io: &mut Io,
) -> Result<Exit, Stop> {
    let mut titles = Vec::new();
    let mut expected = Vec::new();
    for (feed, explanation) in next {
        let Health { row, subscription, feed: document, check, .. } = *session.health(*feed).await?;
        expected.push(Expected {
            id: *feed,
            host: crate::http::host(&row.url).unwrap_or_default(),
            interval: subscription.interval,
            feed: document,
            check,
            due: explanation.due,
        });
        titles.push((row.title, words::explanation(explanation, session.now())));
    }
    // The salt of checks to come is drawn anew; how many there are in days does not hang on it.
    let seed = Seed::new(length.as_millis());
    let coming = schedule::forecast(expected, &policy(session), seed, session.now(), length);
    let hours = length.as_minutes().div_ceil(60);
    for (coming, (title, why)) in coming.iter().zip(titles) {
        print(args, &of_feed(coming, title, why, hours), io)?;
    }
    for line in of_hosts(&coming, hours) {
        print(args, &line, io)?;
    }
    Ok(Exit::Done)
}

fn of_feed(coming: &Coming, title: String, why: String, hours: u64) -> json::Forecast {
    json::Forecast {
        kind: "feed",
        feed: Some(coming.id.0),
        title: Some(title),
        host: coming.host.clone(),
        feeds: 1,
        requests: coming.requests,
        busiest_hour: busiest(coming.checks.iter().copied()),
        hours,
        first: coming.checks.first().map(|moment| moment.to_rfc3339()),
        why: Some(why),
    }
}

/// One line a host, those with the most requests first.
fn of_hosts(coming: &[Coming], hours: u64) -> Vec<json::Forecast> {
    let mut hosts: BTreeMap<&str, Vec<&Coming>> = BTreeMap::new();
    for one in coming {
        hosts.entry(&one.host).or_default().push(one);
    }
    let line = |(host, feeds): (&str, Vec<&Coming>)| {
        let checks = feeds.iter().flat_map(|one| one.checks.iter().copied());
        json::Forecast {
            kind: "host",
            feed: None,
            title: None,
            host: host.to_owned(),
            feeds: feeds.len(),
            requests: feeds.iter().map(|one| one.requests).sum(),
            busiest_hour: busiest(checks.clone()),
            hours,
            first: checks.min().map(Timestamp::to_rfc3339),
            why: None,
        }
    };
    let mut lines: Vec<json::Forecast> = hosts.into_iter().map(line).collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.requests));
    lines
}

/// The most checks in one hour of the clock.
fn busiest(checks: impl Iterator<Item = Timestamp>) -> usize {
    let mut hours: BTreeMap<i64, usize> = BTreeMap::new();
    checks.for_each(|moment| *hours.entry(moment.as_seconds().div_euclid(3600)).or_default() += 1);
    hours.into_values().max().unwrap_or_default()
}

fn print(args: &Schedule, line: &json::Forecast, io: &mut Io) -> Result<(), Stop> {
    if args.json {
        return io.object(line);
    }
    let requests = words::count(line.requests as u64, "request", "requests");
    if let (Some(title), Some(feed), Some(why)) = (&line.title, line.feed, &line.why) {
        return io.line(&format!("{feed}\t{}\t{requests}\t{why}", words::quoted(title)));
    }
    let feeds = words::count(line.feeds as u64, "feed", "feeds");
    io.line(&format!("{}\t{feeds}\t{requests}", words::quoted(&line.host)))
}

fn policy(session: &Session) -> Policy {
    Policy {
        interval: session.config.interval,
        floor: session.config.floor,
        salt_per_mille: session.config.salt_per_mille,
        skip: match session.config.skip_hours {
            SkipHours::Shown => Skip::Shown,
            SkipHours::Obeyed => Skip::Obeyed,
        },
    }
}
