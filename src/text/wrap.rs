//! Cuts a paragraph into rows, in logical order (UAX #14 for the opportunities).

use std::ops::Range;

use unicode_linebreak::linebreaks;

use super::cluster::{Cluster, Clusters};
use super::paragraph::{self, Paragraph, Unit};

/// The clusters of a row. Blanks at its end that a break has made superfluous are not printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) printed: Range<usize>,
    /// Where the row ends with its blanks.
    pub(super) end: usize,
}

/// Cuts into rows of at most `width` columns. There is always one row.
pub(super) fn rows(paragraph: &Paragraph, clusters: &Clusters, width: usize) -> Vec<Row> {
    let list = &clusters.list;
    if clusters.width() <= width {
        return vec![Row { printed: 0..list.len(), end: list.len() }];
    }
    let breaks = breaks(paragraph);
    let mut rows = Vec::new();
    let mut row = Open::default();
    for (at, cluster) in list.iter().enumerate() {
        if at > row.start && breaks.get(cluster.units().start).is_some_and(|allowed| *allowed) {
            row.opportunity = Some((at, row.width));
        }
        let columns = usize::from(cluster.width);
        if !is_blank(cluster, &paragraph.units) {
            // Blanks hang over the end: only what is to be seen needs room.
            while row.width + columns > width && at > row.start && columns > 0 {
                let (end, before) = row.opportunity.take().unwrap_or((at, row.width));
                rows.push(printed(row.start..end, list, &paragraph.units));
                row = Open { start: end, width: row.width - before, opportunity: None };
            }
        }
        row.width += columns;
    }
    rows.push(last(row.start, list, width));
    rows
}

/// The row at work.
#[derive(Default)]
struct Open {
    start: usize,
    width: usize,
    /// The last cluster before which it may end, and the columns before that.
    opportunity: Option<(usize, usize)>,
}

fn printed(row: Range<usize>, list: &[Cluster], units: &[Unit]) -> Row {
    // Controls among the blanks have the level of the paragraph there (rule L1) and divide nothing.
    let hidden = |cluster: &&Cluster| cluster.width == 0 || is_blank(cluster, units);
    let blanks = list[row.clone()].iter().rev().take_while(hidden).count();
    Row { printed: row.start..row.end - blanks, end: row.end }
}

/// The blanks at the end of a paragraph stay as far as they fit.
fn last(start: usize, list: &[Cluster], width: usize) -> Row {
    let mut columns = 0;
    let fits = list[start..].iter().take_while(|cluster| {
        columns += usize::from(cluster.width);
        columns <= width
    });
    Row { printed: start..start + fits.count(), end: list.len() }
}

/// Blanks after which a line may end, and which then vanish (classes SP and BA of UAX #14).
fn is_blank(cluster: &Cluster, units: &[Unit]) -> bool {
    cluster.units().len() == 1
        && matches!(
            units[cluster.units().start].c,
            ' ' | '\t' | '\u{1680}' | '\u{2000}'..='\u{2006}' | '\u{2008}'..='\u{200A}' | '\u{205F}' | '\u{3000}'
        )
}

/// For each character whether a line may end before it.
///
/// The characters that only steer direction are no part of the text that breaks.
fn breaks(paragraph: &Paragraph) -> Vec<bool> {
    let units = &paragraph.units;
    let mut allowed = vec![false; units.len() + 1];
    let filtered: String;
    let text = if units.iter().any(|unit| paragraph::is_control(unit.c)) {
        filtered = units.iter().map(|unit| unit.c).filter(|c| !paragraph::is_control(*c)).collect();
        &filtered
    } else {
        &paragraph.text
    };
    let mut at = 0;
    let mut unit = 0;
    for (border, _) in linebreaks(text) {
        while at < border && unit < units.len() {
            let c = units[unit].c;
            at += if paragraph::is_control(c) { 0 } else { c.len_utf8() };
            unit += 1;
        }
        allowed[unit] = true;
    }
    allowed
}
