use super::*;
use crate::model::{Content, Markup};

fn item(title: &str, body: &str) -> Item {
    let mut item = Item::new(ItemKey(0), "");
    item.title = Some(title.to_owned());
    item.content = Some(Content { text: body.to_owned(), markup: Markup::Html, ..Content::default() });
    item
}

fn source(guid: &str, link: &str) -> Source {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Source { guid: some(guid), link: some(link) }
}

fn keys(rows: &[(&str, &str, &str, &str)]) -> Vec<ItemKey> {
    let mut items: Vec<Item> = rows.iter().map(|(_, _, title, body)| item(title, body)).collect();
    let sources: Vec<Source> = rows.iter().map(|(guid, link, ..)| source(guid, link)).collect();
    assign(&mut items, &sources, None, &mut Repairs::default());
    let keys: Vec<ItemKey> = items.iter().map(|item| item.key).collect();
    let mut unique = keys.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), rows.len(), "every key is unique");
    keys
}

#[test]
fn keys_are_the_same_in_every_release() {
    assert_eq!(key("guid:urn:uuid:1225c695-cfb8-4ebb-aaaa-80da344efa6a").to_string(), KEY_OF_UUID);
    assert_eq!(key("link:https://example.org/الخبر").to_string(), KEY_OF_LINK);
    assert_eq!(key("").to_string(), KEY_OF_NOTHING);
}

const KEY_OF_UUID: &str = "8a5557759311a0f3";
const KEY_OF_LINK: &str = "e6856cd84e1f96e5";
const KEY_OF_NOTHING: &str = "3c0a9b2fdac2f7ae";

#[test]
fn a_guid_holds_whatever_else_changes() {
    let before = keys(&[("a", "x", "One", "text"), ("b", "y", "Two", "text")]);
    let after =
        keys(&[("c", "z", "Three", ""), ("a", "x2", "One, changed", "other"), ("b", "y", "Two", "text")]);
    assert_eq!(before, after[1..]);
}

#[test]
fn one_guid_for_all_items_gives_way_to_links() {
    let before = keys(&[("N/A", "x", "One", ""), ("N/A", "y", "Two", "")]);
    let after = keys(&[("N/A", "z", "Three", ""), ("N/A", "x", "One", ""), ("N/A", "y", "Two", "")]);
    assert_eq!(before, after[1..]);
}

#[test]
fn items_without_any_name_go_by_their_content() {
    let before = keys(&[("", "", "One", "a"), ("", "", "Two", "b")]);
    let after = keys(&[("", "", "One", "c"), ("", "", "One", "a"), ("", "", "Two", "b")]);
    assert_eq!(before, after[1..]);
}

#[test]
fn an_item_repeated_word_for_word_is_known_as_such() {
    let once = keys(&[("", "x", "One", "a")]);
    let twice = keys(&[("", "x", "One", "a"), ("", "x", "One", "a"), ("", "x", "One", "a")]);
    assert_eq!(once[0], twice[0]);
}

#[test]
fn one_link_for_all_items_needs_their_titles() {
    let before = keys(&[("", "home", "One", "a"), ("", "home", "Two", "b")]);
    let after = keys(&[("", "home", "Three", "c"), ("", "home", "One", "changed"), ("", "home", "Two", "b")]);
    assert_eq!(before, after[1..]);
}
