//! Undo and redo.

use super::*;
use crate::model::{
    Direction, DirectionChoice, Failure, FailureKind, IntervalChoice, LastCheck, Login, Protocol,
    ProxyChoice, Retention, Scope, SecretSource, Setting,
};
use crate::time::Span;

/// Everything that the user can see. That an address was left stays known when it is taken back.
fn seen(store: &Store) -> (Vec<FeedRecord>, Vec<Head>) {
    let heads = store.list(&ListPlace::All, ListShow::All, None, ListOrder::Down).expect("a list");
    let mut feeds = store.feeds().expect("feeds");
    for feed in &mut feeds {
        feed.check.habits.left = None;
    }
    (feeds, heads.map(|head| head.expect("a head")).collect())
}

fn check(make: impl FnOnce(FeedId, FeedId) -> Change) {
    let (_folder, store) = new_store();
    let (one, two) = (subscribe(&store, "one"), subscribe(&store, "two"));
    add(&store, one, &[(1, 10), (2, 20)]);
    add(&store, two, &[(3, 30)]);
    let change = make(one, two);
    let before = seen(&store);
    let applied = store.apply(&change, at(100)).expect("a change");
    let after = seen(&store);
    assert_ne!(before, after, "{change:?} changes something");
    let undone = store.undo(at(101)).expect("a step").expect("something to undo");
    assert_eq!((undone.count, undone.feeds), (applied.count, applied.feeds), "{change:?}");
    assert_eq!(seen(&store), before, "{change:?} undone");
    assert_eq!(store.undo(at(101)).expect("a step"), None);
    store.redo(at(102)).expect("a step").expect("something to redo");
    assert_eq!(seen(&store), after, "{change:?} redone");
    assert_eq!(store.redo(at(102)).expect("a step"), None);
    store.undo(at(103)).expect("a step").expect("something to undo");
    assert_eq!(seen(&store), before, "{change:?} undone again");
}

#[test]
fn every_change_is_taken_back() {
    check(|one, _| read(&[id(one, 1)], true));
    check(|_, _| Change::ReadAll { scope: Scope::All, until: at(50) });
    check(|one, _| Change::Star { items: vec![id(one, 1), id(one, 2)], starred: true });
    check(|one, two| Change::Tag { items: vec![id(one, 1), id(two, 3)], tag: "later".to_owned(), on: true });
    check(|_, two| Change::Unsubscribe(two));
    check(|one, two| {
        let items = vec![id(one, 1)];
        Change::All(vec![
            Change::Star { items: items.clone(), starred: true },
            read(&items, true),
            Change::Unsubscribe(two),
            read(&items, false),
            read(&items, true),
        ])
    });
}

#[test]
fn every_setting_is_taken_back() {
    for setting in [
        Setting::Title(Some("Mine".to_owned())),
        Setting::Folder(FolderPath::new(["a", "b"])),
        Setting::Tags(vec!["b".to_owned(), "a".to_owned(), "a".to_owned()]),
        Setting::Direction(DirectionChoice::Fixed(Direction::Rtl)),
        Setting::Language(Some("fa".to_owned())),
        Setting::Interval(IntervalChoice::Every(Span::hours(2))),
        Setting::Retention(Retention::Newest(10)),
        Setting::Url("https://other.example/".to_owned()),
        Setting::Login(Some(Login {
            user: "u".to_owned(),
            secret: SecretSource::Environment("NAME".to_owned()),
        })),
        Setting::UserAgent(Some("me/1".to_owned())),
        Setting::Headers(vec![("X-Key".to_owned(), "k".to_owned())]),
        Setting::Protocol(Protocol::Http1),
        Setting::Proxy(ProxyChoice::Direct),
        Setting::Authority(Some("/ca.pem".to_owned())),
        Setting::Charset(Some("windows-1256".to_owned())),
    ] {
        check(|feed, _| Change::Set { feed, setting });
    }
}

#[test]
fn a_new_address_that_a_check_found_is_taken_back() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    let url = |store: &Store| store.feeds().expect("feeds")[0].subscription.url.clone();
    let before = url(&store);
    let batch = CheckBatch { url: Some("https://moved.example/".to_owned()), ..CheckBatch::default() };
    store.commit(feed, batch).expect("a check");
    assert_eq!(url(&store), "https://moved.example/");
    store.undo(at(50)).expect("a step").expect("something to undo");
    assert_eq!(url(&store), before);
    let left = store.feeds().expect("feeds")[0].check.habits.left.clone();
    assert_eq!(left.as_deref(), Some("https://moved.example/"));
}

