//! What the engine observed when it asked for a feed: the facts from which the schedule is derived.

use super::FeedId;
use crate::time::{Span, Timestamp};

/// Everything that is remembered about asking for one feed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckState {
    /// What the last complete, parsed answer said about itself.
    pub validators: Option<Validators>,
    /// How long the last answer called itself fresh.
    pub freshness: Option<Freshness>,
    /// When the feed was last asked for, whatever came of it.
    pub last_attempt: Option<Timestamp>,
    /// When it last answered 200, 226 or 304.
    pub last_success: Option<Timestamp>,
    /// When an item was last new.
    pub last_new_item: Option<Timestamp>,
    /// What came of the last check.
    pub last: Option<LastCheck>,
    /// Failures since the last success.
    pub failures: u32,
    /// Since when it fails.
    pub failing_since: Option<Timestamp>,
    /// `Retry-After` of the feed itself: not before this moment.
    pub not_before: Option<Timestamp>,
    /// Whether it ever answered a conditional request with 304.
    pub answers_conditionally: bool,
    /// Where the feed is redirected to for good, until that is trusted.
    pub redirect: Option<RedirectTrust>,
    /// 410 Gone was answered: the schedule is `never` until it answers again.
    pub gone: bool,
    /// Hash of the last complete body, so that the same broken body is not parsed again.
    pub body_hash: Option<u64>,
    /// The version of the parser that last read it; a newer one asks once without validators.
    pub parser_version: u32,
    /// What politeness saved so far.
    pub saved: Saved,
    /// What was learned about the ways of its server and document.
    pub habits: Habits,
}

impl CheckState {
    /// Whether it answered 404 so often and for so long that it will hardly come back: ten times in a row over at
    /// least seven days (`fetching.md` section 3.5). Then it is asked weekly.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        let missing = matches!(
            &self.last,
            Some(LastCheck::Failed(failure)) if failure.kind == FailureKind::Status(404)
        );
        let lasted = match (self.habits.missing_since, self.last_attempt) {
            (Some(since), Some(attempt)) => attempt.since(since),
            _ => Span::ZERO,
        };
        missing && self.habits.missing >= 10 && lasted >= Span::days(7)
    }

    /// Whether it waits for other credentials: 401 or 407 was the last answer.
    #[must_use]
    pub fn wants_credentials(&self) -> bool {
        matches!(
            &self.last,
            Some(LastCheck::Failed(failure)) if failure.kind == FailureKind::Unauthorized
        )
    }
}

/// What was learned about the ways of one feed's server and document (`fetching.md` sections 3.3, 3.5, 3.6, 3.8).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    /// The server sent the same document again under the very tag that it was asked with: until then the tag is of no
    /// use and only `If-Modified-Since` is sent.
    pub tag_idle_until: Option<Timestamp>,
    /// How many times in a row the same document came under a new tag.
    pub new_tags: u32,
    /// Whether a conditional request ever brought another document.
    pub changes_seen: bool,
    /// When the document was last asked for without validators.
    pub last_whole: Option<Timestamp>,
    /// How long it usually takes until there is something new.
    pub usual_gap: Option<Span>,
    /// Answers 404 in a row.
    pub missing: u32,
    /// Since when.
    pub missing_since: Option<Timestamp>,
    /// Another address that the document names as its own (`itunes:new-feed-url`, `rel="self"`), as often as it was
    /// seen. A suggestion to the user, never followed by itself.
    pub suggestion: Option<RedirectTrust>,
    /// Another subscription that ends at the same address.
    pub twin: Option<FeedId>,
    /// An address that the user left by hand: no redirect leads back there.
    pub left: Option<String>,
    /// Where older items are to be found.
    pub older: Older,
    /// Why the last complete body could not be read, if it could not: the same one is not tried again.
    pub unread: Option<Failure>,
}

/// Where older items than those in the document are to be found (RFC 5005, JSON Feed `next_url`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Older {
    /// Where the document itself says; nothing was loaded yet.
    #[default]
    Stated,
    /// At this address: everything up to there was loaded.
    At(String),
    /// Nowhere: all was loaded.
    Nowhere,
}

/// `ETag` and `Last-Modified`, byte for byte, with the address they belong to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validators {
    /// The address that gave them (RFC 9110 section 8.8: they belong to one representation).
    pub url: String,
    /// `ETag` as received, quotes and `W/` included; not always UTF-8.
    pub etag: Option<Vec<u8>>,
    /// `Last-Modified` as received; never parsed.
    pub last_modified: Option<Vec<u8>>,
}

/// How long an answer called itself fresh (`Cache-Control: max-age` less `Age`, else `Expires` less `Date`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Freshness {
    /// For how long, unclamped.
    pub span: Span,
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LastCheck {
    /// 304: nothing changed.
    Unchanged,
    /// 200 or 226 with a feed in it.
    Updated {
        /// Items that were not there before.
        new: u32,
        /// Items that were there and changed.
        changed: u32,
    },
    /// It failed.
    Failed(Failure),
}

/// Why a check failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The kind of failure, on which the program decides.
    pub kind: FailureKind,
    /// Details for people: a host, a limit, a parser's complaint. Not a sentence.
    pub detail: String,
}

/// The kinds of failures that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// The host's name has no address.
    Dns,
    /// No connection.
    Connect,
    /// The certificate or the handshake was refused.
    Tls,
    /// One of the time limits.
    Timeout,
    /// The answer broke off.
    Truncated,
    /// One of the size limits.
    TooLarge,
    /// The body could not be decoded.
    Decoding,
    /// An HTTP status that is an error, other than those below.
    Status(u16),
    /// 410.
    Gone,
    /// 401 or 407.
    Unauthorized,
    /// 403.
    Forbidden,
    /// 403 by a service that keeps programs out (`cf-mitigated: challenge`).
    BotProtection,
    /// 429, or 503 with `Retry-After`.
    Held,
    /// Too many hops, a loop, or a target that is not followed.
    Redirect,
    /// An address that must not be asked.
    Address,
    /// A web page where a feed was expected.
    NotAFeed,
    /// A feed that could not be understood.
    Parse,
    /// The store could not keep the result.
    Store,
    /// The secret of the feed's login can't be had.
    Secret,
    /// What answers doesn't speak HTTP.
    NotHttp,
}

/// A permanent redirect that has been seen but is not yet adopted (`product.md` section 3, 301 and 308).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedirectTrust {
    /// Where it leads.
    pub url: String,
    /// How often it was seen.
    pub sightings: u32,
    /// When it was first seen.
    pub first_seen: Timestamp,
}

/// What was not transferred thanks to conditional requests, deltas and compression.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Saved {
    /// Checks made.
    pub checks: u64,
    /// Checks answered with 304.
    pub unchanged: u64,
    /// Bytes received on the wire, bodies only.
    pub received: u64,
    /// Bytes that 304 and 226 saved, by the size of the last full body.
    pub by_unchanged: u64,
    /// Bytes that compression saved.
    pub by_compression: u64,
    /// Size of the last full body, decoded.
    pub last_size: u64,
}
