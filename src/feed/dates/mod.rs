//! Dates in every spelling that feeds use. What can't be understood is unknown, never "now" and never 1970.

mod names;
mod scan;

use crate::time::{Civil, Span, Timestamp};
use scan::{Piece, pieces};

/// Reads a date. A missing zone is UTC, a missing time midnight, a missing day the first.
///
/// `None` if it is no date, if there is no such date, or if it can't be meant: before the Gregorian calendar, the
/// first day of 1970 (how programs write "none"), or a century after `now`.
pub(super) fn parse(text: &str, now: Timestamp) -> Option<Timestamp> {
    stated(text).filter(|found| is_meant(*found, now))
}

/// Reads a date that may be one that can't be meant.
pub(super) fn stated(text: &str) -> Option<Timestamp> {
    let text = scan::normal(text)?;
    number(&text).or_else(|| iso(&text)).or_else(|| words(&text))
}

pub(super) fn is_meant(found: Timestamp, now: Timestamp) -> bool {
    const GREGORIAN: Timestamp = Timestamp::from_seconds(-12_212_553_600);
    let latest = now.max(Timestamp::from_seconds(1_700_000_000)).plus(Span::days(36_525));
    let is_epoch = (0..86_400).contains(&found.as_seconds());
    found >= GREGORIAN && found <= latest && !is_epoch
}

/// Dates that are one number: seconds or milliseconds since 1970, or digits of date and time run together.
fn number(text: &str) -> Option<Timestamp> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let part = |from: usize, to: usize| text.get(from..to).and_then(|digits| digits.parse::<i32>().ok());
    match text.len() {
        4 => Fields { year: part(0, 4)?, ..Fields::default() }.moment(),
        6 => Fields { year: part(0, 4)?, month: part(4, 6)?, ..Fields::default() }.moment(),
        8 => Fields { year: part(0, 4)?, month: part(4, 6)?, day: part(6, 8)?, ..Fields::default() }.moment(),
        9..=11 => Some(Timestamp::from_seconds(text.parse().ok()?)),
        12 | 14 => Fields {
            year: part(0, 4)?,
            month: part(4, 6)?,
            day: part(6, 8)?,
            hour: part(8, 10)?,
            minute: part(10, 12)?,
            second: part(12, 14).unwrap_or(0),
            ..Fields::default()
        }
        .moment(),
        13 => Some(Timestamp::from_millis(text.parse().ok()?)),
        _ => None,
    }
}

/// Dates that start with the year (ISO 8601 and its relatives): days, months, weeks, days of the year.
fn iso(text: &str) -> Option<Timestamp> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (head, tail) = text.split_at(digits);
    let mut fields = Fields::default();
    let part = |from: usize, to: usize| head.get(from..to).and_then(|digits| digits.parse::<i32>().ok());
    fields.year = part(0, 4)?;
    match digits {
        8 => (fields.month, fields.day) = (part(4, 6)?, part(6, 8)?),
        7 => fields = fields.with_day_of_year(part(4, 7)?),
        4 => {}
        _ => return None,
    }
    let tail = if digits == 4 { year_tail(tail, &mut fields)? } else { tail };
    fields.read_time(tail)?;
    fields.moment()
}

/// What follows a year: `-MM-DD`, `-MM`, `-DDD`, `-Www-D`; the rest is handed back.
fn year_tail<'a>(tail: &'a str, fields: &mut Fields) -> Option<&'a str> {
    let separator = tail.chars().next();
    let Some(separator) =
        separator.filter(|found| matches!(found, '-' | '/' | '.' | ':' | '\u{2010}'..='\u{2013}' | 'W'))
    else {
        // A year alone, or a year with a time zone, is a date; a year with words is for others to read.
        return tail.trim().is_empty().then_some(tail);
    };
    let rest = if separator == 'W' { tail } else { &tail[separator.len_utf8()..] };
    if let Some(week) = rest.strip_prefix('W') {
        let (number, after) = take_number(week, 2)?;
        let after = after.strip_prefix('-').unwrap_or(after);
        let (weekday, after) = take_number(after, 1).unwrap_or((1, after));
        *fields = fields.with_week(number, weekday)?;
        return Some(after);
    }
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    if length == 3 {
        let (day, after) = take_number(rest, 3)?;
        *fields = fields.with_day_of_year(day);
        return Some(after);
    }
    let (month, after) = take_number(rest, 2)?;
    fields.month = month;
    let Some(after_separator) = after.strip_prefix(separator) else {
        return Some(after);
    };
    let (day, after) = take_number(after_separator.trim_start(), 2)?;
    fields.day = day;
    Some(after)
}

