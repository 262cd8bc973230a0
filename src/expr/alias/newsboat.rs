//! newsboat: `attribute operator value`, joined by `and` and `or` of one rank, read from the right.

use std::ops::Range;

use super::{matching, no_counterpart, present};
use crate::expr::rule::{Action, Rule, Scope};
use crate::expr::{
    Bounds, Expr, ExprError, Field, Flag, Length, Match, MediaWord, NumberField, Order, Problem, Test,
    TextField, Unit,
};

/// Conditions, parentheses and changes between `and` and `or` that a filter may have.
const MAX_PARTS: usize = 40;

/// Its operators, longer ones before their beginnings.
const OPERATORS: [&str; 12] = ["==", "=~", "!=", "!~", "!#", "<=", ">=", "=", "<", ">", "#", "between"];

/// Reads a filter of newsboat's (`query:` feeds, filter command, `ignore-article`).
///
/// # Errors
///
/// When it is none, or asks what can't be asked here.
pub fn newsboat(filter: &str) -> Result<Expr, ExprError> {
    let mut reader = Reader { source: filter, at: 0, parts: 0 };
    let expr = reader.chain()?;
    reader.skip_blanks();
    if reader.rest().is_empty() {
        return Ok(expr);
    }
    let problem =
        if reader.rest().starts_with(')') { Problem::StrayParenthesis } else { Problem::MissingCondition };
    Err(reader.error(reader.at..filter.len(), problem))
}

/// Reads a line of its configuration, `ignore-article "ADDRESS" "FILTER"`, as a rule that hides; `*` is every feed.
///
/// # Errors
///
/// When it is no such line, or the filter can't be read.
pub fn newsboat_rule(line: &str) -> Result<Rule, ExprError> {
    let whole = |problem| ExprError::new(line, 0..line.len(), problem);
    let rest = line.trim_start().strip_prefix("ignore-article");
    let rest = rest.ok_or_else(|| whole(Problem::NoCounterpart(line.trim().to_owned())))?;
    let (feed, rest) = word(rest).ok_or_else(|| whole(Problem::OpenQuote))?;
    let (filter, _) = word(rest).ok_or_else(|| whole(Problem::OpenQuote))?;
    let scope = if feed == "*" { Scope::All } else { Scope::Feed(feed) };
    Ok(Rule { scope, when: newsboat(&filter)?, actions: vec![Action::Hide] })
}

/// The first word of a line, in quotes with backslashes or bare, and what follows.
fn word(text: &str) -> Option<(String, &str)> {
    let text = text.trim_start();
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        return (end > 0).then(|| (text[..end].to_owned(), &text[end..]));
    };
    let (mut found, mut letters) = (String::new(), quoted.char_indices());
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((found, &quoted[at + 1..])),
            '\\' => found.extend(letters.next().map(|(_, letter)| letter)),
            _ => found.push(letter),
        }
    }
    None
}

/// What joins two conditions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    And,
    Or,
}

struct Reader<'a> {
    source: &'a str,
    at: usize,
    parts: usize,
}

impl<'a> Reader<'a> {
    fn chain(&mut self) -> Result<Expr, ExprError> {
        let mut parts = vec![self.part()?];
        let mut joins = Vec::new();
        while let Some(join) = self.join() {
            joins.push(join);
            parts.push(self.part()?);
        }
        // `a and b or c` is `a and (b or c)` there.
        let mut expr = parts.pop().unwrap_or_default();
        while let (Some(left), Some(join)) = (parts.pop(), joins.pop()) {
            expr = joined(left, join, expr);
        }
        Ok(expr)
    }

    fn part(&mut self) -> Result<Expr, ExprError> {
        self.skip_blanks();
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return Err(self.error(self.at..self.at, Problem::TooMany(MAX_PARTS)));
        }
        if !self.rest().starts_with('(') {
            return self.condition();
        }
        let opened = self.at..self.at + 1;
        self.at += 1;
        let inner = self.chain()?;
        self.skip_blanks();
        if !self.rest().starts_with(')') {
            return Err(self.error(opened, Problem::OpenParenthesis));
        }
        self.at += 1;
        Ok(inner)
    }

    fn join(&mut self) -> Option<Join> {
        self.skip_blanks();
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let join = match &rest[..end] {
            "and" => Join::And,
            "or" => Join::Or,
            _ => return None,
        };
        self.at += end;
        Some(join)
    }

    fn condition(&mut self) -> Result<Expr, ExprError> {
        let start = self.at;
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let name = &rest[..end];
        if name.is_empty() {
            return Err(self.error(start..start, Problem::MissingCondition));
        }
        self.at += end;
        self.skip_blanks();
        let Some(sign) = OPERATORS.iter().find(|sign| self.rest().starts_with(**sign)) else {
            return Err(self.error(start..self.at, Problem::MissingValue(name.to_owned())));
        };
        self.at += sign.len();
        let asked = start..self.at;
        let value = self.value(&asked)?;
        let place = start..self.at;
        Asked { source: self.source, place, name, value }.condition(sign)
    }

    /// A text in quotes, or a number, or two with a colon.
    fn value(&mut self, asked: &Range<usize>) -> Result<String, ExprError> {
        self.skip_blanks();
        let rest = self.rest();
        if rest.starts_with('"') {
            let (value, behind) =
                word(rest).ok_or_else(|| self.error(self.at..self.source.len(), Problem::OpenQuote))?;
            self.at = self.source.len() - behind.len();
            return Ok(value);
        }
        let end = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | ':')).unwrap_or(rest.len());
        if end == 0 {
            let written = self.source[asked.clone()].to_owned();
            return Err(self.error(asked.clone(), Problem::MissingValue(written)));
        }
        self.at += end;
        Ok(rest[..end].to_owned())
    }

    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.source.len() - self.rest().trim_start().len();
    }

    fn error(&self, at: Range<usize>, problem: Problem) -> ExprError {
        ExprError::new(self.source, at, problem)
    }
}

