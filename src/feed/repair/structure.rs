//! The shape of a feed: where its items are, whatever its elements are nested in.

use super::Repairs;
use super::capture::{self, Captures, Inside};
use super::namespace::{Ns, Scope};
use super::node::{Node, scope_of};
use super::words;
use super::xml::{StartTag, Token, Tokenizer};

/// The most items of one document that are read; the rest is left out and said so.
pub(in crate::feed) const MAX_ITEMS: usize = 10_000;

/// An item or entry with the elements in it.
#[derive(Debug)]
pub(in crate::feed) struct Entry<'a> {
    /// The element itself, for its attributes.
    pub(in crate::feed) element: Node<'a>,
    /// The elements in it.
    pub(in crate::feed) nodes: Vec<Node<'a>>,
}

/// The elements of a feed around its items.
#[derive(Debug, Default)]
pub(in crate::feed) struct Head<'a> {
    /// The root element and the channel, for their attributes, outermost first.
    pub(in crate::feed) frames: Vec<Node<'a>>,
    /// The elements in them.
    pub(in crate::feed) nodes: Vec<Node<'a>>,
}

/// What an element is to the shape of the document.
enum Role {
    Frame,
    Entry,
    Leaf,
}

/// Reads a document. Each item is handed over as soon as it is complete, with the frames around it.
pub(in crate::feed) fn read<'a>(
    text: &'a str,
    repairs: &mut Repairs,
    each: &mut dyn FnMut(&[Node<'a>], Entry<'a>),
) -> Head<'a> {
    Reading {
        tokens: Tokenizer::new(text),
        captures: Captures::new(text.len()),
        scope: Scope::default(),
        head: Head::default(),
        entry: None,
        count: 0,
        seen_ampersand: false,
        repairs,
        each,
    }
    .run()
}

struct Reading<'a, 'r> {
    tokens: Tokenizer<'a>,
    captures: Captures<'a>,
    scope: Scope<'a>,
    head: Head<'a>,
    entry: Option<(Entry<'a>, Scope<'a>)>,
    count: usize,
    seen_ampersand: bool,
    repairs: &'r mut Repairs,
    each: &'r mut dyn FnMut(&[Node<'a>], Entry<'a>),
}

impl<'a> Reading<'a, '_> {
    fn run(mut self) -> Head<'a> {
        while let Some((_, token)) = self.tokens.next_token() {
            match token {
                Token::Start(tag) => match role(tag.name) {
                    Role::Frame => self.open_frame(tag),
                    Role::Entry => self.open_entry(tag),
                    Role::Leaf => self.leaf(tag),
                },
                Token::End(name) => self.close(name),
                Token::Cdata(_) | Token::Doctype(_) => {}
            }
            if self.count >= MAX_ITEMS {
                self.repairs.add(words::TOO_MANY_ITEMS);
                break;
            }
        }
        if self.entry.is_some() {
            self.repairs.add(words::CUT_OFF);
            self.close_entry();
        }
        self.head
    }

    fn open_frame(&mut self, tag: StartTag<'a>) {
        if self.entry.is_some() {
            self.repairs.add(words::UNCLOSED_ELEMENT);
            self.close_entry();
        }
        self.scope = core_scope(tag, &self.scope);
        if self.head.frames.len() < MAX_FRAMES {
            self.head.frames.push(Node::new(tag, &self.scope));
        }
    }

    fn open_entry(&mut self, tag: StartTag<'a>) {
        if self.entry.is_some() {
            self.repairs.add(words::UNCLOSED_ELEMENT);
            self.close_entry();
        }
        let scope = core_scope(tag, &self.scope);
        let entry = Entry { element: Node::new(tag, &scope), nodes: Vec::new() };
        self.entry = Some((entry, scope));
        if tag.empty {
            self.close_entry();
        }
    }

    fn leaf(&mut self, tag: StartTag<'a>) {
        let outer = self.entry.as_ref().map_or(&self.scope, |(_, scope)| scope);
        let node = Node::new(tag, outer);
        let inside = self.captures.inside(&mut self.tokens, tag);
        if matches!(inside, Inside::Open(_)) {
            self.repairs.add(words::UNCLOSED_ELEMENT);
        }
        if node.ns == Ns::Other {
            return;
        }
        let (Inside::Closed(raw) | Inside::Open(raw)) = inside;
        if !self.seen_ampersand && capture::has_bare_ampersand(raw) {
            self.seen_ampersand = true;
            self.repairs.add(words::BARE_AMPERSAND);
        }
        let node = node.with_inside(raw);
        let nodes = self.entry.as_mut().map_or(&mut self.head.nodes, |(entry, _)| &mut entry.nodes);
        if nodes.len() < MAX_NODES {
            nodes.push(node);
        }
    }

    fn close(&mut self, name: &str) {
        match role(name) {
            // The end of a frame ends what is open in it.
            Role::Entry | Role::Frame if self.entry.is_some() => {
                if matches!(role(name), Role::Frame) {
                    self.repairs.add(words::UNCLOSED_ELEMENT);
                }
                self.close_entry();
            }
            Role::Entry | Role::Leaf => self.repairs.add(words::STRAY_END_TAG),
            Role::Frame => {}
        }
    }

    fn close_entry(&mut self) {
        if let Some((entry, _)) = self.entry.take() {
            self.count += 1;
            (self.each)(&self.head.frames, entry);
        }
    }
}

