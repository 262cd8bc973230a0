//! Checking, repairing, backups.

use std::fs;

use super::*;
use crate::store::{Before, Fault, Packing};

/// A store with something of everything in it.
fn filled() -> (TempDir, Store, FeedId) {
    let (folder, store) = new_store();
    let (one, two) = (subscribe(&store, "one"), subscribe(&store, "two"));
    add(&store, one, &[(1, 10), (2, 20), (3, 30)]);
    add(&store, two, &[(1, 15), (9, 25)]);
    store.apply(&read(&[id(one, 1)], true), at(60)).expect("a mark");
    let tag = Change::Tag { items: vec![id(one, 2)], tag: "x".to_owned(), on: true };
    store.apply(&tag, at(61)).expect("a tag");
    store.forget(&[id(one, 3)]).expect("a removal");
    store.apply(&Change::Unsubscribe(two), at(62)).expect("an end");
    store.set_note("place", "here").expect("a note");
    store.set_consent(true).expect("a consent");
    store.hold(&Hold { host: "h:80".to_owned(), until: at(99) }, at(1)).expect("a hold");
    store.set_without_deltas("d:80", at(1)).expect("a host");
    store.seed(Seed::new(7)).expect("a seed");
    (folder, store, one)
}

/// Everything that can be asked for.
fn seen(store: &Store) -> String {
    let heads = store.list(&ListPlace::All, ListShow::All, None, ListOrder::Down).expect("a list");
    let heads: Vec<Head> = heads.map(|head| head.expect("a head")).collect();
    let items: Vec<_> = heads.iter().map(|head| store.item(head.id).expect("an answer")).collect();
    format!(
        "{:?} {:?} {heads:?} {items:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        store.feeds().expect("feeds"),
        store.removed().expect("feeds"),
        store.heads(FeedId(1)).expect("heads"),
        store.consent().expect("an answer"),
        store.note("place").expect("an answer"),
        store.holds().expect("holds"),
        store.without_deltas().expect("hosts"),
        store.seed(Seed::new(1)).expect("a seed"),
    )
}

fn backup(store: &Store, packing: Packing) -> Vec<u8> {
    let mut bytes = Vec::new();
    store.backup(&mut bytes, packing, at(70)).expect("a backup");
    bytes
}

fn restore(folder: &TempDir, bytes: &[u8], before: Before) -> Result<Restored, StoreError> {
    Store::restore(folder.path(), &mut &*bytes, before, at(80))
}

#[test]
fn a_backup_brings_everything_back_with_what_can_be_undone() {
    let (_folder, store, _) = filled();
    for packing in [Packing::Gzip, Packing::Plain] {
        let empty = tempfile::tempdir().expect("a folder");
        let restored = restore(&empty, &backup(&store, packing), Before::Keep).expect("a restoring");
        assert_eq!((restored.feeds, restored.items, restored.aside), (2, 5, None));
        let (other, opened) = reopen(&empty);
        assert_eq!(opened, Opened::Whole);
        assert_eq!(seen(&other), seen(&store));
        assert_eq!(other.check().expect("a check").faults, []);
        other.undo(at(90)).expect("an answer").expect("a step back");
        assert_eq!(other.feeds().expect("feeds").len(), 2);
        assert_eq!(subscribe(&other, "three"), FeedId(3));
        assert_eq!(fs::read_dir(empty.path()).expect("a folder").count(), 1, "nothing else is left");
    }
}

#[test]
fn a_backup_of_before_encodings_could_be_set_is_restored() {
    let (_folder, store, _) = filled();
    let text = String::from_utf8(backup(&store, Packing::Plain)).expect("UTF-8");
    let older = text.replace(",{\"charset\":null}]", "]");
    assert_ne!(older, text);
    let empty = tempfile::tempdir().expect("a folder");
    restore(&empty, older.as_bytes(), Before::Keep).expect("a restoring");
    assert_eq!(seen(&reopen(&empty).0), seen(&store));
}

#[test]
fn every_line_of_a_plain_backup_is_json() {
    let (_folder, store, _) = filled();
    let text = String::from_utf8(backup(&store, Packing::Plain)).expect("UTF-8");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines[0]["hudhud"]["version"], 1);
    let titles: Vec<&str> = lines.iter().filter_map(|line| line["item"]["item"]["title"].as_str()).collect();
    assert_eq!(titles, ["Title 1", "Title 2", "Title 1", "Title 9"]);
    assert_eq!(lines.last().expect("lines")["end"]["items"], 5);
}

