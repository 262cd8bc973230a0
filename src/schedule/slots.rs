//! How many checks may be under way at once.

use std::collections::{BTreeMap, VecDeque};

/// The most checks at once.
const MOST: usize = 4;

/// So many hosts are remembered after their check: others go first.
const REMEMBERED: usize = 4;

/// What is under way: at most four checks, at most one a host.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    busy: BTreeMap<String, usize>,
    /// Hosts whose check ended last, oldest first.
    served: VecDeque<String>,
}

impl Slots {
    /// Whether a check of a feed on `host` may start.
    #[must_use]
    pub fn may_start(&self, host: &str) -> bool {
        self.count() < MOST && !self.busy.contains_key(host)
    }

    /// A check on `host` starts.
    ///
    /// What the user asked for starts in any case and is counted too, so there can be more than four.
    pub fn start(&mut self, host: &str) {
        *self.busy.entry(host.to_owned()).or_default() += 1;
    }

    /// A check on `host` ended.
    pub fn end(&mut self, host: &str) {
        match self.busy.get_mut(host) {
            Some(count) if *count > 1 => *count -= 1,
            _ => {
                self.busy.remove(host);
            }
        }
        self.served.retain(|known| known != host);
        self.served.push_back(host.to_owned());
        if self.served.len() > REMEMBERED {
            self.served.pop_front();
        }
    }

    /// How many checks are under way.
    #[must_use]
    pub fn count(&self) -> usize {
        self.busy.values().sum()
    }

    /// Whether `host` was asked a moment ago, so that others go first.
    pub(super) fn was_served(&self, host: &str) -> bool {
        self.served.iter().any(|known| known == host)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_at_once_and_one_a_host() {
        let mut slots = Slots::default();
        for host in ["a", "b", "c"] {
            slots.start(host);
        }
        assert!(!slots.may_start("a"));
        assert!(slots.may_start("d"));
        slots.start("d");
        assert!(!slots.may_start("e"));
        slots.end("a");
        assert!(slots.may_start("e") && slots.may_start("a"));
    }

    #[test]
    fn a_host_is_busy_until_its_last_check_ended() {
        let mut slots = Slots::default();
        slots.start("a");
        slots.start("a");
        slots.end("a");
        assert!(!slots.may_start("a"));
        slots.end("a");
        assert!(slots.may_start("a"));
        slots.end("never started");
        assert_eq!(slots.count(), 0);
    }
}
