//! Items: what the publisher wrote. Immutable; what the user did to them is in [`super::Status`].

use super::{Direction, Enclosure, ItemKey, Media};
use crate::time::Timestamp;

/// One item of a feed (RSS item, Atom entry, JSON Feed item).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The hash of [`Item::identity`].
    pub key: ItemKey,
    /// What makes the item this one: its guid, else its link, else a digest of its content. Holds no feed address.
    pub identity: String,
    /// The publisher's own name for it, trimmed (`guid`, `id`).
    pub guid: Option<String>,
    /// Title as plain text, entities decoded, markup removed.
    pub title: Option<String>,
    /// The page of the item, absolute where the base was known.
    pub link: Option<String>,
    /// Who wrote it.
    pub authors: Vec<Person>,
    /// When it was first published, as stated; `None` if not stated or impossible.
    pub published: Option<Timestamp>,
    /// When it was last changed, as stated.
    pub updated: Option<Timestamp>,
    /// The publisher's categories, plain text, in document order.
    pub categories: Vec<String>,
    /// The language tag of the nearest enclosing element that has one, as written.
    pub language: Option<String>,
    /// A direction that the document states for the item itself (Atom `dir`, `dir` on the content's root).
    pub direction: Option<Direction>,
    /// The full text.
    pub content: Option<Content>,
    /// A short form of it.
    pub summary: Option<Content>,
    /// Files attached.
    pub enclosures: Vec<Enclosure>,
    /// Media named by `MediaRSS`, podcast chapters and transcripts.
    pub media: Vec<Media>,
    /// The page with comments on it.
    pub comments: Option<String>,
    /// The feed that it was taken from (RSS `source`, Atom `source`): its title and address.
    pub source: Option<(Option<String>, Option<String>)>,
}

/// A piece of text with the facts that are needed to show it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// The text.
    pub text: String,
    /// How it is to be read.
    pub markup: Markup,
    /// What relative addresses in it are relative to.
    pub base: Option<String>,
    /// Its own language tag, where it differs from the item's.
    pub language: Option<String>,
}

/// How a text is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Markup {
    /// HTML.
    #[default]
    Html,
    /// Plain text, line breaks kept.
    Plain,
}

/// A person as a feed names one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Person {
    /// Name, plain text.
    pub name: Option<String>,
    /// Mail address.
    pub email: Option<String>,
    /// Home page.
    pub url: Option<String>,
}

impl Item {
    /// An item of this identity that says nothing yet.
    #[must_use]
    pub fn new(key: ItemKey, identity: impl Into<String>) -> Self {
        Self {
            key,
            identity: identity.into(),
            guid: None,
            title: None,
            link: None,
            authors: Vec::new(),
            published: None,
            updated: None,
            categories: Vec::new(),
            language: None,
            direction: None,
            content: None,
            summary: None,
            enclosures: Vec::new(),
            media: Vec::new(),
            comments: None,
            source: None,
        }
    }

    /// The text to read: the content, else the summary.
    #[must_use]
    pub fn body(&self) -> Option<&Content> {
        self.content.as_ref().or(self.summary.as_ref())
    }
}

impl Person {
    /// What to call the person: the name, else the mail address, else the home page.
    #[must_use]
    pub fn display(&self) -> Option<&str> {
        self.name.as_deref().or(self.email.as_deref()).or(self.url.as_deref())
    }
}
