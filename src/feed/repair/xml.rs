//! A tolerant tokenizer: it finds the tags of a document whatever its author did, in linear time.

use std::borrow::Cow;

use super::entity;

/// A start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::feed) struct StartTag<'a> {
    /// The qualified name as written.
    pub(in crate::feed) name: &'a str,
    /// Everything between the name and the closing `>`, without the slash of an empty element.
    pub(in crate::feed) attributes: &'a str,
    /// Whether the element is empty (`<a/>`).
    pub(in crate::feed) empty: bool,
}

/// One piece of markup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::feed) enum Token<'a> {
    /// A start tag.
    Start(StartTag<'a>),
    /// An end tag, by its qualified name.
    End(&'a str),
    /// Character data that needs no decoding.
    Cdata(&'a str),
    /// The internal subset of a document type declaration.
    Doctype(&'a str),
}

/// Where a tokenizer stands in a text.
#[derive(Clone, Debug)]
pub(in crate::feed) struct Tokenizer<'a> {
    text: &'a str,
    at: usize,
    /// For each closing delimiter the last search: from where, and what it found. A later search that starts
    /// before that place has the same answer, so that no text is searched twice.
    known: [(usize, Option<usize>); 6],
}

/// The delimiters that end something.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ending {
    Comment,
    Cdata,
    Subset,
    DoubleQuote,
    SingleQuote,
    Tag,
}

impl Ending {
    const fn text(self) -> &'static str {
        match self {
            Self::Comment => "-->",
            Self::Cdata => "]]>",
            Self::Subset => "]",
            Self::DoubleQuote => "\"",
            Self::SingleQuote => "'",
            Self::Tag => ">",
        }
    }
}

impl<'a> Tokenizer<'a> {
    /// Starts at the beginning of `text`.
    pub(in crate::feed) const fn new(text: &'a str) -> Self {
        Self { text, at: 0, known: [(usize::MAX, None); 6] }
    }

    /// The offset of the next byte to be read.
    pub(in crate::feed) const fn at(&self) -> usize {
        self.at
    }

    /// Goes on at another offset, which has to be a character's first byte.
    pub(in crate::feed) const fn go_to(&mut self, at: usize) {
        self.at = at;
    }

