//! Grapheme clusters of a paragraph (UAX #29) and the cells that they make.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::Purpose;
use super::glyph::{self, Print};
use super::paragraph::{Paragraph, Unit, short};
use super::shape::MERGED;

/// Columns between tab stops, counted in logical order from the start of the paragraph.
///
/// Four, not eight: panes are narrow, and in running text a tab is a wide blank.
pub(super) const TAB: usize = 4;

/// The sign around the number of a verse of the Quran, which terminals cannot draw: brackets stand for it.
const VERSE: char = '\u{6DD}';

/// What is shown for a wide character where there is only one column.
const STAND_IN: &str = "?";

/// A cluster: the characters that it is made of and what is printed for them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cluster {
    first: u32,
    end: u32,
    symbol: u32,
    symbol_len: u16,
    /// Columns, 0 for what is not printed.
    pub(super) width: u8,
}

impl Cluster {
    /// Its characters, as indexes into the paragraph.
    pub(super) const fn units(&self) -> Range<usize> {
        self.first as usize..self.end as usize
    }
}

/// The clusters of a paragraph in logical order.
#[derive(Clone, Debug, Default)]
pub(super) struct Clusters {
    pub(super) list: Vec<Cluster>,
    symbols: String,
}

impl Clusters {
    /// What is printed for a cluster.
    pub(super) fn symbol(&self, cluster: &Cluster) -> &str {
        let start = cluster.symbol as usize;
        &self.symbols[start..start + usize::from(cluster.symbol_len)]
    }

    /// The columns of all clusters.
    pub(super) fn width(&self) -> usize {
        self.list.iter().map(|cluster| usize::from(cluster.width)).sum()
    }
}

/// Finds the clusters of a paragraph. `columns` is the width at hand: no cluster is wider.
pub(super) fn find(paragraph: &Paragraph, shaped: Option<&[char]>, print: Print, columns: usize) -> Clusters {
    let list = Vec::with_capacity(paragraph.units.len());
    let found = Clusters { list, symbols: String::with_capacity(paragraph.text.len()) };
    let units = &paragraph.units;
    let mut finder = Finder { units, shaped, print, columns, column: 0, in_verse: false, found };
    let (mut first, mut at) = (0, 0);
    while let Some(unit) = finder.units.get(first) {
        let end = certain_end(finder.units, first);
        if end == first + 1 {
            finder.take(first..end);
            at += unit.c.len_utf8();
        } else {
            let len: usize = finder.units[first..end].iter().map(|unit| unit.c.len_utf8()).sum();
            for cluster in paragraph.text[at..at + len].graphemes(true) {
                let next = first + cluster.chars().count();
                finder.take(first..next);
                first = next;
            }
            at += len;
        }
        first = end;
    }
    finder.end_verse();
    finder.found
}

/// The first border after `first` that is certain without a look at the rules: between two simple characters.
fn certain_end(units: &[Unit], first: usize) -> usize {
    let mut end = first + 1;
    let mut last_is_simple = is_simple(units[first].c);
    while let Some(unit) = units.get(end) {
        let simple = is_simple(unit.c);
        if last_is_simple && simple {
            break;
        }
        last_is_simple = simple;
        end += 1;
    }
    end
}

/// Characters of `Grapheme_Cluster_Break=Other` that are no consonants of Indic conjuncts and no pictographs:
/// between two of them is always a border (rule GB999). A choice from the most frequent ones.
const fn is_simple(c: char) -> bool {
    matches!(
        c,
        ' '..='~'
            | '\u{C0}'..='\u{2FF}'
            | '\u{370}'..='\u{482}'
            | '\u{5D0}'..='\u{5EA}'
            | '\u{620}'..='\u{64A}'
            | '\u{660}'..='\u{66F}'
            | '\u{671}'..='\u{6D3}'
            | '\u{2010}'..='\u{2027}'
            | '\u{3041}'..='\u{3096}'
            | '\u{30A1}'..='\u{30FA}'
            | '\u{4E00}'..='\u{9FFF}'
            | '\u{FB50}'..='\u{FBB1}'
            | '\u{FBD3}'..='\u{FBFF}'
            | '\u{FE80}'..='\u{FEFC}'
    )
}

