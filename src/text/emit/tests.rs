use proptest::prelude::*;
use unicode_bidi::{BidiInfo, Level};
use unicode_bidi_mirroring::get_mirrored;
use unicode_segmentation::UnicodeSegmentation;

use super::*;
use crate::model::Direction;
use crate::text::{Options, Styled, single};

fn cells(text: &str) -> Vec<&str> {
    text.graphemes(true).collect()
}

fn sent(row: &[&str], adaptor: Adaptor) -> String {
    adapt(row, adaptor).into_iter().map(|(_, symbol)| symbol).collect()
}

/// What a terminal shows that reorders with a left-to-right base: UAX #9 on characters, without our code.
fn shown(sent: &str) -> String {
    let info = BidiInfo::new(sent, Some(Level::ltr()));
    let Some(paragraph) = info.paragraphs.first() else { return String::new() };
    let clusters: Vec<(usize, &str)> = sent.grapheme_indices(true).collect();
    let levels = info.reordered_levels(paragraph, paragraph.range.clone());
    let of_clusters: Vec<Level> = clusters.iter().map(|(at, _)| levels[*at]).collect();
    let mut row = String::new();
    for at in BidiInfo::reorder_visual(&of_clusters) {
        let mut chars = clusters[at].1.chars();
        let first = chars.next().unwrap_or(' ');
        if first == '\u{200E}' {
            continue;
        }
        let image = if of_clusters[at].is_rtl() { get_mirrored(first) } else { None };
        row.push(image.unwrap_or(first));
        row.push_str(chars.as_str());
    }
    row
}

#[test]
fn nothing_changes_where_the_terminal_changes_nothing() {
    let row = cells("ab םולש");
    assert_eq!(sent(&row, Adaptor::App), "ab םולש");
    assert_eq!(sent(&row, Adaptor::Off), "ab םולש");
    assert_eq!(sent(&cells("abc"), Adaptor::Terminal), "abc");
}

#[test]
fn kitty_gets_each_word_reversed() {
    let row = cells("!12 םלוע םולש ab");
    assert_eq!(sent(&row, Adaptor::Words), "!12 עולם שלום ab");
    let columns: Vec<usize> = adapt(&cells("בא x"), Adaptor::Words).into_iter().map(|(at, _)| at).collect();
    assert_eq!(columns, [1, 0, 2, 3]);
}

#[test]
fn a_reordering_terminal_gets_logical_text() {
    let wanted = "ab םלוע (12) םולש cd";
    let sent = sent(&cells(wanted), Adaptor::Terminal);
    assert_eq!(sent, "ab שלום (12) עולם cd");
    assert_eq!(shown(&sent), wanted);
}

#[test]
fn wide_cells_stay_before_the_cell_that_they_hide() {
    let row = ["ב", "日", " ", "א"];
    let sent = adapt(&row, Adaptor::Terminal);
    let at = sent.iter().position(|(_, symbol)| symbol.starts_with('日')).unwrap();
    assert_eq!(sent[at + 1], (2, String::new()));
    assert_eq!(sent.len(), 4);
}

#[test]
fn borders_keep_panes_apart() {
    let row = cells("בא│דג");
    let sent = sent(&row, Adaptor::Terminal);
    assert_eq!(sent, "אב│\u{200E}גד");
}

/// A row as our layout makes it, in pieces of both directions with borders between.
fn row() -> impl Strategy<Value = String> {
    let piece = "[אבגדابتж a-c0-9٠-٣۰-۳.,:/%$()\\[\\]<>!?+-]{0,24}";
    (prop::collection::vec((piece, any::<bool>()), 1..4), any::<bool>()).prop_map(|(pieces, framed)| {
        let lines: Vec<String> = pieces
            .into_iter()
            .map(|(text, rtl)| {
                let base = if rtl { Direction::Rtl } else { Direction::Ltr };
                let options = Options { base, width: 80, shaping: Shaping::Off };
                single(&Styled::plain(text), &options).visual()
            })
            .collect();
        lines.join(if framed { "│" } else { " " })
    })
}

proptest! {
    #[test]
    fn the_terminal_shows_the_wanted_row(row in row()) {
        let wanted = cells(&row);
        prop_assert_eq!(shown(&sent(&wanted, Adaptor::Terminal)), row.clone());
    }

    #[test]
    fn any_cells_come_out_in_their_order(row in "[אבاب\u{5B0}\u{64E}a0-9٠-٣.,/%$()«»│─ ]{0,30}") {
        // Marks without a base are in no row of ours.
        let row = row.trim_start_matches(['\u{5B0}', '\u{64E}']);
        let wanted = cells(row);
        prop_assert_eq!(shown(&sent(&wanted, Adaptor::Terminal)), row);
    }

    #[test]
    fn every_column_is_given_once(row in prop::collection::vec("[אbا1│日 ]", 0..30), words in any::<bool>()) {
        let cells: Vec<&str> = row.iter().map(String::as_str).collect();
        let adaptor = if words { Adaptor::Words } else { Adaptor::Terminal };
        let mut columns: Vec<usize> = adapt(&cells, adaptor).into_iter().map(|(at, _)| at).collect();
        columns.sort_unstable();
        prop_assert_eq!(columns, (0..cells.len()).collect::<Vec<_>>());
    }
}
