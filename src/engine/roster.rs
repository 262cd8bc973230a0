//! The subscriptions as the engine needs them at hand: addresses and due times, without reading the store.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::holds::Holds;
pub(super) use super::owners::Owners;
use crate::http;
use crate::model::{CheckState, Feed, FeedId, Scope, Subscription};
use crate::schedule::{Due, Facts, Policy, Waiting, due, not_ahead};
use crate::store::{CheckBatch, FeedRecord};
use crate::time::{Seed, Timestamp};

/// One subscription.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The user's settings.
    pub(super) subscription: Subscription,
    /// What the publisher says about time; nothing else of it.
    pub(super) feed: Option<Feed>,
    /// What was observed.
    pub(super) check: CheckState,
    /// Host and port; empty for an address without one, which fails when it is asked.
    pub(super) host: String,
    /// When it is due.
    due: Due,
}

/// What due times depend on beside the feeds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    /// The settings.
    pub(super) policy: Policy,
    /// Where the salt comes from.
    pub(super) seed: Seed,
}

/// All subscriptions, removed ones included as long as they can come back.
#[derive(Debug)]
pub(super) struct Roster {
    entries: BTreeMap<FeedId, Entry>,
    owners: Arc<Owners>,
    dues: BTreeSet<(Timestamp, FeedId)>,
    rules: Rules,
}

impl Roster {
    /// An empty list.
    pub(super) fn new(rules: Rules) -> Self {
        Self { entries: BTreeMap::new(), owners: Arc::default(), dues: BTreeSet::new(), rules }
    }

    /// Takes over what is stored now; `None` says that there is nothing any more.
    pub(super) fn put(&mut self, id: FeedId, record: Option<FeedRecord>, holds: &Holds, now: Timestamp) {
        self.drop(id);
        let Some(FeedRecord { subscription, feed, mut check, .. }) = record else { return };
        not_ahead(&mut check, now);
        let host = http::host(&subscription.url).unwrap_or_default();
        Arc::make_mut(&mut self.owners).add(&subscription.url, id, subscription.removed.is_some());
        let feed = feed.as_ref().map(about_time);
        self.entries.insert(id, Entry { subscription, feed, check, host, due: Due::Never });
        self.reckon(id, holds, now);
    }

    /// Takes over what a check changed.
    pub(super) fn checked(&mut self, id: FeedId, batch: &CheckBatch, holds: &Holds, now: Timestamp) {
        let Some(entry) = self.entries.get_mut(&id) else { return };
        entry.check = batch.check.clone();
        if let Some(feed) = &batch.feed {
            entry.feed = Some(about_time(feed));
        }
        if let Some(url) = &batch.url {
            entry.subscription.url.clone_from(url);
            entry.host = http::host(url).unwrap_or_default();
            let owners = Arc::make_mut(&mut self.owners);
            owners.drop(id);
            owners.add(url, id, entry.subscription.removed.is_some());
        }
        self.reckon(id, holds, now);
    }

    /// A subscription that is not removed.
    pub(super) fn get(&self, id: FeedId) -> Option<&Entry> {
        self.entries.get(&id).filter(|entry| entry.subscription.removed.is_none())
    }

    /// The subscription with this address, also a removed one.
    pub(super) fn find(&self, url: &str) -> Option<&Entry> {
        self.owners.of(url).and_then(|owner| self.entries.get(&owner.feed))
    }

    /// Whose addresses are whose, as of now.
    pub(super) fn owners(&self) -> Arc<Owners> {
        Arc::clone(&self.owners)
    }

    /// The feeds of a scope, by number.
    pub(super) fn scope(&self, scope: &Scope) -> Vec<FeedId> {
        self.active().filter(|entry| within(entry, scope)).map(|entry| entry.subscription.id).collect()
    }

