//! What the user changes, and takes back.

use hudhud::engine::{Command, Draft, Event, Outline, Place, Rejection, Show};
use hudhud::model::{Applied, Change, FeedId, Scope, Setting};
use hudhud::opml::Entry;

use super::rig::{Rig, rss};
use crate::support::reply::Reply;
use crate::support::server::Server;

fn applied(rig: &mut Rig, command: Command) -> Applied {
    rig.handle.tell(command);
    rig.until(|event| match event {
        Event::Applied(_, applied) => Some(applied.clone()),
        Event::Rejected(_, why) => panic!("refused: {why:?}"),
        _ => None,
    })
}

#[test]
fn marking_all_read_is_taken_back_and_made_again() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["one", "two", "three"])));
    let feed = rig.subscribe(&server.url("/f"));
    let ticket = rig.handle.ticket();
    let mark = Change::ReadAll { scope: Scope::All, until: rig.now() };
    assert_eq!(applied(&mut rig, Command::Apply(ticket, mark)).count, 3);
    assert_eq!((rig.feed(feed).unread, rig.list(Place::All, Show::Unread).len()), (0, 0));
    applied(&mut rig, Command::Undo(ticket));
    assert_eq!(rig.feed(feed).unread, 3);
    applied(&mut rig, Command::Redo(ticket));
    assert_eq!(rig.feed(feed).unread, 0);
    rig.restart();
    assert_eq!(rig.feed(feed).unread, 0);
}

#[test]
fn what_is_asked_just_before_the_end_is_done() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["one"])));
    let feed = rig.subscribe(&server.url("/f"));
    let ticket = rig.handle.ticket();
    let star = Change::Star { items: vec![rig.items(feed)[0].id], starred: true };
    rig.handle.tell(Command::Apply(ticket, star));
    rig.restart();
    assert!(rig.items(feed)[0].starred);
}

#[test]
fn an_unsubscribed_feed_comes_back_with_its_items_when_it_is_added_again() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["one"])));
    let feed = rig.subscribe(&server.url("/f"));
    let ticket = rig.handle.ticket();
    applied(&mut rig, Command::Apply(ticket, Change::Unsubscribe(feed)));
    assert!(rig.list(Place::All, Show::All).is_empty());
    rig.restart();
    assert_eq!(rig.subscribe(&server.url("/f")), feed);
    assert_eq!(rig.titles(feed), ["one"]);
}

#[test]
fn an_address_that_is_subscribed_is_not_subscribed_again() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["one"])));
    let feed = rig.subscribe(&server.url("/f"));
    let ticket = rig.handle.ticket();
    let draft = Draft { url: server.url("/f/"), ..Draft::default() };
    rig.handle.tell(Command::Subscribe(ticket, draft));
    let existed = rig.until(|event| match event {
        Event::Subscribed { feed, existed, .. } => Some((*feed, *existed)),
        _ => None,
    });
    assert_eq!((existed, server.log().len()), ((feed, true), 1));
}

#[test]
fn two_wishes_for_one_address_make_one_subscription() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["one"])));
    for _ in 0..2 {
        let ticket = rig.handle.ticket();
        let draft = Draft { url: server.url("/f"), ..Draft::default() };
        rig.handle.tell(Command::Subscribe(ticket, draft));
    }
    let mut made = Vec::new();
    while made.len() < 2 {
        made.push(rig.until(|event| match event {
            Event::Subscribed { feed, existed, .. } => Some((*feed, *existed)),
            _ => None,
        }));
    }
    assert_eq!(made[0].0, made[1].0);
    assert_eq!((made[0].1, made[1].1), (false, true));
}

#[test]
fn a_list_is_taken_in_without_what_is_known() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["one"])));
    rig.subscribe(&server.url("/f"));
    let entry = |path: &str| Entry { url: server.url(path), ..Entry::default() };
    let outline = Outline { feeds: ["/f", "/g", "/h", "/g"].map(entry).to_vec(), ..Outline::default() };
    let ticket = rig.handle.ticket();
    rig.handle.tell(Command::Import(ticket, outline));
    let counts = rig.until(|event| match event {
        Event::Imported { added, known, .. } => Some((*added, *known)),
        _ => None,
    });
    assert_eq!((counts, server.log().len()), ((2, 2), 1));
}

#[test]
fn a_new_address_is_asked_without_the_old_validators() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["one"])).etag("\"f\""));
    server.on("/g", Reply::rss(rss(&["one"])).etag("\"g\""));
    let feed = rig.subscribe(&server.url("/f"));
    let ticket = rig.handle.ticket();
    let set = Change::Set { feed, setting: Setting::Url(server.url("/g")) };
    applied(&mut rig, Command::Apply(ticket, set));
    rig.refresh(feed);
    assert!(!server.asked("/g")[0].is_conditional());
    assert_eq!(rig.titles(feed), ["one"]);
}

#[test]
fn a_feed_that_is_not_there_is_named() {
    let mut rig = Rig::new();
    let ticket = rig.handle.ticket();
    rig.handle.tell(Command::Apply(ticket, Change::Unsubscribe(FeedId(99))));
    let why = rig.until(|event| match event {
        Event::Rejected(_, why) => Some(why.clone()),
        _ => None,
    });
    assert_eq!(why, Rejection::NoSuchFeed(FeedId(99)));
}