    /// The text that is read.
    pub(in crate::feed) const fn text(&self) -> &'a str {
        self.text
    }

    /// The next piece of markup with the offset of its `<`; the text before it is skipped.
    pub(in crate::feed) fn next_token(&mut self) -> Option<(usize, Token<'a>)> {
        loop {
            let start = self.at + memchr::memchr(b'<', self.text.as_bytes().get(self.at..)?)?;
            let rest = &self.text[start..];
            let next = rest.as_bytes().get(1).copied();
            match next {
                Some(b'!') if rest.starts_with("<!--") => self.skip_comment(start),
                Some(b'!') if rest.starts_with("<![CDATA[") => return Some((start, self.cdata(start))),
                Some(b'!') => return Some((start, self.doctype(start))),
                Some(b'?') => self.skip_instruction(start),
                Some(b'/') if starts_name(rest.as_bytes().get(2).copied()) => {
                    return Some((start, self.end_tag(start)));
                }
                byte if starts_name(byte) => return Some((start, self.start_tag(start))),
                _ => self.at = start + 1,
            }
        }
    }

    fn skip_comment(&mut self, start: usize) {
        self.at = match self.find(start + 4, Ending::Comment) {
            Some(end) => end + 3,
            None => start + 4,
        };
    }

    /// A processing instruction or a declaration. One that ends with a mere `>` must not swallow what follows.
    fn skip_instruction(&mut self, start: usize) {
        let Some(close) = self.find(start, Ending::Tag).map(|close| close + 1) else {
            self.at = start + 2;
            return;
        };
        let next = self.text[close..].find('<').map_or(self.text.len(), |next| close + next);
        self.at = self.text[start..next].find("?>").map_or(close, |end| start + end + 2);
    }

    /// A CDATA section; without an end it goes on to the end of the text.
    fn cdata(&mut self, start: usize) -> Token<'a> {
        let from = start + 9;
        let end = self.find(from, Ending::Cdata);
        self.at = end.map_or(self.text.len(), |end| end + 3);
        Token::Cdata(&self.text[from..end.unwrap_or(self.text.len())])
    }

    /// A document type declaration; without an end it is the rest of the text.
    fn doctype(&mut self, start: usize) -> Token<'a> {
        let close = self.text[start..].find('>').map_or(self.text.len(), |close| start + close);
        let open = self.text[start..close].find('[').map(|open| start + open + 1);
        let subset = open.and_then(|open| Some(open..self.find(open, Ending::Subset)?));
        let end = match &subset {
            Some(subset) => self.text[subset.end..].find('>').map(|close| subset.end + close),
            None => Some(close),
        };
        self.at = end.map_or(self.text.len(), |end| (end + 1).min(self.text.len()));
        Token::Doctype(&self.text[subset.unwrap_or(start..start)])
    }

    fn end_tag(&mut self, start: usize) -> Token<'a> {
        let rest = &self.text[start + 2..];
        let length = name_length(rest);
        let tail = &rest[length..];
        // An end tag that is never closed ends before the next tag.
        let close = tail.find(['>', '<']).unwrap_or(tail.len());
        let closed = usize::from(tail.as_bytes().get(close) == Some(&b'>'));
        self.at = start + 2 + length + close + closed;
        Token::End(&rest[..length])
    }

    fn start_tag(&mut self, start: usize) -> Token<'a> {
        let from = start + 1;
        let name = &self.text[from..from + name_length(&self.text[from..])];
        let attributes = from + name.len();
        let (end, next) = self.tag_end(attributes);
        self.at = next;
        let raw = self.text[attributes..end].trim_end();
        let trimmed = raw.strip_suffix('/');
        Token::Start(StartTag { name, attributes: trimmed.unwrap_or(raw), empty: trimmed.is_some() })
    }

    /// Where the attributes of a tag end, and where the text goes on after it.
    fn tag_end(&mut self, from: usize) -> (usize, usize) {
        let bytes = self.text.as_bytes();
        let mut at = from;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'>' => return (at, at + 1),
                b'<' => return (at, at),
                b'"' if opens_value(bytes, at) => at = self.quote_end(at, Ending::DoubleQuote),
                b'\'' if opens_value(bytes, at) => at = self.quote_end(at, Ending::SingleQuote),
                _ => at += 1,
            }
        }
        (bytes.len(), bytes.len())
    }

    /// The offset after a quoted value, or after its opening quote where the closing one is missing.
    fn quote_end(&mut self, open: usize, ending: Ending) -> usize {
        let Some(close) = self.find(open + 1, ending) else {
            return open + 1;
        };
        let value = &self.text[open + 1..close];
        let after = self.text.as_bytes().get(close + 1).copied().unwrap_or(b'>');
        let proper = matches!(after, b'>' | b'/' | b'?') || after.is_ascii_whitespace();
        // A value that runs over the tag's end into another tag was never closed.
        if value.contains('>') && (!proper || value.contains("</") || value.len() > MAX_VALUE_WITH_MARKUP) {
            open + 1
        } else {
            close + 1
        }
    }

    /// The next place of a closing delimiter at or after `from`.
    pub(super) fn find(&mut self, from: usize, ending: Ending) -> Option<usize> {
        let (searched_from, found) = self.known[ending as usize];
        if searched_from <= from && found.is_none_or(|found| from <= found) {
            return found;
        }
        let found = find(self.text.get(from..)?, ending.text()).map(|at| from + at);
        self.known[ending as usize] = (from, found);
        found
    }
}

/// The first place of some text in another.
pub(in crate::feed) fn find(text: &str, wanted: &str) -> Option<usize> {
    memchr::memmem::find(text.as_bytes(), wanted.as_bytes())
}

/// How long a quoted value with a `>` in it may be before its quote counts as never closed.
const MAX_VALUE_WITH_MARKUP: usize = 4096;

/// Whether a quote follows a `=` and so opens a value.
fn opens_value(bytes: &[u8], quote: usize) -> bool {
    bytes[..quote].iter().rev().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'=')
}

/// Whether a byte can start an element's name; every byte above ASCII can.
fn starts_name(byte: Option<u8>) -> bool {
    byte.is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_' || byte == b':' || byte >= 0x80)
}

fn name_length(text: &str) -> usize {
    let ends =
        |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/' | b'<' | b'=' | b'"' | b'\'');
    text.bytes().position(ends).unwrap_or(text.len())
}

