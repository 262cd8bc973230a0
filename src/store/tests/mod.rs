//! Tests of the store as a whole. Each has a folder of its own.

mod damage;
mod index;
mod model;
mod rules;
mod together;
mod undo;
mod upkeep;
mod whole;

use tempfile::TempDir;

use super::disk::Disk;
use super::draft::Draft;
use super::*;
use crate::model::{CheckState, Content, ItemKey, Markup};

/// A moment that many seconds after the epoch.
fn at(seconds: i64) -> Timestamp {
    Timestamp::from_seconds(seconds)
}

/// A new store, with its folder, which goes when the value does.
fn new_store() -> (TempDir, Store) {
    let folder = tempfile::tempdir().expect("a folder");
    let (store, opened) = Store::open(folder.path(), at(0)).expect("a new store");
    assert_eq!(opened, Opened::New);
    (folder, store)
}

/// Opens a store again, which must succeed.
fn reopen(folder: &TempDir) -> (Store, Opened) {
    Store::open(folder.path(), at(1_000_000)).expect("the store opens")
}

/// Subscribes to a made-up address.
fn subscribe(store: &Store, name: &str) -> FeedId {
    let url = format!("https://{name}.example/feed");
    store.subscribe(Subscription::new(FeedId(0), url, at(1))).expect("a subscription")
}

fn id(feed: FeedId, key: u64) -> ItemId {
    ItemId { feed, key: ItemKey(key) }
}

/// An item with a text of some length that is dated and arrived at `date`.
fn new_item(key: u64, date: i64) -> NewItem {
    let mut item = Item::new(ItemKey(key), format!("identity {key}"));
    item.title = Some(format!("Title {key}"));
    item.content = Some(Content {
        text: format!("<p>خبر {key}</p> ").repeat(100),
        markup: Markup::Html,
        ..Content::default()
    });
    NewItem {
        item,
        status: Status { arrived: at(date), ..Status::default() },
        date: at(date),
        excerpt: None,
        digest: key,
        likeness: key,
    }
}

/// A check that brought these items.
fn brought(added: Vec<NewItem>) -> CheckBatch {
    CheckBatch {
        check: CheckState { last_success: Some(at(7)), ..CheckState::default() },
        added,
        ..CheckBatch::default()
    }
}

/// Adds items with keys and dates.
fn add(store: &Store, feed: FeedId, items: &[(u64, i64)]) -> Counts {
    let added = items.iter().map(|(key, date)| new_item(*key, *date)).collect();
    store.commit(feed, brought(added)).expect("a commit")
}

/// The keys of a list, read to its end.
fn keys(store: &Store, place: &ListPlace, show: ListShow) -> Vec<u64> {
    let heads = store.list(place, show, None, ListOrder::Down).expect("a list");
    heads.map(|head| head.expect("a head").id.key.0).collect()
}

/// Marks items read or unread.
fn read(items: &[ItemId], read: bool) -> Change {
    Change::Read { items: items.to_vec(), read }
}
