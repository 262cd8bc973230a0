//! Subscriptions: what the user decided about a feed.

use super::{Access, DirectionChoice, FeedId, FolderPath};
use crate::time::{Span, Timestamp};

/// A feed that the user reads, with the user's settings for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// Its number.
    pub id: FeedId,
    /// The address that is asked, exactly as it is requested.
    pub url: String,
    /// The user's own title for it.
    pub title: Option<String>,
    /// The folder it lies in.
    pub folder: Option<FolderPath>,
    /// The user's tags for the whole feed, sorted, without doubles.
    pub tags: Vec<String>,
    /// The direction chosen by the user.
    pub direction: DirectionChoice,
    /// A language tag that replaces what the document says.
    pub language: Option<String>,
    /// The encoding of its documents, whatever they say themselves: a label such as `windows-1256`.
    pub charset: Option<String>,
    /// How often it is to be checked.
    pub interval: IntervalChoice,
    /// How long its items are kept.
    pub retention: Retention,
    /// When it was subscribed.
    pub added: Timestamp,
    /// When it was unsubscribed. It is kept for a while so that this can be undone.
    pub removed: Option<Timestamp>,
    /// How its server is to be asked.
    pub access: Access,
    /// Attributes of its OPML outline that this version does not know, kept for the way back.
    pub extra: Vec<(String, String)>,
}

/// How often a feed is to be checked in the background.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum IntervalChoice {
    /// As often as the reader's default says.
    #[default]
    Default,
    /// At this interval; the floor and the publisher minimum still hold.
    Every(Span),
    /// Only when the user asks for it.
    Never,
}

/// How long items are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Retention {
    /// As the reader's default says.
    #[default]
    Default,
    /// For ever.
    Forever,
    /// For this long after they arrived.
    For(Span),
    /// The newest so many.
    Newest(u32),
}

impl Subscription {
    /// A subscription to `url` with default settings.
    #[must_use]
    pub fn new(id: FeedId, url: impl Into<String>, added: Timestamp) -> Self {
        Self {
            id,
            url: url.into(),
            title: None,
            folder: None,
            tags: Vec::new(),
            direction: DirectionChoice::Auto,
            language: None,
            charset: None,
            interval: IntervalChoice::Default,
            retention: Retention::Default,
            added,
            removed: None,
            access: Access::default(),
            extra: Vec::new(),
        }
    }
}
