//! Collects the text of one paragraph with its runs while the tree is walked.

use crate::text::{Isolate, LinkId, Run, Style, Styled};

/// What an inline element does to its text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    pub(super) style: Style,
    pub(super) link: Option<LinkId>,
    pub(super) isolate: Option<Isolate>,
}

/// What happens to white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum White {
    /// Runs of it become one blank.
    Collapse,
    /// It stays; tabs go to the next multiple of eight.
    Keep,
}

/// A paragraph in the making.
#[derive(Debug, Default)]
pub(super) struct Ink {
    text: String,
    runs: Vec<Run>,
    /// The runs that are open, outermost first.
    open: Vec<usize>,
    /// Whether white space came that is written only if something follows it on the line.
    blank: bool,
    /// Letters since the last line break, for tabs.
    column: usize,
}

impl Mark {
    pub(super) fn style(style: Style) -> Self {
        Self { style, ..Self::default() }
    }

    pub(super) fn isolate(isolate: Isolate) -> Self {
        Self { isolate: Some(isolate), ..Self::default() }
    }
}

impl Ink {
    pub(super) fn open(&mut self, mark: Mark) {
        let at = self.text.len();
        self.open.push(self.runs.len());
        self.runs.push(Run { range: at..at, style: mark.style, link: mark.link, isolate: mark.isolate });
    }

    pub(super) fn close(&mut self) {
        let Some(at) = self.open.pop() else { return };
        self.runs[at].range.end = self.text.len();
        // Runs inside an empty one are empty too and gone already, so it is the last.
        if self.runs[at].range.is_empty() {
            self.runs.truncate(at);
        }
    }

    pub(super) fn is_blank(&self) -> bool {
        self.text.is_empty()
    }

    pub(super) fn text(&mut self, text: &str, white: White) {
        match white {
            White::Collapse => self.collapsed(text),
            White::Keep => self.kept(text),
        }
    }

    /// A line break; a third in a row is one too many.
    pub(super) fn line_break(&mut self) {
        self.blank = false;
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    /// The paragraph, without white space at its end.
    pub(super) fn finish(mut self) -> Styled {
        while !self.open.is_empty() {
            self.close();
        }
        let end = self.text.trim_end_matches([' ', '\n']).len();
        self.text.truncate(end);
        for run in &mut self.runs {
            run.range = run.range.start.min(end)..run.range.end.min(end);
        }
        self.runs.retain(|run| !run.range.is_empty());
        Styled { text: self.text, runs: self.runs }
    }

    fn collapsed(&mut self, text: &str) {
        for part in text.split_inclusive(is_white) {
            let word = part.trim_end_matches(is_white);
            if !word.is_empty() {
                self.pay_blank();
                self.text.push_str(word);
            }
            self.blank |= word.len() < part.len();
        }
    }

    /// Writes the blank that is due, outside of what was opened since.
    fn pay_blank(&mut self) {
        if !std::mem::take(&mut self.blank) || self.text.is_empty() || self.text.ends_with('\n') {
            return;
        }
        let at = self.text.len();
        self.text.push(' ');
        for open in &self.open {
            let range = &mut self.runs[*open].range;
            if range.start == at {
                *range = at + 1..at + 1;
            }
        }
    }

    fn kept(&mut self, text: &str) {
        for letter in text.chars() {
            match letter {
                '\r' => {}
                '\n' => {
                    self.text.push('\n');
                    self.column = 0;
                }
                '\t' => {
                    let blanks = 8 - self.column % 8;
                    self.text.extend(std::iter::repeat_n(' ', blanks));
                    self.column += blanks;
                }
                _ => {
                    self.text.push(letter);
                    self.column += 1;
                }
            }
        }
    }
}

/// What HTML collapses. A no-break space is a letter like any other.
pub(super) fn is_white(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\n' | '\r' | '\x0c')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_between_elements_belong_to_neither() {
        let mut ink = Ink::default();
        ink.text(" a ", White::Collapse);
        ink.open(Mark::style(Style::STRONG));
        ink.text(" b\n", White::Collapse);
        ink.close();
        ink.text("\t c ", White::Collapse);
        let styled = ink.finish();
        assert_eq!(styled.text, "a b c");
        assert_eq!((styled.runs.len(), &styled.runs[0].range), (1, &(2..3)));
    }

    #[test]
    fn empty_runs_vanish_with_those_inside() {
        let mut ink = Ink::default();
        ink.open(Mark::style(Style::STRONG));
        ink.open(Mark::style(Style::CODE));
        ink.close();
        ink.close();
        ink.text("x", White::Collapse);
        assert_eq!(ink.finish(), Styled::plain("x"));
    }

    #[test]
    fn tabs_go_to_the_next_stop() {
        let mut ink = Ink::default();
        ink.text("a\tb\n\tc", White::Keep);
        assert_eq!(ink.finish().text, "a       b\n        c");
    }

    #[test]
    fn line_breaks_are_at_most_two_and_never_at_the_ends() {
        let mut ink = Ink::default();
        ink.line_break();
        ink.text("a ", White::Collapse);
        for _ in 0..5 {
            ink.line_break();
        }
        ink.text(" b", White::Collapse);
        ink.line_break();
        assert_eq!(ink.finish().text, "a\n\nb");
    }
}
