//! What the screen looks like, at three sizes and in both directions.

use super::script::{Screen, Store, library};
use hudhud::engine::{Candidate, CandidateKind, Command, Event, Preview};
use hudhud::model::{Direction, Format};
use hudhud::time::Span;
use hudhud::tui::Msg;

pub(super) const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (40, 12)];

fn check(name: &str, prepare: impl Fn(&mut Screen)) {
    check_with(name, library, prepare);
}

fn check_with(name: &str, store: impl Fn() -> Store, prepare: impl Fn(&mut Screen)) {
    for size in SIZES {
        for ui in [Direction::Ltr, Direction::Rtl] {
            let mut screen = Screen::open(store(), size, ui);
            prepare(&mut screen);
            let name = format!("{name}_{}x{}_{}", size.0, size.1, ui.word());
            insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
                insta::assert_snapshot!(name, screen.picture());
            });
        }
    }
}

#[test]
fn feeds() {
    check("feeds", |_| {});
}

#[test]
fn items_of_a_right_to_left_feed() {
    check("items_arabic", |screen| {
        screen.press("j j j l j");
    });
}

#[test]
fn items_of_a_mixed_list() {
    check("items_mixed", |screen| {
        screen.press("l j");
    });
}

#[test]
fn an_article_right_to_left() {
    check("article_arabic", |screen| {
        screen.press("j j j l enter");
    });
}

#[test]
fn an_article_left_to_right() {
    check("article_latin", |screen| {
        screen.press("G k k k l enter j");
    });
}

#[test]
fn a_reader_without_feeds() {
    check_with("welcome", Store::default, |_| {});
}

#[test]
fn the_list_of_keys() {
    check("help", |screen| {
        screen.press("?");
    });
}

#[test]
fn the_list_of_keys_while_it_is_searched() {
    check("help_search", |screen| {
        screen.press("?").type_text("unread");
    });
}

#[test]
fn the_question_whether_to_unsubscribe() {
    check("unsubscribe", |screen| {
        screen.press("j j j d");
    });
}

#[test]
fn the_subscribe_dialog() {
    check("subscribe", |screen| {
        screen.press("a").type_text("example.org");
    });
}

fn candidate(url: &str, title: &str, format: Format, kind: CandidateKind) -> Candidate {
    Candidate {
        url: url.to_owned(),
        title: Some(title.to_owned()),
        format: Some(format),
        alternatives: vec![(Some(Format::Atom), format!("{url}.atom"))],
        kind,
    }
}

/// Answers the dialog's question with two feeds and a preview of the first.
pub(super) fn found(screen: &mut Screen) {
    let Some(Command::Discover(ticket, _)) = screen.last().cloned() else { panic!("nothing was looked for") };
    let candidates = vec![
        candidate("https://example.org/feed", "מבזקי חדשות", Format::Rss, CandidateKind::Main),
        candidate("https://example.org/c", "Comments on everything", Format::Rss, CandidateKind::Comments),
    ];
    screen.send(Msg::Engine(Event::Found(ticket, candidates)));
    let Some(Command::Preview(ticket, url)) = screen.last().cloned() else {
        panic!("no preview was asked for")
    };
    let preview = Preview {
        url,
        title: Some("מבזקי חדשות".to_owned()),
        language: Some("he".to_owned()),
        direction: Direction::Rtl,
        items: vec![
            ("ראשון (1)".to_owned(), Some(screen.now.minus(Span::hours(2)))),
            ("An English one".to_owned(), None),
        ],
        total: 2,
        repairs: Vec::new(),
    };
    screen.send(Msg::Engine(Event::Previewed(ticket, Box::new(preview))));
}

#[test]
fn the_subscribe_dialog_with_what_was_found() {
    check("subscribe_found", |screen| {
        screen.press("a").type_text("example.org").press("enter");
        found(screen);
    });
}

#[test]
fn the_properties_of_a_feed() {
    check("properties", |screen| {
        screen.press("j j j e");
    });
}

#[test]
fn the_properties_of_a_feed_while_one_is_changed() {
    check("properties_edit", |screen| {
        screen.press("j j j e enter").type_text("عنوان (1) x");
    });
}

#[test]
fn the_question_about_background_checks() {
    let unasked = || Store { consent: None, ..library() };
    check_with("consent", unasked, |screen| {
        screen.press("B");
    });
}
