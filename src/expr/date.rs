//! Dates as they are written in expressions: a year, a month or a day, in the user's time zone.

use std::fmt;

use crate::time::{Civil, Span, Timestamp, Zone};

/// A year, a month of it, or a day of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day {
    year: i16,
    month: Option<i8>,
    of_month: Option<i8>,
}

impl Day {
    /// Reads `2024`, `2024-05` or `2024-05-17`; slashes will do as well. `None` if there is no such day.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(['-', '/']);
        let year = parts.next().filter(|year| year.len() == 4).and_then(digits)?;
        let month = parts.next().map(|month| digits(month).and_then(|month| i8::try_from(month).ok()));
        let day = parts.next().map(|day| digits(day).and_then(|day| i8::try_from(day).ok()));
        if parts.next().is_some() || month == Some(None) || day == Some(None) || year == 0 {
            return None;
        }
        let read = Self { year, month: month.flatten(), of_month: day.flatten() };
        Timestamp::from_civil(read.start(), 0).map(|_| read)
    }

    /// The first moment of it and the first one after it.
    #[must_use]
    pub fn moments(self, zone: &Zone) -> (Timestamp, Timestamp) {
        (midnight(self.start(), zone), midnight(self.end(), zone))
    }

    fn start(self) -> Civil {
        civil(self.year, self.month.unwrap_or(1), self.of_month.unwrap_or(1))
    }

    /// The first day after it.
    fn end(self) -> Civil {
        match (self.month, self.of_month) {
            (None | Some(12), None) => civil(self.year.saturating_add(1), 1, 1),
            (Some(month), None) => civil(self.year, month + 1, 1),
            _ => next(self.start()),
        }
    }
}

/// The first moment of the day of `now` and that of the day after, `back` days ago.
pub(super) fn day_of(now: Timestamp, back: u64, zone: &Zone) -> (Timestamp, Timestamp) {
    let today = now.civil(zone);
    let day = (0..back).fold(civil(today.year, today.month, today.day), |day, _| previous(day));
    (midnight(day, zone), midnight(next(day), zone))
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if let Some(month) = self.month {
            write!(f, "-{month:02}")?;
        }
        if let Some(day) = self.of_month {
            write!(f, "-{day:02}")?;
        }
        Ok(())
    }
}

fn digits(text: &str) -> Option<i16> {
    let plain = !text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

const fn civil(year: i16, month: i8, day: i8) -> Civil {
    Civil { year, month, day, hour: 0, minute: 0, second: 0, weekday: 0 }
}

fn next(day: Civil) -> Civil {
    moved(day, |noon| noon.plus(Span::days(1)))
}

fn previous(day: Civil) -> Civil {
    moved(day, |noon| noon.minus(Span::days(1)))
}

fn moved(day: Civil, by: impl Fn(Timestamp) -> Timestamp) -> Civil {
    let Some(start) = Timestamp::from_civil(day, 0) else { return day };
    let there = by(start).civil(&Zone::utc());
    civil(there.year, there.month, there.day)
}

/// The first moment of a day in a zone. Where clocks are set at midnight it may be an hour off.
fn midnight(day: Civil, zone: &Zone) -> Timestamp {
    // Only the year after the last one is no date; then everything is before it.
    let Some(utc) = Timestamp::from_civil(day, 0) else { return Timestamp::from_millis(i64::MAX) };
    // The offset at a moment near it, then the one at the moment found.
    (0..2).fold(utc, |guess, _| {
        let shown = Timestamp::from_civil(guess.civil(zone), 0).unwrap_or(guess);
        let offset = shown.as_millis() - guess.as_millis().div_euclid(1000) * 1000;
        Timestamp::from_millis(utc.as_millis() - offset)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, start: &str, end: &str) {
        let (from, to) = Day::parse(text).unwrap().moments(&Zone::utc());
        assert_eq!((from.to_rfc3339().as_str(), to.to_rfc3339().as_str()), (start, end), "{text}");
    }

    #[test]
    fn years_months_and_days_have_their_moments() {
        check("2024", "2024-01-01T00:00:00Z", "2025-01-01T00:00:00Z");
        check("2024-02", "2024-02-01T00:00:00Z", "2024-03-01T00:00:00Z");
        check("2024/12", "2024-12-01T00:00:00Z", "2025-01-01T00:00:00Z");
        check("2024-02-29", "2024-02-29T00:00:00Z", "2024-03-01T00:00:00Z");
        check("2024-12-31", "2024-12-31T00:00:00Z", "2025-01-01T00:00:00Z");
    }

    #[test]
    fn what_is_no_day_is_none() {
        for text in
            ["", "24", "2024-13", "2023-02-29", "2024-1-1-1", "0000", "2024-", "2024-+1", "20245", "abcd"]
        {
            assert_eq!(Day::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_day_is_printed_as_it_is_read() {
        assert_eq!(Day::parse("2024/5/7").map(|day| day.to_string()).as_deref(), Some("2024-05-07"));
    }

    #[test]
    fn the_last_year_has_an_end() {
        let (from, to) = Day::parse("9999").unwrap().moments(&Zone::utc());
        assert!(from < to);
    }

    #[test]
    fn yesterday_is_the_day_before() {
        let now = Timestamp::parse_rfc3339("2024-03-01T10:00:00Z").unwrap();
        let (from, to) = day_of(now, 1, &Zone::utc());
        assert_eq!(
            (from.to_rfc3339(), to.to_rfc3339()),
            ("2024-02-29T00:00:00Z".into(), "2024-03-01T00:00:00Z".into())
        );
    }
}
