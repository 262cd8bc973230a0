//! The lines of a backup. Keys are part of the form, see `docs/backup.md`: new ones may come, none changes its meaning.
//!
//! What is below `subscription`, `words`, `check`, `status`, `head`, `item` and `entry` is the stored form of the
//! record ([`crate::store::record`]), of which a released one never changes.

use serde::{Deserialize, Serialize};

use crate::model::{CheckState, Item, Subscription};
use crate::store::record::{Entry, Stored, StoredHead, StoredStatus, SubscriptionV2, Words, from_second};

type Form<T> = <T as Stored>::Record;

/// A line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    /// The first one.
    Hudhud(Start),
    /// What the reader knows of itself.
    Reader(Reader),
    /// A host that asked to be left alone.
    Hold { host: String, until: i64 },
    /// A host whose deltas can't be read, and when that was seen.
    Host { host: String, seen: i64 },
    /// A small text of the screen.
    Note { name: String, text: String },
    /// A change that can be taken back.
    History { number: u64, entry: Form<Entry> },
    /// A subscription; its items follow.
    Feed(Box<FeedLine>),
    /// An item, or what is left of one that is gone.
    Item(Box<ItemLine>),
    /// The last one: without it the backup was cut off.
    End { feeds: usize, items: usize },
}

/// What a backup starts with.
#[derive(Serialize, Deserialize)]
pub(super) struct Start {
    pub(super) version: u32,
    /// Milliseconds since 1970 in UTC, as all moments.
    pub(super) made: i64,
}

/// What the reader knows of itself.
#[derive(Serialize, Deserialize)]
pub(super) struct Reader {
    pub(super) seed: Option<u64>,
    pub(super) consent: Option<bool>,
    pub(super) next_feed: u32,
    pub(super) history: u64,
}

/// A subscription.
#[derive(Serialize, Deserialize)]
pub(super) struct FeedLine {
    pub(super) subscription: SubscriptionForm,
    pub(super) words: Form<Words>,
    pub(super) check: Form<CheckState>,
}

/// The settings, as this version writes them or as those before it did.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum SubscriptionForm {
    /// The newest form.
    Newest(Form<Subscription>),
    /// The second form, of backups made before encodings could be set.
    Second(SubscriptionV2),
}

impl SubscriptionForm {
    /// The subscription; `None` if the form holds what can't be.
    pub(super) fn restored(self) -> Option<Subscription> {
        match self {
            Self::Newest(form) => Subscription::restored(form),
            Self::Second(form) => from_second(form),
        }
    }
}

/// An item.
#[derive(Serialize, Deserialize)]
pub(super) struct ItemLine {
    pub(super) feed: u32,
    pub(super) key: u64,
    pub(super) status: Form<StoredStatus>,
    /// What lists show; none if the item is gone.
    pub(super) head: Option<Form<StoredHead>>,
    /// The whole item; none if the item is gone or its text was lost.
    pub(super) item: Option<Form<Item>>,
}
