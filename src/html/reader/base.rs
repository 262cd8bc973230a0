//! The base direction of blocks (`product.md` section 2, `bidi.md` section 3.1).

use super::super::Reading;
use super::super::dom::{Dom, NodeId};
use super::Reader;
use crate::model::{Direction, DirectionChoice};
use crate::text::{Isolate, Style, Styled, direction, lang};

/// Where the base direction of a block comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    /// The element states it itself.
    Stated(Direction),
    /// From an element around it, or from the item: its letters may correct it.
    Inherited(Direction),
}

/// The elements that hold the whole text. What they state is what the item states, and the user's choice is above it.
pub(super) struct Roots(Vec<NodeId>);

impl Base {
    /// The base direction of the whole text.
    pub(super) fn outermost(reading: &Reading<'_>) -> Self {
        match reading.choice {
            DirectionChoice::Fixed(direction) => Self::Inherited(direction),
            DirectionChoice::Auto => Self::Inherited(reading.direction),
        }
    }

    pub(super) fn direction(self) -> Direction {
        match self {
            Self::Stated(direction) | Self::Inherited(direction) => direction,
        }
    }

    /// The base direction of one paragraph.
    pub(super) fn of(self, text: &Styled, reading: &Reading<'_>) -> Direction {
        match self {
            Self::Inherited(wanted) if reading.choice == DirectionChoice::Auto => of_paragraph(text, wanted),
            _ => self.direction(),
        }
    }
}

impl Roots {
    pub(super) fn of(dom: &Dom) -> Self {
        let mut roots = Vec::new();
        let mut at = dom.root();
        loop {
            let mut inside = dom.children(at).filter(|child| match dom.text(*child) {
                Some(text) => !text.trim().is_empty(),
                None => dom.name(*child) != Some("head"),
            });
            match (inside.next(), inside.next()) {
                (Some(only), None) if dom.name(only).is_some() => {
                    roots.push(only);
                    at = only;
                }
                _ => return Self(roots),
            }
        }
    }
}

impl Reader<'_> {
    /// The base direction inside a block element.
    pub(super) fn base_of(&self, node: NodeId) -> Base {
        let inherited = Base::Inherited(self.base.direction());
        let chosen = self.reading.choice != DirectionChoice::Auto;
        if chosen && self.roots.0.contains(&node) {
            return inherited;
        }
        match self.stated(node) {
            Some(Isolate::As(direction)) => Base::Stated(direction),
            Some(_) => direction::first_strong(&self.dom.text_of(node)).map_or(inherited, Base::Stated),
            None => self.language(node).map_or(inherited, Base::Inherited),
        }
    }

    /// What the `dir` attribute of an element says.
    pub(super) fn stated(&self, node: NodeId) -> Option<Isolate> {
        let dir = self.dom.attr(node, "dir")?.trim();
        let is = |word: &str| dir.eq_ignore_ascii_case(word);
        match () {
            // `lro` and `rlo` were values of an early proposal for feeds (`bidi.md` section 3.1).
            () if is("rtl") || is("rlo") => Some(Isolate::As(Direction::Rtl)),
            () if is("ltr") || is("lro") => Some(Isolate::As(Direction::Ltr)),
            () if is("auto") => Some(Isolate::FirstStrong),
            () => None,
        }
    }

    /// The direction of the language that an element states.
    pub(super) fn language(&self, node: NodeId) -> Option<Direction> {
        let tag = self.dom.attr(node, "lang").or_else(|| self.dom.attr(node, "xml:lang"))?;
        lang::direction(tag)
    }
}

/// Text that is set apart decides only if nothing else does, and the words of stand-ins never do: they are ours.
fn of_paragraph(text: &Styled, wanted: Direction) -> Direction {
    let apart = |run: &&crate::text::Run| run.isolate.is_some();
    let own = without(text, text.runs.iter().filter(apart));
    if direction::first_strong(&own).is_some() {
        return direction::of_field(&own, wanted);
    }
    let ours = |run: &&crate::text::Run| run.style.contains(Style::STAND_IN);
    direction::of_field(&without(text, text.runs.iter().filter(ours)), wanted)
}

/// The text without the parts that some runs cover.
fn without<'r>(text: &Styled, runs: impl Iterator<Item = &'r crate::text::Run>) -> String {
    let mut kept = String::new();
    let mut at = 0;
    for run in runs {
        if run.range.start >= at {
            kept.push_str(&text.text[at..run.range.start]);
            at = run.range.end;
        }
    }
    kept.push_str(&text.text[at..]);
    kept
}
