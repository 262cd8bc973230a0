//! What the store promises, one promise a test.

use super::*;
use crate::model::{Feed, Scope};

#[test]
fn what_was_written_is_there_after_a_restart() {
    let (folder, store) = new_store();
    let feed = subscribe(&store, "one");
    add(&store, feed, &[(1, 10), (2, 20)]);
    store.apply(&read(&[id(feed, 1)], true), at(30)).expect("a mark");
    store.set_consent(true).expect("an answer");
    store.set_note("screen", "items").expect("a note");
    store.hold(&Hold { host: "one.example:443".to_owned(), until: at(500) }, at(30)).expect("a hold");
    assert_eq!(store.seed(Seed::new(5)).expect("a seed"), Seed::new(5));
    let before = (store.feeds().expect("feeds"), store.item(id(feed, 1)).expect("an item"));
    drop(store);
    let (store, opened) = reopen(&folder);
    assert_eq!(opened, Opened::Whole);
    assert_eq!((store.feeds().expect("feeds"), store.item(id(feed, 1)).expect("an item")), before);
    assert_eq!(store.consent().expect("an answer"), Some(true));
    assert_eq!(store.note("screen").expect("a note").as_deref(), Some("items"));
    assert_eq!(store.holds().expect("holds").len(), 1);
    assert_eq!(store.seed(Seed::new(6)).expect("a seed"), Seed::new(5));
}

#[test]
fn a_second_opening_says_that_the_store_is_in_use() {
    let (folder, _store) = new_store();
    let second = Store::open(folder.path(), at(0));
    assert!(matches!(second, Err(StoreError::InUse { .. })), "{second:?}");
}

#[test]
fn a_store_that_is_closed_can_be_opened_at_once() {
    let (folder, mut store) = new_store();
    for _ in 0..10 {
        drop(store);
        store = reopen(&folder).0;
    }
    assert_eq!(store.version(), schema::newest());
}

#[test]
fn a_folder_that_can_not_be_made_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "x").expect("a file");
    let opened = Store::open(&file.join("store"), at(0));
    assert!(matches!(opened, Err(StoreError::Folder { .. })), "{opened:?}");
}

#[test]
fn lists_are_newest_first_and_equal_dates_by_id() {
    let (_folder, store) = new_store();
    let (one, two) = (subscribe(&store, "one"), subscribe(&store, "two"));
    add(&store, two, &[(5, 20), (1, 20), (9, -40)]);
    add(&store, one, &[(7, 20), (3, 10), (8, 30)]);
    assert_eq!(keys(&store, &ListPlace::All, ListShow::All), [8, 7, 1, 5, 3, 9]);
    assert_eq!(keys(&store, &ListPlace::Feeds(vec![two, one, one]), ListShow::All), [8, 7, 1, 5, 3, 9]);
    assert_eq!(keys(&store, &ListPlace::Feeds(vec![two]), ListShow::All), [1, 5, 9]);
}

#[test]
fn a_list_is_read_from_a_place_in_both_directions() {
    let (_folder, store) = new_store();
    let (one, two) = (subscribe(&store, "one"), subscribe(&store, "two"));
    add(&store, one, &[(1, 10), (3, 30)]);
    add(&store, two, &[(2, 20), (4, 40)]);
    let from = Some((at(20), id(two, 2)));
    for place in [ListPlace::All, ListPlace::Feeds(vec![one, two])] {
        let read = |order| -> Vec<u64> {
            let heads = store.list(&place, ListShow::All, from, order).expect("a list");
            heads.map(|head| head.expect("a head").id.key.0).collect()
        };
        assert_eq!(read(ListOrder::Down), [2, 1]);
        assert_eq!(read(ListOrder::Up), [3, 4]);
    }
}

#[test]
fn an_item_that_is_there_or_gone_is_never_added_again() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    add(&store, feed, &[(1, 10), (2, 20), (3, 30)]);
    store.apply(&read(&[id(feed, 1)], true), at(40)).expect("a mark");
    assert_eq!(store.forget(&[id(feed, 2)]).expect("a removal"), 1);
    let counts = add(&store, feed, &[(1, 50), (2, 50), (3, 50), (3, 60)]);
    assert_eq!(counts, Counts { total: 2, unread: 1, starred: 0 });
    assert_eq!(keys(&store, &ListPlace::All, ListShow::All), [3, 1]);
    assert_eq!(store.item(id(feed, 2)).expect("an answer"), None);
    let gone = store.heads(feed).expect("heads").into_iter().find(|head| head.id.key == ItemKey(2));
    assert_eq!(gone.map(|head| (head.digest, head.likeness, head.title)), Some((2, 2, None)));
}

