//! What the user can change, as data that can be undone.

use super::{
    DirectionChoice, FeedId, FolderPath, IntervalChoice, ItemId, Login, Protocol, ProxyChoice, Retention,
};
use crate::time::Timestamp;

/// A change that the user makes. Applying one gives the change that takes it back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Mark items read or unread.
    Read {
        /// Which items.
        items: Vec<ItemId>,
        /// Read, or unread.
        read: bool,
    },
    /// Mark all items of a scope read that arrived until then, so that none is marked that was never shown.
    ReadAll {
        /// Which feeds.
        scope: Scope,
        /// Items that arrived later stay as they are.
        until: Timestamp,
    },
    /// Star items or take the star away.
    Star {
        /// Which items.
        items: Vec<ItemId>,
        /// Starred, or not.
        starred: bool,
    },
    /// Give items a tag or take it away.
    Tag {
        /// Which items.
        items: Vec<ItemId>,
        /// The tag.
        tag: String,
        /// Given, or taken away.
        on: bool,
    },
    /// Change a setting of a subscription.
    Set {
        /// Which subscription.
        feed: FeedId,
        /// The setting with its new value.
        setting: Setting,
    },
    /// Unsubscribe; items and settings stay until the change can no longer be undone.
    Unsubscribe(FeedId),
    /// Take an unsubscription back.
    Resubscribe(FeedId),
    /// Several changes as one, in order.
    All(Vec<Change>),
}

/// One setting of a subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The user's own title; `None` for the publisher's.
    Title(Option<String>),
    /// The folder; `None` for the top.
    Folder(Option<FolderPath>),
    /// The tags of the feed.
    Tags(Vec<String>),
    /// The direction.
    Direction(DirectionChoice),
    /// A language in place of the document's.
    Language(Option<String>),
    /// The encoding of its documents in place of what they say.
    Charset(Option<String>),
    /// The interval of background checks.
    Interval(IntervalChoice),
    /// How long items are kept.
    Retention(Retention),
    /// The address.
    Url(String),
    /// User and secret for its server.
    Login(Option<Login>),
    /// Another `User-Agent`.
    UserAgent(Option<String>),
    /// Further header fields.
    Headers(Vec<(String, String)>),
    /// The versions of HTTP.
    Protocol(Protocol),
    /// Through whom it is asked.
    Proxy(ProxyChoice),
    /// A file with further authorities.
    Authority(Option<String>),
}

/// Which feeds are meant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// All of them.
    All,
    /// Those in a folder and the folders in it.
    Folder(FolderPath),
    /// One.
    Feed(FeedId),
}

/// What applying a change did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The change that takes it back; `None` if nothing changed.
    pub inverse: Option<Change>,
    /// The feeds whose lists or counts changed.
    pub feeds: Vec<FeedId>,
    /// How many items or settings changed.
    pub count: usize,
}
