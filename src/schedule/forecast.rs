//! The requests to come, simulated: what the reader will cost whom if everything goes on as it went.

use std::collections::BTreeSet;

use super::{Bucket, Due, Facts, Policy, Slots, Waiting, due, plan};
use crate::model::{CheckState, Feed, FeedId, IntervalChoice, LastCheck};
use crate::time::{Seed, Span, Timestamp};

/// So many of the feeds that are due are looked at for the next token.
const LOOKED_AT: usize = 64;

/// A feed as a forecast starts with it.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The feed.
    pub id: FeedId,
    /// Host and port.
    pub host: String,
    /// The user's interval.
    pub interval: IntervalChoice,
    /// The publisher's words.
    pub feed: Option<Feed>,
    /// What was observed.
    pub check: CheckState,
    /// When it is due first, holds of its host included.
    pub due: Due,
}

/// The requests to come for one feed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coming {
    /// The feed.
    pub id: FeedId,
    /// Host and port.
    pub host: String,
    /// When it is checked.
    pub checks: Vec<Timestamp>,
    /// Requests that these checks cost: one each, and one more where a redirect for good is being watched.
    pub requests: usize,
}

/// Simulates `length` from `now` on: consent given, nobody idle, a check over at once.
///
/// Each feed goes on as it went the last time: what answered answers, with the same wishes about time, and what failed
/// fails. Checks are started by [`plan`] and the token bucket, so that what is overdue is spread here too. The salt of
/// the checks that are not yet known comes from `seed`.
#[must_use]
pub fn forecast(
    feeds: Vec<Expected>,
    policy: &Policy,
    seed: Seed,
    now: Timestamp,
    length: Span,
) -> Vec<Coming> {
    let mut course = Course::new(feeds, policy, seed);
    let end = now.plus(length);
    let mut moment = now;
    while let Some((due, _)) = course.dues.first().copied() {
        moment = moment.max(due);
        let token = course.bucket.wait(moment.since(now));
        moment = moment.plus(token);
        if moment > end {
            break;
        }
        course.turn(moment, moment.since(now));
    }
    course.coming
}

struct Course<'a> {
    feeds: Vec<Expected>,
    coming: Vec<Coming>,
    dues: BTreeSet<(Timestamp, usize)>,
    bucket: Bucket,
    policy: &'a Policy,
    seed: Seed,
}

impl<'a> Course<'a> {
    fn new(feeds: Vec<Expected>, policy: &'a Policy, seed: Seed) -> Self {
        let coming = |feed: &Expected| Coming {
            id: feed.id,
            host: feed.host.clone(),
            checks: Vec::new(),
            requests: 0,
        };
        let due = |(index, feed): (usize, &Expected)| match feed.due {
            Due::At(at) => Some((at, index)),
            Due::Never => None,
        };
        Self {
            coming: feeds.iter().map(coming).collect(),
            dues: feeds.iter().enumerate().filter_map(due).collect(),
            feeds,
            bucket: Bucket::new(Span::ZERO),
            policy,
            seed,
        }
    }

    /// Checks what there are tokens for: at least one, since a token was waited for.
    fn turn(&mut self, now: Timestamp, elapsed: Span) {
        let due: Vec<(Timestamp, usize)> =
            self.dues.iter().take_while(|(at, _)| *at <= now).take(LOOKED_AT).copied().collect();
        let waiting: Vec<Waiting> = due
            .iter()
            .map(|(at, index)| {
                let Expected { id, host, .. } = &self.feeds[*index];
                Waiting { id: *id, host: host.clone(), due: Due::At(*at) }
            })
            .collect();
        let start = plan(&waiting, &Slots::default(), &self.bucket, now, elapsed).start;
        for (at, index) in due {
            if start.contains(&self.feeds[index].id) && self.bucket.take(elapsed) {
                self.dues.remove(&(at, index));
                self.check(index, now);
            }
        }
    }

    fn check(&mut self, index: usize, now: Timestamp) {
        let feed = &mut self.feeds[index];
        let coming = &mut self.coming[index];
        coming.checks.push(now);
        coming.requests += if feed.check.redirect.is_some() { 2 } else { 1 };
        repeat(&mut feed.check, now);
        let facts = Facts {
            id: feed.id,
            interval: feed.interval,
            feed: feed.feed.as_ref(),
            check: &feed.check,
            host_hold: None,
        };
        if let Due::At(next) = due(&facts, self.policy, now, self.seed).due {
            // No check follows another at once, whatever the rules say: a simulation has to end.
            self.dues.insert((next.max(now.plus(self.policy.floor())), index));
        }
    }
}

