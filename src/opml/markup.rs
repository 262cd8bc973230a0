//! Reads tags as people and programs write them: unescaped ampersands, quotes within quotes, no quotes at all.
//!
//! An XML reader gives up at the first of these and loses the rest of the list, so tags are read by hand.

use std::borrow::Cow;

use quick_xml::escape::resolve_html5_entity;

/// Attributes that one tag may have.
const MAX_ATTRIBUTES: usize = 200;

/// A piece of a document.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// A start tag.
    Start(Tag<'a>),
    /// An end tag, with its name.
    End(&'a str),
    /// Text, references decoded.
    Text(Cow<'a, str>),
}

/// A start tag.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    pub(super) attributes: Vec<(&'a str, Cow<'a, str>)>,
    pub(super) is_empty: bool,
}

/// The pieces of a document, comments and declarations left out.
pub(super) struct Pieces<'a> {
    rest: &'a str,
    /// Bytes that may still be looked at in vain for the end of values.
    patience: usize,
}

impl<'a> Tag<'a> {
    /// The value of an attribute, letter case of its name ignored.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_ref())
    }

    /// The name without its prefix.
    pub(super) fn local(&self) -> &'a str {
        local(self.name)
    }
}

pub(super) fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

impl<'a> Pieces<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { rest: text, patience: 4 << 20 }
    }

    fn until(&mut self, end: &str) -> &'a str {
        let (piece, rest) = self.rest.split_once(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        piece
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        loop {
            let open = self.rest.find('<').unwrap_or(self.rest.len());
            if open > 0 {
                let (text, rest) = self.rest.split_at(open);
                self.rest = rest;
                return Some(Piece::Text(decoded(text)));
            }
            if self.rest.is_empty() {
                return None;
            }
            if let Some(rest) = self.rest.strip_prefix("<!--") {
                self.rest = rest;
                self.until("-->");
            } else if let Some(rest) = self.rest.strip_prefix("<![CDATA[") {
                self.rest = rest;
                return Some(Piece::Text(Cow::Borrowed(self.until("]]>"))));
            } else if let Some(rest) = self.rest.strip_prefix("</") {
                self.rest = rest;
                return Some(Piece::End(self.until(">").trim()));
            } else if self.rest[1..].starts_with(|letter: char| letter.is_alphabetic() || letter == '_') {
                let (tag, rest) = tag(&self.rest[1..], &mut self.patience);
                self.rest = rest;
                return Some(Piece::Start(tag));
            } else if self.rest[1..].starts_with(['!', '?']) {
                self.until(">");
            } else {
                let (text, rest) = self.rest.split_at(1);
                self.rest = rest;
                return Some(Piece::Text(Cow::Borrowed(text)));
            }
        }
    }
}

/// Reads a tag from behind its `<`; the second part is what follows.
fn tag<'a>(text: &'a str, patience: &mut usize) -> (Tag<'a>, &'a str) {
    let end = text.find(|letter: char| letter.is_whitespace() || "/>".contains(letter)).unwrap_or(text.len());
    let (name, mut rest) = text.split_at(end);
    let mut tag = Tag { name, ..Tag::default() };
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix("/>") {
            tag.is_empty = true;
            return (tag, after);
        }
        if let Some(after) = rest.strip_prefix('>') {
            return (tag, after);
        }
        // The next tag begins: this one was never ended.
        if rest.is_empty() || rest.starts_with('<') {
            return (tag, rest);
        }
        let end =
            rest.find(|letter: char| letter.is_whitespace() || "=/><".contains(letter)).unwrap_or(rest.len());
        if end == 0 {
            // A stray sign.
            let mut letters = rest.chars();
            letters.next();
            rest = letters.as_str();
            continue;
        }
        let (name, after) = rest.split_at(end);
        let (value, after) = match after.trim_start().strip_prefix('=') {
            Some(after) => value(after.trim_start(), patience),
            None => ("", after),
        };
        if tag.attributes.len() < MAX_ATTRIBUTES {
            tag.attributes.push((name, decoded(value)));
        }
        rest = after;
    }
}

/// Reads an attribute's value; the second part is what follows.
fn value<'a>(text: &'a str, patience: &mut usize) -> (&'a str, &'a str) {
    let close = match text.chars().next() {
        Some(quote @ ('"' | '\'')) => quote,
        Some('“' | '”') => '”',
        _ => {
            let end = text.find(|letter: char| letter.is_whitespace() || letter == '>').unwrap_or(text.len());
            let end = if text[..end].ends_with('/') && text[end..].starts_with('>') { end - 1 } else { end };
            return text.split_at(end);
        }
    };
    let inner = &text[text.chars().next().map_or(0, char::len_utf8)..];
    let mut first = None;
    for (at, letter) in inner.char_indices() {
        if letter == close {
            let after = &inner[at + letter.len_utf8()..];
            if ends_value(after) {
                return (&inner[..at], after);
            }
            first = first.or(Some((&inner[..at], after)));
        }
        if (letter == '<' && is_next_outline(&inner[at + 1..])) || at >= *patience {
            *patience = patience.saturating_sub(at);
            break;
        }
    }
    first.unwrap_or_else(|| inner.split_at(inner.find(['>', '<']).unwrap_or(inner.len())))
}

