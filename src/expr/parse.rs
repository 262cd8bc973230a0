//! Lexemes to an expression.

use std::ops::Range;

use super::ast::{Bare, Bounds, Expr, Match, Order, Test, When};
use super::lex::{Lexeme, Lexer, Operator, Reading, Value};
use super::value::number;
use super::{Day, ExprError, Field, Flag, Length, MediaWord, Pattern, Problem, TextField, Via, lex, nearest};

/// Bytes that an expression may have.
pub(super) const MAX_BYTES: usize = 16 * 1024;

/// Conditions that an expression may have.
const MAX_TESTS: usize = 500;

/// Levels of parentheses and negations.
const MAX_DEPTH: usize = 50;

/// Places in which a text that is being typed is completed by us.
const MAX_MENDED: usize = 2 * MAX_DEPTH;

/// Words of `is:`.
const STATES: &[&str] = &["read", "unread", "starred", "unstarred"];

impl Expr {
    /// Reads an expression. A text of blanks is [`Expr::All`].
    ///
    /// # Errors
    ///
    /// When it is none; the error knows its place.
    pub fn parse(text: &str) -> Result<Self, ExprError> {
        let (expr, _) = read(text, 0, Reading::Alone)?;
        Ok(expr)
    }

    /// Reads an expression that is being typed: what is not there yet at its end (a quote, a parenthesis, a condition, a
    /// value) is left out, so that each letter has its results.
    ///
    /// # Errors
    ///
    /// When there is something wrong that further letters can't mend.
    pub fn typed(text: &str) -> Result<Self, ExprError> {
        let mut mended = text.to_owned();
        for _ in 0..MAX_MENDED {
            match Self::parse(&mended) {
                Err(error) if mend(&mut mended, &error) => {}
                Err(_) => break,
                done => return done,
            }
        }
        Self::parse(text)
    }
}

/// Completes or shortens the end of a text so that this error is gone; `false` if that is not what it lacks.
fn mend(text: &mut String, error: &ExprError) -> bool {
    match error.problem {
        Problem::OpenQuote => text.push_str(if text.ends_with('\\') { "\\\"" } else { "\"" }),
        Problem::OpenRegex => text.push_str(if text.ends_with('\\') { "\\/" } else { "/" }),
        Problem::OpenParenthesis => text.push(')'),
        Problem::MissingValue(_) => text.truncate(error.at.start),
        Problem::MissingCondition if !error.at.is_empty() && error.at.end == text.trim_end().len() => {
            text.truncate(error.at.start);
        }
        Problem::MissingCondition if error.at.is_empty() => {
            let kept = text.trim_end();
            let word = kept.rfind(|c: char| c.is_whitespace() || c == '(').map_or(0, |at| at + 1);
            let kept = if kept.ends_with('(') { kept.len() - 1 } else { word };
            let shorter = text.get(..kept).unwrap_or_default().len();
            text.truncate(shorter);
        }
        _ => return false,
    }
    true
}

/// Reads an expression from `at` on, with the place behind the `do` that ends it, if one does.
pub(super) fn read(source: &str, at: usize, reading: Reading) -> Result<(Expr, Option<usize>), ExprError> {
    if source.len() > MAX_BYTES {
        return Err(ExprError::new(source, source.len()..source.len(), Problem::TooLong(MAX_BYTES)));
    }
    let mut parser =
        Parser { source, lexer: Lexer::new(source, at, reading), ahead: None, tests: 0, depth: 0 };
    let expr = match parser.peek()? {
        None | Some(Lexeme::Do) => Expr::All,
        Some(_) => parser.or()?,
    };
    match parser.take()? {
        None => Ok((expr, None)),
        Some((Lexeme::Do, place)) => Ok((expr, Some(place.end))),
        Some((_, place)) => Err(parser.error(place, Problem::StrayParenthesis)),
    }
}

