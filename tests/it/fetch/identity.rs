//! Items stay the same items: the cases of the collection of real bugs, with its files.

use std::path::PathBuf;

use hudhud::engine::Command;
use hudhud::model::{Change, FeedId, ItemId};
use hudhud::time::Span;

use super::rig::{Rig, updated};
use crate::support::reply::Reply;
use crate::support::server::Server;

/// A file of a case; `None`, with a note, where the collection is not at hand.
fn file(case: &str, name: &str) -> Option<Vec<u8>> {
    let Some(shared) = std::env::var_os("HUDHUD_SHARED") else {
        println!("skipped: HUDHUD_SHARED is not set");
        return None;
    };
    let path = PathBuf::from(shared).join("bugcases").join(case).join(name);
    Some(std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

fn subscribed(case: &str, names: &[&str]) -> Option<(Server, Rig, FeedId)> {
    let replies: Option<Vec<Reply>> = names.iter().map(|name| Some(Reply::rss(file(case, name)?))).collect();
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/f", replies?);
    let feed = rig.subscribe(&server.url("/f"));
    Some((server, rig, feed))
}

fn again(rig: &mut Rig, feed: FeedId) {
    rig.advance(Span::hours(1));
    rig.refresh(feed);
}

fn read_one(rig: &mut Rig, item: ItemId) {
    let ticket = rig.handle.ticket();
    rig.handle.tell(Command::Apply(ticket, Change::Read { items: vec![item], read: true }));
    rig.until(|event| matches!(event, hudhud::engine::Event::Applied(..)).then_some(()));
}

#[test]
fn items_without_dates_stay_put() {
    let Some((_server, mut rig, feed)) = subscribed("bc-09-no-dates-stay-put", &["feed.xml"]) else { return };
    let before = rig.items(feed);
    assert_eq!(before.len(), 3);
    assert!(before.iter().all(|row| row.date.as_seconds() >= rig.now().as_seconds() - 1));
    read_one(&mut rig, before[1].id);
    again(&mut rig, feed);
    let after = rig.items(feed);
    let facts =
        |rows: &[hudhud::engine::ItemRow]| rows.iter().map(|row| (row.id, row.date)).collect::<Vec<_>>();
    assert_eq!(facts(&before), facts(&after));
    assert!(after[1].read && !after[0].read);
}

#[test]
fn one_guid_for_all_items_makes_as_many_items_as_there_are() {
    let case = "bc-11-one-guid-for-all-items";
    let Some((_server, mut rig, feed)) = subscribed(case, &["feed.xml", "feed2.xml"]) else { return };
    let before = rig.items(feed);
    assert_eq!(before.len(), 4);
    read_one(&mut rig, before[0].id);
    assert_eq!(rig.feed(feed).unread, 3);
    again(&mut rig, feed);
    assert_eq!((rig.items(feed).len(), rig.feed(feed).unread), (5, 4));
}

#[test]
fn a_new_guid_is_another_name_of_the_item_also_when_its_title_changes_later() {
    let (server, mut rig) = (Server::start(), Rig::new());
    let item = |guid: &str, title: &str| {
        Reply::rss(format!(
            "<rss version=\"2.0\"><channel><title>News</title><item><guid isPermaLink=\"false\">{guid}</guid>\
             <title>{title}</title><link>http://news.example/1</link></item></channel></rss>"
        ))
    };
    server.script("/f", [item("a", "Title"), item("b", "Title"), item("b", "Better title")]);
    let feed = rig.subscribe(&server.url("/f"));
    let first = rig.items(feed)[0].id;
    read_one(&mut rig, first);
    assert_eq!(rig.refresh(feed), updated(0, 0));
    assert_eq!(rig.refresh(feed), updated(0, 1));
    let rows = rig.items(feed);
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].id, rows[0].title.as_str(), rows[0].read), (first, "Better title", true));
}

#[test]
fn empty_guids_fall_back_to_the_link() {
    let Some((_server, mut rig, feed)) = subscribed("bc-12-empty-guid", &["feed.xml"]) else { return };
    assert_eq!(rig.items(feed).len(), 3);
    again(&mut rig, feed);
    assert_eq!(rig.items(feed).len(), 3);
}

#[test]
fn items_without_any_id_are_not_new_each_time() {
    let case = "bc-13-ids-stable-without-any-id";
    let names = ["feed.xml", "feed.xml", "feed.xml", "feed2.xml"];
    let Some((_server, mut rig, feed)) = subscribed(case, &names) else { return };
    let first = rig.items(feed)[0].id;
    read_one(&mut rig, first);
    for _ in 0..2 {
        again(&mut rig, feed);
        assert_eq!((rig.items(feed).len(), rig.feed(feed).unread), (2, 1));
    }
    again(&mut rig, feed);
    let equal = rig.titles(feed);
    assert!(equal.len() > 2, "{equal:?}");
}