#[test]
fn a_store_that_is_not_empty_is_replaced_only_if_that_is_wished() {
    let (folder, store, _) = filled();
    let (before, bytes) = (seen(&store), backup(&store, Packing::Gzip));
    store.save_copy(at(71)).expect("a copy");
    subscribe(&store, "later");
    assert!(matches!(restore(&folder, &bytes, Before::SetAside), Err(StoreError::InUse { .. })));
    drop(store);
    assert!(matches!(restore(&folder, &bytes, Before::Keep), Err(StoreError::NotEmpty { .. })));
    let aside = restore(&folder, &bytes, Before::SetAside).expect("a restoring").aside.expect("a place");
    assert!(aside.join("db").exists());
    let (store, opened) = reopen(&folder);
    assert_eq!((opened, seen(&store)), (Opened::Whole, before));
}

#[test]
fn a_backup_that_is_cut_off_or_changed_is_refused_and_the_store_stays() {
    let (_from, store, _) = filled();
    let (folder, other) = new_store();
    subscribe(&other, "mine");
    drop(other);
    let plain = backup(&store, Packing::Plain);
    let packed = backup(&store, Packing::Gzip);
    let without_a_line = {
        let text = String::from_utf8(plain.clone()).expect("UTF-8");
        let lines: Vec<&str> = text.lines().collect();
        let item = lines.iter().position(|line| line.starts_with("{\"item\"")).expect("an item");
        [&lines[..item], &lines[item + 1..]].concat().join("\n").into_bytes()
    };
    let newer =
        String::from_utf8(plain.clone()).expect("UTF-8").replacen("\"version\":1", "\"version\":9", 1);
    let mut flipped = packed.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 0xff;
    let cases: [&[u8]; 9] = [
        b"",
        b"{}",
        b"<opml/>",
        &plain[..plain.len() / 2],
        &packed[..packed.len() - 9],
        &flipped,
        &without_a_line,
        newer.as_bytes(),
        &[&plain[..], b"{}\n"].concat(),
    ];
    for (number, bytes) in cases.iter().enumerate() {
        let refused = restore(&folder, bytes, Before::SetAside);
        let expected =
            matches!(refused, Err(StoreError::Damaged { tree: "backup", .. } | StoreError::TooNew { .. }));
        assert!(expected, "{number}: {refused:?}");
        assert_eq!(reopen(&folder).0.feeds().expect("feeds").len(), 1);
        assert_eq!(
            fs::read_dir(folder.path()).expect("a folder").count(),
            1,
            "{number}: nothing else is left"
        );
    }
}

/// Damages a store, expects a fault to be found, and that repairing leaves none.
fn check_found(damage: impl FnOnce(&mut Draft<'_>, FeedId), expected: &Fault) {
    let (_folder, store, feed) = filled();
    assert_eq!(store.check().expect("a check").faults, []);
    let disk = store.disk().expect("a database");
    let mut draft = Draft::new(&disk);
    damage(&mut draft, feed);
    draft.write().expect("a write");
    drop(disk);
    let found = store.check().expect("a check").faults;
    assert!(found.contains(expected), "{expected:?} is not in {found:?}");
    let repaired = store.repair(at(100)).expect("a repair");
    assert!(matches!(repaired, Some(Opened::SetAside { .. })), "{repaired:?}");
    assert_eq!(store.check().expect("a check").faults, [], "{expected:?}");
    subscribe(&store, "after");
}

#[test]
fn wrong_counts_and_lists_are_found_and_mended() {
    let one = FeedId(1);
    check_found(|draft, feed| draft.counts(feed).expect("counts").unread = 77, &Fault::Counts(one));
    let moved = key::place(at(20), id(one, 2));
    check_found(
        |draft, feed| draft.shift(key::feed_list(key::Mark::Unread, feed), moved, false),
        &Fault::List(Some(one)),
    );
    check_found(|draft, _| draft.shift(key::all_list(key::Mark::All), moved, false), &Fault::List(None));
}

#[test]
fn records_that_can_not_be_read_are_found_and_left_out() {
    check_found(
        |draft, feed| draft.put_bytes(key::item(Area::Head, id(feed, 2)), vec![9]),
        &Fault::Record { tree: "heads", key: "54000000010000000000000002".to_owned() },
    );
    check_found(
        |draft, _| draft.put_bytes(key::named(Area::Hold, "x"), Vec::new()),
        &Fault::Record { tree: "holds", key: "4678".to_owned() },
    );
}

#[test]
fn missing_texts_and_what_is_left_of_lost_feeds_are_found() {
    check_found(|draft, feed| draft.remove(key::chunk(feed, 0)), &Fault::Text(id(FeedId(1), 2)));
    check_found(
        |draft, _| {
            let check = CheckState::default();
            draft.put(Area::Check, key::feed(Area::Check, FeedId(50)), &check).expect("a record");
        },
        &Fault::Stray(FeedId(50)),
    );
}
