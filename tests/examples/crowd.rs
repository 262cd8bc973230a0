//! What a crowd of readers costs one publisher in a week, with and without salt, back-off and conditional requests.
//!
//! `cargo run --release --example crowd [READERS] [--write]` simulates up to a million readers, each with the program's
//! own schedule (`hudhud::schedule::due`) and a seed of its own, and prints a table. With `--write` the table goes into
//! `docs/politeness.md` and the picture to `docs/pictures/crowd.svg`. Readers don't know of each other and the server
//! answers by the clock alone, so one is simulated after the other and only the requests of each second are kept.

use std::fmt::Write as _;
use std::time::Instant;

use hudhud::model::{CheckState, Failure, FailureKind, FeedId, IntervalChoice, LastCheck};
use hudhud::schedule::{Due, Facts, Policy, due};
use hudhud::time::{Seed, Span, Timestamp};

/// The first moment: 20:00 on a Monday, when the feed is named in the news.
const START: Timestamp = Timestamp::from_seconds(1_796_068_800);
const WEEK: Span = Span::days(7);
/// All subscribe within this time.
const RUSH: Span = Span::minutes(10);
/// The server is down for an hour when the crowd comes for the third time.
const OUTAGE: (Span, Span) = (Span::hours(48), Span::hours(49));
/// A new item comes this often.
const NEWS: Span = Span::hours(72);
/// Bytes of the document, compressed, with its header.
const DOCUMENT: u64 = 60_000;
/// Bytes of the header that says "not modified".
const NOT_MODIFIED: u64 = 300;
/// How often a reader without back-off tries again.
const AGAIN: Span = Span::minutes(1);

/// How the readers of a scenario behave.
#[derive(Clone, Copy)]
struct Manners {
    name: &'static str,
    interval: Span,
    salt_per_mille: u64,
    after_failure: AfterFailure,
    asks: Asks,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum AfterFailure {
    BacksOff,
    TriesAgain,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    Conditionally,
    ForEverything,
}

const HUDHUD: Manners = Manners {
    name: "as it is",
    interval: Span::hours(24),
    salt_per_mille: 200,
    after_failure: AfterFailure::BacksOff,
    asks: Asks::Conditionally,
};

const SCENARIOS: [Manners; 6] = [
    HUDHUD,
    Manners { name: "without salt", salt_per_mille: 0, ..HUDHUD },
    Manners {
        name: "without back-off (again every minute)",
        after_failure: AfterFailure::TriesAgain,
        ..HUDHUD
    },
    Manners { name: "without conditional requests", asks: Asks::ForEverything, ..HUDHUD },
    Manners { name: "without all three", ..RUDE },
    Manners { name: "without all three, every hour", interval: Span::hours(1), ..RUDE },
];

const RUDE: Manners = Manners {
    name: "",
    interval: Span::hours(24),
    salt_per_mille: 0,
    after_failure: AfterFailure::TriesAgain,
    asks: Asks::ForEverything,
};

/// What the server sees.
struct Load {
    /// Requests of each second.
    seconds: Vec<u32>,
    bytes: u64,
}

impl Load {
    fn of(manners: &Manners, readers: u32) -> Self {
        let mut load = Self { seconds: vec![0; usize_of(WEEK.as_seconds()) + 1], bytes: 0 };
        let policy = Policy {
            interval: manners.interval,
            salt_per_mille: manners.salt_per_mille,
            ..Policy::default()
        };
        for reader in 0..readers {
            let begin = Span::millis(RUSH.as_millis() * u64::from(reader) / u64::from(readers));
            load.reader(manners, &policy, begin, reader);
        }
        load
    }

    /// One reader's week.
    fn reader(&mut self, manners: &Manners, policy: &Policy, begin: Span, reader: u32) {
        let seed = Seed::new(u64::from(reader));
        let mut at = begin;
        let mut version = None;
        let mut check = CheckState::default();
        while at < WEEK {
            let now = START.plus(at);
            self.seconds[usize_of(at.as_seconds())] += 1;
            let up = at < OUTAGE.0 || at >= OUTAGE.1;
            if up {
                let current = at.as_seconds() / NEWS.as_seconds();
                let unchanged = version == Some(current) && manners.asks == Asks::Conditionally;
                self.bytes += if unchanged { NOT_MODIFIED } else { DOCUMENT };
                check.answers_conditionally |= unchanged;
                version = Some(current);
                succeed(&mut check, now);
            } else {
                fail(&mut check, now);
                if manners.after_failure == AfterFailure::TriesAgain {
                    at = at.plus(AGAIN);
                    continue;
                }
            }
            let facts = Facts {
                id: FeedId(0),
                interval: IntervalChoice::Default,
                feed: None,
                check: &check,
                host_hold: None,
            };
            let Due::At(next) = due(&facts, policy, now, seed).due else { return };
            at = next.since(START);
        }
    }

    fn requests(&self) -> u64 {
        self.seconds.iter().map(|count| u64::from(*count)).sum()
    }

