//! The search for the next unread item, which may lead through many feeds.

use super::Node;
use crate::engine::Ticket;
use crate::model::ItemId;

/// Which way to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Down the list, then the feeds below.
    Next,
    /// Up the list, then the feeds above.
    Previous,
}

/// A search under way.
#[derive(Debug)]
pub(crate) struct Seek {
    /// The question that was asked last.
    pub(crate) ticket: Ticket,
    /// Which way.
    pub(crate) way: Way,
    /// Whether what is found is opened.
    pub(crate) then: Then,
    /// The list that the question is about.
    pub(crate) node: Node,
    /// The item that the search started from.
    pub(crate) from: Option<ItemId>,
    /// The lists that are still to be looked at, the next one last.
    pub(crate) rest: Vec<Node>,
}

/// What happens with what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    /// It is selected.
    Select,
    /// It is opened.
    Open,
}
