//! What [`layout`](crate::text::layout) and its kin promise to painters.

use crate::model::Direction::{self, Ltr, Rtl};
use crate::text::{
    Cell, Isolate, Line, LinkId, Options, Run, Shaping, Style, Styled, layout, single, single_middle, width,
};

fn options(base: Direction, width: usize) -> Options {
    Options { base, width, shaping: Shaping::Off }
}

fn rows(text: &Styled, base: Direction, width: usize) -> Vec<(usize, String)> {
    layout(text, &options(base, width)).iter().map(|line| (line.indent(), line.visual())).collect()
}

fn check(text: &str, base: Direction, width: usize, expected: &[(usize, &str)]) {
    let rows = rows(&Styled::plain(text), base, width);
    let rows: Vec<(usize, &str)> = rows.iter().map(|(indent, row)| (*indent, row.as_str())).collect();
    assert_eq!(rows, expected, "{text}");
}

#[test]
fn lines_are_wrapped_in_logical_order_and_aligned_by_their_base() {
    check("אבג דהו זחט", Rtl, 8, &[(1, "והד גבא"), (5, "טחז")]);
    check("abc def ghi", Ltr, 8, &[(0, "abc def"), (0, "ghi")]);
    check("abc   def", Ltr, 4, &[(0, "abc"), (0, "def")]);
    check("abcdefgh", Ltr, 3, &[(0, "abc"), (0, "def"), (0, "gh")]);
    check("日本語", Ltr, 4, &[(0, "日本"), (0, "語")]);
    check("日b", Ltr, 0, &[(0, "?"), (0, "b")]);
}

#[test]
fn the_first_line_of_a_wrapped_sentence_holds_its_first_words() {
    let text = "אחת שתיים Linux Foundation שלוש";
    check(text, Rtl, 16, &[(1, "Linux םייתש תחא"), (1, "שולש Foundation")]);
}

#[test]
fn paragraphs_are_split_at_every_kind_of_break() {
    check("a\r\nb\u{2029}\n\u{85}c", Ltr, 9, &[(0, "a"), (0, "b"), (0, ""), (0, ""), (0, "c")]);
    check("", Rtl, 9, &[(9, "")]);
}

#[test]
fn controls_of_the_publisher_are_used_and_end_with_their_paragraph() {
    check("\u{2067}abc!\nabc!", Ltr, 9, &[(0, "!abc"), (0, "abc!")]);
    check("invoice\u{202E}fdp.exe\u{1b}[2J", Ltr, 30, &[(0, "invoicefdp.exe[2J")]);
    check("\u{301}ab\u{AD}c\u{200B}", Ltr, 9, &[(0, "abc")]);
}

#[test]
fn addresses_keep_their_punctuation_in_right_to_left_text() {
    check("ראו https://example.com/a/ ב", Rtl, 40, &[(12, "ב https://example.com/a/ ואר")]);
    check("(2024-a.pdf) קובץ", Rtl, 40, &[(23, "ץבוק (2024-a.pdf)")]);
}

fn run(range: std::ops::Range<usize>, isolate: Isolate) -> Run {
    Run { range, style: Style::CODE, link: Some(LinkId(3)), isolate: Some(isolate) }
}

#[test]
fn runs_are_isolated() {
    let text = "אב x/ גד";
    let code = Styled { text: text.to_owned(), runs: vec![run(5..7, Isolate::As(Ltr))] };
    assert_eq!(rows(&code, Rtl, 8), [(0, "דג x/ בא".to_owned())]);
    let quote = Styled { text: "a !אב! b".to_owned(), runs: vec![run(2..8, Isolate::FirstStrong)] };
    assert_eq!(rows(&quote, Ltr, 9), [(0, "a !בא! b".to_owned())]);
    let turned = Styled { text: "a bc d".to_owned(), runs: vec![run(2..4, Isolate::Override(Rtl))] };
    assert_eq!(rows(&turned, Ltr, 9), [(0, "a cb d".to_owned())]);
}

#[test]
fn the_publishers_controls_do_not_leave_their_run() {
    // A lone PDI in the run does not close it, an open RLI does not outlast it.
    let lone = Styled { text: "א b\u{2069}/ ג".to_owned(), runs: vec![run(3..8, Isolate::As(Ltr))] };
    assert_eq!(rows(&lone, Rtl, 6), [(0, "ג b/ א".to_owned())]);
    let open = Styled { text: "a \u{2067}b c/".to_owned(), runs: vec![run(2..6, Isolate::As(Ltr))] };
    assert_eq!(rows(&open, Ltr, 9), [(0, "a b c/".to_owned())]);
}

#[test]
fn an_isolate_goes_on_in_the_next_paragraph() {
    let text = Styled { text: "a b\nc! d!".to_owned(), runs: vec![run(2..6, Isolate::As(Rtl))] };
    assert_eq!(rows(&text, Ltr, 9), [(0, "a b".to_owned()), (0, "!c d!".to_owned())]);
}

