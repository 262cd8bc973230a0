use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::segment::{read_entries, write_entries};
use super::*;
use crate::expr::{Expr, folded};
use crate::model::{FeedId, ItemId, ItemKey};

impl Shelf for Segment {
    type Error = Damaged;

    fn count(&self) -> usize {
        self.entries.len()
    }

    fn blocks(&self) -> usize {
        self.blocks.len()
    }

    fn terms(&self, block: usize) -> Result<Cow<'_, [u8]>, Damaged> {
        Ok(Cow::Borrowed(&self.blocks[block].terms))
    }

    fn lists(&self, block: usize) -> Result<Cow<'_, [u8]>, Damaged> {
        Ok(Cow::Borrowed(&self.blocks[block].lists))
    }
}

fn entry(key: u64) -> Entry {
    Entry { id: ItemId { feed: FeedId(1), key: ItemKey(key) }, date: 1_700_000_000 - key.cast_signed() * 60 }
}

fn built(docs: &[(u64, String, String)]) -> Segment {
    let mut builder = Builder::default();
    for (key, title, text) in docs {
        builder.add(&Doc { entry: entry(*key), strong: &[title], text });
    }
    builder.finish()
}

fn titled(titles: &[&str]) -> Segment {
    let docs: Vec<(u64, String, String)> = (0..)
        .zip(titles)
        .map(|(key, title)| {
            let (title, text) = title.split_once('|').unwrap_or((title, ""));
            (key, title.to_owned(), text.to_owned())
        })
        .collect();
    built(&docs)
}

/// The keys found, best first.
fn found(segment: &Segment, query: &str) -> Option<Vec<u64>> {
    let plan = Plan::of(&Expr::parse(query).unwrap());
    let mut hits = plan.search(segment).unwrap()?;
    hits.sort_by_key(|hit| (std::cmp::Reverse(hit.score), hit.doc));
    Some(hits.into_iter().map(|hit| segment.entries[hit.doc as usize].id.key.0).collect())
}

#[test]
fn words_prefixes_parts_and_phrases_are_found() {
    let segment =
        titled(&["Feed readers", "القُرْآن الكريم", "東京の天気", "reader, feed", "Wörterbuch", "C++ or C"]);
    let check = |query: &str, expected: &[u64]| {
        assert_eq!(found(&segment, query).as_deref(), Some(expected), "{query}");
    };
    check("feed", &[0, 3]);
    check("eade", &[0, 3]);
    // Where words stand is not in the index: whoever asks looks again.
    check("\"feed reader\"", &[3, 0]);
    check("\"reader fee\"", &[3]);
    check("قران", &[1]);
    check("天気", &[2]);
    check("天", &[2]);
    check("東天", &[]);
    check("worter", &[4]);
    check("feed 天気", &[]);
    check("feed or 天気", &[2, 0, 3]);
    check("feed -readers", &[0, 3]);
    assert_eq!(found(&segment, "++"), None);
    assert_eq!(found(&segment, "-feed"), None);
    assert_eq!(found(&segment, "feed or read:no"), None);
}

#[test]
fn titles_whole_words_and_rare_words_come_first() {
    let segment = titled(&["x|rusty", "x|rust", "rust|x", "x|rust rust rust rust", "x|crust"]);
    assert_eq!(found(&segment, "rust"), Some(vec![2, 3, 1, 0, 4]));
}

#[test]
fn the_plan_knows_whether_someone_must_look_again() {
    let check = |query: &str, expected: bool| {
        let expr = Expr::parse(query).unwrap();
        assert_eq!(Plan::of(&expr).is_exact_for(&expr), expected, "{query}");
    };
    check("feed", true);
    check("feed reader", true);
    check("feed or (reader قران)", true);
    check("\"feed reader\"", false);
    check("c++", false);
    check("feed read:no", false);
    check("title:feed", false);
    check("天気", false);
    check("abcdefghijklmnopqrstuvwxyz", false);
}

#[test]
fn damaged_segments_are_refused() {
    let mut segment = titled(&["some words", "and others"]);
    segment.blocks[0].lists.truncate(1);
    assert_eq!(Plan::of(&Expr::words("words")).search(&segment), Err(Damaged));
    segment.blocks[0].terms[0] = 9;
    assert_eq!(Plan::of(&Expr::words("words")).search(&segment), Err(Damaged));
    assert_eq!(merge(&[segment], |_| true), Err(Damaged));
}

