//! Feeds: what the publisher says about the whole document.

use super::{Direction, Person};
use crate::time::{Span, Timestamp};

/// A feed's own description of itself, as understood from its document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feed {
    /// The kind of document.
    pub format: Format,
    /// Title as plain text.
    pub title: Option<String>,
    /// The page that the feed belongs to, absolute where the base was known.
    pub link: Option<String>,
    /// Description or subtitle as plain text.
    pub description: Option<String>,
    /// Language tag as written, trimmed.
    pub language: Option<String>,
    /// A direction that the document states for itself (Atom `dir`).
    pub direction: Option<Direction>,
    /// The document's own address (`rel="self"`, JSON Feed `feed_url`).
    pub self_link: Option<String>,
    /// Pictures that stand for it: icon, logo, image.
    pub icon: Option<String>,
    /// Who is responsible for it.
    pub authors: Vec<Person>,
    /// The program that wrote it.
    pub generator: Option<String>,
    /// When it was last changed, as stated.
    pub updated: Option<Timestamp>,
    /// RSS `ttl`; `None` if it is missing, zero, negative or not a number.
    pub ttl: Option<Span>,
    /// `sy:updatePeriod` and `sy:updateFrequency`.
    pub update_period: Option<UpdatePeriod>,
    /// RSS `skipHours`.
    pub skip_hours: HourSet,
    /// RSS `skipDays`.
    pub skip_days: DaySet,
    /// `WebSub` hubs (`rel="hub"`) and JSON Feed hubs.
    pub hubs: Vec<Hub>,
    /// RSS `cloud`.
    pub cloud: Option<Cloud>,
    /// RFC 5005 section 2: the document holds every item there is.
    pub complete: bool,
    /// RFC 5005 section 4: the archive before this document.
    pub previous_archive: Option<String>,
    /// RFC 5005 section 3 and JSON Feed `next_url`: the page after this one.
    pub next_page: Option<String>,
    /// `itunes:new-feed-url`: where the publisher says that the feed moved.
    pub new_address: Option<String>,
    /// JSON Feed `expired`: the publisher says that nothing more will come.
    pub expired: bool,
}

/// The kinds of feed documents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// RSS 0.9x, 1.0 or 2.0.
    #[default]
    Rss,
    /// Atom 0.3 or 1.0.
    Atom,
    /// JSON Feed 1.0 or 1.1.
    Json,
}

/// The words of the RSS syndication module's `updatePeriod`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Period {
    /// `hourly`
    Hourly,
    /// `daily`, which is also the module's default
    Daily,
    /// `weekly`
    Weekly,
    /// `monthly`
    Monthly,
    /// `yearly`
    Yearly,
}

/// How often the publisher changes the feed, by the RSS syndication module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UpdatePeriod {
    /// The period.
    pub period: Period,
    /// How many times in that period, at least 1.
    pub frequency: u32,
}

/// Hours of the day, 0 to 23, GMT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HourSet(u32);

/// Days of the week, Monday first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DaySet(u8);

/// A server that can push the feed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Hub {
    /// Where to subscribe.
    pub url: String,
    /// The protocol as named by JSON Feed (`WebSub`, `rssCloud`); `None` in XML, where it is `WebSub`.
    pub protocol: Option<String>,
}

/// RSS `cloud`, as written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cloud {
    /// Host name.
    pub domain: String,
    /// Port; 80 if it is not stated.
    pub port: u16,
    /// Path, with its leading slash.
    pub path: String,
    /// Name of the procedure; empty for `http-post`.
    pub register_procedure: String,
    /// `http-post`, `https-post`, `xml-rpc` or `soap`.
    pub protocol: String,
}

impl Format {
    /// The word for it in JSON and in lists: `rss`, `atom` or `json`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rss => "rss",
            Self::Atom => "atom",
            Self::Json => "json",
        }
    }
}

impl Period {
    /// The module's word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Hourly => "hourly",
            Self::Daily => "daily",
            Self::Weekly => "weekly",
            Self::Monthly => "monthly",
            Self::Yearly => "yearly",
        }
    }

    /// How long it lasts, a month taken as 30 days and a year as 365.
    #[must_use]
    pub const fn span(self) -> Span {
        match self {
            Self::Hourly => Span::hours(1),
            Self::Daily => Span::days(1),
            Self::Weekly => Span::days(7),
            Self::Monthly => Span::days(30),
            Self::Yearly => Span::days(365),
        }
    }
}

impl HourSet {
    /// Adds an hour. 24 is midnight; others above 23 are no hours and change nothing.
    pub fn insert(&mut self, hour: u8) {
        if hour <= 24 {
            self.0 |= 1 << (hour % 24);
        }
    }

    /// Whether `hour` (0 to 23) is in it.
    #[must_use]
    pub const fn contains(self, hour: u8) -> bool {
        hour < 24 && self.0 & (1 << hour) != 0
    }

    /// The hours in order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..24).filter(move |hour| self.contains(*hour))
    }

    /// As bits, hour 0 the lowest; to be stored.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// From stored bits; those above hour 23 are dropped.
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Self(bits & 0x00ff_ffff)
    }
}

impl DaySet {
    /// The English names, Monday first, as RSS writes them.
    pub const NAMES: [&'static str; 7] =
        ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

    /// Adds a day by its English name, letter case ignored; other words change nothing.
    pub fn insert_name(&mut self, name: &str) {
        if let Some(day) = Self::NAMES.iter().position(|known| known.eq_ignore_ascii_case(name.trim())) {
            self.0 |= 1 << day;
        }
    }

    /// Whether `day` (0 for Monday to 6 for Sunday) is in it.
    #[must_use]
    pub const fn contains(self, day: u8) -> bool {
        day < 7 && self.0 & (1 << day) != 0
    }

    /// The names in order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        (0_u8..7).filter(move |day| self.contains(*day)).map(|day| Self::NAMES[usize::from(day)])
    }

    /// As bits, Monday the lowest; to be stored.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// From stored bits; the eighth is dropped.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits & 0x7f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hour_24_is_midnight_and_later_ones_are_none() {
        let mut hours = HourSet::default();
        for hour in [24, 5, 25, 200] {
            hours.insert(hour);
        }
        assert_eq!(hours.iter().collect::<Vec<_>>(), [0, 5]);
    }

    #[test]
    fn days_are_read_in_any_letter_case() {
        let mut days = DaySet::default();
        for name in [" sunday ", "MONDAY", "Someday"] {
            days.insert_name(name);
        }
        assert_eq!(days.names().collect::<Vec<_>>(), ["Monday", "Sunday"]);
    }
}
