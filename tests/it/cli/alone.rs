//! Commands that need no store.

use super::{Cli, Reply, Server, rss, site};

#[test]
fn bidi_prints_cells_from_left_to_right() {
    let check = |args: &[&str], input: &str, expected: &str| {
        let done = Cli::new().args(["bidi"]).args(args).stdin(input).ok();
        assert_eq!(done.stdout, expected, "{args:?} {input:?}");
    };
    check(&[], "abc\n", "abc\n");
    check(&[], "שלום abc\n", "abc םולש\n");
    check(&["--base", "ltr"], "שלום abc\n", "םולש abc\n");
    check(&["--shape", "off"], "سلام\n", "مالس\n");
    check(&["--shape", "on"], "سلام\n", "ﻡﻼﺳ\n");
    check(&["--width", "5"], "aa bb cc\n\nx", "aa bb\ncc\n\nx\n");
}

#[test]
fn bidi_takes_bytes_that_are_no_text_and_lets_no_control_through() {
    let done = Cli::new().args(["bidi"]).stdin(b"a\xff\x1b[31mb\xe2\x80\xae\r\n".to_vec()).ok();
    assert!(!done.stdout.trim_end().contains(|letter: char| letter.is_control() || letter == '\u{202e}'));
}

#[test]
fn inspect_prints_one_object_a_document() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    std::fs::write(
        folder.path().join("a.xml"),
        rss("One & two", "ar", &[2, 1])
            .replace('&', "&amp;")
            .replace("&amp;lt;", "&lt;")
            .replace("&amp;gt;", "&gt;"),
    )
    .expect("it can be written");
    std::fs::write(folder.path().join("b.xml"), "hello").expect("it can be written");
    let done = Cli::at(folder.path()).args(["inspect", "--json", "./a.xml", "b.xml", "c.xml"]).ends(3);
    let objects = done.json();
    let facts: Vec<_> =
        objects.iter().map(|object| (object["source"].as_str(), object["ok"].as_bool())).collect();
    assert_eq!(
        facts,
        [(Some("./a.xml"), Some(true)), (Some("b.xml"), Some(false)), (Some("c.xml"), Some(false))]
    );
    let first = &objects[0];
    assert_eq!(first["title"], "One & two");
    assert_eq!(
        (&first["direction"], &first["ttl_minutes"], &first["format"]),
        (&"rtl".into(), &180.into(), &"rss".into())
    );
    let titles: Vec<_> =
        first["items"].as_array().expect("a list").iter().map(|item| item["title"].as_str()).collect();
    assert_eq!(titles, [Some("Item 2"), Some("Item 1")]);
    assert_eq!(first["items"][0]["published"], "2024-01-03T10:00:00Z");
    assert!(objects[1]["error"].is_string() && objects[2]["error"].is_string());
}

#[test]
fn inspect_reads_stdin_and_addresses() {
    let done = Cli::new().args(["inspect", "-"]).stdin(rss("From stdin", "en", &[1])).ok();
    assert!(done.stdout.contains("From stdin"), "{}", done.stdout);
    let server = site();
    server.on("/moved", Reply::status(302).header("Location", "/all.xml"));
    let done = Cli::new().args(["inspect", "--json", &server.url("/moved")]).ok();
    assert_eq!(done.json()[0]["title"], "All news");
    let line = Cli::new().args(["inspect", &server.url("/nothing")]).complains(1);
    assert!(line.contains("404"), "{line}");
}

#[test]
fn inspect_fails_if_all_documents_do() {
    let line = Cli::new().args(["inspect", "-"]).stdin("<html><body>x</body></html>").complains(1);
    assert!(line.contains("hudhud discover"), "{line}");
}

#[test]
fn discover_lists_the_feeds_of_a_page_and_stores_nothing() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let server = site();
    let done = Cli::at(folder.path()).args(["discover", "--json", &server.url("/")]).ok();
    let urls: Vec<_> = done.json().iter().map(|found| found["url"].as_str().map(str::to_owned)).collect();
    assert_eq!(urls, [Some(server.url("/all.xml")), Some(server.url("/weather.xml"))]);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn discover_says_why_nothing_was_found() {
    let server = Server::start();
    server.on("/", Reply::html("<html><body>Nothing here.</body></html>"));
    let line = Cli::new().args(["discover", &server.url("/")]).complains(1);
    assert!(line.contains("no feed was found"), "{line}");
    let line = Cli::new().args(["discover", "gopher://example.org/"]).complains(2);
    assert!(line.contains("gopher"), "{line}");
    let line = Cli::new().args(["discover", "http://127.0.0.1:1/"]).complains(1);
    assert!(line.contains("can't be reached"), "{line}");
}

#[test]
fn doctor_looks_at_every_subject() {
    let done = Cli::new().args(["doctor", "--json"]).env("TERM", "xterm-256color").ok();
    let subjects: Vec<_> =
        done.json().iter().map(|finding| finding["subject"].as_str().map(str::to_owned)).collect();
    for subject in ["terminal", "idle", "store", "configuration", "network"] {
        assert!(subjects.contains(&Some(subject.to_owned())), "{subject}");
    }
}

#[test]
fn generated_texts_are_there() {
    assert!(Cli::new().args(["man"]).ok().stdout.starts_with(".TH HUDHUD 1"));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(Cli::new().args(["completions", shell]).ok().stdout.contains("hudhud"), "{shell}");
    }
    assert!(Cli::new().args(["--version"]).ok().stdout.starts_with("hudhud "));
    assert!(Cli::new().args(["--help"]).ok().stdout.contains("refresh"));
}
