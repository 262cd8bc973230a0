//! What leads elsewhere: trust, undo, suggestions, twins (`fetching.md` sections 3.6 and 8, items 45 to 52).

use hudhud::engine::{Command, Event};
use hudhud::time::Span;

use super::rig::{Rig, rss, updated};
use crate::support::reply::Reply;
use crate::support::server::Server;

#[test]
fn an_adopted_address_can_be_taken_back_and_is_not_adopted_again() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/old", [Reply::rss(rss(&["one"])), Reply::redirect(301, "/new")]);
    server.on("/new", Reply::rss(rss(&["one"])));
    let feed = rig.subscribe(&server.url("/old"));
    for _ in 0..3 {
        rig.refresh(feed);
        rig.advance(Span::hours(40));
    }
    assert_eq!(rig.url(feed), server.url("/new"));
    let ticket = rig.handle.ticket();
    rig.handle.tell(Command::Undo(ticket));
    rig.until(|event| matches!(event, Event::Applied(..)).then_some(()));
    assert_eq!((rig.url(feed), rig.titles(feed).len()), (server.url("/old"), 1));
    for _ in 0..5 {
        rig.refresh(feed);
        rig.advance(Span::hours(40));
    }
    assert_eq!(rig.url(feed), server.url("/old"));
}

#[test]
fn a_single_sighting_or_another_feed_at_the_end_changes_nothing() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script(
        "/old",
        [Reply::rss(rss(&["one"])), Reply::redirect(301, "/portal"), Reply::rss(rss(&["two", "one"]))],
    );
    server.on("/portal", Reply::rss(rss(&["x", "y", "z"])));
    let feed = rig.subscribe(&server.url("/old"));
    rig.refresh(feed);
    assert_eq!(rig.check(feed).redirect, None);
    rig.refresh(feed);
    assert_eq!(rig.url(feed), server.url("/old"));
}

#[test]
fn an_address_is_moved_past_the_permanent_part_only() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/old", [Reply::rss(rss(&["one"])), Reply::redirect(308, "/moved")]);
    server.on("/moved", Reply::redirect(302, "/today")).on("/today", Reply::rss(rss(&["one"])));
    let feed = rig.subscribe(&server.url("/old"));
    for _ in 0..3 {
        rig.refresh(feed);
        rig.advance(Span::hours(40));
    }
    assert_eq!(rig.url(feed), server.url("/moved"));
}

#[test]
fn what_a_document_calls_its_new_address_is_suggested_and_never_followed() {
    let (server, mut rig) = (Server::start(), Rig::new());
    let named = rss(&["one"]).replace(
        "<channel>",
        "<channel xmlns:itunes=\"http://www.itunes.com/dtds/podcast-1.0.dtd\">\
         <itunes:new-feed-url>https://new.example/feed</itunes:new-feed-url>",
    );
    server.on("/f", Reply::rss(named).etag("\"a\""));
    let feed = rig.subscribe(&server.url("/f"));
    for sightings in 1..=5 {
        let seen = rig.check(feed).habits.suggestion.expect("it is suggested");
        assert_eq!((seen.url.as_str(), seen.sightings), ("https://new.example/feed", sightings));
        rig.advance(Span::days(1));
        rig.refresh(feed);
    }
    assert_eq!(rig.url(feed), server.url("/f"));
}

#[test]
fn two_feeds_that_end_at_one_address_stay_two_and_say_so() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/old", [Reply::rss(rss(&["one"])), Reply::redirect(301, "/new")]);
    server.on("/new", Reply::rss(rss(&["two", "one"])));
    let old = rig.subscribe(&server.url("/old"));
    let new = rig.subscribe(&server.url("/new"));
    for _ in 0..4 {
        rig.refresh(old);
        rig.advance(Span::hours(40));
    }
    assert_eq!((rig.url(old), rig.url(new)), (server.url("/old"), server.url("/new")));
    assert_eq!(rig.check(old).habits.twin, Some(new));
    assert_eq!((rig.titles(old).len(), rig.titles(new).len()), (2, 2));
}

#[test]
fn odd_targets_of_redirects_are_followed_or_named() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/a/f", Reply::redirect(302, "../b c?x=\u{e9}"));
    server.on("/b%20c?x=%C3%A9", Reply::rss(rss(&["one"])));
    let feed = rig.subscribe(&server.url("/a/f"));
    assert_eq!(rig.titles(feed), ["one"]);
    assert_eq!(rig.refresh(feed), updated(0, 0));
}
