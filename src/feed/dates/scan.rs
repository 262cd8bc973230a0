//! The pieces of a date's text.

use super::names;

/// A piece of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// Digits, with their offset.
    Number(&'a str, usize),
    /// Letters, with their offset.
    Word(&'a str, usize),
    /// Anything else but blanks.
    Sign(char),
    /// A time of day starts at this offset; pieces end here.
    Time(usize),
}

/// A time of day with what belongs to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TimeOfDay {
    pub(super) hour: i32,
    pub(super) minute: i32,
    pub(super) second: i32,
    pub(super) millis: i32,
    /// 0 for the first half of the day, 12 for the second, on a clock of twelve hours.
    pub(super) half: Option<i8>,
    /// Minutes east of UTC.
    pub(super) zone: Option<i32>,
}

/// The longest text that can be a date, in characters.
const MAX_LENGTH: usize = 100;

/// The text with ASCII digits, plain blanks and no direction marks; `None` if it can't be a date.
pub(super) fn normal(text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || text.chars().nth(MAX_LENGTH).is_some() || !text.chars().any(|c| digit(c).is_some())
    {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    for found in text.chars() {
        match found {
            '\u{200e}'
            | '\u{200f}'
            | '\u{61c}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}'
            | '\u{640}' => {}
            '\u{2212}' => out.push('-'),
            '\u{ff1a}' => out.push(':'),
            _ if found.is_whitespace() => out.push(' '),
            _ => out.push(digit(found).unwrap_or(found)),
        }
    }
    Some(out.trim().to_owned())
}

/// The ASCII digit of a decimal digit of the scripts that feeds write dates in.
fn digit(found: char) -> Option<char> {
    const ZEROS: [u32; 6] = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10];
    let point = u32::from(found);
    let zero = ZEROS.iter().find(|zero| (**zero..**zero + 10).contains(&point))?;
    char::from_digit(point - zero, 10)
}

/// Splits a date into its pieces, up to a time of day.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if next.is_ascii_digit() {
            let length = rest.bytes().take_while(u8::is_ascii_digit).count();
            if is_time(rest, length) {
                found.push(Piece::Time(at));
                return found;
            }
            found.push(Piece::Number(&rest[..length], at));
            length
        } else if is_letter(next) {
            let length = rest.find(|c: char| !is_letter(c) && c != '.').unwrap_or(rest.len());
            // `12:00` may stand after a half of the day.
            if names::half_day(&rest[..length]).is_some()
                && rest[length..].trim_start().starts_with(|c: char| c.is_ascii_digit())
                && rest.contains(':')
            {
                found.push(Piece::Time(at));
                return found;
            }
            found.push(Piece::Word(&rest[..length], at));
            length
        } else {
            if next != ' ' {
                found.push(Piece::Sign(next));
            }
            next.len_utf8()
        };
        at += length;
    }
    found
}

fn is_letter(found: char) -> bool {
    // Combining vowels belong to the letters of Devanagari and Arabic.
    found.is_alphabetic() || matches!(found, '\u{64b}'..='\u{65f}' | '\u{93c}'..='\u{94d}')
}

/// Whether digits of this length are the hour of a time.
fn is_time(rest: &str, length: usize) -> bool {
    let after = &rest[length..];
    let followed = |separator: char| {
        after.strip_prefix(separator).is_some_and(|tail| tail.starts_with(|c: char| c.is_ascii_digit()))
    };
    length <= 2 && (followed(':') || followed('h') || half_follows(after))
}

fn half_follows(after: &str) -> bool {
    let word = after.trim_start();
    let end = word.find(|c: char| !c.is_ascii_alphabetic() && c != '.').unwrap_or(word.len());
    matches!(word[..end].to_ascii_lowercase().replace('.', "").as_str(), "am" | "pm")
}