/// It comes out as it did before.
fn repeat(check: &mut CheckState, now: Timestamp) {
    check.last_attempt = Some(now);
    check.not_before = None;
    if matches!(check.last, Some(LastCheck::Failed(_))) {
        check.failures = check.failures.saturating_add(1);
        check.failing_since.get_or_insert(now);
    } else {
        check.last_success = Some(now);
        check.failures = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Failure, FailureKind, RedirectTrust};

    const NOW: Timestamp = Timestamp::from_seconds(1_796_000_000);
    const WEEK: Span = Span::days(7);

    fn feed(id: u32) -> Expected {
        let check = CheckState { answers_conditionally: true, ..CheckState::default() };
        Expected {
            id: FeedId(id),
            host: format!("h{id}"),
            interval: IntervalChoice::Default,
            feed: None,
            check,
            due: Due::At(NOW),
        }
    }

    fn run(feeds: Vec<Expected>, salt_per_mille: u64, length: Span) -> Vec<Coming> {
        let policy = Policy { salt_per_mille, ..Policy::default() };
        forecast(feeds, &policy, Seed::new(1), NOW, length)
    }

    fn check(feed: Expected, expected: usize) {
        let coming = run(vec![feed], 0, WEEK);
        assert_eq!(coming[0].requests, expected, "{:?}", coming[0]);
    }

    #[test]
    fn a_feed_is_asked_as_often_as_its_interval_and_its_publisher_say() {
        check(feed(1), 8);
        check(Expected { interval: IntervalChoice::Every(Span::hours(12)), ..feed(1) }, 15);
        let slow = Feed { ttl: Some(Span::days(3)), ..Feed::default() };
        check(Expected { feed: Some(slow), interval: IntervalChoice::Every(Span::hours(1)), ..feed(1) }, 3);
        check(Expected { due: Due::At(NOW.plus(WEEK).plus(Span::seconds(1))), ..feed(1) }, 0);
        check(Expected { due: Due::Never, ..feed(1) }, 0);
    }

    #[test]
    fn what_fails_goes_on_failing_more_and_more_rarely() {
        let mut failing = feed(1);
        let failure = Failure { kind: FailureKind::Timeout, detail: String::new() };
        failing.check.last = Some(LastCheck::Failed(failure));
        let coming = run(vec![failing], 0, Span::hours(20));
        let minutes: Vec<u64> = coming[0].checks.iter().map(|at| at.since(NOW).as_minutes()).collect();
        assert_eq!(minutes, [0, 15, 45, 105, 225, 465, 945]);
    }

    #[test]
    fn a_redirect_that_is_watched_costs_a_request_more() {
        let mut moved = feed(1);
        let url = "https://b.example/".to_owned();
        moved.check.redirect = Some(RedirectTrust { url, sightings: 1, first_seen: NOW });
        let coming = run(vec![moved], 0, WEEK);
        assert_eq!((coming[0].checks.len(), coming[0].requests), (8, 16));
    }

    #[test]
    fn what_is_overdue_is_spread_by_the_token_bucket() {
        let coming = run((0..500).map(feed).collect(), 200, Span::minutes(5));
        let total: usize = coming.iter().map(|coming| coming.requests).sum();
        assert!((300..=304).contains(&total), "{total}");
    }

    #[test]
    fn one_hosts_feeds_are_asked_one_after_another() {
        let one = |id| Expected { host: "one".to_owned(), ..feed(id) };
        let coming = run((0..3).map(one).collect(), 0, WEEK);
        let seconds: Vec<u64> =
            coming.iter().map(|coming| coming.checks[0].since(NOW).as_seconds()).collect();
        assert_eq!(seconds, [0, 1, 2]);
        assert!(coming.iter().all(|coming| (7..=8).contains(&coming.requests)));
    }

    #[test]
    fn the_salt_makes_it_a_little_less() {
        let coming = run((0..100).map(feed).collect(), 200, Span::days(70));
        let total: usize = coming.iter().map(|coming| coming.requests).sum();
        // 70 days by 1.1 days on average, and the one at the start.
        assert!((6200..=6700).contains(&total), "{total}");
    }
}
