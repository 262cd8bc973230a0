//! Readers beside a writer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::*;

/// Reads a list to its end: it must be in order, without doubles, and hold all items that nobody touches.
fn read_through(store: &Store, untouched: &[ItemId], order: ListOrder) {
    let heads = store.list(&ListPlace::All, ListShow::Unread, None, order).expect("a list");
    let mut places: Vec<_> =
        heads.map(|head| head.expect("a head")).map(|head| key::place(head.date, head.id)).collect();
    if order == ListOrder::Up {
        places.reverse();
    }
    assert!(places.is_sorted_by(|a, b| a < b), "in order and without doubles");
    let read: Vec<ItemId> = places.iter().map(key::placed).filter(|id| untouched.contains(id)).collect();
    assert_eq!(read.len(), untouched.len(), "nothing that stayed is missed");
}

#[test]
fn a_list_that_is_read_while_it_changes_misses_nothing_that_stays() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    let items: Vec<(u64, i64)> = (0..300_u64).map(|key| (key, key.cast_signed())).collect();
    add(&store, feed, &items);
    let (untouched, touched): (Vec<ItemId>, Vec<ItemId>) =
        (0..300).map(|key| id(feed, key)).partition(|id| id.key.0 % 10 == 0);
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut rounds = 0;
            while rounds < 5 || !over.load(Ordering::Relaxed) {
                read_through(&store, &untouched, ListOrder::Down);
                read_through(&store, &untouched, ListOrder::Up);
                rounds += 1;
            }
        });
        for round in 0..20_u64 {
            for part in touched.chunks(50) {
                store.apply(&read(part, round % 2 == 0), at(500)).expect("marks");
            }
        }
        over.store(true, Ordering::Relaxed);
        reader.join().expect("the reader found no fault");
    });
    let counts = store.feed(feed).expect("an answer").expect("a feed").counts;
    assert_eq!(counts, Counts { total: 300, unread: 300, starred: 0 });
}

#[test]
fn writers_on_several_threads_keep_the_counts_right() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    thread::scope(|scope| {
        for part in 0..4_u64 {
            let store = store.clone();
            scope.spawn(move || {
                for key in (part * 10)..(part * 10 + 10) {
                    add(&store, feed, &[(key, key.cast_signed())]);
                    store.apply(&read(&[id(feed, key)], key % 2 == 0), at(500)).expect("a mark");
                }
            });
        }
    });
    let counts = store.feed(feed).expect("an answer").expect("a feed").counts;
    assert_eq!(counts, Counts { total: 40, unread: 20, starred: 0 });
    assert_eq!(keys(&store, &ListPlace::All, ListShow::Unread).len(), 20);
}

#[test]
fn those_who_start_at_once_don_t_get_into_each_others_way_making_the_store() {
    for _ in 0..2 {
        let folder = tempfile::tempdir().expect("a folder");
        let opened: Vec<_> = thread::scope(|scope| {
            let start = || Store::open(folder.path(), at(1)).map(drop);
            let starts: Vec<_> = (0..6).map(|_| scope.spawn(start)).collect();
            starts.into_iter().map(|start| start.join().expect("no panic")).collect()
        });
        for error in opened.into_iter().filter_map(Result::err) {
            assert!(matches!(error, StoreError::InUse { .. }), "{error}");
        }
    }
}
