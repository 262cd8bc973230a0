//! Keys: an area's letter, then numbers whose bytes sort as the numbers do.
//!
//! All records lie in one tree of sled, so that one batch over any of them is atomic. The areas that are read at
//! every start have the first letters and so lie side by side; the bodies of items come last.

use std::ops::Bound;

use crate::model::{FeedId, ItemId, ItemKey};
use crate::time::Timestamp;

/// The kinds of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Area {
    /// Single facts: version, seed, consent, the next number, the place in the history.
    Meta,
    /// The user's settings of a feed.
    Subscription,
    /// The publisher's words about a feed.
    Words,
    /// What was observed when a feed was asked.
    Check,
    /// Counts of a feed.
    Counts,
    /// Hosts that asked to be left alone.
    Hold,
    /// Small texts of the screen.
    Note,
    /// What can be undone.
    History,
    /// Hosts that answer deltas that can't be read.
    Host,
    /// Lists of one feed.
    FeedPosting,
    /// Lists over all feeds.
    AllPosting,
    /// What the user did to an item, and what lists show of it.
    Head,
    /// The index for search.
    Index,
    /// Whole items, several together.
    Body,
}

/// The lists that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// All items.
    All,
    /// Those not read.
    Unread,
    /// Those with a star.
    Starred,
}

/// The place of an item in a list: date, newest first, then feed, then key.
pub(super) type Place = [u8; 20];

/// From where to where keys are read.
pub(super) type Range = (Bound<Vec<u8>>, Bound<Vec<u8>>);

impl Area {
    /// All of them, in the order of their letters.
    pub(super) const EACH: [Self; 14] = [
        Self::Meta,
        Self::Subscription,
        Self::Words,
        Self::Check,
        Self::Counts,
        Self::Hold,
        Self::Note,
        Self::History,
        Self::Host,
        Self::FeedPosting,
        Self::AllPosting,
        Self::Head,
        Self::Index,
        Self::Body,
    ];

    /// The first byte of its keys. Never changes: it is on people's disks.
    pub(super) const fn letter(self) -> u8 {
        match self {
            Self::Meta => b'A',
            Self::Subscription => b'B',
            Self::Words => b'C',
            Self::Check => b'D',
            Self::Counts => b'E',
            Self::Hold => b'F',
            Self::Note => b'G',
            Self::History => b'H',
            Self::Host => b'I',
            Self::FeedPosting => b'P',
            Self::AllPosting => b'Q',
            Self::Head => b'T',
            Self::Index => b'U',
            Self::Body => b'Z',
        }
    }

    /// Its name in messages.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Meta => "meta",
            Self::Subscription => "subscriptions",
            Self::Words => "feeds",
            Self::Check => "checks",
            Self::Counts => "counts",
            Self::Hold => "holds",
            Self::Note => "notes",
            Self::History => "history",
            Self::Host => "hosts",
            Self::FeedPosting | Self::AllPosting => "lists",
            Self::Head => "heads",
            Self::Index => "index",
            Self::Body => "items",
        }
    }

    /// The area that a key lies in.
    pub(super) fn of(key: &[u8]) -> Option<Self> {
        let letter = key.first()?;
        Self::EACH.into_iter().find(|area| area.letter() == *letter)
    }

    /// All keys of the area.
    pub(super) fn range(self) -> Range {
        prefix(&[self.letter()])
    }
}

impl Mark {
    /// All of them.
    pub(super) const EACH: [Self; 3] = [Self::All, Self::Unread, Self::Starred];

    const fn letter(self) -> u8 {
        match self {
            Self::All => b'a',
            Self::Unread => b'u',
            Self::Starred => b's',
        }
    }
}

/// The key of a single fact or a named record.
pub(super) fn named(area: Area, name: &str) -> Vec<u8> {
    [&[area.letter()], name.as_bytes()].concat()
}

/// The name in a key that [`named`] made, if it is one.
pub(super) fn name_of(key: &[u8]) -> Option<&str> {
    std::str::from_utf8(key.get(1..)?).ok()
}

/// The key of a record of a feed.
pub(super) fn feed(area: Area, feed: FeedId) -> Vec<u8> {
    [&[area.letter()][..], &feed.0.to_be_bytes()].concat()
}

/// The feed in a key of a feed or an item.
pub(super) fn feed_of(key: &[u8]) -> Option<FeedId> {
    Some(FeedId(u32::from_be_bytes(key.get(1..5)?.try_into().ok()?)))
}

/// The key of a record of an item.
pub(super) fn item(area: Area, id: ItemId) -> Vec<u8> {
    [&feed(area, id.feed)[..], &id.key.0.to_be_bytes()].concat()
}

