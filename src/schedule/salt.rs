//! The random share that keeps a million readers from asking at the same moment.

use crate::model::FeedId;
use crate::time::{Seed, Span, Timestamp};

/// A share of `span` from nothing to `per_mille` thousandths of it. It depends on the seed, the feed and the
/// moment from which the wait counts, so it stays the same until the next check.
pub(super) fn salt(span: Span, per_mille: u64, id: FeedId, from: Timestamp, seed: Seed) -> Span {
    let turn = u64::from_ne_bytes(from.as_millis().to_ne_bytes());
    let draw = seed.per_mille(u64::from(id.0), turn);
    // More than the whole interval would be no salt any more.
    span.per_mille(per_mille.min(1000)).per_mille(draw)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(per_mille: u64) -> Vec<Span> {
        let day = Span::hours(24);
        let draw = |turn| salt(day, per_mille, FeedId(7), Timestamp::from_seconds(turn), Seed::new(1));
        (0..100).map(draw).collect()
    }

    #[test]
    fn it_spreads_over_its_share_and_never_exceeds_it() {
        let draws = draws(200);
        assert!(draws.iter().all(|salt| *salt < Span::hours(24).per_mille(200)));
        assert!(draws.iter().any(|salt| *salt < Span::minutes(30)));
        assert!(draws.iter().any(|salt| *salt > Span::hours(4)));
    }

    #[test]
    fn no_share_is_no_salt_and_feeds_differ() {
        assert!(draws(0).iter().all(|salt| *salt == Span::ZERO));
        let of = |id| salt(Span::hours(24), 200, FeedId(id), Timestamp::EPOCH, Seed::new(1));
        assert!((1..20).any(|id| of(id) != of(0)));
        assert_eq!(of(3), of(3));
    }
}
