//! Names of feeds and items that never change, whatever happens to their addresses.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A subscription's number: given once, never used again, independent of the address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeedId(pub u32);

/// What tells an item from the others of its feed: a hash of its identity, which holds no feed address.
///
/// An item keeps its key, and with it its read mark, when the feed moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemKey(pub u64);

/// One item of one feed. Its text form is `12-0123456789abcdef`: feed, then key in hexadecimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId {
    /// The feed that the item came in.
    pub feed: FeedId,
    /// The item within the feed.
    pub key: ItemKey,
}

/// A text that is not an item's id.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is not an item id")]
pub struct ParseItemIdError {
    /// What was given.
    pub text: String,
}

impl fmt::Display for FeedId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for ItemKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.feed, self.key)
    }
}

impl FromStr for ItemId {
    type Err = ParseItemIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseItemIdError { text: text.to_owned() };
        let (feed, key) = text.split_once('-').ok_or_else(error)?;
        if key.len() != 16 || !key.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(error());
        }
        let feed = feed.parse().map_err(|_| error())?;
        let key = u64::from_str_radix(key, 16).map_err(|_| error())?;
        Ok(Self { feed: FeedId(feed), key: ItemKey(key) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_id_survives_its_text_form() {
        let id = ItemId { feed: FeedId(12), key: ItemKey(0xab) };
        assert_eq!(id.to_string(), "12-00000000000000ab");
        assert_eq!(id.to_string().parse(), Ok(id));
    }

    #[test]
    fn other_texts_are_no_item_ids() {
        for text in
            ["", "12", "12-", "12-ab", "x-00000000000000ab", "12-+0000000000000ab", "1-2-00000000000000ab"]
        {
            assert!(text.parse::<ItemId>().is_err(), "{text}");
        }
    }
}
