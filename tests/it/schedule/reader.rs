//! The reader: memory, doors and queue as the engine has them, every decision by the real rules.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

use hudhud::http::{self, Permanence, Verdict, Who, freshness, verdict};
use hudhud::model::{
    CheckState, Failure, FailureKind, Feed, FeedId, Freshness, IntervalChoice, LastCheck, Validators,
};
use hudhud::schedule::redirect::{Decision, sighting};
use hudhud::schedule::{Bucket, Due, Facts, Policy, Slots, Waiting, due, not_ahead, plan};
use hudhud::time::{Seed, Span, Timestamp};

use super::publisher::Reply;

/// Of those that are due, so many are looked at in one turn; at most four of them start.
const LOOKED_AT: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Lane {
    User,
    Background,
}

/// A request that goes out.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) feed: usize,
    pub(super) url: String,
    pub(super) host: String,
    pub(super) lane: Lane,
    /// Redirects followed before.
    pub(super) hop: usize,
    pub(super) conditional: bool,
    /// Where the redirects so far, all for good, led.
    settled: Option<String>,
}

/// Both clocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) now: Timestamp,
    pub(super) elapsed: Span,
}

/// One subscription.
#[derive(Debug)]
struct Sub {
    url: String,
    host: String,
    interval: IntervalChoice,
    feed: Option<Feed>,
    check: CheckState,
    due: Due,
}

/// What a reader remembers; what a restart takes from it is apart.
#[derive(Debug)]
pub(super) struct Reader {
    policy: Policy,
    seed: Seed,
    subs: Vec<Sub>,
    dues: BTreeSet<(Timestamp, usize)>,
    holds: HashMap<String, Timestamp>,
    pub(super) consent: bool,
    idle: Option<Span>,
    run: Run,
}

/// What is gone after a restart.
#[derive(Debug)]
struct Run {
    sign: Timestamp,
    bucket: Bucket,
    user: Slots,
    background: Slots,
    busy: HashSet<String>,
    under_way: HashSet<usize>,
    doors: Vec<Request>,
    wanted: VecDeque<usize>,
    asked_to_wait: HashMap<String, BTreeMap<usize, Timestamp>>,
}

/// What a turn did.
#[derive(Debug, Default)]
pub(super) struct Turn {
    pub(super) requests: Vec<Request>,
    /// Redirects that ended at a held host's door, and with them the check.
    pub(super) turned_away: Vec<Request>,
    /// When to look again.
    pub(super) wake: Option<Span>,
}

impl Run {
    fn new(moment: Moment) -> Self {
        Self {
            sign: moment.now,
            bucket: Bucket::new(moment.elapsed),
            user: Slots::default(),
            background: Slots::default(),
            busy: HashSet::new(),
            under_way: HashSet::new(),
            doors: Vec::new(),
            wanted: VecDeque::new(),
            asked_to_wait: HashMap::new(),
        }
    }

    fn slots(&mut self, lane: Lane) -> &mut Slots {
        match lane {
            Lane::User => &mut self.user,
            Lane::Background => &mut self.background,
        }
    }

    fn may_enter(&mut self, lane: Lane, host: &str) -> bool {
        !self.busy.contains(host) && self.slots(lane).may_start(host)
    }

    fn occupy(&mut self, lane: Lane, host: &str) {
        self.busy.insert(host.to_owned());
        self.slots(lane).start(host);
    }

    fn leave(&mut self, lane: Lane, host: &str) {
        self.busy.remove(host);
        self.slots(lane).end(host);
    }
}

impl Reader {
    pub(super) fn new(
        subs: impl Iterator<Item = (String, IntervalChoice)>,
        (policy, idle): (Policy, Option<Span>),
        seed: Seed,
        moment: Moment,
    ) -> Self {
        let sub = |(url, interval): (String, IntervalChoice)| Sub {
            host: http::host(&url).expect("publishers have hosts"),
            url,
            interval,
            feed: None,
            check: CheckState::default(),
            due: Due::Never,
        };
        let mut reader = Self {
            policy,
            seed,
            subs: subs.map(sub).collect(),
            dues: BTreeSet::new(),
            holds: HashMap::new(),
            consent: false,
            idle,
            run: Run::new(moment),
        };
        reader.reckon_all(moment.now);
        reader
    }

