//! Hosts that asked to be left alone, as remembered while the engine runs.

use std::collections::{BTreeMap, HashMap};

use crate::model::FeedId;
use crate::store::Hold;
use crate::time::{Span, Timestamp};

/// Until when which host is left alone.
#[derive(Clone, Debug, Default)]
pub(super) struct Holds {
    hosts: HashMap<String, Timestamp>,
    /// Feeds that answered 503 with `Retry-After`, by host: when a second one does, the host is meant.
    feeds: HashMap<String, BTreeMap<FeedId, Timestamp>>,
    /// Hosts that answered 429, and when and until when, by the domain that they lie in.
    busy: HashMap<String, BTreeMap<String, (Timestamp, Timestamp)>>,
}

/// A second host of a domain that answers 429 within this time speaks for the domain.
const TOGETHER: Span = Span::hours(1);

impl Holds {
    /// The holds that were kept in the store.
    pub(super) fn new(kept: Vec<Hold>) -> Self {
        let hosts = kept.into_iter().map(|hold| (hold.host, hold.until)).collect();
        Self { hosts, ..Self::default() }
    }

    /// Until when a host is left alone; `None` if it may be asked.
    pub(super) fn of(&self, host: &str, now: Timestamp) -> Option<Timestamp> {
        let own = self.hosts.get(host).copied();
        let shared = domain(host).and_then(|domain| self.hosts.get(&all_of(&domain))).copied();
        own.max(shared).filter(|until| *until > now)
    }

    /// A host answered 429: the name under which its siblings are held too and until when, if a sibling did so within
    /// the hour (many sub-domains of one server: `user.blogs.example`).
    pub(super) fn siblings(
        &mut self,
        host: &str,
        until: Timestamp,
        now: Timestamp,
    ) -> Option<(String, Timestamp)> {
        let domain = domain(host)?;
        let hosts = self.busy.entry(domain.clone()).or_default();
        hosts.retain(|_, (at, _)| now.since(*at) < TOGETHER);
        hosts.insert(host.to_owned(), (now, until));
        let latest = hosts.values().map(|(_, until)| *until).max()?;
        (hosts.len() >= 2).then(|| (all_of(&domain), latest))
    }

    /// The host asked for it. Says whether that lengthened the hold, so that it has to be stored.
    pub(super) fn hold(&mut self, host: &str, until: Timestamp, now: Timestamp) -> bool {
        self.hosts.retain(|_, until| *until > now);
        let longer = self.hosts.get(host).is_none_or(|known| *known < until);
        if longer {
            self.hosts.insert(host.to_owned(), until);
        }
        longer
    }

    /// One feed of the host asked for it: when two of its feeds do, the whole host is meant, until this moment.
    pub(super) fn feed_asked(
        &mut self,
        host: &str,
        feed: FeedId,
        until: Timestamp,
        now: Timestamp,
    ) -> Option<Timestamp> {
        let feeds = self.feeds.entry(host.to_owned()).or_default();
        feeds.retain(|_, until| *until > now);
        feeds.insert(feed, until);
        (feeds.len() >= 2).then(|| feeds.values().copied().max()).flatten()
    }

    /// The feed answered: what it asked for is over.
    pub(super) fn feed_answered(&mut self, host: &str, feed: FeedId) {
        if let Some(feeds) = self.feeds.get_mut(host) {
            feeds.remove(&feed);
        }
    }
}

/// The name of a hold on all hosts of a domain. No host has it.
fn all_of(domain: &str) -> String {
    format!("*.{domain}")
}

/// The domain that somebody registered, as far as it can be told without a list of all registries: the last two labels,
/// or three where the second is one of those under which countries register (`co.uk`, `com.au`). `None` for addresses
/// in numbers and names of the local network.
fn domain(host: &str) -> Option<String> {
    const SECOND: [&str; 8] = ["info", "name", "asso", "sch", "gouv", "firm", "ltd", "plc"];
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let labels: Vec<&str> = name.split('.').collect();
    let [.., second, top] = labels[..] else { return None };
    if !top.chars().any(char::is_alphabetic) || name.contains(':') {
        return None;
    }
    let registry = top.len() == 2 && (second.len() <= 3 || SECOND.contains(&second));
    let count = if registry { 3 } else { 2 };
    (labels.len() >= count).then(|| labels[labels.len() - count..].join("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_seconds(seconds)
    }

    #[test]
    fn a_hold_ends_at_its_moment() {
        let mut holds = Holds::default();
        holds.hold("a:80", at(100), at(0));
        assert_eq!(holds.of("a:80", at(99)), Some(at(100)));
        assert_eq!(holds.of("a:80", at(100)), None);
        assert_eq!(holds.of("b:80", at(99)), None);
    }

    #[test]
    fn a_hold_is_lengthened_and_never_shortened() {
        let mut holds = Holds::default();
        assert!(holds.hold("a:80", at(100), at(0)));
        assert!(!holds.hold("a:80", at(50), at(0)));
        assert_eq!(holds.of("a:80", at(0)), Some(at(100)));
    }

    #[test]
    fn the_second_sibling_within_the_hour_speaks_for_the_domain() {
        let mut holds = Holds::default();
        assert_eq!(holds.siblings("a.blogs.example:443", at(900), at(0)), None);
        assert_eq!(holds.siblings("a.blogs.example:443", at(900), at(10)), None);
        let held = holds.siblings("b.blogs.example:443", at(800), at(20));
        assert_eq!(held, Some(("*.blogs.example".to_owned(), at(900))));
        holds.hold("*.blogs.example", at(900), at(20));
        assert_eq!(holds.of("c.blogs.example:80", at(30)), Some(at(900)));
        assert_eq!(holds.of("c.other.example:80", at(30)), None);
        assert_eq!(holds.siblings("d.blogs.example:443", at(9000), at(20 + 3600)), None);
    }

    #[test]
    fn neighbours_under_a_registry_are_no_siblings() {
        let check =
            |host: &str, expected: Option<&str>| assert_eq!(domain(host).as_deref(), expected, "{host}");
        check("a.b.example.org:443", Some("example.org"));
        check("example.org:443", Some("example.org"));
        check("news.bbc.co.uk:443", Some("bbc.co.uk"));
        check("someone.github.io:443", Some("github.io"));
        check("co.uk:443", None);
        for host in ["127.0.0.1:80", "[::1]:8080", "localhost:80"] {
            check(host, None);
        }
    }

    #[test]
    fn the_second_feed_that_asks_speaks_for_its_host() {
        let mut holds = Holds::default();
        assert_eq!(holds.feed_asked("a:80", FeedId(1), at(100), at(0)), None);
        assert_eq!(holds.feed_asked("a:80", FeedId(1), at(110), at(0)), None);
        assert_eq!(holds.feed_asked("a:80", FeedId(2), at(90), at(0)), Some(at(110)));
        holds.feed_answered("a:80", FeedId(1));
        assert_eq!(holds.feed_asked("a:80", FeedId(2), at(90), at(0)), None);
    }
}
