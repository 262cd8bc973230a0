//! Rules: `[on all|feed NAME|folder NAME] when EXPR do ACTION, ACTION…`, in the user's order.
//!
//! `hide` is asked when items are shown, so it reaches old ones and can be taken back; `drop` leaves nothing but a
//! tombstone. The others happen when an item comes or changes, and again as time passes where the expression says so.

mod apply;
mod parse;
mod print;

use super::Expr;

pub use apply::{Outcome, Ready, ready};
pub use parse::{Broken, parse_all};

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Where it holds.
    pub scope: Scope,
    /// For which items.
    pub when: Expr,
    /// What happens to them, in this order; never empty.
    pub actions: Vec<Action>,
}

/// Where a rule holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// For every feed.
    #[default]
    All,
    /// For feeds whose title or address is this, folded.
    Feed(String),
    /// For feeds in this folder and in those within it, folded, names parted by `/`.
    Folder(String),
}

/// What a rule does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// The item is not shown.
    Hide,
    /// The item is not kept.
    Drop,
    /// It counts as read.
    Read,
    /// It gets a star.
    Star,
    /// It gets a tag.
    Label(String),
    /// Its score changes; later rules can ask for it.
    Score(i64),
    /// The user is told.
    Notify,
    /// It opens with this program of the configuration.
    OpenWith(String),
    /// No later rule is asked about it.
    Stop,
}

impl Action {
    /// The words of all actions.
    pub const WORDS: [&'static str; 9] =
        ["hide", "drop", "read", "star", "label", "score", "notify", "open-with", "stop"];

    /// Whether it changes what is stored, rather than what is shown.
    #[must_use]
    pub const fn is_lasting(&self) -> bool {
        !matches!(self, Self::Hide | Self::Stop)
    }
}

#[cfg(test)]
mod tests;
