//! Elements inside a line.

use std::borrow::Cow;

use super::super::LinkKind;
use super::super::dom::NodeId;
use super::super::ink::{Mark, White};
use super::Reader;
use crate::model::Direction;
use crate::text::{Isolate, Style};

/// Letters above or below the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    Normal,
    Above,
    Below,
}

impl Script {
    /// The text in letters of this kind, as far as there are any.
    pub(super) fn apply(self, text: &str) -> Cow<'_, str> {
        if self == Self::Normal {
            return Cow::Borrowed(text);
        }
        Cow::Owned(text.chars().map(|letter| self.letter(letter).unwrap_or(letter)).collect())
    }

    fn covers(self, text: &str) -> bool {
        let mut letters = text.chars().filter(|letter| !letter.is_whitespace()).peekable();
        letters.peek().is_some() && letters.all(|letter| self.letter(letter).is_some())
    }

    fn letter(self, letter: char) -> Option<char> {
        let (from, to) = match self {
            Self::Normal => return Some(letter),
            Self::Above => ("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ"),
            Self::Below => ("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎"),
        };
        let at = from.chars().position(|known| known == letter)?;
        to.chars().nth(at)
    }
}

impl Reader<'_> {
    pub(super) fn inline(&mut self, node: NodeId, name: &str) {
        match name {
            "br" if self.white == White::Keep => self.ink.text("\n", White::Keep),
            "br" => self.ink.line_break(),
            "a" => self.anchor(node),
            "q" => self.quoted(node),
            "sup" => self.scripted(node, Script::Above),
            "sub" => self.scripted(node, Script::Below),
            "rp" | "wbr" => {}
            "rt" => self.parenthesis(node),
            "noscript" if self.repeats_image(node) => {}
            "bdo" => self.marked(Mark { isolate: self.override_of(node), ..Mark::default() }, |reader| {
                reader.children(node);
            }),
            _ => {
                let mark = Mark { style: style_of(name), link: None, isolate: self.isolate_of(node, name) };
                self.marked(mark, |reader| reader.children(node));
            }
        }
    }

    /// How an inline element is set apart: by its `dir`, else by its language, else by what it is.
    fn isolate_of(&self, node: NodeId, name: &str) -> Option<Isolate> {
        self.stated(node).or_else(|| self.language(node).map(Isolate::As)).or(match name {
            "bdi" => Some(Isolate::FirstStrong),
            "code" | "kbd" | "samp" | "tt" if self.white == White::Collapse => {
                Some(Isolate::As(Direction::Ltr))
            }
            _ => None,
        })
    }

    /// `bdo` without a direction says nothing.
    fn override_of(&self, node: NodeId) -> Option<Isolate> {
        match self.stated(node)? {
            Isolate::As(direction) => Some(Isolate::Override(direction)),
            other => Some(other),
        }
    }

    fn anchor(&mut self, node: NodeId) {
        let dom = self.dom;
        let href = dom.attr(node, "href");
        let link = href.and_then(|href| self.links.number(self.reading.base_url, href, LinkKind::Page));
        let style = if link.is_some() { Style::LINK } else { Style::PLAIN };
        // A link that shows its own address reads from left to right.
        let isolate = self.isolate_of(node, "a").or_else(|| {
            let text = dom.text_of(node);
            let text = text.trim();
            let address =
                text.starts_with("http://") || text.starts_with("https://") || text.starts_with("www.");
            (address && !text.contains(char::is_whitespace)).then_some(Isolate::As(Direction::Ltr))
        });
        self.marked(Mark { style, link, isolate }, |reader| reader.children(node));
    }

    fn quoted(&mut self, node: NodeId) {
        let (open, close) = if self.quotes.is_multiple_of(2) { ("“", "”") } else { ("‘", "’") };
        let mark = Mark { isolate: self.isolate_of(node, "q"), ..Mark::default() };
        self.quotes += 1;
        self.marked(mark, |reader| {
            reader.ink.text(open, White::Collapse);
            reader.children(node);
            reader.ink.text(close, White::Collapse);
        });
        self.quotes -= 1;
    }

    /// `x²` where there are such letters, else `x^(a+b)`.
    fn scripted(&mut self, node: NodeId, script: Script) {
        let text = self.dom.text_of(node);
        if script.covers(&text) {
            let outer = std::mem::replace(&mut self.script, script);
            self.children(node);
            self.script = outer;
            return;
        }
        let text = text.trim();
        let sign = if script == Script::Above { "^" } else { "_" };
        // A mark of order or registration needs no sign, and a word none either: 1st, Brand™.
        let word = text.chars().all(|letter| letter.is_alphabetic() || "™®©*†‡".contains(letter))
            && script == Script::Above;
        let (open, close) = match text.chars().count() {
            _ if word => ("", ""),
            0 | 1 => (sign, ""),
            _ => (if script == Script::Above { "^(" } else { "_(" }, ")"),
        };
        self.ink.text(open, White::Collapse);
        self.children(node);
        self.ink.text(close, White::Collapse);
    }

    fn parenthesis(&mut self, node: NodeId) {
        self.ink.text("(", White::Collapse);
        self.children(node);
        self.ink.text(")", White::Collapse);
    }

    /// Pages that load pictures late repeat them for readers without scripts.
    fn repeats_image(&self, node: NodeId) -> bool {
        let dom = self.dom;
        let holds = |of: NodeId| {
            dom.name(of) == Some("img") || dom.descendants(of).any(|at| dom.name(at) == Some("img"))
        };
        let before = std::iter::successors(dom.previous(node), |at| dom.previous(*at));
        let neighbour = before.take(3).find(|at| dom.name(*at).is_some());
        neighbour.is_some_and(|at| dom.name(at) != Some("noscript") && holds(at)) && holds(node)
    }
}

fn style_of(name: &str) -> Style {
    match name {
        "em" | "i" | "cite" | "dfn" | "var" => Style::EMPHASIS,
        "strong" | "b" => Style::STRONG,
        "code" | "kbd" | "samp" | "tt" => Style::CODE,
        "u" | "ins" => Style::UNDERLINE,
        "s" | "strike" | "del" => Style::STRUCK,
        "mark" => Style::MARKED,
        "small" => Style::DIM,
        _ => Style::PLAIN,
    }
}
