use proptest::prelude::*;

use super::*;
use crate::model::{CheckState, Failure, FailureKind, Feed, FeedId, Freshness, IntervalChoice, LastCheck};
use crate::time::{Seed, Span, Timestamp};

const NOW: Timestamp = Timestamp::from_seconds(1_796_000_000);

fn at(hours_ago: u64) -> Timestamp {
    NOW.minus(Span::hours(hours_ago))
}

fn succeeded(hours_ago: u64) -> CheckState {
    CheckState {
        last_attempt: Some(at(hours_ago)),
        last_success: Some(at(hours_ago)),
        last: Some(LastCheck::Unchanged),
        answers_conditionally: true,
        ..CheckState::default()
    }
}

fn failed(kind: FailureKind, failures: u32) -> CheckState {
    let failure = Failure { kind, detail: String::new() };
    CheckState { last: Some(LastCheck::Failed(failure)), failures, last_success: None, ..succeeded(0) }
}

fn facts<'a>(check: &'a CheckState, feed: &'a Feed) -> Facts<'a> {
    Facts { id: FeedId(3), interval: IntervalChoice::Default, feed: Some(feed), check, host_hold: None }
}

/// The answer without salt, so that it can be written down.
fn answer(facts: &Facts<'_>) -> Explanation {
    due(facts, &Policy { salt_per_mille: 0, ..Policy::default() }, NOW, Seed::new(1))
}

fn check(facts: &Facts<'_>, expected: Timestamp, reasons: &[Reason]) {
    let found = answer(facts);
    assert_eq!(found.due, Due::At(expected), "{:?}", found.reasons);
    assert_eq!(found.reasons, reasons);
}

#[test]
fn a_feed_that_was_never_asked_is_due_now() {
    check(&facts(&CheckState::default(), &Feed::default()), NOW, &[Reason::FirstCheck]);
}

#[test]
fn even_the_first_check_waits_for_a_held_host() {
    let state = CheckState::default();
    let feed = Feed::default();
    let until = NOW.plus(Span::hours(1));
    let held = Facts { host_hold: Some(until), ..facts(&state, &feed) };
    check(&held, until, &[Reason::RetryAfter(until), Reason::FirstCheck]);
}

#[test]
fn the_default_is_a_day_after_the_last_success() {
    let day = Span::hours(24);
    check(&facts(&succeeded(3), &Feed::default()), at(3).plus(day), &[Reason::DefaultInterval(day)]);
}

#[test]
fn the_weightiest_reason_comes_first() {
    let feed = Feed { ttl: Some(Span::hours(3)), ..Feed::default() };
    let mut state = succeeded(1);
    state.freshness = Some(Freshness { span: Span::hours(2) });
    let hourly = Facts { interval: IntervalChoice::Every(Span::hours(1)), ..facts(&state, &feed) };
    let reasons = [
        Reason::Ttl(Span::hours(3)),
        Reason::Freshness(Span::hours(2)),
        Reason::UserInterval(Span::hours(1)),
    ];
    check(&hourly, at(1).plus(Span::hours(3)), &reasons);
}

#[test]
fn never_is_never() {
    let (state, feed) = (succeeded(1), Feed::default());
    let unwanted = Facts { interval: IntervalChoice::Never, ..facts(&state, &feed) };
    assert_eq!(answer(&unwanted), Explanation { due: Due::Never, reasons: vec![Reason::UserNever] });
    let gone = CheckState { gone: true, ..succeeded(1) };
    assert_eq!(answer(&facts(&gone, &feed)), Explanation { due: Due::Never, reasons: vec![Reason::Gone] });
}

#[test]
fn failures_back_off_from_the_last_attempt() {
    let wait = Span::minutes(60);
    check(
        &facts(&failed(FailureKind::Connect, 3), &Feed::default()),
        NOW.plus(wait),
        &[Reason::BackOff { failures: 3, wait }],
    );
}

#[test]
fn a_wait_that_was_asked_for_counts_as_a_failure_even_if_nobody_counted_it() {
    let day = Span::hours(24);
    let mut state = failed(FailureKind::Held, 0);
    state.last_success = Some(at(24));
    check(&facts(&state, &Feed::default()), NOW.plus(day), &[Reason::BackOff { failures: 1, wait: day }]);
}

