//! The rules of `product.md` section 3 once more, from outside: it sees requests and answers, the user's wishes and the
//! clock, and nothing of the schedule.

use std::collections::{BTreeMap, HashMap, HashSet};

use hudhud::model::Feed;
use hudhud::time::{Span, Timestamp};

use super::publisher::{Publisher, Reply};
use super::reader::{Lane, Request};

const FLOOR: Span = Span::minutes(15);
const DAY: Span = Span::hours(24);
const WEEK: Span = Span::days(7);

/// What holds for all feeds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// The user's default interval.
    pub(super) interval: Span,
    /// From this long without a sign of life on nothing is asked; `None` for those who let it run.
    pub(super) idle: Option<Span>,
    /// Whether hours of rest are obeyed.
    pub(super) rest: bool,
}

/// What is known of one feed.
#[derive(Clone, Debug, Default)]
struct Known {
    url: String,
    wish: Wish,
    feed: Feed,
    fresh: Option<Span>,
    answered_304: bool,
    asked: Option<Timestamp>,
    succeeded: Option<Timestamp>,
    failures: u32,
    failing_since: Option<Timestamp>,
    /// The status of the last answer if it was a failure; 0 for no answer.
    failed: Option<u16>,
    /// 404s since another answer, and since when.
    missing: u32,
    missing_since: Option<Timestamp>,
    /// `Retry-After` was part of that failure.
    named: Option<Span>,
    wait: Option<Timestamp>,
    /// Until when the host to which it leads is held.
    blocked: Option<Timestamp>,
    gone: bool,
    seen: Option<Sighting>,
    under_way: bool,
    /// For good in the check under way, if every hop so far was.
    target: Option<String>,
}

/// What the user wants for one feed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Wish {
    #[default]
    Default,
    Every(Span),
    Never,
}

#[derive(Clone, Debug)]
struct Sighting {
    target: String,
    count: u32,
    first: Timestamp,
}

/// The observer.
#[derive(Debug)]
pub(super) struct Oracle {
    terms: Terms,
    feeds: Vec<Known>,
    busy: HashSet<String>,
    under_way: HashMap<Lane, usize>,
    holds: HashMap<String, Timestamp>,
    /// Feeds that asked to wait, by host.
    asked_to_wait: HashMap<String, BTreeMap<usize, Timestamp>>,
    consent: bool,
    sign: Timestamp,
    /// Since when it could have asked.
    awake: Timestamp,
    tokens: Tokens,
    /// Requests seen, by lane.
    pub(super) count: HashMap<Lane, u64>,
    /// Addresses that changed.
    pub(super) adopted: u64,
}

/// Every window of `t` seconds sees at most `4 + t` requests: for the n-th request at `t(n)` that says
/// `(n − t(n)) − (i − t(i)) ≤ 3` for each earlier i, so the smallest of them is all that is to be remembered.
#[derive(Clone, Copy, Debug)]
struct Tokens {
    number: i64,
    least: i64,
}

impl Tokens {
    fn request(&mut self, at: Span) {
        self.number += 1000;
        let value = self.number - i64::try_from(at.as_millis()).expect("months fit");
        self.least = self.least.min(value);
        assert!(value - self.least <= 3000, "more than 4 + t background requests in a window, at {at:?}");
    }
}

impl Oracle {
    pub(super) fn new(terms: Terms, publishers: &[(Publisher, Wish)], now: Timestamp) -> Self {
        let feeds = publishers
            .iter()
            .map(|(publisher, wish)| Known { url: publisher.url.clone(), wish: *wish, ..Known::default() })
            .collect();
        Self {
            terms,
            feeds,
            busy: HashSet::new(),
            under_way: HashMap::new(),
            holds: HashMap::new(),
            asked_to_wait: HashMap::new(),
            consent: false,
            sign: now,
            awake: now,
            tokens: Tokens { number: 0, least: i64::MAX / 2 },
            count: HashMap::new(),
            adopted: 0,
        }
    }

