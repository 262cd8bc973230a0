use super::*;
use crate::model::{Direction, FeedId, ItemKey};
use proptest::prelude::*;

fn id(key: u64) -> ItemId {
    ItemId { feed: FeedId(1), key: ItemKey(key) }
}

/// A row whose date falls with its key, so that a list is sorted by key.
fn row(key: u64) -> ItemRow {
    ItemRow {
        id: id(key),
        title: format!("Item {key}"),
        title_direction: Direction::Ltr,
        direction: Direction::Ltr,
        author: None,
        link: None,
        date: Timestamp::from_seconds(100_000 - i64::try_from(key).expect("a small key")),
        read: false,
        updated: None,
        starred: false,
        overrides: false,
    }
}

fn page(keys: impl IntoIterator<Item = u64>) -> Page {
    Page { rows: keys.into_iter().map(row).collect(), ..Page::default() }
}

fn items(show: Show, keys: impl IntoIterator<Item = u64>) -> Items {
    let mut items = Items::default();
    items.want(Node::All, Node::All.source(show));
    let ask = items.around(10).expect("a list is wanted");
    items.load(&ask, page(keys));
    items
}

fn reload(items: &mut Items, keys: impl IntoIterator<Item = u64>) {
    let ask = items.around(10).expect("a list is wanted");
    items.load(&ask, page(keys));
}

fn keys(items: &Items) -> Vec<u64> {
    items.rows().iter().map(|row| row.id.key.0).collect()
}

#[test]
fn the_selection_stays_on_its_item_and_its_height_when_items_arrive() {
    let mut items = items(Show::All, 10..60);
    items.select(20);
    items.settle(10);
    let height = items.selected() - items.top(10);
    reload(&mut items, 0..60);
    assert_eq!(items.row().map(|row| row.id), Some(id(30)));
    assert_eq!(items.selected() - items.top(10), height);
}

#[test]
fn what_was_just_read_stays_in_a_list_of_unread_items_until_it_is_left() {
    let mut items = items(Show::Unread, 0..5);
    items.mark(&row(2), true);
    reload(&mut items, [0, 1, 3, 4]);
    assert_eq!(keys(&items), [0, 1, 2, 3, 4]);
    assert!(items.rows()[2].read);
    items.want(Node::All, Node::All.source(Show::Unread));
    reload(&mut items, [0, 1, 3, 4]);
    assert_eq!(keys(&items), [0, 1, 3, 4]);
}

#[test]
fn in_a_list_of_all_items_nothing_is_kept() {
    let mut items = items(Show::All, 0..5);
    items.mark(&row(2), true);
    reload(&mut items, [0, 1]);
    assert_eq!(keys(&items), [0, 1]);
}

#[test]
fn more_is_asked_for_before_the_end_is_reached() {
    let mut items = items(Show::All, 0..40);
    items.more_after = true;
    assert!(!items.is_short(10));
    items.select(30);
    assert!(items.is_short(10));
}

#[test]
fn rows_of_another_list_are_not_anchors() {
    let mut items = items(Show::All, 0..40);
    items.select(30);
    items.want(Node::Starred, Node::Starred.source(Show::All));
    assert_eq!(items.around(10).map(|ask| ask.window.anchor), Some(Anchor::First));
}

proptest! {
    #[test]
    fn the_selected_row_is_always_visible(
        top in 0_usize..200, selected in 0_usize..100, page in 0_usize..60, more in 0_usize..100
    ) {
        let total = selected + 1 + more;
        let first = visible(top, selected, page, total);
        prop_assert!(first <= selected && selected < first + page.max(1));
        prop_assert!(first + page <= total || first == 0);
    }
}
