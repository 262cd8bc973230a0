//! What keys, pastes and events lead to.

use super::pictures::found;
use super::script::{Screen, Store, item, library, now};
use hudhud::config::Config;
use hudhud::engine::{Checked, Command, Event, Insistence, Place, Query, Rejection, Show};
use hudhud::model::{Change, Direction, DirectionChoice, FeedId, Scope, Setting};
use hudhud::time::Span;
use hudhud::tui::{Deed, Mouse, Msg};

const WIDE: (u16, u16) = (120, 40);

fn screen() -> Screen {
    Screen::open(library(), WIDE, Direction::Ltr)
}

/// The column of the first and the last cell of a row that are no blank, between the pane's borders.
fn edges(line: &str, from: usize, to: usize) -> (usize, usize) {
    let cells: Vec<char> = line.chars().collect();
    let inner = &cells[from..to.min(cells.len())];
    let is_text = |cell: &char| !cell.is_whitespace();
    let first = inner.iter().position(is_text).expect("text in the row");
    let last = inner.iter().rposition(is_text).expect("text in the row");
    (from + first, from + last)
}

#[test]
fn opening_an_item_marks_it_read_and_shows_it() {
    let mut screen = screen();
    screen.press("l enter");
    assert!(matches!(screen.last(), Some(Command::Apply(_, Change::Read { read: true, .. }))));
    assert!(screen.shows("A paragraph that is long") || screen.shows("هذه") || screen.shows("ﻫ"));
}

#[test]
fn an_updated_item_has_a_sign_of_its_own_until_it_is_opened_although_it_was_read() {
    let mut store = library();
    let first = store.items.iter_mut().max_by_key(|item| item.date).expect("an item");
    (first.read, first.updated) = (true, Some(now()));
    let mut screen = Screen::open(store, WIDE, Direction::Ltr);
    assert!(screen.picture().contains("~ "), "{}", screen.picture());
    screen.press("l enter");
    assert!(matches!(screen.last(), Some(Command::Apply(_, Change::Read { read: true, .. }))));
    assert!(!screen.picture().contains("~ "), "{}", screen.picture());
}

#[test]
fn with_marking_by_hand_opening_marks_nothing() {
    let config = Config { mark_read: hudhud::config::MarkRead::Manual, ..Config::default() };
    let mut screen = Screen::configured(library(), WIDE, config);
    screen.press("l enter");
    assert!(screen.last().is_none());
    screen.press("m");
    assert!(matches!(screen.last(), Some(Command::Apply(_, Change::Read { read: true, .. }))));
}

#[test]
fn t_turns_an_article_and_its_list_around_and_back() {
    let mut screen = screen();
    screen.press("j j j l enter");
    let turned = |choice| Change::Set { feed: FeedId(1), setting: Setting::Direction(choice) };
    for choice in [
        DirectionChoice::Fixed(Direction::Rtl),
        DirectionChoice::Fixed(Direction::Ltr),
        DirectionChoice::Auto,
    ] {
        screen.press("t");
        let Some(Command::Apply(_, change)) = screen.last() else { panic!("nothing was changed") };
        assert_eq!(*change, turned(choice));
    }
}

#[test]
fn a_right_to_left_title_is_flush_right_in_its_own_column() {
    let mut screen = Screen::open(library(), (40, 12), Direction::Ltr);
    screen.press("j j j l");
    let line = &screen.lines()[2];
    // The mark of the selection is at the right edge, the title beside it, the date at the left.
    assert!(line.ends_with('▐'), "{line:?}");
    assert!(edges(line, 0, 10).0 <= 2, "{line:?}");
}

#[test]
fn a_left_to_right_feed_in_a_right_to_left_screen_keeps_its_columns() {
    let mut screen = Screen::open(library(), (40, 12), Direction::Rtl);
    screen.press("G k k k left");
    let line = &screen.lines()[2];
    assert!(line.starts_with('▌'), "{line:?}");
}

