//! Finds the feeds that an address offers: a machine without I/O that is fed with answers.
//!
//! What was fetched first is looked at for all it can tell (`product.md` section 4); more is asked for only where it
//! tells nothing, and at most a handful of times.

mod address;
mod candidates;
mod guess;
mod kind;
mod link_header;
mod machine;
mod page;
mod site;

pub use address::{address, comparable, holds_login};
pub use machine::Discovery;

use crate::model::{Direction, DirectionChoice, FolderPath, Format, IntervalChoice};
use crate::time::Timestamp;

/// A feed that an address offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its address.
    pub url: String,
    /// Its title as the page gives it.
    pub title: Option<String>,
    /// Its format as far as it is known before it is fetched.
    pub format: Option<Format>,
    /// The same feed in other formats.
    pub alternatives: Vec<(Option<Format>, String)>,
    /// What it seems to hold.
    pub kind: CandidateKind,
}

/// What a candidate seems to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CandidateKind {
    /// The site's items.
    Main,
    /// Comments; listed last.
    Comments,
}

/// The first look at a feed before it is subscribed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// Its address after redirects.
    pub url: String,
    /// Its title.
    pub title: Option<String>,
    /// Its language tag.
    pub language: Option<String>,
    /// Its direction.
    pub direction: Direction,
    /// Titles and dates of its first items.
    pub items: Vec<(String, Option<Timestamp>)>,
    /// How many items the document holds.
    pub total: usize,
    /// What had to be repaired, as words.
    pub repairs: Vec<String>,
}

/// A subscription to be made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The address of the feed.
    pub url: String,
    /// The user's own title.
    pub title: Option<String>,
    /// The folder.
    pub folder: Option<FolderPath>,
    /// Tags.
    pub tags: Vec<String>,
    /// The direction.
    pub direction: DirectionChoice,
    /// The interval.
    pub interval: IntervalChoice,
    /// Whether it is fetched at once. A body that discovery or preview already brought is used, not fetched again.
    pub fetch: FetchNow,
}

/// Whether a new subscription is fetched at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FetchNow {
    /// Yes.
    #[default]
    Yes,
    /// No: at the first refresh or background check.
    No,
}

/// An answer that the machine is fed with.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    /// The address that answered, after redirects.
    pub url: &'a str,
    /// The HTTP status.
    pub status: u16,
    /// `Content-Type` as received.
    pub content_type: Option<&'a str>,
    /// `Link` headers as received.
    pub links: &'a [String],
    /// The body, decoded from its content coding.
    pub body: &'a [u8],
    /// The moment of the answer.
    pub now: Timestamp,
}

/// What the machine wants next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Ask this address and feed the answer to [`Discovery::step`].
    Fetch(String),
    /// Done. Empty if nothing was found.
    Found(Vec<Candidate>),
}

/// A text that is no address of a feed or page.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Nothing was given.
    #[error("the address is empty")]
    Empty,
    /// A scheme that is not asked.
    #[error("{scheme:?} is not a scheme of a feed; use http or https")]
    Scheme {
        /// The scheme.
        scheme: String,
    },
    /// It can't be read as an address.
    #[error("{text:?} is not an address")]
    Malformed {
        /// What was given.
        text: String,
    },
}

#[cfg(test)]
mod tests;
