//! Complete, archived and paged feeds (RFC 5005; `fetching.md` sections 3.8 and 8, item 67).

use hudhud::engine::{Checked, Command, Event, Rejection};
use hudhud::model::{Change, FeedId, LastCheck};
use hudhud::time::Span;

use super::rig::{Rig, rss, updated};
use crate::support::reply::Reply;
use crate::support::server::Server;

const HISTORY: &str = "http://purl.org/syndication/history/1.0";

fn complete(titles: &[&str]) -> Reply {
    let head = format!("<channel xmlns:fh=\"{HISTORY}\"><fh:complete/>");
    Reply::rss(rss(titles).replace("<channel>", &head))
}

/// A document that leads to another one.
fn linked(titles: &[&str], rel: &str, target: &str) -> Reply {
    let link = format!(
        "<channel xmlns:atom=\"http://www.w3.org/2005/Atom\"><atom:link rel=\"{rel}\" href=\"{target}\"/>"
    );
    Reply::rss(rss(titles).replace("<channel>", &link))
}

fn load_older(rig: &mut Rig, feed: FeedId) -> Checked {
    let ticket = rig.handle.ticket();
    rig.handle.tell(Command::LoadOlder(ticket, feed));
    let clock = rig.clock.clone();
    let handle = rig.handle.clone();
    rig.until(|event| {
        // Every document takes a token.
        clock.advance(Span::seconds(5));
        handle.tell(Command::SignOfLife);
        match event {
            Event::Checked { ticket: Some(own), outcome, .. } if *own == ticket => Some(outcome.clone()),
            Event::Rejected(own, why) if *own == ticket => panic!("rejected: {why:?}"),
            _ => None,
        }
    })
}

#[test]
fn a_complete_document_takes_back_what_it_lacks_and_gives_it_again() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/f", [complete(&["a", "b", "c"]), complete(&["a"]), complete(&["a", "b"])]);
    let feed = rig.subscribe(&server.url("/f"));
    let id =
        |rig: &Rig, title: &str| rig.items(feed).into_iter().find(|row| row.title == title).map(|row| row.id);
    let (b, c) = (id(&rig, "b").expect("it is there"), id(&rig, "c").expect("it is there"));
    for change in
        [Change::Read { items: vec![b], read: true }, Change::Star { items: vec![c], starred: true }]
    {
        rig.handle.tell(Command::Apply(rig.handle.ticket(), change));
        rig.until(|event| matches!(event, Event::Applied(..)).then_some(()));
    }
    rig.refresh(feed);
    assert_eq!(rig.titles(feed), ["a", "c"]);
    assert_eq!(rig.refresh(feed), updated(1, 0));
    assert_eq!(rig.titles(feed), ["a", "b", "c"]);
    assert!(rig.items(feed)[1].read);
}

#[test]
fn without_that_word_nothing_is_taken_back_and_no_archive_is_asked() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server
        .script("/f", [linked(&["b", "a"], "prev-archive", "/1"), linked(&["c", "b"], "prev-archive", "/1")]);
    let feed = rig.subscribe(&server.url("/f"));
    assert_eq!(rig.refresh(feed), updated(1, 0));
    assert_eq!((rig.titles(feed).len(), server.asked("/1").len()), (3, 0));
}

#[test]
fn archives_are_followed_over_a_gap_up_to_what_is_known() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/f", [Reply::rss(rss(&["a"])), linked(&["f"], "prev-archive", "/3").etag("\"f\"")]);
    server.on("/3", linked(&["e", "d"], "prev-archive", "/2"));
    server.on("/2", linked(&["c", "b", "a"], "prev-archive", "/1"));
    server.on("/1", Reply::rss(rss(&["z"])));
    let feed = rig.subscribe(&server.url("/f"));
    assert_eq!(rig.refresh(feed), updated(5, 0));
    let mut titles = rig.titles(feed);
    titles.sort();
    assert_eq!(titles, ["a", "b", "c", "d", "e", "f"]);
    assert_eq!(server.asked("/1").len(), 0);
}

#[test]
fn a_chain_of_archives_without_end_is_left_after_ten() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/f", [Reply::rss(rss(&["a"])), linked(&["x"], "prev-archive", "/0")]);
    for number in 0..20 {
        let title = format!("n{number}");
        server.on(&format!("/{number}"), linked(&[&title], "prev-archive", &format!("/{}", number + 1)));
    }
    let feed = rig.subscribe(&server.url("/f"));
    assert_eq!(rig.refresh(feed), updated(11, 0));
    assert_eq!(server.log().len(), 12);
}

#[test]
fn older_items_are_loaded_page_by_page_when_the_user_asks() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", linked(&["d"], "next", "/f?page=2").etag("\"a\""));
    server.on("/f?page=2", linked(&["d", "c"], "next", "/f?page=3"));
    server.on("/f?page=3", Reply::rss(rss(&["b"])));
    let feed = rig.subscribe(&server.url("/f"));
    rig.refresh(feed);
    assert_eq!(server.log().len(), 2);
    assert_eq!(load_older(&mut rig, feed), updated(1, 0));
    assert_eq!(server.asked("/f?page=3").len(), 0);
    assert_eq!(load_older(&mut rig, feed), updated(1, 0));
    assert_eq!(rig.titles(feed).len(), 3);
    let ticket = rig.handle.ticket();
    rig.handle.tell(Command::LoadOlder(ticket, feed));
    rig.until(|event| matches!(event, Event::Rejected(_, Rejection::NothingOlder(_))).then_some(()));
    assert_eq!(server.log().len(), 4);
}

#[test]
fn the_next_page_of_a_json_feed_is_older() {
    let (server, mut rig) = (Server::start(), Rig::new());
    let page = |id: &str, next: &str| {
        let document = format!(
            "{{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"News\", \"next_url\": \"{next}\", \
             \"items\": [{{\"id\": \"{id}\", \"title\": \"{id}\", \"content_text\": \"t\"}}]}}"
        );
        Reply::ok("application/feed+json", document)
    };
    server.on("/f", page("b", &server.url("/2"))).on("/2", page("a", &server.url("/f")));
    let feed = rig.subscribe(&server.url("/f"));
    assert_eq!(load_older(&mut rig, feed), updated(1, 0));
    assert_eq!(rig.titles(feed).len(), 2);
}

#[test]
fn an_archive_that_fails_is_tried_again_the_next_time() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", linked(&["b"], "prev-archive", "/1"));
    server.script("/1", [Reply::status(500), Reply::rss(rss(&["a"]))]);
    let feed = rig.subscribe(&server.url("/f"));
    assert!(matches!(load_older(&mut rig, feed), Checked::Asked(LastCheck::Failed(_))));
    assert_eq!(rig.check(feed).failures, 0);
    assert_eq!(load_older(&mut rig, feed), updated(1, 0));
}
