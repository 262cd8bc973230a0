//! Weeks of background checks in a moment: an engine of a few lines around the real rules, and an oracle
//! that knows the rules only as `product.md` section 3 words them.

use std::collections::BTreeMap;

use super::*;
use crate::model::{CheckState, Failure, FailureKind, Feed, FeedId, Freshness, IntervalChoice, LastCheck};
use crate::time::{Seed, Span, Timestamp};

const START: Timestamp = Timestamp::from_seconds(1_796_000_000);

/// One simulated subscription.
struct Sim {
    id: FeedId,
    host: String,
    interval: IntervalChoice,
    feed: Feed,
    check: CheckState,
    /// The share of its answers that are errors, in thousandths.
    trouble: u64,
    due: Due,
}

/// A check under way.
struct Running {
    index: usize,
    ends: Span,
}

/// What the oracle sees.
struct Seen {
    index: usize,
    at: Span,
    /// The state in which the check was started.
    before: CheckState,
    hold: Option<Timestamp>,
}

struct World {
    seed: Seed,
    policy: Policy,
    feeds: Vec<Sim>,
    holds: BTreeMap<String, Timestamp>,
    slots: Slots,
    bucket: Bucket,
    running: Vec<Running>,
    seen: Vec<Seen>,
    draws: u64,
}

impl World {
    fn new(seed: u64, count: u32, hosts: u64) -> Self {
        let mut world = Self {
            seed: Seed::new(seed),
            policy: Policy { interval: Span::hours(6), ..Policy::default() },
            feeds: Vec::new(),
            holds: BTreeMap::new(),
            slots: Slots::default(),
            bucket: Bucket::new(Span::ZERO),
            running: Vec::new(),
            seen: Vec::new(),
            draws: 0,
        };
        for id in 0..count {
            let sim = world.subscription(id, hosts);
            world.feeds.push(sim);
        }
        world
    }

    fn subscription(&mut self, id: u32, hosts: u64) -> Sim {
        let interval = match self.draw(4) {
            0 => IntervalChoice::Every(Span::minutes(5)),
            1 => IntervalChoice::Every(Span::minutes(45)),
            2 => IntervalChoice::Every(Span::hours(30)),
            _ => IntervalChoice::Default,
        };
        let ttl = (self.draw(3) == 0).then(|| Span::minutes(self.draw(1000) + 1));
        let trouble = if self.draw(5) == 0 { 500 } else { 20 };
        Sim {
            id: FeedId(id),
            host: format!("h{}:443", self.draw(hosts)),
            interval,
            feed: Feed { ttl, ..Feed::default() },
            check: CheckState::default(),
            trouble,
            due: Due::At(START),
        }
    }

    /// A number below `below`, which is at most 1000.
    fn draw(&mut self, below: u64) -> u64 {
        self.draws += 1;
        self.seed.per_mille(u64::MAX, self.draws) * below / 1000
    }

    fn run(&mut self, length: Span) {
        let mut elapsed = Span::ZERO;
        while elapsed < length {
            self.finish(elapsed);
            let plan = self.plan(elapsed);
            for id in plan.start {
                self.start(usize::try_from(id.0).expect("there are few feeds"), elapsed);
            }
            let ends = self.running.iter().map(|running| running.ends.minus(elapsed)).min();
            let wake = [ends, plan.wake].into_iter().flatten().min().unwrap_or(Span::minutes(1));
            elapsed = elapsed.plus(wake.max(Span::millis(1)));
        }
    }

    fn plan(&self, elapsed: Span) -> Plan {
        let under_way = |index: usize| self.running.iter().any(|running| running.index == index);
        let waiting: Vec<Waiting> = self
            .feeds
            .iter()
            .enumerate()
            .filter(|(index, sim)| !under_way(*index) && sim.due != Due::Never)
            .map(|(_, sim)| Waiting { id: sim.id, host: sim.host.clone(), due: sim.due })
            .collect();
        plan(&waiting, &self.slots, &self.bucket, START.plus(elapsed), elapsed)
    }

    fn start(&mut self, index: usize, elapsed: Span) {
        let host = self.feeds[index].host.clone();
        assert!(self.slots.may_start(&host), "two checks of one host, or more than four");
        assert!(self.bucket.take(elapsed), "a check without a token");
        self.slots.start(&host);
        let before = self.feeds[index].check.clone();
        self.seen.push(Seen { index, at: elapsed, before, hold: self.holds.get(&host).copied() });
        let takes = Span::millis(50 + self.draw(1000) * 8);
        self.running.push(Running { index, ends: elapsed.plus(takes) });
    }

    fn finish(&mut self, elapsed: Span) {
        let (ended, running): (Vec<_>, Vec<_>) =
            self.running.drain(..).partition(|running| running.ends <= elapsed);
        self.running = running;
        for Running { index, .. } in ended {
            let host = self.feeds[index].host.clone();
            self.slots.end(&host);
            self.answer(index, START.plus(elapsed));
            // A hold concerns all feeds of the host.
            for other in 0..self.feeds.len() {
                if other == index || self.feeds[other].host == host {
                    self.schedule(other, START.plus(elapsed));
                }
            }
        }
    }

