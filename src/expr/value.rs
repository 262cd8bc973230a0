//! Lengths of time and numbers as they are written in expressions.

use std::fmt;

use crate::time::Span;

/// A length of time as written: a number and a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// How many.
    pub count: u32,
    /// Of what.
    pub unit: Unit,
}

/// Units of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// `s`
    Seconds,
    /// `m`
    Minutes,
    /// `h`
    Hours,
    /// `d`
    Days,
    /// `w`
    Weeks,
    /// `mo`, 30 days
    Months,
    /// `y`, 365 days
    Years,
}

/// The units with the names that they can be written by, the one that is printed first.
const UNITS: [(Unit, &[&str]); 7] = [
    (Unit::Seconds, &["s", "sec"]),
    (Unit::Minutes, &["m", "min"]),
    (Unit::Hours, &["h"]),
    (Unit::Days, &["d"]),
    (Unit::Weeks, &["w"]),
    (Unit::Months, &["mo"]),
    (Unit::Years, &["y"]),
];

impl Length {
    /// Reads `7d`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let end = text.find(|letter: char| !letter.is_ascii_digit())?;
        let (count, name) = text.split_at(end);
        let known = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
        let (unit, _) = UNITS.iter().find(|(_, names)| known(names))?;
        Some(Self { count: count.parse().ok()?, unit: *unit })
    }

    /// How long it is.
    #[must_use]
    pub const fn span(self) -> Span {
        let one = match self.unit {
            Unit::Seconds => Span::seconds(1),
            Unit::Minutes => Span::minutes(1),
            Unit::Hours => Span::hours(1),
            Unit::Days => Span::days(1),
            Unit::Weeks => Span::days(7),
            Unit::Months => Span::days(30),
            Unit::Years => Span::days(365),
        };
        one.times(self.count as u64)
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = UNITS.iter().find(|(unit, _)| *unit == self.unit).map_or(&["s"][..], |(_, names)| names);
        write!(f, "{}{}", self.count, names[0])
    }
}

/// Reads a whole number with an optional factor: `-5`, `+5`, `10k`, `10MB`, `1G` (of 1,000; `KiB` of 1,024).
pub(super) fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
    let factor = match digits[end..].to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1_000,
        "m" | "mb" => 1_000_000,
        "g" | "gb" => 1_000_000_000,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        _ => return None,
    };
    let value: i64 = digits[..end].parse().ok()?;
    let value = value.checked_mul(factor)?;
    Some(if text.starts_with('-') { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_and_printed() {
        for text in ["90s", "30m", "2h", "7d", "3w", "6mo", "1y"] {
            assert_eq!(Length::parse(text).map(|length| length.to_string()).as_deref(), Some(text));
        }
        assert_eq!(Length::parse("5MIN").map(Length::span), Some(Span::minutes(5)));
        for text in ["", "7", "d", "7x", "-7d", "7 d", "99999999999d", "7é"] {
            assert_eq!(Length::parse(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_may_have_factors() {
        for (text, value) in [("12", 12), ("-5", -5), ("+5", 5), ("10MB", 10_000_000), ("2kib", 2048)] {
            assert_eq!(number(text), Some(value), "{text}");
        }
        for text in ["", "-", "+-5", "ten", "5x", "99999999999999999999", "9999999999999G", "5é"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
