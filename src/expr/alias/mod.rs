//! What other readers call rules and queries, as ours: newsboat's filter language, Miniflux's rules, `FreshRSS`'s searches.
//!
//! The names of fields that others use (`intitle`, `is:unread`) are part of the language itself. Here is what is written
//! differently. What has no counterpart is an error that names it, never left out in silence.

mod freshrss;
mod miniflux;
mod newsboat;

use super::{Expr, ExprError, Field, Match, Pattern, Problem, Test, TextField, lex};

pub use freshrss::freshrss;
pub use miniflux::{Miniflux, miniflux, miniflux_patterns};
pub use newsboat::{newsboat, newsboat_rule};

/// A field in which a regular expression is found.
fn matching(
    source: &str,
    at: std::ops::Range<usize>,
    field: TextField,
    pattern: &str,
    flags: &str,
) -> Result<Expr, ExprError> {
    let pattern = Pattern::new(pattern, flags);
    let pattern = pattern.map_err(|wrong| ExprError::new(source, at, lex::problem(wrong)))?;
    Ok(Expr::Test(Test::Text(field, Match::Pattern(pattern))))
}

/// A field of another reader that ours lacks.
fn no_counterpart(source: &str, at: std::ops::Range<usize>, name: &str) -> ExprError {
    ExprError::new(source, at, Problem::NoCounterpart(name.to_owned()))
}

/// A field that says anything.
const fn present(field: Field) -> Expr {
    Expr::Test(Test::Present(field))
}

#[cfg(test)]
mod tests;