#[test]
fn a_failed_refresh_does_not_shorten_what_the_publisher_asked_for() {
    let feed = Feed { ttl: Some(Span::hours(5)), ..Feed::default() };
    let mut state = failed(FailureKind::Timeout, 1);
    state.last_success = Some(at(1));
    let wait = Span::minutes(15);
    let reasons = [Reason::Ttl(Span::hours(5)), Reason::BackOff { failures: 1, wait }];
    check(&facts(&state, &feed), at(1).plus(Span::hours(5)), &reasons);
}

#[test]
fn a_refresh_counts_as_a_check_for_the_floor() {
    // Cancelled: an attempt without a result, after a success long ago.
    let mut state = succeeded(24);
    state.last_attempt = Some(NOW);
    assert_eq!(answer(&facts(&state, &Feed::default())).due, Due::At(NOW.plus(Span::minutes(15))));
    state.last_success = None;
    assert_eq!(answer(&facts(&state, &Feed::default())).due, Due::At(NOW.plus(Span::minutes(15))));
}

#[test]
fn retry_after_of_the_feed_is_obeyed_and_named() {
    let mut state = failed(FailureKind::Held, 1);
    let until = NOW.plus(Span::hours(2));
    state.not_before = Some(until);
    let wait = Span::minutes(15);
    let reasons = [Reason::RetryAfter(until), Reason::BackOff { failures: 1, wait }];
    check(&facts(&state, &Feed::default()), until, &reasons);
}

#[test]
fn a_hold_that_is_over_is_not_named() {
    let mut state = succeeded(1);
    state.not_before = Some(at(1));
    let day = Span::hours(24);
    check(&facts(&state, &Feed::default()), at(1).plus(day), &[Reason::DefaultInterval(day)]);
}

#[test]
fn hours_of_rest_count_only_if_the_user_wants_it() {
    let mut feed = Feed::default();
    let due_hour = u8::try_from(NOW.plus(Span::hours(1)).as_seconds() / 3600 % 24).expect("an hour fits");
    feed.skip_hours.insert(due_hour);
    let state = succeeded(23);
    let facts = facts(&state, &feed);
    assert_eq!(answer(&facts).due, Due::At(NOW.plus(Span::hours(1))));
    let policy = Policy { salt_per_mille: 0, skip: Skip::Obeyed, ..Policy::default() };
    let obeyed = due(&facts, &policy, NOW, Seed::new(1));
    assert_eq!(obeyed.due, Due::At(NOW.plus(Span::hours(2))));
    assert_eq!(obeyed.reasons.first(), Some(&Reason::SkipHours));
}

#[test]
fn what_is_overdue_waits_for_the_end_of_the_rest_as_well() {
    let mut feed = Feed::default();
    let this_hour = u8::try_from(NOW.as_seconds() / 3600 % 24).expect("an hour fits");
    feed.skip_hours.insert(this_hour);
    let policy = Policy { salt_per_mille: 0, skip: Skip::Obeyed, ..Policy::default() };
    let soon = |hours| due(&facts(&succeeded(hours), &feed), &policy, NOW, Seed::new(1)).due;
    assert_eq!(soon(30), Due::At(NOW.plus(Span::hours(1))));
    // More than a day overdue: no more waiting.
    assert_eq!(soon(50), Due::At(at(26)));
}

#[test]
fn when_the_clock_was_set_back_no_feed_waits_longer_than_its_interval() {
    let mut state = succeeded(0);
    state.last_success = Some(NOW.plus(Span::days(300)));
    state.last_attempt = state.last_success;
    state.not_before = Some(NOW.plus(Span::days(300)));
    let found = answer(&facts(&state, &Feed::default()));
    assert_eq!(found.due, Due::At(NOW.plus(Span::days(7))));
    state.not_before = None;
    assert_eq!(answer(&facts(&state, &Feed::default())).due, Due::At(NOW.plus(Span::hours(24))));
}

fn kinds() -> impl Strategy<Value = FailureKind> {
    prop::sample::select(vec![
        FailureKind::Timeout,
        FailureKind::Held,
        FailureKind::Forbidden,
        FailureKind::BotProtection,
        FailureKind::Status(404),
        FailureKind::Status(500),
        FailureKind::Parse,
    ])
}