/// The digits that [`VERSE`] encloses.
const fn is_verse_digit(c: char) -> bool {
    matches!(c, '0'..='9' | '\u{660}'..='\u{669}' | '\u{6F0}'..='\u{6F9}')
}

struct Finder<'a> {
    units: &'a [Unit],
    shaped: Option<&'a [char]>,
    print: Print,
    columns: usize,
    column: usize,
    /// Whether the number of a verse is being written.
    in_verse: bool,
    found: Clusters,
}

impl Finder<'_> {
    fn c(&self, at: usize) -> char {
        self.shaped.map_or_else(|| self.units[at].c, |shaped| shaped[at])
    }

    /// Adds the cluster of these characters.
    fn take(&mut self, units: Range<usize>) {
        let c = self.c(units.start);
        if self.in_verse && !is_verse_digit(c) {
            self.end_verse();
        }
        if c == VERSE && self.is_verse(&units) {
            self.put("(", units.start..units.start + 1);
            self.in_verse = true;
            self.take(units.start + 1..units.end);
        } else if c == MERGED {
            // The alef has gone into the lam before it and brings its marks along.
            let lam = self.found.list.pop();
            self.found.symbols.truncate(lam.map_or(0, |lam| lam.symbol as usize));
            let first = lam.map_or(units.start, |lam| lam.units().start);
            self.column -= lam.map_or(0, |lam| usize::from(lam.width));
            self.compose(first..units.end);
        } else if c == '\t' {
            for _ in 0..TAB - self.column % TAB {
                self.put(" ", units.clone());
            }
        } else if units.len() == 1 && is_simple(c) {
            let start = self.found.symbols.len();
            self.found.symbols.push(c);
            self.add(units, start, glyph::width(c));
        } else {
            self.take_pieces(units);
        }
    }

    /// Whether a cluster that starts with the sign goes on with a digit.
    fn is_verse(&self, units: &Range<usize>) -> bool {
        units.len() > 1
            && is_verse_digit(self.c(units.start + 1))
            && self.print.purpose != Purpose::Conformance
    }

    /// Closes the bracket around the number of a verse: a cell of its last digit.
    fn end_verse(&mut self) {
        if let Some(digit) = self.found.list.last().filter(|_| self.in_verse) {
            self.put(")", digit.units());
        }
        self.in_verse = false;
    }

    /// Adds a cell of one column that stands for these characters.
    fn put(&mut self, symbol: &str, units: Range<usize>) {
        let start = self.found.symbols.len();
        self.found.symbols.push_str(symbol);
        self.add(units, start, 1);
    }

    /// A cluster of more than two columns, as conjuncts of some scripts are, is several cells.
    fn take_pieces(&mut self, units: Range<usize>) {
        let start = self.found.symbols.len();
        if units.len() == 1 || self.write(units.clone()) <= 2 {
            self.found.symbols.truncate(start);
            self.compose(units);
            return;
        }
        self.found.symbols.truncate(start);
        let mut first = units.start;
        let mut width = 0;
        for at in units.clone() {
            let more = glyph::width(self.c(at));
            if width > 0 && width + more > 2 {
                self.compose(first..at);
                (first, width) = (at, 0);
            }
            width += more;
        }
        self.compose(first..units.end);
    }

    fn compose(&mut self, units: Range<usize>) {
        let start = self.found.symbols.len();
        let width = self.write(units.clone());
        self.add(units, start, width);
    }

    fn write(&mut self, units: Range<usize>) -> usize {
        let (raw, shaped) = (self.units, self.shaped);
        let chars = units.map(|at| shaped.map_or_else(|| raw[at].c, |shaped| shaped[at]));
        glyph::write(&mut self.found.symbols, chars.filter(|c| *c != MERGED), self.print)
    }

    fn add(&mut self, units: Range<usize>, start: usize, width: usize) {
        let mut width = width;
        if width == 0 {
            self.found.symbols.truncate(start);
        } else if width > self.columns {
            self.found.symbols.replace_range(start.., STAND_IN);
            width = 1;
        }
        self.column += width;
        self.found.list.push(Cluster {
            first: short(units.start),
            end: short(units.end),
            symbol: short(start),
            symbol_len: u16::try_from(self.found.symbols.len() - start).unwrap_or(0),
            width: u8::try_from(width).unwrap_or(2),
        });
    }
}

#[cfg(test)]
mod tests;
