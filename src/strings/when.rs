//! Moments as people write them, by how far away they are.

use super::{Strings, Text};
use crate::text::{Shaping, width};
use crate::time::{Civil, Span, Timestamp, Zone};

/// How much room a date has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Enough: `14:05`, `Mon 14:05`, `12 Mar`, `2024-03-12`.
    Ten,
    /// Little: `14:05`, `Mon`, `12 Mar`, `2024`.
    Six,
}

/// The columns that the dates of a language need.
#[must_use]
pub fn columns(strings: &Strings, room: Room) -> usize {
    let widest = |text: Text, count: usize| {
        (0..count).map(|at| width(strings.word(text, at), Shaping::Off)).max().unwrap_or(0)
    };
    match room {
        Room::Ten => (widest(Text::Weekdays, 7) + 6).max(widest(Text::Months, 12) + 3).max(10),
        Room::Six => {
            let month = if strings.say(Text::DayMonthShort).contains("{month}") {
                3 + widest(Text::Months, 12)
            } else {
                5
            };
            widest(Text::Weekdays, 7).max(month).max(6)
        }
    }
}

/// The date of something that was: today the time of day, within the last six days the weekday, this year the day.
#[must_use]
pub fn date(strings: &Strings, moment: Timestamp, now: Timestamp, zone: &Zone, room: Room) -> String {
    let (then, today) = (moment.civil(zone), now.civil(zone));
    if same_day(then, today) {
        return time_of(strings, then);
    }
    let recent = moment < now && now.since(moment) < Span::days(6);
    match room {
        Room::Ten if recent => weekday_time(strings, then),
        Room::Six if recent => weekday(strings, then).to_owned(),
        Room::Ten if then.year == today.year => day_month(strings, then, Text::DayMonth),
        Room::Six if then.year == today.year => day_month(strings, then, Text::DayMonthShort),
        Room::Ten => day(strings, then),
        Room::Six => strings.digits(&format!("{:04}", then.year)),
    }
}

/// A moment to come: the time of day, with the day where it is not today.
#[must_use]
pub fn coming(strings: &Strings, moment: Timestamp, now: Timestamp, zone: &Zone) -> String {
    let (then, today) = (moment.civil(zone), now.civil(zone));
    if same_day(then, today) {
        time_of(strings, then)
    } else if moment.since(now) < Span::days(6) {
        weekday_time(strings, then)
    } else {
        day(strings, then)
    }
}

fn weekday(strings: &Strings, then: Civil) -> &str {
    strings.word(Text::Weekdays, usize::try_from(then.weekday).unwrap_or_default())
}

fn weekday_time(strings: &Strings, then: Civil) -> String {
    let time = time_of(strings, then);
    strings.compose(Text::WeekdayTime, &[("weekday", weekday(strings, then)), ("time", &time)])
}

fn day_month(strings: &Strings, then: Civil, text: Text) -> String {
    let month = strings.word(Text::Months, usize::try_from(then.month - 1).unwrap_or_default());
    let (day, number) = (strings.digits(&then.day.to_string()), strings.digits(&then.month.to_string()));
    strings.compose(text, &[("day", &day), ("month", month), ("number", &number)])
}

fn day(strings: &Strings, then: Civil) -> String {
    strings.digits(&format!("{:04}-{:02}-{:02}", then.year, then.month, then.day))
}

/// A length of time in its largest unit, rounded up, so that it is never shown as nothing: `12 min`, `3 h`, `2 d`.
#[must_use]
pub fn length(strings: &Strings, span: Span) -> String {
    let minutes = span.as_seconds().div_ceil(60).max(1);
    let (text, count) = match minutes {
        0..=90 => (Text::Minutes, minutes),
        91..=2880 => (Text::Hours, minutes.div_ceil(60)),
        _ => (Text::Days, minutes.div_ceil(1440)),
    };
    strings.count(text, usize::try_from(count).unwrap_or(usize::MAX), &[])
}