    pub(super) fn consent(&mut self, yes: bool, now: Timestamp) {
        self.consent = yes;
        self.awake = now;
    }

    pub(super) fn sign(&mut self, now: Timestamp) {
        if self.terms.idle.is_some_and(|idle| now.since(self.sign) >= idle) {
            self.awake = now;
        }
        self.sign = now;
    }

    /// It was started again: what was under way has come to nothing.
    pub(super) fn restarted(&mut self, now: Timestamp) {
        self.busy.clear();
        self.under_way.clear();
        self.asked_to_wait.clear();
        self.feeds.iter_mut().for_each(|feed| (feed.under_way, feed.target) = (false, None));
        self.awake = now;
        self.sign = now;
    }

    /// Time stood still, or the clock was set: nothing that was remembered lies ahead.
    pub(super) fn jumped(&mut self, now: Timestamp) {
        self.awake = now;
        self.sign = self.sign.min(now);
        for feed in &mut self.feeds {
            for moment in
                [&mut feed.asked, &mut feed.succeeded, &mut feed.failing_since, &mut feed.missing_since]
            {
                *moment = moment.map(|moment| moment.min(now));
            }
            feed.wait = feed.wait.map(|wait| wait.min(now.plus(WEEK)));
        }
        self.holds.values_mut().for_each(|hold| *hold = (*hold).min(now.plus(WEEK)));
    }

    /// A request goes out at `at` on a clock that never jumps, `now` on the wall's.
    pub(super) fn request(&mut self, request: &Request, at: Span, now: Timestamp) {
        self.parallel(request);
        if request.lane == Lane::Background {
            self.tokens.request(at);
        }
        let hold = self.holds.get(&request.host).copied();
        assert!(hold.is_none_or(|until| until <= now), "a host that is held: {request:?} at {now}");
        if request.hop > 0 {
            return;
        }
        self.address(request, now);
        let known = &self.feeds[request.feed];
        assert!(!known.under_way, "a feed that is being asked: {request:?}");
        assert!(known.wait.is_none_or(|until| until <= now), "Retry-After of a feed: {request:?} {known:?}");
        if request.lane == Lane::Background {
            self.leave(now);
            self.in_time(request, now);
            self.rest(request, now);
        }
        self.feeds[request.feed].under_way = true;
    }

    fn parallel(&mut self, request: &Request) {
        *self.count.entry(request.lane).or_default() += 1;
        assert!(self.busy.insert(request.host.clone()), "two requests to one host: {request:?}");
        let under_way = self.under_way.entry(request.lane).or_default();
        *under_way += 1;
        assert!(*under_way <= 4, "more than four at once: {request:?}");
    }

    /// The address is the stored one, which changes only after enough sightings.
    fn address(&mut self, request: &Request, now: Timestamp) {
        let known = &mut self.feeds[request.feed];
        if request.url == known.url {
            return;
        }
        let seen = known.seen.take().filter(|seen| seen.target == request.url);
        let secured = request.url.strip_prefix("https://").is_some_and(|rest| {
            let host = |text: &str| text.split('/').next().map(str::to_owned);
            known.url.strip_prefix("http://").is_some_and(|old| host(old) == host(rest))
        });
        let enough = seen.as_ref().is_some_and(|seen| {
            (seen.count >= 3 && now.since(seen.first) >= Span::hours(72)) || (secured && seen.count >= 2)
        });
        assert!(enough, "the address of a feed changed: {request:?}, {seen:?}");
        known.url.clone_from(&request.url);
        self.adopted += 1;
    }

    fn leave(&self, now: Timestamp) {
        assert!(self.consent, "a background request without consent");
        let away = now.since(self.sign);
        assert!(self.terms.idle.is_none_or(|idle| away < idle), "a request while the user is idle");
    }

