//! `docs/politeness.md` names a test for each behaviour: each of them has to exist.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The names of all tests in the sources.
fn tests() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut folders = vec![root().join("src"), root().join("tests")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the sources can be listed") {
            let path = entry.expect("the sources can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs") {
                names.extend(named(&path));
            }
        }
    }
    names
}

/// Functions behind `#[test]`, further attributes in between.
fn named(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("a source is text");
    let mut names = Vec::new();
    let mut waits = false;
    for line in text.lines().map(str::trim) {
        if line == "#[test]" {
            waits = true;
        } else if let Some(rest) = line.strip_prefix("fn ").filter(|_| waits) {
            names.extend(rest.split('(').next().map(str::to_owned));
            waits = false;
        }
    }
    names
}

/// Words in backticks that look like the name of a test.
fn mentioned(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2).filter(|word| {
        word.matches('_').count() >= 2
            && word
                .chars()
                .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_')
    })
}

#[test]
fn every_behaviour_names_a_test_that_exists_or_says_why_not() {
    let page = std::fs::read_to_string(root().join("docs/politeness.md")).expect("the page is there");
    let tests = tests();
    let mut numbers = Vec::new();
    for line in page.lines() {
        for name in mentioned(line) {
            assert!(tests.contains(name), "no test is called {name}");
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let Some(number) = cells.get(1).and_then(|cell| cell.parse::<u32>().ok()) else { continue };
        numbers.push(number);
        let last = cells.get(3).copied().unwrap_or_default();
        let shown = mentioned(last).next().is_some() || last.starts_with("not yet: ");
        assert!(shown, "item {number} names no test and no reason");
    }
    assert_eq!(numbers, (1..=73).collect::<Vec<_>>());
}