#[test]
fn long_segments_have_several_blocks() {
    let docs: Vec<(u64, String, String)> =
        (0..4_000).map(|key| (key, format!("word{key}"), "same".into())).collect();
    let segment = built(&docs);
    assert!(segment.blocks.len() > 1);
    assert_eq!(found(&segment, "word3999"), Some(vec![3999]));
    assert_eq!(found(&segment, "same").map(|keys| keys.len()), Some(4_000));
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[abc \n.]{0,12}", "[abقآأ\u{64e}東天気 -]{0,12}", "[ab]{30,70}", "\\PC{0,10}",]
}

fn docs() -> impl Strategy<Value = BTreeMap<u64, (String, String)>> {
    prop::collection::btree_map(0_u64..20, (text(), text()), 0..8)
}

fn listed(docs: &BTreeMap<u64, (String, String)>) -> Vec<(u64, String, String)> {
    docs.iter().map(|(key, (title, text))| (*key, title.clone(), text.clone())).collect()
}

/// All items that have the words, by looking at each.
fn scanned(docs: &BTreeMap<u64, (String, String)>, words: &str) -> BTreeSet<u64> {
    let wanted = folded(words);
    let has =
        |(title, text): &(String, String)| folded(title).contains(&wanted) || folded(text).contains(&wanted);
    docs.iter().filter(|(_, texts)| has(texts)).map(|(key, _)| *key).collect()
}

proptest! {
    #[test]
    fn nothing_is_missed_and_exact_plans_find_nothing_else(docs in docs(), words in text()) {
        let segment = built(&listed(&docs));
        let expr = Expr::words(words.clone());
        let plan = Plan::of(&expr);
        let expected = scanned(&docs, &words);
        if let Some(hits) = plan.search(&segment).unwrap() {
            let keys: BTreeSet<u64> = hits.iter().map(|hit| segment.entries[hit.doc as usize].id.key.0).collect();
            prop_assert!(keys.is_superset(&expected), "{:?} {:?}", keys, expected);
            if plan.is_exact_for(&expr) {
                prop_assert_eq!(keys, expected);
            }
        }
    }

    #[test]
    fn parts_of_the_texts_are_found(docs in docs(), at in 0_usize..40, len in 1_usize..24) {
        let segment = built(&listed(&docs));
        for (key, (_, text)) in &docs {
            let part: String = text.chars().skip(at).take(len).collect();
            let expr = Expr::words(part.clone());
            if let Some(hits) = Plan::of(&expr).search(&segment).unwrap() {
                let has = |hit: &Hit| segment.entries[hit.doc as usize].id.key.0 == *key;
                // A part may begin within what is folded together.
                prop_assert!(hits.iter().any(has) || !folded(text).contains(&folded(&part)), "{part}");
            }
        }
    }

    #[test]
    fn merged_segments_are_those_built_at_once(first in docs(), second in docs(), dropped in 0_u64..20) {
        let merged = merge(&[built(&listed(&first)), built(&listed(&second))], |id| id.key.0 != dropped).unwrap();
        let of_first = first.iter().filter(|(key, _)| !second.contains_key(key));
        let mut all: Vec<(u64, String, String)> = Vec::new();
        for (key, (title, text)) in of_first.chain(&second).filter(|(key, _)| **key != dropped) {
            all.push((*key, title.clone(), text.clone()));
        }
        prop_assert_eq!(merged, built(&all));
    }

    #[test]
    fn entries_are_read_back(entries: Vec<(u32, u64, i64)>) {
        let entries: Vec<Entry> = entries
            .into_iter()
            .map(|(feed, key, date)| Entry { id: ItemId { feed: FeedId(feed), key: ItemKey(key) }, date })
            .collect();
        prop_assert_eq!(read_entries(&write_entries(&entries)), Ok(entries));
    }

    #[test]
    fn any_bytes_are_read_or_refused(terms: Vec<u8>, lists: Vec<u8>) {
        let segment = Segment { entries: vec![entry(1)], blocks: vec![Block { terms, lists: lists.clone() }] };
        let _ = Plan::of(&Expr::words("a")).search(&segment);
        let _ = merge(&[segment], |_| true);
        let _ = read_entries(&lists);
    }
}
