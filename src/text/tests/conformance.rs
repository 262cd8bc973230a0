//! Unicode's conformance files for UAX #9, run through our own pipeline: base, levels after rule L1, and the order
//! of clusters before controls vanish.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::model::Direction;
use crate::text::paragraph::{Blanks, Builder, Paragraph, REMOVED};
use crate::text::{Purpose, Settings, Shaping, direction, levels, reorder, truncate};

/// What the pipeline makes of a case.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    base: u8,
    levels: Vec<u8>,
    /// The first kept character of each cluster, from left to right.
    order: Vec<usize>,
    /// Characters that are no first kept one of their cluster.
    inner: Vec<usize>,
}

fn run(text: &str, base: Option<Direction>) -> Outcome {
    let base = base.or_else(|| direction::first_strong(text)).unwrap_or_default();
    let settings = Settings { base, width: usize::MAX, shaping: Shaping::Off, purpose: Purpose::Conformance };
    let mut paragraph: Paragraph =
        Builder::new(text, &[], settings.purpose).build(0..text.len(), base, Blanks::Running);
    levels::resolve(&mut paragraph);
    let clusters = truncate::clusters(&paragraph, settings);
    let mut list = clusters.list;
    // A tab is several cells on the screen, but one character here.
    list.dedup_by_key(|cluster| cluster.units().start);
    let all = paragraph.units.len();
    let leveled = reorder::leveled(&paragraph, &list, all);
    let head = |at: usize| {
        list[leveled[at].0].units().find(|unit| paragraph.units[*unit].level != REMOVED).unwrap_or(all)
    };
    let order: Vec<usize> = reorder::visual_order(&leveled).into_iter().map(head).collect();
    let inner = (0..all).filter(|at| !order.contains(at)).collect();
    Outcome { base: levels::of_base(base), levels: levels::of_line(&paragraph.units, base), order, inner }
}

fn numbers(list: &str) -> Vec<u8> {
    list.split_whitespace().map(|number| number.parse().unwrap_or(REMOVED)).collect()
}

fn check(outcome: &Outcome, levels: &[u8], order: &[u8], case: &str) {
    assert_eq!(outcome.levels, levels, "levels of {case}");
    let heads: Vec<usize> =
        order.iter().map(|at| usize::from(*at)).filter(|at| !outcome.inner.contains(at)).collect();
    assert_eq!(outcome.order, heads, "order of {case}");
}

/// A case of `BidiCharacterTest`: text, base, resolved base, levels, order.
fn check_characters(line: &str) {
    let fields: Vec<&str> = line.split(';').collect();
    let text: String =
        fields[0].split(' ').filter_map(|code| char::from_u32(u32::from_str_radix(code, 16).ok()?)).collect();
    let base = match fields[1] {
        "0" => Some(Direction::Ltr),
        "1" => Some(Direction::Rtl),
        _ => None,
    };
    let outcome = run(&text, base);
    assert_eq!(outcome.base.to_string(), fields[2], "base of {line}");
    check(&outcome, &numbers(fields[3]), &numbers(fields[4]), line);
}

/// A character for a class of `BidiTest`.
fn sample(class: &str) -> char {
    match class {
        "L" => 'a',
        "R" => 'א',
        "AL" => 'ب',
        "EN" => '1',
        "ES" => '-',
        "ET" => '%',
        "AN" => '٠',
        "CS" => ',',
        "B" => '\u{2029}',
        "S" => '\t',
        "WS" => ' ',
        "ON" => '!',
        "NSM" => '\u{300}',
        "BN" => '\u{200B}',
        "LRE" => '\u{202A}',
        "RLE" => '\u{202B}',
        "PDF" => '\u{202C}',
        "LRO" => '\u{202D}',
        "RLO" => '\u{202E}',
        "LRI" => '\u{2066}',
        "RLI" => '\u{2067}',
        "FSI" => '\u{2068}',
        "PDI" => '\u{2069}',
        other => panic!("no class {other}"),
    }
}

/// The state of `BidiTest`: the levels and the order that hold for the lines that follow.
#[derive(Default)]
struct Expected {
    levels: Vec<u8>,
    order: Vec<u8>,
}

