//! Each kind of damage of `fetching.md` section 7, done to the files of a closed store.

use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::*;

/// A closed store of 30 feeds with 20 items each, half of them read; its folder and what it showed.
fn filled() -> (TempDir, Vec<FeedRecord>) {
    let (folder, store) = new_store();
    for n in 0..30 {
        let feed = subscribe(&store, &format!("f{n}"));
        let items: Vec<(u64, i64)> = (0..20_u64).map(|key| (key, 100 + key.cast_signed())).collect();
        add(&store, feed, &items);
        let half: Vec<ItemId> = (0..10).map(|key| id(feed, key)).collect();
        store.apply(&read(&half, true), at(500)).expect("marks");
    }
    store.flush().expect("a flush");
    let feeds = store.feeds().expect("feeds");
    (folder, feeds)
}

fn file(folder: &TempDir, start: &str) -> PathBuf {
    let entries = fs::read_dir(open::database(folder.path())).expect("the database's folder");
    entries
        .map(|entry| entry.expect("an entry").path())
        .find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start)))
        .expect("a file of that name")
}

fn shorten(path: &Path, by: u64) {
    let log = OpenOptions::new().write(true).open(path).expect("the log");
    let length = log.metadata().expect("its length").len();
    log.set_len(length.saturating_sub(by)).expect("a shorter log");
}

/// The store opens like this, and all is there.
fn check_whole(folder: &TempDir, feeds: &[FeedRecord], how: &Opened) {
    let (store, opened) = reopen(folder);
    assert_eq!(&opened, how);
    assert_eq!(store.feeds().expect("feeds"), feeds);
    assert_eq!(keys(&store, &ListPlace::All, ListShow::All).len(), 600);
    assert!(store.item(id(feeds[29].subscription.id, 19)).expect("an answer").is_some());
}

/// The store was set aside; the new one has these numbers of feeds and items, agrees with itself and can be used.
fn check_set_aside(folder: &TempDir, feeds: usize, items: usize) -> Store {
    let (store, opened) = reopen(folder);
    let Opened::SetAside { aside, feeds: kept, items: left } = opened else { panic!("{opened:?}") };
    assert!(aside.exists());
    assert_eq!((kept, left), (feeds, items));
    assert_eq!(store.feeds().expect("feeds").len(), feeds);
    assert_eq!(keys(&store, &ListPlace::All, ListShow::All).len(), items);
    add(&store, subscribe(&store, "after"), &[(1, 10)]);
    drop(store);
    let (store, opened) = reopen(folder);
    assert_eq!(opened, Opened::Whole);
    store
}

#[test]
fn a_snapshot_of_garbage_costs_nothing() {
    let (folder, feeds) = filled();
    fs::write(file(&folder, "snap."), [0xaa; 1000]).expect("garbage");
    check_whole(&folder, &feeds, &Opened::SnapshotDropped);
}

#[test]
fn an_empty_snapshot_costs_nothing() {
    let (folder, feeds) = filled();
    fs::write(file(&folder, "snap."), []).expect("an empty file");
    check_whole(&folder, &feeds, &Opened::SnapshotDropped);
}

#[test]
fn a_missing_snapshot_costs_nothing() {
    let (folder, feeds) = filled();
    fs::remove_file(file(&folder, "snap.")).expect("a removal");
    check_whole(&folder, &feeds, &Opened::Whole);
}

#[test]
fn a_missing_or_empty_configuration_of_the_database_costs_nothing() {
    let (folder, feeds) = filled();
    fs::remove_file(file(&folder, "conf")).expect("a removal");
    check_whole(&folder, &feeds, &Opened::Whole);
    fs::write(file(&folder, "conf"), []).expect("an empty file");
    let (store, _) = reopen(&folder);
    assert_eq!(store.feeds().expect("feeds"), feeds);
}

#[test]
fn an_empty_log_without_a_copy_gives_a_new_store_and_keeps_the_old_files() {
    let (folder, _) = filled();
    fs::write(file(&folder, "db"), []).expect("an empty file");
    check_set_aside(&folder, 0, 0);
}

#[test]
fn a_missing_log_without_a_copy_is_told() {
    let (folder, _) = filled();
    fs::remove_file(file(&folder, "db")).expect("a removal");
    check_set_aside(&folder, 0, 0);
}

#[test]
fn after_a_shortened_log_everything_comes_back_from_the_copy() {
    for by in [600 * 1024, 1024 * 1024, 10 * 1024 * 1024] {
        let (folder, feeds) = filled();
        let (store, _) = reopen(&folder);
        store.save_copy(at(600)).expect("a copy");
        drop(store);
        shorten(&file(&folder, "db"), by);
        let store = check_set_aside(&folder, 30, 600);
        for old in feeds {
            let feed = old.subscription.id;
            let new = store.feed(feed).expect("an answer").expect("a feed");
            assert_eq!((new.subscription, new.counts), (old.subscription, old.counts));
            let head = store.head(id(feed, 3)).expect("an answer").expect("a head");
            assert!(head.status.read && head.title.is_some());
            let (item, _) = store.item(id(feed, 3)).expect("an answer").expect("an item");
            assert_eq!(head.digest == 0, item.content.is_none(), "a text that was lost is asked for again");
        }
    }
}

#[test]
fn after_a_shortened_log_without_a_copy_what_is_left_agrees() {
    for by in [600 * 1024, 1024 * 1024, 10 * 1024 * 1024] {
        let (folder, _) = filled();
        drop(reopen(&folder));
        shorten(&file(&folder, "db"), by);
        let (store, opened) = reopen(&folder);
        assert!(!matches!(opened, Opened::SnapshotDropped | Opened::New), "{by}: {opened:?}");
        let feeds = store.feeds().expect("feeds");
        let total: u32 = feeds.iter().map(|feed| feed.counts.total).sum();
        assert_eq!(keys(&store, &ListPlace::All, ListShow::All).len(), total as usize);
    }
}