/// Whether the list goes on here: the value was never ended. Other tags in a value are a description's markup.
fn is_next_outline(text: &str) -> bool {
    let text = text.strip_prefix('/').unwrap_or(text);
    ["outline", "body", "opml"]
        .iter()
        .any(|name| text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)))
}

/// Whether a quote ends a value: the tag ends or another attribute follows.
fn ends_value(after: &str) -> bool {
    let rest = after.trim_start();
    if rest.is_empty() || rest.starts_with(['>', '<', '?']) || rest.starts_with("/>") {
        return true;
    }
    let letters = rest
        .bytes()
        .take(64)
        .take_while(|byte| byte.is_ascii_alphanumeric() || b":_-.".contains(byte))
        .count();
    let value = rest[letters..].trim_start().strip_prefix('=').map(str::trim_start);
    letters > 0 && value.is_some_and(|value| value.starts_with(['"', '\'', '“']))
}

/// References decoded: XML's, HTML's, numbers. What is none stays as it is, so a bare `&` does no harm.
pub(super) fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.bytes().take(40).position(|byte| byte == b';');
        match end.and_then(|end| Some((reference(&rest[..end])?, end))) {
            Some((letters, end)) => {
                out.push_str(&letters);
                rest = &rest[end + 1..];
            }
            None => out.push('&'),
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn reference(name: &str) -> Option<Cow<'static, str>> {
    let Some(number) = name.strip_prefix('#') else { return resolve_html5_entity(name).map(Cow::Borrowed) };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => number.parse().ok()?,
    };
    let letter = char::from_u32(code).filter(|letter| !letter.is_control() || letter.is_whitespace())?;
    Some(Cow::Owned(letter.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attributes(text: &str) -> Vec<(String, String)> {
        let mut pieces = Pieces::of(text);
        let Some(Piece::Start(tag)) = pieces.next() else { panic!("no tag in {text}") };
        tag.attributes.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect()
    }

    fn check(text: &str, expected: &[(&str, &str)]) {
        let found = attributes(text);
        let found: Vec<(&str, &str)> =
            found.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn attributes_are_read_however_they_are_written() {
        check("<o a=\"1\" b='2'/>", &[("a", "1"), ("b", "2")]);
        check("<o a = \"1\"b=\"2\">", &[("a", "1"), ("b", "2")]);
        check("<o a=1 b=http://x/>", &[("a", "1"), ("b", "http://x")]);
        check("<o a b=\"\">", &[("a", ""), ("b", "")]);
        check("<o a=“1” b=\"2\">", &[("a", "1"), ("b", "2")]);
    }

    #[test]
    fn quotes_within_quotes_are_kept() {
        check("<o t=\"fubar \"baz\"\" u=\"2\"/>", &[("t", "fubar \"baz\""), ("u", "2")]);
        check("<o t=\"<p>a</p> b\" u=\"2\"/>", &[("t", "<p>a</p> b"), ("u", "2")]);
        check("<o t=\"say \"hello\" world\" u=\"2\"/>", &[("t", "say \"hello\" world"), ("u", "2")]);
    }

    #[test]
    fn bare_ampersands_and_references_are_told_apart() {
        check("<o a=\"?x=1&y=2&amp;z=3\">", &[("a", "?x=1&y=2&z=3")]);
        check("<o a=\"R&D &aelig; &#230; &#xE6; &nothing; &#0;\">", &[("a", "R&D æ æ æ &nothing; &#0;")]);
    }

    #[test]
    fn a_tag_that_is_never_ended_ends_at_the_next() {
        let names: Vec<&str> = Pieces::of("<a x=\"1\" <b y='2><outline/>")
            .filter_map(|piece| match piece {
                Piece::Start(tag) => Some(tag.name),
                _ => None,
            })
            .collect();
        assert_eq!(names, ["a", "b", "outline"]);
    }

    #[test]
    fn comments_and_declarations_are_left_out() {
        let text = "<?xml version='1.0'?><!DOCTYPE opml><!-- <a/> --><b>x<![CDATA[<y>]]></b>";
        assert_eq!(Pieces::of(text).count(), 4);
    }
}
