//! Opening anew, compaction and retention.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::model::Retention;
use crate::store::{Compacted, OldUnread, Threshold, Wear};
use crate::time::Span;

/// Everything that lists show, as text to compare.
fn seen(store: &Store) -> (Vec<FeedRecord>, Vec<Head>) {
    let heads = store.list(&ListPlace::All, ListShow::All, None, ListOrder::Down).expect("a list");
    (store.feeds().expect("feeds"), heads.map(|head| head.expect("a head")).collect())
}

/// Items with texts of 40 kB that don't compress, most of them removed again.
fn bloated() -> (TempDir, Store, FeedId) {
    let (folder, store) = new_store();
    let feed = subscribe(&store, "one");
    for round in 0..60_u64 {
        let keys: Vec<u64> = (round * 10..round * 10 + 10).collect();
        let added = keys.iter().map(|key| {
            let mut new = new_item(*key, 100 + key.cast_signed());
            let mut random = key + 1;
            let text = std::iter::repeat_with(|| {
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                char::from(b' ' + u8::try_from(random >> 58).unwrap_or(0))
            });
            new.item.content.as_mut().expect("a text").text = text.take(40_000).collect();
            new
        });
        store.commit(feed, brought(added.collect())).expect("a commit");
        let most: Vec<ItemId> =
            keys.iter().skip(usize::from(round % 10 == 0)).map(|key| id(feed, *key)).collect();
        store.forget(&most).expect("a removal");
    }
    (folder, store, feed)
}

const LOW: Threshold = Threshold { bytes: 3 << 19, times: 2 };

#[test]
fn opening_anew_keeps_everything_and_takes_the_wear_away() {
    let (_folder, store, feed) = bloated();
    assert!(store.wear() > Wear::Fresh);
    let before = seen(&store);
    assert_eq!(store.renew(at(900)).expect("a renewal"), Some(Opened::Whole));
    assert_eq!((store.wear(), seen(&store)), (Wear::Fresh, before));
    add(&store, feed, &[(5000, 10)]);
}

#[test]
fn a_list_that_is_read_keeps_the_database_from_being_closed() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    add(&store, feed, &[(1, 10), (2, 20)]);
    let mut list = store.list(&ListPlace::All, ListShow::All, None, ListOrder::Down).expect("a list");
    assert_eq!(store.renew(at(900)).expect("an answer"), None);
    assert_eq!(list.next().expect("an item").expect("a head").id.key.0, 2);
    drop(list);
    assert!(store.renew(at(900)).expect("an answer").is_some());
}

#[test]
fn compaction_gives_room_back_and_loses_nothing() {
    let (folder, store, feed) = bloated();
    let before = seen(&store);
    let Compacted::Done { before: large, after: small } = store.compact(LOW, at(900)).expect("a compaction")
    else {
        panic!("it was not done")
    };
    assert!(small * 3 < large * 2, "{large} {small}");
    assert_eq!(seen(&store), before);
    assert_eq!(store.check().expect("a check").faults, []);
    assert!(store.item(id(feed, 100)).expect("an answer").expect("an item").0.content.is_some());
    // The library writes some more behind it by itself, but never as much as there was.
    let as_before = Threshold { bytes: large, ..LOW };
    assert_eq!(store.compact(as_before, at(901)).expect("an answer"), Compacted::NotNeeded);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left");
    drop(store);
    let (store, opened) = reopen(&folder);
    assert_eq!((opened, seen(&store)), (Opened::Whole, before));
}

#[test]
fn what_is_written_during_a_compaction_is_brought_over() {
    let (_folder, store, feed) = bloated();
    let done = AtomicBool::new(false);
    let marked = std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            let mut marked = 0;
            while !done.load(Ordering::Relaxed) {
                add(&store, feed, &[(10_000 + marked, 50)]);
                store.apply(&read(&[id(feed, 10_000 + marked)], true), at(60)).expect("a mark");
                marked += 1;
            }
            marked
        });
        let compacted = store.compact(LOW, at(900)).expect("a compaction");
        done.store(true, Ordering::Relaxed);
        assert!(matches!(compacted, Compacted::Done { .. }), "{compacted:?}");
        writing.join().expect("the writer ends")
    });
    for key in 0..marked {
        let head = store.head(id(feed, 10_000 + key)).expect("an answer").expect("a head");
        assert!(head.status.read, "{key} of {marked}");
    }
    assert_eq!(store.check().expect("a check").faults, []);
}