#[test]
fn arrows_go_where_the_eye_goes() {
    let mut ltr = screen();
    ltr.press("right right");
    assert!(matches!(ltr.last(), Some(Command::Apply(..))));
    let mut rtl = Screen::open(library(), WIDE, Direction::Rtl);
    rtl.press("left left");
    assert!(matches!(rtl.last(), Some(Command::Apply(..))));
    let mut away = Screen::open(library(), WIDE, Direction::Rtl);
    away.press("right right right");
    assert!(away.last().is_none());
}

#[test]
fn space_alone_reads_everything() {
    let mut screen = screen();
    screen.press("j j j j j");
    for _ in 0..200 {
        screen.press("space");
    }
    let unread = screen.store.items.iter().filter(|item| !item.read).count();
    assert_eq!(unread, 0, "{}", screen.picture());
    assert!(screen.shows("Nothing unread is left"));
}

#[test]
fn n_leads_to_the_next_unread_item_across_feeds() {
    let mut screen = screen();
    for item in screen.store.items.iter_mut().filter(|item| item.id.feed != FeedId(3)) {
        item.read = true;
    }
    screen.send(Msg::Engine(Event::SubscriptionsChanged));
    screen.pass(Span::seconds(1)).press("j j j l n");
    assert!(screen.shows("iPhone"), "{}", screen.picture());
    screen.press("m");
    let Some(Command::Apply(_, Change::Read { items, .. })) = screen.last() else {
        panic!("nothing was marked")
    };
    assert_eq!(items[0].feed, FeedId(3));
}

#[test]
fn unread_only_keeps_what_was_just_read_until_it_is_left() {
    let mut screen = screen();
    screen.press("G l U");
    let before = screen.lines();
    assert!(before.iter().any(|line| line.contains("unread")));
    screen.press("m");
    screen.pass(Span::seconds(10));
    let shown = |screen: &Screen| screen.shows("iPhone");
    assert!(shown(&screen), "{}", screen.picture());
    screen.press("h k j l");
    assert!(!shown(&screen), "{}", screen.picture());
}

#[test]
fn items_that_arrive_move_nothing_under_the_cursor() {
    let mut screen = screen();
    let feed = screen.store.feeds[1].clone();
    for key in 0..60 {
        let row = item(&feed, 1000 + key, &format!("Older {key}"), Span::days(20 + key));
        screen.store.items.push(row);
    }
    screen.send(Msg::Engine(Event::ItemsChanged(FeedId(2))));
    screen.pass(Span::seconds(1));
    screen.press("l j j j j j j j j j j j j j j j j j j j j");
    let place = |screen: &Screen| {
        screen.lines().iter().position(|line| line.contains("▌")).map(|at| (at, screen.lines()[at].clone()))
    };
    let before = place(&screen).expect("a selected row");
    for key in 0..5 {
        let row = item(&feed, 2000 + key, &format!("Fresh {key}"), Span::minutes(key));
        screen.store.items.push(row);
    }
    screen.send(Msg::Engine(Event::ItemsChanged(FeedId(2))));
    screen.pass(Span::seconds(1));
    assert_eq!(place(&screen).map(|(_, line)| line), Some(before.1));
}

#[test]
fn long_lists_are_asked_for_in_windows_and_can_be_walked_to_the_end() {
    let mut store = library();
    let feed = store.feeds[1].clone();
    for key in 0..5000 {
        store.items.push(item(&feed, 10_000 + key, &format!("Item {key}"), Span::minutes(60 * key)));
    }
    let mut screen = Screen::open(store, WIDE, Direction::Ltr);
    screen.press("l G");
    assert!(screen.shows("Item 4999"), "{}", screen.picture());
    screen.press("g");
    assert!(screen.shows("Item 0 ") || screen.shows("Item 0"), "{}", screen.picture());
    for _ in 0..200 {
        screen.press("pgdn");
    }
    assert!(screen.shows("Item 4999"), "{}", screen.picture());
}

