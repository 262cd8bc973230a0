//! Expressions as text that is read back as the same.

use std::fmt::{self, Display, Formatter};

use super::Field;
use super::ast::{Bare, Bounds, Expr, Match, Order, Test, When};
use super::lex::is_quote;

/// Words that mean something where they stand alone.
const KEYWORDS: [&str; 4] = ["and", "or", "not", "do"];

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::All => Ok(()),
            Self::Or(parts) => joined(f, parts, " or ", |part| matches!(part, Self::Or(_))),
            Self::And(parts) => joined(f, parts, " ", |part| matches!(part, Self::Or(_) | Self::And(_))),
            Self::Not(part) => {
                f.write_str("-")?;
                within(f, part, matches!(**part, Self::Or(_) | Self::And(_)))
            }
            Self::Test(test) => test.fmt(f),
        }
    }
}

fn joined(
    f: &mut Formatter<'_>,
    parts: &[Expr],
    between: &str,
    is_grouped: impl Fn(&Expr) -> bool,
) -> fmt::Result {
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            f.write_str(between)?;
        }
        within(f, part, is_grouped(part))?;
    }
    Ok(())
}

fn within(f: &mut Formatter<'_>, part: &Expr, is_grouped: bool) -> fmt::Result {
    if is_grouped { write!(f, "({part})") } else { part.fmt(f) }
}

impl Display for Test {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bare(Bare::Words(words)) => f.write_str(&quoted(words)),
            Self::Bare(Bare::Pattern(pattern)) => pattern.fmt(f),
            Self::Text(field, how) => {
                let name = Field::Text(*field).name();
                match how {
                    Match::Contains(words) => write!(f, "{name}:{}", quoted(words)),
                    Match::Equals(words) => write!(f, "{name}={}", quoted(words)),
                    Match::Pattern(pattern) => write!(f, "{name}~{pattern}"),
                }
            }
            Self::Number(field, bounds) => bounded(f, Field::Number(*field), bounds),
            Self::Moment(field, bounds) => bounded(f, Field::Moment(*field), bounds),
            Self::Age(bounds) => bounded(f, Field::Age, bounds),
            Self::Flag(flag, yes) => {
                write!(f, "{}:{}", Field::Flag(*flag).name(), if *yes { "yes" } else { "no" })
            }
            Self::Media(word) => write!(f, "media:{}", word.word()),
            Self::Via(via) => write!(f, "via:{}", via.word()),
            Self::Present(field) => write!(f, "{}:*", field.name()),
        }
    }
}

fn bounded<T: Display>(f: &mut Formatter<'_>, field: Field, bounds: &Bounds<T>) -> fmt::Result {
    let name = field.name();
    match bounds {
        Bounds::Is(Order::Equal, value) => write!(f, "{name}:{value}"),
        Bounds::Is(order, value) => write!(f, "{name}{}{value}", order.sign()),
        Bounds::Between(from, to) => write!(f, "{name}:{from}..{to}"),
    }
}

impl Display for When {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Day(day) => day.fmt(f),
            Self::Today => f.write_str("today"),
            Self::Yesterday => f.write_str("yesterday"),
            Self::Ago(length) => length.fmt(f),
        }
    }
}

/// A word as it is, anything that could be read as something else in quotes.
pub(super) fn quoted(words: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '\'' | '+' | '#' | '@' | '&');
    let starts_plainly = words.starts_with(|c: char| c.is_alphanumeric() || c == '#');
    let is_keyword = KEYWORDS.iter().any(|keyword| keyword.eq_ignore_ascii_case(words));
    if starts_plainly && !is_keyword && words.chars().all(plain) {
        return words.to_owned();
    }
    let mut out = String::with_capacity(words.len() + 2);
    out.push('"');
    for letter in words.chars() {
        if is_quote(letter) || letter == '\\' {
            out.push('\\');
        }
        out.push(letter);
    }
    out.push('"');
    out
}
