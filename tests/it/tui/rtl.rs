//! Right-to-left text in the whole screen: hints, menu, links, copying, editing, choice of the terminal's mode.

use super::script::{Screen, Store, feed, item, library};
use hudhud::config::{BidiMode, Config};
use hudhud::engine::{Answer, Article, Command, Laid, Link, LinkKind, Query, Ticket};
use hudhud::model::{Change, Direction, DirectionChoice, Setting};
use hudhud::text::emit::Adaptor;
use hudhud::text::{Line, LinkId, Options, Run, Shaping, Style, Styled, layout};
use hudhud::time::Span;
use hudhud::tui::{Deed, Mouse, Msg, Recognized};

const WIDE: (u16, u16) = (120, 40);

fn screen() -> Screen {
    Screen::open(library(), WIDE, Direction::Ltr)
}

fn mouse(screen: &mut Screen, deed: Deed, column: u16, row: u16) {
    screen.send(Msg::Mouse(Mouse { deed, column, row }));
}

/// A feed whose language says one direction and whose titles run in the other.
fn mistaken(language: Direction, titles: &[&str]) -> Store {
    let mut row = feed(1, "A", language, "");
    row.direction = language;
    let items = titles.iter().zip(1_u64..);
    let items = items.map(|(title, key)| item(&row, key, title, Span::hours(key))).collect();
    Store { consent: Some(true), feeds: vec![row], items, ..Store::default() }
}

#[test]
fn a_feed_that_looks_turned_around_is_hinted_at_until_the_user_chose() {
    let hebrew = ["שלום עולם", "חדשות הבוקר", "iPhone"];
    let mut screen = Screen::open(mistaken(Direction::Ltr, &hebrew), WIDE, Direction::Ltr);
    screen.press("j j");
    assert!(screen.shows("looks right to left: t turns it"), "{}", screen.picture());
    screen.press("t");
    assert!(!screen.shows("looks right to left"));
    screen.pass(Span::minutes(1));
    assert!(!screen.shows("looks right to left"), "{}", screen.picture());

    let mut other =
        Screen::open(mistaken(Direction::Rtl, &["Morning news", "Evening news"]), WIDE, Direction::Ltr);
    other.press("j j");
    assert!(other.shows("looks left to right"), "{}", other.picture());
    // As many letters of one as of the other are no reason.
    let even = ["שלום", "abcd"];
    let mut even = Screen::open(mistaken(Direction::Ltr, &even), WIDE, Direction::Ltr);
    even.press("j j");
    assert!(!even.shows("looks right to left"), "{}", even.picture());
}

#[test]
fn the_menu_on_the_right_button_turns_a_feed() {
    let mut screen = screen();
    // The row of the Arabic feed: all feeds, starred, its folder, itself.
    mouse(&mut screen, Deed::Menu, 8, 5);
    assert!(screen.shows("Menu") && screen.shows("Turn the feed's direction"), "{}", screen.picture());
    screen.press("t");
    assert!(matches!(
        screen.last(),
        Some(Command::Apply(_, Change::Set { setting: Setting::Direction(DirectionChoice::Fixed(_)), .. }))
    ));
    assert!(!screen.shows("Menu"));
}

#[test]
fn an_entry_of_the_menu_is_chosen_with_the_mouse_and_a_click_beside_closes_it() {
    for ui in [Direction::Ltr, Direction::Rtl] {
        let mut screen = Screen::open(library(), WIDE, ui);
        let column = if ui == Direction::Ltr { 40 } else { 80 };
        mouse(&mut screen, Deed::Menu, column, 3);
        let lines = screen.lines();
        let row = lines.iter().position(|line| line.contains("Star, or take")).expect("an entry");
        mouse(&mut screen, Deed::Click, column, u16::try_from(row).expect("few rows"));
        assert!(
            matches!(screen.last(), Some(Command::Apply(_, Change::Star { .. }))),
            "{}",
            lines.join("\n")
        );
        mouse(&mut screen, Deed::Menu, column, 3);
        mouse(&mut screen, Deed::Click, 119 - column / 100, 39);
        assert!(!screen.shows("Star, or take"), "{}", screen.picture());
    }
}