#[test]
fn other_credentials_end_the_wait_for_them_and_another_address_forgets_what_was_observed() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    let refused = Failure { kind: FailureKind::Unauthorized, detail: String::new() };
    let check = CheckState {
        last: Some(LastCheck::Failed(refused)),
        failures: 3,
        gone: true,
        last_success: Some(at(5)),
        ..CheckState::default()
    };
    store.commit(feed, CheckBatch { check, ..CheckBatch::default() }).expect("a check");
    let check = |store: &Store| store.feeds().expect("feeds")[0].check.clone();
    let set = |setting| Change::Set { feed, setting };
    store.apply(&set(Setting::UserAgent(Some("me/1".to_owned()))), at(6)).expect("a change");
    assert!(check(&store).wants_credentials());
    let login = Login { user: "u".to_owned(), secret: SecretSource::Keyring("k".to_owned()) };
    store.apply(&set(Setting::Login(Some(login))), at(7)).expect("a change");
    assert_eq!((check(&store).wants_credentials(), check(&store).failures), (false, 0));
    store.apply(&set(Setting::Url("https://other.example/".to_owned())), at(8)).expect("a change");
    assert_eq!((check(&store).gone, check(&store).last_success), (false, Some(at(5))));
}

#[test]
fn the_history_outlives_a_restart() {
    let (folder, store) = new_store();
    let feed = subscribe(&store, "one");
    add(&store, feed, &[(1, 10), (2, 20)]);
    store.apply(&read(&[id(feed, 1)], true), at(30)).expect("a mark");
    store.apply(&read(&[id(feed, 2)], true), at(31)).expect("a mark");
    store.undo(at(32)).expect("a step").expect("something to undo");
    store.flush().expect("a flush");
    drop(store);
    let (store, _) = reopen(&folder);
    assert!(store.redo(at(33)).expect("a step").is_some());
    assert!(store.undo(at(34)).expect("a step").is_some());
    assert!(store.undo(at(35)).expect("a step").is_some());
    assert_eq!(keys(&store, &ListPlace::All, ListShow::Unread), [2, 1]);
}

#[test]
fn a_new_change_ends_what_could_be_redone() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    add(&store, feed, &[(1, 10), (2, 20)]);
    store.apply(&read(&[id(feed, 1)], true), at(30)).expect("a mark");
    store.apply(&read(&[id(feed, 2)], true), at(30)).expect("a mark");
    store.undo(at(31)).expect("a step");
    store.undo(at(31)).expect("a step");
    store.apply(&Change::Star { items: vec![id(feed, 2)], starred: true }, at(32)).expect("a star");
    assert_eq!(store.redo(at(33)).expect("a step"), None);
    store.undo(at(34)).expect("a step").expect("something to undo");
    assert_eq!(store.undo(at(35)).expect("a step"), None);
}

#[test]
fn a_change_can_be_taken_back_for_thirty_days() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    add(&store, feed, &[(1, 10), (2, 20)]);
    store.apply(&read(&[id(feed, 1)], true), at(30)).expect("a mark");
    let late = at(30).plus(Span::days(30));
    assert_eq!(store.undo(late.plus(Span::seconds(1))).expect("a step"), None);
    assert!(store.undo(late).expect("a step").is_some());
    // A later change drops what is over.
    store.apply(&read(&[id(feed, 2)], true), late.plus(Span::days(1))).expect("a mark");
    assert_eq!(store.disk().expect("a database").range(Area::History.range()).count(), 1);
}

#[test]
fn a_step_that_no_longer_changes_anything_is_passed_over() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "one");
    add(&store, feed, &[(1, 10), (2, 20)]);
    store.apply(&read(&[id(feed, 1)], true), at(30)).expect("a mark");
    store.apply(&read(&[id(feed, 2)], true), at(31)).expect("a mark");
    store.forget(&[id(feed, 2)]).expect("a removal");
    let undone = store.undo(at(32)).expect("a step").expect("something to undo");
    assert_eq!(undone.inverse, Some(read(&[id(feed, 1)], true)));
}
