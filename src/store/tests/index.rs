//! The index: what is found after checks, changes, merges and damage.

use proptest::prelude::*;

use super::*;
use crate::expr::Expr;
use crate::search::{Builder, Doc, Entry, Plan};

/// A part of the index for items with these titles.
fn part(feed: FeedId, titles: &[(u64, &str)], replaced: &[u64]) -> IndexPart {
    let mut builder = Builder::default();
    for (key, title) in titles {
        let date = i64::try_from(*key).unwrap_or_default();
        builder.add(&Doc { entry: Entry { id: id(feed, *key), date }, strong: &[title], text: "" });
    }
    IndexPart { segment: builder.finish(), replaced: replaced.iter().map(|key| id(feed, *key)).collect() }
}

/// The keys of items found, sorted.
fn found(store: &Store, query: &str) -> Vec<u64> {
    let plan = Plan::of(&Expr::parse(query).expect("an expression"));
    let found = store.find(&plan).expect("a search").expect("an answer of the index");
    let mut keys: Vec<u64> = found.into_iter().map(|found| found.id.key.0).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn what_a_check_brings_is_found_after_it_and_after_opening_again() {
    let (folder, store) = new_store();
    let feed = subscribe(&store, "a");
    let index = part(feed, &[(1, "Feed reader"), (2, "القُرْآن")], &[]);
    store
        .commit(feed, CheckBatch { index, ..brought(vec![new_item(1, 1), new_item(2, 2)]) })
        .expect("a commit");
    assert_eq!(found(&store, "read"), [1]);
    assert_eq!(found(&store, "قران"), [2]);
    assert!(store.check().expect("a check").faults.is_empty());
    drop(store);
    let (store, _) = reopen(&folder);
    assert_eq!(found(&store, "feed or قران"), [1, 2]);
}

#[test]
fn a_changed_item_is_found_by_its_new_words_alone() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "a");
    store.add_to_index(&part(feed, &[(1, "old"), (2, "old")], &[])).expect("a part");
    store.add_to_index(&part(feed, &[(1, "new")], &[1])).expect("a part");
    assert_eq!(found(&store, "old"), [2]);
    assert_eq!(found(&store, "new"), [1]);
}

#[test]
fn the_index_says_whether_it_is_complete_until_it_is_cleared() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "a");
    assert!(!store.is_indexed().expect("an answer"));
    store.add_to_index(&part(feed, &[(1, "word")], &[])).expect("a part");
    store.set_indexed().expect("a note");
    assert!(store.is_indexed().expect("an answer"));
    store.clear_index().expect("a write");
    assert!(!store.is_indexed().expect("an answer"));
    assert_eq!(found(&store, "word"), [0; 0]);
}

#[test]
fn what_the_index_can_not_tell_it_does_not() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "a");
    store.add_to_index(&part(feed, &[(1, "word")], &[])).expect("a part");
    assert_eq!(store.find(&Plan::of(&Expr::parse("-word").expect("an expression"))).expect("a search"), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    /// Keys are changed again and again, in parts of one or two; the newest words count, however it is merged.
    #[test]
    fn merging_changes_nothing(
        parts in prop::collection::vec(prop::collection::btree_map(0_u64..12, 0_usize..4, 1..3), 1..80),
        merge_every in 1_usize..12,
    ) {
        const TITLES: [&str; 4] = ["alpha", "beta", "gamma", "alphabet"];
        let (_folder, store) = new_store();
        let feed = subscribe(&store, "a");
        let items = (0..12).map(|key| new_item(key, 1)).collect();
        store.commit(feed, brought(items)).expect("a commit");
        let mut now: std::collections::BTreeMap<u64, usize> = std::collections::BTreeMap::new();
        for (at, each) in parts.iter().enumerate() {
            let titles: Vec<(u64, &str)> = each.iter().map(|(key, title)| (*key, TITLES[*title])).collect();
            let replaced: Vec<u64> = each.keys().copied().filter(|key| now.contains_key(key)).collect();
            store.add_to_index(&part(feed, &titles, &replaced)).expect("a part");
            now.extend(each);
            if at % merge_every == 0 {
                while store.merge_index().expect("a merge") {}
            }
        }
        for query in ["alpha", "beta", "bet", "gamma"] {
            let expected: Vec<u64> =
                now.iter().filter(|(_, title)| TITLES[**title].contains(query)).map(|(key, _)| *key).collect();
            prop_assert_eq!(found(&store, query), expected, "{}", query);
        }
    }
}

#[test]
fn merging_leaves_out_what_is_gone() {
    let (_folder, store) = new_store();
    let feed = subscribe(&store, "a");
    store.commit(feed, brought((1..=8).map(|key| new_item(key, 1)).collect())).expect("a commit");
    for key in 1..=8 {
        store.add_to_index(&part(feed, &[(key, "word")], &[])).expect("a part");
    }
    store.forget(&[id(feed, 3)]).expect("a write");
    assert!(store.merge_index().expect("a merge"));
    assert!(!store.merge_index().expect("a merge"));
    assert_eq!(found(&store, "word"), [1, 2, 4, 5, 6, 7, 8]);
}