/// Joins without nesting more than it must.
fn joined(left: Expr, join: Join, right: Expr) -> Expr {
    let parts = match (join, right) {
        (Join::And, Expr::And(parts)) | (Join::Or, Expr::Or(parts)) => parts,
        (_, right) => vec![right],
    };
    let parts = std::iter::once(left).chain(parts).collect();
    if join == Join::And { Expr::all_of(parts) } else { Expr::any_of(parts) }
}

/// A condition of newsboat's.
struct Asked<'a> {
    source: &'a str,
    place: Range<usize>,
    name: &'a str,
    value: String,
}

impl Asked<'_> {
    fn condition(&self, sign: &str) -> Result<Expr, ExprError> {
        if let Some(opposite) = sign.strip_prefix('!') {
            let opposite = if opposite == "=" { "=" } else { sign_of(opposite) };
            return self.condition(opposite).map(Expr::negated);
        }
        match self.name {
            "title" => self.text(TextField::Title, sign),
            "link" => self.text(TextField::Link, sign),
            "author" => self.text(TextField::Author, sign),
            "content" | "description" => self.text(TextField::Text, sign),
            "guid" => self.text(TextField::Id, sign),
            "feedtitle" | "rssurl" => self.text(TextField::Feed, sign),
            "tags" => self.text(TextField::Tag, sign),
            "unread" => self.unread(),
            "age" => self.age(sign),
            "enclosure_url" if self.value.is_empty() => {
                Ok(present(Field::Number(NumberField::Size)).negated())
            }
            "enclosure_type" => self.medium(),
            other => Err(no_counterpart(self.source, self.place.clone(), other)),
        }
    }

    fn text(&self, field: TextField, sign: &str) -> Result<Expr, ExprError> {
        let how = match sign {
            // `#` asks for one of a list; our lists are apart.
            "=" | "==" | "#" => Match::Equals(self.value.clone()),
            "=~" => return matching(self.source, self.place.clone(), field, &self.value, "i"),
            other => {
                return Err(no_counterpart(
                    self.source,
                    self.place.clone(),
                    &format!("{} {other}", self.name),
                ));
            }
        };
        Ok(Expr::Test(Test::Text(field, how)))
    }

    fn unread(&self) -> Result<Expr, ExprError> {
        match self.value.as_str() {
            "yes" => Ok(Expr::Test(Test::Flag(Flag::Read, false))),
            "no" => Ok(Expr::Test(Test::Flag(Flag::Read, true))),
            other => Err(self.wrong(Problem::BadChoice { value: other.to_owned(), choices: &["yes", "no"] })),
        }
    }

    /// Whole days there.
    fn age(&self, sign: &str) -> Result<Expr, ExprError> {
        let days = |text: &str| {
            let count = text.parse().map_err(|_| self.wrong(Problem::BadNumber(text.to_owned())))?;
            Ok(Length { count, unit: Unit::Days })
        };
        let day_after = |day: Length| Length { count: day.count.saturating_add(1), ..day };
        let bounds = match sign {
            "<" => Bounds::Is(Order::Less, days(&self.value)?),
            "<=" => Bounds::Is(Order::Less, day_after(days(&self.value)?)),
            ">" => Bounds::Is(Order::AtLeast, day_after(days(&self.value)?)),
            ">=" => Bounds::Is(Order::AtLeast, days(&self.value)?),
            "between" => {
                let (from, to) = self.value.split_once(':').unwrap_or((&self.value, &self.value));
                Bounds::Between(days(from)?, day_after(days(to)?))
            }
            _ => Bounds::Between(days(&self.value)?, day_after(days(&self.value)?)),
        };
        Ok(Expr::Test(Test::Age(bounds)))
    }

    /// `audio/` and its like.
    fn medium(&self) -> Result<Expr, ExprError> {
        let known = [MediaWord::Audio, MediaWord::Video, MediaWord::Image];
        let word = known.into_iter().find(|word| self.value.to_ascii_lowercase().contains(word.word()));
        let word = word.ok_or_else(|| no_counterpart(self.source, self.place.clone(), &self.value))?;
        Ok(Expr::Test(Test::Media(word)))
    }

    fn wrong(&self, problem: Problem) -> ExprError {
        ExprError::new(self.source, self.place.clone(), problem)
    }
}

/// What is left of an operator without its `!`.
fn sign_of(opposite: &str) -> &'static str {
    if opposite == "~" { "=~" } else { "#" }
}
