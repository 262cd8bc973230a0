//! Moments and lengths of time, and the clock and the chance that are passed in.
//!
//! Only this module reads the system's clocks and names the date crate. Everything else is handed a
//! [`Timestamp`], a [`Clock`] or a [`Seed`], so that weeks can be simulated in a test.

use std::fmt;
use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use jiff::civil::{Date, Time};
use jiff::tz::{Offset, TimeZone};

/// A moment: milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

/// A length of time in whole milliseconds, never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span(u64);

/// A date and a time of day as people write them, without a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Civil {
    /// The year, 1 to 9999.
    pub year: i16,
    /// The month, 1 to 12.
    pub month: i8,
    /// The day of the month, 1 to 31.
    pub day: i8,
    /// The hour, 0 to 23.
    pub hour: i8,
    /// The minute, 0 to 59.
    pub minute: i8,
    /// The second, 0 to 59.
    pub second: i8,
    /// The day of the week, 0 for Monday to 6 for Sunday; ignored when a moment is made from it.
    pub weekday: i8,
}

/// The time zone in which moments are shown.
#[derive(Clone, Debug)]
pub struct Zone(TimeZone);

impl Timestamp {
    /// 1970-01-01T00:00:00Z.
    pub const EPOCH: Self = Self(0);

    /// The moment `millis` milliseconds after the epoch.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// The moment `seconds` seconds after the epoch.
    #[must_use]
    pub const fn from_seconds(seconds: i64) -> Self {
        Self(seconds.saturating_mul(1000))
    }

    /// Milliseconds since the epoch.
    #[must_use]
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// Whole seconds since the epoch, rounded down.
    #[must_use]
    pub const fn as_seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// The moment `span` later; the latest possible one if that would overflow.
    #[must_use]
    pub fn plus(self, span: Span) -> Self {
        Self(self.0.saturating_add(i64::try_from(span.0).unwrap_or(i64::MAX)))
    }

    /// The moment `span` earlier; the earliest possible one if that would overflow.
    #[must_use]
    pub fn minus(self, span: Span) -> Self {
        Self(self.0.saturating_sub(i64::try_from(span.0).unwrap_or(i64::MAX)))
    }

    /// How long after `earlier` this moment is; nothing if it is not after it.
    #[must_use]
    pub fn since(self, earlier: Self) -> Span {
        Span(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// The moment of a date and time of day at `offset` seconds east of UTC.
    ///
    /// `None` if there is no such date or time.
    #[must_use]
    pub fn from_civil(civil: Civil, offset: i32) -> Option<Self> {
        let date = Date::new(civil.year, civil.month, civil.day).ok()?;
        let time = Time::new(civil.hour, civil.minute, civil.second, 0).ok()?;
        let offset = Offset::from_seconds(offset).ok()?;
        let moment = offset.to_timestamp(date.to_datetime(time)).ok()?;
        Some(Self(moment.as_millisecond()))
    }

    /// Reads an RFC 3339 date and time with its zone.
    #[must_use]
    pub fn parse_rfc3339(text: &str) -> Option<Self> {
        text.parse::<jiff::Timestamp>().ok().map(|moment| Self(moment.as_millisecond()))
    }

    /// Date and time of day in `zone`.
    #[must_use]
    pub fn civil(self, zone: &Zone) -> Civil {
        let shown = self.jiff().to_zoned_datetime(zone.0.clone());
        Civil {
            year: shown.year(),
            month: shown.month(),
            day: shown.day(),
            hour: shown.hour(),
            minute: shown.minute(),
            second: shown.second(),
            weekday: shown.weekday().to_monday_zero_offset(),
        }
    }

    /// RFC 3339 in UTC, with whole seconds: `2026-01-31T12:00:00Z`.
    #[must_use]
    pub fn to_rfc3339(self) -> String {
        self.jiff().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
    }

    /// Clamped to what the date crate can hold, years -9999 to 9999.
    fn jiff(self) -> jiff::Timestamp {
        let clamped =
            self.0.clamp(jiff::Timestamp::MIN.as_millisecond(), jiff::Timestamp::MAX.as_millisecond());
        jiff::Timestamp::from_millisecond(clamped).unwrap_or(jiff::Timestamp::UNIX_EPOCH)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_rfc3339())
    }
}

impl Span {
    /// No time at all.
    pub const ZERO: Self = Self(0);

    /// `n` milliseconds.
    #[must_use]
    pub const fn millis(n: u64) -> Self {
        Self(n)
    }

