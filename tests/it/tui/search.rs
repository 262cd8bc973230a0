//! Searching on the screen: the list follows what is typed, hits stand out on the right cells.

use super::pictures::SIZES;
use super::script::{Screen, library};
use hudhud::engine::Command;
use hudhud::model::{Change, Direction};
use ratatui::style::Modifier;

fn screen() -> Screen {
    Screen::open(library(), (120, 40), Direction::Ltr)
}

/// The symbols of a row that look unlike plain text, from left to right, between two columns.
fn standing_out(screen: &Screen, row: usize, (from, to): (usize, usize)) -> String {
    let styles = screen.styles();
    let is_hit = |style: &ratatui::style::Style| {
        style.add_modifier.contains(Modifier::REVERSED) || style.bg == Some(ratatui::style::Color::Yellow)
    };
    styles[row][from..to]
        .iter()
        .filter(|(_, style)| is_hit(style))
        .map(|(symbol, _)| symbol.as_str())
        .collect()
}

fn row_of(screen: &Screen, text: &str) -> usize {
    screen
        .lines()
        .iter()
        .position(|line| line.contains(text))
        .unwrap_or_else(|| panic!("{text}\n{}", screen.picture()))
}

#[test]
fn the_list_follows_what_is_typed_and_escape_leads_back_to_the_item_that_was_selected() {
    let mut screen = screen();
    screen.press("l j j j j");
    let before = screen.picture();
    screen.press("/").type_text("async");
    assert!(screen.shows("Async in traits") && !screen.shows("Announcing"), "{}", screen.picture());
    screen.type_text("x");
    assert!(!screen.shows("Async in traits"));
    screen.press("esc");
    assert_eq!(screen.picture(), before);
}

#[test]
fn enter_keeps_what_was_found_and_back_shows_everything_again() {
    let mut screen = screen();
    screen.press("l /").type_text("async").press("enter");
    assert!(screen.shows("found: async") && !screen.shows("Announcing"), "{}", screen.picture());
    screen.press("enter");
    assert!(screen.shows("A paragraph that is long"));
    screen.press("esc");
    assert!(screen.shows("found: async"));
    screen.press("esc");
    assert!(!screen.shows("found:") && screen.shows("Announcing"), "{}", screen.picture());
}

#[test]
fn a_search_does_not_follow_to_another_feed() {
    let mut screen = screen();
    screen.press("l /").type_text("async").press("enter h J");
    assert!(!screen.shows("found:"));
}

#[test]
fn what_is_no_condition_yet_keeps_the_list_and_says_where() {
    let mut screen = screen();
    screen.press("l /").type_text("async ").send(hudhud::tui::Msg::Paste("titel:x".to_owned()));
    assert!(screen.shows("column 7") && screen.shows("title"), "{}", screen.picture());
    assert!(screen.shows("Async in traits"));
}

#[test]
fn fields_are_completed_and_former_searches_come_back() {
    let mut screen = screen();
    screen.press("l /").type_text("async").press("enter / ctrl-u").type_text("tit").press("tab");
    assert!(screen.lines().last().is_some_and(|line| line.contains("title:")), "{}", screen.picture());
    screen.press("up");
    assert!(screen.lines().last().is_some_and(|line| line.contains("/async")), "{}", screen.picture());
}

#[test]
fn mark_all_read_marks_what_was_found_and_nothing_else() {
    let mut screen = screen();
    screen.press("l /").type_text("async").press("enter A");
    assert!(
        matches!(screen.last(), Some(Command::Apply(_, Change::Read { items, read: true })) if items.len() == 1)
    );
}

#[test]
fn hits_in_titles_stand_out_also_where_marks_and_variants_of_letters_differ() {
    let mut screen = screen();
    screen.press("l /").type_text("اكتشاف").press("enter shift-tab");
    let row = row_of(&screen, "09:05");
    let found = standing_out(&screen, row, (29, 69));
    assert_eq!(found.chars().count(), 6, "{found}\n{}", screen.picture());
    screen.press("l / ctrl-u").type_text("iphone").press("enter shift-tab");
    let row = row_of(&screen, "iPhone");
    assert_eq!(standing_out(&screen, row, (29, 69)), "iPhone");
}

#[test]
fn in_an_article_hits_are_gone_to_one_after_the_other_and_escape_clears_them() {
    let mut screen = Screen::open(library(), (40, 12), Direction::Ltr);
    screen.press("G k k k l enter").press("/").type_text("numbers");
    assert!(screen.shows("3 places"), "{}", screen.picture());
    screen.press("enter");
    let first = row_of(&screen, "numbers");
    assert_eq!(standing_out(&screen, first, (0, 40)), "numbers");
    let before = screen.picture();
    screen.press(".");
    assert_ne!(screen.picture(), before);
    screen.press(",");
    screen.press("esc");
    let row = row_of(&screen, "numbers");
    assert_eq!(standing_out(&screen, row, (0, 39)), "");
}

#[test]
fn what_is_not_in_an_article_is_said() {
    let mut screen = screen();
    screen.press("l enter /").type_text("zebra");
    assert!(screen.shows("0 places"), "{}", screen.picture());
    screen.press("enter");
    assert!(screen.shows("zebra is not in this article") || screen.shows("zebra"), "{}", screen.picture());
    screen.press("esc .");
    assert!(screen.shows("Nothing is searched for here"), "{}", screen.picture());
}

#[test]
fn a_search_that_finds_nothing_says_how_to_leave_it() {
    let mut screen = screen();
    screen.press("l /").type_text("zebra").press("enter");
    assert!(screen.shows("Nothing here fits"), "{}", screen.picture());
}

#[test]
fn answers_to_what_was_typed_before_are_dropped() {
    let mut screen = screen();
    screen.press("l");
    screen.slow = true;
    screen.press("/").type_text("async");
    while !screen.waiting.is_empty() {
        screen.answer();
    }
    assert!(screen.shows("Async in traits") && !screen.shows("Announcing"), "{}", screen.picture());
}

#[test]
fn searching_looks_alike_in_every_size_and_direction() {
    for size in SIZES {
        for ui in [Direction::Ltr, Direction::Rtl] {
            let mut screen = Screen::open(library(), size, ui);
            screen.press("l /").type_text("in");
            let name = format!("search_{}x{}_{}", size.0, size.1, ui.word());
            insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
                insta::assert_snapshot!(name, screen.picture());
            });
        }
    }
}
