//! What kind of document a text is, by its first tags; what a server calls it doesn't count.

use super::repair::xml::{Token, Tokenizer};

/// The kinds of documents that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// RSS or Atom.
    Xml,
    /// JSON.
    Json,
    /// An HTML page.
    WebPage,
    /// A list of feeds.
    Opml,
    /// Nothing but blanks.
    Empty,
    /// Anything else.
    Unknown,
}

/// How far into a document its root is looked for, in bytes.
const DEPTH: usize = 0x1_0000;

/// The kind of a document.
pub(super) fn kind(text: &str) -> Kind {
    let start = text
        .trim_start_matches(|found: char| found.is_whitespace() || found == '\u{feff}' || found.is_control());
    match start.chars().next() {
        None => Kind::Empty,
        Some('{' | '[') => Kind::Json,
        Some(_) => by_tags(start),
    }
}

/// The first tag that says what the document is.
fn by_tags(text: &str) -> Kind {
    let mut tokens = Tokenizer::new(text);
    let mut page = false;
    while let Some((at, token)) = tokens.next_token() {
        if at > DEPTH {
            break;
        }
        let Token::Start(tag) = token else { continue };
        let local = tag.name.rsplit_once(':').map_or(tag.name, |(_, local)| local);
        let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(local));
        if is(&["rss", "feed"]) && (!page || is_declared(tag.attributes)) {
            return Kind::Xml;
        }
        if is(&["rdf", "channel"]) && !page || is(&["service"]) && tag.attributes.contains("2007/app") {
            return Kind::Xml;
        }
        if is(&["opml"]) {
            return Kind::Opml;
        }
        if is(&["item", "entry"]) && !page {
            return Kind::Xml;
        }
        page |= is(&[
            "html", "head", "body", "title", "meta", "div", "p", "script", "link", "h1", "table", "center",
        ]);
    }
    if page { Kind::WebPage } else { Kind::Unknown }
}

/// Whether a feed's root in the middle of a page is meant: it says its version or its namespace.
fn is_declared(attributes: &str) -> bool {
    attributes.contains("version") || attributes.contains("xmlns")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Kind) {
        assert_eq!(kind(text), expected, "{text}");
    }

    #[test]
    fn the_first_telling_tag_decides() {
        check("\u{feff}\n<?xml version='1.0'?><rss>", Kind::Xml);
        check("<html><body><feed xmlns='http://www.w3.org/2005/Atom'>", Kind::Xml);
        check("<br /><b>Warning</b>: oops <rdf:RDF>", Kind::Xml);
        check("<atom:feed>", Kind::Xml);
        check("<entry>", Kind::Xml);
        check("<!DOCTYPE html><html><rss>", Kind::WebPage);
        check("<p>hello</p>", Kind::WebPage);
        check("<?xml version='1.0'?><opml>", Kind::Opml);
        check(" {\"version\":", Kind::Json);
        check(" \n", Kind::Empty);
        check("hello", Kind::Unknown);
        check("<svg>", Kind::Unknown);
    }
}
