//! Commands that need the store, each in a process of its own.

use std::path::Path;

use super::{Cli, Reply, Server, rss, site};

/// A scratch folder with a reader that has subscribed to `All news` and `Only weather`.
fn subscribed(server: &Server) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a scratch folder");
    Cli::at(folder.path()).args(["add", &server.url("/all.xml"), &server.url("/weather.xml")]).ok();
    folder
}

pub(super) fn rows(folder: &Path, args: &[&str]) -> Vec<serde_json::Value> {
    Cli::at(folder).args(args).args(["--json"]).ok().json()
}

fn texts(rows: &[serde_json::Value], key: &str) -> Vec<String> {
    rows.iter().map(|row| row[key].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn add_takes_the_first_feed_of_a_page_and_says_so() {
    let (server, folder) = (site(), tempfile::tempdir().expect("a scratch folder"));
    let done = Cli::at(folder.path()).args(["add", &server.url("/"), "--folder", "News/World"]).ok();
    assert!(done.stdout.contains("All news"), "{done:?}");
    assert!(done.stderr.contains("Only weather") && done.stderr.contains("--pick"), "{done:?}");
    let feeds = rows(folder.path(), &["feeds"]);
    assert_eq!(texts(&feeds, "url"), [server.url("/all.xml")]);
    assert_eq!(texts(&feeds, "folder"), ["News/World"]);
    assert_eq!((&feeds[0]["total"], &feeds[0]["unread"]), (&3.into(), &3.into()));
}

#[test]
fn add_takes_the_feed_that_is_picked_or_all() {
    let server = site();
    let folder = tempfile::tempdir().expect("a scratch folder");
    Cli::at(folder.path()).args(["add", &server.url("/"), "--pick", "2"]).ok();
    assert_eq!(texts(&rows(folder.path(), &["feeds"]), "title"), ["Only weather"]);
    Cli::at(folder.path()).args(["add", &server.url("/"), "--all"]).ok();
    assert_eq!(rows(folder.path(), &["feeds"]).len(), 2);
    let line = Cli::at(folder.path()).args(["add", &server.url("/"), "--pick", "3"]).complains(1);
    assert!(line.contains("2 feeds were found"), "{line}");
}

#[test]
fn a_feed_that_is_added_costs_one_request() {
    let server = site();
    Cli::new().args(["add", &server.url("/all.xml")]).ok();
    assert_eq!(server.log().len(), 1);
}

#[test]
fn add_without_fetching_asks_nobody() {
    let server = site();
    let folder = tempfile::tempdir().expect("a scratch folder");
    Cli::at(folder.path()).args(["add", "--no-fetch", &server.url("/all.xml")]).ok();
    assert_eq!(server.log().len(), 0);
    assert_eq!(texts(&rows(folder.path(), &["feeds"]), "state"), ["new"]);
}

#[test]
fn add_goes_on_after_an_address_that_fails() {
    let server = site();
    let done = Cli::new().args(["add", "http://127.0.0.1:1/", &server.url("/all.xml")]).ends(3);
    assert!(done.stdout.contains("All news") && done.stderr.contains("can't be reached"), "{done:?}");
    Cli::new().args(["add", "http://127.0.0.1:1/"]).complains(1);
}

#[test]
fn items_are_listed_newest_first() {
    let server = site();
    let folder = subscribed(&server);
    let items = rows(folder.path(), &["items", "--feed", "All news"]);
    assert_eq!(texts(&items, "title"), ["Item 3", "Item 2", "Item 1"]);
    assert_eq!(
        texts(&items, "published"),
        ["2024-01-04T10:00:00Z", "2024-01-03T10:00:00Z", "2024-01-02T10:00:00Z"]
    );
    assert_eq!(rows(folder.path(), &["items"]).len(), 5);
    assert_eq!(rows(folder.path(), &["items", "--limit", "2"]).len(), 2);
    assert_eq!(texts(&rows(folder.path(), &["items", "--query", "number 3"]), "title"), ["Item 3"]);
    let weather = rows(folder.path(), &["items", "--feed", "weather"]);
    assert_eq!(texts(&weather, "language"), ["he", "he"]);
    assert_eq!(texts(&weather, "direction"), ["rtl", "rtl"]);
}

#[test]
fn marks_are_kept_and_counted() {
    let server = site();
    let folder = subscribed(&server);
    let at = || Cli::at(folder.path());
    let ids = texts(&rows(folder.path(), &["items", "--feed", "1"]), "id");
    at().args(["mark", &ids[0], &ids[1], "--read", "--star", "--tag", "later"]).ok();
    let items = rows(folder.path(), &["items", "--starred"]);
    assert_eq!(texts(&items, "id"), ids[..2]);
    assert!(items.iter().all(|item| item["read"] == true && item["tags"][0] == "later"), "{items:?}");
    let feed = &rows(folder.path(), &["feeds"])[0];
    assert_eq!((&feed["unread"], &feed["starred"]), (&1.into(), &2.into()));

    at().args(["mark", "--query", "later", "--unread", "--untag", "later"]).ok();
    assert_eq!(rows(folder.path(), &["items", "--unread"]).len(), 5);
    at().args(["mark", "--feed", "2", "--read"]).ok();
    assert_eq!(rows(folder.path(), &["items", "--unread"]).len(), 3);
    at().args(["mark", "--all", "--read"]).ok();
    assert_eq!(rows(folder.path(), &["items", "--unread"]).len(), 0);
    let line = at().args(["mark", "9-0000000000000001", "--read"]).complains(1);
    assert!(line.contains("9-0000000000000001"), "{line}");
}

#[test]
fn refresh_reports_each_feed() {
    let server = site();
    let folder = subscribed(&server);
    let done = Cli::at(folder.path()).args(["refresh", "--json"]).ok();
    assert_eq!(texts(&done.json(), "outcome"), ["unchanged", "unchanged"]);
    server.on("/all.xml", Reply::rss(rss("All news", "en", &[4, 3, 2, 1])).etag("\"four\""));
    let done = Cli::at(folder.path()).args(["refresh", "all news", "--json"]).ok();
    assert_eq!((&done.json()[0]["outcome"], &done.json()[0]["new"]), (&"updated".into(), &1.into()));
    assert_eq!(done.json().len(), 1);
    assert_eq!(done.stderr, "", "progress is for terminals");
}

#[test]
fn refresh_tells_some_from_all_failures() {
    let server = site();
    let folder = subscribed(&server);
    server.on("/all.xml", Reply::status(404));
    let done = Cli::at(folder.path()).args(["refresh", "--json"]).ends(3);
    let failed: Vec<_> = done.json().into_iter().filter(|row| row["outcome"] == "failed").collect();
    assert_eq!(texts(&failed, "error_kind"), ["status"]);
    assert!(failed[0]["error"].as_str().is_some_and(|error| error.contains("404")));
    let line = Cli::at(folder.path()).args(["refresh", "1"]).ends(1).stderr;
    assert!(line.contains("404"), "{line}");
}

#[test]
fn show_prints_an_article_in_its_direction() {
    let server = Server::start();
    let feed = rss("News", "he", &[1]).replace("Text number 1.", "שלום עולם");
    server.on("/he.xml", Reply::rss(feed));
    let folder = tempfile::tempdir().expect("a scratch folder");
    Cli::at(folder.path()).args(["add", &server.url("/he.xml")]).ok();
    let id = texts(&rows(folder.path(), &["items"]), "id").remove(0);
    let shown = Cli::at(folder.path()).args(["show", &id, "--width", "40"]).ok().stdout;
    let line = shown.lines().find(|line| line.contains("םלוע םולש")).unwrap_or_else(|| panic!("{shown}"));
    assert_eq!(line.chars().count(), 40, "a right-to-left line ends at the right edge: {line:?}");
    let shown = Cli::at(folder.path()).args(["show", &id, "--width", "40", "--direction", "ltr"]).ok().stdout;
    assert!(shown.lines().any(|line| line.starts_with("םלוע םולש")), "{shown}");
}

#[test]
fn settings_are_changed_and_listed() {
    let server = site();
    let folder = subscribed(&server);
    let settings = [
        "title=Mine",
        "folder=A/B",
        "tags=x,y",
        "interval=6h",
        "direction=rtl",
        "language=ar",
        "retention=90d",
    ];
    Cli::at(folder.path()).args(["set", "1"]).args(settings).ok();
    let feed = &rows(folder.path(), &["feeds"]).into_iter().find(|feed| feed["id"] == 1).expect("feed 1");
    assert_eq!((&feed["title"], &feed["folder"]), (&"Mine".into(), &"A/B".into()));
    assert_eq!(
        (&feed["interval"], &feed["direction_choice"], &feed["direction"]),
        (&"6h".into(), &"rtl".into(), &"rtl".into())
    );
    assert_eq!((&feed["language"], &feed["tags"]), (&"ar".into(), &serde_json::json!(["x", "y"])));
    Cli::at(folder.path()).args(["set", "mine", "title=", "direction=auto"]).ok();
    assert_eq!(texts(&rows(folder.path(), &["feeds"]), "direction_choice"), ["auto", "auto"]);
}

#[test]
fn a_feed_that_is_removed_is_gone_from_the_lists() {
    let server = site();
    let folder = subscribed(&server);
    Cli::at(folder.path()).args(["rm", &server.url("/all.xml")]).ok();
    assert_eq!(texts(&rows(folder.path(), &["feeds"]), "title"), ["Only weather"]);
    assert_eq!(rows(folder.path(), &["items"]).len(), 2);
}

#[test]
fn a_list_survives_export_and_import() {
    let server = site();
    let folder = subscribed(&server);
    Cli::at(folder.path()).args(["set", "2", "folder=A/B", "interval=90m", "direction=rtl", "tags=x"]).ok();
    Cli::at(folder.path()).args(["export", "list.opml"]).ok();
    let list = std::fs::read_to_string(folder.path().join("list.opml")).expect("it was written");
    assert_eq!(list, Cli::at(folder.path()).args(["export"]).ok().stdout);

    let other = tempfile::tempdir().expect("a scratch folder");
    let done = Cli::at(other.path()).args(["import", "-"]).stdin(list.clone()).ok();
    assert_eq!(done.stdout, "2 feeds added, 0 were subscribed already\n");
    let done = Cli::at(other.path()).args(["import"]).args([folder.path().join("list.opml")]).ok();
    assert_eq!(done.stdout, "0 feeds added, 2 were subscribed already\n");
    let feed =
        rows(other.path(), &["feeds"]).into_iter().find(|feed| feed["url"] == server.url("/weather.xml"));
    let feed = feed.expect("it was imported");
    assert_eq!((&feed["folder"], &feed["interval"]), (&"A/B".into(), &"90m".into()));
    assert_eq!((&feed["direction_choice"], &feed["tags"]), (&"rtl".into(), &serde_json::json!(["x"])));
}

#[test]
fn a_list_without_feeds_is_refused() {
    let line = Cli::new().args(["import", "-"]).stdin("nothing here").complains(1);
    assert!(line.contains("OPML"), "{line}");
}

#[test]
fn the_schedule_is_explained() {
    let server = site();
    let folder = subscribed(&server);
    Cli::at(folder.path()).args(["set", "2", "interval=never"]).ok();
    let schedule = rows(folder.path(), &["schedule"]);
    assert_eq!(texts(&schedule, "due"), ["later", "never"]);
    assert!(schedule[0]["why"].as_str().is_some_and(|why| why.starts_with("in ")), "{schedule:?}");
    assert_eq!(schedule[1]["reasons"][0], "user-never");
    let forecast = Cli::at(folder.path()).args(["schedule", "--json", "--forecast", "7d"]).ok().json();
    assert_eq!(texts(&forecast, "kind"), ["feed", "feed", "host"]);
    // A feed that is checked every 24 h, with up to a fifth added, is asked 5 to 7 times a week.
    let asked = forecast[0]["requests"].as_u64().expect("a number");
    assert!((5..=7).contains(&asked), "{forecast:?}");
    assert_eq!(forecast[1]["requests"], 0);
    assert_eq!(forecast[2]["requests"], forecast[0]["requests"]);
}

#[test]
fn watch_needs_consent() {
    let line = Cli::new().args(["watch"]).complains(1);
    assert!(line.contains("--yes"), "{line}");
}

#[test]
fn the_log_goes_to_a_file() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let done = Cli::at(folder.path()).args(["feeds", "--log-level", "debug"]).ok();
    assert_eq!(done.stderr, "");
    assert!(folder.path().join("hudhud.log").exists());
}
