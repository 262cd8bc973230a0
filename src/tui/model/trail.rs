//! Where the reader has been: the items that were opened, to go back and forth among them.

use super::Node;
use crate::engine::ItemRow;

/// The items that were opened, oldest first, and which of them is at hand.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    spots: Vec<Spot>,
    /// The number of the spot at hand; 0 if there is none.
    at: usize,
}

/// An item that was opened, and the list that it was opened from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    /// What the list is of.
    pub(crate) node: Node,
    /// The item as it was then.
    pub(crate) row: ItemRow,
}

/// So many items are remembered.
const MOST: usize = 200;

impl Trail {
    /// An item was opened. What lay ahead is forgotten, as in a browser.
    pub(crate) fn visit(&mut self, spot: Spot) {
        if self.here().is_some_and(|here| here.row.id == spot.row.id) {
            return;
        }
        self.spots.truncate(self.at + 1);
        self.spots.push(spot);
        if self.spots.len() > MOST {
            self.spots.remove(0);
        }
        self.at = self.spots.len() - 1;
    }

    /// The spot at hand.
    #[must_use]
    pub(crate) fn here(&self) -> Option<&Spot> {
        self.spots.get(self.at)
    }

    /// Goes so many spots back (or forth, if less than 0). Nothing if there are none in that direction.
    pub(crate) fn go(&mut self, back: isize) -> Option<&Spot> {
        let at = self.at.checked_add_signed(-back).filter(|at| *at < self.spots.len())?;
        self.at = at;
        self.here()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Direction, FeedId, ItemId, ItemKey};
    use crate::time::Timestamp;

    fn spot(key: u64) -> Spot {
        let row = ItemRow {
            id: ItemId { feed: FeedId(1), key: ItemKey(key) },
            title: String::new(),
            title_direction: Direction::Ltr,
            direction: Direction::Ltr,
            author: None,
            link: None,
            date: Timestamp::from_seconds(0),
            read: false,
            updated: None,
            starred: false,
            overrides: false,
        };
        Spot { node: Node::All, row }
    }

    fn key(spot: Option<&Spot>) -> Option<u64> {
        spot.map(|spot| spot.row.id.key.0)
    }

    #[test]
    fn one_goes_back_and_forth_and_a_new_visit_forgets_what_lay_ahead() {
        let mut trail = Trail::default();
        assert_eq!(trail.go(1), None);
        for visited in [1, 2, 2, 3] {
            trail.visit(spot(visited));
        }
        assert_eq!(key(trail.go(1)), Some(2));
        assert_eq!(key(trail.go(1)), Some(1));
        assert_eq!(trail.go(1), None);
        assert_eq!(key(trail.here()), Some(1));
        assert_eq!(key(trail.go(-1)), Some(2));
        trail.visit(spot(9));
        assert_eq!(trail.go(-1), None);
        assert_eq!(key(trail.go(1)), Some(2));
    }

    #[test]
    fn only_the_newest_are_remembered() {
        let mut trail = Trail::default();
        (0..300).for_each(|visited| trail.visit(spot(visited)));
        assert_eq!(trail.spots.len(), MOST);
        assert_eq!(key(trail.here()), Some(299));
    }
}