    /// Ended and started again.
    pub(super) fn restart(&mut self, moment: Moment) {
        self.run = Run::new(moment);
        self.reckon_all(moment.now);
    }

    /// The clocks have moved apart.
    pub(super) fn jumped(&mut self, moment: Moment) {
        self.run.bucket = Bucket::new(moment.elapsed);
        self.run.sign = self.run.sign.min(moment.now);
        self.reckon_all(moment.now);
    }

    pub(super) fn sign(&mut self, now: Timestamp) {
        self.run.sign = now;
    }

    /// F5.
    pub(super) fn want(&mut self, feed: usize) {
        if !self.run.under_way.contains(&feed) && !self.run.wanted.contains(&feed) {
            self.run.wanted.push_back(feed);
        }
    }

    pub(super) fn feeds(&self) -> usize {
        self.subs.len()
    }

    /// Starts what may be started.
    pub(super) fn turn(&mut self, moment: Moment) -> Turn {
        let mut turn = Turn::default();
        self.open_doors(moment, &mut turn);
        self.start_wanted(moment, &mut turn);
        turn.wake = self.start_background(moment, &mut turn);
        turn
    }

    fn open_doors(&mut self, moment: Moment, turn: &mut Turn) {
        for request in std::mem::take(&mut self.run.doors) {
            if let Some(until) = self.held(&request.host, moment.now) {
                let check = &mut self.subs[request.feed].check;
                check.last_attempt = Some(moment.now);
                check.not_before = Some(until);
                self.ended(request.feed, moment.now);
                turn.turned_away.push(request);
            } else if self.run.may_enter(request.lane, &request.host)
                && (request.lane == Lane::User || self.run.bucket.take(moment.elapsed))
            {
                self.run.occupy(request.lane, &request.host);
                turn.requests.push(request);
            } else {
                self.run.doors.push(request);
            }
        }
    }

    fn start_wanted(&mut self, moment: Moment, turn: &mut Turn) {
        for feed in std::mem::take(&mut self.run.wanted) {
            let (host, check) = (self.subs[feed].host.clone(), &self.subs[feed].check);
            let asked_to_wait = matches!(&check.last, Some(LastCheck::Failed(failure)) if failure.kind == FailureKind::Held || failure.kind == FailureKind::Status(429));
            let own = check.not_before.filter(|until| asked_to_wait && *until > moment.now);
            if self.run.under_way.contains(&feed) || own.is_some() || self.held(&host, moment.now).is_some() {
                continue;
            }
            if self.run.may_enter(Lane::User, &host) {
                self.start(feed, Lane::User, turn);
            } else {
                self.run.wanted.push_back(feed);
            }
        }
    }

    fn start_background(&mut self, moment: Moment, turn: &mut Turn) -> Option<Span> {
        let Moment { now, elapsed } = moment;
        let idle = self.idle.is_some_and(|idle| now.since(self.run.sign) >= idle);
        if !self.consent || idle {
            return None;
        }
        let at_a_door = self.run.doors.iter().any(|request| request.lane == Lane::Background);
        if at_a_door || !self.run.wanted.is_empty() {
            return Some(self.run.bucket.wait(elapsed).max(Span::millis(50)));
        }
        let until_due = self.dues.first()?.0.since(now);
        if until_due > Span::ZERO {
            return Some(until_due);
        }
        let token = self.run.bucket.wait(elapsed);
        if token > Span::ZERO {
            return Some(token);
        }
        let waiting = self.waiting(now);
        let planned = plan(&waiting, &self.run.background, &self.run.bucket, now, elapsed);
        let mut wake = planned.wake;
        for id in planned.start {
            let feed = usize::try_from(id.0).expect("there are few feeds");
            // What was due before an hour of rest and could not start until now waits for its end.
            self.reckon(feed, now);
            if matches!(self.subs[feed].due, Due::At(at) if at <= now) {
                assert!(self.run.bucket.take(elapsed), "a plan takes no more tokens than there are");
                self.start(feed, Lane::Background, turn);
            } else {
                wake = Some(Span::ZERO);
            }
        }
        wake
    }

