//! What is wrong with an expression or a rule, and where.

use std::ops::Range;

use thiserror::Error;

/// A problem with its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {}: {problem}", self.column)]
pub struct ExprError {
    /// What is wrong.
    pub problem: Problem,
    /// The part of the text that it is about, in bytes; empty at the end of the text.
    pub at: Range<usize>,
    /// The column of its first character, counted in characters from 1.
    pub column: usize,
    /// What was probably meant, to be put in place of the part.
    pub suggestion: Option<String>,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Problem {
    /// A word in front of an operator that is no field.
    #[error("there is no field {0:?}; quote it to search for it")]
    UnknownField(String),
    /// An operator with nothing in front of it.
    #[error("{0} needs a field in front of it")]
    LoneOperator(&'static str),
    /// A field and an operator with nothing behind them.
    #[error("a value is missing after {0}")]
    MissingValue(String),
    /// A field that can't be asked this way.
    #[error("{field} can't be asked with {operator}")]
    WrongOperator {
        /// The field.
        field: &'static str,
        /// The operator.
        operator: &'static str,
    },
    /// `and`, `or`, `not` or a parenthesis with nothing to go with.
    #[error("a condition is missing here")]
    MissingCondition,
    /// A quote that is never closed.
    #[error("this quote is never closed")]
    OpenQuote,
    /// A regular expression that is never closed.
    #[error("this regular expression is never closed")]
    OpenRegex,
    /// A parenthesis that is never closed.
    #[error("this parenthesis is never closed")]
    OpenParenthesis,
    /// A closing parenthesis without an opening one.
    #[error("this parenthesis was never opened")]
    StrayParenthesis,
    /// A regular expression that can't be understood.
    #[error("regular expression: {0}")]
    BadRegex(String),
    /// A regular expression whose machine would be too large.
    #[error("this regular expression is too large")]
    LargeRegex,
    /// A letter behind a regular expression that means nothing.
    #[error("{0:?} is no flag of a regular expression (i m s x)")]
    BadFlag(char),
    /// Not a number.
    #[error("{0:?} is not a number")]
    BadNumber(String),
    /// Not a length of time.
    #[error("{0:?} is not a length of time (90s 30m 2h 7d 3w 6mo 1y)")]
    BadLength(String),
    /// Not a date.
    #[error("{0:?} is not a date (2024, 2024-05, 2024-05-17, today, yesterday, 7d)")]
    BadDate(String),
    /// A range whose end is before its start.
    #[error("this range ends before it starts")]
    BackwardRange,
    /// Not one of the words that the field takes.
    #[error("{value:?} is none of: {}", .choices.join(" "))]
    BadChoice {
        /// What was written.
        value: String,
        /// What could be.
        choices: &'static [&'static str],
    },
    /// More text than an expression may have.
    #[error("this is longer than {0} bytes")]
    TooLong(usize),
    /// More conditions than an expression may have.
    #[error("these are more than {0} conditions")]
    TooMany(usize),
    /// More levels than an expression may have.
    #[error("this is nested more than {0} deep")]
    TooDeep(usize),
    /// A rule without `when`.
    #[error("a rule begins with when, or on … when")]
    MissingWhen,
    /// A rule without `do`.
    #[error("do and an action are missing")]
    MissingDo,
    /// Something in the place of an action that is none.
    #[error("there is no action {0:?}")]
    UnknownAction(String),
    /// An action that needs a name or a number and has none.
    #[error("{0} needs a name")]
    MissingName(&'static str),
    /// A score that is none.
    #[error("{0:?} is no score; write +5 or -5")]
    BadScore(String),
    /// Something in the place of a scope that is none.
    #[error("{0:?} is none of: all, feed, folder")]
    BadScope(String),
    /// Words behind the end of a rule.
    #[error("a comma is missing before {0:?}")]
    MissingComma(String),
    /// A word of another reader's language that has no counterpart.
    #[error("{0} has no counterpart here")]
    NoCounterpart(String),
}

impl ExprError {
    /// A problem with a part of a text.
    pub(super) fn new(source: &str, at: Range<usize>, problem: Problem) -> Self {
        let before = source.get(..at.start).unwrap_or(source);
        Self { problem, column: before.chars().count() + 1, at, suggestion: None }
    }

    /// The same with what was probably meant.
    pub(super) fn suggesting(self, suggestion: Option<String>) -> Self {
        Self { suggestion, ..self }
    }

    /// The text with a line of carets below the part that is meant: for places where characters have one width each and
    /// run from left to right. Controls in the text are shown as blanks.
    #[must_use]
    pub fn caret(&self, source: &str) -> String {
        let shown: String = source.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let width = source.get(self.at.clone()).map_or(0, |part| part.chars().count()).max(1);
        format!("{shown}\n{}{}", " ".repeat(self.column - 1), "^".repeat(width))
    }
}
