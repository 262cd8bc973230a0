//! How long a feed that fails is left alone (`product.md` section 3, `fetching.md` section 3.5).

use crate::model::{CheckState, FailureKind, LastCheck};
use crate::time::Span;

/// The wait after the first failure.
const FIRST: Span = Span::minutes(15);

/// 403 is used to limit rates too.
const FORBIDDEN: Span = Span::hours(4);

/// A server that asked to be left alone without saying for how long.
const HELD: Span = Span::hours(1);

/// A feed that is not there, or not allowed to be.
const RARELY: Span = Span::days(7);

/// The wait after the last failure, counted from the last attempt, without salt.
///
/// It doubles from 15 min on until it reaches `interval`, which then applies; `floor` holds here too.
pub(super) fn backoff(check: &CheckState, interval: Span, floor: Span) -> Span {
    let doublings = check.failures.saturating_sub(1).min(30);
    let doubled = FIRST.times(1 << doublings).max(floor).min(interval);
    match kind(check) {
        Some(FailureKind::Forbidden | FailureKind::BotProtection) => doubled.max(FORBIDDEN),
        // 429: asking sooner than usual would be the opposite of what the server wants. A 503 says when
        // (`not_before`), and that is obeyed beside this.
        Some(FailureKind::Held) if check.not_before.is_none() => interval.max(HELD),
        Some(FailureKind::Status(429)) => interval.max(HELD),
        Some(FailureKind::Status(404)) if check.is_lost() => interval.max(RARELY),
        Some(FailureKind::Status(451)) => interval.max(RARELY),
        _ => doubled,
    }
}

fn kind(check: &CheckState) -> Option<FailureKind> {
    match &check.last {
        Some(LastCheck::Failed(failure)) => Some(failure.kind),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Failure;
    use crate::time::Timestamp;

    fn failed(kind: FailureKind, failures: u32) -> CheckState {
        let failure = Failure { kind, detail: String::new() };
        CheckState { last: Some(LastCheck::Failed(failure)), failures, ..CheckState::default() }
    }

    fn check(kind: FailureKind, failures: u32, interval: Span, expected: Span) {
        let wait = backoff(&failed(kind, failures), interval, Span::minutes(15));
        assert_eq!(wait, expected, "{kind:?}, {failures} failures");
    }

    #[test]
    fn it_doubles_until_it_reaches_the_interval() {
        let expected = [15, 30, 60, 120, 240, 480, 960, 1440, 1440];
        for (failures, minutes) in (1..).zip(expected) {
            check(FailureKind::Timeout, failures, Span::hours(24), Span::minutes(minutes));
        }
        check(FailureKind::Timeout, u32::MAX, Span::hours(24), Span::hours(24));
    }

    #[test]
    fn it_obeys_a_raised_floor() {
        let wait = backoff(&failed(FailureKind::Dns, 1), Span::hours(24), Span::minutes(60));
        assert_eq!(wait, Span::minutes(60));
    }

    #[test]
    fn a_403_waits_at_least_four_hours() {
        check(FailureKind::Forbidden, 1, Span::minutes(30), Span::hours(4));
        check(FailureKind::Forbidden, 8, Span::hours(24), Span::hours(24));
    }

    #[test]
    fn a_429_is_never_asked_sooner_than_usual() {
        check(FailureKind::Held, 1, Span::hours(24), Span::hours(24));
        check(FailureKind::Held, 1, Span::minutes(15), Span::hours(1));
        check(FailureKind::Status(429), 1, Span::hours(24), Span::hours(24));
    }

    #[test]
    fn a_503_that_says_when_backs_off_as_others_do() {
        let mut held = failed(FailureKind::Held, 1);
        held.not_before = Some(Timestamp::EPOCH);
        assert_eq!(backoff(&held, Span::hours(24), Span::minutes(15)), Span::minutes(15));
    }

    #[test]
    fn a_404_becomes_weekly_after_ten_over_a_week() {
        let mut lost = failed(FailureKind::Status(404), 10);
        let wait = |check: &CheckState| backoff(check, Span::hours(24), Span::minutes(15));
        (lost.habits.missing, lost.habits.missing_since) = (10, Some(Timestamp::EPOCH));
        lost.last_attempt = Some(Timestamp::EPOCH.plus(Span::days(6)));
        assert_eq!(wait(&lost), Span::hours(24));
        lost.last_attempt = Some(Timestamp::EPOCH.plus(Span::days(7)));
        assert_eq!(wait(&lost), Span::days(7));
        lost.habits.missing = 9;
        assert_eq!(wait(&lost), Span::hours(24));
    }

    #[test]
    fn a_451_is_asked_weekly() {
        check(FailureKind::Status(451), 1, Span::hours(24), Span::days(7));
    }
}
