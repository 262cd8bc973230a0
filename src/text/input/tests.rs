use proptest::prelude::*;

use super::*;
use crate::text::Shaping;

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

proptest! {
    #[test]
    fn any_editing_keeps_the_cursor_in_the_view(
        text in "[a-cאבلا\u{64E}\u{200D}\u{200F}日👩🏽 ]{0,12}",
        steps in prop::collection::vec(0..7_u8, 0..12),
        width in 0..8_usize,
        rtl in any::<bool>(),
    ) {
        let mut input = Input::new(text.clone());
        for step in steps {
            match step {
                0 => input.back(),
                1 => input.forward(),
                2 => input.backspace(),
                3 => input.delete(),
                4 => input.delete_word(),
                5 => input.home(),
                _ => input.insert(&text),
            }
            let base = if rtl { Direction::Rtl } else { Direction::Ltr };
            let (line, cursor) = input.view(&options(base, width));
            prop_assert!(cursor < width.max(1));
            prop_assert!(line.indent() + line.width() <= width.max(1));
            prop_assert!(input.text().is_char_boundary(input.cursor()));
        }
    }
}
