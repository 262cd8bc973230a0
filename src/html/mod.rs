//! HTML to blocks, and blocks to lines.
//!
//! [`read`] parses as browsers do ([`dom`]), walks the tree and makes blocks with base directions, runs and numbered
//! links. [`Document::layout`] sets the blocks for a width. Both are pure and bounded whatever the publisher sends.

mod block;
pub mod dom;
mod ink;
mod layout;
mod link;
mod plain;
mod reader;
mod rescue;
#[cfg(test)]
mod tests;
mod url;

use std::panic::{AssertUnwindSafe, catch_unwind};

use block::{Block, Gap, Para};
use dom::Dom;
use reader::Reader;

pub use url::resolve;

use crate::model::{Content, Direction, DirectionChoice, Markup};
use crate::text::{self, Line, LinkId, Options, Run, Shaping, Style, Styled, clean};

/// A text as a sequence of blocks.
#[derive(Clone, Debug, Default)]
pub struct Document {
    blocks: Vec<Block>,
    links: Vec<Link>,
}

/// A link of an article.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its number.
    pub id: LinkId,
    /// Where it leads, absolute where the base was known.
    pub url: String,
    /// What it is.
    pub kind: LinkKind,
}

/// What a link leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LinkKind {
    /// A page.
    Page,
    /// A picture that stands in the text.
    Image,
    /// Sound, video or an embedded frame that stands in the text.
    Media,
}

/// How a document is read.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    /// What relative addresses are relative to: `xml:base`, else the item's link, else the feed's.
    pub base_url: Option<&'a str>,
    /// The direction of the item.
    pub direction: Direction,
    /// The user's choice; if it is fixed, no block takes another direction by its letters.
    pub choice: DirectionChoice,
}

/// How a document is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Columns at hand, at least 1.
    pub width: usize,
    /// Whether Arabic letters are joined by us.
    pub shaping: Shaping,
}

/// Lines ready to be painted, with the links in them.
#[derive(Clone, Debug, Default)]
pub struct Laid {
    /// The lines.
    pub lines: Vec<Line>,
    /// The links, by number.
    pub links: Vec<Link>,
}

/// Reads a text into blocks. Never fails: what can't be shown is named in a block of its own.
#[must_use]
pub fn read(content: &Content, reading: &Reading<'_>) -> Document {
    let base_url = content.base.as_deref().or(reading.base_url);
    let reading = Reading { base_url, ..*reading };
    match content.markup {
        Markup::Plain => plain::read(&content.text, &reading),
        // A fault of the parser or of the walk must cost one text, not the program.
        Markup::Html => catch_unwind(AssertUnwindSafe(|| read_html(&content.text, &reading)))
            .unwrap_or_else(|_| rescue::read(&content.text, &reading)),
    }
}

fn read_html(html: &str, reading: &Reading<'_>) -> Document {
    let unescaped = plain::unescape_twice_escaped(html);
    let html = unescaped.as_deref().unwrap_or(html);
    // Text without any markup keeps its line breaks: feeds often call plain text HTML.
    if !html.contains('<') && html.trim().contains('\n') {
        return plain::read(&plain::decode(html), reading);
    }
    let dom = Dom::parse(html);
    let (blocks, links) = Reader::new(&dom, reading).read();
    Document { blocks, links: links.into_vec() }
}

impl Document {
    /// Puts a heading and a byline before the text, in the item's direction.
    pub fn prepend(&mut self, heading: Styled, byline: Styled, direction: Direction) {
        let heading = Para { text: dressed(heading, Style::HEADING), base: direction, gap: Gap::Tight };
        let byline = Para { text: dressed(byline, Style::DIM), base: direction, gap: Gap::Tight };
        let head = [heading, byline].into_iter().filter(|para| !para.text.text.is_empty()).map(Block::Para);
        self.blocks.splice(0..0, [Block::Group(head.collect())]);
    }

    /// Lays the blocks out.
    #[must_use]
    pub fn layout(&self, measure: &Measure) -> Laid {
        let blocks = || layout::blocks(&self.blocks, &self.links, measure);
        Laid { lines: guarded(blocks, || self.plain_lines(measure)), links: self.links.clone() }
    }

    /// The words alone, without anything that blocks and styles need.
    fn plain_lines(&self, measure: &Measure) -> Vec<Line> {
        let options = Options { base: Direction::Ltr, width: measure.width.max(1), shaping: measure.shaping };
        guarded(|| text::layout(&Styled::plain(self.plain()), &options), Vec::new)
    }

    /// The text of all blocks without markup, for search and for stand-in titles.
    #[must_use]
    pub fn plain(&self) -> String {
        let mut all = String::new();
        block::plain(&self.blocks, &mut all);
        clean::text(all.trim_end())
    }
}

/// HTML as plain text in one line: for titles that hold markup.
///
/// References are decoded once, so `AT&T` and `1 < 2` stay what they are.
#[must_use]
pub fn to_plain(html: &str) -> String {
    if !html.contains(['<', '&']) {
        return clean::line(html);
    }
    let text = catch_unwind(|| plain::decode(html)).unwrap_or_else(|_| html.to_owned());
    clean::line(&text)
}

/// What the first gives, or the second where that panics: a fault of the layout must cost the look of one text, not
/// the program.
fn guarded<T>(first: impl FnOnce() -> T, otherwise: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(first)).unwrap_or_else(|_| otherwise())
}

/// The text with a style added to all of it.
fn dressed(mut text: Styled, style: Style) -> Styled {
    text.runs.insert(0, Run { range: 0..text.text.len(), style, link: None, isolate: None });
    text
}