    fn answer(&mut self, index: usize, now: Timestamp) {
        let trouble = self.draw(1000) < self.feeds[index].trouble;
        let kind = [
            FailureKind::Timeout,
            FailureKind::Status(500),
            FailureKind::Held,
            FailureKind::Forbidden,
            FailureKind::Gone,
        ][usize::try_from(self.draw(5)).expect("it is below five")];
        let wait = Span::minutes(self.draw(600));
        let conditional = self.draw(2) == 0;
        let sim = &mut self.feeds[index];
        let check = &mut sim.check;
        check.last_attempt = Some(now);
        if !trouble {
            check.last_success = Some(now);
            check.failures = 0;
            check.not_before = None;
            check.last = Some(LastCheck::Unchanged);
            check.answers_conditionally |= conditional;
            check.freshness = conditional.then_some(Freshness { span: wait });
            return;
        }
        check.failures += 1;
        check.last = Some(LastCheck::Failed(Failure { kind, detail: String::new() }));
        match kind {
            // Few go for good.
            FailureKind::Gone => check.gone = conditional && sim.id.0.is_multiple_of(10),
            FailureKind::Held if conditional => check.not_before = Some(now.plus(wait)),
            FailureKind::Held => {
                self.holds.insert(sim.host.clone(), now.plus(wait));
            }
            _ => {}
        }
    }

    fn schedule(&mut self, index: usize, now: Timestamp) {
        let sim = &self.feeds[index];
        let facts = Facts {
            id: sim.id,
            interval: sim.interval,
            feed: Some(&sim.feed),
            check: &sim.check,
            host_hold: self.holds.get(&sim.host).copied(),
        };
        let due = due(&facts, &self.policy, now, self.seed).due;
        self.feeds[index].due = due;
    }

    /// The rules, one by one.
    fn examine(&self) {
        for seen in &self.seen {
            let at = START.plus(seen.at);
            let before = &seen.before;
            let feed = &self.feeds[seen.index].feed;
            assert!(!before.gone, "a feed that is gone was asked");
            assert!(
                before.not_before.is_none_or(|until| until <= at),
                "Retry-After of a feed was not obeyed"
            );
            assert!(seen.hold.is_none_or(|until| until <= at), "Retry-After of a host was not obeyed");
            if let Some(attempt) = before.last_attempt {
                assert!(at >= attempt.plus(Span::minutes(15)), "closer than the floor");
            }
            if let Some(success) = before.last_success {
                let ttl = feed.ttl.unwrap_or_default().min(Span::days(7));
                let fresh = before.freshness.map(|fresh| fresh.span).unwrap_or_default();
                let costly = if before.answers_conditionally { 15 } else { 60 };
                let least = ttl.max(fresh.min(Span::hours(24))).max(Span::minutes(costly));
                assert!(at >= success.plus(least), "sooner than the publisher wants");
            }
            let forbidden = matches!(&before.last, Some(LastCheck::Failed(failure)) if failure.kind == FailureKind::Forbidden);
            if let Some(attempt) = before.last_attempt.filter(|_| forbidden) {
                assert!(at >= attempt.plus(Span::hours(4)), "sooner than four hours after a 403");
            }
        }
        for (first, start) in self.seen.iter().enumerate() {
            // Five more than the bucket stores would be too many for any window.
            if let Some(fifth) = self.seen.get(first + 4) {
                assert!(fifth.at.minus(start.at) >= Span::seconds(1), "five within a second");
            }
            if let Some(last) = self.seen.get(first + 63) {
                assert!(last.at.minus(start.at) >= Span::seconds(60), "64 within a minute");
            }
        }
    }
}

#[test]
fn a_week_of_checks_breaks_no_rule() {
    for seed in 0..4 {
        let mut world = World::new(seed, 60, 20);
        world.run(Span::days(7));
        world.examine();
        // The oracle must have had something to see: each feed that answers was asked in the end.
        for (index, sim) in world.feeds.iter().enumerate() {
            let count = world.seen.iter().filter(|seen| seen.index == index).count();
            assert!(sim.check.gone || count >= 2, "feed {index} was asked {count} times in a week");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_weeks() {
    let starts = |seed| {
        let mut world = World::new(seed, 20, 10);
        world.run(Span::days(2));
        world.seen.iter().map(|seen| (seen.index, seen.at)).collect::<Vec<_>>()
    };
    assert_eq!(starts(7), starts(7));
    assert_ne!(starts(7), starts(8));
}

#[test]
fn five_hundred_overdue_feeds_are_spread_and_not_fired() {
    let mut world = World::new(1, 500, 500);
    world.run(Span::minutes(2));
    world.examine();
    let within = |span: Span| world.seen.iter().filter(|seen| seen.at < span).count();
    // One at the start, then one a second: no stored tokens after a start.
    assert!(within(Span::seconds(1)) <= 1);
    assert!((90..=100).contains(&within(Span::seconds(100))), "{}", within(Span::seconds(100)));
}
