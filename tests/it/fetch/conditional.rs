//! Conditional requests (`fetching.md` sections 3.2 and 8, items 1 to 18).

use hudhud::engine::Checked;
use hudhud::model::{FailureKind, LastCheck};
use hudhud::time::Span;

use super::rig::{Rig, rss, unchanged, updated};
use crate::support::reply::Reply;
use crate::support::server::Server;

const MONDAY: &str = "Mon, 02 Mar 2026 09:30:00 GMT";

#[test]
fn a_refresh_asks_conditionally_and_brings_the_new_item() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script(
        "/f",
        [
            Reply::rss(rss(&["one"])).etag("W/\"a\"").last_modified(MONDAY),
            Reply::rss(rss(&["two", "one"])).etag("\"b\"").last_modified(MONDAY),
        ],
    );
    let feed = rig.subscribe(&server.url("/f"));
    assert_eq!(rig.titles(feed), ["one"]);
    rig.advance(Span::seconds(1));
    assert_eq!(rig.refresh(feed), updated(1, 0));
    assert_eq!(rig.titles(feed), ["two", "one"]);
    assert_eq!(rig.refresh(feed), unchanged());
    let sent: Vec<_> = server.asked("/f").iter().map(|asked| asked.header("if-none-match")).collect();
    assert_eq!(sent, [None, Some("W/\"a\"".to_owned()), Some("\"b\"".to_owned())]);
    let since: Vec<_> = server.asked("/f").iter().map(|asked| asked.header("if-modified-since")).collect();
    assert_eq!(since[1..], [Some(MONDAY.to_owned()), Some(MONDAY.to_owned())]);
}

#[test]
fn an_unchanged_feed_costs_nothing_and_counts_as_success() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["one"])).etag("\"a\""));
    let feed = rig.subscribe(&server.url("/f"));
    let before = rig.check(feed);
    rig.advance(Span::minutes(1));
    assert_eq!(rig.refresh(feed), unchanged());
    let after = rig.check(feed);
    assert!(after.answers_conditionally && after.last_success > before.last_success);
    assert_eq!((after.saved.unchanged, after.saved.by_unchanged), (1, before.saved.last_size));
    assert_eq!(after.saved.received, before.saved.received);
    assert_eq!(after.validators, before.validators);
}

#[test]
fn a_fresh_body_under_an_old_tag_is_read() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script(
        "/f",
        [Reply::rss(rss(&["one"])).etag("\"k\""), Reply::rss(rss(&["two", "one"])).etag("\"k\"").never_304()],
    );
    let feed = rig.subscribe(&server.url("/f"));
    assert_eq!(rig.refresh(feed), updated(1, 0));
}

#[test]
fn validators_that_are_gone_are_not_sent_any_more() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script(
        "/f",
        [Reply::rss(rss(&["one"])).etag("\"a\""), Reply::rss(rss(&["one"])), Reply::rss(rss(&["one"]))],
    );
    let feed = rig.subscribe(&server.url("/f"));
    rig.refresh(feed);
    rig.refresh(feed);
    assert!(server.asked("/f")[1].is_conditional());
    assert!(!server.asked("/f")[2].is_conditional());
}

#[test]
fn the_same_body_with_new_validators_renews_them() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/f", [Reply::rss(rss(&["one"])).etag("\"a\""), Reply::rss(rss(&["one"])).etag("\"b\"")]);
    let feed = rig.subscribe(&server.url("/f"));
    assert_eq!(rig.refresh(feed), updated(0, 0));
    assert_eq!(rig.refresh(feed), unchanged());
    assert_eq!(server.asked("/f")[2].header("if-none-match").as_deref(), Some("\"b\""));
}

#[test]
fn a_body_that_broke_off_keeps_validators_and_items() {
    let (server, mut rig) = (Server::start(), Rig::new());
    let whole = Reply::rss(rss(&["two", "one"])).etag("\"b\"").never_304();
    server.script(
        "/f",
        [Reply::rss(rss(&["one"])).etag("\"a\""), whole.clone().cut(40), whole.chunked_cut(200)],
    );
    let feed = rig.subscribe(&server.url("/f"));
    let before = rig.check(feed).validators;
    for _ in 0..2 {
        let Checked::Asked(LastCheck::Failed(failure)) = rig.refresh(feed) else { panic!("it failed") };
        assert_eq!(failure.kind, FailureKind::Truncated);
        assert_eq!(rig.check(feed).validators, before);
        assert_eq!(rig.titles(feed), ["one"]);
    }
    assert_eq!(rig.check(feed).failures, 2);
}

#[test]
fn what_is_no_feed_keeps_validators_and_is_read_once() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script(
        "/f",
        [
            Reply::rss(rss(&["one"])).etag("\"a\""),
            Reply::html("<html><body>Maintenance</body></html>").etag("\"x\""),
        ],
    );
    let feed = rig.subscribe(&server.url("/f"));
    for failures in 1..=2 {
        let Checked::Asked(LastCheck::Failed(failure)) = rig.refresh(feed) else { panic!("it failed") };
        assert_eq!(failure.kind, FailureKind::NotAFeed);
        let check = rig.check(feed);
        assert_eq!(check.failures, failures);
        assert_eq!(check.validators.and_then(|known| known.etag).as_deref(), Some(&b"\"a\""[..]));
    }
}

#[test]
fn a_delta_adds_and_removes_nothing() {
    let (server, mut rig) = (Server::start(), Rig::new());
    let delta = Reply::status(226).header("IM", "feed").etag("\"b\"").body(rss(&["two"]));
    server.script("/f", [Reply::rss(rss(&["one"])).etag("\"a\""), delta]);
    let feed = rig.subscribe(&server.url("/f"));
    rig.advance(Span::seconds(1));
    assert_eq!(rig.refresh(feed), updated(1, 0));
    assert_eq!(rig.titles(feed), ["two", "one"]);
    assert_eq!(rig.check(feed).validators.and_then(|known| known.etag).as_deref(), Some(&b"\"b\""[..]));
}

#[test]
fn a_delta_of_unknown_kind_is_not_read_and_the_next_request_is_unconditional() {
    let (server, mut rig) = (Server::start(), Rig::new());
    let delta = Reply::status(226).header("IM", "vcdiff").etag("\"b\"").body(rss(&["two"]));
    server.script("/f", [Reply::rss(rss(&["one"])).etag("\"a\""), delta, Reply::rss(rss(&["one"]))]);
    let feed = rig.subscribe(&server.url("/f"));
    assert!(matches!(rig.refresh(feed), Checked::Asked(LastCheck::Failed(_))));
    assert_eq!(rig.titles(feed), ["one"]);
    rig.refresh(feed);
    assert!(!server.asked("/f")[2].is_conditional());
    assert_eq!(server.asked("/f")[2].header("a-im"), None);
}