    fn waiting(&self, now: Timestamp) -> Vec<Waiting> {
        let due = self.dues.iter().take_while(|(at, _)| *at <= now);
        let next = self.dues.range((now.plus(Span::millis(1)), 0)..).next();
        due.chain(next)
            .filter(|(_, feed)| {
                !self.run.under_way.contains(feed) && !self.run.busy.contains(&self.subs[*feed].host)
            })
            .take(LOOKED_AT)
            .map(|(at, feed)| Waiting {
                id: FeedId(u32::try_from(*feed).expect("there are few feeds")),
                host: self.subs[*feed].host.clone(),
                due: Due::At(*at),
            })
            .collect()
    }

    fn start(&mut self, feed: usize, lane: Lane, turn: &mut Turn) {
        let sub = &self.subs[feed];
        let (url, host) = (sub.url.clone(), sub.host.clone());
        let conditional = sub.check.validators.as_ref().is_some_and(|known| known.url == url);
        self.run.occupy(lane, &host);
        self.run.under_way.insert(feed);
        turn.requests.push(Request { feed, url, host, lane, hop: 0, conditional, settled: None });
    }

    fn held(&self, host: &str, now: Timestamp) -> Option<Timestamp> {
        self.holds.get(host).copied().filter(|until| *until > now)
    }

    /// An answer came: the table of `fetching.md` section 3.2 as far as the schedule looks at it.
    pub(super) fn answered(&mut self, request: &Request, reply: &Reply, document: &Feed, now: Timestamp) {
        self.run.leave(request.lane, &request.host);
        let sub = &mut self.subs[request.feed];
        if reply.status == 0 {
            sub.check.fail(FailureKind::Timeout, now);
            return self.concluded(request, None, now);
        }
        match verdict(&request.url, reply.status, &reply.headers, now) {
            Verdict::Moved { target, permanence } => return self.follow(request, target, permanence),
            Verdict::Fresh => {
                sub.feed = Some(document.clone());
                sub.check.validators = Some(Validators { url: request.url.clone(), ..Validators::default() });
                sub.check.freshness = freshness(&reply.headers, now).map(|span| Freshness { span });
                sub.succeed(request.settled.as_deref(), now);
            }
            Verdict::Unchanged => {
                sub.check.answers_conditionally = true;
                if let Some(span) = freshness(&reply.headers, now) {
                    sub.check.freshness = Some(Freshness { span });
                }
                sub.succeed(request.settled.as_deref(), now);
            }
            Verdict::Wait { until, who } => {
                let named = reply.headers.get("Retry-After").is_some();
                sub.check.fail(if named { FailureKind::Held } else { FailureKind::Status(429) }, now);
                sub.check.not_before = Some(until);
                return self.concluded(request, Some((until, who)), now);
            }
            Verdict::Gone => sub.check.fail(FailureKind::Gone, now),
            Verdict::Unauthorized => sub.check.fail(FailureKind::Unauthorized, now),
            Verdict::Forbidden => {
                sub.check.fail(FailureKind::Forbidden, now);
                sub.check.not_before = Some(now.plus(Span::hours(4)));
            }
            Verdict::Failed(status) => sub.check.fail(FailureKind::Status(status), now),
            other => panic!("no publisher answers {other:?}"),
        }
        self.concluded(request, None, now);
    }

    fn follow(&mut self, request: &Request, target: String, permanence: Permanence) {
        let leading = request.hop == 0 || request.settled.is_some();
        let settled = (leading && permanence == Permanence::Permanent).then(|| target.clone());
        let known = self.subs[request.feed].check.validators.as_ref();
        self.run.doors.push(Request {
            host: http::host(&target).expect("targets have hosts"),
            conditional: known.is_some_and(|known| known.url == target),
            url: target,
            hop: request.hop + 1,
            settled: settled.or_else(|| request.settled.clone()),
            ..request.clone()
        });
    }