struct Parser<'a> {
    source: &'a str,
    lexer: Lexer<'a>,
    ahead: Option<(Lexeme, Range<usize>)>,
    tests: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&mut self) -> Result<Option<&Lexeme>, ExprError> {
        if self.ahead.is_none() {
            self.ahead = self.lexer.next()?;
        }
        Ok(self.ahead.as_ref().map(|(lexeme, _)| lexeme))
    }

    fn take(&mut self) -> Result<Option<(Lexeme, Range<usize>)>, ExprError> {
        match self.ahead.take() {
            Some(ahead) => Ok(Some(ahead)),
            None => self.lexer.next(),
        }
    }

    fn or(&mut self) -> Result<Expr, ExprError> {
        let mut parts = vec![self.and()?];
        while self.peek()? == Some(&Lexeme::Or) {
            self.take()?;
            parts.push(self.and()?);
        }
        Ok(Expr::any_of(parts))
    }

    fn and(&mut self) -> Result<Expr, ExprError> {
        let mut parts = vec![self.not()?];
        loop {
            match self.peek()? {
                None | Some(Lexeme::Or | Lexeme::Close | Lexeme::Do) => return Ok(Expr::all_of(parts)),
                Some(Lexeme::And) => drop(self.take()?),
                Some(_) => {}
            }
            parts.push(self.not()?);
        }
    }

    fn not(&mut self) -> Result<Expr, ExprError> {
        if self.peek()? != Some(&Lexeme::Not) {
            return self.atom();
        }
        let place = self.take()?.map(|(_, place)| place).unwrap_or_default();
        self.deeper(place)?;
        let negated = self.not()?.negated();
        self.depth -= 1;
        Ok(negated)
    }

    fn atom(&mut self) -> Result<Expr, ExprError> {
        let Some((lexeme, place)) = self.take()? else {
            let end = self.source.len();
            return Err(self.error(end..end, Problem::MissingCondition));
        };
        self.tests += 1;
        if self.tests > MAX_TESTS {
            return Err(self.error(place, Problem::TooMany(MAX_TESTS)));
        }
        match lexeme {
            Lexeme::Open => self.group(place),
            Lexeme::Words(words) => Ok(Expr::words(words)),
            Lexeme::Pattern(pattern) => Ok(Expr::Test(Test::Bare(Bare::Pattern(pattern)))),
            Lexeme::Ask(field, operator) => self.ask(field, operator, place).map(Expr::Test),
            Lexeme::Is => self.is(place).map(Expr::Test),
            Lexeme::Close | Lexeme::And | Lexeme::Or | Lexeme::Not | Lexeme::Do => {
                Err(self.error(place, Problem::MissingCondition))
            }
        }
    }

    fn group(&mut self, opened: Range<usize>) -> Result<Expr, ExprError> {
        self.deeper(opened.clone())?;
        let inner = self.or()?;
        match self.take()? {
            Some((Lexeme::Close, _)) => {}
            _ => return Err(self.error(opened, Problem::OpenParenthesis)),
        }
        self.depth -= 1;
        Ok(inner)
    }

    fn ask(&mut self, field: Field, operator: Operator, place: Range<usize>) -> Result<Test, ExprError> {
        let Some((value, at)) = self.lexer.value()? else {
            let written = self.source[place.clone()].to_owned();
            return Err(self.error(place, Problem::MissingValue(written)));
        };
        if operator == Operator::Contains && value == Value::Word("*".to_owned()) {
            return Ok(Test::Present(field));
        }
        condition(field, operator, value).map_err(|wrong| {
            let place = if matches!(wrong.problem, Problem::WrongOperator { .. }) { place } else { at };
            self.error(place, wrong.problem).suggesting(wrong.suggestion)
        })
    }

    fn is(&mut self, place: Range<usize>) -> Result<Test, ExprError> {
        let value = self.lexer.value()?;
        let Some((Value::Word(word) | Value::Phrase(word), at)) = value else {
            return Err(self.error(place, Problem::MissingValue("is:".to_owned())));
        };
        match word.to_ascii_lowercase().as_str() {
            "read" => Ok(Test::Flag(Flag::Read, true)),
            "unread" => Ok(Test::Flag(Flag::Read, false)),
            "starred" => Ok(Test::Flag(Flag::Star, true)),
            "unstarred" => Ok(Test::Flag(Flag::Star, false)),
            _ => {
                let near = nearest(&word, STATES.iter().copied()).map(str::to_owned);
                let problem = Problem::BadChoice { value: word, choices: STATES };
                Err(self.error(at, problem).suggesting(near))
            }
        }
    }

    fn deeper(&mut self, place: Range<usize>) -> Result<(), ExprError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(place, Problem::TooDeep(MAX_DEPTH)));
        }
        Ok(())
    }

    fn error(&self, at: Range<usize>, problem: Problem) -> ExprError {
        ExprError::new(self.source, at, problem)
    }
}

/// What is wrong with a condition, its place aside.
struct Wrong {
    problem: Problem,
    suggestion: Option<String>,
}

impl From<Problem> for Wrong {
    fn from(problem: Problem) -> Self {
        Self { problem, suggestion: None }
    }
}

/// A field, an operator and a value as a condition.
fn condition(field: Field, operator: Operator, value: Value) -> Result<Test, Wrong> {
    match field {
        Field::Text(field) => text(field, operator, value).map(|how| Test::Text(field, how)),
        Field::Number(number) => {
            Ok(Test::Number(number, bounds(field, operator, value, read_number, |from, to| from <= to)?))
        }
        Field::Moment(moment) => {
            Ok(Test::Moment(moment, bounds(field, operator, value, read_when, in_order)?))
        }
        Field::Age => age(operator, value),
        Field::Flag(flag) => choice(field, operator, value, yes_or_no).map(|yes| Test::Flag(flag, yes)),
        Field::Media => choice(field, operator, value, MediaWord::named).map(Test::Media),
        Field::Via => choice(field, operator, value, Via::named).map(Test::Via),
    }
}

