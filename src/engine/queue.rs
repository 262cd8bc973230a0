//! Checks that the user waits for and that have not begun: by host, hosts in turn.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::follow::Fetched;
use super::{Insistence, Ticket};
use crate::model::FeedId;

/// A check that somebody waits for.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// The feed.
    pub(super) feed: FeedId,
    /// Who waits.
    pub(super) tickets: Vec<Ticket>,
    /// Whether a hold is kept.
    pub(super) insistence: Insistence,
    /// An answer that is there already.
    pub(super) body: Option<Arc<Fetched>>,
}

/// Where a check is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rank {
    /// Ahead of all others: one feed that the user looks at.
    First,
    /// Behind the others.
    Last,
}

/// The checks that wait, each feed once.
#[derive(Debug, Default)]
pub(super) struct Queue {
    hosts: HashMap<String, VecDeque<Wanted>>,
    turns: VecDeque<String>,
    places: HashMap<FeedId, String>,
}

impl Queue {
    /// Adds a check, or joins the one of the same feed. Says whether it is a further one.
    pub(super) fn add(&mut self, host: &str, wanted: Wanted, rank: Rank) -> bool {
        let known = self.take_out(wanted.feed);
        let further = known.is_none();
        let wanted = match known {
            None => wanted,
            Some(known) => joined(known, wanted),
        };
        self.places.insert(wanted.feed, host.to_owned());
        let waiting = self.hosts.entry(host.to_owned()).or_default();
        match rank {
            Rank::First => {
                waiting.push_front(wanted);
                self.turns.retain(|turn| turn != host);
                self.turns.push_front(host.to_owned());
            }
            Rank::Last => {
                waiting.push_back(wanted);
                if waiting.len() == 1 {
                    self.turns.push_back(host.to_owned());
                }
            }
        }
        further
    }

    /// The next check of a host that may be asked; that host's next turn comes after all others'.
    pub(super) fn next(&mut self, may: impl Fn(&str) -> bool) -> Option<Wanted> {
        let at = self.turns.iter().position(|host| may(host))?;
        let host = self.turns.remove(at)?;
        let waiting = self.hosts.get_mut(&host)?;
        let wanted = waiting.pop_front();
        if waiting.is_empty() {
            self.hosts.remove(&host);
        } else {
            self.turns.push_back(host);
        }
        let wanted = wanted?;
        self.places.remove(&wanted.feed);
        Some(wanted)
    }

    /// Takes a ticket off all checks. Gives the feeds it waited for, each with whether somebody else still waits.
    pub(super) fn forget(&mut self, ticket: Ticket) -> Vec<(FeedId, bool)> {
        let feeds: Vec<FeedId> = self
            .hosts
            .values()
            .flatten()
            .filter(|wanted| wanted.tickets.contains(&ticket))
            .map(|wanted| wanted.feed)
            .collect();
        feeds.into_iter().map(|feed| (feed, self.forget_one(feed, ticket))).collect()
    }

    fn forget_one(&mut self, feed: FeedId, ticket: Ticket) -> bool {
        let waiting = self.places.get(&feed).and_then(|host| self.hosts.get_mut(host));
        let wanted = waiting.and_then(|waiting| waiting.iter_mut().find(|wanted| wanted.feed == feed));
        let Some(wanted) = wanted else { return false };
        wanted.tickets.retain(|known| *known != ticket);
        let others = !wanted.tickets.is_empty();
        if !others {
            self.take_out(feed);
        }
        others
    }

    /// Takes a feed's check out.
    pub(super) fn take_out(&mut self, feed: FeedId) -> Option<Wanted> {
        let host = self.places.remove(&feed)?;
        let waiting = self.hosts.get_mut(&host)?;
        let at = waiting.iter().position(|wanted| wanted.feed == feed)?;
        let wanted = waiting.remove(at);
        if waiting.is_empty() {
            self.hosts.remove(&host);
            self.turns.retain(|turn| *turn != host);
        }
        wanted
    }

    /// Takes everything out.
    pub(super) fn drain(&mut self) -> Vec<Wanted> {
        self.turns.clear();
        self.places.clear();
        self.hosts.drain().flat_map(|(_, waiting)| waiting).collect()
    }

    /// Whether nothing waits.
    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }
}

fn joined(mut known: Wanted, other: Wanted) -> Wanted {
    known.tickets.extend(other.tickets);
    if other.insistence == Insistence::Override {
        known.insistence = Insistence::Override;
    }
    known.body = known.body.or(other.body);
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(feed: u32, ticket: u64) -> Wanted {
        Wanted {
            feed: FeedId(feed),
            tickets: vec![Ticket(ticket)],
            insistence: Insistence::Polite,
            body: None,
        }
    }

    fn order(queue: &mut Queue) -> Vec<u32> {
        std::iter::from_fn(|| queue.next(|_| true)).map(|wanted| wanted.feed.0).collect()
    }

    #[test]
    fn hosts_take_turns() {
        let mut queue = Queue::default();
        for (feed, host) in [(1, "a"), (2, "a"), (3, "a"), (4, "b"), (5, "c")] {
            queue.add(host, wanted(feed, 1), Rank::Last);
        }
        assert_eq!(order(&mut queue), [1, 4, 5, 2, 3]);
        assert!(queue.is_empty());
    }

    #[test]
    fn the_feed_that_the_user_looks_at_goes_first() {
        let mut queue = Queue::default();
        for (feed, host) in [(1, "a"), (2, "b"), (3, "c")] {
            queue.add(host, wanted(feed, 1), Rank::Last);
        }
        assert!(!queue.add("c", wanted(3, 2), Rank::First));
        assert_eq!(order(&mut queue), [3, 1, 2]);
    }

    #[test]
    fn a_host_that_may_not_be_asked_is_passed_over() {
        let mut queue = Queue::default();
        queue.add("a", wanted(1, 1), Rank::Last);
        queue.add("b", wanted(2, 1), Rank::Last);
        assert_eq!(queue.next(|host| host == "b").map(|wanted| wanted.feed), Some(FeedId(2)));
        assert!(queue.next(|host| host == "b").is_none());
    }

    #[test]
    fn a_forgotten_ticket_leaves_what_others_wait_for() {
        let mut queue = Queue::default();
        queue.add("a", wanted(1, 1), Rank::Last);
        queue.add("a", wanted(1, 2), Rank::Last);
        queue.add("a", wanted(2, 1), Rank::Last);
        let mut forgotten = queue.forget(Ticket(1));
        forgotten.sort();
        assert_eq!(forgotten, [(FeedId(1), true), (FeedId(2), false)]);
        assert_eq!(order(&mut queue), [1]);
    }
}
