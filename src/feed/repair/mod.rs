//! The layer in front of feed-rs: one tolerant pass that makes a plain document of whatever arrives.
//!
//! In order: references and characters ([`entity`]), tags ([`xml`]), insides ([`capture`]), names
//! ([`namespace`]), shape ([`structure`]); JSON is repaired by type ([`json`]). Each fault that is met is named once.

pub(super) mod capture;
pub(super) mod entity;
pub(super) mod json;
pub(super) mod namespace;
pub(super) mod node;
pub(super) mod structure;
pub(super) mod xml;

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::Repair;

/// The names of the faults.
pub(super) mod words {
    /// The bytes are not what header or declaration say.
    pub(in crate::feed) const WRONG_ENCODING: &str = "wrong-encoding";
    /// Some bytes are no character of the encoding.
    pub(in crate::feed) const BAD_BYTES: &str = "bad-bytes";
    /// Characters that may not stand in a document.
    pub(in crate::feed) const CONTROL_CHARACTERS: &str = "control-characters";
    /// Something stands before the root element or the declaration.
    pub(in crate::feed) const LEADING_JUNK: &str = "leading-junk";
    /// A `&` that starts no reference.
    pub(in crate::feed) const BARE_AMPERSAND: &str = "bare-ampersand";
    /// An element without its end tag.
    pub(in crate::feed) const UNCLOSED_ELEMENT: &str = "unclosed-element";
    /// An end tag without its element.
    pub(in crate::feed) const STRAY_END_TAG: &str = "stray-end-tag";
    /// The document ends in the middle of an item.
    pub(in crate::feed) const CUT_OFF: &str = "cut-off";
    /// More items than are read.
    pub(in crate::feed) const TOO_MANY_ITEMS: &str = "too-many-items";
    /// A date that is none.
    pub(in crate::feed) const UNREADABLE_DATE: &str = "unreadable-date";
    /// Several items have one guid.
    pub(in crate::feed) const DUPLICATE_ID: &str = "duplicate-id";
    /// A guid is empty or missing and there is no link.
    pub(in crate::feed) const MISSING_ID: &str = "missing-id";
    /// JSON with commas or characters too many.
    pub(in crate::feed) const JSON_SYNTAX: &str = "json-syntax";
    /// JSON with a number where a text belongs, and the like.
    pub(in crate::feed) const JSON_TYPES: &str = "json-types";
    /// The body came compressed although nobody said so.
    pub(in crate::feed) const COMPRESSED: &str = "compressed";
}

/// The faults that were met in a document.
#[derive(Clone, Debug, Default)]
pub(super) struct Repairs(BTreeSet<&'static str>);

impl Repairs {
    /// Notes one.
    pub(super) fn add(&mut self, word: &'static str) {
        self.0.insert(word);
    }

    /// Notes those of another list.
    pub(super) fn add_all(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Whether it was met.
    #[cfg(test)]
    pub(super) fn has(&self, word: &str) -> bool {
        self.0.contains(word)
    }

    /// All of them in alphabetical order.
    pub(super) fn into_list(self) -> Vec<Repair> {
        self.0.into_iter().map(|word| Repair { word }).collect()
    }
}

/// The text of an XML document made ready for the tokenizer: characters that may not stand in a document are
/// dropped, internal entities replaced.
pub(super) fn xml_text<'a>(text: Cow<'a, str>, repairs: &mut Repairs) -> Cow<'a, str> {
    let text = if is_clean(text.as_bytes()) {
        text
    } else {
        repairs.add(words::CONTROL_CHARACTERS);
        Cow::Owned(text.chars().filter(|found| entity::is_allowed(*found)).collect())
    };
    note_junk(&text, repairs);
    let expanded = match xml::Tokenizer::new(&text).next_token() {
        Some((_, xml::Token::Doctype(subset))) if !subset.is_empty() => {
            entity::expand_declared(&text, subset)
        }
        _ => None,
    };
    expanded.map_or(text, Cow::Owned)
}

/// Whether UTF-8 holds only characters that [`entity::is_allowed`]; over bytes, so that it costs next to nothing.
fn is_clean(bytes: &[u8]) -> bool {
    let is_control = |byte: u8| byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r') || byte == 0x7f;
    // A sum without an early end, which the compiler turns into wide instructions.
    let controls = bytes.iter().fold(0, |found, byte| found | u8::from(is_control(*byte)));
    // The C1 controls and the two that are no characters start with these bytes.
    let is_bad = |at: usize| match bytes.get(at..).unwrap_or_default() {
        [0xc2, next, ..] => *next < 0xa0 && *next != 0x85,
        [0xef, 0xbf, next, ..] => *next >= 0xbe,
        _ => false,
    };
    controls == 0 && !memchr::memchr2_iter(0xc2, 0xef, bytes).any(is_bad)
}

fn note_junk(text: &str, repairs: &mut Repairs) {
    let start = text.trim_start_matches('\u{feff}');
    if !start.starts_with('<') || start.trim_start().starts_with("<br") {
        repairs.add(words::LEADING_JUNK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clean_text_is_told_from_its_bytes() {
        for text in ["a\tb\n", "é\u{a0}\u{85}", "\u{fffd}\u{ff01}", "نص", ""] {
            assert!(is_clean(text.as_bytes()), "{text:?}");
        }
        for text in ["a\u{1b}", "\u{7f}", "\u{9b}x", "\u{fffe}", "\u{ffff}", "\0"] {
            assert!(!is_clean(text.as_bytes()), "{text:?}");
        }
    }
}