fn take_number(text: &str, most: usize) -> Option<(i32, &str)> {
    let length = text.bytes().take(most).take_while(u8::is_ascii_digit).count();
    let number = text[..length].parse().ok()?;
    Some((number, &text[length..]))
}

/// Dates with words or with the day first: RFC 822, `asctime`, slashes, points, any language.
fn words(text: &str) -> Option<Timestamp> {
    let found = pieces(text);
    let mut fields = Fields::default();
    let (at, month, length) = named_month(&found).map_or((usize::MAX, 0, 0), |found| found);
    if length > 0 {
        fields.month = i32::from(month);
    }
    let mut numbers = Vec::new();
    let mut index = 0;
    let mut rest = None;
    while index < found.len() {
        if index == at {
            index += length;
            continue;
        }
        match &found[index] {
            Piece::Time(from) => {
                rest = Some(*from);
                break;
            }
            Piece::Number(digits, _) => numbers.push((*digits, index > at)),
            Piece::Word(..) | Piece::Sign(_) => {}
        }
        index += 1;
    }
    if let Some(from) = rest {
        let end = fields.read_time(&text[from..])?;
        // `asctime` has the year after the time.
        numbers.extend(pieces(&text[from + end..]).iter().filter_map(|piece| match piece {
            Piece::Number(digits, _) if digits.len() == 4 => Some((*digits, true)),
            _ => None,
        }));
    } else if let Some(Piece::Word(word, _)) = found.last() {
        fields.zone = names::zone(word);
    }
    if length > 0 {
        fields.set_day_and_year(&numbers)?;
    } else {
        fields.set_numbers(text, &numbers)?;
    }
    fields.moment()
}

