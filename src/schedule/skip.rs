//! Hours and days on which the publisher rests (RSS 2.0 `skipHours` and `skipDays`), as GMT.

use crate::model::{DaySet, Feed, HourSet};
use crate::time::{Span, Timestamp, Zone};

/// A check is put off by at most this many hours (`fetching.md` section 3.4).
const MOST_HOURS: u64 = 24;

/// The first moment from `moment` on at which the publisher does not rest, at most 24 h later.
///
/// It moves by whole hours: the minute stays, so that readers don't all come when the rest ends.
pub(super) fn after_rest(feed: &Feed, moment: Timestamp) -> Timestamp {
    let hours = Rest { hours: sensible_hours(feed.skip_hours), days: sensible_days(feed.skip_days) };
    (0..MOST_HOURS)
        .map(|hour| moment.plus(Span::hours(hour)))
        .find(|moment| !hours.covers(*moment))
        .unwrap_or_else(|| moment.plus(Span::hours(MOST_HOURS)))
}

struct Rest {
    hours: HourSet,
    days: DaySet,
}

impl Rest {
    fn covers(&self, moment: Timestamp) -> bool {
        let civil = moment.civil(&Zone::utc());
        let is = |value: i8, set: &dyn Fn(u8) -> bool| u8::try_from(value).is_ok_and(set);
        is(civil.hour, &|hour| self.hours.contains(hour)) || is(civil.weekday, &|day| self.days.contains(day))
    }
}

/// A list of all hours can't be meant.
fn sensible_hours(hours: HourSet) -> HourSet {
    if hours.iter().count() == 24 { HourSet::default() } else { hours }
}

/// A list of all days can't be meant.
fn sensible_days(days: DaySet) -> DaySet {
    if days.names().count() == 7 { DaySet::default() } else { days }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(hours: &[u8], days: &[&str]) -> Feed {
        let mut feed = Feed::default();
        for hour in hours {
            feed.skip_hours.insert(*hour);
        }
        for day in days {
            feed.skip_days.insert_name(day);
        }
        feed
    }

    fn check(feed: &Feed, moment: &str, expected: &str) {
        let at = |text| Timestamp::parse_rfc3339(text).expect("the test's dates are valid");
        assert_eq!(after_rest(feed, at(moment)), at(expected), "{moment}");
    }

    #[test]
    fn a_check_moves_behind_the_rest_and_keeps_its_minute() {
        let night = feed(&[24, 1, 2, 3], &[]);
        check(&night, "2026-12-01T00:17:00Z", "2026-12-01T04:17:00Z");
        check(&night, "2026-12-01T04:17:00Z", "2026-12-01T04:17:00Z");
        check(&night, "2026-12-01T23:59:59Z", "2026-12-01T23:59:59Z");
    }

    #[test]
    fn days_and_hours_add_up() {
        let weekend = feed(&[0, 1], &["Sunday"]);
        // A Sunday.
        check(&weekend, "2026-11-29T05:30:00Z", "2026-11-30T02:30:00Z");
    }

    #[test]
    fn no_check_is_put_off_by_more_than_a_day() {
        let weekend = feed(&[], &["Saturday", "Sunday"]);
        check(&weekend, "2026-11-28T05:30:00Z", "2026-11-29T05:30:00Z");
    }

    #[test]
    fn lists_of_everything_are_ignored() {
        let hours: Vec<u8> = (0..24).collect();
        let all =
            feed(&hours, &["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]);
        check(&all, "2026-11-29T05:30:00Z", "2026-11-29T05:30:00Z");
    }
}
