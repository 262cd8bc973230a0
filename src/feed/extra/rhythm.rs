//! How often a publisher wants to be asked: `ttl`, the syndication module, `skipHours`, `skipDays`.

use crate::feed::repair::node::Node;
use crate::model::{DaySet, HourSet, Period, UpdatePeriod};
use crate::time::Span;

/// RSS `ttl` in all the spellings in use: `60`, ` 60 `, `60.0`, `PT1H`, `60 minutes`. Zero and less is none.
pub(super) fn ttl(text: &str) -> Option<Span> {
    let text = text.trim();
    if let Some(span) = iso_duration(text) {
        return (span != Span::ZERO).then_some(span);
    }
    let end = text.find(|found: char| !found.is_ascii_digit()).unwrap_or(text.len());
    let minutes: u64 = text[..end].parse().ok()?;
    let tail =
        text[end..].trim_start_matches(|found: char| found == '.' || found == ',' || found.is_ascii_digit());
    let unit = tail.trim().to_ascii_lowercase();
    let span = match unit.as_str() {
        "" | "m" | "min" | "mins" | "minute" | "minutes" => Span::minutes(minutes),
        "h" | "hour" | "hours" => Span::hours(minutes),
        "d" | "day" | "days" => Span::days(minutes),
        "s" | "sec" | "seconds" => Span::seconds(minutes),
        _ => return None,
    };
    (span != Span::ZERO).then_some(span)
}

/// An ISO 8601 duration of days and smaller parts.
pub(in crate::feed) fn iso_duration(text: &str) -> Option<Span> {
    let body = text.strip_prefix(['P', 'p'])?;
    let mut total = Span::ZERO;
    let mut digits = String::new();
    let mut in_time = false;
    let mut read = false;
    for found in body.chars() {
        match found.to_ascii_uppercase() {
            'T' => in_time = true,
            digit @ '0'..='9' => digits.push(digit),
            '.' | ',' => digits.push('.'),
            unit => {
                let number: u64 = digits.split('.').next()?.parse().ok()?;
                total = total.plus(match (unit, in_time) {
                    ('W', false) => Span::days(number.saturating_mul(7)),
                    ('D', false) => Span::days(number),
                    ('H', true) => Span::hours(number),
                    ('M', true) => Span::minutes(number),
                    ('S', true) => Span::seconds(number),
                    _ => return None,
                });
                digits.clear();
                read = true;
            }
        }
    }
    (read && digits.is_empty()).then_some(total)
}

/// The syndication module: a daily period and a frequency of 1 are its defaults.
pub(super) fn update_period(period: Option<&str>, frequency: Option<&str>) -> Option<UpdatePeriod> {
    if period.is_none() && frequency.is_none() {
        return None;
    }
    let period = match period.map(|period| period.trim().to_ascii_lowercase()).as_deref() {
        None | Some("daily") => Period::Daily,
        Some("hourly") => Period::Hourly,
        Some("weekly") => Period::Weekly,
        Some("monthly") => Period::Monthly,
        Some("yearly") => Period::Yearly,
        Some(_) => return None,
    };
    let frequency =
        frequency.and_then(|frequency| frequency.trim().parse().ok()).filter(|frequency| *frequency >= 1);
    Some(UpdatePeriod { period, frequency: frequency.unwrap_or(1) })
}

/// The hours in `skipHours`.
pub(super) fn skip_hours(node: &Node<'_>) -> HourSet {
    let mut hours = HourSet::default();
    for child in node.children() {
        if let Some(hour) = child.text().and_then(|text| text.trim().parse().ok()) {
            hours.insert(hour);
        }
    }
    hours
}

/// The days in `skipDays`.
pub(super) fn skip_days(node: &Node<'_>) -> DaySet {
    let mut days = DaySet::default();
    for child in node.children() {
        days.insert_name(&child.text().unwrap_or_default());
    }
    days
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ttl_is_read_in_all_its_spellings() {
        for (text, minutes) in [
            ("60", 60),
            (" 60 \n", 60),
            ("60.0", 60),
            ("PT1H", 60),
            ("P1DT30M", 1470),
            ("60 minutes", 60),
            ("2 hours", 120),
            ("0", 0),
            ("-5", 0),
            ("often", 0),
            ("", 0),
            ("PT", 0),
            ("99999999999999999999", 0),
        ] {
            assert_eq!(ttl(text).map_or(0, Span::as_minutes), minutes, "{text}");
        }
    }

    #[test]
    fn the_syndication_module_has_defaults() {
        let read =
            |period, frequency| update_period(period, frequency).map(|found| (found.period, found.frequency));
        assert_eq!(read(Some(" Hourly\n"), Some(" 2 ")), Some((Period::Hourly, 2)));
        assert_eq!(read(None, Some("3")), Some((Period::Daily, 3)));
        assert_eq!(read(Some("weekly"), Some("0")), Some((Period::Weekly, 1)));
        assert_eq!(read(Some("sometimes"), None), None);
        assert_eq!(read(None, None), None);
    }
}
