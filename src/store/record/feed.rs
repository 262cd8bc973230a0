//! The stored form of the publisher's words about a feed.

use super::{Stored, stored_enum, stored_struct};
use crate::model::{Cloud, DaySet, Direction, Feed, Format, HourSet, Hub, Period, Person, UpdatePeriod};
use crate::time::{Span, Timestamp};

/// What the last document said about its feed, and what had to be repaired in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::store) struct Words {
    /// The publisher's words; `None` before the first answer.
    pub(in crate::store) feed: Option<Feed>,
    /// The names of the repairs.
    pub(in crate::store) repairs: Vec<String>,
}

stored_struct!(Words as WordsV1 { feed: Option<Feed>, repairs: Vec<String> });

stored_struct!(Feed as FeedV1 {
    format: Format,
    title: Option<String>,
    link: Option<String>,
    description: Option<String>,
    language: Option<String>,
    direction: Option<Direction>,
    self_link: Option<String>,
    icon: Option<String>,
    authors: Vec<Person>,
    generator: Option<String>,
    updated: Option<Timestamp>,
    ttl: Option<Span>,
    update_period: Option<UpdatePeriod>,
    skip_hours: HourSet,
    skip_days: DaySet,
    hubs: Vec<Hub>,
    cloud: Option<Cloud>,
    complete: bool,
    previous_archive: Option<String>,
    next_page: Option<String>,
    new_address: Option<String>,
    expired: bool,
});

stored_enum!(Format as FormatV1 { Rss, Atom, Json });

stored_enum!(Period as PeriodV1 { Hourly, Daily, Weekly, Monthly, Yearly });

stored_struct!(UpdatePeriod as UpdatePeriodV1 { period: Period, frequency: u32 });

stored_struct!(Hub as HubV1 { url: String, protocol: Option<String> });

stored_struct!(Cloud as CloudV1 {
    domain: String,
    port: u16,
    path: String,
    register_procedure: String,
    protocol: String,
});

impl Stored for HourSet {
    type Record = u32;

    fn stored(&self) -> u32 {
        self.bits()
    }

    fn restored(record: u32) -> Option<Self> {
        Some(Self::from_bits(record))
    }
}

impl Stored for DaySet {
    type Record = u8;

    fn stored(&self) -> u8 {
        self.bits()
    }

    fn restored(record: u8) -> Option<Self> {
        Some(Self::from_bits(record))
    }
}
