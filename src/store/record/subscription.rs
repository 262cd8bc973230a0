//! The stored form of a subscription.

use serde::{Deserialize, Serialize};

use super::access::AccessV1;
use super::{Stored, stored_enum, stored_part};
use crate::model::{
    Access, Direction, DirectionChoice, FeedId, FolderPath, IntervalChoice, Retention, Subscription,
};
use crate::time::{Span, Timestamp};

stored_part!(Subscription as SubscriptionV1 {
    id: FeedId,
    url: String,
    title: Option<String>,
    folder: Option<FolderPath>,
    tags: Vec<String>,
    direction: DirectionChoice,
    language: Option<String>,
    interval: IntervalChoice,
    retention: Retention,
    added: Timestamp,
    removed: Option<Timestamp>,
    extra: Vec<(String, String)>,
} of Subscription::new(FeedId(0), "", Timestamp::EPOCH));

/// The second form.
pub(in crate::store) type SubscriptionV2 = (SubscriptionV1, AccessV1);

/// How the documents are to be read.
#[derive(Serialize, Deserialize)]
pub(in crate::store) struct ReadingV1 {
    charset: Option<String>,
}

/// The second form adds how the server is to be asked, the third how documents are read.
impl Stored for Subscription {
    type Record = (SubscriptionV1, AccessV1, ReadingV1);

    const VERSION: u8 = 3;

    fn stored(&self) -> Self::Record {
        let reading = ReadingV1 { charset: self.charset.clone() };
        (SubscriptionV1::of(self), self.access.stored(), reading)
    }

    fn restored((first, access, reading): Self::Record) -> Option<Self> {
        Some(Self { charset: reading.charset, ..from_second((first, access))? })
    }

    fn restored_older(version: u8, form: &[u8]) -> Option<Self> {
        match version {
            1 => postcard::from_bytes::<SubscriptionV1>(form).ok()?.into_model(),
            2 => from_second(postcard::from_bytes::<SubscriptionV2>(form).ok()?),
            _ => None,
        }
    }
}

/// Reads the second form.
pub(in crate::store) fn from_second((first, access): SubscriptionV2) -> Option<Subscription> {
    Some(Subscription { access: Access::restored(access)?, ..first.into_model()? })
}

stored_enum!(Direction as DirectionV1 { Ltr, Rtl });

impl Stored for DirectionChoice {
    type Record = Option<DirectionV1>;

    fn stored(&self) -> Self::Record {
        match self {
            Self::Auto => None,
            Self::Fixed(direction) => Some(direction.stored()),
        }
    }

    fn restored(record: Self::Record) -> Option<Self> {
        match record {
            None => Some(Self::Auto),
            Some(direction) => Direction::restored(direction).map(Self::Fixed),
        }
    }
}

#[derive(Serialize, Deserialize)]
pub(in crate::store) enum IntervalV1 {
    Default,
    Every(u64),
    Never,
}

impl Stored for IntervalChoice {
    type Record = IntervalV1;

    fn stored(&self) -> IntervalV1 {
        match self {
            Self::Default => IntervalV1::Default,
            Self::Every(span) => IntervalV1::Every(span.stored()),
            Self::Never => IntervalV1::Never,
        }
    }

    fn restored(record: IntervalV1) -> Option<Self> {
        Some(match record {
            IntervalV1::Default => Self::Default,
            IntervalV1::Every(millis) => Self::Every(Span::millis(millis)),
            IntervalV1::Never => Self::Never,
        })
    }
}

#[derive(Serialize, Deserialize)]
pub(in crate::store) enum RetentionV1 {
    Default,
    Forever,
    For(u64),
    Newest(u32),
}

impl Stored for Retention {
    type Record = RetentionV1;

    fn stored(&self) -> RetentionV1 {
        match self {
            Self::Default => RetentionV1::Default,
            Self::Forever => RetentionV1::Forever,
            Self::For(span) => RetentionV1::For(span.stored()),
            Self::Newest(count) => RetentionV1::Newest(*count),
        }
    }

    fn restored(record: RetentionV1) -> Option<Self> {
        Some(match record {
            RetentionV1::Default => Self::Default,
            RetentionV1::Forever => Self::Forever,
            RetentionV1::For(millis) => Self::For(Span::millis(millis)),
            RetentionV1::Newest(count) => Self::Newest(count),
        })
    }
}
