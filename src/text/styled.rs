//! Logical text with what is known about its parts.

use std::cmp::Reverse;
use std::ops::{BitOr, Range};

use crate::model::Direction;

/// Text in logical order with runs that carry style, link and isolation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Styled {
    /// The text.
    pub text: String,
    /// What applies to parts of it. Runs may nest, not cross; later ones lie inside or behind earlier ones.
    pub runs: Vec<Run>,
}

/// A part of a text and what applies to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The part, in bytes.
    pub range: Range<usize>,
    /// Its style, added to that of the runs around it.
    pub style: Style,
    /// The link that it belongs to.
    pub link: Option<LinkId>,
    /// How it is set apart from the text around it.
    pub isolate: Option<Isolate>,
}

/// The number of a link in an article, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkId(pub u16);

/// How a part is set apart, so that it and its surroundings don't reorder each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Isolate {
    /// In this direction (LRI, RLI): HTML `dir`; addresses, code, file names are left to right.
    As(Direction),
    /// In the direction of its own first strong letter (FSI): `<bdi>`, `dir=auto`.
    FirstStrong,
    /// Every letter in this direction (`<bdo>`).
    Override(Direction),
}

/// A set of reasons to look different. What each looks like is the theme's matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Style(u16);

impl Style {
    /// No difference.
    pub const PLAIN: Self = Self(0);
    /// Emphasized.
    pub const EMPHASIS: Self = Self(1);
    /// Strongly emphasized.
    pub const STRONG: Self = Self(1 << 1);
    /// Code.
    pub const CODE: Self = Self(1 << 2);
    /// A link.
    pub const LINK: Self = Self(1 << 3);
    /// Deleted text.
    pub const STRUCK: Self = Self(1 << 4);
    /// A heading.
    pub const HEADING: Self = Self(1 << 5);
    /// Quoted text.
    pub const QUOTE: Self = Self(1 << 6);
    /// Less important: dates, bylines, bullets.
    pub const DIM: Self = Self(1 << 7);
    /// Found by a search.
    pub const HIT: Self = Self(1 << 8);
    /// Something that is named because it can't be shown, for instance a picture.
    pub const STAND_IN: Self = Self(1 << 9);
    /// Underlined by the publisher.
    pub const UNDERLINE: Self = Self(1 << 10);
    /// Marked by the publisher (`<mark>`).
    pub const MARKED: Self = Self(1 << 11);
    /// Selected by the user in a line that is being edited.
    pub const SELECTED: Self = Self(1 << 12);

    /// Whether all of `other` is in it.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Style {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Styled {
    /// Text without any runs.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), runs: Vec::new() }
    }

    /// Text that is all of one style.
    #[must_use]
    #[expect(clippy::self_named_constructors, reason = "the opposite of `plain` is `styled`")]
    pub fn styled(text: impl Into<String>, style: Style) -> Self {
        let text = text.into();
        let run = Run { range: 0..text.len(), style, link: None, isolate: None };
        Self { text, runs: vec![run] }
    }
}

/// Style and link of each part of a text, without overlaps.
#[derive(Clone, Debug, Default)]
pub(super) struct Looks {
    /// Where each part starts; the first part starts at 0.
    parts: Vec<(usize, Style, Option<LinkId>)>,
}

impl Looks {
    /// Adds up the runs of a text: styles gather from the outside in, the innermost link counts.
    pub(super) fn of(text: &Styled) -> Self {
        let mut runs: Vec<&Run> = text.runs.iter().filter(|run| run.range.start < run.range.end).collect();
        runs.sort_by_key(|run| (run.range.start, Reverse(run.range.end)));
        let mut looks = Self::default();
        let mut around = Vec::new();
        for run in runs {
            looks.leave(&mut around, run.range.start);
            let (_, style, link) = around.last().copied().unwrap_or_default();
            let (style, link) = (style | run.style, run.link.or(link));
            looks.parts.push((run.range.start, style, link));
            around.push((run.range.end, style, link));
        }
        looks.leave(&mut around, usize::MAX);
        looks
    }

    /// Goes back to the run around where inner ones end.
    fn leave(&mut self, around: &mut Vec<(usize, Style, Option<LinkId>)>, until: usize) {
        while let Some((end, ..)) = around.pop_if(|(end, ..)| *end <= until) {
            let (_, style, link) = around.last().copied().unwrap_or_default();
            self.parts.push((end, style, link));
        }
    }

    /// Style and link at a position.
    pub(super) fn at(&self, position: usize) -> (Style, Option<LinkId>) {
        let next = self.parts.partition_point(|(start, ..)| *start <= position);
        next.checked_sub(1).map_or_else(Default::default, |at| (self.parts[at].1, self.parts[at].2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_gather_and_the_innermost_link_counts() {
        let run =
            |range, style, link: Option<u16>| Run { range, style, link: link.map(LinkId), isolate: None };
        let text = Styled {
            text: "0123456789".to_owned(),
            runs: vec![
                run(1..8, Style::STRONG, Some(1)),
                run(2..5, Style::CODE, None),
                run(5..8, Style::EMPHASIS, Some(2)),
            ],
        };
        let looks = Looks::of(&text);
        let strong = Style::STRONG;
        assert_eq!(looks.at(0), (Style::PLAIN, None));
        assert_eq!(looks.at(1), (strong, Some(LinkId(1))));
        assert_eq!(looks.at(4), (strong | Style::CODE, Some(LinkId(1))));
        assert_eq!(looks.at(5), (strong | Style::EMPHASIS, Some(LinkId(2))));
        assert_eq!(looks.at(8), (Style::PLAIN, None));
    }
}
