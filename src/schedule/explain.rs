//! The schedule of a feed with its reasons, as data: others put them in words.

use crate::time::{Span, Timestamp};

/// When a feed is checked next, with the reasons as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// When.
    pub due: Due,
    /// What decided it, weightiest first.
    pub reasons: Vec<Reason>,
}

/// When a feed is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// At this moment; past ones are due now.
    At(Timestamp),
    /// Never in the background.
    Never,
}

/// What decided about the next check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It was never asked.
    FirstCheck,
    /// The reader's default interval.
    DefaultInterval(Span),
    /// The user's interval for this feed.
    UserInterval(Span),
    /// No check is closer to the last one than the floor.
    Floor(Span),
    /// A feed that never answered 304 is not asked more often.
    NoConditional(Span),
    /// The publisher's `ttl`.
    Ttl(Span),
    /// The publisher's `sy:updatePeriod`.
    UpdatePeriod(Span),
    /// `Cache-Control` or `Expires`.
    Freshness(Span),
    /// The random share that was added.
    Salt(Span),
    /// So many failures in a row.
    BackOff {
        /// Failures.
        failures: u32,
        /// The wait.
        wait: Span,
    },
    /// The feed or its host asked to wait until then.
    RetryAfter(Timestamp),
    /// Publisher's hours or days of rest.
    SkipHours,
    /// 410.
    Gone,
    /// 401: it waits for other credentials.
    Unauthorized,
    /// The user wants no checks.
    UserNever,
}