/// The attributes of a tag, in order, values not yet decoded. Values without quotes are read too.
pub(in crate::feed) fn raw_attributes(raw: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = raw.trim_ascii_start();
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let ends = |byte: u8| byte.is_ascii_whitespace() || matches!(byte, b'=' | b'"' | b'\'');
            let length = rest.bytes().position(ends).unwrap_or(rest.len());
            let name = &rest[..length];
            rest = rest[length..].trim_ascii_start();
            if let Some(value) = rest.strip_prefix('=') {
                let (value, after) = attribute_value(value.trim_ascii_start());
                rest = after.trim_ascii_start();
                if !name.is_empty() {
                    return Some((name, value));
                }
            } else if length == 0 {
                // A stray quote: pass over it.
                rest = rest.get(1..).unwrap_or_default().trim_ascii_start();
            }
        }
        None
    })
    .take(MAX_ATTRIBUTES)
}

/// The attributes of a tag, in order, decoded.
pub(in crate::feed) fn attributes(raw: &str) -> Vec<(&str, Cow<'_, str>)> {
    raw_attributes(raw).map(|(name, value)| (name, entity::decode(value))).collect()
}

/// The most attributes of one element that are read.
const MAX_ATTRIBUTES: usize = 512;

fn attribute_value(text: &str) -> (&str, &str) {
    let bytes = text.as_bytes();
    if let Some(quote) = bytes.first().filter(|quote| matches!(quote, b'"' | b'\'')) {
        let inner = &text[1..];
        return match memchr::memchr(*quote, &bytes[1..]) {
            Some(end) => (&inner[..end], &inner[end + 1..]),
            None => (inner, ""),
        };
    }
    text.split_at(bytes.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(text: &str) -> Vec<String> {
        let mut tokens = Tokenizer::new(text);
        std::iter::from_fn(|| tokens.next_token())
            .map(|(_, token)| match token {
                Token::Start(tag) if tag.empty => format!("{}/", tag.name),
                Token::Start(tag) => tag.name.to_owned(),
                Token::End(name) => format!("/{name}"),
                Token::Cdata(text) => format!("[{text}]"),
                Token::Doctype(text) => format!("!{text}"),
            })
            .collect()
    }

    #[test]
    fn ordinary_markup_is_read() {
        assert_eq!(
            tags("<?xml version='1.0'?><!-- <x> --><a b='1'>t<c/><![CDATA[<d>]]></a>"),
            ["a", "c/", "[<d>]", "/a"]
        );
    }

    #[test]
    fn a_sign_that_starts_no_name_is_text() {
        assert_eq!(tags("<a>1 < 2 <3 <> </ ></a>"), ["a", "/a"]);
    }

    #[test]
    fn what_is_never_closed_swallows_little() {
        assert_eq!(tags("<!-- <a>x</a>"), ["a", "/a"]);
        assert_eq!(tags("<a href=\"x>text</a><b c=\"y\">"), ["a", "/a", "b"]);
        assert_eq!(tags("<a <b>"), ["a", "b"]);
        assert_eq!(tags("</a <b>"), ["/a", "b"]);
        assert_eq!(tags("<?xml version='1.0'><a>x<?php ?></a>"), ["a", "/a"]);
        assert_eq!(tags("<a"), ["a"]);
    }

    #[test]
    fn a_quoted_value_may_hold_an_angle_bracket() {
        assert_eq!(tags("<a title='x > y'>z</a>"), ["a", "/a"]);
    }

    #[test]
    fn a_document_type_gives_its_subset() {
        assert_eq!(tags("<!DOCTYPE rss [<!ENTITY a \"b\">]><rss>"), ["!<!ENTITY a \"b\">", "rss"]);
        assert_eq!(tags("<!DOCTYPE rss PUBLIC \"x\" \"y\"><rss>"), ["!", "rss"]);
    }

    #[test]
    fn attributes_are_read_in_every_spelling() {
        let found: Vec<(String, String)> =
            attributes(" a=\"1 &amp; 2\" b = '3' c=4 d e='&eacute;' = ' f=\"x")
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value.into_owned()))
                .collect();
        let expected = [("a", "1 & 2"), ("b", "3"), ("c", "4"), ("e", "é")];
        assert_eq!(found[..4], expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn long_garbage_is_read_in_linear_time() {
        for piece in ["<a b=\"", "<!--", "<![CDATA[", "<?", "<?>", "<!", "<![>", "</a", "<a b='>"] {
            assert!(tags(&piece.repeat(100_000)).len() <= 200_001);
        }
        // Searches as fast as the processor reads hide their growth in a short text.
        assert!(tags(&"<?a".repeat(1_000_000)).is_empty());
    }
}
