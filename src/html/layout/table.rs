//! Tables: columns where they fit, else each row as lines of `header: value`.

use super::super::block::{Block, Gap, Inset, Para, Row, RowKind, Table, TableCell};
use super::Sheet;
use crate::model::Direction;
use crate::text::{self, Isolate, Line, Run, Style, Styled};

/// Columns between the columns of a table.
const GAP: usize = 2;

/// What a column needs at least, however short its words are.
const MIN_COLUMN: usize = 4;

/// What a column needs at most before its words are cut.
const MAX_WORD: usize = 24;

/// How wide a column would be and how narrow it can be.
#[derive(Clone, Copy)]
struct Need {
    natural: usize,
    least: usize,
}

impl Sheet<'_> {
    pub(super) fn table(self, table: &Table) -> Vec<Line> {
        match self.widths(table) {
            Some(widths) => self.grid(table, &widths),
            None => self.stack(&stacked(table)),
        }
    }

    /// The widths of the columns, if all of them fit.
    fn widths(self, table: &Table) -> Option<Vec<usize>> {
        let columns =
            table.rows.iter().map(|row| row.cells.iter().map(|cell| cell.span).sum()).max().unwrap_or(0);
        let mut needs = vec![Need { natural: 1, least: 1 }; columns];
        for row in &table.rows {
            let mut column = 0;
            for cell in &row.cells {
                if cell.span == 1 {
                    self.need(cell, &mut needs[column]);
                }
                column += cell.span;
            }
        }
        let room = self.measure.width.checked_sub(GAP * columns.saturating_sub(1))?;
        let natural: usize = needs.iter().map(|need| need.natural).sum();
        if natural <= room {
            return Some(needs.iter().map(|need| need.natural).collect());
        }
        let least: usize = needs.iter().map(|need| need.least).sum();
        let spare = room.checked_sub(least)?;
        let wanted = natural - least;
        Some(needs.iter().map(|need| need.least + (need.natural - need.least) * spare / wanted).collect())
    }

    fn need(self, cell: &TableCell, need: &mut Need) {
        let wide = Self { measure: super::Measure { width: 1000, ..self.measure }, ..self };
        let natural = wide.stack(&cell.blocks).iter().map(Line::width).max().unwrap_or(0);
        let mut plain = String::new();
        super::super::block::plain(&cell.blocks, &mut plain);
        let words = plain.split_whitespace().map(|word| text::width(word, self.measure.shaping));
        let least = words.max().unwrap_or(0).clamp(MIN_COLUMN, MAX_WORD).min(natural);
        need.natural = need.natural.max(natural);
        need.least = need.least.max(least);
    }

    fn grid(self, table: &Table, widths: &[usize]) -> Vec<Line> {
        let total = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
        let mut lines = Vec::new();
        for (at, row) in table.rows.iter().enumerate() {
            lines.extend(self.row(row, widths, total, table.base));
            let below = table.rows.get(at + 1).map(|row| row.kind);
            if row.kind == RowKind::Head && below == Some(RowKind::Body) {
                let rule = Self { measure: super::Measure { width: total, ..self.measure }, ..self };
                let mut rule = rule.one("─".repeat(total), Style::DIM, Direction::Ltr);
                rule.shift(self.left(total, table.base));
                lines.push(rule);
            }
        }
        lines
    }

    /// Where a table starts: at the right edge if it is right-to-left.
    fn left(self, total: usize, base: Direction) -> usize {
        match base {
            Direction::Ltr => 0,
            Direction::Rtl => self.measure.width.saturating_sub(total),
        }
    }

    fn row(self, row: &Row, widths: &[usize], total: usize, base: Direction) -> Vec<Line> {
        let mut pieces: Vec<(usize, Vec<Line>)> = Vec::new();
        let (mut column, mut taken) = (0, 0);
        for cell in &row.cells {
            let end = (column + cell.span).min(widths.len());
            let width = widths[column..end].iter().sum::<usize>() + GAP * (end - column).saturating_sub(1);
            let start = match base {
                Direction::Ltr => taken,
                Direction::Rtl => total.saturating_sub(taken + width),
            };
            let inner = Self { measure: super::Measure { width: width.max(1), ..self.measure }, ..self };
            let lines = match row.kind {
                RowKind::Head => inner.stack(&headed(&cell.blocks)),
                RowKind::Body => inner.stack(&cell.blocks),
            };
            pieces.push((self.left(total, base) + start, lines));
            taken += width + GAP;
            column = end;
        }
        pieces.sort_by_key(|(start, _)| *start);
        let height = pieces.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0);
        (0..height).map(|at| joined(&pieces, at)).collect()
    }
}