    /// Not too early, and not forgotten either.
    fn in_time(&self, request: &Request, now: Timestamp) {
        let known = &self.feeds[request.feed];
        assert!(known.wish != Wish::Never, "a feed that the user wants no checks of: {request:?}");
        assert!(known.failed != Some(401), "a feed that wants other credentials: {request:?}");
        assert!(!known.gone, "a feed that is gone: {request:?}");
        let least = least(known);
        let interval = self.interval(known);
        if let Some(asked) = known.asked {
            assert!(now >= asked.plus(FLOOR), "the floor: {request:?} at {now}, {known:?}");
        }
        if let Some(succeeded) = known.succeeded {
            let wait = if known.failed.is_none() { interval } else { least };
            assert!(now >= succeeded.plus(wait), "too early by {wait:?}: {request:?} at {now}, {known:?}");
        }
        if let (Some(asked), Some(status)) = (known.asked, known.failed) {
            let wait = patience(known, status, interval);
            assert!(now >= asked.plus(wait), "back-off of {wait:?}: {request:?} at {now}, {known:?}");
        }
        if let (Some(succeeded), None) = (known.succeeded, known.failed) {
            // Up to an hour for its turn among a thousand, and the hours of rest.
            let grace = Span::hours(if self.terms.rest { 25 } else { 1 });
            let latest = [
                succeeded.plus(interval).plus(interval.per_mille(200)),
                known.asked.unwrap_or(succeeded).plus(FLOOR),
                self.holds.get(&request.host).copied().unwrap_or(self.awake),
                known.blocked.unwrap_or(self.awake),
                self.awake,
            ];
            let latest = latest.into_iter().max().unwrap_or(now);
            assert!(now <= latest.plus(grace), "forgotten until {now}: {request:?} {known:?}");
        }
    }

    fn interval(&self, known: &Known) -> Span {
        let wish = match known.wish {
            Wish::Every(span) => span,
            Wish::Default | Wish::Never => self.terms.interval,
        };
        wish.max(least(known))
    }

    /// Hours of rest, where they are obeyed, unless the feed has waited for a day.
    fn rest(&self, request: &Request, now: Timestamp) {
        let known = &self.feeds[request.feed];
        let Some(succeeded) = known.succeeded.filter(|_| self.terms.rest && known.failed.is_none()) else {
            return;
        };
        let overdue = now.since(succeeded.plus(self.interval(known)));
        let hour = u8::try_from(now.as_seconds() / 3600 % 24).expect("an hour fits");
        let rests = known.feed.skip_hours.contains(hour) && overdue < DAY;
        assert!(!rests, "an hour of rest: {request:?} at {now}");
    }

    /// An answer came.
    pub(super) fn answer(&mut self, request: &Request, reply: &Reply, publisher: &Publisher, now: Timestamp) {
        self.busy.remove(&request.host);
        *self.under_way.entry(request.lane).or_default() -= 1;
        let known = &mut self.feeds[request.feed];
        if let Some(target) = &reply.target {
            let lasting = matches!(reply.status, 301 | 308) && request.hop == 0;
            known.target = lasting.then(|| target.clone());
            return;
        }
        known.under_way = false;
        known.asked = Some(now);
        let target = known.target.take();
        self.asked_to_wait(request, reply, now);
        let known = &mut self.feeds[request.feed];
        if matches!(reply.status, 200 | 304) {
            known.see(target, now);
            known.succeed(reply, publisher, now);
        } else {
            known.fail(reply, now);
        }
    }

