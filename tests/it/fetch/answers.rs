//! Questions and their answers: pages of lists, articles, directions, search.

use hudhud::engine::{
    Anchor, Answer, Command, Event, FeedState, Measure, Page, Part, Place, Query, Show, Sort, Source, Window,
};
use hudhud::model::{Change, Direction, DirectionChoice, FeedId, Setting};
use hudhud::text::Shaping;
use hudhud::time::Span;

use super::rig::{Rig, rss};
use crate::support::reply::Reply;
use crate::support::server::Server;

fn page(rig: &Rig, words: &str, anchor: Anchor, before: usize, after: usize) -> Page {
    let source = Source { place: Place::All, show: Show::All, words: words.to_owned(), sort: Sort::Newest };
    match rig.ask(Query::Items(source, Window { anchor, before, after })) {
        Answer::Items(page) => page,
        other => panic!("no page: {other:?}"),
    }
}

fn page_of(rig: &Rig, place: Place, sort: Sort, anchor: Anchor, (before, after): (usize, usize)) -> Page {
    let source = Source { place, show: Show::All, words: String::new(), sort };
    match rig.ask(Query::Items(source, Window { anchor, before, after })) {
        Answer::Items(page) => page,
        other => panic!("no page: {other:?}"),
    }
}

fn titles(page: &Page) -> Vec<&str> {
    page.rows.iter().map(|row| row.title.as_str()).collect()
}

fn direct(rig: &mut Rig, feed: FeedId, choice: DirectionChoice) {
    let ticket = rig.handle.ticket();
    let set = Change::Set { feed, setting: Setting::Direction(choice) };
    rig.handle.tell(Command::Apply(ticket, set));
    rig.until(|event| matches!(event, Event::Applied(..)).then_some(()));
}

#[test]
fn a_list_is_read_in_windows_from_any_place() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["a", "b", "c", "d", "e"])));
    rig.subscribe(&server.url("/f"));
    let first = page(&rig, "", Anchor::First, 2, 2);
    assert_eq!((titles(&first), first.anchor), (vec!["a", "b"], 0));
    assert!(!first.more_before && first.more_after);
    let row = &page(&rig, "", Anchor::First, 0, 3).rows[2];
    let middle = page(&rig, "", Anchor::At { date: row.date, item: row.id }, 1, 2);
    assert_eq!((titles(&middle), middle.anchor), (vec!["b", "c", "d"], 1));
    assert!(middle.more_before && middle.more_after);
    let last = page(&rig, "", Anchor::Last, 2, 2);
    assert_eq!((titles(&last), last.anchor), (vec!["d", "e"], 2));
    assert!(last.more_before && !last.more_after);
}

#[test]
fn oldest_first_a_list_is_the_same_the_other_way_round_from_any_place() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["a", "b", "c", "d", "e"])));
    rig.subscribe(&server.url("/f"));
    let oldest = |anchor, size| page_of(&rig, Place::All, Sort::Oldest, anchor, size);
    let first = oldest(Anchor::First, (2, 2));
    assert_eq!((titles(&first), first.anchor), (vec!["e", "d"], 0));
    assert!(!first.more_before && first.more_after);
    let row = &oldest(Anchor::First, (0, 3)).rows[2];
    let middle = oldest(Anchor::At { date: row.date, item: row.id }, (1, 2));
    assert_eq!((titles(&middle), middle.anchor), (vec!["d", "c", "b"], 1));
    assert!(middle.more_before && middle.more_after);
    let last = oldest(Anchor::Last, (2, 2));
    assert_eq!((titles(&last), last.anchor), (vec!["b", "a"], 2));
    assert!(last.more_before && !last.more_after);
}

#[test]
fn the_unread_items_of_a_part_of_a_list_are_told_in_its_order() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["a", "b", "c", "d", "e"])));
    rig.subscribe(&server.url("/f"));
    let rows = page(&rig, "", Anchor::First, 0, 9).rows;
    let ticket = rig.handle.ticket();
    rig.handle.tell(Command::Apply(ticket, Change::Read { items: vec![rows[1].id], read: true }));
    rig.until(|event| matches!(event, Event::Applied(..)).then_some(()));
    let unread = |sort, part| {
        let source = Source { place: Place::All, show: Show::All, words: String::new(), sort };
        match rig.ask(Query::Unread(source, part)) {
            Answer::Unread(items) => items,
            other => panic!("no items: {other:?}"),
        }
    };
    let ids = |places: &[usize]| places.iter().map(|place| rows[*place].id).collect::<Vec<_>>();
    let (date, item) = (rows[3].date, rows[3].id);
    for (sort, part, places) in [
        (Sort::Newest, Part::Before { date, item }, &[0, 2][..]),
        (Sort::Newest, Part::After { date, item }, &[4]),
        (Sort::Oldest, Part::Before { date, item }, &[4]),
        (Sort::Oldest, Part::After { date, item }, &[2, 0]),
        (Sort::Newest, Part::Older(date), &[4]),
        (Sort::Newest, Part::Older(rows[0].date.plus(Span::days(1))), &[0, 2, 3, 4]),
    ] {
        assert_eq!(unread(sort, part), ids(places), "{sort:?} {part:?}");
    }
}