#[test]
fn the_later_of_the_copy_and_the_damaged_database_wins() {
    let (folder, feeds) = filled();
    let feed = feeds[0].subscription.id;
    let (store, _) = reopen(&folder);
    store.save_copy(at(600)).expect("a copy");
    store.apply(&Change::Star { items: vec![id(feed, 3)], starred: true }, at(601)).expect("a star");
    let disk = store.disk().expect("a database");
    let mut draft = Draft::new(&disk);
    draft.put_bytes(key::feed(Area::Check, feed), vec![9]);
    draft.write().expect("a write");
    drop(disk);
    store.flush().expect("a flush");
    drop(store);
    let store = check_set_aside(&folder, 30, 600);
    assert!(store.head(id(feed, 3)).expect("an answer").expect("a head").status.starred);
    assert!(store.item(id(feed, 3)).expect("an answer").expect("an item").0.content.is_some());
}

#[test]
fn a_torn_copy_is_passed_over_for_an_older_one() {
    let (folder, _) = filled();
    let (store, _) = reopen(&folder);
    store.save_copy(at(600)).expect("a copy");
    let torn = store.save_copy(at(601)).expect("a copy");
    drop(store);
    shorten(&torn, 100);
    fs::write(file(&folder, "db"), []).expect("an empty file");
    check_set_aside(&folder, 30, 600);
}

#[test]
fn bytes_zeroed_inside_the_log_never_bring_it_down() {
    let (folder, _) = filled();
    let log = file(&folder, "db");
    let length = fs::metadata(&log).expect("its length").len();
    for part in 0..8_u64 {
        let copy = tempfile::tempdir().expect("a folder");
        let place = open::database(copy.path());
        fs::create_dir(&place).expect("a folder");
        for name in ["db", "conf", "snap."] {
            let from = file(&folder, name);
            fs::copy(&from, place.join(from.file_name().expect("a name"))).expect("a copy");
        }
        let mut file = OpenOptions::new().write(true).open(place.join("db")).expect("the log");
        file.seek(SeekFrom::Start(length / 8 * part)).expect("a place");
        file.write_all(&vec![0; 64 * 1024]).expect("zeros");
        drop(file);
        let (store, opened) = reopen(&copy);
        // Whatever was hit: it opens, what is readable agrees, and it can be written to.
        let listed = quiet::catch(|| keys_until_fault(&store));
        assert!(listed.is_ok(), "part {part}, {opened:?}: {listed:?}");
        subscribe(&store, "after");
    }
}

fn keys_until_fault(store: &Store) -> usize {
    let heads = store.list(&ListPlace::All, ListShow::All, None, ListOrder::Down);
    heads.map_or(0, |heads| heads.take_while(Result::is_ok).count())
}

#[test]
fn a_record_that_can_not_be_read_is_left_out_and_the_rest_is_taken_over() {
    let (folder, feeds) = filled();
    let (store, _) = reopen(&folder);
    let first = feeds[0].subscription.id;
    let disk = store.disk().expect("a database");
    let mut draft = Draft::new(&disk);
    draft.put_bytes(key::feed(Area::Check, first), vec![9, 9, 9]);
    draft.remove(key::item(Area::Head, id(first, 0)));
    draft.write().expect("a write");
    drop(disk);
    store.flush().expect("a flush");
    drop(store);
    let store = check_set_aside(&folder, 30, 599);
    let kept = store.feed(first).expect("an answer").expect("a feed");
    assert_eq!(kept.check, CheckState::default());
    assert_eq!(kept.counts, Counts { total: 19, unread: 10, starred: 0 });
    assert!(store.item(id(first, 1)).expect("an answer").is_some());
}

#[test]
fn a_rebuild_that_was_cut_off_before_its_last_step_is_finished() {
    let (folder, feeds) = filled();
    // Cut off between setting the old database aside and moving the new one in.
    fs::rename(open::database(folder.path()), folder.path().join("db.new")).expect("a move");
    check_whole(&folder, &feeds, &Opened::Whole);
}

#[test]
fn a_new_store_that_was_cut_off_while_it_was_made_is_made_again() {
    let folder = tempfile::tempdir().expect("a folder");
    drop(Disk::open(&folder.path().join("db.new")).expect("a database without a version"));
    let (_store, opened) = reopen(&folder);
    assert_eq!(opened, Opened::New);
}

#[test]
fn acknowledged_commits_survive_a_copy_of_the_files_while_the_store_is_open() {
    let (folder, store) = new_store();
    let feed = subscribe(&store, "one");
    add(&store, feed, &[(1, 10), (2, 20)]);
    // The files as they are at this moment are what a killed process leaves.
    let killed = tempfile::tempdir().expect("a folder");
    let place = open::database(killed.path());
    fs::create_dir(&place).expect("a folder");
    for entry in fs::read_dir(open::database(folder.path())).expect("the files").flatten() {
        if entry.path().is_file() {
            fs::copy(entry.path(), place.join(entry.file_name())).expect("a copy");
        }
    }
    let (left, opened) = reopen(&killed);
    assert_eq!(opened, Opened::Whole);
    assert_eq!(left.feeds().expect("feeds"), store.feeds().expect("feeds"));
    assert_eq!(keys(&left, &ListPlace::All, ListShow::Unread), [2, 1]);
}
