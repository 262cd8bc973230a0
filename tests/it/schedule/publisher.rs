//! Publishers: what stands behind an address, and what it answers.

use hudhud::http::Headers;
use hudhud::model::{Feed, Period, UpdatePeriod};
use hudhud::time::{Span, Timestamp, Zone};

use super::chance::Chance;

/// One feed as its publisher runs it.
#[derive(Clone, Debug)]
pub(super) struct Publisher {
    /// The address that the reader knows first.
    pub(super) url: String,
    /// What the document says about time.
    pub(super) feed: Feed,
    /// `max-age` or `Expires`.
    fresh: Option<Span>,
    /// Whether it answers conditional requests.
    conditional: bool,
    /// The share of answers that are errors, in thousandths.
    trouble: u64,
    /// From then on, until then, it is not found.
    lost: Option<(Span, Span)>,
    /// From then on it is gone.
    gone: Option<Span>,
    /// From then on it is elsewhere.
    moved: Option<Move>,
}

#[derive(Clone, Debug)]
struct Move {
    from: Span,
    status: u16,
    target: String,
}

/// What came back, with its meaning as plain facts beside the bytes: the oracle reads the facts, the reader the bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Reply {
    /// 0 for no answer at all.
    pub(super) status: u16,
    pub(super) headers: Headers,
    pub(super) fresh: Option<Span>,
    pub(super) retry_after: Option<Span>,
    pub(super) target: Option<String>,
}

const DAY: Span = Span::days(1);

impl Publisher {
    pub(super) fn new(number: u32, hosts: u64, days: u64, chance: &mut Chance) -> Self {
        let host = chance.below(hosts);
        let mut feed = Feed::default();
        if chance.one_in(4) {
            feed.ttl = Some(Span::minutes(chance.pick(&[1, 30, 60, 180, 1440, 4320, 100_000])));
        }
        if chance.one_in(4) {
            let period = chance.pick(&[Period::Hourly, Period::Daily, Period::Weekly, Period::Yearly]);
            let frequency = chance.pick(&[0, 1, 2, 12]);
            feed.update_period = Some(UpdatePeriod { period, frequency });
        }
        if chance.one_in(20) {
            let first = chance.below(24);
            (first..first + 7).for_each(|hour| feed.skip_hours.insert(u8::try_from(hour % 24).unwrap_or(0)));
        }
        let when = |chance: &mut Chance| chance.span(Span::hours(1), Span::days(days));
        let fresh = chance.one_in(3).then(|| chance.span(Span::ZERO, Span::hours(30)));
        let conditional = !chance.one_in(4);
        let trouble = if chance.one_in(8) { 500 } else { chance.pick(&[0, 5, 20]) };
        let lost = chance.one_in(30).then(|| {
            let from = when(chance);
            (from, from.plus(chance.span(DAY, Span::days(40))))
        });
        let gone = chance.one_in(30).then(|| when(chance));
        let moved = chance.one_in(10).then(|| Move {
            from: when(chance),
            status: chance.pick(&[301, 302, 303, 307, 308]),
            target: format!("https://h{}.example/new/{number}", chance.below(hosts)),
        });
        let scheme = if chance.one_in(5) { "http" } else { "https" };
        Self {
            url: format!("{scheme}://h{host}.example/{number}"),
            feed,
            fresh,
            conditional,
            trouble,
            lost,
            gone,
            moved,
        }
    }

    /// What it answers at `at` to a request for `url`, on a server whose clock is right.
    pub(super) fn answer(
        &self,
        url: &str,
        (at, date): (Span, Timestamp),
        asked: Asked,
        chance: &mut Chance,
    ) -> Reply {
        if let Some(moved) = self.moved.as_ref().filter(|moved| at >= moved.from && url == self.url) {
            return Reply { target: Some(moved.target.clone()), ..Reply::status(moved.status) }.written(date);
        }
        if self.gone.is_some_and(|gone| at >= gone) {
            return Reply::status(410).written(date);
        }
        if self.lost.is_some_and(|(from, until)| at >= from && at < until) {
            return Reply::status(404).written(date);
        }
        if chance.below(1000) < self.trouble {
            return Self::trouble(chance).written(date);
        }
        let unchanged = self.conditional && asked == Asked::Conditionally && !chance.one_in(5);
        let fresh = self.fresh;
        Reply { fresh, ..Reply::status(if unchanged { 304 } else { 200 }) }.written(date)
    }

    fn trouble(chance: &mut Chance) -> Reply {
        let status = chance.pick(&[0, 0, 0, 0, 500, 500, 500, 503, 503, 404, 403, 401, 429, 429, 451]);
        let named = matches!(status, 429 | 503) && !chance.one_in(3);
        let retry_after =
            named.then(|| chance.pick(&[0, 30, 600, 7200, 100_000, 90_000_000])).map(Span::seconds);
        Reply { retry_after, ..Reply::status(status) }
    }
}

/// Whether a request carries validators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Conditionally,
    Plainly,
}

impl Reply {
    fn status(status: u16) -> Self {
        Self { status, ..Self::default() }
    }

    /// With the header fields that say what it means; lengths take turns between their two forms.
    fn written(mut self, date: Timestamp) -> Self {
        let as_date = date.as_seconds() % 2 == 0;
        let mut add = |name: &str, value: String| {
            self.headers.0.push((name.to_owned(), value.into_bytes()));
        };
        add("Date", http_date(date));
        match self.fresh {
            Some(span) if as_date => add("Expires", http_date(date.plus(span))),
            Some(span) => add("Cache-Control", format!("max-age={}", span.as_seconds())),
            None => {}
        }
        match self.retry_after {
            Some(span) if as_date => add("Retry-After", http_date(date.plus(span))),
            Some(span) => add("Retry-After", span.as_seconds().to_string()),
            None => {}
        }
        if let Some(target) = &self.target {
            add("Location", target.clone());
        }
        self
    }
}

/// RFC 9110 section 5.6.7.
fn http_date(moment: Timestamp) -> String {
    const DAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let civil = moment.civil(&Zone::utc());
    let place = |number: i8| usize::try_from(number).expect("a part of a date is not negative");
    format!(
        "{}, {:02} {} {} {:02}:{:02}:{:02} GMT",
        DAYS[place(civil.weekday)],
        civil.day,
        MONTHS[place(civil.month) - 1],
        civil.year,
        civil.hour,
        civil.minute,
        civil.second
    )
}
