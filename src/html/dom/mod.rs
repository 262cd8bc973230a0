//! A page as a tree, read as browsers read it (WHATWG HTML, section 13.2), in bounded time, memory and depth.

mod gate;
mod sink;
#[cfg(test)]
mod tests;

use html5ever::QualName;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};

use gate::Gate;
use sink::Sink;

/// Bytes of HTML that are read; the rest is cut off. The longest articles seen in feeds are a third of it.
pub const MAX_BYTES: usize = 2 << 20;

/// How deep elements may lie in one another; what lies deeper is put beside. Blink draws the line at 512.
pub const MAX_DEPTH: u16 = 160;

/// Nodes that a tree may have. Formatting elements that are never closed can multiply without end.
const MAX_NODES: usize = 250_000;

/// Bytes that the tokenizer is given at a time, so that it can be watched in between.
const CHUNK: usize = 1024;

/// What one tag's attributes may cost: html5ever compares each with all others of its tag. About a second.
const MAX_ATTRIBUTE_COST: u64 = 2_000_000_000;

/// A tree of nodes.
#[derive(Debug)]
pub struct Dom {
    nodes: Vec<Node>,
    cut: bool,
}

/// A node of a [`Dom`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

#[derive(Debug)]
struct Node {
    kind: Kind,
    depth: u16,
    parent: Option<NodeId>,
    first: Option<NodeId>,
    last: Option<NodeId>,
    before: Option<NodeId>,
    after: Option<NodeId>,
}

#[derive(Debug)]
enum Kind {
    Document,
    Text(String),
    Element(QualName, Vec<(String, String)>),
    Nothing,
}

impl Dom {
    /// Reads a whole document; a fragment becomes the body of one.
    #[must_use]
    pub fn parse(html: &str) -> Self {
        let whole = html.strip_prefix('\u{feff}').unwrap_or(html);
        let text = start_of(whole, MAX_BYTES);
        let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
        let gate = Gate::new(TreeBuilder::new(Sink::new(), options));
        let tokenizer = Tokenizer::new(gate, TokenizerOpts::default());
        let input = BufferQueue::default();
        let mut watch = Watch::default();
        let mut rest = text;
        while !rest.is_empty() {
            let (chunk, tail) = rest.split_at(start_of(rest, CHUNK).len());
            if !watch.allows(chunk, tokenizer.sink.tokens()) || tokenizer.sink.is_full() {
                break;
            }
            input.push_back(StrTendril::from_slice(chunk));
            // A script's end tag hands control back although nothing is ever run here.
            while !input.is_empty() {
                let _ = tokenizer.feed(&input);
            }
            rest = tail;
        }
        tokenizer.end();
        let mut dom = tokenizer.sink.into_dom();
        dom.cut |= !rest.is_empty() || text.len() < whole.len();
        dom
    }

    /// Whether the document was too large and its end is missing.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// The node that holds all others.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The children of a node in order.
    pub fn children(&self, of: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(of).first, |child| self.node(*child).after)
    }

    /// The node that holds this one.
    #[must_use]
    pub fn parent(&self, of: NodeId) -> Option<NodeId> {
        self.node(of).parent
    }

    /// The node before this one that has the same parent.
    #[must_use]
    pub fn previous(&self, of: NodeId) -> Option<NodeId> {
        self.node(of).before
    }

    /// All nodes below this one in document order.
    pub fn descendants(&self, of: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(of).first, move |at| {
            let mut at = *at;
            if let Some(child) = self.node(at).first {
                return Some(child);
            }
            loop {
                if let Some(next) = self.node(at).after {
                    return Some(next);
                }
                at = self.node(at).parent.filter(|parent| *parent != of)?;
            }
        })
    }

    /// The name of an element in lower case (SVG keeps its capitals); `None` for text.
    #[must_use]
    pub fn name(&self, of: NodeId) -> Option<&str> {
        match &self.node(of).kind {
            Kind::Element(name, _) => Some(&name.local),
            _ => None,
        }
    }

    /// The value of an attribute, references decoded.
    #[must_use]
    pub fn attr(&self, of: NodeId, name: &str) -> Option<&str> {
        match &self.node(of).kind {
            Kind::Element(_, attrs) => attrs.iter().find(|attr| attr.0 == name).map(|attr| attr.1.as_str()),
            _ => None,
        }
    }

    /// The text of a text node.
    #[must_use]
    pub fn text(&self, of: NodeId) -> Option<&str> {
        match &self.node(of).kind {
            Kind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// All text below a node, as it stands, without that of scripts and styles.
    #[must_use]
    pub fn text_of(&self, of: NodeId) -> String {
        let mut all = String::new();
        for node in self.descendants(of) {
            let Some(text) = self.text(node) else { continue };
            let holder = self.parent(node).and_then(|parent| self.name(parent));
            if !matches!(holder, Some("script" | "style")) {
                all.push_str(text);
            }
        }
        all
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }
}

/// The start of a text, at most `max` bytes, not cut within a letter.
pub(super) fn start_of(text: &str, max: usize) -> &str {
    let mut end = max.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Watches what the tokenizer collects between two tokens: the attributes of one tag are compared pairwise.
#[derive(Default)]
struct Watch {
    tokens: u64,
    separators: u64,
    spent: u64,
}

impl Watch {
    /// Whether the next chunk may be fed, `tokens` having come out so far.
    fn allows(&mut self, chunk: &str, tokens: u64) -> bool {
        if tokens != self.tokens {
            self.tokens = tokens;
            self.spent = self.spent.saturating_add(self.separators.saturating_mul(self.separators));
            self.separators = 0;
        }
        let separates = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0c | b'/' | b'"' | b'\'');
        self.separators += chunk.bytes().filter(separates).count() as u64;
        self.spent.saturating_add(self.separators.saturating_mul(self.separators)) < MAX_ATTRIBUTE_COST
    }
}