    /// Feeds that are due, and the next one that will be.
    pub(super) fn waiting(&self, now: Timestamp) -> Vec<Waiting> {
        let due = self.dues.iter().take_while(|(moment, _)| *moment <= now);
        due.chain(self.next_after(now))
            .filter_map(|(_, id)| self.get(*id))
            .map(|entry| Waiting { id: entry.subscription.id, host: entry.host.clone(), due: entry.due })
            .collect()
    }

    /// The first due moment of all.
    pub(super) fn first_due(&self) -> Option<Timestamp> {
        self.dues.first().map(|(moment, _)| *moment)
    }

    /// Works all due times out anew: after a change of the rules, or a jump of the clock.
    pub(super) fn reckon_all(&mut self, rules: Rules, holds: &Holds, now: Timestamp) {
        self.rules = rules;
        let ids: Vec<FeedId> = self.entries.keys().copied().collect();
        for id in ids {
            self.reckon(id, holds, now);
        }
    }

    /// The clock was set back: what was observed in the future counts as observed now, and due times are worked out anew.
    pub(super) fn set_back(&mut self, holds: &Holds, now: Timestamp) {
        for entry in self.entries.values_mut() {
            not_ahead(&mut entry.check, now);
        }
        self.reckon_all(self.rules, holds, now);
    }

    /// Whether a feed is still due when it is to start: hours of rest may have begun since it became due.
    pub(super) fn still_due(&mut self, id: FeedId, holds: &Holds, now: Timestamp) -> bool {
        self.reckon(id, holds, now);
        self.get(id).is_some_and(|entry| matches!(entry.due, Due::At(moment) if moment <= now))
    }

    /// Works the due times of one host's feeds out anew.
    pub(super) fn reckon_host(&mut self, host: &str, holds: &Holds, now: Timestamp) {
        let ids: Vec<FeedId> =
            self.entries.iter().filter(|(_, entry)| entry.host == host).map(|(id, _)| *id).collect();
        for id in ids {
            self.reckon(id, holds, now);
        }
    }

    fn active(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values().filter(|entry| entry.subscription.removed.is_none())
    }

    fn next_after(&self, now: Timestamp) -> Option<&(Timestamp, FeedId)> {
        let later = (std::ops::Bound::Excluded((now, FeedId(u32::MAX))), std::ops::Bound::Unbounded);
        self.dues.range(later).next()
    }

    fn reckon(&mut self, id: FeedId, holds: &Holds, now: Timestamp) {
        let Some(entry) = self.entries.get_mut(&id) else { return };
        if let Due::At(moment) = entry.due {
            self.dues.remove(&(moment, id));
        }
        let facts = Facts {
            id,
            interval: entry.subscription.interval,
            feed: entry.feed.as_ref(),
            check: &entry.check,
            host_hold: holds.of(&entry.host, now),
        };
        entry.due = match entry.subscription.removed {
            Some(_) => Due::Never,
            None => due(&facts, &self.rules.policy, now, self.rules.seed).due,
        };
        if let Due::At(moment) = entry.due {
            self.dues.insert((moment, id));
        }
    }

    fn drop(&mut self, id: FeedId) {
        let Some(entry) = self.entries.remove(&id) else { return };
        if let Due::At(moment) = entry.due {
            self.dues.remove(&(moment, id));
        }
        Arc::make_mut(&mut self.owners).drop(id);
    }
}

fn within(entry: &Entry, scope: &Scope) -> bool {
    match scope {
        Scope::All => true,
        Scope::Feed(id) => entry.subscription.id == *id,
        Scope::Folder(folder) => {
            entry.subscription.folder.as_ref().is_some_and(|path| path.is_within(folder))
        }
    }
}

fn about_time(feed: &Feed) -> Feed {
    Feed {
        ttl: feed.ttl,
        update_period: feed.update_period,
        skip_hours: feed.skip_hours,
        skip_days: feed.skip_days,
        expired: feed.expired,
        ..Feed::default()
    }
}
