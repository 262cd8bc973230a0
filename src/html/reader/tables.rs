//! Tables: rows, columns, spans; and tables that are only used to put things beside each other.

use super::super::block::{Block, Gap, Row, RowKind, Table, TableCell};
use super::super::dom::NodeId;
use super::{MAX_NESTING, Reader};

/// Columns that a table may have.
const MAX_COLUMNS: usize = 64;

/// Rows that a table may have; longer ones are read cell by cell.
const MAX_ROWS: usize = 2000;

impl Reader<'_> {
    pub(super) fn table(&mut self, node: NodeId) {
        let rows = self.rows(node);
        if self.nesting >= MAX_NESTING || self.is_for_looks(node, &rows) {
            return self.block(node, Gap::Loose, |reader| reader.children(node));
        }
        self.block(node, Gap::Loose, |reader| {
            let dom = reader.dom;
            for caption in dom.children(node).filter(|child| dom.name(*child) == Some("caption")) {
                reader.element(caption);
            }
            let mut below = Vec::new();
            let rows: Vec<Row> =
                rows.iter().map(|(row, cells)| reader.row(*row, cells, &mut below)).collect();
            let base = reader.base.direction();
            if rows.iter().any(|row| row.cells.iter().any(|cell| !cell.blocks.is_empty())) {
                reader.out.push(Block::Table(Table { rows, base }));
            }
        });
    }

    /// The rows of a table with their cells, but not those of tables inside.
    fn rows(&self, table: NodeId) -> Vec<(NodeId, Vec<NodeId>)> {
        let dom = self.dom;
        let mut rows = Vec::new();
        for child in dom.children(table) {
            match dom.name(child) {
                Some("tr") => rows.push(child),
                Some("tbody" | "thead" | "tfoot") => {
                    rows.extend(dom.children(child).filter(|row| dom.name(*row) == Some("tr")));
                }
                _ => {}
            }
        }
        let cells =
            |row: NodeId| dom.children(row).filter(|cell| matches!(dom.name(*cell), Some("td" | "th")));
        rows.into_iter().map(|row| (row, cells(row).take(MAX_COLUMNS).collect())).collect()
    }

    /// Whether a table holds no data: it says so, has one column or one row, or other tables lie in it.
    fn is_for_looks(&self, node: NodeId, rows: &[(NodeId, Vec<NodeId>)]) -> bool {
        let dom = self.dom;
        let role = dom.attr(node, "role").unwrap_or_default();
        let is_head = |cell: &NodeId| dom.name(*cell) == Some("th");
        let headed = rows.iter().any(|(_, cells)| cells.iter().any(is_head));
        let columns = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
        matches!(role, "presentation" | "none")
            || columns < 2
            || rows.len() > MAX_ROWS
            || (rows.len() < 2 && !headed)
            || dom.descendants(node).any(|inner| dom.name(inner) == Some("table"))
    }

    /// One row. `below` counts, by column, the rows that a cell from above still reaches into.
    fn row(&mut self, row: NodeId, cells: &[NodeId], below: &mut Vec<usize>) -> Row {
        let dom = self.dom;
        let in_head = dom.parent(row).is_some_and(|parent| dom.name(parent) == Some("thead"));
        let all_heads = cells.iter().all(|cell| dom.name(*cell) == Some("th"));
        let kind = if in_head || (all_heads && !cells.is_empty()) { RowKind::Head } else { RowKind::Body };
        let mut read = Vec::new();
        let mut column = 0;
        for cell in cells {
            skip_reached(&mut read, &mut column, below);
            let room = MAX_COLUMNS.saturating_sub(column);
            if room == 0 {
                break;
            }
            let span = self.span(*cell, "colspan").min(room);
            let height = self.span(*cell, "rowspan");
            let blocks = self.collect(|reader| reader.element(*cell));
            read.push(TableCell { blocks, span });
            below.resize(below.len().max(column + span), 0);
            below[column..column + span].fill(height - 1);
            column += span;
        }
        skip_reached(&mut read, &mut column, below);
        let rest = column.min(below.len());
        below[rest..].iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
        Row { cells: read, kind }
    }

    fn span(&self, cell: NodeId, name: &str) -> usize {
        self.dom.attr(cell, name).and_then(|span| span.trim().parse().ok()).unwrap_or(1).clamp(1, 1000)
    }
}

/// Puts empty cells where cells from above reach down.
fn skip_reached(read: &mut Vec<TableCell>, column: &mut usize, below: &mut [usize]) {
    while let Some(rows) = below.get_mut(*column).filter(|rows| **rows > 0) {
        *rows -= 1;
        read.push(TableCell { blocks: Vec::new(), span: 1 });
        *column += 1;
    }
}
