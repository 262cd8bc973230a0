//! Holds `inspect --json` against the facts that the corpus states, and each difference against the list of those that
//! were looked at: `tests/corpus/reference-errors.tsv`. No difference may be new, none in the list may be old.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use hudhud::time::Timestamp;
use serde_json::Value;

use super::shared;
use crate::support::cli::Cli;

const LIST: &str = include_str!("../../corpus/reference-errors.tsv");

/// A fact, the file it is about.
type Difference = (String, String);

#[test]
fn every_difference_from_the_reference_was_looked_at() {
    let Some(shared) = shared() else { return };
    let corpus = shared.join("corpus");
    let found = differences(&corpus);
    let listed: BTreeSet<Difference> = LIST
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut columns = line.split('\t');
            Some((columns.next()?.to_owned(), columns.next()?.to_owned()))
        })
        .collect();
    let mut report = String::new();
    for (difference, facts) in &found {
        if !listed.contains(difference) {
            let _ = writeln!(report, "new: {difference:?} {facts}");
        }
    }
    for difference in listed.iter().filter(|difference| !found.contains_key(difference)) {
        let _ = writeln!(report, "no longer there: {difference:?}");
    }
    println!("{} differences, each of them listed with its reason", found.len());
    assert!(report.is_empty(), "{report}");
}

/// What differs, by fact and file, with both values.
fn differences(corpus: &Path) -> BTreeMap<Difference, String> {
    let expected = std::fs::read_to_string(corpus.join("EXPECTED.jsonl")).expect("the corpus has its facts");
    let mut by_type: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in expected.lines() {
        let row: Value = serde_json::from_str(line).expect("a line is an object");
        let is_feed =
            row["version"].as_str().is_some_and(|version| !version.is_empty()) || count(&row["n"]) > 0;
        if is_feed && row["http_headers"].as_object().is_none_or(serde_json::Map::is_empty) {
            let content_type = row["response_headers"]["content-type"].as_str().unwrap_or_default();
            by_type.entry(content_type.to_owned()).or_default().push(row);
        }
    }
    let mut found = BTreeMap::new();
    for (content_type, rows) in &by_type {
        for rows in rows.chunks(200) {
            for (row, ours) in rows.iter().zip(inspected(corpus, content_type, rows)) {
                for (fact, wanted, have) in facts(row, &ours) {
                    if wanted != have {
                        let key = (fact.to_owned(), name(row).to_owned());
                        found.insert(key, format!("want {wanted:?} have {have:?}"));
                    }
                }
            }
        }
    }
    found
}

fn name(row: &Value) -> &str {
    row["file"].as_str().unwrap_or_default()
}

fn count(value: &Value) -> u64 {
    value.as_u64().unwrap_or(0)
}

fn inspected(corpus: &Path, content_type: &str, rows: &[Value]) -> Vec<Value> {
    let files = rows.iter().map(|row| corpus.join(name(row)).into_os_string());
    let mut args = vec!["inspect".into(), "--json".into()];
    if !content_type.is_empty() {
        args.extend(["--content-type".into(), content_type.into()]);
    }
    let done = Cli::new().args(args.into_iter().chain(files)).run();
    let objects = done.json();
    assert_eq!(objects.len(), rows.len(), "{}", done.stderr);
    objects
}

/// The facts that both state: name, theirs, ours.
fn facts(row: &Value, ours: &Value) -> Vec<(&'static str, String, String)> {
    let ok = ours["ok"].as_bool() == Some(true);
    let none = Vec::new();
    let items = ours["items"].as_array().unwrap_or(&none);
    let mut facts = vec![
        ("parsed", "true".to_owned(), ok.to_string()),
        ("items", count(&row["n"]).to_string(), items.len().to_string()),
    ];
    let mut both = |fact, theirs: &Value, ours: &Value, normal: fn(&str) -> String| {
        if let Some(theirs) = theirs.as_str().filter(|theirs| !theirs.is_empty()) {
            facts.push((fact, normal(theirs), normal(ours.as_str().unwrap_or_default())));
        }
    };
    both("title", &row["title"], &ours["title"], letters);
    both("language", &row["language"], &ours["language"], |text| text.trim().to_lowercase());
    if row["language"].as_str().is_some_and(|language| !language.is_empty()) {
        both("direction", &row["dir_lang"], &ours["direction"], str::to_owned);
    }
    let Some(first) = items.first().filter(|_| count(&row["n"]) > 0) else { return facts };
    both("first_title", &row["first_title"], &first["title"], letters);
    both("first_link", &row["first_link"], &first["link"], |text| {
        text.trim().trim_end_matches('/').to_owned()
    });
    let dates = ["published", "updated"].map(|key| &first[key]);
    let wanted = moment(row["first_date"].as_str().unwrap_or_default());
    let same = dates.iter().find(|date| moment(date.as_str().unwrap_or_default()) == wanted);
    both("first_date", &row["first_date"], same.unwrap_or(&dates[0]), moment);
    if count(&row["n_enclosures"]) > 0 {
        let files: usize = items.iter().filter_map(|item| item["enclosures"].as_array()).map(Vec::len).sum();
        facts.push(("enclosures", count(&row["n_enclosures"]).to_string(), files.to_string()));
    }
    let ids: BTreeSet<&str> = items.iter().filter_map(|item| item["id"].as_str()).collect();
    facts.push(("unique_ids", items.len().to_string(), ids.len().to_string()));
    facts
}

/// A moment to the second; the reference leaves out zones at times.
fn moment(text: &str) -> String {
    let with_zone = if text.len() == 16 { format!("{text}:00Z") } else { text.to_owned() };
    let read = Timestamp::parse_rfc3339(&with_zone);
    read.map_or_else(|| text.to_owned(), |moment| moment.as_seconds().to_string())
}

/// A title by its letters and digits: programs differ in what they make of markup, blanks and marks.
fn letters(text: &str) -> String {
    hudhud::html::to_plain(&hudhud::html::to_plain(text))
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .collect()
}
