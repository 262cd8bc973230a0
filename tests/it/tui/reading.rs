//! Reading flow: marking parts of a list, going from feed to feed, and back to what was read before.

use super::script::{Screen, library};
use hudhud::config::{Config, MarkRead};
use hudhud::engine::Command;
use hudhud::model::{Change, Direction, FeedId};

fn screen() -> Screen {
    Screen::open(library(), (120, 40), Direction::Ltr)
}

fn unread(screen: &Screen) -> usize {
    screen.store.items.iter().filter(|item| !item.read).count()
}

/// The title of the article that is shown, by its own item.
fn marked(screen: &Screen) -> usize {
    match screen.last() {
        Some(Command::Apply(_, Change::Read { items, read: true })) => items.len(),
        other => panic!("nothing was marked: {other:?}"),
    }
}

#[test]
fn what_is_above_or_below_the_selected_item_is_marked_and_the_item_itself_is_not() {
    let mut screen = screen();
    screen.press("l j j M k");
    assert_eq!(marked(&screen), 2);
    assert_eq!(unread(&screen), 9);
    screen.press("M j");
    assert_eq!(marked(&screen), 8);
    assert_eq!(unread(&screen), 1);
    screen.press("M j");
    assert!(screen.shows("Nothing here is unread"), "{}", screen.picture());
}

#[test]
fn what_is_older_than_so_many_days_is_marked() {
    let mut screen = screen();
    screen.press("l 3 M o");
    let young = screen.now.minus(hudhud::time::Span::days(3));
    assert!(screen.store.items.iter().all(|item| item.read == (item.date < young) || item.read));
    assert!(marked(&screen) > 0);
}

#[test]
fn a_whole_folder_is_marked_from_one_of_its_feeds() {
    let mut store = library();
    store.feeds[2].folder = hudhud::model::FolderPath::parse("Tech");
    let mut screen = Screen::open(store, (120, 40), Direction::Ltr);
    screen.press("J M f");
    assert!(screen.store.items.iter().filter(|item| item.id.feed == FeedId(1)).all(|item| item.read));
    let is_elsewhere = |feed| feed != FeedId(1);
    assert!(screen.store.items.iter().filter(|item| is_elsewhere(item.id.feed)).any(|item| !item.read));
}

#[test]
fn a_feed_in_no_folder_says_so() {
    let mut screen = screen();
    screen.press("G M f");
    assert!(screen.shows("in no folder"), "{}", screen.picture());
}

#[test]
fn the_next_feed_with_unread_items_comes_and_then_the_first_again() {
    let mut screen = screen();
    let mut seen = Vec::new();
    for _ in 0..5 {
        screen.press("J l A h");
        if let Some(Command::Apply(_, Change::ReadAll { scope, .. })) = screen.last() {
            seen.push(format!("{scope:?}"));
        }
    }
    assert_eq!(seen.len(), 5);
    assert_eq!(unread(&screen), 0);
    screen.press("K");
    assert!(screen.shows("No more unread") || screen.shows("unread"), "{}", screen.picture());
}

#[test]
fn one_goes_back_to_what_was_read_and_forth_again() {
    let mut screen = screen();
    screen.press("j j j l enter");
    let first = screen.picture();
    screen.press("n n");
    assert_ne!(screen.picture(), first);
    let third = screen.picture();
    screen.press("[ [");
    assert_eq!(lines_of(&screen.picture()), lines_of(&first));
    screen.press("] ]");
    assert_eq!(lines_of(&screen.picture()), lines_of(&third));
    let told = screen.store.told.len();
    screen.press("[ ]");
    assert_eq!(screen.store.told.len(), told, "going back and forth changes nothing");
    screen.press("]");
    assert!(screen.shows("no further"), "{}", screen.picture());
}

#[test]
fn from_a_list_the_first_step_back_leads_to_what_was_read_last() {
    let mut screen = screen();
    screen.press("l enter");
    let article = screen.picture();
    screen.press("esc j esc [");
    assert_eq!(lines_of(&screen.picture()), lines_of(&article));
}

/// The head of the article.
fn lines_of(picture: &str) -> Vec<String> {
    picture.lines().take(6).map(|line| line.chars().skip(70).collect()).collect()
}

#[test]
fn with_marking_by_scrolling_an_item_is_read_when_its_end_was_in_sight() {
    let config = Config { mark_read: MarkRead::Scroll, ..Config::default() };
    let mut screen = Screen::configured(library(), (40, 12), config);
    screen.press("l enter");
    assert!(screen.last().is_none(), "{:?}", screen.last());
    screen.press("G");
    assert_eq!(marked(&screen), 1);
    screen.press("m");
    assert!(matches!(screen.last(), Some(Command::Apply(_, Change::Read { read: false, .. }))));
    screen.press("k j");
    assert!(matches!(screen.last(), Some(Command::Apply(_, Change::Read { read: false, .. }))));
}

#[test]
fn undoing_says_what_was_taken_back() {
    let mut screen = screen();
    screen.press("l j M k u");
    assert!(screen.shows("Undone: 1 item marked read"), "{}", screen.picture());
    screen.press("s u");
    assert!(screen.shows("Undone: star taken from 1 item"), "{}", screen.picture());
    screen.press("t u");
    assert!(screen.shows("Undone: direction of"), "{}", screen.picture());
}
