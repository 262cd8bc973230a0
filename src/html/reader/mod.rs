//! Walks a tree and makes blocks of it.
//!
//! html2text is not used for this: it drops `dir`, `bdo` and `bdi` and wraps before paragraphs can be seen
//! (`bidi.md` section 2.6). It reads what this walk could not (`super::rescue`).

mod base;
mod element;
mod inline;
mod lists;
mod math;
mod stand_in;
mod tables;

use super::block::{Block, Gap, Para};
use super::dom::{Dom, NodeId};
use super::ink::{Ink, Mark, White};
use super::link::{Links, bare};
use super::{LinkKind, Reading};
use crate::text::{Isolate, Style};

use base::{Base, Roots};

/// How deep lists, quotes and tables may lie in one another before they are read as plain blocks.
const MAX_NESTING: usize = 16;

/// How deep the walk goes; text below is taken without its markup.
const MAX_WALK: usize = 220;

pub(super) struct Reader<'a> {
    dom: &'a Dom,
    reading: &'a Reading<'a>,
    pub(super) links: Links,
    roots: Roots,
    /// Blocks that are done.
    out: Vec<Block>,
    /// The paragraph that is being written.
    ink: Ink,
    /// The inline elements that are open; a block inside them interrupts, not ends them.
    open: Vec<Mark>,
    base: Base,
    gap: Gap,
    white: White,
    script: inline::Script,
    quotes: usize,
    nesting: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(dom: &'a Dom, reading: &'a Reading<'a>) -> Self {
        Self {
            dom,
            reading,
            links: Links::default(),
            roots: Roots::of(dom),
            out: Vec::new(),
            ink: Ink::default(),
            open: Vec::new(),
            base: Base::outermost(reading),
            gap: Gap::Loose,
            white: White::Collapse,
            script: inline::Script::Normal,
            quotes: 0,
            nesting: 0,
            depth: 0,
        }
    }

    /// All blocks of the tree.
    pub(super) fn read(mut self) -> (Vec<Block>, Links) {
        self.children(self.dom.root());
        self.flush();
        if self.dom.is_cut() {
            self.stand_in("the rest is too large to be shown", None, None);
            self.flush();
        }
        (self.out, self.links)
    }

    fn children(&mut self, of: NodeId) {
        let dom = self.dom;
        self.depth += 1;
        for child in dom.children(of) {
            match dom.text(child) {
                Some(text) => self.words(text),
                None if self.depth > MAX_WALK => self.words(&dom.text_of(child)),
                None => self.element(child),
            }
        }
        self.depth -= 1;
    }

    /// Running text, bare addresses in it set apart.
    fn words(&mut self, text: &str) {
        if self.script != inline::Script::Normal {
            let text = self.script.apply(text);
            return self.ink.text(&text, self.white);
        }
        if self.white == White::Keep {
            return self.ink.text(text, self.white);
        }
        let mut at = 0;
        for piece in bare(text) {
            self.ink.text(&text[at..piece.range.start], self.white);
            at = piece.range.end;
            let linked = self.open.iter().any(|mark| mark.link.is_some());
            let target = piece.target.filter(|_| !linked);
            let link = target.and_then(|target| self.links.number(None, &target, LinkKind::Page));
            let style = if link.is_some() { Style::LINK } else { Style::PLAIN };
            let isolate = Some(Isolate::As(crate::model::Direction::Ltr));
            self.ink.open(Mark { style, link, isolate });
            self.ink.text(&text[piece.range], self.white);
            self.ink.close();
        }
        self.ink.text(&text[at..], self.white);
    }

    /// Everything in `read` is inside this mark.
    fn marked(&mut self, mark: Mark, read: impl FnOnce(&mut Self)) {
        self.ink.open(mark);
        self.open.push(mark);
        read(self);
        self.open.pop();
        self.ink.close();
    }

    /// Ends the paragraph.
    fn flush(&mut self) {
        let mut ink = Ink::default();
        self.open.iter().for_each(|mark| ink.open(*mark));
        let ink = std::mem::replace(&mut self.ink, ink);
        if ink.is_blank() {
            return;
        }
        let text = ink.finish();
        let base = self.base.of(&text, self.reading);
        let para = Para { text, base, gap: self.gap };
        self.out.push(match self.white {
            White::Collapse => Block::Para(para),
            White::Keep => Block::Pre(para),
        });
    }

    /// Everything in `read` is a block of its own, in the direction that the element states.
    fn block(&mut self, node: NodeId, gap: Gap, read: impl FnOnce(&mut Self)) {
        self.flush();
        let (base, outer_gap) = (self.base, self.gap);
        self.base = self.base_of(node);
        self.gap = gap;
        read(self);
        self.flush();
        (self.base, self.gap) = (base, outer_gap);
    }

    /// The blocks that `read` makes, apart from those around it.
    fn collect(&mut self, read: impl FnOnce(&mut Self)) -> Vec<Block> {
        self.flush();
        let outer = std::mem::take(&mut self.out);
        self.nesting += 1;
        read(self);
        self.flush();
        self.nesting -= 1;
        std::mem::replace(&mut self.out, outer)
    }
}
