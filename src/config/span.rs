//! Lengths of time as people write them: `15min`, `24h`, `7d`, `1h30min`.

use crate::time::Span;

/// The units with their lengths in seconds, longest first.
const UNITS: [(&str, u64); 5] = [("w", 604_800), ("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)];

/// Reads numbers with units, `w d h min s`, blanks between them allowed.
///
/// `None` for anything else: a bare number, an unknown unit, nothing at all, or more than Rust can count.
#[must_use]
pub fn parse_span(text: &str) -> Option<Span> {
    let mut rest = text.trim();
    let mut seconds: u64 = 0;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.find(|letter: char| !letter.is_ascii_digit())?;
        let (number, behind) = rest.split_at(digits);
        let behind = behind.trim_start();
        let end = behind.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(behind.len());
        let (unit, behind) = behind.split_at(end);
        let (_, length) = UNITS.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(unit))?;
        seconds = seconds.checked_add(number.parse::<u64>().ok()?.checked_mul(length)?)?;
        rest = behind.trim_start();
    }
    seconds.checked_mul(1000).map(Span::millis)
}

/// Writes a length so that [`parse_span`] reads it back, seconds being the least: `24h`, `1h30min`, `0s`.
///
/// Days are written as days from two on, weeks never: `24h`, `7d`.
#[must_use]
pub fn span_text(span: Span) -> String {
    let mut seconds = span.as_seconds();
    if seconds >= 172_800 && seconds.is_multiple_of(86_400) {
        return format!("{}d", seconds / 86_400);
    }
    let mut text = String::new();
    for (unit, length) in &UNITS[2..] {
        if seconds >= *length {
            text.extend([(seconds / length).to_string().as_str(), unit]);
            seconds %= length;
        }
    }
    if text.is_empty() { "0s".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expected: Option<Span>) {
        assert_eq!(parse_span(text), expected, "{text:?}");
    }

    #[test]
    fn numbers_with_units_are_lengths() {
        check("24h", Some(Span::hours(24)));
        check(" 15 min ", Some(Span::minutes(15)));
        check("7D", Some(Span::days(7)));
        check("1h30min", Some(Span::minutes(90)));
        check("2w 1s", Some(Span::days(14).plus(Span::seconds(1))));
    }

    #[test]
    fn anything_else_is_none() {
        for text in
            ["", " ", "15", "min", "-5min", "1.5h", "5m", "5 years", "99999999999999999999h", "h5", "5é"]
        {
            check(text, None);
        }
        check(&format!("{}w", u64::MAX), None);
    }

    #[test]
    fn lengths_are_written_as_people_do() {
        for text in ["24h", "15min", "7d", "1h30min", "45s", "0s", "25h"] {
            assert_eq!(parse_span(text).map(span_text).as_deref(), Some(text));
        }
    }

    proptest! {
        #[test]
        fn a_written_length_is_read_back(seconds in 0_u64..10_000_000) {
            let span = Span::seconds(seconds);
            prop_assert_eq!(parse_span(&span_text(span)), Some(span));
        }

        #[test]
        fn any_text_is_read_without_panic(text in ".*") {
            let _ = parse_span(&text);
        }
    }
}