#[test]
fn the_command_line_completes_and_runs_actions() {
    let mut screen = screen();
    screen.press(":").type_text("turn");
    assert!(screen.shows("turn-direction"), "{}", screen.picture());
    screen.press("tab enter");
    assert!(screen.shows("Choose a feed first"), "{}", screen.picture());
    screen.pass(Span::minutes(1));
    screen.press(":").type_text("nonsense").press("enter");
    assert!(screen.shows("There is no command nonsense"), "{}", screen.picture());
    screen.press(":").type_text("q").press("backspace backspace");
    screen.press(":").type_text("quit").press("enter");
    assert!(screen.ended);
}

fn recognized(name: &str) -> Msg {
    Msg::Terminal(Recognized { adaptor: Adaptor::App, advice: None, name: Some(name.to_owned()) })
}

#[test]
fn the_test_of_the_terminal_shows_both_scripts_in_each_mode_and_keeps_the_choice() {
    let mut screen = screen();
    screen.send(recognized("xterm XTerm(379)"));
    screen.press(":").type_text("bidi").press("enter");
    let lines = screen.lines();
    for word in ["1 app  <", "2 words", "3 terminal", "4 off"] {
        assert!(lines.iter().any(|line| line.contains(word)), "{word}\n{}", screen.picture());
    }
    let rows: Vec<&String> =
        lines.iter().filter(|line| line.contains("123") || line.contains("321")).collect();
    assert_eq!(rows.len(), 8, "{}", screen.picture());
    assert!(rows[0].ends_with("דגבא"), "{}", rows[0]);
    screen.press("2");
    assert_eq!(screen.modes, [BidiMode::Words]);
    assert_eq!(screen.store.notes.get("bidi").map(String::as_str), Some("words xterm XTerm(379)"));
    screen.press(":").type_text("bidi").press("enter").press("0");
    assert_eq!(screen.store.notes.get("bidi").map(String::as_str), Some(""));
}

#[test]
fn a_kept_choice_holds_in_the_next_run_unless_the_configuration_says_otherwise() {
    let kept = || {
        let mut store = library();
        store.notes.insert("bidi", "words xterm XTerm(379)\nterminal other".to_owned());
        store
    };
    let mut screen = Screen::open(kept(), WIDE, Direction::Ltr);
    screen.send(recognized("xterm XTerm(379)"));
    assert_eq!(screen.modes, [BidiMode::Words]);
    let mut unknown = Screen::open(kept(), WIDE, Direction::Ltr);
    unknown.send(recognized("xterm XTerm(380)"));
    assert!(unknown.modes.is_empty());
    let config = Config { bidi: BidiMode::App, ..Config::default() };
    let mut configured = Screen::configured(kept(), WIDE, config);
    configured.send(recognized("xterm XTerm(379)"));
    assert!(configured.modes.is_empty());
}

#[test]
fn what_to_know_about_a_terminal_is_told_once_and_not_at_every_start() {
    let kitty = || {
        let advice = Some(hudhud::strings::Text::NoticeKittyHint);
        Msg::Terminal(Recognized { adaptor: Adaptor::Words, advice, name: Some("kitty 1".to_owned()) })
    };
    let mut screen = Screen::open(library(), WIDE, Direction::Ltr);
    screen.send(kitty());
    assert!(screen.shows("force_ltr"), "{}", screen.picture());
    let note = screen.store.notes.get("bidi").cloned().expect("a note");
    let mut store = library();
    store.notes.insert("bidi", note);
    let mut again = Screen::open(store, WIDE, Direction::Ltr);
    again.send(kitty());
    assert!(!again.shows("force_ltr"), "{}", again.picture());
}