    /// `n` seconds.
    #[must_use]
    pub const fn seconds(n: u64) -> Self {
        Self(n.saturating_mul(1000))
    }

    /// `n` minutes.
    #[must_use]
    pub const fn minutes(n: u64) -> Self {
        Self::seconds(n.saturating_mul(60))
    }

    /// `n` hours.
    #[must_use]
    pub const fn hours(n: u64) -> Self {
        Self::minutes(n.saturating_mul(60))
    }

    /// `n` days of 24 hours.
    #[must_use]
    pub const fn days(n: u64) -> Self {
        Self::hours(n.saturating_mul(24))
    }

    /// Milliseconds.
    #[must_use]
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// Whole seconds, rounded down.
    #[must_use]
    pub const fn as_seconds(self) -> u64 {
        self.0 / 1000
    }

    /// Whole minutes, rounded down.
    #[must_use]
    pub const fn as_minutes(self) -> u64 {
        self.0 / 60_000
    }

    /// The sum, at most the largest span.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// What is left after `other`, at least nothing.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// `n` times as long, at most the largest span.
    #[must_use]
    pub const fn times(self, n: u64) -> Self {
        Self(self.0.saturating_mul(n))
    }

    /// `part` of 1,000 parts of it; used for salt.
    #[must_use]
    pub const fn per_mille(self, part: u64) -> Self {
        Self(self.0 / 1000 * part + self.0 % 1000 * part / 1000)
    }

    /// As the standard library's duration.
    #[must_use]
    pub const fn to_std(self) -> Duration {
        Duration::from_millis(self.0)
    }
}

impl Zone {
    /// Coordinated universal time.
    #[must_use]
    pub fn utc() -> Self {
        Self(TimeZone::UTC)
    }

    /// The zone of this machine (`TZ`, else the system's), UTC where it is unknown.
    #[must_use]
    pub fn local() -> Self {
        Self(TimeZone::try_system().unwrap_or(TimeZone::UTC))
    }
}

/// The time of day and the time that passes, as the program sees them.
pub trait Clock: Send + Sync + fmt::Debug {
    /// The wall clock. It can jump in both directions.
    fn now(&self) -> Timestamp;

    /// Time since some fixed moment of this run. It never goes back; waits are measured with it.
    fn elapsed(&self) -> Span;
}

/// The machine's own clocks.
#[derive(Debug)]
pub struct SystemClock {
    started: Instant,
}

impl SystemClock {
    /// A clock whose [`Clock::elapsed`] starts at nothing.
    #[must_use]
    pub fn new() -> Self {
        Self { started: Instant::now() }
    }
}

impl Default for SystemClock {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        // A clock set before 1970 counts as 1970: the scheduler then only sees everything as not yet due.
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    fn elapsed(&self) -> Span {
        Span(u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX))
    }
}

/// A clock that stands still until a test moves it.
#[derive(Debug)]
pub struct ManualClock {
    state: Mutex<(Timestamp, Span)>,
}

impl ManualClock {
    /// A clock that shows `now`.
    #[must_use]
    pub fn new(now: Timestamp) -> Self {
        Self { state: Mutex::new((now, Span::ZERO)) }
    }

    /// Lets `span` pass on both clocks.
    pub fn advance(&self, span: Span) {
        let mut state = self.lock();
        *state = (state.0.plus(span), state.1.plus(span));
    }

    /// Sets the wall clock alone, as after a suspend or a correction.
    pub fn set(&self, now: Timestamp) {
        self.lock().0 = now;
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, (Timestamp, Span)> {
        // Two plain numbers: a panic elsewhere can't have left them half-written.
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        self.lock().0
    }

    fn elapsed(&self) -> Span {
        self.lock().1
    }
}

/// Where chance comes from: the same seed gives the same draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed(u64);

impl Seed {
    /// A seed with this value.
    #[must_use]
    pub const fn new(value: u64) -> Self {
        Self(value)
    }

    /// The value, to be stored.
    #[must_use]
    pub const fn value(self) -> u64 {
        self.0
    }

    /// A number from 0 to 999 that depends on the seed and the two labels only.
    ///
    /// The labels say what is drawn, for instance a feed's number and the moment of its last check.
    #[must_use]
    pub const fn per_mille(self, label: u64, turn: u64) -> u64 {
        mix(mix(self.0 ^ mix(label)) ^ turn) % 1000
    }
}

/// The finisher of `SplitMix64` (Steele, Lea, Flood 2014): each bit of the input moves half of the output's.
const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests;
