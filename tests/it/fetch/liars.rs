//! Servers that lie about their versions (`fetching.md` sections 3.3 and 8, items 9, 12, 13, 14, 18).

use hudhud::engine::Checked;
use hudhud::model::{FailureKind, LastCheck};
use hudhud::time::Span;

use super::rig::{Rig, rss, unchanged, updated};
use crate::support::reply::Reply;
use crate::support::server::{Asked, Server};

const MONDAY: &str = "Mon, 02 Mar 2026 09:30:00 GMT";

#[test]
fn the_same_document_twice_under_one_tag_leaves_only_the_date_for_thirty_days() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["one"])).etag("\"a-gzip\"").last_modified(MONDAY).never_304());
    let feed = rig.subscribe(&server.url("/f"));
    for _ in 0..3 {
        assert_eq!(rig.refresh(feed), updated(0, 0));
    }
    rig.advance(Span::days(30));
    rig.refresh(feed);
    rig.refresh(feed);
    let sent: Vec<(bool, bool)> = server
        .asked("/f")
        .iter()
        .map(|asked| (asked.header("if-none-match").is_some(), asked.header("if-modified-since").is_some()))
        .collect();
    let (none, both, date) = ((false, false), (true, true), (false, true));
    assert_eq!(sent, [none, both, date, date, both, date]);
}

#[test]
fn a_tag_without_a_date_is_sent_all_the_same() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["one"])).etag("\"a\"").never_304());
    let feed = rig.subscribe(&server.url("/f"));
    for _ in 0..4 {
        rig.refresh(feed);
    }
    assert!(server.asked("/f")[1..].iter().all(|asked| asked.header("if-none-match").is_some()));
}

#[test]
fn new_tags_on_the_same_document_are_sent_and_the_document_is_not_read_again() {
    let (server, mut rig) = (Server::start(), Rig::new());
    let reply = |number: usize| Reply::rss(rss(&["one"])).etag(format!("\"{number}\"")).never_304();
    server.script("/f", (0..9).map(reply));
    let feed = rig.subscribe(&server.url("/f"));
    for count in 1..=5 {
        assert_eq!(rig.refresh(feed), updated(0, 0));
        assert_eq!(rig.check(feed).habits.new_tags, count);
    }
    let sent: Vec<_> = server.asked("/f").iter().filter_map(|asked| asked.header("if-none-match")).collect();
    assert_eq!(sent, ["\"0\"", "\"1\"", "\"2\"", "\"3\"", "\"4\""]);
}

#[test]
fn a_server_that_always_says_unchanged_is_asked_in_full_once_after_thirty_days() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.handle("/f", |asked| {
        if asked.is_conditional() { Reply::status(304) } else { Reply::rss(rss(&["one"])).etag("\"a\"") }
    });
    let feed = rig.subscribe(&server.url("/f"));
    for _ in 0..65 {
        rig.advance(Span::days(1));
        rig.refresh(feed);
    }
    let asked = server.asked("/f");
    let full: Vec<usize> =
        asked.iter().enumerate().filter(|(_, asked)| !asked.is_conditional()).map(|(day, _)| day).collect();
    assert_eq!(full, [0, 30, 60]);
}

#[test]
fn a_server_that_brought_a_change_is_believed_while_its_feed_goes_on() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script(
        "/f",
        [Reply::rss(rss(&["one"])).etag("\"a\""), Reply::rss(rss(&["two", "one"])).etag("\"b\"")],
    );
    let feed = rig.subscribe(&server.url("/f"));
    for _ in 0..20 {
        rig.advance(Span::days(1));
        rig.refresh(feed);
    }
    assert!(rig.check(feed).habits.changes_seen);
    rig.advance(Span::days(10));
    rig.refresh(feed);
    assert!(server.asked("/f")[1..].iter().all(Asked::is_conditional));
}

#[test]
fn the_same_broken_document_is_read_once_whatever_happens_between() {
    let (server, mut rig) = (Server::start(), Rig::new());
    let page = || Reply::html("<html><body>Maintenance</body></html>");
    server.script("/f", [Reply::rss(rss(&["one"])), page(), Reply::status(500), page(), page()]);
    let feed = rig.subscribe(&server.url("/f"));
    rig.refresh(feed);
    let unread = rig.check(feed).habits.unread;
    assert_eq!(unread.as_ref().map(|failure| failure.kind), Some(FailureKind::NotAFeed));
    rig.refresh(feed);
    for failures in 3..=4 {
        let Checked::Asked(LastCheck::Failed(failure)) = rig.refresh(feed) else { panic!("it failed") };
        assert_eq!((Some(failure), rig.check(feed).failures), (unread.clone(), failures));
    }
    assert_eq!(rig.titles(feed), ["one"]);
}

#[test]
fn the_codings_asked_for_never_change() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/f", [Reply::rss(rss(&["one"])).gzip().etag("\"a\""), Reply::rss(rss(&["two"]))]);
    let feed = rig.subscribe(&server.url("/f"));
    rig.refresh(feed);
    rig.refresh(feed);
    let codings: Vec<_> = server.asked("/f").iter().map(|asked| asked.header("accept-encoding")).collect();
    assert!(codings.iter().all(|coding| coding.as_deref() == Some("gzip, deflate, br, zstd")), "{codings:?}");
}

#[test]
fn bytes_of_validators_come_back_as_they_came() {
    let (server, mut rig) = (Server::start(), Rig::new());
    let etag = [b'"', 0xe9, 0xff, b'\\', b'"'];
    server.on("/f", Reply::rss(rss(&["one"])).etag(etag).last_modified("no date at all"));
    let feed = rig.subscribe(&server.url("/f"));
    assert_eq!(rig.refresh(feed), unchanged());
    let asked = &server.asked("/f")[1];
    assert_eq!(asked.raw("if-none-match"), Some(&etag[..]));
    assert_eq!(asked.raw("if-modified-since"), Some(&b"no date at all"[..]));
}