#[test]
fn copying_gives_the_source_in_logical_order() {
    let mut store = library();
    store.items[0].title = "می\u{200c}خواهم \u{2067}(2026)\u{2069} \u{202e}x".to_owned();
    let title = store.items[0].title.clone();
    let mut screen = Screen::open(store, WIDE, Direction::Rtl);
    // The Arabic feed, its newest item.
    screen.press("j j j left Y y");
    assert_eq!(screen.copied.len(), 2, "{}", screen.picture());
    assert_eq!(screen.copied[0], "می\u{200c}خواهم (2026) x", "{title}");
    assert_eq!(screen.copied[1], "https://example.org/1/100");
}

/// A screen that shows an article with these lines, made for the width that it asked for.
fn with_article(lay: impl Fn(&Options) -> Vec<Line>, targets: Vec<Link>) -> Screen {
    let mut screen = screen();
    screen.press("l enter");
    screen.slow = true;
    screen.send(Msg::Resize(140, 40));
    let is_article = |(ticket, query): &(Ticket, Query)| match query {
        Query::Article(_, measure) => Some((*ticket, *measure)),
        _ => None,
    };
    let (ticket, measure) =
        screen.waiting.iter().find_map(is_article).expect("the article is asked for anew");
    let lines = lay(&Options { base: Direction::Rtl, width: measure.width, shaping: Shaping::On });
    let row = screen.store.items.iter().max_by_key(|item| item.date).expect("items").clone();
    let laid = Laid { lines, links: targets };
    let article = Article { row, feed_title: "x".to_owned(), laid, enclosures: Vec::new() };
    screen.send(Msg::Answer(ticket, Answer::Article(Some(Box::new(article)))));
    screen.waiting.clear();
    screen
}

/// A screen that shows an article with a link between Hebrew words.
fn with_link(target: &str) -> Screen {
    let text = "קראו את המאמר המלא כאן היום".to_owned();
    let start = text.find("המאמר").expect("in the text");
    let range = start..start + "המאמר המלא".len();
    let run = Run { range, style: Style::LINK, link: Some(LinkId(1)), isolate: None };
    let text = Styled { text, runs: vec![run] };
    let links = vec![Link { id: LinkId(1), url: target.to_owned(), kind: LinkKind::Page }];
    let mut screen = with_article(|options| layout(&text, options), links);
    screen.slow = false;
    screen
}

#[test]
fn a_key_press_in_an_article_of_ten_thousand_lines_asks_nothing_and_changes_only_its_pane() {
    let text = (0..10_000).map(|line| format!("سطر {line} من نص طويل")).collect::<Vec<_>>().join("\n");
    let mut screen = with_article(|options| layout(&Styled::plain(text.as_str()), options), Vec::new());
    let before = screen.styles();
    screen.send(Msg::Key(hudhud::tui::keymap::Key::parse("j").expect("a key")));
    assert!(screen.waiting.is_empty(), "{:?}", screen.waiting);
    let after = screen.styles();
    let changed = before.iter().flatten().zip(after.iter().flatten()).filter(|(old, new)| old != new).count();
    // The text moved by a row: what differs lies in the article's pane of at most 80 columns and 37 rows.
    assert!(changed > 0 && changed <= 80 * 39, "{changed}");
    screen.press("G");
    assert!(screen.shows("9999"), "{}", screen.picture());
}

#[test]
fn cells_lead_to_links_and_targets_are_shown_so_that_they_deceive_nobody() {
    let mut screen = with_link("https://p\u{430}ypal.com/\u{202e}x");
    let lines = screen.lines();
    let row = lines
        .iter()
        .position(|line| line.contains("ארק"))
        .or_else(|| lines.iter().position(|line| line.contains("וארק")))
        .unwrap_or(2);
    let cells: Vec<char> = lines[row].chars().collect();
    let visual: String = "המאמר המלא".chars().rev().collect();
    let line: String = cells.iter().collect();
    let at = line.find(&visual).unwrap_or_else(|| panic!("{line}"));
    let column = u16::try_from(line[..at].chars().count()).expect("few columns");
    let row = u16::try_from(row).expect("few rows");
    // Every cell of the link, the outermost too, and none beside it.
    for (offset, leads) in [(0, true), (9, true), (4, true)] {
        screen.pass(Span::minutes(1));
        mouse(&mut screen, Deed::Click, column + offset, row);
        assert_eq!(screen.shows("xn--pypal-4ve.com/%E2%80%AEx"), leads, "{offset}\n{}", screen.picture());
    }
    screen.pass(Span::minutes(1));
    mouse(&mut screen, Deed::Click, column + 11, row);
    assert!(!screen.shows("xn--pypal"), "{}", screen.picture());
    screen.pass(Span::minutes(1));
    mouse(&mut screen, Deed::Click, column, row);
    mouse(&mut screen, Deed::Click, column, row);
    assert_eq!(screen.opened.len(), 1);
    mouse(&mut screen, Deed::Menu, column, row);
    assert!(screen.shows("Copy the link"), "{}", screen.picture());
    screen.press("j enter");
    assert_eq!(screen.copied, ["https://p\u{430}ypal.com/x"]);
}