/// The most frames of which the attributes are kept; feeds have two.
const MAX_FRAMES: usize = 8;

/// The most elements of one item, or around the items, that are read.
const MAX_NODES: usize = 20_000;

/// The scope inside a frame or an item. Its own names always count, whatever its default namespace is.
fn core_scope<'a>(tag: StartTag<'a>, outer: &Scope<'a>) -> Scope<'a> {
    scope_of(tag, outer).with_core_default()
}

fn role(name: &str) -> Role {
    let (prefix, local) = name.rsplit_once(':').unwrap_or(("", name));
    let is = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(local));
    if is(&["rss", "feed", "channel", "service"]) && !is_foreign(prefix) || is(&["rdf"]) {
        Role::Frame
    } else if is(&["item", "entry"]) && !is_foreign(prefix) {
        Role::Entry
    } else {
        Role::Leaf
    }
}

/// Whether a prefix usually belongs to another vocabulary that has elements of these names.
fn is_foreign(prefix: &str) -> bool {
    const FOREIGN: [&str; 8] = ["media", "itunes", "podcast", "dc", "content", "gd", "os", "app"];
    FOREIGN.iter().any(|known| known.eq_ignore_ascii_case(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `frame/…: title, title` for the head, `[title]` for each item.
    fn shape(text: &str) -> String {
        let mut items = Vec::new();
        let mut repairs = Repairs::default();
        let head = read(text, &mut repairs, &mut |_, entry| items.push(names(&entry.nodes)));
        let items: Vec<String> = items.iter().map(|item| format!("[{item}]")).collect();
        format!("{} {}", names(&head.nodes), items.concat())
    }

    fn names(nodes: &[Node<'_>]) -> String {
        let found: Vec<_> =
            nodes.iter().map(|node| format!("{}={}", node.name, node.text().unwrap_or_default())).collect();
        found.join(",")
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(shape(text), expected, "{text}");
    }

    #[test]
    fn items_are_found_wherever_they_are() {
        check(
            "<rss><channel><title>T</title><item><title>1</title></item></channel></rss>",
            "title=T [title=1]",
        );
        check(
            "<RDF><channel><title>T</title></channel><item><title>1</title></item></RDF>",
            "title=T [title=1]",
        );
        check(
            "<feed><title>T</title><entries><entry><title>1</title></entry></entries></feed>",
            "title=T,entries= [title=1]",
        );
        check("<RSS><CHANNEL><ITEM><TITLE>1</TITLE></ITEM></CHANNEL></RSS>", " [title=1]");
    }

    #[test]
    fn items_that_are_not_closed_end_where_they_must() {
        check("<rss><channel><item><title>1</title><item><title>2</title></channel>", " [title=1][title=2]");
        check("<rss><channel><item><title>1</title><link>x", " [title=1,link=x]");
        check("<rss><channel><item><title>1<link>x</link></item><item/></channel>", " [title=1,link=x][]");
    }

    #[test]
    fn elements_of_other_vocabularies_are_passed_over() {
        check(
            "<rss><channel><item><x:title xmlns:x='urn:x'>no</x:title><title>1</title></item></channel>",
            " [title=1]",
        );
        check("<rss xmlns='http://www.w3.org/1999/xhtml'><item><title>1</title></item></rss>", " [title=1]");
    }

    #[test]
    fn more_items_than_can_be_are_left_out() {
        let mut count = 0;
        let mut repairs = Repairs::default();
        read(&"<item/>".repeat(MAX_ITEMS + 10), &mut repairs, &mut |_, _| count += 1);
        assert_eq!((count, repairs.has(words::TOO_MANY_ITEMS)), (MAX_ITEMS, true));
    }
}
