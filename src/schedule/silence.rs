//! Feeds from which nothing comes any more (`product.md` section 7: silent feeds).

use crate::time::{Span, Timestamp};

/// Nothing is silent before this.
const LEAST: Span = Span::days(30);

/// So many times the usual gap without an item is silence.
const GAPS: u64 = 3;

/// So many items at least tell what is usual.
const ITEMS: usize = 4;

/// The usual time between two items: the median of the gaps between these moments, in any order; `None` for fewer than
/// four.
///
/// The median, since one long holiday or one day with ten items says little about the rest.
#[must_use]
pub fn usual_gap(moments: &[Timestamp]) -> Option<Span> {
    if moments.len() < ITEMS {
        return None;
    }
    let mut moments = moments.to_vec();
    moments.sort_unstable();
    let mut gaps: Vec<Span> = moments.windows(2).map(|pair| pair[1].since(pair[0])).collect();
    gaps.sort_unstable();
    gaps.get(gaps.len() / 2).copied()
}

/// Whether a feed whose newest item is of `newest` is silent: nothing for 30 days and for three usual gaps.
#[must_use]
pub fn is_silent(newest: Timestamp, usual: Option<Span>, now: Timestamp) -> bool {
    let since = now.since(newest);
    since >= LEAST && since >= usual.unwrap_or(Span::ZERO).times(GAPS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(list: &[u64]) -> Vec<Timestamp> {
        list.iter().map(|day| Timestamp::EPOCH.plus(Span::days(*day))).collect()
    }

    #[test]
    fn the_usual_gap_is_not_moved_by_one_holiday() {
        assert_eq!(usual_gap(&days(&[0, 1, 2, 3, 60, 61])), Some(Span::days(1)));
        assert_eq!(usual_gap(&days(&[21, 0, 14, 7])), Some(Span::days(7)));
        assert_eq!(usual_gap(&days(&[0, 1, 2])), None);
    }

    fn check(silent_days: u64, usual: Option<u64>, expected: bool) {
        let newest = Timestamp::EPOCH;
        let now = newest.plus(Span::days(silent_days));
        assert_eq!(is_silent(newest, usual.map(Span::days), now), expected, "{silent_days} {usual:?}");
    }

    #[test]
    fn a_feed_is_silent_after_thirty_days_and_three_gaps() {
        check(29, Some(1), false);
        check(30, Some(1), true);
        check(30, None, true);
        check(59, Some(20), false);
        check(60, Some(20), true);
    }

    #[test]
    fn a_newest_item_of_the_future_is_no_silence() {
        assert!(!is_silent(Timestamp::EPOCH.plus(Span::days(900)), None, Timestamp::EPOCH));
    }
}
