//! The stored form of what was observed when a feed was asked, and of its counts.

use serde::{Deserialize, Serialize};

use super::{Stored, stored_part, stored_struct};
use crate::model::{
    CheckState, Failure, FailureKind, FeedId, Freshness, Habits, LastCheck, Older, RedirectTrust, Saved,
    Validators,
};
use crate::store::counters::Counts;
use crate::time::{Span, Timestamp};

stored_struct!(Counts as CountsV1 { total: u32, unread: u32, starred: u32 });

stored_part!(CheckState as CheckStateV1 {
    validators: Option<Validators>,
    freshness: Option<Freshness>,
    last_attempt: Option<Timestamp>,
    last_success: Option<Timestamp>,
    last_new_item: Option<Timestamp>,
    last: Option<LastCheck>,
    failures: u32,
    failing_since: Option<Timestamp>,
    not_before: Option<Timestamp>,
    answers_conditionally: bool,
    redirect: Option<RedirectTrust>,
    gone: bool,
    body_hash: Option<u64>,
    parser_version: u32,
    saved: Saved,
} of CheckState::default());

/// The second form adds what was learned about the server's ways.
impl Stored for CheckState {
    type Record = (CheckStateV1, HabitsV1);

    const VERSION: u8 = 2;

    fn stored(&self) -> Self::Record {
        (CheckStateV1::of(self), self.habits.stored())
    }

    fn restored((first, habits): Self::Record) -> Option<Self> {
        Some(Self { habits: Habits::restored(habits)?, ..first.into_model()? })
    }

    fn restored_older(version: u8, form: &[u8]) -> Option<Self> {
        (version == 1).then(|| postcard::from_bytes::<CheckStateV1>(form).ok())??.into_model()
    }
}

stored_struct!(Habits as HabitsV1 {
    tag_idle_until: Option<Timestamp>,
    new_tags: u32,
    changes_seen: bool,
    last_whole: Option<Timestamp>,
    usual_gap: Option<Span>,
    missing: u32,
    missing_since: Option<Timestamp>,
    suggestion: Option<RedirectTrust>,
    twin: Option<FeedId>,
    left: Option<String>,
    older: Older,
    unread: Option<Failure>,
});

#[derive(Serialize, Deserialize)]
pub(in crate::store) enum OlderV1 {
    Stated,
    At(String),
    Nowhere,
}

impl Stored for Older {
    type Record = OlderV1;

    fn stored(&self) -> OlderV1 {
        match self {
            Self::Stated => OlderV1::Stated,
            Self::At(url) => OlderV1::At(url.clone()),
            Self::Nowhere => OlderV1::Nowhere,
        }
    }

    fn restored(record: OlderV1) -> Option<Self> {
        Some(match record {
            OlderV1::Stated => Self::Stated,
            OlderV1::At(url) => Self::At(url),
            OlderV1::Nowhere => Self::Nowhere,
        })
    }
}

stored_struct!(Validators as ValidatorsV1 {
    url: String,
    etag: Option<Vec<u8>>,
    last_modified: Option<Vec<u8>>,
});

stored_struct!(Freshness as FreshnessV1 { span: Span });

stored_struct!(Failure as FailureV1 { kind: FailureKind, detail: String });

stored_struct!(RedirectTrust as RedirectTrustV1 { url: String, sightings: u32, first_seen: Timestamp });

stored_struct!(Saved as SavedV1 {
    checks: u64,
    unchanged: u64,
    received: u64,
    by_unchanged: u64,
    by_compression: u64,
    last_size: u64,
});

#[derive(Serialize, Deserialize)]
pub(in crate::store) enum LastCheckV1 {
    Unchanged,
    Updated { new: u32, changed: u32 },
    Failed(FailureV1),
}

impl Stored for LastCheck {
    type Record = LastCheckV1;

    fn stored(&self) -> LastCheckV1 {
        match self {
            Self::Unchanged => LastCheckV1::Unchanged,
            Self::Updated { new, changed } => LastCheckV1::Updated { new: *new, changed: *changed },
            Self::Failed(failure) => LastCheckV1::Failed(failure.stored()),
        }
    }

    fn restored(record: LastCheckV1) -> Option<Self> {
        Some(match record {
            LastCheckV1::Unchanged => Self::Unchanged,
            LastCheckV1::Updated { new, changed } => Self::Updated { new, changed },
            LastCheckV1::Failed(failure) => Self::Failed(Failure::restored(failure)?),
        })
    }
}

/// Both ways between the kinds of failures and their stored form, variant by variant.
macro_rules! stored_failure {
    ($($variant:ident),*) => {
        #[derive(Serialize, Deserialize)]
        pub(in crate::store) enum FailureKindV1 {
            Status(u16),
            $($variant),*
        }

        impl Stored for FailureKind {
            type Record = FailureKindV1;

            fn stored(&self) -> FailureKindV1 {
                match self {
                    Self::Status(code) => FailureKindV1::Status(*code),
                    $(Self::$variant => FailureKindV1::$variant),*
                }
            }

            fn restored(record: FailureKindV1) -> Option<Self> {
                Some(match record {
                    FailureKindV1::Status(code) => Self::Status(code),
                    $(FailureKindV1::$variant => Self::$variant),*
                })
            }
        }
    };
}

stored_failure!(
    Dns,
    Connect,
    Tls,
    Timeout,
    Truncated,
    TooLarge,
    Decoding,
    Gone,
    Unauthorized,
    Forbidden,
    Held,
    Redirect,
    Address,
    NotAFeed,
    Parse,
    Store,
    BotProtection,
    Secret,
    NotHttp
);
