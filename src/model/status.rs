//! What the user did to an item. Kept apart from the item: it outlives it.

use super::ItemKey;
use crate::time::Timestamp;

/// Read mark, star and tags of one item. May exist after the item itself is gone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// Whether it counts as read.
    pub read: bool,
    /// Whether it is starred.
    pub starred: bool,
    /// The user's tags, sorted, without doubles.
    pub tags: Vec<String>,
    /// When the reader first saw it.
    pub arrived: Timestamp,
}

/// Whether an item is there, as far as its key goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is.
    Here,
    /// It was removed and must not come back.
    Gone,
    /// The publisher took it back; it returns if the publisher gives it again.
    TakenBack,
    /// It is no item: the publisher once gave this key to that other item of the feed.
    Alias(ItemKey),
}
