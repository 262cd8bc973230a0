//! Items whose publisher changes them after they were read.

use hudhud::config::{Config, Updated};
use hudhud::engine::{Command, Event, Show};
use hudhud::model::{Change, FeedId, ItemId, Setting};
use hudhud::time::Span;

use super::rig::{Rig, rss, updated};
use crate::support::reply::Reply;
use crate::support::server::Server;

fn apply(rig: &mut Rig, change: Change) {
    rig.handle.tell(Command::Apply(rig.handle.ticket(), change));
    rig.until(|event| matches!(event, Event::Applied(..)).then_some(()));
}

fn read(rig: &mut Rig, items: Vec<ItemId>) {
    apply(rig, Change::Read { items, read: true });
}

/// A feed of two items that were read, and the server that has it.
fn read_feed(setting: Updated) -> (Server, Rig, FeedId) {
    let (server, mut rig) = (Server::start(), Rig::with(Config { updated: setting, ..Config::default() }));
    server.on("/f", Reply::rss(rss(&["one", "two"])));
    let feed = rig.subscribe(&server.url("/f"));
    let items = rig.items(feed).iter().map(|row| row.id).collect();
    read(&mut rig, items);
    rig.advance(Span::hours(1));
    (server, rig, feed)
}

/// Has the second item say something else, fetches it, and gives title, read mark and whether it counts as updated.
fn edited(server: &Server, rig: &mut Rig, feed: FeedId, from: &str, to: &str) -> Vec<(String, bool, bool)> {
    server.on("/f", Reply::rss(rss(&["one", "two"]).replace(from, to)));
    assert_eq!(rig.refresh(feed), updated(0, 1));
    rig.items(feed).into_iter().map(|row| (row.title, row.read, row.updated == Some(rig.now()))).collect()
}

fn row(title: &str, read: bool, updated: bool) -> (String, bool, bool) {
    (title.to_owned(), read, updated)
}

#[test]
fn an_item_with_another_text_keeps_its_read_mark_and_counts_as_updated_until_it_is_read() {
    let (server, mut rig, feed) = read_feed(Updated::Keep);
    let rows = edited(&server, &mut rig, feed, "About two", "More about two");
    assert_eq!(rows, [row("one", true, false), row("two", true, true)]);
    assert_eq!(rig.feed(feed).unread, 0);
    rig.restart();
    let second = rig.items(feed)[1].clone();
    assert!(second.updated.is_some());
    read(&mut rig, vec![second.id]);
    assert_eq!((rig.items(feed)[1].updated, rig.items(feed)[1].read), (None, true));
}

#[test]
fn an_item_with_another_title_is_unread_again_where_that_is_wished() {
    let (server, mut rig, feed) = read_feed(Updated::Unread);
    let rows = edited(&server, &mut rig, feed, "<title>two<", "<title>two, corrected<");
    assert_eq!(rows, [row("one", true, false), row("two, corrected", false, true)]);
    assert_eq!((rig.feed(feed).unread, rig.feed(feed).total), (1, 2));
    assert_eq!(rig.list(hudhud::engine::Place::All, Show::Unread).len(), 1);
}

#[test]
fn other_blanks_are_no_update() {
    let (server, mut rig, feed) = read_feed(Updated::Unread);
    let rows = edited(&server, &mut rig, feed, "About two", " About\n\n two ");
    assert_eq!(rows, [row("one", true, false), row("two", true, false)]);
}

#[test]
fn another_date_is_no_change_at_all() {
    let (server, mut rig, feed) = read_feed(Updated::Unread);
    let dated =
        rss(&["one", "two"]).replace("<item>", "<item><pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate>");
    server.on("/f", Reply::rss(dated));
    assert_eq!(rig.refresh(feed), updated(0, 0));
    assert!(rig.items(feed).iter().all(|row| row.read && row.updated.is_none()));
}

#[test]
fn what_is_read_in_another_encoding_is_no_update_of_the_publishers() {
    let (server, mut rig, feed) = read_feed(Updated::Unread);
    server.on("/f", Reply::rss(rss(&["one", "two"]).replace("About two", "About t\u{f6}w")));
    rig.refresh(feed);
    let items = rig.items(feed).iter().map(|row| row.id).collect();
    read(&mut rig, items);
    apply(&mut rig, Change::Set { feed, setting: Setting::Charset(Some("windows-1252".to_owned())) });
    assert_eq!(rig.refresh(feed), updated(0, 1));
    assert!(rig.items(feed).iter().all(|row| row.read && row.updated.is_none()));
}
