//! Puts lines beside each other: marks, bars, columns.

use std::ops::Range;

use crate::model::Direction;
use crate::text::{Line, Run, Styled};

/// Columns at the side at which lines start, for a mark or for nothing.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) columns: usize,
    pub(super) base: Direction,
}

impl Frame {
    /// A line of an inner width, with the frame and maybe a mark beside it.
    pub(super) fn put(self, mut line: Line, mark: Option<&Line>, inner: usize) -> Line {
        match (self.base, mark) {
            (Direction::Ltr, None) => line.shift(self.columns),
            (Direction::Rtl, None) => {}
            (Direction::Ltr, Some(mark)) => {
                line.shift(self.columns);
                let mut whole = mark.clone();
                whole.beside(line.indent(), line);
                return whole;
            }
            (Direction::Rtl, Some(mark)) => {
                let start = inner + self.columns - mark.width();
                line.beside(start, mark.clone());
            }
        }
        line
    }
}

/// The lines of a text with what applies to each.
pub(super) struct Slices<'a> {
    text: &'a Styled,
    next: usize,
    /// Runs that reach into the part at hand.
    open: Vec<&'a Run>,
}

impl<'a> Slices<'a> {
    pub(super) fn of(text: &'a Styled) -> Self {
        Self { text, next: 0, open: Vec::new() }
    }

    /// A part of the text. Parts are asked for in order.
    pub(super) fn slice(&mut self, part: Range<usize>) -> Styled {
        while let Some(run) = self.text.runs.get(self.next).filter(|run| run.range.start < part.end) {
            self.open.push(run);
            self.next += 1;
        }
        self.open.retain(|run| run.range.end > part.start);
        let clip = |run: &&Run| {
            let range =
                run.range.start.max(part.start) - part.start..run.range.end.min(part.end) - part.start;
            Run { range, ..(*run).clone() }
        };
        Styled { text: self.text.text[part.clone()].to_owned(), runs: self.open.iter().map(clip).collect() }
    }
}