#[test]
fn a_pasted_address_opens_the_dialog_and_waits_for_enter() {
    let mut screen = screen();
    screen.press("l");
    screen.send(Msg::Paste("https://example.org/\n".to_owned()));
    assert!(screen.last().is_none() && screen.shows("https://example.org/"));
    screen.press("enter");
    let Some(Command::Discover(_, address)) = screen.last() else { panic!("nothing was looked for") };
    assert_eq!(address, "https://example.org/");
}

#[test]
fn a_pasted_sentence_is_no_address() {
    let mut screen = screen();
    screen.send(Msg::Paste("hello\u{1b}[2J world".to_owned()));
    assert!(screen.last().is_none() && screen.shows("not an address"));
}

#[test]
fn subscribing_selects_the_new_feed_and_asks_about_background_checks_once() {
    let mut screen = Screen::open(Store::default(), WIDE, Direction::Ltr);
    screen.press("a").type_text("example.org").press("enter");
    found(&mut screen);
    // The second feed instead of the first, in a folder.
    screen.press("space j space tab").type_text("News/World").press("enter");
    let Some(Command::Subscribe(_, draft)) = screen.last().cloned() else { panic!("nothing was subscribed") };
    assert_eq!(draft.url, "https://example.org/c");
    assert_eq!(draft.folder.map(|folder| folder.to_string()).as_deref(), Some("News/World"));
    screen.pass(Span::seconds(1));
    assert!(screen.shows("Background checks") && screen.shows("Brand new"), "{}", screen.picture());
    screen.press("y");
    assert!(matches!(screen.last(), Some(Command::Background(true))));
    screen.press("a").type_text("example.org").press("enter");
    found(&mut screen);
    screen.press("enter");
    screen.pass(Span::seconds(1));
    assert!(!screen.shows("May hudhud"), "{}", screen.picture());
}

#[test]
fn a_refused_address_is_said_in_the_dialog() {
    let mut screen = screen();
    screen.press("a").type_text("nowhere").press("enter");
    let Some(Command::Discover(ticket, _)) = screen.last().cloned() else { panic!("nothing was looked for") };
    screen.send(Msg::Engine(Event::Rejected(ticket, Rejection::Address("nowhere".to_owned()))));
    assert!(screen.shows("nowhere") && screen.shows("address"), "{}", screen.picture());
}

#[test]
fn escape_cancels_a_search_and_late_answers_are_dropped() {
    let mut screen = screen();
    screen.press("a").type_text("example.org").press("enter");
    let Some(Command::Discover(ticket, _)) = screen.last().cloned() else { panic!("nothing was looked for") };
    screen.press("esc");
    assert!(matches!(screen.last(), Some(Command::Cancel(cancelled)) if *cancelled == ticket));
    screen.send(Msg::Engine(Event::Found(ticket, Vec::new())));
    assert!(!screen.shows("No feed was found"));
}

#[test]
fn a_first_start_offers_the_sample_list() {
    let mut screen = Screen::open(Store::default(), WIDE, Direction::Ltr);
    assert!(screen.shows("No feeds yet"));
    screen.press("I");
    assert!(matches!(screen.last(), Some(Command::Refresh(_, Scope::All, _))));
    assert!(screen.shows("May hudhud"), "{}", screen.picture());
}

#[test]
fn unsubscribing_asks_first() {
    let mut screen = screen();
    screen.press("G d");
    screen.press("n");
    assert!(screen.last().is_none());
    screen.press("d y");
    assert!(matches!(screen.last(), Some(Command::Apply(_, Change::Unsubscribe(FeedId(3))))));
}

#[test]
fn a_host_that_asks_for_rest_is_overridden_by_a_second_refresh_only() {
    let mut screen = screen();
    screen.press("G");
    screen.store.feeds.retain(|feed| feed.id == FeedId(3));
    screen.press("F5");
    let Some(Command::Refresh(_, Scope::Feed(FeedId(3)), Insistence::Polite)) = screen.last() else {
        panic!("a polite refresh")
    };
    screen.slow = true;
    screen.press("r");
    let Some(Command::Refresh(ticket, ..)) = screen.last().cloned() else { panic!("a refresh") };
    let outcome = Checked::Held(now().plus(Span::hours(1)));
    screen.send(Msg::Engine(Event::Checked { ticket: Some(ticket), feed: FeedId(3), outcome }));
    screen.press("r");
    assert!(matches!(screen.last(), Some(Command::Refresh(.., Insistence::Override | Insistence::Polite))));
}