/// Reads a time of day, its half and its zone from the start of a text, and how many bytes they take.
///
/// No time at all is fine (`None` inside); one that can't be is not.
pub(super) fn time(text: &str) -> Option<(Option<TimeOfDay>, usize)> {
    let mut cursor = Cursor { text, at: 0 };
    cursor.skip_separators();
    let mut time = TimeOfDay { half: cursor.half(), ..TimeOfDay::default() };
    cursor.skip_blanks();
    if !cursor.rest().starts_with(|c: char| c.is_ascii_digit()) {
        // A zone without a time: `2004-01-01Z`, `2004-01-01+02:00`.
        time.zone = cursor.zone();
        return Some((Some(time), cursor.at));
    }
    cursor.clock(&mut time)?;
    cursor.skip_blanks();
    if time.half.is_none() {
        time.half = cursor.half();
        cursor.skip_blanks();
    }
    time.zone = cursor.zone();
    Some((Some(time), cursor.at))
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn skip_separators(&mut self) {
        let rest = self.rest().trim_start_matches([' ', 'T', 't', ',', '،', '_', '|', '@']);
        self.at = self.text.len() - rest.len();
        // `at`, `um`, `à`, `-` between date and time.
        let trimmed = rest.trim_start_matches(['-', '\u{2013}', '\u{2014}']).trim_start();
        if rest.starts_with(['-', '\u{2013}', '\u{2014}'])
            && trimmed.contains(':')
            && rest[1..].starts_with(' ')
        {
            self.at = self.text.len() - trimmed.len();
        }
        for word in ["at ", "um ", "à ", "в ", "klo ", "kl. "] {
            if let Some(after) = self.rest().strip_prefix(word) {
                self.at = self.text.len() - after.len();
            }
        }
    }

    fn number(&mut self, most: usize) -> Option<i32> {
        let length = self.rest().bytes().take(most).take_while(u8::is_ascii_digit).count();
        let number = self.rest()[..length].parse().ok()?;
        self.at += length;
        Some(number)
    }

    fn take(&mut self, signs: &[char]) -> bool {
        let found = self.rest().chars().next().filter(|found| signs.contains(found));
        self.at += found.map_or(0, char::len_utf8);
        found.is_some()
    }

    fn clock(&mut self, time: &mut TimeOfDay) -> Option<()> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        time.hour = self.number(2)?;
        if digits > 2 {
            // `T101530`, `T1015`
            time.minute = self.number(2)?;
            time.second = self.number(2).unwrap_or(0);
        } else if self.take(&[':', 'h', '.', '시']) {
            self.skip_blanks();
            time.minute = self.number(2).unwrap_or(0);
            if self.rest().starts_with([':', '.'])
                && self.rest()[1..].starts_with(|c: char| c.is_ascii_digit())
            {
                self.at += 1;
                time.second = self.number(2)?;
            }
        }
        if self.rest().starts_with(['.', ',', ':'])
            && self.rest()[1..].starts_with(|c: char| c.is_ascii_digit())
        {
            self.at += 1;
            time.millis = self.fraction();
        }
        let possible = time.hour <= 48;
        possible.then_some(())
    }

    /// The digits after the point, in thousandths.
    fn fraction(&mut self) -> i32 {
        let length = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let digits = &self.rest()[..length];
        self.at += length;
        (0..3).fold(0, |sum, place| {
            sum * 10 + digits.as_bytes().get(place).map_or(0, |digit| i32::from(digit - b'0'))
        })
    }

    fn half(&mut self) -> Option<i8> {
        let rest = self.rest();
        let end = rest.find(|c: char| !is_letter(c) && c != '.').unwrap_or(rest.len());
        let half = names::half_day(&rest[..end])?;
        self.at += end;
        Some(half)
    }

    /// `Z`, `+01:00`, `+0100`, `GMT+1`, `EST`, `America/New_York` (which is not understood), `(CET)`.
    fn zone(&mut self) -> Option<i32> {
        self.take(&['(']);
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let named = names::zone(&rest[..end]);
        if end > 0 {
            named?;
            self.at += end;
            self.skip_blanks();
        }
        match self.offset() {
            Some(offset) if named.is_none_or(|minutes| minutes == 0) => Some(offset),
            _ => named,
        }
    }

    fn offset(&mut self) -> Option<i32> {
        let sign = match self.rest().chars().next()? {
            '+' => 1,
            '-' => -1,
            _ => return None,
        };
        self.at += 1;
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let (hours, minutes) = match digits {
            1 | 2 => {
                let hours = self.number(2)?;
                (hours, if self.take(&[':']) { self.number(2).unwrap_or(0) } else { 0 })
            }
            3 => (self.number(1)?, self.number(2)?),
            4 => (self.number(2)?, self.number(2)?),
            _ => return None,
        };
        (hours <= 15 && minutes < 60).then_some(sign * (hours * 60 + minutes))
    }
}
