//! Random changes against a plain model in memory give the same lists and counts.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::model::Scope;

/// One thing done to the store. Numbers are taken modulo what there is.
#[derive(Clone, Debug)]
enum Act {
    Add(u32, Vec<(u8, i8)>),
    Edit(u32, u8),
    Forget(u32, u8),
    Read(Vec<(u32, u8)>, bool),
    ReadAll(Option<u32>, i8),
    Star(u32, u8, bool),
    Unsubscribe(u32),
    Resubscribe(u32),
    Undo,
    Redo,
    Restart,
}

const FEEDS: u32 = 3;
const KEYS: u8 = 12;

#[derive(Clone, Debug, PartialEq)]
struct Row {
    date: i64,
    read: bool,
    starred: bool,
    gone: bool,
}

/// What a store should hold, without any of its means.
#[derive(Clone, Debug, Default, PartialEq)]
struct Plain {
    rows: BTreeMap<(u32, u64), Row>,
    removed: [bool; FEEDS as usize],
}

fn act() -> impl Strategy<Value = Act> {
    let item = (0..FEEDS, 0..KEYS);
    prop_oneof![
        4 => (0..FEEDS, prop::collection::vec((0..KEYS, any::<i8>()), 0..6)).prop_map(|(f, i)| Act::Add(f, i)),
        1 => item.clone().prop_map(|(f, k)| Act::Edit(f, k)),
        1 => item.clone().prop_map(|(f, k)| Act::Forget(f, k)),
        4 => (prop::collection::vec(item.clone(), 0..5), any::<bool>()).prop_map(|(i, r)| Act::Read(i, r)),
        2 => (prop::option::of(0..FEEDS), any::<i8>()).prop_map(|(f, u)| Act::ReadAll(f, u)),
        2 => (item, any::<bool>()).prop_map(|((f, k), s)| Act::Star(f, k, s)),
        1 => (0..FEEDS).prop_map(Act::Unsubscribe),
        2 => (0..FEEDS).prop_map(Act::Resubscribe),
        3 => Just(Act::Undo),
        2 => Just(Act::Redo),
        1 => Just(Act::Restart),
    ]
}

impl Plain {
    fn list(&self, feeds: &[u32], show: ListShow) -> Vec<(u32, u64)> {
        let mut rows: Vec<_> = self
            .rows
            .iter()
            .filter(|((feed, _), row)| {
                let shown = match show {
                    ListShow::All => true,
                    ListShow::Unread => !row.read,
                    ListShow::Starred => row.starred,
                };
                feeds.contains(feed) && !self.removed[*feed as usize] && !row.gone && shown
            })
            .collect();
        rows.sort_by_key(|(id, row)| (-row.date, **id));
        rows.into_iter().map(|(id, _)| *id).collect()
    }

    /// Makes a change; true if it changed anything.
    fn change(&mut self, act: &Act) -> bool {
        let before = self.clone();
        match act {
            Act::Read(items, read) => {
                for (feed, key) in items {
                    self.edit(*feed, *key, |row| row.read = *read);
                }
            }
            Act::Star(feed, key, starred) => self.edit(*feed, *key, |row| row.starred = *starred),
            Act::ReadAll(scope, until) => {
                let removed = self.removed;
                for ((feed, _), row) in &mut self.rows {
                    let meant = scope.is_none_or(|scope| scope == *feed) && !removed[*feed as usize];
                    if meant && !row.gone && row.date <= i64::from(*until) {
                        row.read = true;
                    }
                }
            }
            Act::Unsubscribe(feed) => self.removed[*feed as usize] = true,
            Act::Resubscribe(feed) => self.removed[*feed as usize] = false,
            _ => {}
        }
        before != *self
    }

    fn edit(&mut self, feed: u32, key: u8, edit: impl FnOnce(&mut Row)) {
        if let Some(row) = self.rows.get_mut(&(feed, u64::from(key))).filter(|row| !row.gone) {
            edit(row);
        }
    }
}

/// The marks of two states, to be exchanged by undo and redo.
#[derive(Clone, Debug)]
struct Step {
    before: Plain,
    after: Plain,
}

/// The store and the model side by side.
struct Pair {
    folder: TempDir,
    store: Option<Store>,
    feeds: Vec<FeedId>,
    plain: Plain,
    done: Vec<Step>,
    undone: Vec<Step>,
}

impl Pair {
    fn new() -> Self {
        let (folder, store) = new_store();
        let feeds = (0..FEEDS).map(|n| subscribe(&store, &format!("f{n}"))).collect();
        let plain = Plain::default();
        Self { folder, store: Some(store), feeds, plain, done: Vec::new(), undone: Vec::new() }
    }

    fn store(&self) -> &Store {
        self.store.as_ref().expect("it is open between acts")
    }

    fn id(&self, feed: u32, key: u8) -> ItemId {
        id(self.feeds[feed as usize], u64::from(key))
    }

    fn act(&mut self, act: &Act) {
        match act {
            Act::Add(feed, items) => self.add(*feed, items),
            Act::Edit(feed, key) => {
                let mut item = Item::new(ItemKey(u64::from(*key)), "edited");
                item.published = Some(at(5000));
                let changed =
                    vec![ChangedItem { item, excerpt: None, digest: 1, likeness: 1, updated: None }];
                let batch = CheckBatch { changed, ..brought(Vec::new()) };
                self.store().commit(self.feeds[*feed as usize], batch).expect("a commit");
            }
            Act::Forget(feed, key) => {
                self.store().forget(&[self.id(*feed, *key)]).expect("a removal");
                // Its marks in the history stay without effect: what is gone has none that could differ.
                let gone = |row: &mut Row| *row = Row { gone: true, read: false, starred: false, ..*row };
                self.everywhere(|plain| plain.edit(*feed, *key, gone));
            }
            Act::Undo => self.step(true),
            Act::Redo => self.step(false),
            Act::Restart => {
                self.store().flush().expect("a flush");
                self.store = None;
                self.store = Some(reopen(&self.folder).0);
            }
            change => self.change(change),
        }
    }

