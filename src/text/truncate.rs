//! One line of a text, cut where it is too long (`bidi.md` section 2.7).
//!
//! The cut is made in logical order; then the rest is resolved anew, with the base of the whole text.

use std::ops::Range;

use super::cluster::{self, Clusters};
use super::glyph::Print;
use super::line::Line;
use super::paragraph::{Blanks, Builder, Paragraph};
use super::reorder::Ready;
use super::styled::Looks;
use super::wrap::Row;
use super::{Purpose, Settings, Shaping, Styled, isolate, levels, shape};

const ELLIPSIS: char = '…';

/// Where a text that is too long loses characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// At its end.
    End,
    /// In its middle.
    Middle,
}

/// Lays out a text in one line.
pub(super) fn one_line(text: &Styled, settings: Settings, cut: Cut) -> Line {
    let looks = Looks::of(text);
    let mut paragraph = whole(text, settings, cut);
    levels::resolve(&mut paragraph);
    let mut clusters = clusters(&paragraph, settings);
    if paragraph.is_cut || clusters.width() > settings.width {
        (paragraph, clusters) = shortened(&paragraph, &clusters, settings, (cut, text.text.len()));
    }
    let all = clusters.list.len();
    let ready = Ready { paragraph: &paragraph, clusters: &clusters, looks: &looks };
    let mut line = ready.line(&Row { printed: 0..all, end: all });
    line.align(settings.width);
    line
}

/// Cuts a paragraph, and cuts it again where the cut itself has made something wider, such as the number of a verse
/// that is closed by a bracket.
fn shortened(
    paragraph: &Paragraph,
    clusters: &Clusters,
    settings: Settings,
    (cut, source_end): (Cut, usize),
) -> (Paragraph, Clusters) {
    let mut width = settings.width;
    loop {
        let shorter = match cut {
            Cut::End => at_end(paragraph, clusters, width, source_end),
            Cut::Middle => in_middle(paragraph, clusters, width),
        };
        let found = self::clusters(&shorter, settings);
        if found.width() <= settings.width || width == 1 {
            return (shorter, found);
        }
        width -= 1;
    }
}

/// The text as one paragraph, as much of it as could be seen.
fn whole(text: &Styled, settings: Settings, cut: Cut) -> Paragraph {
    // A cluster of more than 64 characters is no letter of any language; the rest is room for invisible ones.
    let limit = match cut {
        Cut::End => settings.width.saturating_add(1).saturating_mul(64).saturating_add(4096),
        Cut::Middle => usize::MAX,
    };
    let spans = isolate::stated(text);
    let spans = if settings.purpose == Purpose::Screen && text.text.len() <= limit {
        isolate::with_addresses(&text.text, spans)
    } else {
        spans
    };
    let mut builder = Builder::new(&text.text, &spans, settings.purpose);
    builder.build(0..text.text.len(), settings.base, Blanks::OneLine { limit })
}

/// Shapes and finds the clusters of a paragraph whose levels are known.
pub(super) fn clusters(paragraph: &Paragraph, settings: Settings) -> Clusters {
    let shaped = match settings.shaping {
        Shaping::On => shape::shape(paragraph, settings.purpose),
        Shaping::Off => None,
    };
    let print = Print { purpose: settings.purpose, shaping: settings.shaping };
    cluster::find(paragraph, shaped.as_deref(), print, settings.width)
}

/// The start of a paragraph that fits with an ellipsis after it, which stands at the edge of the line.
fn at_end(paragraph: &Paragraph, clusters: &Clusters, width: usize, source_end: usize) -> Paragraph {
    let kept = fitting(clusters.list.iter().map(|cluster| cluster.width), width - 1);
    let mut end = clusters.list.get(kept).map_or(paragraph.units.len(), |cluster| cluster.units().start);
    while end > 0 && paragraph.units[end - 1].c == ' ' {
        end -= 1;
    }
    let mut cut = Paragraph::new(paragraph.base, paragraph.text.len());
    cut.is_straight = paragraph.is_straight;
    copy(&mut cut, paragraph, 0..end);
    let from = cut.units.last().map_or(0, |unit| unit.source_end as usize);
    cut.push(ELLIPSIS, from..source_end);
    levels::resolve(&mut cut);
    if let Some(ellipsis) = cut.units.last_mut() {
        ellipsis.level = levels::of_base(paragraph.base);
    }
    cut
}

/// The start and the end of a paragraph that fit with an ellipsis between them.
fn in_middle(paragraph: &Paragraph, clusters: &Clusters, width: usize) -> Paragraph {
    let list = &clusters.list;
    let head = fitting(list.iter().map(|cluster| cluster.width), width / 2);
    let tail = fitting(list.iter().rev().map(|cluster| cluster.width), width - 1 - width / 2);
    let head_end = list.get(head).map_or(0, |cluster| cluster.units().start);
    let tail_start =
        list.get(list.len() - tail).map_or(paragraph.units.len(), |cluster| cluster.units().start);
    let mut cut = Paragraph::new(paragraph.base, paragraph.text.len());
    cut.is_straight = paragraph.is_straight;
    copy(&mut cut, paragraph, 0..head_end);
    let source = |unit: usize| paragraph.units.get(unit).map(|unit| unit.source as usize);
    let from = source(head_end).unwrap_or_default();
    cut.push(ELLIPSIS, from..source(tail_start).unwrap_or(from).max(from));
    copy(&mut cut, paragraph, tail_start..paragraph.units.len());
    levels::resolve(&mut cut);
    cut
}

/// How many clusters fit into `columns`, with the invisible ones after them.
fn fitting(widths: impl Iterator<Item = u8>, columns: usize) -> usize {
    let mut used = 0;
    widths
        .take_while(|width| {
            used += usize::from(*width);
            used <= columns
        })
        .count()
}

fn copy(to: &mut Paragraph, from: &Paragraph, units: Range<usize>) {
    for unit in &from.units[units] {
        to.push(unit.c, unit.source as usize..unit.source_end as usize);
    }
}
