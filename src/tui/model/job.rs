//! What the engine was told to do and has not finished.

use crate::model::FeedId;

/// A task of the engine's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Job {
    /// A refresh.
    Refresh(Tally),
    /// A subscription; how many were asked for together.
    Subscribe {
        /// Feeds that were ticked together.
        together: usize,
    },
    /// The sample list.
    Import,
    /// A change.
    Change(Deed),
}

/// What a change is called when it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// It is seen where it is done; nothing needs to be said.
    Silent,
    /// Items were marked read.
    MarkedRead,
    /// This is to be said.
    Said(String),
    /// Something was taken back.
    Undo,
    /// Something was done again.
    Redo,
}

/// What came of a refresh so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Feeds to check.
    pub(crate) total: usize,
    /// Feeds checked.
    pub(crate) done: usize,
    /// New items.
    pub(crate) new: usize,
    /// Feeds that failed.
    pub(crate) failed: usize,
    /// The last failure as a sentence, with its feed.
    pub(crate) failure: Option<(FeedId, String)>,
    /// Whether it was cancelled.
    pub(crate) cancelled: usize,
    /// A feed whose host asks to be left alone.
    pub(crate) held: usize,
}
