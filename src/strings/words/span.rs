//! Lengths of time and counts.

use crate::time::Span;

/// A length of time with its two largest units: `2 h 10 min`, `3 days 4 h`, `45 s`, `less than 1 s`.
#[must_use]
pub fn span(length: Span) -> String {
    let seconds = length.as_seconds();
    let (days, hours) = (seconds / 86_400, seconds / 3_600 % 24);
    let (minutes, rest) = (seconds / 60 % 60, seconds % 60);
    match (days, hours, minutes) {
        (0, 0, 0) if rest == 0 => "less than 1 s".to_owned(),
        (0, 0, 0) => format!("{rest} s"),
        // Seconds matter below ten minutes only; above they are noise.
        (0, 0, 1..10) => pair(format!("{minutes} min"), rest, "s"),
        (0, 0, _) => format!("{minutes} min"),
        (0, _, _) => pair(format!("{hours} h"), minutes, "min"),
        (_, _, _) => pair(count(days, "day", "days"), hours, "h"),
    }
}

/// A number with the word for one or for many: `1 item`, `12 items`.
#[must_use]
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn pair(larger: String, number: u64, unit: &str) -> String {
    if number == 0 { larger } else { format!("{larger} {number} {unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_shows_its_two_largest_units() {
        let check = |length: Span, expected: &str| assert_eq!(span(length), expected);
        check(Span::ZERO, "less than 1 s");
        check(Span::seconds(45), "45 s");
        check(Span::seconds(90), "1 min 30 s");
        check(Span::seconds(15 * 60 + 10), "15 min");
        check(Span::minutes(130), "2 h 10 min");
        check(Span::hours(24), "1 day");
        check(Span::hours(76), "3 days 4 h");
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!(count(1, "item", "items"), "1 item");
        assert_eq!(count(0, "item", "items"), "0 items");
    }
}
