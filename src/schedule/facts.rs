//! What the schedule of a feed follows from.

use crate::model::{CheckState, Feed, FeedId, IntervalChoice};
use crate::time::{Span, Timestamp};

/// No scheduled check is closer to the last one, whatever anyone sets (`product.md` section 3).
const LOWEST_FLOOR: Span = Span::minutes(15);

/// The settings that hold for all feeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The interval of feeds that have none of their own.
    pub interval: Span,
    /// The least time between two scheduled checks of a feed; never under 15 min.
    pub floor: Span,
    /// The random share, in thousandths of the interval.
    pub salt_per_mille: u64,
    /// Whether skip hours and days are obeyed.
    pub skip: Skip,
}

/// Whether skip hours and days are obeyed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Skip {
    /// They are shown only.
    #[default]
    Shown,
    /// They are obeyed, as GMT.
    Obeyed,
}

/// What is known about one feed.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The feed.
    pub id: FeedId,
    /// The user's interval.
    pub interval: IntervalChoice,
    /// The publisher's words.
    pub feed: Option<&'a Feed>,
    /// What was observed.
    pub check: &'a CheckState,
    /// Until when its host asked to be left alone.
    pub host_hold: Option<Timestamp>,
}

impl Default for Policy {
    fn default() -> Self {
        Self { interval: Span::hours(24), floor: LOWEST_FLOOR, salt_per_mille: 200, skip: Skip::Shown }
    }
}

impl Policy {
    /// The floor that holds: the user may raise it, never lower it.
    pub(super) fn floor(&self) -> Span {
        self.floor.max(LOWEST_FLOOR)
    }
}