/// One line of a row out of those of its cells.
fn joined(pieces: &[(usize, Vec<Line>)], at: usize) -> Line {
    let mut whole: Option<Line> = None;
    for (start, lines) in pieces {
        let Some(line) = lines.get(at).filter(|line| line.width() > 0) else { continue };
        let mut line = line.clone();
        line.shift(*start);
        match &mut whole {
            Some(whole) => whole.beside(line.indent(), line),
            None => whole = Some(line),
        }
    }
    whole.unwrap_or_default()
}

/// Blocks whose text is a header.
fn headed(blocks: &[Block]) -> Vec<Block> {
    let mut blocks = blocks.to_vec();
    for block in &mut blocks {
        if let Block::Para(para) = block {
            para.text = super::super::dressed(std::mem::take(&mut para.text), Style::STRONG);
        }
    }
    blocks
}

/// The rows below each other, each value behind the header of its column.
fn stacked(table: &Table) -> Vec<Block> {
    let heads = table.rows.iter().take_while(|row| row.kind == RowKind::Head).last();
    let names: Vec<String> = heads.map(names).unwrap_or_default();
    let body = table.rows.iter().filter(|row| heads.is_none() || row.kind == RowKind::Body);
    body.map(|row| Block::Group(values(row, &names, table.base))).collect()
}

/// The header of each column, a spanning one for all that it spans.
fn names(row: &Row) -> Vec<String> {
    let name = |cell: &TableCell| {
        let mut plain = String::new();
        super::super::block::plain(&cell.blocks, &mut plain);
        std::iter::repeat_n(plain.split_whitespace().collect::<Vec<_>>().join(" "), cell.span)
    };
    row.cells.iter().flat_map(name).collect()
}

fn values(row: &Row, names: &[String], base: Direction) -> Vec<Block> {
    let mut values = Vec::new();
    let mut column = 0;
    for cell in &row.cells {
        let name = names.get(column).filter(|name| !name.is_empty());
        column += cell.span;
        match (name, cell.blocks.as_slice()) {
            (_, []) => {}
            (None, blocks) => values.extend(blocks.iter().cloned()),
            (Some(name), [Block::Para(para)]) => values.push(Block::Para(labelled(name, Some(para), base))),
            (Some(name), blocks) => {
                values.push(Block::Para(labelled(name, None, base)));
                values.push(Block::Indent(Inset { blocks: blocks.to_vec(), base }));
            }
        }
    }
    values
}

/// `header: value`, both in their own directions.
fn labelled(name: &str, value: Option<&Para>, base: Direction) -> Para {
    let run = |range, style, isolate| Run { range, style, link: None, isolate };
    let mut text = Styled { text: format!("{name}:"), runs: Vec::new() };
    text.runs.push(run(0..name.len(), Style::STRONG, Some(Isolate::FirstStrong)));
    if let Some(value) = value {
        text.text.push(' ');
        let at = text.text.len();
        text.text.push_str(&value.text.text);
        text.runs.push(run(at..text.text.len(), Style::PLAIN, Some(Isolate::As(value.base))));
        text.runs.extend(value.text.runs.iter().map(|inner| {
            let range = inner.range.start + at..inner.range.end + at;
            Run { range, ..inner.clone() }
        }));
    }
    Para { text, base, gap: Gap::Tight }
}