#[test]
fn cells_know_range_style_and_link() {
    let text = "אב x";
    let styled = Styled { text: text.to_owned(), runs: vec![run(2..4, Isolate::FirstStrong)] };
    let line = &layout(&styled, &options(Rtl, 6))[0];
    let cells: Vec<Cell<'_>> = line.cells().collect();
    let shown: Vec<&str> = cells.iter().map(|cell| cell.symbol).collect();
    assert_eq!(shown, ["x", " ", "ב", "א"]);
    assert_eq!(cells[2].range, 2..4);
    assert_eq!((cells[2].style, cells[2].link), (Style::CODE, Some(LinkId(3))));
    assert_eq!((cells[3].style, cells[3].link), (Style::PLAIN, None));
}

#[test]
fn columns_lead_to_cells_and_parts_to_columns() {
    let text = "אב abc";
    let mut line = layout(&Styled::plain(text), &options(Rtl, 8)).remove(0);
    line.shift(2);
    assert_eq!(line.visual(), "abc בא");
    assert_eq!(line.at(4).map(|cell| cell.range), Some(5..6));
    assert_eq!(line.at(3), None);
    assert_eq!(line.at(10), None);
    // From the second Hebrew letter to the first Latin one: two pieces, since the rest lies between.
    assert_eq!(line.columns(&(2..6)), [4..5, 7..9]);
    line.add_style(&(2..6), Style::HIT);
    assert_eq!(line.cells().filter(|cell| cell.style.contains(Style::HIT)).count(), 3);
    assert_eq!(line.source(), Some(0..8));
    assert_eq!(Line::default().source(), None);
}

#[test]
fn a_line_can_be_put_back_into_logical_order() {
    let line = layout(&Styled::plain("אב (c) ד"), &options(Rtl, 20)).remove(0);
    assert_eq!(line.visual(), "ד (c) בא");
    assert_eq!((line.logical().visual().as_str(), line.logical().indent()), ("אב (c) ד", 0));
}

fn check_single(text: &str, base: Direction, width: usize, expected: &str) {
    let line = single(&Styled::plain(text), &options(base, width));
    assert_eq!(line.visual(), expected, "{text}");
    assert!(line.width() <= width.max(1));
}

#[test]
fn a_long_title_ends_with_an_ellipsis_at_the_edge() {
    check_single("abc def", Ltr, 7, "abc def");
    check_single("abc def", Ltr, 6, "abc d…");
    check_single("abc def", Ltr, 5, "abc…");
    check_single("אבג דהו", Rtl, 6, "…ד גבא");
    check_single("אבג abcdef", Rtl, 7, "…ab גבא");
    check_single("abc אבגדה", Ltr, 7, "abc בא…");
    check_single("abc \u{202B}אבגדה", Ltr, 7, "abc בא…");
    check_single("日本語", Ltr, 4, "日…");
    check_single("ab", Ltr, 1, "…");
    check_single("ab", Rtl, 0, "…");
    check_single("a\nb\tc\r\nd", Ltr, 20, "a b c  d");
    check_single(&"x\u{200B}".repeat(100_000), Ltr, 4, "xxx…");
}

#[test]
fn a_cut_title_ends_in_the_form_of_a_last_letter() {
    let line = single(&Styled::plain("ببببب"), &Options { base: Rtl, width: 3, shaping: Shaping::On });
    assert_eq!(line.visual(), "…\u{FE90}\u{FE91}");
    let ellipsis = line.cells().next().map(|cell| cell.range);
    assert_eq!(ellipsis, Some(4..10));
}

#[test]
fn a_long_address_is_cut_in_the_middle() {
    let cut = |text: &str, width| single_middle(&Styled::plain(text), &options(Ltr, width)).visual();
    assert_eq!(cut("https://example.com/page", 11), "https…/page");
    assert_eq!(cut("https://example.com/page", 24), "https://example.com/page");
    assert_eq!(cut("abc", 2), "a…");
    assert_eq!(cut("abc", 1), "…");
}

#[test]
fn tabs_become_blanks() {
    check("a\tb", Ltr, 9, &[(0, "a   b")]);
    assert_eq!(Options::code(9, Shaping::On).base, Ltr);
}

#[test]
fn widths_are_those_of_the_cells() {
    assert_eq!(width("abc", Shaping::On), 3);
    assert_eq!(width("لا", Shaping::On), 1);
    assert_eq!(width("لا", Shaping::Off), 2);
    assert_eq!(width("日\u{200F}é👩\u{200D}👩", Shaping::On), 5);
}

#[test]
fn hostile_texts_are_laid_out() {
    let deep: Vec<Run> = (0..20_000).map(|at| run(at..40_000 - at, Isolate::As(Rtl))).collect();
    let mut text = "a".repeat(40_000);
    text.replace_range(20_000..20_001, "\n");
    let lines = layout(&Styled { text, runs: deep }, &options(Ltr, 10_000));
    assert!(lines.len() >= 4);
    for hostile in
        ["(", "\u{2067}", "\u{202B}", "\u{2068}א", "א\u{301}", "a\u{200D}", "\n", "1,", "http://", "(א)"]
    {
        let text = Styled::plain(hostile.repeat(20_000));
        assert!(!layout(&text, &options(Rtl, 1)).is_empty());
        assert!(single_middle(&text, &options(Rtl, 10)).width() <= 10);
    }
}
