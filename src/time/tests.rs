use super::*;

fn civil(year: i16, month: i8, day: i8) -> Civil {
    Civil { year, month, day, hour: 12, minute: 0, second: 0, weekday: 0 }
}

#[test]
fn a_civil_date_with_its_offset_is_a_moment() {
    let moment = Timestamp::from_civil(civil(2026, 1, 31), 3600);
    assert_eq!(moment.map(Timestamp::to_rfc3339).as_deref(), Some("2026-01-31T11:00:00Z"));
}

#[test]
fn an_impossible_date_is_no_moment() {
    assert_eq!(Timestamp::from_civil(civil(2026, 2, 30), 0), None);
}

#[test]
fn weekdays_count_from_monday() {
    let moment = Timestamp::parse_rfc3339("2026-12-01T00:00:00Z").expect("a valid date");
    assert_eq!(moment.civil(&Zone::utc()).weekday, 1);
}

#[test]
fn spans_never_go_below_nothing() {
    let early = Timestamp::from_seconds(10);
    assert_eq!(early.since(Timestamp::from_seconds(20)), Span::ZERO);
    assert_eq!(Span::seconds(1).minus(Span::seconds(2)), Span::ZERO);
}

#[test]
fn a_share_of_a_long_span_does_not_overflow() {
    assert_eq!(Span::days(1).per_mille(200), Span::minutes(288));
    assert_eq!(Span::millis(u64::MAX).per_mille(1000), Span::millis(u64::MAX));
}

#[test]
fn draws_depend_on_seed_and_labels_alone() {
    let seed = Seed::new(7);
    assert_eq!(seed.per_mille(1, 2), seed.per_mille(1, 2));
    let draws: Vec<u64> = (0..100).map(|turn| seed.per_mille(1, turn)).collect();
    assert!(draws.iter().any(|draw| *draw < 200) && draws.iter().any(|draw| *draw > 800));
}

#[test]
fn the_wall_clock_can_be_set_without_time_passing() {
    let clock = ManualClock::new(Timestamp::EPOCH);
    clock.set(Timestamp::from_seconds(3600));
    assert_eq!((clock.now(), clock.elapsed()), (Timestamp::from_seconds(3600), Span::ZERO));
}
