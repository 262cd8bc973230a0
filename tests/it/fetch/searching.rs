//! What checks bring is found, by words and by conditions, with the index and without it.

use hudhud::engine::{
    Anchor, Answer, Command, Event, ItemRow, Page, Place, Query, Show, Sort, Source, Window,
};
use hudhud::model::{Change, ItemId};
use hudhud::time::Span;

use super::rig::Rig;
use crate::support::reply::Reply;
use crate::support::server::Server;

fn document(items: &[(&str, &str)]) -> Reply {
    let items: Vec<String> = items
        .iter()
        .map(|(title, text)| {
            format!(
                "<item><guid>{title}</guid><title>{title}</title><category>birds</category>\
                 <description>&lt;p&gt;{text}&lt;/p&gt;</description></item>"
            )
        })
        .collect();
    let items = items.concat();
    Reply::rss(format!("<rss version=\"2.0\"><channel><title>t</title>{items}</channel></rss>"))
}

fn page(rig: &Rig, words: &str) -> Page {
    let source = Source { place: Place::All, show: Show::All, words: words.to_owned(), sort: Sort::Newest };
    let window = Window { anchor: Anchor::First, before: 0, after: 50 };
    match rig.ask(Query::Items(source, window)) {
        Answer::Items(page) => page,
        other => panic!("{other:?}"),
    }
}

fn titles(rig: &Rig, words: &str) -> Vec<String> {
    let mut titles: Vec<String> = page(rig, words).rows.into_iter().map(|row: ItemRow| row.title).collect();
    titles.sort();
    titles
}

fn apply(rig: &mut Rig, command: Command) {
    rig.handle.tell(command);
    rig.until(|event| matches!(event, Event::Applied(..)).then_some(()));
}

fn tag(rig: &mut Rig, item: ItemId, on: bool) {
    let change = Change::Tag { items: vec![item], tag: "keepsake".to_owned(), on };
    let ticket = rig.handle.ticket();
    apply(rig, Command::Apply(ticket, change));
}

#[test]
fn what_a_check_brought_is_found_by_its_words_and_by_conditions() {
    let (server, mut rig) = (Server::start(), Rig::new());
    let before = document(&[("Hoopoe", "a kestrel and القُرْآن"), ("Wren", "nothing here")]);
    let after = document(&[("Hoopoe", "a sparrow"), ("Wren", "nothing here"), ("Owl", "night kestrels")]);
    server.script("/f", vec![before, after]);
    let feed = rig.subscribe(&server.url("/f"));
    assert_eq!(titles(&rig, "kestrel"), ["Hoopoe"]);
    assert_eq!(titles(&rig, "قران"), ["Hoopoe"]);
    assert_eq!(titles(&rig, "KESTR"), ["Hoopoe"], "parts of words, in any letter case");
    assert_eq!(titles(&rig, "tag:birds -kestrel"), ["Wren"]);
    assert_eq!(titles(&rig, "title:wren or sparrow"), ["Wren"]);
    rig.advance(Span::hours(1));
    rig.refresh(feed);
    assert_eq!(titles(&rig, "kestrel"), ["Owl"], "the words of before are gone, the new ones are there");
    assert_eq!(titles(&rig, "sparrow"), ["Hoopoe"]);
    assert_eq!(titles(&rig, "read:no age<1d"), ["Hoopoe", "Owl", "Wren"]);
}

#[test]
fn tags_of_the_user_are_found_and_not_any_more_when_they_are_taken_back() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", document(&[("Hoopoe", "x"), ("Wren", "y")]));
    let feed = rig.subscribe(&server.url("/f"));
    let item = rig.items(feed)[0].clone();
    tag(&mut rig, item.id, true);
    assert_eq!(titles(&rig, "keepsake"), std::slice::from_ref(&item.title));
    let ticket = rig.handle.ticket();
    apply(&mut rig, Command::Undo(ticket));
    assert!(titles(&rig, "keepsake").is_empty());
    let ticket = rig.handle.ticket();
    apply(&mut rig, Command::Redo(ticket));
    assert_eq!(titles(&rig, "label:keepsake"), [item.title]);
}

#[test]
fn what_is_wrong_with_a_condition_is_told_with_its_place_and_what_was_meant() {
    let rig = Rig::new();
    let fault = page(&rig, "x titel:y").fault.expect("a fault");
    assert_eq!((fault.column, fault.suggestion.as_deref()), (3, Some("title")));
    assert_eq!(page(&rig, "title:").fault, None, "it is being typed");
}

#[test]
fn an_index_that_was_lost_is_made_anew_and_finds_the_same() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", document(&[("Hoopoe", "a kestrel"), ("Wren", "y")]));
    rig.subscribe(&server.url("/f"));
    rig.stop();
    let store = rig.store();
    assert!(store.is_indexed().expect("an answer"), "a new store is indexed from the start");
    store.clear_index().expect("it is cleared");
    store.flush().expect("it is written");
    drop(store);
    rig.restart();
    assert_eq!(titles(&rig, "kestrel"), ["Hoopoe"], "without the index the items are read");
    // The end of the engine may cut the work off; it begins again at the next start.
    let is_made = (0..50).any(|_| {
        rig.advance(Span::seconds(31));
        for _ in 0..20 {
            titles(&rig, "kestrel");
        }
        rig.stop();
        let is_indexed = rig.store().is_indexed().expect("an answer");
        rig.restart();
        is_indexed
    });
    assert!(is_made);
    assert_eq!(titles(&rig, "kestrel"), ["Hoopoe"]);
}
