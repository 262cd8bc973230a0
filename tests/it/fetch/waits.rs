//! Servers that ask for time (`fetching.md` section 8, items 36 to 40).

use hudhud::engine::{Answer, Checked, Due, Insistence, Query};
use hudhud::model::{FailureKind, LastCheck};
use hudhud::time::Span;

use super::rig::{Rig, rss, updated};
use crate::support::reply::Reply;
use crate::support::server::Server;

fn too_many(seconds: &str) -> Reply {
    Reply::status(429).header("Retry-After", seconds).body("<html>slow down</html>")
}

#[test]
fn a_host_that_says_too_many_is_left_alone_whoever_asks() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/f", [Reply::rss(rss(&["one"])), too_many("120"), Reply::rss(rss(&["one"]))]);
    server.on("/other", Reply::rss(rss(&["two"])));
    let (feed, other) = (rig.subscribe(&server.url("/f")), rig.subscribe(&server.url("/other")));
    let until = rig.now().plus(Span::seconds(120));
    let Checked::Asked(LastCheck::Failed(failure)) = rig.refresh(feed) else { panic!("it was refused") };
    assert_eq!(failure.kind, FailureKind::Held);
    assert_eq!(rig.refresh(feed), Checked::Held(until));
    assert_eq!(rig.refresh(other), Checked::Held(until));
    assert!(rig.refresh_all().iter().all(|(_, outcome)| *outcome == Checked::Held(until)));
    assert_eq!(server.log().len(), 3);
    rig.restart();
    assert_eq!(rig.refresh(other), Checked::Held(until));
    assert_eq!(server.log().len(), 3);
    assert_eq!(rig.titles(feed), ["one"]);
    rig.advance(Span::seconds(120));
    assert_eq!(rig.refresh(feed), updated(0, 0));
}

#[test]
fn the_user_can_insist_once() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/f", [Reply::rss(rss(&["one"])), too_many("3600"), Reply::rss(rss(&["two", "one"]))]);
    let feed = rig.subscribe(&server.url("/f"));
    rig.refresh(feed);
    assert!(matches!(rig.refresh(feed), Checked::Held(_)));
    assert_eq!(rig.insist(feed, Insistence::Override), updated(1, 0));
    assert_eq!(server.log().len(), 3);
}

#[test]
fn too_many_without_a_time_slows_down_and_never_speeds_up() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/f", [Reply::rss(rss(&["one"])), Reply::status(429)]);
    let feed = rig.subscribe(&server.url("/f"));
    rig.refresh(feed);
    assert_eq!(rig.refresh(feed), Checked::Held(rig.now().plus(Span::minutes(10))));
    let Answer::Schedule(schedule) = rig.ask(Query::Schedule) else { panic!("no schedule") };
    let Due::At(next) = schedule[0].1.due else { panic!("it is due again") };
    assert!(next >= rig.now().plus(Span::hours(24)), "{next}");
}

#[test]
fn a_feed_that_is_busy_waits_alone_until_a_second_one_is() {
    let (server, mut rig) = (Server::start(), Rig::new());
    let busy = || Reply::status(503).header("Retry-After", "600");
    server.script("/a", [Reply::rss(rss(&["one"])), busy()]);
    server.script("/b", [Reply::rss(rss(&["one"])), Reply::rss(rss(&["one"])), busy()]);
    server.on("/c", Reply::rss(rss(&["one"])));
    let feeds = ["/a", "/b", "/c"].map(|path| rig.subscribe(&server.url(path)));
    rig.refresh(feeds[0]);
    assert!(matches!(rig.refresh(feeds[0]), Checked::Held(_)));
    assert_eq!(rig.refresh(feeds[1]), updated(0, 0));
    rig.refresh(feeds[1]);
    assert!(matches!(rig.refresh(feeds[2]), Checked::Held(_)));
}

#[test]
fn a_feed_that_is_gone_is_never_checked_and_comes_back_when_it_answers() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/f", [Reply::rss(rss(&["one"])), Reply::status(410), Reply::rss(rss(&["one"]))]);
    let feed = rig.subscribe(&server.url("/f"));
    let due = |rig: &Rig| match rig.ask(Query::Schedule) {
        Answer::Schedule(schedule) => schedule[0].1.due,
        other => panic!("no schedule: {other:?}"),
    };
    rig.refresh(feed);
    assert_eq!((due(&rig), rig.check(feed).gone), (Due::Never, true));
    assert_eq!(rig.titles(feed), ["one"]);
    assert_eq!(rig.refresh(feed), updated(0, 0));
    assert!(due(&rig) != Due::Never && !rig.check(feed).gone);
}

#[test]
fn a_forbidden_feed_rests_but_the_user_may_try() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/f", [Reply::rss(rss(&["one"])), Reply::status(403)]);
    let feed = rig.subscribe(&server.url("/f"));
    rig.refresh(feed);
    assert_eq!(rig.check(feed).not_before, Some(rig.now().plus(Span::hours(4))));
    rig.refresh(feed);
    assert_eq!(server.log().len(), 3);
}
