//! Blocks to lines: each block by its own base direction, marks on the side at which its lines start.

mod frame;
mod numbers;
mod references;
mod table;

use super::block::{Block, Gap, Inset, List, Para};
use super::{Link, Measure};
use crate::model::Direction;
use crate::text::{self, Line, Options, Style, Styled};

use frame::{Frame, Slices};

/// Columns that text must keep beside a mark; where there are fewer, marks stand on lines of their own.
const MIN_INNER: usize = 8;

/// What all blocks of a document share.
#[derive(Clone, Copy)]
pub(super) struct Sheet<'a> {
    links: &'a [Link],
    measure: Measure,
}

/// Lays blocks out below each other.
pub(super) fn blocks(blocks: &[Block], links: &[Link], measure: &Measure) -> Vec<Line> {
    let measure = Measure { width: measure.width.max(1), ..*measure };
    let mut all = Sheet { links, measure }.stack(blocks);
    all.extend(references::lines(links, &measure));
    all
}

impl Sheet<'_> {
    fn stack(self, blocks: &[Block]) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let mut last = Gap::Tight;
        for block in blocks {
            let of_block = self.block(block);
            if of_block.is_empty() {
                continue;
            }
            if !lines.is_empty() && (last == Gap::Loose || block.gap() == Gap::Loose) {
                lines.push(Line::default());
            }
            last = block.gap();
            lines.extend(of_block);
        }
        lines
    }

    fn block(self, block: &Block) -> Vec<Line> {
        match block {
            Block::Para(para) => self.para(para),
            Block::Pre(para) => self.pre(para),
            Block::Rule => vec![self.one("─".repeat(self.measure.width), Style::DIM, Direction::Ltr)],
            Block::List(list) => self.list(list),
            Block::Quote(inset) => self.quote(inset),
            Block::Indent(inset) => self.indent(inset),
            Block::Table(table) => self.table(table),
            Block::Group(blocks) => self.stack(blocks),
        }
    }

    /// The sheet with less room.
    fn narrower(self, columns: usize) -> Self {
        let width = self.measure.width.saturating_sub(columns).max(1);
        Self { measure: Measure { width, ..self.measure }, ..self }
    }

    fn options(self, base: Direction) -> Options {
        Options { base, width: self.measure.width, shaping: self.measure.shaping }
    }

    /// One short line of our own.
    fn one(self, words: String, style: Style, base: Direction) -> Line {
        text::single(&Styled::styled(words, style), &self.options(base))
    }

    fn para(self, para: &Para) -> Vec<Line> {
        text::layout(&numbers::added(&para.text, self.links), &self.options(para.base))
    }

    /// Text as typed: too long lines are cut where the room ends, not between words.
    fn pre(self, para: &Para) -> Vec<Line> {
        let options = self.options(para.base);
        let mut lines = Vec::new();
        let mut slices = Slices::of(&para.text);
        let mut at = 0;
        for line in para.text.text.split('\n') {
            for part in self.cut(line, para.base) {
                lines.push(text::single(&slices.slice(at + part.start..at + part.end), &options));
            }
            at += line.len() + 1;
        }
        lines
    }

    /// The parts of a line that fit, in bytes.
    fn cut(self, line: &str, base: Direction) -> Vec<std::ops::Range<usize>> {
        let wide = Options { width: usize::MAX / 4, ..self.options(base) };
        // A byte takes at most one column.
        let measured = (line.len() > self.measure.width).then(|| text::single(&Styled::plain(line), &wide));
        let Some(measured) = measured.filter(|line| line.width() > self.measure.width) else {
            return std::iter::once(0..line.len()).collect();
        };
        let mut cells: Vec<(usize, usize)> =
            measured.cells().map(|cell| (cell.range.start, cell.width)).collect();
        cells.sort_unstable();
        let (mut parts, mut start, mut taken) = (Vec::new(), 0, 0);
        for (at, width) in cells {
            if taken > 0 && taken + width > self.measure.width {
                parts.push(start..at);
                (start, taken) = (at, 0);
            }
            taken += width;
        }
        parts.push(start..line.len());
        parts
    }

    fn list(self, list: &List) -> Vec<Line> {
        let marks =
            list.items.iter().map(|(mark, _)| text::width(mark, self.measure.shaping)).max().unwrap_or(0);
        let frame = Frame { columns: marks + 1, base: list.base };
        let mut lines = Vec::new();
        for (at, (mark, blocks)) in list.items.iter().enumerate() {
            if at > 0
                && blocks.iter().any(|block| matches!(block, Block::Para(para) if para.gap == Gap::Loose))
            {
                lines.push(Line::default());
            }
            let mark = self.one(mark.clone(), Style::DIM, list.base);
            if self.measure.width < frame.columns + MIN_INNER {
                lines.push(mark);
                lines.extend(self.stack(blocks));
                continue;
            }
            let inner = self.narrower(frame.columns);
            let mut item = inner.stack(blocks);
            if item.is_empty() {
                lines.push(mark);
                continue;
            }
            for (row, line) in item.drain(..).enumerate() {
                let mark = (row == 0).then_some(&mark).filter(|mark| mark.width() > 0);
                lines.push(frame.put(line, mark, inner.measure.width));
            }
        }
        lines
    }

    fn quote(self, quote: &Inset) -> Vec<Line> {
        let frame = Frame { columns: 2, base: quote.base };
        if self.measure.width < frame.columns + MIN_INNER {
            return self.stack(&quote.blocks);
        }
        let bar = self.one("│".to_owned(), Style::DIM, quote.base);
        let inner = self.narrower(frame.columns);
        let lines = inner.stack(&quote.blocks);
        lines.into_iter().map(|line| frame.put(line, Some(&bar), inner.measure.width)).collect()
    }

    fn indent(self, inset: &Inset) -> Vec<Line> {
        let frame = Frame { columns: 4, base: inset.base };
        if self.measure.width < frame.columns + MIN_INNER {
            return self.stack(&inset.blocks);
        }
        let inner = self.narrower(frame.columns);
        inner
            .stack(&inset.blocks)
            .into_iter()
            .map(|line| frame.put(line, None, inner.measure.width))
            .collect()
    }
}