    fn asked_to_wait(&mut self, request: &Request, reply: &Reply, now: Timestamp) {
        let wait = reply.retry_after.map(|span| span.clamp(Span::minutes(1), WEEK));
        let known = &mut self.feeds[request.feed];
        let until = match (reply.status, wait) {
            (429, None) => now.plus(Span::minutes(10)),
            (429 | 503, Some(wait)) => now.plus(wait),
            _ => {
                known.wait = known.wait.filter(|_| !matches!(reply.status, 200 | 304));
                if let Some(waits) = self.asked_to_wait.get_mut(&host(&known.url)) {
                    waits.remove(&request.feed);
                }
                return;
            }
        };
        known.wait = Some(until);
        let waits = self.asked_to_wait.entry(request.host.clone()).or_default();
        waits.retain(|_, until| *until > now);
        let host_wide = if reply.status == 429 {
            Some(until)
        } else {
            waits.insert(request.feed, until);
            waits.values().copied().max().filter(|_| waits.len() >= 2)
        };
        if let Some(until) = host_wide {
            let hold = self.holds.entry(request.host.clone()).or_insert(until);
            *hold = (*hold).max(until);
        }
    }

    /// A check ended on its way, since the next host is held.
    pub(super) fn turned_away(&mut self, request: &Request) {
        let known = &mut self.feeds[request.feed];
        (known.under_way, known.target) = (false, None);
        known.blocked = self.holds.get(&request.host).copied();
    }
}

impl Known {
    fn see(&mut self, target: Option<String>, now: Timestamp) {
        self.seen = target.map(|target| {
            let before = self.seen.as_ref().filter(|seen| seen.target == target);
            let first = before.map_or(now, |seen| seen.first.min(now));
            Sighting { count: before.map_or(0, |seen| seen.count) + 1, first, target }
        });
    }

    fn succeed(&mut self, reply: &Reply, publisher: &Publisher, now: Timestamp) {
        self.answered_304 |= reply.status == 304;
        if reply.fresh.is_some() || reply.status == 200 {
            self.fresh = reply.fresh;
        }
        self.feed = publisher.feed.clone();
        self.succeeded = Some(now);
        (self.failures, self.failed, self.failing_since, self.gone) = (0, None, None, false);
        (self.missing, self.missing_since) = (0, None);
    }

    fn fail(&mut self, reply: &Reply, now: Timestamp) {
        self.failures += 1;
        self.failed = Some(reply.status);
        self.named = reply.retry_after;
        self.failing_since.get_or_insert(now);
        self.gone |= reply.status == 410;
        match reply.status {
            404 => {
                self.missing += 1;
                self.missing_since.get_or_insert(now);
            }
            // Nobody answered, which says nothing about the feed.
            0 => {}
            _ => (self.missing, self.missing_since) = (0, None),
        }
    }
}

/// What holds against the user's wish too.
fn least(known: &Known) -> Span {
    let ttl = known.feed.ttl.unwrap_or_default().min(WEEK);
    let period = known.feed.update_period.map_or(Span::ZERO, |period| {
        let frequency = u64::from(period.frequency.max(1));
        Span::millis(period.period.span().as_millis() / frequency).min(DAY)
    });
    let fresh = known.fresh.unwrap_or_default().min(DAY);
    let costly = if known.answered_304 { FLOOR } else { Span::minutes(60) };
    ttl.max(period).max(fresh).max(costly)
}

/// How long a feed is left alone after a failure.
fn patience(known: &Known, status: u16, interval: Span) -> Span {
    let doubled = FLOOR.times(1 << (known.failures - 1).min(20)).min(interval);
    let lasted = known.asked.zip(known.missing_since).map_or(Span::ZERO, |(asked, since)| asked.since(since));
    match status {
        403 => doubled.max(Span::hours(4)),
        429 if known.named.is_none() => interval.max(Span::hours(1)),
        404 if known.missing >= 10 && lasted >= WEEK => interval.max(WEEK),
        451 => interval.max(WEEK),
        _ => doubled,
    }
}

/// Host and port as an address names them.
fn host(url: &str) -> String {
    let (port, rest) = match url.split_once("://") {
        Some(("http", rest)) => (80, rest),
        Some((_, rest)) => (443, rest),
        None => (0, url),
    };
    format!("{}:{port}", rest.split('/').next().unwrap_or_default())
}
