//! Holds the table of floors of `docs/architecture.md` against `src/`: what a module may name in the crate, and
//! which crates only it may name. A change of the table is a decision about the design.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

/// A module, the modules that it may name, and the crates that it alone may name (with those that share them).
struct Row {
    module: &'static str,
    may_name: &'static [&'static str],
    alone: &'static [&'static str],
}

const fn row(module: &'static str, may_name: &'static [&'static str], alone: &'static [&'static str]) -> Row {
    Row { module, may_name, alone }
}

const ROWS: &[Row] = &[
    row("time", &[], &["jiff"]),
    row("model", &["time"], &[]),
    row(
        "text",
        &["model"],
        &[
            "unicode_bidi",
            "unicode_bidi_mirroring",
            "unicode_joining_type",
            "unicode_linebreak",
            "unicode_script",
            "unicode_segmentation",
            "unicode_width",
            "icu_locale",
            "icu_normalizer",
        ],
    ),
    row("http", &["time"], &[]),
    row("html", &["model", "text"], &["html5ever", "html2text"]),
    row("feed", &["model", "time"], &["feed_rs", "encoding_rs", "chardetng", "quick_xml"]),
    row("opml", &["model", "time"], &["quick_xml"]),
    row("expr", &["model", "time", "text"], &["regex"]),
    row("search", &["model", "text", "expr"], &[]),
    row("discover", &["model", "time", "http", "html", "feed"], &[]),
    row("schedule", &["model", "time", "http"], &[]),
    row("ingest", &["model", "time", "feed"], &[]),
    row("config", &["model", "time", "expr"], &[]),
    row("store", &["model", "time", "search"], &["sled", "postcard"]),
    row("net", &["time", "http"], &["reqwest", "rustls", "rustls_platform_verifier", "webpki_roots"]),
    row("process", &["time"], &[]),
    row("idle", &["time"], &["user_idle"]),
    row("places", &["time"], &["directories"]),
    row(
        "engine",
        &[
            "time", "model", "text", "http", "html", "feed", "opml", "expr", "search", "discover",
            "schedule", "ingest", "config", "store", "net", "process", "idle", "places",
        ],
        &[],
    ),
    row(
        "strings",
        &[
            "time", "model", "text", "http", "html", "feed", "opml", "expr", "search", "discover",
            "schedule", "ingest", "config", "engine", "store", "net", "places",
        ],
        &["icu_plurals", "icu_locale"],
    ),
    row(
        "tui",
        &["model", "time", "text", "expr", "config", "strings", "engine", "process"],
        &["ratatui", "crossterm"],
    ),
    row(
        "cli",
        &[
            "time", "model", "text", "http", "html", "feed", "opml", "expr", "search", "discover",
            "schedule", "ingest", "config", "store", "net", "process", "idle", "places", "engine", "strings",
        ],
        &["clap", "clap_complete"],
    ),
    row("control", &["cli", "engine", "places", "store", "strings", "time"], &[]),
];

/// Files longer than 400 lines, each with its reason.
const LONG: &[(&str, &str)] = &[("src/strings/key.rs", "one table, a line for each text")];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("src is readable");
    for entry in entries {
        let path = entry.expect("src is readable").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

fn is_test_file(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "tests.rs") || path.iter().any(|part| part == "tests")
}

/// The code of a file without comments and without the tests at its end.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("sources are UTF-8");
    let body = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    body.lines().filter(|line| !line.trim_start().starts_with("//")).fold(String::new(), |mut all, line| {
        let _ = writeln!(all, "{line}");
        all
    })
}

/// The module that a file below `src/` belongs to; `None` for `lib.rs` and `main.rs`.
fn module(path: &Path) -> Option<String> {
    let inner = path.strip_prefix(root().join("src")).expect("a file below src");
    let first = inner.iter().next()?.to_str()?.trim_end_matches(".rs");
    (!matches!(first, "lib" | "main")).then(|| first.to_owned())
}

fn named_modules(code: &str) -> BTreeSet<String> {
    let single = Regex::new(r"\bcrate::([a-z_]+)").expect("a valid pattern");
    let group = Regex::new(r"(?s)\bcrate::\{(.*?)\};").expect("a valid pattern");
    let head = Regex::new(r"(?:^|[,{])\s*([a-z_]+)").expect("a valid pattern");
    let mut found: BTreeSet<String> = single.captures_iter(code).map(|hit| hit[1].to_owned()).collect();
    for hit in group.captures_iter(code) {
        // Only the first names of a group are modules; what is in inner braces belongs to them.
        let mut depth = 0;
        let outer: String = hit[1]
            .chars()
            .filter(|letter| {
                depth += i32::from(*letter == '{') - i32::from(*letter == '}');
                depth == 0
            })
            .collect();
        found.extend(head.captures_iter(&outer).map(|name| name[1].to_owned()));
    }
    found
}

#[test]
fn modules_name_only_what_lies_below_them() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let mut wrong = String::new();
    for path in files.iter().filter(|path| !is_test_file(path)) {
        let Some(module) = module(path) else { continue };
        let Some(row) = ROWS.iter().find(|row| row.module == module) else {
            let _ = writeln!(wrong, "{}: the module {module} has no row in the table", path.display());
            continue;
        };
        for name in named_modules(&code(path)) {
            if name != module && !row.may_name.contains(&name.as_str()) {
                let _ = writeln!(wrong, "{}: {module} must not name {name}", path.display());
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn each_outer_crate_is_named_only_where_it_belongs() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let mut wrong = String::new();
    let owned: BTreeSet<&str> = ROWS.iter().flat_map(|row| row.alone.iter().copied()).collect();
    for path in files.iter().filter(|path| !is_test_file(path)) {
        let module = module(path).unwrap_or_default();
        let code = code(path);
        for name in &owned {
            let pattern = Regex::new(&format!(r"(?:^|[^a-z_:.]){name}::")).expect("a valid pattern");
            let allowed = ROWS.iter().any(|row| row.module == module && row.alone.contains(name));
            if pattern.is_match(&code) && !allowed {
                let _ = writeln!(wrong, "{}: names the crate {name}", path.display());
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn only_time_reads_the_clock_of_the_machine() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let clock = Regex::new(r"\b(SystemTime|Instant)::now\b").expect("a valid pattern");
    let wrong: Vec<_> = files
        .iter()
        .filter(|path| !is_test_file(path) && module(path).as_deref() != Some("time"))
        .filter(|path| clock.is_match(&code(path)))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn files_stay_short_or_say_why_not() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let mut wrong = String::new();
    for path in files.iter().filter(|path| !is_test_file(path)) {
        let name = path.strip_prefix(root()).expect("a file of the package").display().to_string();
        let lines = fs::read_to_string(path).expect("sources are UTF-8").lines().count();
        if lines > 400 && !LONG.iter().any(|(known, _)| *known == name) {
            let _ = writeln!(wrong, "{name}: {lines} lines");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
