use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

use super::*;
use crate::model::{Direction, DirectionChoice};
use crate::text::{Purpose, Shaping};

const SCREEN: Print = Print { purpose: Purpose::Screen, shaping: Shaping::On };

fn paragraph(text: &str) -> Paragraph {
    let mut paragraph = Paragraph::new(Direction::Ltr, text.len());
    for (at, c) in text.char_indices() {
        paragraph.push(c, at..at + c.len_utf8());
    }
    paragraph
}

fn check(text: &str, expected: &[(&str, usize)]) {
    let clusters = find(&paragraph(text), None, SCREEN, 80);
    let found: Vec<(&str, usize)> = clusters
        .list
        .iter()
        .filter(|cluster| cluster.width > 0)
        .map(|cluster| (clusters.symbol(cluster), usize::from(cluster.width)))
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn simple_characters_are_borders_to_each_other_and_have_the_columns_of_the_tables() {
    for c in ('\0'..=char::MAX).filter(|c| is_simple(*c)) {
        let text = format!("{c}a{c}");
        assert_eq!(text.graphemes(true).count(), 3, "{c:?}");
        assert_eq!(glyph::width(c), c.to_string().width(), "{c:?}");
    }
}

#[test]
fn emoji_sequences_show_their_first() {
    check("👩\u{200D}👩\u{200D}👧!", &[("👩", 2), ("!", 1)]);
    check("👍🏽", &[("👍", 2)]);
    check("🏳\u{FE0F}\u{200D}🌈", &[("🏳", 1)]);
    check("❤\u{FE0F}", &[("❤", 1)]);
    check("🇮🇷", &[("🇮🇷", 2)]);
    check("1\u{FE0F}\u{20E3}", &[("1\u{20E3}", 1)]);
    check("\u{1F3F4}\u{E0067}\u{E007F}", &[("\u{1F3F4}", 2)]);
}

#[test]
fn what_has_no_base_or_no_agreed_width_is_not_printed() {
    check("\u{301}a\u{301}", &[("a\u{301}", 1)]);
    check("ب\u{200C}ب\u{200D}", &[("ب", 1), ("ب", 1)]);
    check("\u{600}٣\u{70F}ܐ\u{6DD}", &[("٣", 1), ("ܐ", 1)]);
    check("\u{200B}\u{2067}\u{200F}\u{2069}", &[]);
}

#[test]
fn the_number_of_a_verse_is_in_brackets() {
    check("\u{6DD}١٢ب", &[("(", 1), ("١", 1), ("٢", 1), (")", 1), ("ب", 1)]);
    check("\u{6DD}٣", &[("(", 1), ("٣", 1), (")", 1)]);
    let visual = crate::text::visual_lines("ب \u{6DD}١٢ ج", DirectionChoice::Auto, None, Shaping::Off);
    assert_eq!(visual, ["ج (١٢) ب"]);
}

#[test]
fn wide_characters_take_two_columns() {
    check("日本 語", &[("日", 2), ("本", 2), (" ", 1), ("語", 2)]);
    let clusters = find(&paragraph("a日"), None, SCREEN, 1);
    assert_eq!(clusters.width(), 2);
    assert_eq!(clusters.symbol(&clusters.list[1]), "?");
}

#[test]
fn tabs_reach_to_their_stop() {
    check("ab\tc", &[("a", 1), ("b", 1), (" ", 1), (" ", 1), ("c", 1)]);
}

#[test]
fn long_conjuncts_are_cut_into_cells_of_two_columns() {
    let clusters = find(&paragraph("ष्ण्ष्ण"), None, SCREEN, 80);
    assert!(clusters.list.iter().all(|cluster| cluster.width <= 2), "{clusters:?}");
    let joined: String = clusters.list.iter().map(|cluster| clusters.symbol(cluster)).collect();
    assert_eq!(joined, "ष्ण्ष्ण");
}

proptest! {
    #[test]
    fn borders_are_those_of_the_standard(text in "[a-z ‐-…אבא-ת\u{5B0}-\u{5C2}ء-ي\u{64B}-\u{652}\u{200C}\u{200D}👩🏽क-ह\u{94D}ᄀ가\u{1F1E6}-\u{1F1E9}\r\n\u{600}日]{0,30}") {
        let clusters = find(&paragraph(&text), None, SCREEN, 80);
        let mut starts: Vec<usize> = clusters.list.iter().map(|cluster| cluster.units().start).collect();
        let expected: Vec<usize> = text
            .grapheme_indices(true)
            .map(|(at, _)| text[..at].chars().count())
            .collect();
        starts.retain(|start| expected.contains(start));
        starts.dedup();
        prop_assert_eq!(starts, expected);
    }

    #[test]
    fn a_cell_has_the_columns_that_its_symbol_has(text in any::<String>()) {
        let clusters = find(&paragraph(&text), None, SCREEN, 80);
        for cluster in clusters.list.iter().filter(|cluster| cluster.width > 0) {
            prop_assert_eq!(clusters.symbol(cluster).width(), usize::from(cluster.width));
            prop_assert!(cluster.width <= 2);
        }
    }
}
