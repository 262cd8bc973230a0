//! Parts of a text that are set apart from their surroundings (`bidi.md` section 2.1, step 3).
//!
//! The publisher's structure says where (`<bdi>`, `dir`, code, links); addresses that stand bare in the text are
//! found here. Without it a trailing slash leaves its URL in right-to-left text.

mod address;

use std::cmp::Reverse;
use std::ops::Range;

use super::{Isolate, Styled};
use crate::model::Direction;

/// A part of a text, in bytes, and how it is set apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) range: Range<usize>,
    pub(super) isolate: Isolate,
}

/// The isolates that the runs of a text ask for, properly nested, those around others first.
pub(super) fn stated(text: &Styled) -> Vec<Span> {
    let runs = text.runs.iter().filter_map(|run| {
        let range = run.range.start..run.range.end.min(text.text.len());
        run.isolate.map(|isolate| Span { range, isolate })
    });
    nested(runs.filter(|span| span.range.start < span.range.end).collect())
}

/// `stated` and the bare addresses that don't cross any of them.
pub(super) fn with_addresses(text: &str, stated: Vec<Span>) -> Vec<Span> {
    let mut borders: Vec<usize> = stated.iter().flat_map(|span| [span.range.start, span.range.end]).collect();
    borders.sort_unstable();
    let mut spans = stated;
    for range in address::find(text) {
        let crossed = borders.partition_point(|border| *border <= range.start);
        if borders.get(crossed).is_none_or(|border| *border >= range.end) {
            spans.push(Span { range, isolate: Isolate::As(Direction::Ltr) });
        }
    }
    nested(spans)
}

/// Sorts spans and cuts those that cross the end of one around them: callers promise that none do.
fn nested(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_by_key(|span| (span.range.start, Reverse(span.range.end)));
    let mut around: Vec<usize> = Vec::new();
    for span in &mut spans {
        while around.last().is_some_and(|end| *end <= span.range.start) {
            around.pop();
        }
        if let Some(end) = around.last() {
            span.range.end = span.range.end.min(*end);
        }
        around.push(span.range.end);
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_sorted_and_cut_into_nests() {
        let span = |range| Span { range, isolate: Isolate::FirstStrong };
        let spans = nested(vec![span(4..9), span(0..6), span(0..2), span(7..8)]);
        let ranges: Vec<_> = spans.into_iter().map(|span| span.range).collect();
        assert_eq!(ranges, [0..6, 0..2, 4..6, 7..8]);
    }

    #[test]
    fn an_address_that_crosses_a_run_is_left_alone() {
        let link = Span { range: 3..20, isolate: Isolate::FirstStrong };
        assert_eq!(with_addresses("http://a.example/", vec![link.clone()]), [link]);
        let around = Span { range: 0..17, isolate: Isolate::FirstStrong };
        assert_eq!(with_addresses("http://a.example/", vec![around]).len(), 2);
    }
}
