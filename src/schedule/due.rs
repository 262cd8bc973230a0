//! When one feed is checked next.

use super::backoff::backoff;
use super::interval::{Interval, interval};
use super::salt::salt;
use super::skip::after_rest;
use super::{Due, Explanation, Facts, Policy, Reason, Skip};
use crate::model::{CheckState, LastCheck};
use crate::time::{Seed, Span, Timestamp};

/// No wish to be left alone counts for longer than this, so that a clock that was set back does no harm.
pub(super) const LONGEST_HOLD: Span = Span::days(7);

/// When a feed is checked next, and why. Nothing about it is stored: it is derived each time, and the same facts give the same answer.
#[must_use]
pub fn due(facts: &Facts<'_>, policy: &Policy, now: Timestamp, seed: Seed) -> Explanation {
    let Some(interval) = interval(facts, policy) else { return never(Reason::UserNever) };
    if facts.check.gone {
        return never(Reason::Gone);
    }
    if facts.check.wants_credentials() {
        return never(Reason::Unauthorized);
    }
    let moment = Chance { facts, policy, seed }.next(&interval, now);
    rested(held(moment, facts, now), facts, policy, now).explain()
}

fn never(reason: Reason) -> Explanation {
    Explanation { due: Due::Never, reasons: vec![reason] }
}

/// A moment and what led to it.
struct Moment {
    at: Timestamp,
    reasons: Vec<Reason>,
}

impl Moment {
    fn explain(self) -> Explanation {
        Explanation { due: Due::At(self.at), reasons: self.reasons }
    }

    /// Moves it to `at` for `reason`, which then weighs most.
    fn moved(mut self, at: Timestamp, reason: Reason) -> Self {
        self.at = at;
        self.reasons.insert(0, reason);
        self
    }
}

struct Chance<'a> {
    facts: &'a Facts<'a>,
    policy: &'a Policy,
    seed: Seed,
}

impl Chance<'_> {
    fn next(&self, interval: &Interval, now: Timestamp) -> Moment {
        let check = self.facts.check;
        match (check.last_attempt.or(check.last_success), check.last_success) {
            (None, None) => Moment { at: now, reasons: vec![Reason::FirstCheck] },
            (Some(attempt), success) if is_failing(check) => {
                self.after_failure(interval, attempt, success, now)
            }
            // Asked, but neither well nor badly: it was cancelled.
            (Some(attempt), None) => self.after_cancel(attempt, now),
            (attempt, Some(success)) => self.after_success(interval, attempt, success, now),
        }
    }

    fn after_success(
        &self,
        interval: &Interval,
        attempt: Option<Timestamp>,
        success: Timestamp,
        now: Timestamp,
    ) -> Moment {
        let salt = self.salt(interval.span, success);
        let wait = interval.span.plus(salt);
        let at = soon_enough(success, wait, now).max(self.floor_after(attempt, now));
        let mut reasons = interval.reasons.clone();
        reasons.extend((salt > Span::ZERO).then_some(Reason::Salt(salt)));
        Moment { at, reasons }
    }

    fn after_failure(
        &self,
        interval: &Interval,
        attempt: Timestamp,
        success: Option<Timestamp>,
        now: Timestamp,
    ) -> Moment {
        let failures = self.facts.check.failures.max(1);
        let wait = backoff(self.facts.check, interval.span, self.policy.floor());
        let salt = self.salt(wait, attempt);
        let retry = soon_enough(attempt, wait.plus(salt), now);
        // A refresh that failed is no licence to come back sooner after a success than the publisher wants.
        let least = success.map(|success| soon_enough(success, interval.least, now));
        let mut reasons = vec![Reason::BackOff { failures, wait }];
        // Where the user's floor is higher than the back-off would be, the floor is the reason.
        if wait == self.policy.floor() && wait > backoff(self.facts.check, interval.span, Span::ZERO) {
            reasons = vec![Reason::Floor(wait)];
        }
        if least.is_some_and(|least| least > retry) {
            reasons.splice(0..0, interval.reasons.iter().copied().filter(is_binding));
        }
        reasons.extend((salt > Span::ZERO).then_some(Reason::Salt(salt)));
        Moment { at: least.map_or(retry, |least| least.max(retry)), reasons }
    }

    fn after_cancel(&self, attempt: Timestamp, now: Timestamp) -> Moment {
        let floor = self.policy.floor();
        Moment {
            at: soon_enough(attempt, floor, now),
            reasons: vec![Reason::FirstCheck, Reason::Floor(floor)],
        }
    }

    fn floor_after(&self, attempt: Option<Timestamp>, now: Timestamp) -> Timestamp {
        attempt.map_or(Timestamp::EPOCH, |attempt| soon_enough(attempt, self.policy.floor(), now))
    }

    fn salt(&self, span: Span, from: Timestamp) -> Span {
        salt(span, self.policy.salt_per_mille, self.facts.id, from, self.seed)
    }
}

fn is_failing(check: &CheckState) -> bool {
    check.failures > 0 || matches!(check.last, Some(LastCheck::Failed(_)))
}

/// `wait` after `from`; but if `from` lies ahead, since the clock was set back, `wait` from now.
fn soon_enough(from: Timestamp, wait: Span, now: Timestamp) -> Timestamp {
    from.min(now).plus(wait)
}

/// What holds against the user's wish, as far as it says why.
fn is_binding(reason: &Reason) -> bool {
    !matches!(reason, Reason::UserInterval(_) | Reason::DefaultInterval(_))
}

/// Not before the feed's and the host's `Retry-After`.
fn held(moment: Moment, facts: &Facts<'_>, now: Timestamp) -> Moment {
    let latest = now.plus(LONGEST_HOLD);
    let hold = facts.check.not_before.max(facts.host_hold).map(|hold| hold.min(latest));
    match hold {
        Some(hold) if hold > moment.at => moment.moved(hold, Reason::RetryAfter(hold)),
        _ => moment,
    }
}

/// Not in hours of rest, if the user wants that. What is overdue would be checked now, so now counts.
fn rested(moment: Moment, facts: &Facts<'_>, policy: &Policy, now: Timestamp) -> Moment {
    let Some(feed) = facts.feed.filter(|_| policy.skip == Skip::Obeyed) else { return moment };
    // A whole day overdue: the rest was waited for long enough.
    if now.since(moment.at) >= Span::days(1) {
        return moment;
    }
    let asked = moment.at.max(now);
    let after = after_rest(feed, asked);
    if after > asked { moment.moved(after, Reason::SkipHours) } else { moment }
}
