//! Which address belongs to which subscription, whatever its spelling.

use std::collections::HashMap;

use crate::discover::comparable;
use crate::model::FeedId;

/// The addresses of all subscriptions.
#[derive(Clone, Debug, Default)]
pub(super) struct Owners {
    owners: HashMap<String, Owner>,
    addresses: HashMap<FeedId, String>,
}

/// The owner of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Owner {
    /// The subscription.
    pub(super) feed: FeedId,
    /// Whether it is removed, but can come back.
    pub(super) removed: bool,
}

impl Owners {
    /// Notes the address of a subscription. The first one that has an address owns it.
    pub(super) fn add(&mut self, url: &str, feed: FeedId, removed: bool) {
        let address = comparable(url);
        self.addresses.insert(feed, address.clone());
        self.owners.entry(address).or_insert(Owner { feed, removed });
    }

    /// Forgets a subscription's address.
    pub(super) fn drop(&mut self, feed: FeedId) {
        let Some(address) = self.addresses.remove(&feed) else { return };
        if self.owners.get(&address).is_some_and(|owner| owner.feed == feed) {
            self.owners.remove(&address);
        }
    }

    /// The owner of an address.
    pub(super) fn of(&self, url: &str) -> Option<Owner> {
        self.owners.get(&comparable(url)).copied()
    }

    /// The owner of an address if it is not this one.
    pub(super) fn other(&self, url: &str, feed: FeedId) -> Option<Owner> {
        self.of(url).filter(|owner| owner.feed != feed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_owner_until_that_goes() {
        let mut owners = Owners::default();
        owners.add("http://a.example/", FeedId(1), false);
        owners.add("https://a.example", FeedId(2), false);
        assert_eq!(owners.of("http://a.example/").map(|owner| owner.feed), Some(FeedId(1)));
        owners.drop(FeedId(2));
        assert_eq!(owners.other("http://a.example/", FeedId(2)).map(|owner| owner.feed), Some(FeedId(1)));
        owners.drop(FeedId(1));
        assert_eq!(owners.of("http://a.example/"), None);
    }
}
