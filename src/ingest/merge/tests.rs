use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::model::Content;

fn item(key: u64, title: &str, link: &str) -> Item {
    let mut item = Item::new(ItemKey(key), format!("guid-{key}"));
    item.title = Some(title.to_owned());
    item.link = Some(link.to_owned());
    item
}

fn known(items: &[Item]) -> Vec<Known> {
    let one = |item: &Item| Known {
        key: item.key,
        digest: digest(item),
        likeness: likeness(item),
        standing: Standing::Here,
    };
    items.iter().map(one).collect()
}

fn keys(items: &[Item]) -> Vec<u64> {
    items.iter().map(|item| item.key.0).collect()
}

/// Added, changed and removed keys.
fn check(stored: &[Item], document: Vec<Item>, extent: Extent, expected: (&[u64], &[u64], &[u64])) {
    let merge = merge(&known(stored), document, extent);
    let removed: Vec<u64> = merge.removed.iter().map(|key| key.0).collect();
    assert_eq!((&keys(&merge.added)[..], &keys(&merge.changed)[..], &removed[..]), expected);
}

#[test]
fn the_same_document_again_changes_nothing() {
    let items = [item(1, "a", "/a"), item(2, "b", "/b")];
    check(&items, items.to_vec(), Extent::Newest, (&[], &[], &[]));
}

#[test]
fn a_new_item_is_added_and_a_missing_one_stays() {
    let stored = [item(1, "a", "/a"), item(2, "b", "/b")];
    check(&stored, vec![item(3, "c", "/c"), stored[1].clone()], Extent::Newest, (&[3], &[], &[]));
}

#[test]
fn a_changed_title_is_a_change_of_the_same_item() {
    check(&[item(1, "a", "/a")], vec![item(1, "A", "/a")], Extent::Newest, (&[], &[1], &[]));
}

#[test]
fn an_item_with_a_new_guid_keeps_its_key() {
    check(&[item(1, "a", "/a")], vec![item(9, "a", "/a")], Extent::Newest, (&[], &[], &[]));
    let mut edited = item(9, "a", "/a");
    edited.content = Some(Content { text: "more".to_owned(), ..Content::default() });
    check(&[item(1, "a", "/a")], vec![edited], Extent::Newest, (&[], &[1], &[]));
}

#[test]
fn an_item_with_a_new_guid_is_known_by_it_from_then_on() {
    let stored = [item(1, "a", "/a")];
    let first = merge(&known(&stored), vec![item(9, "a", "/a")], Extent::Newest);
    assert_eq!(first.renamed, [Renaming { key: ItemKey(9), stored: ItemKey(1), before: None }]);
    let mut known = known(&stored);
    known.push(Known { key: ItemKey(9), digest: 0, likeness: 0, standing: Standing::Alias(ItemKey(1)) });
    let later = merge(&known, vec![item(9, "another title", "/a")], Extent::Newest);
    assert_eq!((keys(&later.changed), later.added.len(), later.renamed.len()), (vec![1], 0, 0));
    let again = merge(&known, vec![item(7, "a", "/a")], Extent::Newest);
    let before = Some(ItemKey(9));
    assert_eq!(again.renamed, [Renaming { key: ItemKey(7), stored: ItemKey(1), before }]);
    assert!(merge(&known, vec![item(9, "a", "/a")], Extent::Complete).removed.is_empty());
}

#[test]
fn what_the_publisher_took_back_is_new_again() {
    let mut known = known(&[item(1, "a", "/a"), item(2, "b", "/b")]);
    (known[0].standing, known[1].standing) = (Standing::TakenBack, Standing::Gone);
    let merge = merge(&known, vec![item(1, "a", "/a"), item(2, "b", "/b")], Extent::Complete);
    assert_eq!((keys(&merge.added), merge.removed.len()), (vec![1], 0));
}

#[test]
fn alike_items_under_guids_of_their_own_are_several() {
    let stored = [item(1, "Build failed", "/ci")];
    let document = vec![item(2, "Build failed", "/ci"), stored[0].clone()];
    check(&stored, document, Extent::Newest, (&[2], &[], &[]));
}

#[test]
fn an_alike_item_is_new_where_several_are_stored() {
    let stored = [item(1, "Build failed", "/ci"), item(2, "Build failed", "/ci")];
    check(&stored, vec![item(3, "Build failed", "/ci")], Extent::Newest, (&[3], &[], &[]));
}

#[test]
fn only_a_complete_document_removes() {
    let stored = [item(1, "a", "/a"), item(2, "b", "/b")];
    check(&stored, vec![stored[0].clone()], Extent::Complete, (&[], &[], &[2]));
    check(&stored, vec![stored[0].clone()], Extent::Delta, (&[], &[], &[]));
    check(&stored, vec![stored[0].clone()], Extent::Newest, (&[], &[], &[]));
    check(&stored, Vec::new(), Extent::Complete, (&[], &[], &[]));
}