fn text(field: TextField, operator: Operator, value: Value) -> Result<Match, Wrong> {
    match (operator, value) {
        (Operator::Contains | Operator::Regex, Value::Pattern(pattern)) => Ok(Match::Pattern(pattern)),
        (Operator::Contains, Value::Word(words) | Value::Phrase(words)) => Ok(Match::Contains(words)),
        (Operator::Equals, Value::Word(words) | Value::Phrase(words)) => Ok(Match::Equals(words)),
        // Without slashes there is no place for flags: as everywhere else, letter case makes no difference.
        (Operator::Regex, Value::Word(source) | Value::Phrase(source)) => {
            let pattern = Pattern::new(&source, "i").map_err(lex::problem)?;
            Ok(Match::Pattern(pattern))
        }
        (operator, _) => Err(wrong_operator(Field::Text(field), operator)),
    }
}

fn age(operator: Operator, value: Value) -> Result<Test, Wrong> {
    let read = |text: &str| Length::parse(text).ok_or_else(|| Problem::BadLength(text.to_owned()));
    match bounds(Field::Age, operator, value, read, |from, to| from.span() <= to.span())? {
        // An item has an age for a moment only.
        Bounds::Is(Order::Equal, _) => Err(wrong_operator(Field::Age, operator)),
        bounds => Ok(Test::Age(bounds)),
    }
}

/// One value, or two with `..` between them; one of the two may be missing.
fn bounds<T>(
    field: Field,
    operator: Operator,
    value: Value,
    read: impl Fn(&str) -> Result<T, Problem>,
    in_order: impl Fn(&T, &T) -> bool,
) -> Result<Bounds<T>, Wrong> {
    let (Value::Word(text) | Value::Phrase(text)) = value else {
        return Err(wrong_operator(field, operator));
    };
    let order = match operator {
        Operator::Contains | Operator::Equals => Order::Equal,
        Operator::Less => Order::Less,
        Operator::AtMost => Order::AtMost,
        Operator::AtLeast => Order::AtLeast,
        Operator::More => Order::More,
        Operator::Regex => return Err(wrong_operator(field, operator)),
    };
    Ok(match text.split_once("..").filter(|_| order == Order::Equal) {
        None => Bounds::Is(order, read(&text)?),
        Some(("", to)) => Bounds::Is(Order::AtMost, read(to)?),
        Some((from, "")) => Bounds::Is(Order::AtLeast, read(from)?),
        Some((from, to)) => {
            let (from, to) = (read(from)?, read(to)?);
            if !in_order(&from, &to) {
                return Err(Problem::BackwardRange.into());
            }
            Bounds::Between(from, to)
        }
    })
}

fn read_number(text: &str) -> Result<i64, Problem> {
    number(text).ok_or_else(|| Problem::BadNumber(text.to_owned()))
}

fn read_when(text: &str) -> Result<When, Problem> {
    match text.to_ascii_lowercase().as_str() {
        "today" => return Ok(When::Today),
        "yesterday" => return Ok(When::Yesterday),
        _ => {}
    }
    let day = Day::parse(text).map(When::Day).or_else(|| Length::parse(text).map(When::Ago));
    day.ok_or_else(|| Problem::BadDate(text.to_owned()))
}

/// Whether one can be before the other. What depends on the moment of asking is compared only with its like.
fn in_order(from: &When, to: &When) -> bool {
    let zone = crate::time::Zone::utc();
    match (from, to) {
        (When::Day(from), When::Day(to)) => from.moments(&zone).0 < to.moments(&zone).1,
        (When::Ago(from), When::Ago(to)) => from.span() >= to.span(),
        (When::Today, When::Yesterday) => false,
        _ => true,
    }
}

fn yes_or_no(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "yes" | "true" | "1" => Some(true),
        "no" | "false" | "0" => Some(false),
        _ => None,
    }
}

fn choice<T>(
    field: Field,
    operator: Operator,
    value: Value,
    read: impl Fn(&str) -> Option<T>,
) -> Result<T, Wrong> {
    match (operator, value) {
        (Operator::Contains | Operator::Equals, Value::Word(word) | Value::Phrase(word)) => read(&word)
            .ok_or_else(|| Wrong {
                suggestion: nearest(&word, field.choices().iter().copied()).map(str::to_owned),
                problem: Problem::BadChoice { value: word, choices: field.choices() },
            }),
        _ => Err(wrong_operator(field, operator)),
    }
}

fn wrong_operator(field: Field, operator: Operator) -> Wrong {
    Problem::WrongOperator { field: field.name(), operator: operator.sign() }.into()
}
