use proptest::prelude::*;

use super::*;

fn options(base: Direction, width: usize) -> Options {
    Options { base, width, shaping: Shaping::On }
}

fn check(input: &Input, base: Direction, width: usize, expected: (&str, usize, usize)) {
    let (line, cursor) = input.view(&options(base, width));
    assert_eq!((line.visual().as_str(), line.indent(), cursor), expected, "{input:?}");
}

#[test]
fn the_cursor_waits_behind_the_text() {
    check(&Input::new("abc"), Direction::Ltr, 10, ("abc", 0, 3));
    check(&Input::new("אבג"), Direction::Rtl, 10, ("גבא", 7, 6));
    check(&Input::new(""), Direction::Rtl, 10, ("", 0, 9));
    check(&Input::new(""), Direction::Ltr, 10, ("", 0, 0));
}

#[test]
fn the_cursor_is_on_the_next_character_of_the_text() {
    let mut input = Input::new("אבג");
    input.home();
    check(&input, Direction::Rtl, 10, ("גבא", 7, 9));
    input.forward();
    check(&input, Direction::Rtl, 10, ("גבא", 7, 8));
    let mut mixed = Input::new("ab אב");
    mixed.home();
    for column in [0, 1, 2, 4, 3, 5] {
        assert_eq!(mixed.view(&options(Direction::Ltr, 10)).1, column);
        mixed.forward();
    }
}

#[test]
fn the_view_follows_the_cursor() {
    let mut input = Input::new("abcdef");
    check(&input, Direction::Ltr, 4, ("def", 0, 3));
    input.home();
    check(&input, Direction::Ltr, 4, ("abcd", 0, 0));
    let mut rtl = Input::new("אבגדהו");
    check(&rtl, Direction::Rtl, 4, ("והד", 1, 0));
    rtl.home();
    check(&rtl, Direction::Rtl, 4, ("דגבא", 0, 3));
    check(&Input::new("日本"), Direction::Ltr, 2, ("", 0, 1));
}

#[test]
fn clusters_are_entered_and_deleted_whole() {
    let mut input = Input::new("שָׁלוֹם");
    input.home();
    input.delete();
    assert_eq!(input.text(), "לוֹם");
    input.end();
    input.backspace();
    input.backspace();
    assert_eq!(input.text(), "ל");
    input.insert("a\r\nb\u{1b}\t\u{202E}c");
    assert_eq!(input.text(), "לabc");
    input.backspace();
    input.backspace();
    input.backspace();
    input.backspace();
    input.backspace();
    assert_eq!((input.text(), input.cursor()), ("", 0));
}

#[test]
fn words_are_deleted_backwards() {
    let mut input = Input::new("one שתיים, ");
    input.delete_word();
    assert_eq!(input.text(), "one ");
    input.delete_word();
    assert_eq!(input.text(), "");
    input.delete_word();
    assert_eq!(input.text(), "");
}

#[test]
fn pointing_puts_the_cursor_before_a_character() {
    let mut input = Input::new("אבג");
    input.point(8, &options(Direction::Rtl, 10));
    assert_eq!(input.cursor(), "א".len());
    input.point(2, &options(Direction::Rtl, 10));
    assert_eq!(input.cursor(), input.text().len());
}

/// The columns that the cursor visits when it goes one way from an edge to the other.
fn columns(text: &str, way: Way, base: Direction) -> Vec<usize> {
    let mut input = Input::new(text);
    let far = if way == Way::Left { Way::Right } else { Way::Left };
    for _ in 0..20 {
        input.go(far, base);
    }
    let mut columns = vec![input.view(&options(base, 12)).1];
    for _ in 0..20 {
        input.go(way, base);
        let column = input.view(&options(base, 12)).1;
        if columns.last() != Some(&column) {
            columns.push(column);
        }
    }
    columns
}

#[test]
fn the_arrow_keys_go_where_the_eye_goes() {
    for text in ["abc", "ab אבג de", "12 ab"] {
        let count = text.chars().count();
        assert_eq!(columns(text, Way::Right, Direction::Ltr), (0..=count).collect::<Vec<_>>(), "{text}");
        assert_eq!(columns(text, Way::Left, Direction::Ltr), (0..=count).rev().collect::<Vec<_>>(), "{text}");
    }
    for text in ["אבג", "אב abc 12 ד"] {
        let first = 12 - 1 - text.chars().count();
        let expected: Vec<usize> = (first..12).collect();
        assert_eq!(columns(text, Way::Right, Direction::Rtl), expected, "{text}");
    }
}

#[test]
fn what_is_selected_is_one_part_of_the_text_and_may_be_several_on_the_screen() {
    let mut input = Input::new("ab אבג");
    input.go(Way::Home, Direction::Ltr);
    for _ in 0..3 {
        input.select(Way::Right, Direction::Ltr);
    }
    // One step into the Hebrew word from the left is its last letter: what is selected ends there.
    assert_eq!(input.selection(), Some(0.."ab אב".len()));
    let (line, _) = input.view(&options(Direction::Ltr, 12));
    let marked: Vec<bool> = line.cells().map(|cell| cell.style.contains(Style::SELECTED)).collect();
    assert_eq!(marked, [true, true, true, false, true, true]);
    input.insert("x");
    assert_eq!((input.text(), input.selection()), ("xג", None));
}

#[test]
fn a_selection_is_deleted_whole_and_ends_with_a_plain_move() {
    let mut input = Input::new("one שתיים three");
    input.select(Way::WordLeft, Direction::Ltr);
    assert_eq!(input.selection().map(|part| input.text()[part].to_owned()).as_deref(), Some("three"));
    input.backspace();
    assert_eq!(input.text(), "one שתיים ");
    input.select_all();
    input.go(Way::Home, Direction::Ltr);
    assert_eq!(input.selection(), None);
    input.delete();
    assert_eq!(input.text(), "ne שתיים ");
    input.delete_rest();
    assert_eq!(input.text(), "");
}

proptest! {
    #[test]
    fn any_editing_keeps_the_cursor_in_the_view(
        text in "[a-cאבلا\u{64E}\u{200D}\u{200F}日👩🏽 ]{0,12}",
        steps in prop::collection::vec(0..13_u8, 0..16),
        width in 0..8_usize,
        rtl in any::<bool>(),
    ) {
        let base = if rtl { Direction::Rtl } else { Direction::Ltr };
        let mut input = Input::new(text.clone());
        for step in steps {
            match step {
                0 => input.back(),
                1 => input.forward(),
                2 => input.backspace(),
                3 => input.delete(),
                4 => input.delete_word(),
                5 => input.home(),
                6 => input.insert(&text),
                7 => input.select(Way::Left, base),
                8 => input.select(Way::WordRight, base),
                9 => input.select(Way::Home, base),
                10 => input.go(Way::Right, base),
                11 => input.delete_rest(),
                _ => input.select_all(),
            }
            prop_assert!(input.selection().is_none_or(|part| input.text().get(part).is_some()));
            let (line, cursor) = input.view(&options(base, width));
            prop_assert!(cursor < width.max(1));
            prop_assert!(line.indent() + line.width() <= width.max(1));
            prop_assert!(input.text().is_char_boundary(input.cursor()));
        }
    }
}
