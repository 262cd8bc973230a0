//! Where something that is searched for shows in lines that were laid out.

use std::ops::Range;

use super::Line;
use super::fold::{Folded, fold};

/// One place where something was found: the parts of lines that show it, one for each line it runs over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Numbers of lines, each with the part of its source text (see [`Line::add_style`]).
    pub parts: Vec<(usize, Range<usize>)>,
}

/// Where these texts show, from top to bottom.
///
/// What makes no difference to a search makes none here (`bidi.md` section 2.7): letter case, marks, variants and shapes
/// of letters and digits. A text that the end of a line breaks in two is found all the same. Empty texts are nowhere.
#[must_use]
pub fn hits(lines: &[Line], wanted: &[String]) -> Vec<Hit> {
    let wanted: Vec<String> =
        wanted.iter().map(|text| spaced(&fold(text))).filter(|text| !text.is_empty()).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let shown = Shown::of(lines);
    let folded = Folded::new(&shown.text);
    let mut found: Vec<(usize, Hit)> = Vec::new();
    for text in &wanted {
        for (at, _) in folded.text.match_indices(text.as_str()) {
            let part = folded.source(&(at..at + text.len()));
            let hit = part.map(|part| shown.hit(&part)).filter(|hit| !hit.parts.is_empty());
            found.extend(hit.map(|hit| (at, hit)));
        }
    }
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, hit)| hit).collect()
}

/// A text with one blank between its words, as it is between lines.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The symbols of all lines in logical order as one text, blanks in a row as one, a blank between lines.
#[derive(Default)]
struct Shown {
    text: String,
    /// Where each cell's symbol ends in the text, and what it shows.
    cells: Vec<(usize, usize, Range<usize>)>,
}

impl Shown {
    fn of(lines: &[Line]) -> Self {
        let mut shown = Self::default();
        for (number, line) in lines.iter().enumerate() {
            let mut cells: Vec<_> = line.cells().collect();
            cells.sort_by_key(|cell| cell.range.start);
            for cell in cells {
                if cell.symbol.trim().is_empty() {
                    shown.blank();
                } else {
                    shown.text.push_str(cell.symbol);
                    shown.cells.push((shown.text.len(), number, cell.range.clone()));
                }
            }
            shown.blank();
        }
        shown
    }

    fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(' ') {
            self.text.push(' ');
        }
    }

    fn hit(&self, part: &Range<usize>) -> Hit {
        let first = self.cells.partition_point(|(end, ..)| *end <= part.start);
        let mut parts: Vec<(usize, Range<usize>)> = Vec::new();
        let mut start = first.checked_sub(1).map_or(0, |before| self.cells[before].0);
        for (end, line, range) in &self.cells[first..] {
            // A cell's symbol may have a blank of the text before it.
            if start >= part.end {
                break;
            }
            start = *end;
            match parts.last_mut().filter(|(last, _)| last == line) {
                Some((_, known)) => known.end = known.end.max(range.end),
                None => parts.push((*line, range.clone())),
            }
        }
        Hit { parts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Direction;
    use crate::text::{Options, Shaping, Style, Styled, layout};

    fn lines(text: &str, base: Direction, width: usize) -> Vec<Line> {
        layout(&Styled::plain(text), &Options { base, width, shaping: Shaping::On })
    }

    /// The symbols that stand out, line by line from left to right.
    fn marked(text: &str, base: Direction, width: usize, wanted: &str) -> Vec<String> {
        let mut lines = lines(text, base, width);
        for hit in hits(&lines.clone(), &[wanted.to_owned()]) {
            for (line, part) in hit.parts {
                lines[line].add_style(&part, Style::HIT);
            }
        }
        let shown = |line: &Line| {
            let cells = line.cells().filter(|cell| cell.style.contains(Style::HIT));
            cells.map(|cell| cell.symbol.to_owned()).collect::<String>()
        };
        lines.iter().map(shown).collect()
    }

    #[test]
    fn letters_are_found_in_any_case_and_with_accents() {
        assert_eq!(marked("Über Café", Direction::Ltr, 40, "cafe"), ["Café"]);
        assert_eq!(marked("one two", Direction::Ltr, 40, "x"), [""]);
        assert_eq!(marked("one", Direction::Ltr, 40, " "), [""]);
    }

    #[test]
    fn joined_arabic_letters_are_found_without_marks_and_variants() {
        // The cells run from right to left; the article with its lam-alef ligature is one cell.
        let found = marked("قال إنّ الأخبار جيّدة", Direction::Rtl, 40, "الاخبار");
        assert_eq!(fold(&found[0].chars().rev().collect::<String>()), fold("الأخبار"));
        let found = marked("שָׁלוֹם עולם", Direction::Rtl, 40, "שלום");
        assert_eq!(fold(&found[0].chars().rev().collect::<String>()).chars().count(), 4);
    }

    #[test]
    fn a_phrase_that_the_end_of_a_line_breaks_is_marked_on_both() {
        assert_eq!(marked("aaa bbb ccc", Direction::Ltr, 7, "bbb ccc"), ["bbb", "ccc"]);
        assert_eq!(marked("aaa bbb ccc", Direction::Ltr, 7, "bb cc"), ["bb", "cc"]);
    }

    #[test]
    fn hits_come_from_top_to_bottom_whatever_they_are_of() {
        let lines = lines("b a b", Direction::Ltr, 10);
        let starts: Vec<usize> =
            hits(&lines, &["a".to_owned(), "b".to_owned()]).iter().map(|hit| hit.parts[0].1.start).collect();
        assert_eq!(starts, [0, 2, 4]);
    }
}