#[test]
fn a_compaction_that_was_cut_off_between_its_renames_is_finished() {
    let (folder, store, _) = bloated();
    let before = seen(&store);
    drop(store);
    // The new database is complete and the old one out of the way.
    let place = open::database(folder.path());
    fs::rename(&place, folder.path().join("db.new")).expect("a move");
    fs::create_dir(folder.path().join("db.former")).expect("a folder");
    let (store, opened) = reopen(&folder);
    assert_eq!((opened, seen(&store)), (Opened::Whole, before));
    store.tidy(at(900)).expect("tidying");
    assert!(!folder.path().join("db.former").exists());
}

/// Keeps this, and expects these keys to be left.
fn check_expired(retention: Retention, unread: OldUnread, left: &[u64]) {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    add(&store, feed, &[(1, 10), (2, 20), (3, 30), (4, 40), (5, 50)]);
    store.apply(&read(&[1, 2, 3, 5].map(|key| id(feed, key)), true), at(60)).expect("marks");
    store.apply(&Change::Star { items: vec![id(feed, 1)], starred: true }, at(60)).expect("a star");
    let gone = store.expire(feed, retention, unread, at(100)).expect("an answer");
    assert_eq!(keys(&store, &ListPlace::All, ListShow::All), left, "{retention:?} {unread:?}");
    assert_eq!(gone, 5 - left.len());
    // The feed still holds them all, and they don't come back (FreshRSS 2485, rssguard 505).
    add(&store, feed, &[(1, 10), (2, 20), (3, 30), (4, 40), (5, 50)]);
    assert_eq!(keys(&store, &ListPlace::All, ListShow::All), left, "{retention:?} {unread:?}");
    assert_eq!(store.check().expect("a check").faults, []);
}

#[test]
fn old_items_go_by_number_or_age_but_not_those_that_are_dear_or_unread() {
    check_expired(Retention::Newest(1), OldUnread::Stay, &[5, 4, 1]);
    check_expired(Retention::Newest(1), OldUnread::Go, &[5, 1]);
    check_expired(Retention::Newest(0), OldUnread::Go, &[1]);
    check_expired(Retention::For(Span::seconds(55)), OldUnread::Stay, &[5, 4, 1]);
    check_expired(Retention::For(Span::seconds(70)), OldUnread::Stay, &[5, 4, 3, 1]);
    check_expired(Retention::Forever, OldUnread::Go, &[5, 4, 3, 2, 1]);
    check_expired(Retention::Default, OldUnread::Go, &[5, 4, 3, 2, 1]);
}

#[test]
fn what_is_starred_or_tagged_outlives_a_complete_feed() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    add(&store, feed, &[(1, 10), (2, 20), (3, 30)]);
    store.apply(&Change::Star { items: vec![id(feed, 1)], starred: true }, at(60)).expect("a star");
    let tag = Change::Tag { items: vec![id(feed, 2)], tag: "x".to_owned(), on: true };
    store.apply(&tag, at(60)).expect("a tag");
    let batch = CheckBatch { removed: [1, 2, 3].map(ItemKey).to_vec(), ..brought(Vec::new()) };
    assert_eq!(store.commit(feed, batch).expect("a commit").total, 2);
    assert_eq!(keys(&store, &ListPlace::All, ListShow::All), [2, 1]);
}

#[test]
fn a_new_address_that_was_adopted_can_be_taken_back() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    let url = || store.feed(feed).expect("an answer").expect("a feed").subscription.url;
    let old = url();
    let check = CheckState { last_attempt: Some(at(100)), ..CheckState::default() };
    let batch = CheckBatch { check, url: Some("https://new.example/".to_owned()), ..CheckBatch::default() };
    store.commit(feed, batch).expect("a commit");
    assert_eq!(url(), "https://new.example/");
    store.undo(at(200)).expect("an answer").expect("a step back");
    assert_eq!(url(), old);
    store.redo(at(201)).expect("an answer").expect("a step forth");
    assert_eq!(url(), "https://new.example/");
}