    /// The most requests in one second between two moments.
    fn peak(&self, from: Span, to: Span) -> u32 {
        self.seconds[usize_of(from.as_seconds())..usize_of(to.as_seconds())]
            .iter()
            .copied()
            .max()
            .unwrap_or_default()
    }
}

fn succeed(check: &mut CheckState, now: Timestamp) {
    check.last_attempt = Some(now);
    check.last_success = Some(now);
    check.last = Some(LastCheck::Unchanged);
    check.failures = 0;
}

fn fail(check: &mut CheckState, now: Timestamp) {
    check.last_attempt = Some(now);
    check.failures += 1;
    check.last = Some(LastCheck::Failed(Failure { kind: FailureKind::Connect, detail: String::new() }));
}

fn usize_of(number: u64) -> usize {
    usize::try_from(number).expect("the seconds of a week fit")
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let readers = arguments.iter().find_map(|text| text.parse().ok()).unwrap_or(1_000_000_u32).min(1_000_000);
    let begun = Instant::now();
    let loads: Vec<Load> = std::thread::scope(|scope| {
        let runs = SCENARIOS.map(|manners| scope.spawn(move || Load::of(&manners, readers)));
        runs.map(|run| run.join().expect("a simulation has no way to fail")).into_iter().collect()
    });
    let table = table(&loads, readers);
    println!("{table}");
    println!("simulated in {:.1} s", begun.elapsed().as_secs_f64());
    if arguments.iter().any(|text| text == "--write") {
        write(&table, &picture(&loads, readers));
    }
}

fn table(loads: &[Load], readers: u32) -> String {
    let mut text = format!(
        "| {} readers | requests in the week | most in a second, second day | during the outage | hour after it | seventh day | bytes |\n\
         |---|---|---|---|---|---|---|\n",
        grouped(u64::from(readers))
    );
    for (manners, load) in SCENARIOS.iter().zip(loads) {
        let day = |day: u64| {
            load.peak(
                Span::days(day - 1).plus(Span::hours(1)),
                Span::days(day).plus(Span::hours(1)).min(WEEK),
            )
        };
        let after = load.peak(OUTAGE.1, OUTAGE.1.plus(Span::hours(1)));
        let cells = [
            grouped(load.requests()),
            grouped(u64::from(day(2))),
            grouped(u64::from(load.peak(OUTAGE.0, OUTAGE.1))),
            grouped(u64::from(after)),
            grouped(u64::from(day(7))),
            size(load.bytes),
        ];
        let _ = writeln!(text, "| {} | {} |", manners.name, cells.join(" | "));
    }
    text
}

fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn size(bytes: u64) -> String {
    format!("{} GB", grouped((bytes + 500_000_000) / 1_000_000_000))
}

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 70.0;
const BOTTOM: f64 = 40.0;
/// Seconds of one point of a line.
const STEP: usize = 1800;

/// The busiest second of each half hour, on a scale where each line is ten times the one below.
fn picture(loads: &[Load], readers: u32) -> String {
    let shown = [(4, "#b3261e"), (1, "#c77700"), (0, "#2a7f4f")];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        HEIGHT + 70.0
    );
    for power in 0..6 {
        let y = height(10_f64.powi(power));
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{WIDTH}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            y + 4.0,
            grouped(10_u64.pow(u32::try_from(power).unwrap_or(0)))
        );
    }
    for day in 0..7_u32 {
        let x = LEFT + (WIDTH - LEFT) / 7.0 * f64::from(day);
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"10\" y2=\"{}\" stroke=\"#eee\"/><text x=\"{:.1}\" y=\"{}\">day {}</text>",
            HEIGHT - BOTTOM,
            x + 4.0,
            HEIGHT - BOTTOM + 18.0,
            day + 1
        );
    }
    for (row, (index, colour)) in shown.into_iter().enumerate() {
        let points: Vec<String> = loads[index]
            .seconds
            .chunks(STEP)
            .enumerate()
            .map(|(at, seconds)| {
                let most = seconds.iter().copied().max().unwrap_or_default();
                format!("{:.1},{:.1}", along(at), height(f64::from(most)))
            })
            .collect();
        let y = HEIGHT + 15.0 + 20.0 * f64::from(u32::try_from(row / 2).unwrap_or(0));
        let x = LEFT + 420.0 * f64::from(u32::try_from(row % 2).unwrap_or(0));
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" points=\"{}\"/>\n\
             <rect x=\"{x}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"{colour}\"/><text x=\"{}\" y=\"{y}\">{}</text>",
            points.join(" "),
            y - 11.0,
            x + 18.0,
            SCENARIOS[index].name
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"{}\">requests in the busiest second of each half hour, {} readers</text>\n</svg>",
        HEIGHT + 60.0,
        grouped(u64::from(readers))
    );
    svg
}

fn along(step: usize) -> f64 {
    let steps = u32::try_from(usize_of(WEEK.as_seconds()) / STEP).unwrap_or(1);
    LEFT + (WIDTH - LEFT) * f64::from(u32::try_from(step).unwrap_or(0)) / f64::from(steps)
}

fn height(number: f64) -> f64 {
    let share = (number.max(0.5).log10() + 0.3) / 5.3;
    HEIGHT - BOTTOM - (HEIGHT - BOTTOM - 10.0) * share.clamp(0.0, 1.0)
}

/// Puts the table between its marks.
fn write(table: &str, picture: &str) {
    const MARKS: (&str, &str) = ("<!-- crowd: written by the example -->\n", "<!-- end of crowd -->");
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let page = docs.join("politeness.md");
    let text = std::fs::read_to_string(&page).expect("the page can be read");
    let (before, rest) = text.split_once(MARKS.0).expect("the page has the first mark");
    let (_, after) = rest.split_once(MARKS.1).expect("the page has the second mark");
    let (first, last) = MARKS;
    std::fs::write(&page, format!("{before}{first}\n{table}\n{last}{after}"))
        .expect("the page can be written");
    std::fs::create_dir_all(docs.join("pictures")).expect("the folder can be made");
    std::fs::write(docs.join("pictures/crowd.svg"), picture).expect("the picture can be written");
}
