//! How long a server asks to be left alone (RFC 9110 section 10.2.3).

use super::{Headers, date, freshness};
use crate::time::{Span, Timestamp};

/// How long `Retry-After` asks to wait, unclamped; `None` if it is missing or neither seconds nor a date.
///
/// A date is compared with the answer's own `Date`, so that a wrong clock on either side does no harm; `now`
/// stands in where there is none.
#[must_use]
pub fn retry_after(headers: &Headers, now: Timestamp) -> Option<Span> {
    let value = headers.text("Retry-After")?;
    let value = value.trim();
    if let Some(seconds) = freshness::delta_seconds(value) {
        return Some(seconds);
    }
    let until = date::parse(value, now)?;
    let date = headers.text("Date").and_then(|text| date::parse(&text, now)).unwrap_or(now);
    Some(until.since(date))
}

#[cfg(test)]
mod tests {
    use super::super::headers::fields;
    use super::*;

    fn check(list: &[(&str, &str)], expected: Option<Span>) {
        let now = Timestamp::parse_rfc3339("2026-12-01T00:00:00Z").expect("a valid date");
        assert_eq!(retry_after(&fields(list), now), expected, "{list:?}");
    }

    #[test]
    fn both_forms_are_understood() {
        check(&[("Retry-After", "120")], Some(Span::minutes(2)));
        check(&[("Retry-After", " Tue, 01 Dec 2026 00:10:00 GMT")], Some(Span::minutes(10)));
    }

    #[test]
    fn a_date_is_compared_with_the_answers_date() {
        let date = ("Date", "Tue, 01 Dec 2026 05:00:00 GMT");
        check(&[("Retry-After", "Tue, 01 Dec 2026 06:00:00 GMT"), date], Some(Span::hours(1)));
        check(&[("Retry-After", "Tue, 01 Dec 2026 04:00:00 GMT"), date], Some(Span::ZERO));
    }

    #[test]
    fn anything_else_is_nothing() {
        for value in ["", "-5", "soon", "1.5", "1e3"] {
            check(&[("Retry-After", value)], None);
        }
        check(&[], None);
    }
}
