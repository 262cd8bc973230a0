//! HTTP dates in their three forms (RFC 9110 section 5.6.7).

use crate::time::{Civil, Timestamp, Zone};

const MONTHS: [&str; 12] =
    ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`.
///
/// The day of the week is not looked at, letter case makes no difference, and a missing zone is GMT, since
/// servers get these wrong. `now` places years of two digits: one that would be more than 50 years ahead is
/// of the century before.
#[must_use]
pub fn parse(text: &str, now: Timestamp) -> Option<Timestamp> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_ascii_whitespace() || c == ',' || c == '-')
        .filter(|word| !word.is_empty())
        .take(8)
        .collect();
    let (day, month, year, time) = match *words.as_slice() {
        [_, month, day, time, year] if time.contains(':') => (day, month, year, time),
        [_, day, month, year, time] => (day, month, year, time),
        [_, day, month, year, time, zone] if is_gmt(zone) => (day, month, year, time),
        _ => return None,
    };
    let (hour, minute, second) = time_of_day(time)?;
    let civil = Civil {
        year: full_year(year, now)?,
        month: month_number(month)?,
        day: number(day, 2)?,
        hour,
        minute,
        second,
        weekday: 0,
    };
    Timestamp::from_civil(representable(civil), 0)
}

/// "The end of time" is written as the last second of the year 9999, which lies beyond the last moment that
/// the date crate can hold (in every zone).
fn representable(civil: Civil) -> Civil {
    match (civil.year, civil.month, civil.day) {
        (9999, 12, 30 | 31) => Civil { day: 29, ..civil },
        _ => civil,
    }
}

fn is_gmt(zone: &str) -> bool {
    ["GMT", "UTC", "UT", "Z", "+0000"].iter().any(|known| zone.eq_ignore_ascii_case(known))
}

fn month_number(word: &str) -> Option<i8> {
    let index = MONTHS.iter().position(|known| word.eq_ignore_ascii_case(known))?;
    i8::try_from(index + 1).ok()
}

fn time_of_day(text: &str) -> Option<(i8, i8, i8)> {
    let mut parts = text.split(':');
    let (hour, minute, second) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let second: i8 = number(second, 2).filter(|second| *second <= 60)?;
    // 60 is a leap second, which the clock of the date crate does not have.
    Some((number(hour, 2)?, number(minute, 2)?, second.min(59)))
}

fn full_year(text: &str, now: Timestamp) -> Option<i16> {
    let year: i16 = number(text, 4)?;
    match text.len() {
        4 => Some(year),
        2 => {
            let this = now.civil(&Zone::utc()).year;
            let guess = this - this.rem_euclid(100) + year;
            // RFC 9110 section 5.6.7: more than 50 years in the future is the most recent year in the past.
            Some(if guess > this + 50 { guess - 100 } else { guess })
        }
        _ => None,
    }
}

/// Digits only, at most `most` of them: `parse` alone would take a sign.
fn number<T: std::str::FromStr>(text: &str, most: usize) -> Option<T> {
    let digits = !text.is_empty() && text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, expected: Option<&str>) {
        let now = Timestamp::parse_rfc3339("2026-12-01T00:00:00Z").expect("a valid date");
        assert_eq!(parse(text, now).map(Timestamp::to_rfc3339).as_deref(), expected, "{text}");
    }

    #[test]
    fn the_three_forms_of_the_rfc_are_one_moment() {
        for text in [
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
            " sun, 6 nov 1994 08:49:37 utc ",
        ] {
            check(text, Some("1994-11-06T08:49:37Z"));
        }
    }

    #[test]
    fn years_of_two_digits_lie_within_fifty_years() {
        check("Sunday, 06-Nov-76 08:49:37 GMT", Some("2076-11-06T08:49:37Z"));
        check("Sunday, 06-Nov-77 08:49:37 GMT", Some("1977-11-06T08:49:37Z"));
    }

    #[test]
    fn a_leap_second_is_the_second_before() {
        check("Sat, 31 Dec 2016 23:59:60 GMT", Some("2016-12-31T23:59:59Z"));
        check("Sat, 31 Dec 2016 23:59:61 GMT", None);
    }

    #[test]
    fn the_end_of_time_is_a_date() {
        check("Fri, 31 Dec 9999 23:59:59 GMT", Some("9999-12-29T23:59:59Z"));
    }

    #[test]
    fn other_texts_are_no_dates() {
        for text in [
            "",
            "0",
            "-1",
            "never",
            "Sun, 31 Feb 2026 00:00:00 GMT",
            "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Foo 1994 08:49:37 GMT",
            "Sun, +6 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 199 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49 GMT",
            "Sun, 06 Nov 1994 8:49:37:00 GMT",
        ] {
            check(text, None);
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_fail(text in "\\PC{0,60}") {
            let _ = parse(&text, Timestamp::EPOCH);
        }
    }
}
