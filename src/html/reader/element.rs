//! What each element is.

use super::super::block::{Block, Gap, Inset};
use super::super::dom::NodeId;
use super::super::ink::{Mark, White};
use super::{MAX_NESTING, Reader};
use crate::model::Direction;
use crate::text::Style;

impl Reader<'_> {
    pub(super) fn element(&mut self, node: NodeId) {
        let dom = self.dom;
        let Some(name) = dom.name(node) else { return };
        match name {
            "script" | "style" | "head" | "template" | "link" | "meta" | "title" | "noframes" | "noembed"
            | "datalist" | "param" | "source" | "track" | "col" | "colgroup" | "base" | "area" => {}
            "html" | "body" | "center" | "main" | "article" | "section" | "nav" | "aside" | "header"
            | "footer" | "div" | "form" | "fieldset" | "legend" | "address" | "hgroup" | "search" | "tr"
            | "tbody" | "thead" | "tfoot" | "td" | "th" | "dt" | "dd" | "option" | "optgroup" | "li"
            | "figcaption" | "caption" | "dialog" => {
                self.container(node);
            }
            "p" => self.block(node, Gap::Loose, |reader| reader.children(node)),
            "figure" => self.figure(node),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.styled_block(node, Gap::Loose, Style::HEADING),
            "summary" => self.styled_block(node, Gap::Tight, Style::STRONG),
            "details" => self.details(node),
            "blockquote" => self.quote(node),
            "pre" | "listing" | "xmp" | "plaintext" | "textarea" => self.pre(node),
            "ul" | "ol" | "menu" | "dir" => self.list(node),
            "dl" => self.definitions(node),
            "table" => self.table(node),
            "hr" => {
                self.flush();
                self.out.push(Block::Rule);
            }
            _ if self.stand_in_element(node, name) => {}
            _ => self.inline(node, name),
        }
    }

    /// A block without looks of its own. Outside of paragraphs text of the body counts as one.
    fn container(&mut self, node: NodeId) {
        let outermost = matches!(self.dom.name(node), Some("html" | "body"));
        let gap = if outermost { Gap::Loose } else { Gap::Tight };
        self.block(node, gap, |reader| reader.children(node));
    }

    fn styled_block(&mut self, node: NodeId, gap: Gap, style: Style) {
        self.block(node, gap, |reader| {
            reader.marked(Mark::style(style), |reader| {
                reader.children(node);
                reader.flush();
            });
        });
    }

    fn figure(&mut self, node: NodeId) {
        self.block(node, Gap::Loose, |reader| reader.children(node));
    }

    fn details(&mut self, node: NodeId) {
        let dom = self.dom;
        let summary = dom.children(node).find(|child| dom.name(*child) == Some("summary"));
        self.block(node, Gap::Loose, |reader| {
            if let Some(summary) = summary {
                reader.element(summary);
            }
            reader.inset(Block::Indent, |reader| {
                for child in dom.children(node).filter(|child| Some(*child) != summary) {
                    match dom.text(child) {
                        Some(text) => reader.words(text),
                        None => reader.element(child),
                    }
                }
            });
        });
    }

    fn quote(&mut self, node: NodeId) {
        self.block(node, Gap::Loose, |reader| {
            reader.inset(Block::Quote, |reader| {
                reader.marked(Mark::style(Style::QUOTE), |reader| {
                    reader.children(node);
                    reader.flush();
                });
            });
        });
    }

    /// Sets what `read` makes in, unless that was done too often already.
    pub(super) fn inset(&mut self, make: fn(Inset) -> Block, read: impl FnOnce(&mut Self)) {
        if self.nesting >= MAX_NESTING {
            return read(self);
        }
        let base = self.base.direction();
        let blocks = self.collect(read);
        if !blocks.is_empty() {
            self.out.push(make(Inset { blocks, base }));
        }
    }

    /// Code and other text as typed: left to right unless it says otherwise (`bidi.md` section 2.6).
    fn pre(&mut self, node: NodeId) {
        self.flush();
        let (base, gap, white) = (self.base, self.gap, self.white);
        self.base = match self.stated(node) {
            Some(_) => self.base_of(node),
            None => super::Base::Stated(Direction::Ltr),
        };
        (self.gap, self.white) = (Gap::Loose, White::Keep);
        self.children(node);
        self.flush();
        (self.base, self.gap, self.white) = (base, gap, white);
    }
}