impl Expected {
    /// Takes a line; returns the number of cases that it had.
    fn take(&mut self, line: &str) -> usize {
        if let Some(levels) = line.strip_prefix("@Levels:") {
            self.levels = numbers(levels);
        } else if let Some(order) = line.strip_prefix("@Reorder:") {
            self.order = numbers(order);
        } else if let Some((classes, bases)) = line.split_once(';') {
            let text: String = classes.split_whitespace().map(sample).collect();
            let bases: u8 = bases.trim().parse().unwrap();
            let all = [(1, None), (2, Some(Direction::Ltr)), (4, Some(Direction::Rtl))];
            let cases = all.into_iter().filter(|(bit, _)| bases & bit != 0);
            return cases.map(|(_, base)| check(&run(&text, base), &self.levels, &self.order, line)).count();
        }
        0
    }
}

fn lines(name: &str) -> Option<impl Iterator<Item = String>> {
    let Some(shared) = std::env::var_os("HUDHUD_SHARED") else {
        println!("skipped: HUDHUD_SHARED is not set");
        return None;
    };
    let path = PathBuf::from(shared).join("bidi").join(name);
    let child = Command::new("xz").arg("-dc").arg(path).stdout(Stdio::piped()).spawn();
    let Ok(mut child) = child else {
        println!("skipped: xz is not installed");
        return None;
    };
    let out = child.stdout.take().unwrap();
    let lines = BufReader::new(out).lines().map_while(Result::ok);
    Some(lines.filter(|line| !line.is_empty() && !line.starts_with('#')).chain(std::iter::from_fn(
        move || {
            assert!(child.wait().unwrap().success());
            None
        },
    )))
}

/// Runs `work` on two threads, each of which is to take every other case; returns the sum.
fn halves(work: impl Fn(usize) -> usize + Sync) -> usize {
    let work = &work;
    std::thread::scope(|scope| {
        let threads = [0, 1].map(|half| scope.spawn(move || work(half)));
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    })
}

#[test]
fn bidi_character_test_passes() {
    let Some(lines) = lines("BidiCharacterTest-15.0.0.txt.xz") else { return };
    let lines: Vec<String> = lines.collect();
    let cases = halves(|half| lines.iter().skip(half).step_by(2).map(|line| check_characters(line)).count());
    assert_eq!(cases, 91_707);
}

#[test]
fn bidi_test_passes() {
    let Some(lines) = lines("BidiTest-15.0.0.txt.xz") else { return };
    let lines: Vec<String> = lines.collect();
    let cases = halves(|half| {
        let mut expected = Expected::default();
        let is_mine = |at: usize, line: &str| line.starts_with('@') || at % 2 == half;
        let mine = lines.iter().enumerate().filter(|(at, line)| is_mine(*at, line));
        mine.map(|(_, line)| expected.take(line)).sum()
    });
    assert_eq!(cases, 770_241);
}

/// Cases of the same form, worked out by hand from the rules, for a test without the files.
#[test]
fn the_rules_hold_for_a_sample() {
    // Numbers after Arabic letters (W2), separators (W4), terminators (W5, W6).
    check_characters("0628 0020 0031 002C 0032;1;1;1 1 2 2 2;2 3 4 1 0");
    check_characters("0061 0020 0031 0025;0;0;0 0 0 0;0 1 2 3");
    check_characters("05D0 0020 0031 0025;2;1;1 1 2 2;2 3 1 0");
    // Brackets (N0).
    check_characters("05D0 0028 0061 0029 05D1;1;1;1 1 2 1 1;4 3 2 1 0");
    check_characters("0061 0028 05D0 0029 0062;0;0;0 0 1 0 0;0 1 2 3 4");
    // Isolates, and what X9 removes.
    check_characters("0061 2067 05D0 2069 0062;0;0;0 0 1 0 0;0 1 2 3 4");
    check_characters("0061 202B 05D0 202C 0062;0;0;0 x 1 x 0;0 2 4");
    check_characters("0061 202E 0062 0063 202C;2;0;0 x 1 1 x;0 3 2");
    // Blanks at the end (L1).
    check_characters("05D0 0020;0;0;1 0;0 1");
    check_characters("0061 0020;1;1;2 1;1 0");
}

#[test]
fn the_rules_hold_for_a_sample_of_classes() {
    let mut expected = Expected::default();
    let lines =
        ["@Levels:\t1 0", "@Reorder:\t0 1", "R ON; 2", "AL WS; 2", "@Levels: x 3", "@Reorder: 1", "LRE R; 2"];
    assert_eq!(lines.map(|line| expected.take(line)).iter().sum::<usize>(), 3);
}
