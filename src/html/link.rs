//! Links of a document: numbered, safe; and addresses that stand bare in the text.

use std::collections::HashMap;
use std::ops::Range;

use super::url::resolve;
use super::{Link, LinkKind};
use crate::text::LinkId;

/// The links found so far. An address that comes again keeps its number.
#[derive(Debug, Default)]
pub(super) struct Links {
    all: Vec<Link>,
    known: HashMap<(String, LinkKind), LinkId>,
}

impl Links {
    /// The number of a link; `None` if the address is not one to be opened, or there are too many.
    pub(super) fn number(&mut self, base: Option<&str>, address: &str, kind: LinkKind) -> Option<LinkId> {
        let url = resolve(base, address)?;
        if let Some(id) = self.known.get(&(url.clone(), kind)) {
            return Some(*id);
        }
        let id = LinkId(u16::try_from(self.all.len() + 1).ok()?);
        self.known.insert((url.clone(), kind), id);
        self.all.push(Link { id, url, kind });
        Some(id)
    }

    pub(super) fn into_vec(self) -> Vec<Link> {
        self.all
    }
}

/// A piece of text that reads from left to right whatever stands around it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Bare {
    /// Where it is, in bytes.
    pub(super) range: Range<usize>,
    /// Where it leads; `None` for the name of a user.
    pub(super) target: Option<String>,
}

/// Finds addresses, mail addresses and `@names` in a text (`bidi.md` section 2.1 step 3).
pub(super) fn bare(text: &str) -> Vec<Bare> {
    // Nearly every text has none of these and is done here.
    if !text.contains('@') && !text.contains("://") && !text.contains("www.") {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut at = 0;
    for word in text.split_inclusive(char::is_whitespace) {
        if let Some(mut bare) = in_word(word) {
            bare.range = bare.range.start + at..bare.range.end + at;
            found.push(bare);
        }
        at += word.len();
    }
    found
}

fn in_word(word: &str) -> Option<Bare> {
    let web =
        ["https://", "http://", "www."].iter().filter_map(|start| find_ignoring_case(word, start)).min();
    if let Some(start) = web {
        let boundary = word[..start].chars().next_back().is_none_or(|letter| !letter.is_ascii_alphanumeric());
        let address = trim_address(&word[start..]);
        let scheme = if address.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("http")) {
            ""
        } else {
            "https://"
        };
        let named = address.len() > 10 || (scheme.is_empty() && address.len() > 8);
        return (boundary && named && resolve(None, &format!("{scheme}{address}")).is_some()).then(|| Bare {
            range: start..start + address.len(),
            target: Some(format!("{scheme}{address}")),
        });
    }
    let sign = word.find('@')?;
    let before = word[..sign].bytes().rev().take_while(|byte| is_mail_letter(*byte)).count();
    let after = word[sign + 1..].bytes().take_while(|byte| is_mail_letter(*byte) || *byte == b'@').count();
    let (start, end) = (sign - before, sign + 1 + after);
    let piece = word[start..end].trim_end_matches(['.', '-', '@']);
    let (local, domain) = piece.split_once('@')?;
    let range = start..start + piece.len();
    if local.is_empty() {
        return (!domain.is_empty()).then_some(Bare { range, target: None });
    }
    let mail = domain.contains('.') && !domain.contains('@') && !domain.starts_with('.');
    mail.then(|| Bare { range, target: Some(format!("mailto:{piece}")) })
}

fn is_mail_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"._+-".contains(&byte)
}

fn find_ignoring_case(text: &str, wanted: &str) -> Option<usize> {
    text.as_bytes().windows(wanted.len()).position(|part| part.eq_ignore_ascii_case(wanted.as_bytes()))
}

/// Cuts what belongs to the sentence: white space, quotes, punctuation at the end, a bracket that was opened before.
fn trim_address(text: &str) -> &str {
    let end = text
        .find(|letter: char| {
            letter.is_whitespace() || letter.is_control() || "<>\"“”«»„`،؛۔。、，".contains(letter)
        })
        .unwrap_or(text.len());
    let mut text = &text[..end];
    while let Some(last) = text.chars().next_back() {
        let unopened = |open: char| text.matches(open).count() < text.matches(last).count();
        let cut = match last {
            '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '’' | '*' | '؟' => true,
            ')' => unopened('('),
            ']' => unopened('['),
            '}' => unopened('{'),
            _ => false,
        };
        // Long rows of brackets would make counting them again and again expensive.
        if !cut || text.len() > 4096 {
            break;
        }
        text = &text[..text.len() - last.len_utf8()];
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[(&str, Option<&str>)]) {
        let found = bare(text);
        let found: Vec<_> =
            found.iter().map(|bare| (&text[bare.range.clone()], bare.target.as_deref())).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn addresses_end_where_the_sentence_goes_on() {
        check("see http://a.example/x.", &[("http://a.example/x", Some("http://a.example/x"))]);
        check("(https://a.example/b_(c))", &[("https://a.example/b_(c)", Some("https://a.example/b_(c)"))]);
        check("ראו www.example.org/a/, ועוד", &[("www.example.org/a/", Some("https://www.example.org/a/"))]);
    }

    #[test]
    fn mail_addresses_and_names_are_found() {
        check("כתבו אל ann@example.org.", &[("ann@example.org", Some("mailto:ann@example.org"))]);
        check("by @ann and @bob@example.org", &[("@ann", None), ("@bob@example.org", None)]);
    }

    #[test]
    fn other_words_are_none() {
        for text in ["a@b", "http://", "www.", "xhttp://a.example/", "@", "a @ b", "://x", "@@"] {
            check(text, &[]);
        }
    }

    #[test]
    fn an_address_keeps_its_number() {
        let mut links = Links::default();
        let base = Some("https://example.org/");
        assert_eq!(links.number(base, "/a", LinkKind::Page), Some(LinkId(1)));
        assert_eq!(links.number(base, "/b", LinkKind::Page), Some(LinkId(2)));
        assert_eq!(links.number(base, "https://example.org/a", LinkKind::Page), Some(LinkId(1)));
        assert_eq!(links.number(base, "javascript:x", LinkKind::Page), None);
    }
}