#[test]
fn today_holds_what_is_dated_since_midnight() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script(
        "/f",
        [Reply::rss(rss(&["old", "older"])), Reply::rss(rss(&["new", "newer", "old", "older"]))],
    );
    let feed = rig.subscribe(&server.url("/f"));
    rig.advance(Span::days(1));
    rig.refresh(feed);
    let today = |sort, anchor, size| {
        let page = page_of(&rig, Place::Today, sort, anchor, size);
        (titles(&page).join(" "), page.anchor, page.more_before, page.more_after)
    };
    assert_eq!(today(Sort::Newest, Anchor::First, (0, 9)), ("new newer".to_owned(), 0, false, false));
    assert_eq!(today(Sort::Oldest, Anchor::First, (0, 9)), ("newer new".to_owned(), 0, false, false));
    assert_eq!(today(Sort::Newest, Anchor::Last, (9, 0)), ("new newer".to_owned(), 2, false, false));
    // An item that was left standing while the day passed.
    let row = &rig.items(feed)[3];
    let yesterday = Anchor::At { date: row.date, item: row.id };
    assert_eq!(today(Sort::Newest, yesterday, (1, 9)), ("newer".to_owned(), 1, true, false));
    assert_eq!(today(Sort::Oldest, yesterday, (9, 1)), ("newer".to_owned(), 0, false, true));
}

#[test]
fn a_tag_is_a_list_of_its_items() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["later", "b", "c"])));
    let feed = rig.subscribe(&server.url("/f"));
    let items = rig.items(feed);
    for (tag, at) in [("Later", 1), ("Later on", 2)] {
        let ticket = rig.handle.ticket();
        let change = Change::Tag { items: vec![items[at].id], tag: tag.to_owned(), on: true };
        rig.handle.tell(Command::Apply(ticket, change));
        rig.until(|event| matches!(event, Event::Applied(..)).then_some(()));
    }
    let page = page_of(&rig, Place::Tag("later".to_owned()), Sort::Newest, Anchor::First, (0, 9));
    assert_eq!(titles(&page), ["b"]);
}

#[test]
fn words_are_looked_for_in_titles_and_texts() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["apple", "pear"])));
    rig.subscribe(&server.url("/f"));
    assert_eq!(titles(&page(&rig, "APPLE", Anchor::First, 0, 9)), ["apple"]);
    assert_eq!(titles(&page(&rig, "about pear", Anchor::First, 0, 9)), ["pear"]);
    assert!(page(&rig, "plum", Anchor::First, 0, 9).rows.is_empty());
}

#[test]
fn a_hebrew_feed_runs_right_to_left_and_an_english_title_in_it_does_not() {
    let (server, mut rig) = (Server::start(), Rig::new());
    let hebrew = rss(&["שלום", "Hello"]).replace("<channel>", "<channel><language>he</language>");
    server.on("/f", Reply::rss(hebrew));
    let feed = rig.subscribe(&server.url("/f"));
    assert_eq!((rig.feed(feed).direction, rig.feed(feed).title_direction), (Direction::Rtl, Direction::Ltr));
    let sides = |rig: &Rig| -> Vec<_> {
        rig.items(feed).iter().map(|row| (row.direction, row.title_direction)).collect()
    };
    assert_eq!(sides(&rig), [(Direction::Rtl, Direction::Rtl), (Direction::Rtl, Direction::Ltr)]);
    direct(&mut rig, feed, DirectionChoice::Fixed(Direction::Ltr));
    assert_eq!(sides(&rig), [(Direction::Ltr, Direction::Ltr); 2]);
}

#[test]
fn an_article_has_heading_byline_and_text() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["one"])));
    let feed = rig.subscribe(&server.url("/f"));
    let measure = Measure { width: 60, shaping: Shaping::On, direction: DirectionChoice::Auto };
    let Answer::Article(Some(article)) = rig.ask(Query::Article(rig.items(feed)[0].id, measure)) else {
        panic!("no article")
    };
    let lines: Vec<String> = article.laid.lines.iter().map(hudhud::text::Line::visual).collect();
    let text = lines.join("\n");
    for part in ["one", "News · 2026-03-02 12:00", "About one"] {
        assert!(text.contains(part), "{part:?} in {text:?}");
    }
    assert_eq!(article.feed_title, "News");
}

#[test]
fn the_list_of_feeds_says_how_each_does() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/f", [Reply::rss(rss(&["one"])), Reply::status(500), Reply::status(410)]);
    let feed = rig.subscribe(&server.url("/f"));
    assert_eq!((rig.feed(feed).state, rig.feed(feed).unread), (FeedState::Fine, 1));
    rig.refresh(feed);
    assert_eq!(rig.feed(feed).state, FeedState::Failing);
    rig.refresh(feed);
    assert_eq!(rig.feed(feed).state, FeedState::Gone);
    direct(&mut rig, feed, DirectionChoice::Auto);
}
