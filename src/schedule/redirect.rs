//! When a permanent redirect is believed (`product.md` section 3, 301 and 308).
//!
//! A captive portal, a broken deployment or a hijacked host can answer 301 once. So a new address is adopted
//! only after it was seen several times over days. The caller sees to the other conditions: every hop was
//! permanent, and what is at the end is the same feed.

use url::Url;

use crate::model::RedirectTrust;
use crate::time::{Span, Timestamp};

/// How often and over how long a new address must be seen.
const SIGHTINGS: u32 = 3;
const OVER: Span = Span::hours(72);

/// From http to https on one host needs less: the host itself says it, and nobody else gains by it.
const SIGHTINGS_OF_HTTPS: u32 = 2;

/// What to do about a redirect that was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Keep the stored address and what is known so far.
    Wait,
    /// Store the new address.
    Adopt,
}

/// Notes that `url` led to `target` for good at `now`, and whether `target` is to be adopted.
///
/// `trust` is what was known before. Another target than before starts anew.
#[must_use]
pub fn sighting(
    trust: Option<&RedirectTrust>,
    url: &str,
    target: &str,
    now: Timestamp,
) -> (RedirectTrust, Decision) {
    let before = trust.filter(|trust| trust.url == target);
    let trust = RedirectTrust {
        url: target.to_owned(),
        sightings: before.map_or(0, |trust| trust.sightings).saturating_add(1),
        // A clock that was set back must not make it wait for the future to come again.
        first_seen: before.map_or(now, |trust| trust.first_seen.min(now)),
    };
    let enough = if only_secures(url, target) {
        trust.sightings >= SIGHTINGS_OF_HTTPS
    } else {
        trust.sightings >= SIGHTINGS && now.since(trust.first_seen) >= OVER
    };
    (trust, if enough { Decision::Adopt } else { Decision::Wait })
}

/// From http to https on one host, each at its own port.
fn only_secures(url: &str, target: &str) -> bool {
    let (Ok(from), Ok(to)) = (Url::parse(url), Url::parse(target)) else { return false };
    from.scheme() == "http"
        && to.scheme() == "https"
        && from.host_str() == to.host_str()
        && from.port().is_none()
        && to.port().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sees `target` at these hours and tells at which of them it was adopted.
    fn adopted(url: &str, target: &str, hours: &[u64]) -> Vec<bool> {
        let mut trust = None;
        hours
            .iter()
            .map(|hour| {
                let now = Timestamp::EPOCH.plus(Span::hours(*hour));
                let (next, decision) = sighting(trust.as_ref(), url, target, now);
                trust = Some(next);
                decision == Decision::Adopt
            })
            .collect()
    }

    const OLD: &str = "https://old.example/feed";
    const NEW: &str = "https://new.example/feed";

    #[test]
    fn three_sightings_over_three_days() {
        assert_eq!(adopted(OLD, NEW, &[0, 24, 48, 72]), [false, false, false, true]);
        assert_eq!(adopted(OLD, NEW, &[0, 100]), [false, false]);
        assert_eq!(adopted(OLD, NEW, &[0, 1, 2, 3, 71]), [false; 5]);
    }

    #[test]
    fn https_on_the_same_host_needs_two() {
        let from = "http://old.example/feed";
        assert_eq!(adopted(from, "https://old.example/feed/", &[0, 24]), [false, true]);
        assert_eq!(adopted(from, "https://www.old.example/feed", &[0, 24]), [false, false]);
        assert_eq!(adopted(OLD, "http://old.example/feed", &[0, 24]), [false, false]);
    }

    #[test]
    fn another_target_starts_anew() {
        let (first, _) = sighting(None, OLD, NEW, Timestamp::EPOCH);
        let later = Timestamp::EPOCH.plus(Span::days(9));
        let (second, decision) = sighting(Some(&first), OLD, "https://other.example/", later);
        assert_eq!((second.sightings, second.first_seen, decision), (1, later, Decision::Wait));
    }

    #[test]
    fn a_clock_that_was_set_back_does_not_freeze_it() {
        let ahead = Timestamp::EPOCH.plus(Span::days(900));
        let (trust, _) = sighting(None, OLD, NEW, ahead);
        let (trust, _) = sighting(Some(&trust), OLD, NEW, Timestamp::EPOCH);
        assert_eq!(trust.first_seen, Timestamp::EPOCH);
    }
}
