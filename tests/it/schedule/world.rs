//! Months: publishers, a user with habits, a machine that sleeps and is started again, and a clock that is set.

use std::collections::BTreeMap;

use hudhud::model::IntervalChoice;
use hudhud::schedule::{Policy, Skip};
use hudhud::time::{Seed, Span, Timestamp};

use super::chance::Chance;
use super::oracle::{Oracle, Terms, Wish};
use super::publisher::{Asked, Publisher};
use super::reader::{Moment, Reader, Request};

const START: Timestamp = Timestamp::from_seconds(1_796_000_000);
const DAY: Span = Span::days(1);

/// How large a world is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) feeds: u32,
    pub(super) hosts: u64,
    pub(super) days: u64,
}

/// What happens to the reader.
#[derive(Clone, Copy, Debug)]
enum Happening {
    /// A key.
    Sign,
    /// The answer to the question about background checks.
    Consent(bool),
    /// The program ends and is started again so much later.
    Restart(Span),
    /// The machine sleeps for so long: the clock that never jumps stands still.
    Sleep(Span),
    /// The clock is set: forward or back by so many minutes.
    Set(i64),
    /// F5.
    Refresh(usize),
    /// Shift-F5.
    RefreshAll,
}

pub(super) struct World {
    size: Size,
    chance: Chance,
    publishers: Vec<Publisher>,
    reader: Reader,
    pub(super) oracle: Oracle,
    happenings: BTreeMap<(Span, usize), Happening>,
    answers: BTreeMap<(Span, u64), Request>,
    sent: u64,
    /// True time since the start.
    time: Span,
    /// How long the machine slept or the program did not run: the other clock shows so much less.
    slept: Span,
    /// By how many minutes the wall clock is wrong.
    wrong: i64,
}

impl World {
    pub(super) fn new(seed: u64, size: Size) -> Self {
        let mut chance = Chance::new(seed);
        let publishers: Vec<(Publisher, Wish)> = (0..size.feeds)
            .map(|number| {
                let publisher = Publisher::new(number, size.hosts, size.days, &mut chance);
                (publisher, wish(&mut chance))
            })
            .collect();
        let terms = Terms {
            interval: chance.pick(&[Span::hours(24), Span::hours(24), Span::hours(8)]),
            idle: (!seed.is_multiple_of(3)).then_some(Span::minutes(15)),
            rest: seed % 2 == 1,
        };
        let skip = if terms.rest { Skip::Obeyed } else { Skip::Shown };
        let policy = Policy { interval: terms.interval, skip, ..Policy::default() };
        let subs = publishers.iter().map(|(publisher, wish)| (publisher.url.clone(), choice(*wish)));
        let moment = Moment { now: START, elapsed: Span::ZERO };
        let reader = Reader::new(subs, (policy, terms.idle), Seed::new(seed), moment);
        let oracle = Oracle::new(terms, &publishers, START);
        let happenings = happenings(size, &mut chance);
        Self {
            size,
            chance,
            publishers: publishers.into_iter().map(|(publisher, _)| publisher).collect(),
            reader,
            oracle,
            happenings,
            answers: BTreeMap::new(),
            sent: 0,
            time: Span::ZERO,
            slept: Span::ZERO,
            wrong: 0,
        }
    }

    pub(super) fn run(&mut self) {
        let end = Span::days(self.size.days);
        while self.time < end {
            while let Some(((at, _), _)) = self.answers.first_key_value()
                && *at <= self.time
            {
                self.answer();
            }
            while let Some(entry) = self.happenings.first_entry()
                && entry.key().0 <= self.time
            {
                let happening = entry.remove();
                self.happen(happening);
            }
            self.turn();
        }
    }

    fn turn(&mut self) {
        let moment = self.moment();
        let turn = self.reader.turn(moment);
        turn.turned_away.iter().for_each(|request| self.oracle.turned_away(request));
        for request in turn.requests {
            self.oracle.request(&request, self.time, moment.now);
            let takes =
                Span::millis(if self.chance.one_in(50) { 15_000 } else { 50 + self.chance.below(2000) });
            self.sent += 1;
            self.answers.insert((self.time.plus(takes), self.sent), request);
        }
        let answer = self.answers.first_key_value().map(|((at, _), _)| *at);
        let happening = self.happenings.first_key_value().map(|((at, _), _)| *at);
        let wake = turn.wake.map(|wake| self.time.plus(wake));
        let next = [answer, happening, wake].into_iter().flatten().min();
        let least = self.time.plus(Span::millis(1));
        self.time = next.unwrap_or_else(|| self.time.plus(DAY)).max(least);
    }