prop_compose! {
    fn states()(
        success in prop::option::of(0_u64..2000),
        since in 0_u64..100,
        failures in 0_u32..20,
        kind in kinds(),
        conditional in any::<bool>(),
        fresh in prop::option::of(0_u64..500_000),
        hold in prop::option::of(0_u64..200),
    ) -> CheckState {
        let success = success.map(at);
        let failure = LastCheck::Failed(Failure { kind, detail: String::new() });
        CheckState {
            last_success: success,
            last_attempt: success.map(|success| success.plus(Span::minutes(since)).min(NOW)),
            last: if failures > 0 { Some(failure) } else { success.map(|_| LastCheck::Unchanged) },
            failures,
            answers_conditionally: conditional,
            freshness: fresh.map(|seconds| Freshness { span: Span::seconds(seconds) }),
            not_before: hold.map(|hours| at(100).plus(Span::hours(hours))),
            ..CheckState::default()
        }
    }
}

prop_compose! {
    fn feeds()(
        ttl in prop::option::of(1_u64..20_000),
        hours in prop::collection::vec(0_u8..24, 0..30),
    ) -> Feed {
        let mut feed = Feed { ttl: ttl.map(Span::minutes), ..Feed::default() };
        for hour in hours {
            feed.skip_hours.insert(hour);
        }
        feed
    }
}

prop_compose! {
    fn policies()(
        interval in 0_u64..3000,
        floor in 0_u64..200,
        salt_per_mille in 0_u64..1500,
        obeyed in any::<bool>(),
    ) -> Policy {
        let skip = if obeyed { Skip::Obeyed } else { Skip::Shown };
        Policy { interval: Span::minutes(interval), floor: Span::minutes(floor), salt_per_mille, skip }
    }
}

/// The rules once more, as plainly as they can be written.
fn least_after_success(feed: &Feed, state: &CheckState, policy: &Policy) -> Span {
    let ttl = feed.ttl.unwrap_or_default().min(Span::days(7));
    let fresh = state.freshness.map(|fresh| fresh.span).unwrap_or_default().min(Span::hours(24));
    let floor = policy.floor.max(Span::minutes(15));
    let costly = if state.answers_conditionally { Span::ZERO } else { Span::minutes(60) };
    ttl.max(fresh).max(floor).max(costly)
}

proptest! {
    #[test]
    fn no_check_comes_before_its_time(
        state in states(),
        feed in feeds(),
        policy in policies(),
        seed in any::<u64>(),
    ) {
        let facts = facts(&state, &feed);
        let Due::At(due) = due(&facts, &policy, NOW, Seed::new(seed)).due else {
            return Err(TestCaseError::fail("it is wanted and not gone"));
        };
        if let Some(success) = state.last_success {
            prop_assert!(due >= success.plus(least_after_success(&feed, &state, &policy)));
        }
        if let Some(attempt) = state.last_attempt {
            prop_assert!(due >= attempt.plus(policy.floor.max(Span::minutes(15))));
        }
        if let Some(hold) = state.not_before {
            prop_assert!(due >= hold.min(NOW.plus(Span::days(7))));
        }
    }

    #[test]
    fn every_check_comes_in_the_end(
        state in states(),
        feed in feeds(),
        policy in policies(),
        seed in any::<u64>(),
    ) {
        let facts = facts(&state, &feed);
        let Due::At(due) = due(&facts, &policy, NOW, Seed::new(seed)).due else {
            return Err(TestCaseError::fail("it is wanted and not gone"));
        };
        // The longest there can be: a week (or the interval), salted, and a day of rest.
        let longest = Span::days(7).max(policy.interval).times(2).plus(Span::hours(24));
        prop_assert!(due <= NOW.plus(longest));
    }

    #[test]
    fn the_same_facts_give_the_same_answer(
        state in states(),
        feed in feeds(),
        policy in policies(),
        seed in any::<u64>(),
    ) {
        let facts = facts(&state, &feed);
        let ask = || due(&facts, &policy, NOW, Seed::new(seed));
        prop_assert_eq!(ask(), ask());
    }
}
