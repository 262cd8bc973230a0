//! From a row in logical order to cells from left to right (UAX #9, rules L1 to L4).

use unicode_bidi::{BidiInfo, Level};

use super::cluster::{Cluster, Clusters};
use super::levels;
use super::line::{Cell, Line, Mirror};
use super::paragraph::{Paragraph, REMOVED};
use super::styled::Looks;
use super::wrap::Row;

/// A paragraph with everything that its rows need.
pub(super) struct Ready<'a> {
    pub(super) paragraph: &'a Paragraph,
    pub(super) clusters: &'a Clusters,
    pub(super) looks: &'a Looks,
}

impl Ready<'_> {
    /// The line of a row, not yet aligned.
    pub(super) fn line(&self, row: &Row) -> Line {
        let mut line = Line::new(self.paragraph.base, row.printed.len());
        let list = &self.clusters.list[row.printed.clone()];
        if self.paragraph.is_straight {
            for cluster in list {
                self.put(cluster, Mirror::No, &mut line);
            }
            return line;
        }
        let leveled = leveled(self.paragraph, list, self.end_unit(row));
        let order = visual_order(&leveled);
        for at in order {
            let (cluster, level) = leveled[at];
            self.put(&list[cluster], if level % 2 == 1 { Mirror::Yes } else { Mirror::No }, &mut line);
        }
        line
    }

    /// Where the row ends in the paragraph's characters, with its blanks.
    fn end_unit(&self, row: &Row) -> usize {
        let last = row.end.checked_sub(1).and_then(|last| self.clusters.list.get(last));
        last.map_or(0, |cluster| cluster.units().end)
    }

    fn put(&self, cluster: &Cluster, mirror: Mirror, to: &mut Line) {
        if cluster.width == 0 {
            return;
        }
        let units = &self.paragraph.units[cluster.units()];
        let start = units.first().map_or(0, |unit| unit.source) as usize;
        let end = units.last().map_or(0, |unit| unit.source_end) as usize;
        let (style, link) = self.looks.at(start);
        let width = usize::from(cluster.width);
        to.push(
            &Cell { symbol: self.clusters.symbol(cluster), width, range: start..end, style, link },
            mirror,
        );
    }
}

/// The clusters of a row that rule X9 keeps, as indexes into `list`, with their levels after rule L1.
///
/// The level of a cluster is that of its first character that is kept. Isolate controls take part, though
/// they are not printed: without them, runs that they divide would become one.
pub(super) fn leveled(paragraph: &Paragraph, list: &[Cluster], end: usize) -> Vec<(usize, u8)> {
    let Some(start) = list.first().map(|cluster| cluster.units().start) else { return Vec::new() };
    let levels = levels::of_line(&paragraph.units[start..end], paragraph.base);
    let level = |cluster: &Cluster| {
        let units = cluster.units();
        levels[units.start - start..units.end - start].iter().copied().find(|level| *level != REMOVED)
    };
    list.iter().enumerate().filter_map(|(at, cluster)| level(cluster).map(|level| (at, level))).collect()
}

/// Rule L2: the indexes into `leveled` from left to right.
pub(super) fn visual_order(leveled: &[(usize, u8)]) -> Vec<usize> {
    // Most lines have one level.
    if let [(_, first), rest @ ..] = leveled
        && rest.iter().all(|(_, level)| level == first)
    {
        let all = 0..leveled.len();
        return if first % 2 == 1 { all.rev().collect() } else { all.collect() };
    }
    let levels: Vec<Level> =
        leveled.iter().map(|(_, level)| Level::new(*level).unwrap_or_else(|_| Level::ltr())).collect();
    BidiInfo::reorder_visual(&levels)
}