#[test]
fn answers_to_older_questions_are_dropped() {
    let mut screen = screen();
    screen.slow = true;
    screen.press("j j j j j");
    // One question was under way, of the others only the newest waits for its turn.
    let lists = screen.waiting.iter().filter(|(_, query)| matches!(query, Query::Items(..))).count();
    assert_eq!(lists, 1);
    screen.answer();
    let newest = screen.waiting.iter().find_map(|(_, query)| match query {
        Query::Items(source, _) => Some(source.place.clone()),
        _ => None,
    });
    assert!(matches!(newest, Some(Place::Feed(_) | Place::Folder(_))));
    screen.answer();
    screen.answer();
}

#[test]
fn starred_items_have_a_list_of_their_own() {
    let mut screen = screen();
    screen.slow = true;
    screen.press("j");
    screen.answer();
    let asked = screen.store.answer(&Query::Feeds);
    assert!(matches!(asked, hudhud::engine::Answer::Feeds(_)));
    screen.slow = false;
    screen.press("k j");
    assert!(screen.shows("Announcing version 1.99"), "{}", screen.picture());
    let _ = Show::Starred;
}

#[test]
fn a_click_selects_and_a_double_click_opens() {
    let mut screen = screen();
    let click = |screen: &mut Screen, column, row| {
        screen.send(Msg::Mouse(Mouse { deed: Deed::Click, column, row }));
    };
    click(&mut screen, 40, 3);
    assert!(screen.last().is_none());
    click(&mut screen, 40, 3);
    assert!(matches!(screen.last(), Some(Command::Apply(_, Change::Read { read: true, .. }))));
}

#[test]
fn o_opens_the_page_of_the_item() {
    let mut screen = screen();
    screen.press("l o");
    assert_eq!(screen.opened.len(), 1);
    assert!(screen.opened[0].starts_with("https://example.org/"));
}

#[test]
fn counts_repeat_a_move() {
    let mut screen = screen();
    screen.press("3 j");
    let at = screen.lines().iter().position(|line| line.starts_with('▌'));
    assert_eq!(at, Some(2 + 3));
}

#[test]
fn help_is_searched_by_typing_and_lists_every_action() {
    let mut screen = Screen::open(library(), (120, 80), Direction::Ltr);
    screen.press("?");
    for action in hudhud::tui::action::Action::ALL {
        let words = hudhud::strings::Strings::english().say(action.words());
        assert!(screen.shows(words), "{words}\n{}", screen.picture());
    }
    screen.type_text("star");
    assert!(screen.shows("Star, or take") && !screen.shows("Suspend"));
    screen.press("esc q");
    assert!(screen.ended);
}

#[test]
fn hostile_titles_leave_their_neighbours_alone() {
    let clean = {
        let mut screen = screen();
        screen.press("l");
        screen.lines()
    };
    let mut store = library();
    for (row, hostile) in
        store.items.iter_mut().zip(["\u{202e}evil\u{1b}[31m", "\u{2067}open", "\u{2069}lone"])
    {
        row.title.push_str(hostile);
    }
    let mut screen = Screen::open(store, WIDE, Direction::Ltr);
    screen.press("l");
    let lines = screen.lines();
    assert!(lines.iter().all(|line| !line.contains(['\u{1b}', '\u{202e}', '\u{2067}', '\u{2069}'])));
    let others = |lines: &[String]| -> Vec<String> {
        lines.iter().filter(|line| line.contains("Announcing") || line.contains("iPhone")).cloned().collect()
    };
    assert_eq!(others(&lines).len(), others(&clean).len());
}
