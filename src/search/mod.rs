//! Finds items by words: the index, and marking what was found.
//!
//! The index is made of segments, each for the items of one check or of several that were merged ([`segment`]). A segment
//! lists its items, and for each term (a folded word, two neighbouring letters where words are not parted by blanks,
//! `token`) the items that have it (`postings`). A condition of an expression becomes a [`Plan`] of what the index can
//! tell: a superset of the items that fit, ranked. What the index can't tell is asked of those items.
//!
//! Nothing here reads or writes; the store keeps the bytes and hands them in as a [`Shelf`].

mod highlight;
pub mod postings;
mod query;
mod rank;
pub mod segment;
mod token;

pub use highlight::highlight;
pub use query::{Hit, Plan, Shelf};
pub use segment::{Block, Builder, Doc, Entry, Segment, merge};
pub use token::{Span, terms};

/// Stored bytes of an index that can't be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a damaged part of the index")]
pub struct Damaged;

#[cfg(test)]
mod tests;