#[test]
fn a_changed_item_keeps_its_marks_its_date_and_its_place() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    add(&store, feed, &[(1, 10), (2, 20)]);
    store.apply(&Change::Star { items: vec![id(feed, 1)], starred: true }, at(30)).expect("a star");
    let mut item = Item::new(ItemKey(1), "identity 1");
    item.title = Some("New words".to_owned());
    item.published = Some(at(999));
    let changed = vec![ChangedItem { item, excerpt: None, digest: 77, likeness: 78, updated: None }];
    store.commit(feed, CheckBatch { changed, ..brought(Vec::new()) }).expect("a commit");
    let head = store.head(id(feed, 1)).expect("an answer").expect("a head");
    assert_eq!((head.title.as_deref(), head.date, head.digest), (Some("New words"), at(10), 77));
    assert!(head.status.starred);
    let (item, _) = store.item(id(feed, 1)).expect("an answer").expect("an item");
    assert_eq!((item.published, item.content), (Some(at(999)), None));
    assert!(store.item(id(feed, 2)).expect("an answer").expect("an item").0.content.is_some());
    assert_eq!(keys(&store, &ListPlace::All, ListShow::All), [2, 1]);
}

#[test]
fn an_update_lasts_over_lesser_changes_until_the_item_is_read_once_more() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    add(&store, feed, &[(1, 10)]);
    let commit = |digest, updated| {
        let item = Item::new(ItemKey(1), "identity 1");
        let changed = vec![ChangedItem { item, excerpt: None, digest, likeness: 0, updated }];
        let after_update = AfterUpdate::Unread;
        store.commit(feed, CheckBatch { changed, after_update, ..brought(Vec::new()) }).expect("a commit");
    };
    let head = || store.head(id(feed, 1)).expect("an answer").expect("a head");
    let seen =
        || (head().changed, head().status.read, store.feed(feed).ok().flatten().map(|one| one.counts.unread));
    store.apply(&read(&[id(feed, 1)], true), at(20)).expect("a mark");
    commit(5, Some(at(30)));
    assert_eq!(seen(), (Some(at(30)), false, Some(1)));
    commit(6, None);
    store.apply(&read(&[id(feed, 1)], false), at(40)).expect("a mark");
    assert_eq!(seen(), (Some(at(30)), false, Some(1)));
    store.apply(&read(&[id(feed, 1)], true), at(50)).expect("a mark");
    assert_eq!(seen(), (None, true, Some(0)));
    commit(7, None);
    assert_eq!(seen(), (None, true, Some(0)));
    assert_eq!(store.check().expect("a check").faults, []);
}

#[test]
fn a_commit_for_no_subscription_keeps_nothing() {
    let (_folder, store) = new_store();
    let lost = store.commit(FeedId(9), brought(vec![new_item(1, 10)]));
    assert!(matches!(lost, Err(StoreError::NoSuchFeed(FeedId(9)))), "{lost:?}");
    assert_eq!(store.head(id(FeedId(9), 1)).expect("an answer"), None);
}

#[test]
fn a_check_without_a_document_keeps_the_publishers_words() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    let words = Feed { title: Some("هدهد".to_owned()), ..Feed::default() };
    let repairs = vec!["namespace".to_owned()];
    let full = CheckBatch { feed: Some(words.clone()), repairs: Some(repairs.clone()), ..brought(vec![]) };
    store.commit(feed, full).expect("a commit");
    let check = CheckState { failures: 3, ..CheckState::default() };
    let url = Some("https://moved.example/feed".to_owned());
    store.commit(feed, CheckBatch { check: check.clone(), url, ..CheckBatch::default() }).expect("a commit");
    let kept = store.feed(feed).expect("an answer").expect("a feed");
    assert_eq!((kept.feed, kept.repairs, kept.check), (Some(words), repairs, check));
    assert_eq!(kept.subscription.url, "https://moved.example/feed");
}

#[test]
fn mark_all_leaves_what_arrived_later() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    add(&store, feed, &[(1, 10), (2, 20), (3, 30)]);
    let change = Change::ReadAll { scope: Scope::Feed(feed), until: at(20) };
    let applied = store.apply(&change, at(40)).expect("marks");
    assert_eq!(applied.count, 2);
    assert_eq!(applied.inverse, Some(read(&[id(feed, 2), id(feed, 1)], false)));
    assert_eq!(keys(&store, &ListPlace::All, ListShow::Unread), [3]);
}

#[test]
fn a_change_that_changes_nothing_is_not_remembered() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    add(&store, feed, &[(1, 10)]);
    let nothing = Applied { inverse: None, feeds: Vec::new(), count: 0 };
    for change in [
        read(&[id(feed, 1)], false),
        read(&[id(feed, 99)], true),
        Change::Tag { items: vec![id(feed, 1)], tag: String::new(), on: true },
        Change::Set { feed, setting: crate::model::Setting::Title(None) },
        Change::Resubscribe(feed),
        Change::All(Vec::new()),
    ] {
        assert_eq!(store.apply(&change, at(20)).expect("a change"), nothing, "{change:?}");
    }
    assert_eq!(store.undo(at(20)).expect("a step"), None);
}