#[test]
fn a_key_that_occurs_twice_counts_once() {
    check(&[], vec![item(1, "a", "/a"), item(1, "b", "/b")], Extent::Newest, (&[1], &[], &[]));
}

/// One edit that a publisher makes between two polls; numbers pick an item.
#[derive(Clone, Debug)]
enum Edit {
    Publish,
    Retitle(usize),
    Rewrite(usize),
    Rename(usize),
    Hide(usize),
    Reverse,
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![
        3 => Just(Edit::Publish),
        2 => any::<usize>().prop_map(Edit::Retitle),
        2 => any::<usize>().prop_map(Edit::Rewrite),
        2 => any::<usize>().prop_map(Edit::Rename),
        2 => any::<usize>().prop_map(Edit::Hide),
        1 => Just(Edit::Reverse),
    ]
}

/// A publisher's article with its true number, which the reader never sees.
struct Article {
    item: Item,
    number: u64,
    hidden: bool,
    /// Its guid changed at some time: from then on title and link are all that tells which item it is.
    renamed: bool,
    /// Its title changed since the reader saw it last.
    retitled: bool,
}

#[derive(Default)]
struct Publisher {
    articles: Vec<Article>,
    next_key: u64,
}

impl Publisher {
    fn act(&mut self, edit: &Edit) {
        match edit {
            Edit::Publish => self.publish(),
            Edit::Reverse => self.articles.reverse(),
            Edit::Retitle(at) => self.with(*at, |article| {
                if !article.renamed {
                    article.item.title = article.item.title.take().map(|title| title + "!");
                    article.retitled = true;
                }
            }),
            Edit::Rewrite(at) => self.with(*at, |article| {
                let text = format!("{}.", article.item.content.take().map_or_else(String::new, |c| c.text));
                article.item.content = Some(Content { text, ..Content::default() });
            }),
            Edit::Hide(at) => self.with(*at, |article| article.hidden = !article.hidden),
            Edit::Rename(at) => {
                self.next_key += 1;
                let key = self.next_key;
                self.with(*at, |article| {
                    if !article.retitled {
                        article.item.key = ItemKey(key);
                        article.renamed = true;
                    }
                });
            }
        }
    }

    fn publish(&mut self) {
        self.next_key += 1;
        let number = self.articles.len() as u64;
        let item = item(self.next_key, &format!("Article {number}"), &format!("/{number}"));
        self.articles.insert(0, Article { item, number, hidden: false, renamed: false, retitled: false });
    }

    fn with(&mut self, at: usize, change: impl FnOnce(&mut Article)) {
        let length = self.articles.len();
        if let Some(article) = at.checked_rem(length).and_then(|at| self.articles.get_mut(at)) {
            change(article);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Over 50 polls of a feed that is edited all the time each item is stored exactly once, and the mark that was
    /// set on it when it came stays with it.
    #[test]
    fn each_item_is_kept_once_with_its_mark(
        polls in proptest::collection::vec(proptest::collection::vec(edit(), 0..20), 50)
    ) {
        let mut publisher = Publisher::default();
        let mut store: BTreeMap<ItemKey, Item> = BTreeMap::new();
        let mut marks: BTreeMap<ItemKey, u64> = BTreeMap::new();
        let mut ever_shown = std::collections::BTreeSet::new();
        for edits in &polls {
            for edit in edits {
 publisher.act(edit);
 }
            let shown: Vec<&Article> = publisher.articles.iter().filter(|article| !article.hidden).collect();
            ever_shown.extend(shown.iter().map(|article| article.number));
            let document = shown.iter().map(|article| article.item.clone()).collect();
            let stored: Vec<Item> = store.values().cloned().collect();
            let merge = merge(&known(&stored), document, Extent::Newest);
            for item in merge.added {
                let number = item.link.as_deref().and_then(|link| link[1..].parse().ok()).unwrap_or(u64::MAX);
                prop_assert!(marks.insert(item.key, number).is_none());
                store.insert(item.key, item);
            }
            for item in merge.changed {
                prop_assert!(store.contains_key(&item.key));
                let link = format!("/{}", marks[&item.key]);
                prop_assert_eq!(item.link.as_deref(), Some(link.as_str()));
                store.insert(item.key, item);
            }
            publisher.articles.iter_mut().filter(|article| !article.hidden).for_each(|article| {
                article.retitled = false;
            });
        }
        let mut numbers: Vec<u64> = marks.values().copied().collect();
        numbers.sort_unstable();
        prop_assert_eq!(numbers, ever_shown.into_iter().collect::<Vec<_>>());
    }
}