/// The month that is named: its place, the month, and how many words name it.
///
/// Weekdays can look like months (`mar., 05 août`), so one next to a number wins.
fn named_month(found: &[Piece<'_>]) -> Option<(usize, i8, usize)> {
    let mut best = None;
    for (at, piece) in found.iter().enumerate() {
        let Piece::Word(word, _) = piece else { continue };
        let two = match found.get(at + 1) {
            Some(Piece::Word(second, _)) => names::month_of_two(word, second),
            _ => None,
        };
        let (month, length) = match two {
            Some(month) => (month, 2),
            None => match names::month(word) {
                Some(month) => (month, 1),
                None => continue,
            },
        };
        let before = found[..at].iter().rev().find(|piece| !matches!(piece, Piece::Sign(_)));
        let near = matches!(before, Some(Piece::Number(..)));
        if best.is_none() || near {
            best = Some((at, month, length));
        }
        if near {
            break;
        }
    }
    best
}

/// The parts of a date while it is read.
#[derive(Clone, Copy, Debug)]
struct Fields {
    year: i32,
    month: i32,
    day: i32,
    hour: i32,
    minute: i32,
    second: i32,
    millis: i32,
    /// Minutes east of UTC.
    zone: Option<i32>,
}

impl Default for Fields {
    fn default() -> Self {
        Self { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0, millis: 0, zone: None }
    }
}

impl Fields {
    /// The moment of the fields. Small overflows go on into what follows, as in the C library: authors who write
    /// 31 June or 24:00 mean the day after. `None` for what is no slip any more.
    fn moment(self) -> Option<Timestamp> {
        let possible = (1..=19).contains(&self.month)
            && (1..=39).contains(&self.day)
            && (0..=48).contains(&self.hour)
            && (0..=99).contains(&self.minute)
            && (0..=99).contains(&self.second);
        if !possible {
            return None;
        }
        let month = (self.month - 1) % 12 + 1;
        let civil = Civil {
            year: i16::try_from(self.year + (self.month - 1) / 12).ok()?,
            month: i8::try_from(month).ok()?,
            day: 1,
            hour: 0,
            minute: 0,
            second: 0,
            weekday: 0,
        };
        let start = Timestamp::from_civil(civil, 0)?;
        let rest = ((self.day - 1) * 24 + self.hour) * 60 + self.minute - self.zone.unwrap_or(0);
        let millis = (i64::from(rest) * 60 + i64::from(self.second)) * 1000 + i64::from(self.millis);
        Some(Timestamp::from_millis(start.as_millis() + millis))
    }

    fn with_day_of_year(self, day: i32) -> Self {
        let lengths = [31, if is_leap(self.year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let mut left = day;
        for (month, length) in (1..).zip(lengths) {
            if left <= length {
                return Self { month, day: left, ..self };
            }
            left -= length;
        }
        Self { month: 0, ..self }
    }

    /// ISO 8601 week dates: week 1 has the year's first Thursday.
    fn with_week(self, week: i32, weekday: i32) -> Option<Self> {
        if !(1..=53).contains(&week) || !(1..=7).contains(&weekday) {
            return None;
        }
        let january_4 = Self { month: 1, day: 4, ..self }.moment()?;
        let days = january_4.as_seconds().div_euclid(86_400);
        // 1970-01-01 was a Thursday.
        let monday = days - (days + 3).rem_euclid(7);
        let wanted = monday + i64::from((week - 1) * 7 + weekday - 1);
        let civil = Timestamp::from_seconds(wanted * 86_400).civil(&crate::time::Zone::utc());
        Some(Self {
            year: i32::from(civil.year),
            month: i32::from(civil.month),
            day: i32::from(civil.day),
            ..self
        })
    }

    /// Day and year beside a named month.
    fn set_day_and_year(&mut self, numbers: &[(&str, bool)]) -> Option<()> {
        let year_at = numbers.iter().position(|(digits, _)| digits.len() == 4).or_else(|| {
            numbers.iter().rposition(|(digits, after)| digits.len() <= 3 && *after && numbers.len() > 1)
        })?;
        let digits = numbers[year_at].0;
        self.year = full_year(digits)?;
        let day = numbers.iter().enumerate().find(|(at, (digits, _))| *at != year_at && digits.len() <= 2);
        if let Some((_, (digits, _))) = day {
            self.day = digits.parse().ok()?;
        }
        Some(())
    }

    /// Three numbers: `D.M.Y`, `M/D/Y` (or `D/M/Y` where that can't be), `D-M-Y`.
    fn set_numbers(&mut self, text: &str, numbers: &[(&str, bool)]) -> Option<()> {
        let [first, second, third] = [numbers.first()?.0, numbers.get(1)?.0, numbers.get(2)?.0];
        if first.len() == 4 {
            // `2004년 05월 28일`
            (self.year, self.month, self.day) =
                (first.parse().ok()?, second.parse().ok()?, third.parse().ok()?);
            return Some(());
        }
        self.year = full_year(third)?;
        let (first, second): (i32, i32) = (first.parse().ok()?, second.parse().ok()?);
        let american = text.contains('/') && first <= 12;
        (self.month, self.day) = if american || second > 12 { (first, second) } else { (second, first) };
        Some(())
    }

    /// Reads a time of day and a zone from the start of `text`; the length of what was read.
    fn read_time(&mut self, text: &str) -> Option<usize> {
        let (time, length) = scan::time(text)?;
        if let Some(time) = time {
            (self.hour, self.minute, self.second, self.millis) =
                (time.hour, time.minute, time.second, time.millis);
            if let Some(half) = time.half {
                self.hour = self.hour % 12 + i32::from(half);
            }
            self.zone = time.zone;
        }
        Some(length)
    }
}

/// A year of two, three or four digits (RFC 2822 section 4.3, with a later turn of the century).
fn full_year(digits: &str) -> Option<i32> {
    let year: i32 = digits.parse().ok()?;
    Some(match digits.len() {
        1 | 2 if year < 70 => 2000 + year,
        1..=3 => 1900 + year,
        _ => year,
    })
}

const fn is_leap(year: i32) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

#[cfg(test)]
mod tests;
