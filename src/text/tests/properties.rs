//! What holds for every text.

use proptest::prelude::*;

use crate::model::{Direction, DirectionChoice};
use crate::text::{
    Isolate, Line, LinkId, Options, Run, Shaping, Style, Styled, layout, single, single_middle, visual_lines,
    width,
};

/// Letters of several scripts, marks, joiners, every bidi control, wide and odd characters.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c א-דابتلا\u{5B0}\u{64E}\u{651}\u{200C}\u{200D}\u{200E}\u{200F}\u{61C}\u{202A}-\u{202E}\u{2066}-\u{2069}0-9٠-٣()<>.,/…日👩🏽\u{FE0F}\u{1F1EE}\u{1F1F7}\u{AD}\u{200B}\u{600}\u{6DD}\t\n\r\u{1b}\u{2028}क\u{94D}\u{93E}]{0,60}",
        any::<String>(),
    ]
}

fn direction() -> impl Strategy<Value = Direction> {
    prop_oneof![Just(Direction::Ltr), Just(Direction::Rtl)]
}

fn shaping() -> impl Strategy<Value = Shaping> {
    prop_oneof![Just(Shaping::On), Just(Shaping::Off)]
}

/// Runs with any ranges at all, also such as no caller should give.
fn runs() -> impl Strategy<Value = Vec<Run>> {
    let isolate = prop_oneof![
        Just(None),
        Just(Some(Isolate::FirstStrong)),
        direction().prop_map(|direction| Some(Isolate::As(direction))),
        direction().prop_map(|direction| Some(Isolate::Override(direction))),
    ];
    let run = (0..90_usize, 0..90_usize, isolate, 0..3_u16).prop_map(|(start, end, isolate, link)| Run {
        range: start..end,
        style: Style::STRONG,
        link: (link > 0).then_some(LinkId(link)),
        isolate,
    });
    prop::collection::vec(run, 0..6)
}

/// Ranges and symbols of what is to be seen, in logical order.
fn seen(lines: &[Line]) -> Vec<(usize, usize)> {
    let mut seen: Vec<(usize, usize)> = lines
        .iter()
        .flat_map(|line| {
            line.cells()
                .filter(|cell| !cell.symbol.trim().is_empty())
                .map(|cell| cell.range)
                .collect::<Vec<_>>()
        })
        .map(|range| (range.start, range.end))
        .collect();
    seen.sort_unstable();
    seen
}

fn has_control(symbol: &str) -> bool {
    symbol.chars().any(|c| {
        c.is_control()
            || crate::text::clean::is_bidi_control(c)
            || matches!(c, '\u{200B}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}')
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn no_line_is_wider_than_its_width(text in text(), runs in runs(), base in direction(), shaping in shaping(), width in 0..12_usize) {
        let styled = Styled { text, runs };
        let options = Options { base, width, shaping };
        let mut lines = layout(&styled, &options);
        lines.push(single(&styled, &options));
        lines.push(single_middle(&styled, &options));
        for line in lines {
            prop_assert!(line.indent() + line.width() <= width.max(1), "{:?}", line);
            for cell in line.cells() {
                prop_assert!(!has_control(cell.symbol), "{:?}", cell);
                prop_assert!(styled.text.get(cell.range.clone()).is_some());
                prop_assert!((1..=2).contains(&cell.width));
            }
        }
    }

    #[test]
    fn wrapped_lines_hold_what_the_paragraph_holds(text in text(), runs in runs(), base in direction(), shaping in shaping(), width in 2..12_usize) {
        let styled = Styled { text, runs };
        let narrow = layout(&styled, &Options { base, width, shaping });
        let wide = layout(&styled, &Options { base, width: 10_000, shaping });
        prop_assert_eq!(seen(&narrow), seen(&wide));
    }

    #[test]
    fn lines_follow_each_other_in_logical_order(text in "[a-cאבجد٠-٣0-9 .,()]{0,60}", base in direction(), width in 1..12_usize) {
        let lines = layout(&Styled::plain(text), &Options { base, width, shaping: Shaping::On });
        let sources: Vec<_> = lines.iter().filter_map(Line::source).collect();
        prop_assert!(sources.windows(2).all(|pair| pair[0].end <= pair[1].start));
    }

    #[test]
    fn the_fast_path_shows_what_the_long_way_shows(text in "[a-zé 0-9.,()<>\u{300}\u{200E}\u{2066}\u{2069}\u{202A}\u{202C}日👩$%-]{0,40}") {
        // A lone right-to-left letter in a paragraph of its own level takes the long way; without it the fast one.
        let fast = visual_lines(&text, DirectionChoice::Fixed(Direction::Ltr), None, Shaping::On);
        let long = visual_lines(&format!("{text}\u{200E}\u{2067}א\u{2069}"), DirectionChoice::Fixed(Direction::Ltr), None, Shaping::On);
        prop_assert_eq!(format!("{}א", fast.concat()), long.concat());
    }

    #[test]
    fn the_width_of_a_text_is_that_of_its_line(text in "[a-zא-ת ابتلاء\u{64E}\u{200D}日👩\u{301}]{0,40}", shaping in shaping()) {
        let line = single(&Styled::plain(text.clone()), &Options { base: Direction::Ltr, width: 1000, shaping });
        prop_assert_eq!(width(&text, shaping), line.width());
    }

    #[test]
    fn neighbours_are_never_touched(text in text()) {
        // A title with stray controls leaves the next paragraph as it is alone.
        let text = crate::text::clean::line(&text);
        let lines = visual_lines(&format!("{text}\nabc אב!"), DirectionChoice::Fixed(Direction::Ltr), None, Shaping::On);
        prop_assert_eq!(lines.last().map(String::as_str), Some("abc בא!"));
        prop_assert_eq!(lines.len(), 2);
    }
}
