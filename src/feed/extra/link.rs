//! Links with a role: Atom's in Atom and in RSS, and RSS's own.

use crate::feed::address::{self, Base};
use crate::feed::repair::node::Node;

/// A link as the document has it.
#[derive(Clone, Debug)]
pub(super) struct Link {
    /// The role in lower case; `alternate` where none is stated.
    pub(super) rel: String,
    /// Made absolute where the base is known.
    pub(super) address: String,
    /// As written, trimmed.
    pub(super) written: String,
    pub(super) media_type: Option<String>,
    pub(super) title: Option<String>,
    pub(super) length: Option<u64>,
}

impl Link {
    /// The link in an element, by its `href` or `rdf:resource`, else by its text.
    pub(super) fn of(node: &Node<'_>, base: &Base) -> Option<Self> {
        let base = base.within(node.base().as_deref());
        let stated =
            if node.has_attributes() { node.word("href").or_else(|| node.word("resource")) } else { None };
        let written = match stated {
            Some(written) => written,
            None => node.text()?,
        };
        let address = base.resolve(&written)?;
        let rel = node.word("rel").map_or_else(|| "alternate".to_owned(), |rel| role(&rel));
        Some(Self {
            rel,
            address,
            written,
            media_type: node.word("type"),
            title: node.word("title"),
            length: node.word("length").and_then(|length| length.parse().ok()),
        })
    }

    fn is_page(&self) -> bool {
        self.rel == "alternate" && address::page(self.address.clone()).is_some()
    }

    /// How surely it leads to a page to read, as far as its type tells; 0 is best.
    fn rank(&self) -> u8 {
        match self.media_type.as_deref().map(str::to_ascii_lowercase) {
            Some(kind) if kind.contains("html") => 0,
            None => 1,
            Some(kind) if kind.starts_with("text/") => 2,
            Some(_) => 3,
        }
    }
}

/// The IANA prefix of registered roles makes no difference (RFC 4287 section 4.2.7.2).
pub(super) fn role(rel: &str) -> String {
    let lower = rel.to_ascii_lowercase();
    lower.rsplit_once("/relation/").map_or(lower.clone(), |(_, name)| name.to_owned())
}

/// The page that a feed belongs to: the alternate that is most surely one, the first of several.
pub(super) fn page(links: &[Link]) -> Option<&Link> {
    links.iter().filter(|link| link.is_page()).min_by_key(|link| link.rank())
}

/// The page of an item: as that of a feed, but the last of several, as older readers have it: programs that add a
/// better link to an item write it after the one that was there.
pub(super) fn page_of_item(links: &[Link]) -> Option<&Link> {
    links.iter().rev().filter(|link| link.is_page()).min_by_key(|link| link.rank())
}
