//! The side table: what a document says that feed-rs drops, read in the same pass and joined by position.

mod body;
mod cloud;
mod dated;
mod direction;
mod feed;
mod frame;
mod item;
mod link;
mod media;
mod rhythm;

pub(super) use body::undo_double_escape;
pub(super) use direction::of_markup;
pub(super) use feed::feed;
pub(super) use frame::Frame;
pub(super) use item::item;
pub(super) use media::seconds;

use crate::model::{Cloud, DaySet, Direction, Enclosure, Format, HourSet, Hub, Media, UpdatePeriod};
use crate::time::{Span, Timestamp};

use super::Stated;
use super::identity::Source;

/// What belongs to the feed.
#[derive(Clone, Debug, Default)]
pub(super) struct FeedExtra {
    pub(super) format: Format,
    pub(super) link: Option<String>,
    pub(super) language: Option<String>,
    pub(super) direction: Option<Direction>,
    pub(super) self_link: Option<String>,
    pub(super) ttl: Option<Span>,
    pub(super) update_period: Option<UpdatePeriod>,
    pub(super) skip_hours: HourSet,
    pub(super) skip_days: DaySet,
    pub(super) hubs: Vec<Hub>,
    pub(super) cloud: Option<Cloud>,
    pub(super) complete: bool,
    pub(super) previous_archive: Option<String>,
    pub(super) next_page: Option<String>,
    pub(super) new_address: Option<String>,
    pub(super) expired: bool,
}

/// What belongs to an item.
#[derive(Clone, Debug, Default)]
pub(super) struct ItemExtra {
    pub(super) source_of_identity: Source,
    pub(super) stated: Stated,
    pub(super) published: Option<Timestamp>,
    pub(super) updated: Option<Timestamp>,
    pub(super) link: Option<String>,
    pub(super) language: Option<String>,
    pub(super) direction: Option<Direction>,
    pub(super) content_base: Option<String>,
    pub(super) content_language: Option<String>,
    pub(super) enclosures: Vec<Enclosure>,
    pub(super) media: Vec<Media>,
    pub(super) comments: Option<String>,
    pub(super) source: Option<(Option<String>, Option<String>)>,
}
