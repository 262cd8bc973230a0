//! The things that a feed reader is about, as plain data without behaviour towards the outside.
//!
//! What the publisher says ([`Feed`], [`Item`]) is kept apart from what the user decided ([`Subscription`])
//! and did ([`Status`]), and from what the engine observed ([`CheckState`]). The words are those of the
//! field: feed, subscription, item, folder, tag.

mod access;
mod change;
mod check;
mod direction;
mod feed;
mod folder;
mod id;
mod item;
mod media;
mod status;
mod subscription;
pub mod written;

pub use access::{Access, Login, Protocol, ProxyChoice, SecretSource};
pub use change::{Applied, Change, Scope, Setting};
pub use check::{
    CheckState, Failure, FailureKind, Freshness, Habits, LastCheck, Older, RedirectTrust, Saved, Validators,
};
pub use direction::{Direction, DirectionChoice};
pub use feed::{Cloud, DaySet, Feed, Format, HourSet, Hub, Period, UpdatePeriod};
pub use folder::FolderPath;
pub use id::{FeedId, ItemId, ItemKey, ParseItemIdError};
pub use item::{Content, Item, Markup, Person};
pub use media::{Enclosure, Media, MediaKind};
pub use status::{Standing, Status};
pub use subscription::{IntervalChoice, Retention, Subscription};
