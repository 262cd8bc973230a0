//! Redirects (`fetching.md` section 8, items 44 to 52).

use hudhud::engine::Checked;
use hudhud::model::{FailureKind, LastCheck};
use hudhud::time::Span;

use super::rig::{Rig, rss, updated};
use crate::support::reply::Reply;
use crate::support::server::Server;

fn failed(outcome: &Checked) -> Option<FailureKind> {
    match outcome {
        Checked::Asked(LastCheck::Failed(failure)) => Some(failure.kind),
        _ => None,
    }
}

#[test]
fn a_permanent_redirect_is_adopted_after_three_sightings_over_three_days() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/old", [Reply::rss(rss(&["one"])), Reply::redirect(301, "/new")]);
    server.on("/new", Reply::rss(rss(&["two", "one"])).etag("\"n\""));
    let feed = rig.subscribe(&server.url("/old"));
    for hours in [1, 36] {
        rig.advance(Span::hours(hours));
        rig.refresh(feed);
        assert_eq!(rig.url(feed), server.url("/old"));
    }
    rig.advance(Span::hours(36));
    rig.refresh(feed);
    assert_eq!(rig.url(feed), server.url("/new"));
    assert_eq!(rig.titles(feed), ["two", "one"]);
    rig.refresh(feed);
    assert_eq!(server.asked("/old").len(), 4);
    assert!(server.asked("/new")[3].is_conditional());
}

#[test]
fn a_temporary_redirect_is_never_adopted() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/old", [Reply::rss(rss(&["one"])), Reply::redirect(302, "/new")]);
    server.on("/new", Reply::rss(rss(&["one"])));
    let feed = rig.subscribe(&server.url("/old"));
    for _ in 0..5 {
        rig.advance(Span::hours(48));
        assert_eq!(failed(&rig.refresh(feed)), None);
    }
    assert_eq!((rig.url(feed), rig.check(feed).redirect), (server.url("/old"), None));
}

#[test]
fn a_maintenance_page_changes_nothing_and_the_feed_recovers() {
    for status in [302, 301] {
        let (server, mut rig) = (Server::start(), Rig::new());
        server.script(
            "/feed?jc=soc",
            [Reply::rss(rss(&["one"])), Reply::redirect(status, "/sorry"), Reply::rss(rss(&["two", "one"]))],
        );
        server.on("/sorry", Reply::html("<html><body>Back soon</body></html>"));
        let feed = rig.subscribe(&server.url("/feed?jc=soc"));
        assert_eq!(failed(&rig.refresh(feed)), Some(FailureKind::NotAFeed));
        assert_eq!((rig.url(feed), rig.titles(feed).len()), (server.url("/feed?jc=soc"), 1));
        assert_eq!(rig.check(feed).redirect, None);
        assert_eq!(rig.refresh(feed), updated(1, 0));
    }
}

#[test]
fn validators_are_not_sent_where_they_do_not_belong() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/old", [Reply::rss(rss(&["one"])).etag("\"o\""), Reply::redirect(302, "/new")]);
    server.on("/new", Reply::rss(rss(&["one"])).etag("\"n\""));
    let feed = rig.subscribe(&server.url("/old"));
    rig.refresh(feed);
    rig.refresh(feed);
    let (old, new) = (server.asked("/old"), server.asked("/new"));
    assert!(old[1].is_conditional() && !new[0].is_conditional());
    assert!(!old[2].is_conditional() && new[1].is_conditional());
}

#[test]
fn circles_and_long_ways_end() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/circle", Reply::redirect(302, "/back")).on("/back", Reply::redirect(302, "/circle"));
    for hop in 0..8 {
        server.on(&format!("/hop{hop}"), Reply::redirect(302, &format!("/hop{}", hop + 1)));
    }
    let circle = rig.subscribe(&server.url("/circle"));
    assert_eq!(failed(&rig.refresh(circle)), Some(FailureKind::Redirect));
    let long = rig.subscribe(&server.url("/hop0"));
    let before = server.log().len();
    assert_eq!(failed(&rig.refresh(long)), Some(FailureKind::Redirect));
    assert_eq!(server.log().len() - before, 6);
}

#[test]
fn a_target_that_is_not_followed_is_an_error() {
    for target in ["file:///etc/passwd", "gopher://a.example/", "data:,x"] {
        let (server, mut rig) = (Server::start(), Rig::new());
        server.on("/f", Reply::redirect(301, target));
        let feed = rig.subscribe(&server.url("/f"));
        assert_eq!(failed(&rig.refresh(feed)), Some(FailureKind::Redirect), "{target}");
    }
}
