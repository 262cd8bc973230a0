//! The blocks that a document is made of.

use crate::model::Direction;
use crate::text::Styled;

/// One block.
#[derive(Clone, Debug)]
pub(super) enum Block {
    /// A paragraph, a heading, a caption: its runs tell which.
    Para(Para),
    /// Text whose line breaks and blanks stand as written.
    Pre(Para),
    /// A line across.
    Rule,
    /// Items with marks.
    List(List),
    /// A quotation.
    Quote(Inset),
    /// What belongs to the line above, for instance a definition.
    Indent(Inset),
    /// Rows and columns.
    Table(Table),
    /// Blocks that belong together.
    Group(Vec<Block>),
}

/// A paragraph.
#[derive(Clone, Debug)]
pub(super) struct Para {
    pub(super) text: Styled,
    pub(super) base: Direction,
    pub(super) gap: Gap,
}

/// Blocks that are set in from the side at which their lines start.
#[derive(Clone, Debug)]
pub(super) struct Inset {
    pub(super) blocks: Vec<Block>,
    pub(super) base: Direction,
}

/// How a block keeps apart from its neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    /// By a line break, as `div` does.
    Tight,
    /// By an empty line, as `p` does.
    Loose,
}

/// A list.
#[derive(Clone, Debug)]
pub(super) struct List {
    /// The mark (empty for none) and the blocks of each item.
    pub(super) items: Vec<(String, Vec<Block>)>,
    pub(super) base: Direction,
    pub(super) gap: Gap,
}

/// A table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) rows: Vec<Row>,
    pub(super) base: Direction,
}

/// A row of a table.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) cells: Vec<TableCell>,
    pub(super) kind: RowKind,
}

/// What a row is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowKind {
    /// Its cells name the columns.
    Head,
    /// Its cells hold the values.
    Body,
}

/// A cell of a table.
#[derive(Clone, Debug)]
pub(super) struct TableCell {
    pub(super) blocks: Vec<Block>,
    /// Columns that it takes, at least 1.
    pub(super) span: usize,
}

impl Block {
    pub(super) fn gap(&self) -> Gap {
        match self {
            Self::Para(para) => para.gap,
            Self::List(list) => list.gap,
            Self::Indent(_) => Gap::Tight,
            Self::Pre(_) | Self::Rule | Self::Quote(_) | Self::Table(_) | Self::Group(_) => Gap::Loose,
        }
    }

    /// Adds the text of the block, a line a paragraph.
    pub(super) fn plain(&self, out: &mut String) {
        match self {
            Self::Para(para) | Self::Pre(para) => {
                out.push_str(&para.text.text);
                out.push('\n');
            }
            Self::Rule => {}
            Self::List(list) => list.items.iter().for_each(|(_, blocks)| plain(blocks, out)),
            Self::Group(blocks) => plain(blocks, out),
            Self::Quote(inset) | Self::Indent(inset) => plain(&inset.blocks, out),
            Self::Table(table) => {
                table.rows.iter().flat_map(|row| &row.cells).for_each(|cell| plain(&cell.blocks, out));
            }
        }
    }
}

/// The text of some blocks, a line a paragraph.
pub(super) fn plain(blocks: &[Block], out: &mut String) {
    for block in blocks {
        block.plain(out);
    }
}