/// The item in a key that [`item`] made, if it is one.
pub(super) fn item_of(key: &[u8]) -> Option<ItemId> {
    let hash = u64::from_be_bytes(key.get(5..13)?.try_into().ok()?);
    (key.len() == 13).then_some(ItemId { feed: feed_of(key)?, key: ItemKey(hash) })
}

/// The key of a chunk of a feed's items.
pub(super) fn chunk(id: FeedId, number: u32) -> Vec<u8> {
    [&feed(Area::Body, id)[..], &number.to_be_bytes()].concat()
}

/// The number in a key that [`chunk`] made, if it is one.
pub(super) fn chunk_of(key: &[u8]) -> Option<u32> {
    Some(u32::from_be_bytes(key.get(5..)?.try_into().ok()?))
}

/// The key of an entry of the history.
pub(super) fn entry(number: u64) -> Vec<u8> {
    [&[Area::History.letter()][..], &number.to_be_bytes()].concat()
}

/// The number in a key that [`entry`] made, if it is one.
pub(super) fn number_of(key: &[u8]) -> Option<u64> {
    Some(u64::from_be_bytes(key.get(1..)?.try_into().ok()?))
}

/// What all keys of a list of a feed start with.
pub(super) fn feed_list(mark: Mark, feed: FeedId) -> Vec<u8> {
    [&[Area::FeedPosting.letter(), mark.letter()][..], &feed.0.to_be_bytes()].concat()
}

/// What all keys of a list over all feeds start with.
pub(super) fn all_list(mark: Mark) -> Vec<u8> {
    vec![Area::AllPosting.letter(), mark.letter()]
}

/// The place of an item in lists over several feeds.
pub(super) fn place(date: Timestamp, id: ItemId) -> Place {
    let mut place = [0; 20];
    place[..8].copy_from_slice(&newest_first(date));
    place[8..12].copy_from_slice(&id.feed.0.to_be_bytes());
    place[12..].copy_from_slice(&id.key.0.to_be_bytes());
    place
}

/// The item at a place.
pub(super) fn placed(place: &Place) -> ItemId {
    let mut feed = [0; 4];
    feed.copy_from_slice(&place[8..12]);
    let mut hash = [0; 8];
    hash.copy_from_slice(&place[12..]);
    ItemId { feed: FeedId(u32::from_be_bytes(feed)), key: ItemKey(u64::from_be_bytes(hash)) }
}

/// The key of a block of a list that begins at a place.
pub(super) fn block(list: &[u8], first: &Place) -> Vec<u8> {
    [list, first].concat()
}

/// All keys that start with `start`.
pub(super) fn prefix(start: &[u8]) -> Range {
    (Bound::Included(start.to_vec()), behind(start))
}

/// The bound behind all keys that start with `start`.
pub(super) fn behind(start: &[u8]) -> Bound<Vec<u8>> {
    let mut end = start.to_vec();
    while let Some(last) = end.pop() {
        if last < u8::MAX {
            end.push(last + 1);
            return Bound::Excluded(end);
        }
    }
    Bound::Unbounded
}

/// Bytes that sort later the earlier the moment is.
fn newest_first(date: Timestamp) -> [u8; 8] {
    // Turning the sign bit makes signed numbers sort as unsigned ones; turning all bits reverses their order.
    let ascending = date.as_millis().cast_unsigned() ^ (1 << 63);
    (!ascending).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn id(feed: u32, key: u64) -> ItemId {
        ItemId { feed: FeedId(feed), key: ItemKey(key) }
    }

    proptest! {
        #[test]
        fn places_sort_newest_first_then_by_id(
            a: (i64, u32, u64),
            b: (i64, u32, u64),
        ) {
            let written = |(millis, feed, key)| place(Timestamp::from_millis(millis), id(feed, key));
            let order = b.0.cmp(&a.0).then(id(a.1, a.2).cmp(&id(b.1, b.2)));
            prop_assert_eq!(written(a).cmp(&written(b)), order);
            prop_assert_eq!(placed(&written(a)), id(a.1, a.2));
        }
    }

    #[test]
    fn item_keys_are_read_back() {
        let written = item(Area::Head, id(7, u64::MAX));
        assert_eq!(item_of(&written), Some(id(7, u64::MAX)));
        assert_eq!(item_of(&written[..12]), None);
    }

    #[test]
    fn a_prefix_ends_behind_its_last_key() {
        assert_eq!(behind(b"ab"), Bound::Excluded(b"ac".to_vec()));
        assert_eq!(behind(&[b'a', 255]), Bound::Excluded(b"b".to_vec()));
        assert_eq!(behind(&[255]), Bound::Unbounded);
    }

    #[test]
    fn letters_sort_as_the_areas_do_and_none_is_double() {
        let letters: Vec<u8> = Area::EACH.into_iter().map(Area::letter).collect();
        assert!(letters.is_sorted_by(|a, b| a < b));
    }
}