#[test]
fn a_removed_feed_is_in_no_list_and_comes_back_whole() {
    let (_folder, store) = new_store();
    let (one, two) = (subscribe(&store, "one"), subscribe(&store, "two"));
    add(&store, one, &[(1, 10)]);
    add(&store, two, &[(2, 20)]);
    store.apply(&Change::Unsubscribe(two), at(30)).expect("a change");
    // A check that was under way when the feed was removed still keeps what it brought.
    add(&store, two, &[(3, 30)]);
    assert_eq!(store.feeds().expect("feeds").len(), 1);
    assert_eq!(store.removed().expect("feeds").len(), 1);
    assert_eq!(keys(&store, &ListPlace::All, ListShow::All), [1]);
    assert_eq!(keys(&store, &ListPlace::Feeds(vec![one, two]), ListShow::All), [1]);
    store.undo(at(31)).expect("a step").expect("something to undo");
    assert_eq!(keys(&store, &ListPlace::All, ListShow::Unread), [3, 2, 1]);
    assert_eq!(store.feed(two).expect("an answer").expect("a feed").subscription.removed, None);
}

#[test]
fn a_number_is_never_given_twice() {
    let (folder, store) = new_store();
    let first = subscribe(&store, "one");
    store.apply(&Change::Unsubscribe(first), at(10)).expect("a change");
    store.tidy(at(10).plus(crate::time::Span::days(31))).expect("upkeep");
    assert_eq!(store.feed(first).expect("an answer"), None);
    drop(store);
    assert!(subscribe(&reopen(&folder).0, "two") > first);
}

#[test]
fn upkeep_leaves_nothing_of_a_feed_that_was_removed_long_ago() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    add(&store, feed, &[(1, 10), (2, 20)]);
    store.apply(&Change::Unsubscribe(feed), at(30)).expect("a change");
    store.tidy(at(30).plus(crate::time::Span::days(30))).expect("upkeep");
    assert!(store.feed(feed).expect("an answer").is_some(), "it can still be taken back");
    store.tidy(at(31).plus(crate::time::Span::days(30))).expect("upkeep");
    let left: Vec<_> = Area::EACH
        .into_iter()
        .filter(|area| *area != Area::Meta)
        .flat_map(|area| store.disk().expect("a database").range(area.range()))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn folders_name_those_they_lie_in() {
    let (_folder, store) = new_store();
    let mut new = Subscription::new(FeedId(0), "https://one.example/", at(1));
    new.folder = FolderPath::new(["News", "World"]);
    store.subscribe_all(vec![new.clone(), new]).expect("subscriptions");
    let names: Vec<String> = store.folders().expect("folders").iter().map(ToString::to_string).collect();
    assert_eq!(names, ["News", "News/World"]);
}

#[test]
fn a_hold_is_lengthened_never_shortened_and_goes_when_it_is_over() {
    let (_folder, store) = new_store();
    let hold = |until| Hold { host: "one.example:443".to_owned(), until: at(until) };
    for until in [100, 50] {
        store.hold(&hold(until), at(10)).expect("a hold");
        assert_eq!(store.holds().expect("holds"), [hold(100)]);
    }
    let other = Hold { host: "two.example:443".to_owned(), until: at(300) };
    store.hold(&other, at(100)).expect("a hold");
    assert_eq!(store.holds().expect("holds"), [other]);
}

#[test]
fn only_the_newest_copies_are_kept() {
    let (_folder, store) = new_store();
    assert_eq!(store.last_copy(), None);
    for now in 1..=5 {
        store.save_copy(at(now)).expect("a copy");
    }
    assert_eq!(store.last_copy(), Some(at(5)));
    assert_eq!(copy::all(&open::copies(&store.inner.folder)).len(), 3);
}

#[test]
fn chunks_that_are_hardly_used_are_packed_anew_and_empty_ones_go() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    let items: Vec<(u64, i64)> = (0..100_u64).map(|key| (key, key.cast_signed())).collect();
    add(&store, feed, &items);
    let chunks =
        || store.disk().expect("a database").range(key::prefix(&key::feed(Area::Body, feed))).count();
    let before = chunks();
    assert!((3..20).contains(&before), "{before} chunks");
    let most: Vec<ItemId> = (0..100).filter(|key| key % 10 > 0).map(|key| id(feed, key)).collect();
    store.forget(&most).expect("a removal");
    assert!(chunks() < before, "{} chunks", chunks());
    for key in (0..100).step_by(10) {
        let (item, _) = store.item(id(feed, key)).expect("an answer").expect("an item");
        assert_eq!(item, new_item(key, 0).item);
    }
    let rest: Vec<ItemId> = (0..100).map(|key| id(feed, key)).collect();
    assert_eq!(store.forget(&rest).expect("a removal"), 10);
    assert_eq!(chunks(), 0);
}
