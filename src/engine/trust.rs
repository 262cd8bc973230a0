//! Which permanent redirects count as sightings (`fetching.md` section 3.6); how many are needed is
//! [`crate::schedule::redirect`]'s matter.

use super::roster::Owners;
use crate::discover::comparable;
use crate::http;
use crate::model::{Access, Feed, FeedId, RedirectTrust};
use crate::schedule::redirect::{Decision, sighting};
use crate::time::Timestamp;

/// Whether what stands at the new address is the same feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kin {
    /// It is.
    Same,
    /// Nothing in it says so.
    Stranger,
}

/// What is believed after a check of `url` that brought a feed: `target` is where the leading permanent redirects led.
pub(super) fn seen(
    prior: Option<&RedirectTrust>,
    url: &str,
    target: Option<&str>,
    kin: Kin,
    now: Timestamp,
) -> Option<(RedirectTrust, Decision)> {
    let target = target.filter(|target| kin == Kin::Same && !asks_to_sign_in(target))?;
    Some(sighting(prior, url, target, now))
}

/// Words of pages that networks put in the way of everything else.
fn asks_to_sign_in(url: &str) -> bool {
    let path = url::Url::parse(url).map(|url| url.path().to_ascii_lowercase()).unwrap_or_default();
    ["login", "signin", "sign-in", "register", "captive", "hotspot"].iter().any(|word| path.contains(word))
}

/// Where one feed may be led.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leads<'a> {
    /// The feed.
    pub(super) feed: FeedId,
    /// Its address.
    pub(super) url: &'a str,
    /// Whose addresses are whose.
    pub(super) owners: &'a Owners,
    /// The user's choices about asking it.
    pub(super) access: &'a Access,
}

impl Leads<'_> {
    /// Whether a trusted address may become the feed's: not another subscription's, not one that the user left, and no
    /// other origin if the feed has a login or fields of its own, which belong to this one.
    pub(super) fn may_adopt(&self, target: &str, left: Option<&str>) -> bool {
        let same = left.is_some_and(|left| comparable(left) == comparable(target));
        let secret = self.access.is_secret()
            && !http::same_origin(self.url, target)
            && !http::same_origin(&self.url.replacen("http://", "https://", 1), target);
        self.owners.other(target, self.feed).is_none() && !same && !secret
    }

    /// The other subscription that has the address at which this one ended.
    pub(super) fn twin(&self, end: &str) -> Option<FeedId> {
        self.owners.other(end, self.feed).filter(|owner| !owner.removed).map(|owner| owner.feed)
    }

    /// The address that the document names as its own, if it is another one; without a new document the one known so
    /// far stays, seen once more.
    pub(super) fn suggestion(
        &self,
        prior: Option<&RedirectTrust>,
        stated: Option<&Feed>,
        end: &str,
        now: Timestamp,
    ) -> Option<RedirectTrust> {
        let named = match stated {
            None => prior.map(|prior| prior.url.as_str()),
            Some(feed) => feed.new_address.as_deref().or(feed.self_link.as_deref()),
        };
        let known = [comparable(self.url), comparable(end)];
        let other = named.filter(|named| http::host(named).is_some() && !known.contains(&comparable(named)));
        other.map(|other| sighting(prior, self.url, other, now).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(target: Option<&str>, kin: Kin, expected: Option<u32>) {
        let seen = seen(None, "http://a.example/", target, kin, Timestamp::EPOCH);
        assert_eq!(seen.map(|(trust, _)| trust.sightings), expected);
    }

    #[test]
    fn the_same_feed_elsewhere_is_a_sighting() {
        check(Some("http://b.example/"), Kin::Same, Some(1));
    }

    #[test]
    fn strangers_and_sign_in_pages_are_none() {
        check(Some("http://b.example/"), Kin::Stranger, None);
        check(Some("http://b.example/Login"), Kin::Same, None);
        check(None, Kin::Same, None);
    }
    fn leads<'a>(owners: &'a Owners, access: &'a Access) -> Leads<'a> {
        Leads { feed: FeedId(1), url: "http://a.example/feed", owners, access }
    }

    #[test]
    fn a_trusted_address_is_adopted_unless_it_is_taken_left_or_foreign_to_a_login() {
        let mut owners = Owners::default();
        owners.add("http://b.example/feed", FeedId(2), false);
        owners.add("http://c.example/feed", FeedId(3), true);
        let open = Access::default();
        let secret = Access { headers: vec![("X-Key".to_owned(), "k".to_owned())], ..Access::default() };
        let may = |access, target: &str, left| leads(&owners, access).may_adopt(target, left);
        assert!(may(&open, "http://d.example/feed", None));
        assert!(!may(&open, "http://d.example/feed", Some("http://d.example/feed/")));
        assert!(!may(&open, "http://b.example/feed", None) && !may(&open, "http://c.example/feed", None));
        assert!(!may(&secret, "http://d.example/feed", None));
        assert!(may(&secret, "http://a.example/new", None) && may(&secret, "https://a.example/feed", None));
        assert_eq!(leads(&owners, &open).twin("https://b.example/feed/"), Some(FeedId(2)));
        assert_eq!(leads(&owners, &open).twin("http://c.example/feed"), None);
        assert_eq!(leads(&owners, &open).twin("http://a.example/feed"), None);
    }

    #[test]
    fn what_a_document_calls_itself_is_a_suggestion_that_is_counted() {
        let (owners, access) = (Owners::default(), Access::default());
        let suggest = |prior: Option<&RedirectTrust>, feed: Option<&Feed>| {
            leads(&owners, &access).suggestion(prior, feed, "http://a.example/feed", Timestamp::EPOCH)
        };
        let named = |new: Option<&str>, own: Option<&str>| Feed {
            new_address: new.map(str::to_owned),
            self_link: own.map(str::to_owned),
            ..Feed::default()
        };
        let first = suggest(None, Some(&named(Some("http://b.example/"), Some("http://c.example/"))));
        assert_eq!(
            first.as_ref().map(|seen| (seen.url.as_str(), seen.sightings)),
            Some(("http://b.example/", 1))
        );
        assert_eq!(suggest(first.as_ref(), None).map(|seen| seen.sightings), Some(2));
        assert_eq!(suggest(first.as_ref(), Some(&named(None, Some("https://a.example/feed/")))), None);
        assert_eq!(suggest(first.as_ref(), Some(&named(None, Some("feed.xml")))), None);
    }
}