/// A length of time with its two largest units, rounded up to minutes: `2 h 10 min`, `3 d 4 h`.
#[must_use]
pub fn exact(strings: &Strings, span: Span) -> String {
    let minutes = span.as_seconds().div_ceil(60).max(1);
    let (days, hours, rest) = (minutes / 1440, minutes / 60 % 24, minutes % 60);
    let parts = match (days, hours) {
        (0, 0) => [(Text::Minutes, rest), (Text::Minutes, 0)],
        (0, _) => [(Text::Hours, hours), (Text::Minutes, rest)],
        (_, _) => [(Text::Days, days), (Text::Hours, hours)],
    };
    let said = |(text, count): (Text, u64)| {
        (count > 0).then(|| strings.count(text, usize::try_from(count).unwrap_or(usize::MAX), &[]))
    };
    parts.into_iter().filter_map(said).collect::<Vec<_>>().join(" ")
}

fn time_of(strings: &Strings, civil: Civil) -> String {
    strings.digits(&format!("{:02}:{:02}", civil.hour, civil.minute))
}

fn same_day(one: Civil, other: Civil) -> bool {
    (one.year, one.month, one.day) == (other.year, other.month, other.day)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A Thursday.
    const NOW: &str = "2026-03-12T14:05:00Z";

    fn at(text: &str) -> Timestamp {
        Timestamp::parse_rfc3339(text).expect("a date")
    }

    fn check(moment: &str, ten: &str, six: &str) {
        let shown = |room| date(Strings::english(), at(moment), at(NOW), &Zone::utc(), room);
        assert_eq!((shown(Room::Ten).as_str(), shown(Room::Six).as_str()), (ten, six), "{moment}");
    }

    #[test]
    fn dates_get_coarser_with_their_age() {
        check("2026-03-12T00:01:00Z", "00:01", "00:01");
        check("2026-03-11T23:59:00Z", "Wed 23:59", "Wed");
        check("2026-03-09T14:05:00Z", "Mon 14:05", "Mon");
        check("2026-03-05T14:05:00Z", "5 Mar", "5 Mar");
        check("2024-03-12T14:05:00Z", "2024-03-12", "2024");
    }

    #[test]
    fn a_date_to_come_is_no_weekday() {
        check("2026-03-14T14:05:00Z", "14 Mar", "14 Mar");
    }

    #[test]
    fn moments_to_come_name_their_day() {
        let shown = |text| coming(Strings::english(), at(text), at(NOW), &Zone::utc());
        assert_eq!(shown("2026-03-12T15:00:00Z"), "15:00");
        assert_eq!(shown("2026-03-13T02:00:00Z"), "Fri 02:00");
        assert_eq!(shown("2026-04-13T02:00:00Z"), "2026-04-13");
    }

    #[test]
    fn dates_are_written_in_the_language_and_fit_their_column() {
        use crate::strings::Language;
        let shown = |language, text, room| date(Strings::of(language), at(text), at(NOW), &Zone::utc(), room);
        assert_eq!(shown(Language::Arabic, "2026-03-05T14:05:00Z", Room::Ten), "5 مارس");
        assert_eq!(shown(Language::Hebrew, "2026-03-05T14:05:00Z", Room::Ten), "5 במרץ");
        assert_eq!(shown(Language::Persian, "2026-03-11T23:59:00Z", Room::Ten), "چهارشنبه ۲۳:۵۹");
        assert_eq!(shown(Language::Urdu, "2026-03-11T23:59:00Z", Room::Six), "بدھ");
        for language in Language::ALL {
            for room in [Room::Ten, Room::Six] {
                for days in 0..800 {
                    let moment = at(NOW).minus(Span::days(days));
                    let text = date(Strings::of(language), moment, at(NOW), &Zone::utc(), room);
                    assert!(width(&text, Shaping::Off) <= columns(Strings::of(language), room), "{text}");
                }
            }
        }
    }

    #[test]
    fn lengths_are_rounded_up() {
        let shown = |seconds| length(Strings::english(), Span::seconds(seconds));
        assert_eq!([shown(0), shown(61), shown(90 * 60)], ["1 min", "2 min", "90 min"]);
        assert_eq!([shown(91 * 60), shown(49 * 3600)], ["2 h", "3 d"]);
    }
}