    fn answer(&mut self) {
        let Some((_, request)) = self.answers.pop_first() else { return };
        let publisher = &self.publishers[request.feed];
        let asked = if request.conditional { Asked::Conditionally } else { Asked::Plainly };
        let date = START.plus(self.time);
        let reply = publisher.answer(&request.url, (self.time, date), asked, &mut self.chance);
        let now = self.moment().now;
        self.oracle.answer(&request, &reply, publisher, now);
        self.reader.answered(&request, &reply, &publisher.feed, now);
    }

    fn happen(&mut self, happening: Happening) {
        let now = self.moment().now;
        match happening {
            Happening::Sign => {
                self.reader.sign(now);
                self.oracle.sign(now);
            }
            Happening::Consent(yes) => {
                self.reader.consent = yes;
                self.oracle.consent(yes, now);
            }
            Happening::Restart(after) => {
                self.answers.clear();
                self.time = self.time.plus(after);
                let moment = self.moment();
                self.reader.restart(moment);
                self.oracle.restarted(moment.now);
            }
            Happening::Sleep(length) => {
                self.time = self.time.plus(length);
                self.slept = self.slept.plus(length);
                self.jumped();
            }
            Happening::Set(minutes) => {
                self.wrong += minutes;
                self.jumped();
            }
            Happening::Refresh(feed) => self.reader.want(feed),
            Happening::RefreshAll => (0..self.reader.feeds()).for_each(|feed| self.reader.want(feed)),
        }
    }

    fn jumped(&mut self) {
        let moment = self.moment();
        self.reader.jumped(moment);
        self.oracle.jumped(moment.now);
    }

    fn moment(&self) -> Moment {
        let true_time = START.plus(self.time).as_millis();
        Moment {
            now: Timestamp::from_millis(true_time + self.wrong * 60_000),
            elapsed: self.time.minus(self.slept),
        }
    }
}

fn wish(chance: &mut Chance) -> Wish {
    match chance.below(40) {
        0 => Wish::Never,
        1 => Wish::Every(chance.pick(&[Span::minutes(5), Span::minutes(15), Span::minutes(45)])),
        2..5 => Wish::Every(Span::hours(3)),
        5..8 => Wish::Every(Span::hours(50)),
        _ => Wish::Default,
    }
}

fn choice(wish: Wish) -> IntervalChoice {
    match wish {
        Wish::Default => IntervalChoice::Default,
        Wish::Every(span) => IntervalChoice::Every(span),
        Wish::Never => IntervalChoice::Never,
    }
}

fn happenings(size: Size, chance: &mut Chance) -> BTreeMap<(Span, usize), Happening> {
    let mut all = BTreeMap::new();
    let mut add = |at: Span, happening| {
        let number = all.len();
        all.insert((at, number), happening);
    };
    add(chance.span(Span::hours(1), Span::hours(5)), Happening::Consent(true));
    for day in 0..size.days {
        let moment = |chance: &mut Chance| Span::days(day).plus(chance.span(Span::ZERO, DAY));
        for _ in 0..3 {
            let begin = moment(chance);
            for sign in 0..chance.below(24) {
                add(begin.plus(Span::minutes(10 * sign)), Happening::Sign);
            }
        }
        if chance.one_in(3) {
            add(moment(chance), Happening::Restart(chance.span(Span::seconds(1), Span::hours(20))));
        }
        if chance.one_in(3) {
            add(moment(chance), Happening::Sleep(chance.span(Span::minutes(6), Span::hours(30))));
        }
        if chance.one_in(15) {
            let minutes = chance.pick(&[-3000, -500, -61, -6, 6, 45, 700, 5000]);
            add(moment(chance), Happening::Set(minutes));
        }
        if chance.one_in(10) {
            let begin = moment(chance);
            add(begin, Happening::Consent(false));
            add(begin.plus(chance.span(Span::hours(1), DAY)), Happening::Consent(true));
        }
        for _ in 0..chance.below(6) {
            let feed = usize::try_from(chance.below(u64::from(size.feeds))).expect("there are few feeds");
            add(moment(chance), Happening::Refresh(feed));
        }
        if chance.one_in(30) {
            add(moment(chance), Happening::RefreshAll);
        }
    }
    all
}
