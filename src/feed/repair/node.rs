//! Elements of a feed or an item, read as far as they are asked for.

use std::borrow::Cow;

use super::capture::{self, Captured, Captures, Inside};
use super::entity;
use super::namespace::{Ns, Scope};
use super::xml::{self, StartTag, Token, Tokenizer};

/// One element with its inside still as written.
#[derive(Clone, Debug)]
pub(in crate::feed) struct Node<'a> {
    /// Its namespace.
    pub(in crate::feed) ns: Ns,
    /// Its local name in lower case.
    pub(in crate::feed) name: Cow<'a, str>,
    /// Its attributes as written.
    attributes: &'a str,
    /// Its inside as written.
    raw: &'a str,
    scope: Scope<'a>,
}

/// The most children of one element that are read.
const MAX_CHILDREN: usize = 2000;

impl<'a> Node<'a> {
    /// The element of a start tag in a scope, with nothing inside.
    pub(in crate::feed) fn new(tag: StartTag<'a>, outer: &Scope<'a>) -> Self {
        let scope = scope_of(tag, outer);
        let (ns, local) = scope.resolve(tag.name);
        Self { ns, name: lower(local), attributes: tag.attributes, raw: "", scope }
    }

    /// The same with its inside.
    pub(in crate::feed) fn with_inside(self, raw: &'a str) -> Self {
        Self { raw, ..self }
    }

    /// The inside, decoded.
    pub(in crate::feed) fn captured(&self) -> Captured<'a> {
        capture::decode(self.raw)
    }

    /// The inside as text without blanks around it; `None` if nothing is left.
    pub(in crate::feed) fn text(&self) -> Option<String> {
        let captured = self.captured();
        let text = captured.text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// An attribute by its name in lower case; a prefix makes no difference where the plain name is missing.
    pub(in crate::feed) fn attribute(&self, name: &str) -> Option<Cow<'a, str>> {
        self.exactly(name).or_else(|| {
            let local = |known: &str| {
                known.rsplit_once(':').is_some_and(|(_, local)| local.eq_ignore_ascii_case(name))
            };
            xml::raw_attributes(self.attributes)
                .find(|(known, _)| local(known))
                .map(|(_, value)| entity::decode(value))
        })
    }

    fn exactly(&self, name: &str) -> Option<Cow<'a, str>> {
        let found = xml::raw_attributes(self.attributes).find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| entity::decode(value))
    }

    /// An attribute that says something: trimmed and not empty.
    pub(in crate::feed) fn word(&self, name: &str) -> Option<String> {
        self.attribute(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
    }

    /// `xml:lang` as written, trimmed; empty where it takes the language back.
    pub(in crate::feed) fn language(&self) -> Option<String> {
        self.exactly("xml:lang").map(|value| value.trim().to_owned())
    }

    /// `xml:base` as written.
    pub(in crate::feed) fn base(&self) -> Option<Cow<'a, str>> {
        self.exactly("xml:base")
    }

    /// Whether it has attributes at all.
    pub(in crate::feed) const fn has_attributes(&self) -> bool {
        !self.attributes.is_empty()
    }

    /// The elements inside.
    pub(in crate::feed) fn children(&self) -> Vec<Self> {
        let mut tokens = Tokenizer::new(self.raw);
        let mut captures = Captures::new(self.raw.len());
        let mut found = Vec::new();
        while let Some((_, token)) = tokens.next_token() {
            if let Token::Start(tag) = token {
                let node = Self::new(tag, &self.scope);
                let (Inside::Closed(raw) | Inside::Open(raw)) = captures.inside(&mut tokens, tag);
                found.push(node.with_inside(raw));
                if found.len() >= MAX_CHILDREN {
                    break;
                }
            }
        }
        found
    }

    /// The text of the first child of this name.
    pub(in crate::feed) fn child_text(&self, name: &str) -> Option<String> {
        self.children().iter().find(|child| child.name == name).and_then(Self::text)
    }
}

/// The scope inside an element.
pub(in crate::feed) fn scope_of<'a>(tag: StartTag<'a>, outer: &Scope<'a>) -> Scope<'a> {
    if tag.attributes.contains("xmlns") || tag.attributes.contains("XMLNS") {
        outer.with(&xml::attributes(tag.attributes))
    } else {
        outer.clone()
    }
}

fn lower(name: &str) -> Cow<'_, str> {
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}
