//! `hudhud feeds --json` tells how a feed does, `hudhud schedule --forecast` what it will cost.

use super::super::support::cli::Cli;
use super::super::support::reply::Reply;
use super::super::support::server::Server;

/// Four items, a week apart, the last of them long ago.
const FEED: &str = "<rss version=\"2.0\"><channel><title>Old</title><ttl>180</ttl>\
    <item><guid>1</guid><title>a</title><pubDate>Mon, 01 Jan 2024 10:00:00 GMT</pubDate></item>\
    <item><guid>2</guid><title>b</title><pubDate>Mon, 08 Jan 2024 10:00:00 GMT</pubDate></item>\
    <item><guid>3</guid><title>c</title><pubDate>Mon, 15 Jan 2024 10:00:00 GMT</pubDate></item>\
    <item><guid>4</guid><title>d</title><pubDate>Mon, 22 Jan 2024 10:00:00 GMT</pubDate></item>\
    </channel></rss>";

#[test]
fn a_feed_tells_what_it_saved_and_that_it_is_silent() {
    let server = Server::start();
    server.on("/old.xml", Reply::rss(FEED).etag("\"a\""));
    server.on("/gone.xml", Reply::status(500));
    let folder = tempfile::tempdir().expect("a scratch folder");
    Cli::at(folder.path()).args(["add", &server.url("/old.xml")]).ok();
    Cli::at(folder.path()).args(["add", "--no-fetch", &server.url("/gone.xml")]).ok();
    Cli::at(folder.path()).args(["refresh"]).ends(3);
    let feeds = Cli::at(folder.path()).args(["feeds", "--json"]).ok().json();
    let old = feeds.iter().find(|feed| feed["url"] == server.url("/old.xml")).expect("it is listed");
    assert_eq!((&old["silent"], &old["usual_gap_hours"]), (&true.into(), &168.into()));
    assert_eq!((&old["publisher_minutes"], &old["moving_to"]), (&180.into(), &serde_json::Value::Null));
    let traffic = &old["traffic"];
    assert_eq!((&traffic["checks"], &traffic["unchanged"]), (&2.into(), &1.into()));
    assert_eq!(traffic["received"], FEED.len());
    assert_eq!(traffic["saved_by_unchanged"], FEED.len());
    let gone = feeds.iter().find(|feed| feed["url"] == server.url("/gone.xml")).expect("it is listed");
    assert_eq!((&gone["silent"], &gone["failures"]), (&false.into(), &1.into()));
    assert!(gone["failing_since"].is_string() && gone["last_result"].is_string(), "{gone}");
}

#[test]
fn a_forecast_names_each_feed_with_its_reason_and_then_each_host() {
    let server = Server::start();
    server.on("/old.xml", Reply::rss(FEED).etag("\"a\""));
    let folder = tempfile::tempdir().expect("a scratch folder");
    Cli::at(folder.path()).args(["add", &server.url("/old.xml")]).ok();
    Cli::at(folder.path()).args(["set", "1", "interval=1h"]).ok();
    let forecast = Cli::at(folder.path()).args(["schedule", "--forecast", "1d", "--json"]).ok().json();
    let (feed, host) = (&forecast[0], &forecast[1]);
    assert_eq!(
        (&feed["kind"], &host["kind"], &host["host"]),
        (&"feed".into(), &"host".into(), &server.host().into())
    );
    // Every three hours, with up to a fifth added.
    let requests = feed["requests"].as_u64().expect("a number");
    assert!((6..=8).contains(&requests), "{feed}");
    assert_eq!(host["requests"], requests);
    assert_eq!(feed["busiest_hour"], 1);
    assert!(feed["why"].as_str().is_some_and(|why| why.contains("ttl")), "{feed}");
    assert_eq!(server.log().len(), 1, "a forecast asks nobody");
}
