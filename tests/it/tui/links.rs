//! Links of an article, chosen by their letters or numbers.

use super::pictures::SIZES;
use super::script::{Screen, library};
use hudhud::config::{Config, Tracking};
use hudhud::model::Direction;

const HTML: &str = "<p>See <a href='https://one.example/a?utm_source=rss&amp;id=1'>the first</a>, then \
    <a href='https://two.example/'>漢字</a> and <a href='https://one.example/a?utm_source=rss&amp;id=1'>it again</a>.</p>\
    <p dir='rtl'>اقرأ <a href='https://xn--mgbh0fb.example/'>الرابط الثالث</a> هنا.</p>";

fn article(size: (u16, u16), ui: Direction, config: Config) -> Screen {
    let ui_direction = if ui == Direction::Rtl {
        hudhud::config::UiDirection::Rtl
    } else {
        hudhud::config::UiDirection::Ltr
    };
    let mut store = library();
    store.html = Some(HTML);
    let mut screen = Screen::configured(store, size, Config { ui_direction, ..config });
    screen.press("l enter");
    screen
}

fn wide() -> Screen {
    article((120, 40), Direction::Ltr, Config::default())
}

#[test]
fn letters_open_the_link_they_stand_on_without_what_tells_where_its_reader_came_from() {
    let mut screen = wide();
    screen.press("f");
    assert!(screen.shows("Open:") && screen.shows("one.example/a?id=1"), "{}", screen.picture());
    screen.press("a");
    assert_eq!(screen.opened, ["https://one.example/a?id=1"]);
    assert!(!screen.shows("Open:"));
    screen.press("f s f 3");
    assert_eq!(screen.opened[1..], ["https://two.example/", "https://xn--mgbh0fb.example/"]);
}

#[test]
fn what_tells_where_its_reader_came_from_stays_if_that_is_wanted() {
    let config = Config { tracking: Tracking::Kept, ..Config::default() };
    let mut screen = article((120, 40), Direction::Ltr, config);
    screen.press("f a");
    assert_eq!(screen.opened, ["https://one.example/a?utm_source=rss&id=1"]);
}

#[test]
fn several_links_are_opened_behind_or_copied_one_after_the_other() {
    let mut screen = wide();
    screen.press("F tab a s tab d");
    assert_eq!(screen.behind, ["https://one.example/a?id=1", "https://two.example/"]);
    assert_eq!(screen.copied, ["https://xn--mgbh0fb.example/"]);
    assert!(screen.opened.is_empty());
    screen.press("esc j");
    assert!(!screen.shows("letters or number"));
}

#[test]
fn arrows_choose_a_link_and_show_where_it_leads() {
    let mut screen = wide();
    screen.press("f down");
    assert!(screen.shows("two.example"));
    screen.press("down");
    assert!(screen.shows("إتصالات") || screen.shows("xn--mgbh0fb.example"), "{}", screen.picture());
    screen.press("up enter");
    assert_eq!(screen.opened, ["https://two.example/"]);
}

#[test]
fn keys_that_stand_for_no_link_do_nothing_and_escape_leaves() {
    let mut screen = wide();
    screen.press("f z 9 7 esc");
    assert!(screen.opened.is_empty());
    screen.press("q");
    assert!(screen.ended);
}

#[test]
fn an_article_without_links_says_so() {
    let mut screen = Screen::open(library(), (120, 40), Direction::Ltr);
    screen.press("l enter f");
    assert!(screen.shows("no link"), "{}", screen.picture());
}

#[test]
fn letters_stand_where_links_begin() {
    for size in SIZES {
        for ui in [Direction::Ltr, Direction::Rtl] {
            let mut screen = article(size, ui, Config::default());
            screen.press("f");
            let name = format!("links_{}x{}_{}", size.0, size.1, ui.word());
            insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
                insta::assert_snapshot!(name, screen.picture());
            });
        }
    }
}
