//! Miniflux: lines `Field=regex`, one list that blocks and one that keeps; before that, one regular expression each.

use std::ops::Range;

use super::{matching, no_counterpart};
use crate::expr::rule::{Action, Rule, Scope};
use crate::expr::{
    Bare, Bounds, Day, Expr, ExprError, Length, MomentField, Order, Pattern, Problem, Test, TextField, Unit,
    When, lex,
};

/// Which of the two lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Miniflux {
    /// What fits one of the lines is blocked.
    Block,
    /// What fits none of the lines is blocked.
    Keep,
}

/// Reads a list of filter rules as one rule that hides (blocked items are not kept there; hiding can be taken back). The
/// places of errors are those in the list. `None` if there is no line in it.
///
/// # Errors
///
/// When a line is no rule, or asks what can't be asked here.
pub fn miniflux(list: &str, kind: Miniflux, scope: Scope) -> Result<Option<Rule>, ExprError> {
    let (mut at, mut parts) = (0, Vec::new());
    for line in list.split_inclusive('\n') {
        let start = at + line.len() - line.trim_start().len();
        let place = start..(at + line.trim_end().len()).max(start);
        at += line.len();
        if !list[place.clone()].is_empty() {
            parts.push(condition(list, place)?);
        }
    }
    Ok(rule(parts, kind, scope))
}

/// Reads the older form, a regular expression for title, address, authors and tags together.
///
/// # Errors
///
/// When it is no regular expression of ours.
pub fn miniflux_patterns(pattern: &str, kind: Miniflux, scope: Scope) -> Result<Option<Rule>, ExprError> {
    if pattern.trim().is_empty() {
        return Ok(None);
    }
    let place = 0..pattern.len();
    let fields = [TextField::Title, TextField::Link, TextField::Author, TextField::Tag];
    let parts = fields.into_iter().map(|field| matching(pattern, place.clone(), field, pattern, ""));
    Ok(rule(parts.collect::<Result<_, _>>()?, kind, scope))
}

fn rule(parts: Vec<Expr>, kind: Miniflux, scope: Scope) -> Option<Rule> {
    if parts.is_empty() {
        return None;
    }
    let fits = Expr::any_of(parts);
    let when = match kind {
        Miniflux::Block => fits,
        Miniflux::Keep => fits.negated(),
    };
    Some(Rule { scope, when, actions: vec![Action::Hide] })
}

fn condition(list: &str, place: Range<usize>) -> Result<Expr, ExprError> {
    let line = &list[place.clone()];
    let Some((name, value)) = line.split_once('=') else {
        return Err(ExprError::new(list, place, Problem::MissingValue(line.to_owned())));
    };
    let (name, value) = (name.trim(), value.trim());
    let in_field = |field| matching(list, place.clone(), field, value, "");
    match name {
        "EntryTitle" => in_field(TextField::Title),
        "EntryURL" => in_field(TextField::Link),
        "EntryContent" => in_field(TextField::Html),
        "EntryAuthor" => in_field(TextField::Author),
        "EntryTag" => in_field(TextField::Tag),
        "EntryDate" => {
            date(value).ok_or_else(|| ExprError::new(list, place, Problem::BadDate(value.to_owned())))
        }
        "Any" => {
            let pattern = Pattern::new(value, "");
            let pattern = pattern.map_err(|wrong| ExprError::new(list, place, lex::problem(wrong)))?;
            Ok(Expr::Test(Test::Bare(Bare::Pattern(pattern))))
        }
        other => Err(no_counterpart(list, place, other)),
    }
}

/// `before:2024-01-01`, `after:…`, `between:…,…`, `max-age:7d`, `future`.
fn date(value: &str) -> Option<Expr> {
    let of = |bounds| Expr::Test(Test::Moment(MomentField::Date, bounds));
    let day = |text: &str| Day::parse(text.trim()).map(When::Day);
    if value == "future" {
        return Some(of(Bounds::Is(Order::More, When::Ago(Length { count: 0, unit: Unit::Seconds }))));
    }
    let (kind, text) = value.split_once(':')?;
    Some(of(match kind {
        "before" => Bounds::Is(Order::Less, day(text)?),
        "after" => Bounds::Is(Order::More, day(text)?),
        "between" => {
            let (from, to) = text.split_once(',')?;
            Bounds::Between(day(from)?, day(to)?)
        }
        "max-age" => Bounds::Is(Order::Less, When::Ago(Length::parse(text.trim())?)),
        _ => return None,
    }))
}
