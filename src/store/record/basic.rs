//! Stored forms of what is stored as it is, and of what holds others.

use super::Stored;
use crate::model::{FeedId, FolderPath, ItemId, ItemKey};
use crate::time::{Span, Timestamp};

macro_rules! stored_as_it_is {
    ($($kind:ty),*) => {
        $(impl Stored for $kind {
            type Record = $kind;

            fn stored(&self) -> $kind {
                self.clone()
            }

            fn restored(record: $kind) -> Option<Self> {
                Some(record)
            }
        })*
    };
}

stored_as_it_is!(bool, u8, u16, u32, u64, String);

impl<T: Stored> Stored for Option<T> {
    type Record = Option<T::Record>;

    fn stored(&self) -> Self::Record {
        self.as_ref().map(Stored::stored)
    }

    fn restored(record: Self::Record) -> Option<Self> {
        match record {
            Some(record) => T::restored(record).map(Some),
            None => Some(None),
        }
    }
}

impl<T: Stored> Stored for Vec<T> {
    type Record = Vec<T::Record>;

    fn stored(&self) -> Self::Record {
        self.iter().map(Stored::stored).collect()
    }

    fn restored(record: Self::Record) -> Option<Self> {
        record.into_iter().map(T::restored).collect()
    }
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    type Record = (A::Record, B::Record);

    fn stored(&self) -> Self::Record {
        (self.0.stored(), self.1.stored())
    }

    fn restored(record: Self::Record) -> Option<Self> {
        Some((A::restored(record.0)?, B::restored(record.1)?))
    }
}

impl Stored for Timestamp {
    type Record = i64;

    fn stored(&self) -> i64 {
        self.as_millis()
    }

    fn restored(record: i64) -> Option<Self> {
        Some(Self::from_millis(record))
    }
}

impl Stored for Span {
    type Record = u64;

    fn stored(&self) -> u64 {
        self.as_millis()
    }

    fn restored(record: u64) -> Option<Self> {
        Some(Self::millis(record))
    }
}

impl Stored for FeedId {
    type Record = u32;

    fn stored(&self) -> u32 {
        self.0
    }

    fn restored(record: u32) -> Option<Self> {
        Some(Self(record))
    }
}

impl Stored for ItemKey {
    type Record = u64;

    fn stored(&self) -> u64 {
        self.0
    }

    fn restored(record: u64) -> Option<Self> {
        Some(Self(record))
    }
}

impl Stored for ItemId {
    type Record = (u32, u64);

    fn stored(&self) -> (u32, u64) {
        (self.feed.0, self.key.0)
    }

    fn restored((feed, key): (u32, u64)) -> Option<Self> {
        Some(Self { feed: FeedId(feed), key: ItemKey(key) })
    }
}

impl Stored for FolderPath {
    type Record = Vec<String>;

    fn stored(&self) -> Vec<String> {
        self.names().to_vec()
    }

    fn restored(record: Vec<String>) -> Option<Self> {
        Self::new(record)
    }
}
