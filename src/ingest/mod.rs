//! Compares a parsed feed with what is stored: what is new, what changed, what is gone.

mod digest;
mod merge;

pub use digest::{digest, fingerprint, likeness};
pub use merge::{Extent, Known, Merge, Renaming, merge};

use crate::model::Item;
use crate::time::Timestamp;

/// The date that an item is sorted by: published, else updated, else its arrival; never after its arrival.
#[must_use]
pub fn sorting_date(item: &Item, arrived: Timestamp) -> Timestamp {
    item.published.or(item.updated).map_or(arrived, |stated| stated.min(arrived))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ItemKey;

    fn check(published: Option<i64>, updated: Option<i64>, expected: i64) {
        let mut item = Item::new(ItemKey(1), "a");
        item.published = published.map(Timestamp::from_seconds);
        item.updated = updated.map(Timestamp::from_seconds);
        let date = sorting_date(&item, Timestamp::from_seconds(100));
        assert_eq!(date, Timestamp::from_seconds(expected));
    }

    #[test]
    fn the_publication_wins_over_the_last_change() {
        check(Some(10), Some(20), 10);
        check(None, Some(20), 20);
    }

    #[test]
    fn an_item_without_a_date_sorts_by_its_arrival() {
        check(None, None, 100);
    }

    #[test]
    fn no_item_sorts_after_its_arrival() {
        check(Some(500), None, 100);
    }
}
