//! Whose work is under way: the feeds that each ticket still waits for, and how far all of it is.

use std::collections::{HashMap, HashSet};

use super::Ticket;
use crate::model::FeedId;

/// The open tickets and the progress of everything that goes on now.
#[derive(Debug, Default)]
pub(super) struct Work {
    tickets: HashMap<Ticket, HashSet<FeedId>>,
    /// Checks done and in all since the engine was last without work.
    done: usize,
    total: usize,
}

/// Whether a ticket waits for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// It does.
    More,
    /// That was the last one.
    Nothing,
    /// It did not wait for that.
    Unknown,
}

impl Work {
    /// A ticket begins to wait for these feeds.
    pub(super) fn begin(&mut self, ticket: Ticket, feeds: impl IntoIterator<Item = FeedId>) {
        self.tickets.entry(ticket).or_default().extend(feeds);
    }

    /// What a ticket waited for is done.
    pub(super) fn settle(&mut self, ticket: Ticket, feed: FeedId) -> Left {
        let Some(feeds) = self.tickets.get_mut(&ticket) else { return Left::Unknown };
        if !feeds.remove(&feed) {
            return Left::Unknown;
        }
        if !feeds.is_empty() {
            return Left::More;
        }
        self.tickets.remove(&ticket);
        Left::Nothing
    }

    /// One more check is to be made.
    pub(super) fn expect(&mut self) {
        self.total += 1;
    }

    /// One check ended, or will not be made.
    pub(super) fn tick(&mut self) {
        self.done += 1;
    }

    /// Nothing goes on any more: the next work counts from the start.
    pub(super) fn rest(&mut self) {
        (self.done, self.total) = (0, 0);
    }

    /// Done, and in all.
    pub(super) fn progress(&self) -> (usize, usize) {
        (self.done, self.total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_is_done_with_its_last_feed() {
        let mut work = Work::default();
        let ticket = Ticket(1);
        work.begin(ticket, [FeedId(1), FeedId(2)]);
        assert_eq!(work.settle(ticket, FeedId(1)), Left::More);
        assert_eq!(work.settle(ticket, FeedId(1)), Left::Unknown);
        assert_eq!(work.settle(ticket, FeedId(2)), Left::Nothing);
        assert_eq!(work.settle(ticket, FeedId(2)), Left::Unknown);
    }
}