#[test]
fn the_caret_of_an_input_line_goes_through_right_to_left_text() {
    let mut screen = screen();
    screen.press("a");
    let start = screen.cursor().expect("a cursor");
    screen.type_text("שלום");
    let (right, row) = {
        let line = screen.lines()[usize::from(start.1)].clone();
        let right = line.chars().position(|letter| letter == 'ש').expect("the first letter");
        (u16::try_from(right).expect("few columns"), start.1)
    };
    // At the end of the text the caret is left of its last letter.
    assert_eq!(screen.cursor(), Some((right - 4, row)), "{}", screen.picture());
    // Further left there is nothing; to the right is the last letter.
    screen.press("left right");
    assert_eq!(screen.cursor(), Some((right - 3, row)));
    screen.press("home");
    assert_eq!(screen.cursor(), Some((right, row)));
    // Deleting takes whole clusters: letter and point go together.
    screen.press("end").type_text("בּ");
    screen.press("backspace");
    assert!(screen.shows("םולש"), "{}", screen.picture());
    assert_eq!(screen.cursor(), Some((right - 4, row)));
}

#[test]
fn a_title_that_overrides_is_marked_and_its_neighbours_stay_as_they_are() {
    let harmless = ["invoice", "open", "lone", "A fourth"];
    let hostile = ["invoice\u{202e}", "open\u{2067}", "\u{2069}lone", "A fourth"];
    let shown = |titles: &[&str]| {
        let mut screen = Screen::open(mistaken(Direction::Ltr, titles), WIDE, Direction::Ltr);
        screen.press("j j l");
        screen.lines()
    };
    let (clean, attacked) = (shown(&harmless), shown(&hostile));
    let marked: Vec<usize> = (0..clean.len()).filter(|row| clean[*row] != attacked[*row]).collect();
    // The row itself, and the status line that says why.
    assert_eq!(marked, [2, 39], "{}", attacked.join("\n"));
    assert!(attacked[2].contains("! invoice"), "{}", attacked[2]);
    assert!(attacked[39].contains("tried to reverse"), "{}", attacked[39]);
    assert!(attacked.iter().all(|line| !line.contains(['\u{202e}', '\u{2067}', '\u{2069}'])));
}

#[test]
fn what_is_searched_for_stands_out_in_the_right_cells() {
    let config = Config { ui_language: hudhud::config::UiLanguage::Hebrew, ..Config::default() };
    let mut screen = Screen::configured(library(), (120, 60), config);
    let plain = screen.press("?").styles();
    screen.type_text("כוכב");
    let lines = screen.lines();
    let row =
        lines.iter().position(|line| line.contains("בכוכ") && line.contains('s')).expect("the star's row");
    let found: String = {
        let styles = screen.styles();
        let looks: Vec<_> = styles[row].clone();
        let usual = looks.iter().filter(|(symbol, _)| symbol == "ס").map(|(_, style)| *style).next();
        looks.into_iter().filter(|(_, style)| Some(*style) != usual).map(|(symbol, _)| symbol).collect()
    };
    assert!(found.contains("בכוכ"), "{found:?}\n{}", screen.picture());
    assert_eq!(plain.len(), 60);
}
