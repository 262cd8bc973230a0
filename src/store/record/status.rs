//! The stored form of what the user did to an item. It outlives the item.

use serde::{Deserialize, Serialize};

use super::{Stored, stored_struct};
use crate::model::{ItemKey, Status};
use crate::time::Timestamp;

/// A status with what lists need to know of its item, so that marking one reads no more than this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::store) struct StoredStatus {
    /// What the user did.
    pub(in crate::store) status: Status,
    /// The date that the item is sorted by.
    pub(in crate::store) date: Timestamp,
    /// Whether the item is there.
    pub(in crate::store) presence: Presence,
}

/// Whether the item of a status is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum Presence {
    /// It is.
    Here,
    /// It was removed and must not come back. What comparisons need of it is kept.
    Gone {
        /// See `Head::digest`.
        digest: u64,
        /// See `Head::likeness`.
        likeness: u64,
    },
    /// The publisher took it back (RFC 5005 section 2); it returns if the publisher gives it again.
    TakenBack {
        /// See `Head::digest`.
        digest: u64,
        /// See `Head::likeness`.
        likeness: u64,
    },
    /// There is no such item: the publisher once gave this key to another item of the feed.
    Alias(ItemKey),
}

stored_struct!(StoredStatus as StoredStatusV1 { status: Status, date: Timestamp, presence: Presence });

stored_struct!(Status as StatusV1 { read: bool, starred: bool, tags: Vec<String>, arrived: Timestamp });

#[derive(Serialize, Deserialize)]
pub(in crate::store) enum PresenceV1 {
    Here,
    Gone(u64, u64),
    TakenBack(u64, u64),
    Alias(u64),
}

impl Stored for Presence {
    type Record = PresenceV1;

    fn stored(&self) -> PresenceV1 {
        match self {
            Self::Here => PresenceV1::Here,
            Self::Gone { digest, likeness } => PresenceV1::Gone(*digest, *likeness),
            Self::TakenBack { digest, likeness } => PresenceV1::TakenBack(*digest, *likeness),
            Self::Alias(key) => PresenceV1::Alias(key.0),
        }
    }

    fn restored(record: PresenceV1) -> Option<Self> {
        Some(match record {
            PresenceV1::Here => Self::Here,
            PresenceV1::Gone(digest, likeness) => Self::Gone { digest, likeness },
            PresenceV1::TakenBack(digest, likeness) => Self::TakenBack { digest, likeness },
            PresenceV1::Alias(key) => Self::Alias(ItemKey(key)),
        })
    }
}
