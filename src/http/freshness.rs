//! How long an answer calls itself fresh (RFC 9111 section 4.2.1).

use super::{Headers, date};
use crate::time::{Span, Timestamp};

/// How long an answer calls itself fresh: `max-age` less `Age`, else `Expires` less `Date`; unclamped.
///
/// `None` when the answer says nothing about it. `max-age` wins over `Expires` (RFC 9111 section 5.3), an
/// `Expires` that is no date means "already expired" (the same section), and so does a `max-age` that is no
/// number (section 4.2.1). `s-maxage` is for shared caches and not looked at. `now` stands in for a missing
/// `Date`.
#[must_use]
pub fn freshness(headers: &Headers, now: Timestamp) -> Option<Span> {
    if let Some(max_age) = max_age(headers) {
        return Some(max_age.minus(age(headers)));
    }
    let expires = headers.text("Expires")?;
    let date = headers.text("Date").and_then(|text| date::parse(&text, now)).unwrap_or(now);
    Some(date::parse(&expires, now).map_or(Span::ZERO, |expires| expires.since(date)))
}

fn max_age(headers: &Headers) -> Option<Span> {
    headers.list("Cache-Control").iter().find_map(|directive| {
        let (name, value) = directive.split_once('=')?;
        if !name.trim().eq_ignore_ascii_case("max-age") {
            return None;
        }
        // RFC 9111 section 5.2: both the token and the quoted form are to be understood.
        Some(delta_seconds(value.trim().trim_matches('"')).unwrap_or(Span::ZERO))
    })
}

fn age(headers: &Headers) -> Span {
    headers.list("Age").first().and_then(|text| delta_seconds(text)).unwrap_or(Span::ZERO)
}

/// Digits alone; a number too large for us is the largest there is (RFC 9111 section 1.2.2).
pub(super) fn delta_seconds(text: &str) -> Option<Span> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| Span::seconds(text.parse().unwrap_or(u64::MAX)))
}

#[cfg(test)]
mod tests {
    use super::super::headers::fields;
    use super::*;

    const NOW: &str = "Tue, 01 Dec 2026 00:00:00 GMT";

    fn check(list: &[(&str, &str)], expected: Option<Span>) {
        let now = date::parse(NOW, Timestamp::EPOCH).expect("a valid date");
        assert_eq!(freshness(&fields(list), now), expected, "{list:?}");
    }

    #[test]
    fn max_age_less_age() {
        check(&[("Cache-Control", "public, Max-Age=3600")], Some(Span::hours(1)));
        check(&[("Cache-Control", "max-age=\"60\"")], Some(Span::minutes(1)));
        check(&[("Cache-Control", "max-age=3600"), ("Age", "600")], Some(Span::minutes(50)));
        check(&[("Cache-Control", "max-age=60"), ("Age", "600")], Some(Span::ZERO));
        check(&[("Cache-Control", "max-age=60"), ("Age", "soon")], Some(Span::minutes(1)));
    }

    #[test]
    fn max_age_wins_over_expires_and_the_first_one_over_others() {
        let expires = ("Expires", "Wed, 02 Dec 2026 00:00:00 GMT");
        check(&[("Cache-Control", "max-age=60"), expires], Some(Span::minutes(1)));
        check(&[("Cache-Control", "max-age=60, max-age=90")], Some(Span::minutes(1)));
        check(&[("Cache-Control", "s-maxage=60"), expires], Some(Span::days(1)));
    }

    #[test]
    fn expires_counts_from_the_answers_own_date() {
        let expires = ("Expires", "Wed, 02 Dec 2026 00:00:00 GMT");
        check(&[expires], Some(Span::days(1)));
        check(&[expires, ("Date", "Tue, 01 Dec 2026 12:00:00 GMT")], Some(Span::hours(12)));
        check(&[expires, ("Date", "Thu, 03 Dec 2026 12:00:00 GMT")], Some(Span::ZERO));
    }

    #[test]
    fn invalid_values_are_expired_ones() {
        check(&[("Expires", "0")], Some(Span::ZERO));
        check(&[("Expires", "-1")], Some(Span::ZERO));
        check(&[("Cache-Control", "max-age=-5")], Some(Span::ZERO));
        check(&[("Cache-Control", "max-age=1h")], Some(Span::ZERO));
    }

    #[test]
    fn nothing_said_is_nothing_known() {
        check(&[], None);
        check(&[("Cache-Control", "no-cache, no-store, private")], None);
        check(&[("Cache-Control", "max-age")], None);
    }

    #[test]
    fn absurd_lengths_do_not_overflow() {
        let huge = "max-age=99999999999999999999999999";
        check(&[("Cache-Control", huge)], Some(Span::seconds(u64::MAX)));
    }
}
