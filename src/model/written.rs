//! Values as people write them: lengths of time, intervals, retention, lists. The command line and the screen read and
//! write them alike.

use super::{IntervalChoice, Retention};
use crate::time::Span;

/// A length of time: a number with `s`, `m` or `min`, `h`, `d` or `w`, or several of them: `90m`, `1d12h`, `2 h`.
#[must_use]
pub fn span(text: &str) -> Option<Span> {
    let mut rest = text.trim();
    let mut total = Span::ZERO;
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let number: u64 = rest[..digits].parse().ok()?;
        let unit_on = rest[digits..].trim_start();
        let letters =
            unit_on.len() - unit_on.trim_start_matches(|letter: char| letter.is_ascii_alphabetic()).len();
        total = total.plus(unit(&unit_on[..letters])?.times(number));
        rest = unit_on[letters..].trim_start();
    }
    (total > Span::ZERO).then_some(total)
}

/// The shortest way to write a length of time so that [`span`] reads it: `90m`, `24h`, `7d`.
#[must_use]
pub fn short(length: Span) -> String {
    let seconds = length.as_seconds();
    let units = [(86_400, "d"), (3_600, "h"), (60, "m")];
    match units.iter().find(|(size, _)| seconds >= *size && seconds.is_multiple_of(*size)) {
        // A day is written as the 24 hours that the specification speaks of.
        Some((size, unit)) if *unit != "d" || seconds > 86_400 => format!("{}{unit}", seconds / size),
        Some(_) => "24h".to_owned(),
        None => format!("{seconds}s"),
    }
}

/// An interval: `default`, `never` or a length of time.
///
/// # Errors
///
/// A sentence part that says what is understood.
pub fn interval(text: &str) -> Result<IntervalChoice, &'static str> {
    match text.trim().to_ascii_lowercase().as_str() {
        "" | "default" => Ok(IntervalChoice::Default),
        "never" => Ok(IntervalChoice::Never),
        // `product.md` section 3: no scheduled check is ever closer to the last one.
        other => span(other)
            .filter(|length| *length >= Span::minutes(15))
            .map(IntervalChoice::Every)
            .ok_or("default, never or a time such as 90m, 6h, 1d, at least 15m"),
    }
}

/// The text of an interval.
#[must_use]
pub fn interval_text(choice: IntervalChoice) -> String {
    match choice {
        IntervalChoice::Default => "default".to_owned(),
        IntervalChoice::Never => "never".to_owned(),
        IntervalChoice::Every(length) => short(length),
    }
}

/// How long items are kept: `default`, `forever`, a length of time, or a number for the newest so many.
///
/// # Errors
///
/// A sentence part that says what is understood.
pub fn retention(text: &str) -> Result<Retention, &'static str> {
    let text = text.trim().to_ascii_lowercase();
    match text.as_str() {
        "" | "default" => return Ok(Retention::Default),
        "forever" => return Ok(Retention::Forever),
        _ => {}
    }
    let newest = text.parse::<u32>().ok().filter(|number| *number > 0).map(Retention::Newest);
    newest
        .or_else(|| span(&text).map(Retention::For))
        .ok_or("default, forever, a time such as 90d, or a number of items such as 500")
}

/// The text of a retention, which [`retention`] reads.
#[must_use]
pub fn retention_text(retention: Retention) -> String {
    match retention {
        Retention::Default => "default".to_owned(),
        Retention::Forever => "forever".to_owned(),
        Retention::For(length) => short(length),
        Retention::Newest(number) => number.to_string(),
    }
}

/// A list of words between commas, trimmed, sorted, without doubles.
#[must_use]
pub fn list(text: &str) -> Vec<String> {
    let mut words: Vec<String> =
        text.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    words.sort();
    words.dedup();
    words
}

fn unit(word: &str) -> Option<Span> {
    match word.to_ascii_lowercase().as_str() {
        "s" | "sec" => Some(Span::seconds(1)),
        "m" | "min" => Some(Span::minutes(1)),
        "h" => Some(Span::hours(1)),
        "d" | "day" | "days" => Some(Span::days(1)),
        "w" => Some(Span::days(7)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_a_number_with_a_unit() {
        let check = |text: &str, expected: Option<Span>| assert_eq!(span(text), expected, "{text}");
        check("90m", Some(Span::minutes(90)));
        check("1d12h", Some(Span::hours(36)));
        check("2 h 10 min", Some(Span::minutes(130)));
        for wrong in ["", "m", "90", "1x", "-1h", "1.5h", "0m", "99999999999999999999h", "ש", "1ש"] {
            check(wrong, None);
        }
    }

    #[test]
    fn a_huge_number_is_the_largest_span() {
        assert_eq!(span("18446744073709551615w"), Some(Span::millis(u64::MAX)));
    }

    #[test]
    fn a_short_form_is_read_back() {
        for text in ["90m", "24h", "7d", "36h", "45s"] {
            assert_eq!(span(text).map(short).as_deref(), Some(text));
        }
    }

    #[test]
    fn retention_is_a_time_or_a_number() {
        assert_eq!(retention("500"), Ok(Retention::Newest(500)));
        assert_eq!(retention("90d"), Ok(Retention::For(Span::days(90))));
        assert_eq!(retention("forever"), Ok(Retention::Forever));
        assert!(retention("0").is_err() && retention("often").is_err());
        for text in ["default", "forever", "90d", "500"] {
            assert_eq!(retention(text).map(retention_text).as_deref(), Ok(text));
        }
    }
}
