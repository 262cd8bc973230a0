//! The one expression language: the search box, query feeds, rules and filters all speak it.
//!
//! ```text
//! expr  = or ;  or = and { "or" and } ;  and = not { ["and"] not } ;  not = { "not" | "-" | "!" } atom
//! atom  = "(" expr ")" | field op value | word | "phrase" | /regex/flags
//! op    = ":" contains   "=" equals   "~" regex   "<" "<=" ">" ">="   ("field:*" is there at all)
//! value = word | "phrase" | /regex/flags | number | length | date | a..b
//! ```
//!
//! Text becomes lexemes (`lex`), lexemes an [`Expr`] (`parse`), which prints itself so that it is read back as the
//! same. [`Expr::compile`] settles everything that depends on the moment and gives a [`Filter`], which is asked about
//! [`Facts`]. [`rule`] adds `when EXPR do ACTION`, [`alias`] reads what other readers call rules and queries,
//! [`complete()`] helps while one types.

pub mod alias;
mod ast;
mod complete;
mod date;
mod error;
mod eval;
mod field;
mod filter;
mod lex;
mod near;
mod parse;
mod pattern;
mod print;
pub mod rule;
mod value;

pub use ast::{Bare, Bounds, Expr, Match, Order, Test, When};
pub use complete::{Completion, CompletionKind, Known, complete};
pub use date::Day;
pub use error::{ExprError, Problem};
pub use eval::{Facts, folded};
pub use field::{Field, Flag, MediaWord, MomentField, NumberField, TextField, Via};
pub use filter::{Filter, Now};
pub use near::nearest;
pub use pattern::{Pattern, PatternError};
pub use value::{Length, Unit};

#[cfg(test)]
mod tests;