    fn add(&mut self, feed: u32, items: &[(u8, i8)]) {
        let dated: Vec<(u64, i64)> =
            items.iter().map(|(key, date)| (u64::from(*key), i64::from(*date))).collect();
        add(self.store(), self.feeds[feed as usize], &dated);
        let fresh = |date| Row { date, read: false, starred: false, gone: false };
        self.everywhere(|plain| {
            for (key, date) in &dated {
                plain.rows.entry((feed, *key)).or_insert_with(|| fresh(*date));
            }
        });
    }

    /// What the engine does is no step of the user's: it holds before and after each of them.
    fn everywhere(&mut self, edit: impl Fn(&mut Plain)) {
        edit(&mut self.plain);
        for step in self.done.iter_mut().chain(&mut self.undone) {
            edit(&mut step.before);
            edit(&mut step.after);
        }
    }

    fn change(&mut self, act: &Act) {
        let before = self.plain.clone();
        let changed = self.plain.change(act);
        let applied = self.store().apply(&self.as_change(act), at(1000)).expect("a change");
        assert_eq!(applied.inverse.is_some(), changed, "{act:?}");
        if changed {
            self.done.push(Step { before, after: self.plain.clone() });
            self.undone.clear();
        }
    }

    fn step(&mut self, back: bool) {
        let stack = if back { &mut self.done } else { &mut self.undone };
        // Steps whose items are all gone since are passed over.
        let mut passed = Vec::new();
        let step = loop {
            match stack.pop() {
                Some(step) if step.before == step.after => passed.push(step),
                other => break other,
            }
        };
        let store = self.store.as_ref().expect("it is open between acts");
        let result = if back { store.undo(at(1000)) } else { store.redo(at(1000)) };
        assert_eq!(result.expect("a step").is_some(), step.is_some());
        let other = if back { &mut self.undone } else { &mut self.done };
        other.extend(passed);
        if let Some(step) = step {
            self.plain = if back { step.before.clone() } else { step.after.clone() };
            other.push(step);
        }
    }

    fn as_change(&self, act: &Act) -> Change {
        match act {
            Act::Read(items, to) => {
                read(&items.iter().map(|(feed, key)| self.id(*feed, *key)).collect::<Vec<_>>(), *to)
            }
            Act::Star(feed, key, starred) => {
                Change::Star { items: vec![self.id(*feed, *key)], starred: *starred }
            }
            Act::ReadAll(scope, until) => Change::ReadAll {
                scope: scope.map_or(Scope::All, |feed| Scope::Feed(self.feeds[feed as usize])),
                until: at(i64::from(*until)),
            },
            Act::Unsubscribe(feed) => Change::Unsubscribe(self.feeds[*feed as usize]),
            Act::Resubscribe(feed) => Change::Resubscribe(self.feeds[*feed as usize]),
            other => unreachable!("{other:?} is no change of the user's"),
        }
    }

    fn compare(&self) {
        for show in [ListShow::All, ListShow::Unread, ListShow::Starred] {
            self.compare_list(&ListPlace::All, &[0, 1, 2], show);
            self.compare_list(&ListPlace::Feeds(self.feeds[..2].to_vec()), &[0, 1], show);
            for feed in 0..FEEDS {
                self.compare_list(&ListPlace::Feeds(vec![self.feeds[feed as usize]]), &[feed], show);
            }
        }
        for record in self.store().feeds().expect("feeds") {
            let feed = self.feeds.iter().position(|id| *id == record.subscription.id).expect("a known feed");
            let own = [u32::try_from(feed).expect("few feeds")];
            let count = |show| u32::try_from(self.plain.list(&own, show).len()).expect("few items");
            let counts = Counts {
                total: count(ListShow::All),
                unread: count(ListShow::Unread),
                starred: count(ListShow::Starred),
            };
            assert_eq!(record.counts, counts);
        }
    }

    fn compare_list(&self, place: &ListPlace, feeds: &[u32], show: ListShow) {
        let expected: Vec<ItemId> = self
            .plain
            .list(feeds, show)
            .into_iter()
            .map(|(feed, key)| id(self.feeds[feed as usize], key))
            .collect();
        let read = |from, order| -> Vec<Head> {
            let heads = self.store().list(place, show, from, order).expect("a list");
            heads.map(|head| head.expect("a head")).collect()
        };
        let ids = |heads: &[Head]| heads.iter().map(|head| head.id).collect::<Vec<_>>();
        let all = read(None, ListOrder::Down);
        assert_eq!(ids(&all), expected, "{place:?} {show:?}");
        let mut upwards = ids(&read(None, ListOrder::Up));
        upwards.reverse();
        assert_eq!(upwards, expected, "{place:?} {show:?} upwards");
        if let Some(middle) = all.get(all.len() / 2) {
            let from = Some((middle.date, middle.id));
            assert_eq!(ids(&read(from, ListOrder::Down)), expected[all.len() / 2..]);
            assert_eq!(read(from, ListOrder::Up).len(), all.len() / 2);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_store_does_what_the_plain_model_does(acts in prop::collection::vec(act(), 1..40)) {
        let mut pair = Pair::new();
        for act in &acts {
            pair.act(act);
        }
        pair.compare();
    }
}
