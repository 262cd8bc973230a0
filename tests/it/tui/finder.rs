//! The finder: feeds, folders, items and actions by a few letters; macros and presets of keys.

use super::pictures::SIZES;
use super::script::{Screen, library};
use hudhud::config::{Config, KeyPreset};
use hudhud::engine::Command;
use hudhud::model::{Change, Direction};

fn screen() -> Screen {
    Screen::open(library(), (120, 40), Direction::Ltr)
}

#[test]
fn a_feed_is_found_by_first_letters_and_its_list_shown() {
    let mut screen = screen();
    screen.press("ctrl-p").type_text("plru").press("enter");
    assert!(screen.lines()[0].contains("│ Planet Rust"), "{}", screen.picture());
    assert!(!screen.shows("A few letters"));
}

#[test]
fn an_arabic_feed_is_found_without_its_hamza() {
    let mut screen = screen();
    screen.press("ctrl-p").type_text("اخبار العلوم").press("enter enter");
    assert!(
        matches!(screen.last(), Some(Command::Apply(_, Change::Read { items, .. })) if items[0].feed.0 == 1)
    );
}

#[test]
fn an_item_is_opened_in_the_list_of_its_feed() {
    let mut screen = screen();
    screen.press("ctrl-p").type_text("async traits").press("enter");
    assert!(screen.shows("Planet Rust") && screen.shows("A paragraph that is long"), "{}", screen.picture());
    assert!(
        matches!(screen.last(), Some(Command::Apply(_, Change::Read { items, read: true })) if items.len() == 1)
    );
}

#[test]
fn an_action_is_done_by_a_word_of_what_it_does() {
    let mut screen = screen();
    screen.press("ctrl-p").type_text("refresh all").press("enter");
    assert!(matches!(screen.last(), Some(Command::Refresh(..))));
    screen.press("ctrl-p").type_text("quit").press("enter");
    assert!(screen.ended);
}

#[test]
fn the_chosen_row_stays_when_items_arrive_late() {
    let mut screen = screen();
    screen.press("ctrl-p");
    screen.slow = true;
    screen.type_text("in").press("down down");
    let chosen = |screen: &Screen| {
        let lines = screen.lines();
        lines.iter().find(|line| line.contains('▌') && line.contains('│')).cloned().expect("a chosen row")
    };
    let before = chosen(&screen);
    screen.answer();
    assert_eq!(chosen(&screen), before);
}

#[test]
fn nothing_found_does_nothing_and_escape_leaves() {
    let mut screen = screen();
    screen.press("ctrl-p").type_text("zzzz");
    assert!(screen.shows("Nothing is called that"));
    screen.press("enter");
    assert!(screen.last().is_none() && !screen.shows("Nothing is called that"));
}

#[test]
fn a_macro_does_its_actions_one_after_the_other() {
    let macros = [("w".to_owned(), ["toggle-star", "toggle-read", "down"].map(str::to_owned).to_vec())];
    let config = Config { macros: macros.into(), ..Config::default() };
    let mut screen = Screen::configured(library(), (120, 40), config);
    screen.press("l w w");
    let changes: Vec<&Change> = screen
        .store
        .told
        .iter()
        .filter_map(|command| match command {
            Command::Apply(_, change) => Some(change),
            _ => None,
        })
        .collect();
    let shapes: Vec<bool> = changes.iter().map(|change| matches!(change, Change::Star { .. })).collect();
    assert_eq!(shapes, [true, false, true, false]);
    screen.press("?");
    assert!(!screen.shows("toggle-star, toggle-read"));
    screen.type_text("toggle-star");
    assert!(screen.shows("toggle-star, toggle-read, down"), "{}", screen.picture());
}

#[test]
fn with_the_keys_of_newsboat_q_goes_back_and_a_capital_one_quits() {
    let config = Config { key_preset: KeyPreset::Newsboat, ..Config::default() };
    let mut screen = Screen::configured(library(), (120, 40), config);
    screen.press("l enter q q q");
    assert!(!screen.ended);
    screen.press("Q");
    assert!(screen.ended);
}

#[test]
fn the_finder_looks_alike_in_every_size_and_direction() {
    for size in SIZES {
        for ui in [Direction::Ltr, Direction::Rtl] {
            let mut screen = Screen::open(library(), size, ui);
            screen.press("ctrl-p").type_text("re");
            let name = format!("finder_{}x{}_{}", size.0, size.1, ui.word());
            insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
                insta::assert_snapshot!(name, screen.picture());
            });
        }
    }
}