    fn concluded(&mut self, request: &Request, wait: Option<(Timestamp, Who)>, now: Timestamp) {
        match wait {
            None => {
                if let Some(waits) = self.run.asked_to_wait.get_mut(&self.subs[request.feed].host) {
                    waits.remove(&request.feed);
                }
            }
            Some((until, Who::Host)) => self.hold(&request.host, until, now),
            Some((until, Who::Feed)) => {
                let waits = self.run.asked_to_wait.entry(request.host.clone()).or_default();
                waits.retain(|_, until| *until > now);
                waits.insert(request.feed, until);
                if let Some(until) = waits.values().copied().max().filter(|_| waits.len() >= 2) {
                    self.hold(&request.host, until, now);
                }
            }
        }
        self.ended(request.feed, now);
    }

    fn ended(&mut self, feed: usize, now: Timestamp) {
        self.run.under_way.remove(&feed);
        self.reckon(feed, now);
    }

    fn hold(&mut self, host: &str, until: Timestamp, now: Timestamp) {
        let known = self.holds.entry(host.to_owned()).or_insert(until);
        *known = (*known).max(until);
        for feed in 0..self.subs.len() {
            if self.subs[feed].host == host {
                self.reckon(feed, now);
            }
        }
    }

    fn reckon_all(&mut self, now: Timestamp) {
        // A hold that the clock, set back, has made longer than any can be.
        self.holds.values_mut().for_each(|until| *until = (*until).min(now.plus(Span::days(7))));
        self.subs.iter_mut().for_each(|sub| _ = not_ahead(&mut sub.check, now));
        (0..self.subs.len()).for_each(|feed| self.reckon(feed, now));
    }

    fn reckon(&mut self, feed: usize, now: Timestamp) {
        let sub = &self.subs[feed];
        if let Due::At(at) = sub.due {
            self.dues.remove(&(at, feed));
        }
        let facts = Facts {
            id: FeedId(u32::try_from(feed).expect("there are few feeds")),
            interval: sub.interval,
            feed: sub.feed.as_ref(),
            check: &sub.check,
            host_hold: self.held(&sub.host, now),
        };
        let due = due(&facts, &self.policy, now, self.seed).due;
        self.subs[feed].due = due;
        if let Due::At(at) = due {
            self.dues.insert((at, feed));
        }
    }
}

impl Sub {
    fn succeed(&mut self, settled: Option<&str>, now: Timestamp) {
        let check = &mut self.check;
        check.last_attempt = Some(now);
        check.last_success = Some(now);
        check.last = Some(LastCheck::Unchanged);
        (check.failures, check.failing_since, check.not_before, check.gone) = (0, None, None, false);
        (check.habits.missing, check.habits.missing_since) = (0, None);
        check.redirect = match settled.map(|target| sighting(check.redirect.as_ref(), &self.url, target, now))
        {
            Some((trust, Decision::Adopt)) => {
                self.host = http::host(&trust.url).expect("targets have hosts");
                self.url = trust.url;
                None
            }
            Some((trust, Decision::Wait)) => Some(trust),
            None => None,
        };
    }
}

trait Ledger {
    fn fail(&mut self, kind: FailureKind, now: Timestamp);
}

impl Ledger for CheckState {
    fn fail(&mut self, kind: FailureKind, now: Timestamp) {
        self.last_attempt = Some(now);
        self.failures += 1;
        self.failing_since.get_or_insert(now);
        self.gone |= kind == FailureKind::Gone;
        match kind {
            FailureKind::Status(404) => {
                self.habits.missing += 1;
                self.habits.missing_since.get_or_insert(now);
            }
            FailureKind::Timeout => {}
            _ => (self.habits.missing, self.habits.missing_since) = (0, None),
        }
        self.last = Some(LastCheck::Failed(Failure { kind, detail: String::new() }));
    }
}
