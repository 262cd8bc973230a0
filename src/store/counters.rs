//! Counts, kept with every change of a status in the same batch, never counted.

use super::key::Mark;

/// Counts of one feed, kept and not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Items kept.
    pub total: u32,
    /// Items not read.
    pub unread: u32,
    /// Items with a star.
    pub starred: u32,
}

impl Counts {
    /// An item came into a list or went out of it.
    pub(super) fn moved(&mut self, mark: Mark, into: bool) {
        let count = match mark {
            Mark::All => &mut self.total,
            Mark::Unread => &mut self.unread,
            Mark::Starred => &mut self.starred,
        };
        *count = if into { count.saturating_add(1) } else { count.saturating_sub(1) };
    }
}
