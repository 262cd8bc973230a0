//! The dates of an item: of each kind the last that can be meant, and the last that is stated.

use crate::feed::dates;
use crate::time::Timestamp;

/// What a date says, by the element that it stands in.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Published,
    Updated,
    Created,
    /// Dublin Core's `date`, which says nothing more.
    Plain,
}

/// The dates that were met.
#[derive(Debug, Default)]
pub(super) struct Dates {
    /// Those that a reader can go by.
    pub(super) meant: Kinds,
    /// All, also those that can't be meant.
    pub(super) stated: Kinds,
    /// Whether one was met that is none or can't be meant.
    pub(super) has_bad: bool,
}

/// One date of each kind.
#[derive(Debug, Default)]
pub(super) struct Kinds([Option<Timestamp>; 4]);

impl Dates {
    /// Takes a date in.
    pub(super) fn take(&mut self, kind: Kind, text: &str, now: Timestamp) {
        let stated = dates::stated(text);
        let meant = stated.filter(|date| dates::is_meant(*date, now));
        self.has_bad |= meant.is_none();
        for (kinds, date) in [(&mut self.stated, stated), (&mut self.meant, meant)] {
            let place = &mut kinds.0[kind as usize];
            *place = date.or(*place);
        }
    }
}

impl Kinds {
    /// When the item was published, as far as it is said.
    pub(super) fn published(&self) -> Option<Timestamp> {
        let [published, _, created, plain] = self.0;
        published.or(plain).or(created)
    }

    /// When it was last changed.
    pub(super) fn updated(&self) -> Option<Timestamp> {
        self.0[Kind::Updated as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_seconds(1_780_000_000);

    #[test]
    fn the_last_date_that_can_be_meant_counts() {
        let mut dates = Dates::default();
        for text in ["2026-03-01", "2026-03-02", "0001-01-01T00:00:00Z", "soon"] {
            dates.take(Kind::Published, text, NOW);
        }
        let shown = |kinds: &Kinds| kinds.published().map(Timestamp::to_rfc3339).unwrap_or_default();
        assert_eq!(shown(&dates.meant), "2026-03-02T00:00:00Z");
        assert_eq!(shown(&dates.stated), "0001-01-01T00:00:00Z");
        assert!(dates.has_bad && dates.meant.updated().is_none());
    }
}
