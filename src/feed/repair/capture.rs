//! What stands inside an element: everything up to its own end tag, or up to where it must have ended.

use std::borrow::Cow;
use std::collections::HashMap;

use super::entity::{self, Reference};
use super::xml::{self, Ending, StartTag, Token, Tokenizer};

/// The raw inside of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::feed) enum Inside<'a> {
    /// Up to its end tag.
    Closed(&'a str),
    /// It has no end tag: the text up to the next tag.
    Open(&'a str),
}

/// The inside of an element, decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::feed) struct Captured<'a> {
    /// Text, or HTML where [`Captured::markup`] says so.
    pub(in crate::feed) text: Cow<'a, str>,
    /// Whether there were elements inside; references are then still as written, as in HTML.
    pub(in crate::feed) markup: bool,
}

/// Searches for end tags that were in vain, so that a hostile document can't make each of them long.
#[derive(Debug)]
pub(in crate::feed) struct Captures<'a> {
    failed: HashMap<&'a str, usize>,
    budget: usize,
}

impl<'a> Captures<'a> {
    /// For a document of `length` bytes.
    pub(in crate::feed) fn new(length: usize) -> Self {
        Self { failed: HashMap::new(), budget: length.saturating_mul(8).saturating_add(0x1_0000) }
    }

    /// The inside of the element that `tag` opened; the tokenizer stands after the tag and goes on after the element.
    pub(in crate::feed) fn inside(&mut self, tokens: &mut Tokenizer<'a>, tag: StartTag<'a>) -> Inside<'a> {
        let from = tokens.at();
        if tag.empty {
            return Inside::Closed("");
        }
        let hopeless = self.budget == 0 || self.failed.get(tag.name).is_some_and(|until| from < *until);
        let outcome = if hopeless { Err(from) } else { search(tokens, tag.name) };
        match outcome {
            Ok((end, next)) => {
                tokens.go_to(next);
                Inside::Closed(&tokens.text()[from..end])
            }
            Err(until) => {
                if !hopeless {
                    self.budget = self.budget.saturating_sub(until - from);
                    self.failed.insert(tag.name, until);
                }
                let end = tokens.text()[from..].find('<').map_or(tokens.text().len(), |end| from + end);
                tokens.go_to(end);
                Inside::Open(&tokens.text()[from..end])
            }
        }
    }
}

/// Whether some text outside of sections has an ampersand that starts no reference.
pub(in crate::feed) fn has_bare_ampersand(raw: &str) -> bool {
    memchr::memchr_iter(b'&', raw.as_bytes())
        .find(|at| entity::reference(&raw[*at..]).is_none())
        .is_some_and(|at| xml::find(&raw[..at], "<![CDATA[").is_none())
}

/// Where the element ends and where the text goes on, or the place of the tag that shows that it has no end.
fn search(tokens: &mut Tokenizer<'_>, name: &str) -> Result<(usize, usize), usize> {
    let text = tokens.text();
    let mut at = tokens.at();
    let mut depth = 0_usize;
    while let Some(found) = memchr::memchr(b'<', &text.as_bytes()[at..]) {
        let start = at + found;
        let rest = &text[start + 1..];
        at = start + 1;
        match rest.as_bytes().first() {
            Some(b'/') if is_named(&rest[1..], name) => {
                if depth == 0 {
                    let close = rest.find('>').map_or(text.len(), |close| start + close + 2);
                    return Ok((start, close));
                }
                depth -= 1;
            }
            Some(b'/') if is_boundary(&rest[1..], ["item", "entry", "channel", "feed", "rss", "rdf:rdf"]) => {
                return Err(start);
            }
            Some(b'!') if rest.starts_with("!--") => {
                at = tokens.find(start + 4, Ending::Comment).map_or(start + 4, |end| end + 3);
            }
            Some(b'!') if rest.starts_with("![CDATA[") => at = cdata_end(tokens, start + 9, name),
            Some(b'/' | b'!' | b'?') | None => {}
            Some(_) if is_named(rest, name) => {
                let close = tokens.find(start, Ending::Tag).unwrap_or(text.len());
                depth += usize::from(!text[start..close].ends_with('/'));
            }
            Some(_) if is_boundary(rest, ["item", "entry", "channel"]) => return Err(start),
            Some(_) => {}
        }
    }
    Err(text.len())
}

/// Where a CDATA section ends. One whose end belongs to a later section was never closed.
fn cdata_end(tokens: &mut Tokenizer<'_>, from: usize, name: &str) -> usize {
    let Some(end) = tokens.find(from, Ending::Cdata) else {
        return from;
    };
    let inner = &tokens.text()[from..end];
    let unclosed = xml::find(inner, "<![CDATA[").is_some_and(|next| has_end_tag(&inner[..next], name));
    if unclosed { from } else { end + 3 }
}

fn has_end_tag(text: &str, name: &str) -> bool {
    text.match_indices("</").any(|(at, _)| is_named(&text[at + 2..], name))
}

/// Whether a tag's text starts with this name, letter case ignored.
fn is_named(text: &str, name: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name.as_bytes()))
        && bytes
            .get(name.len())
            .is_none_or(|after| after.is_ascii_whitespace() || matches!(after, b'>' | b'/' | b'<'))
}

fn is_boundary<const N: usize>(text: &str, names: [&str; N]) -> bool {
    names.iter().any(|name| is_named(text, name))
}

/// Decodes the raw inside of an element.
pub(in crate::feed) fn decode(raw: &str) -> Captured<'_> {
    if memchr::memchr(b'<', raw.as_bytes()).is_none() {
        return Captured { text: entity::decode(raw), markup: false };
    }
    if let Some(text) = single_cdata(raw) {
        return Captured { text: Cow::Borrowed(text), markup: false };
    }
    if has_tags(raw) {
        Captured { text: Cow::Owned(as_html(raw)), markup: true }
    } else {
        Captured { text: Cow::Owned(as_text(raw)), markup: false }
    }
}

/// The inside of the one CDATA section that is all there is.
fn single_cdata(raw: &str) -> Option<&str> {
    let inner = raw.trim().strip_prefix("<![CDATA[")?;
    match xml::find(inner, "]]>") {
        Some(end) if end + 3 == inner.len() => Some(&inner[..end]),
        Some(_) => None,
        // Never closed, so everything belongs to it.
        None => Some(inner),
    }
}

fn has_tags(raw: &str) -> bool {
    let mut tokens = Tokenizer::new(raw);
    std::iter::from_fn(|| tokens.next_token())
        .any(|(_, token)| matches!(token, Token::Start(_) | Token::End(_)))
}

/// Text, references and CDATA sections joined to text.
fn as_text(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut tokens = Tokenizer::new(raw);
    let mut from = 0;
    while let Some((start, token)) = tokens.next_token() {
        out.push_str(&entity::decode(&without_comments(&raw[from..start])));
        if let Token::Cdata(text) = token {
            out.push_str(text);
        }
        from = tokens.at();
    }
    out.push_str(&entity::decode(&without_comments(&raw[from..])));
    out
}

fn without_comments(text: &str) -> Cow<'_, str> {
    if xml::find(text, "<!--").is_none() {
        return Cow::Borrowed(text);
    }
    let mut pieces = text.split("<!--");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        out.push_str(piece.split_once("-->").map_or(piece, |(_, after)| after));
    }
    Cow::Owned(out)
}

/// Elements, text and CDATA sections joined to HTML: prefixes are dropped, empty elements closed.
fn as_html(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len() + raw.len() / 8);
    let mut tokens = Tokenizer::new(raw);
    let mut from = 0;
    while let Some((start, token)) = tokens.next_token() {
        push_html_text(&mut out, &without_comments(&raw[from..start]));
        match token {
            Token::Start(tag) => push_start(&mut out, tag),
            Token::End(name) => {
                out.push_str("</");
                out.push_str(local(name));
                out.push('>');
            }
            // Authors put whole HTML in a section between elements; text without tags is text.
            Token::Cdata(text) if text.contains('<') => out.push_str(text),
            Token::Cdata(text) => out.push_str(&entity::escape(text)),
            Token::Doctype(_) => {}
        }
        from = tokens.at();
    }
    push_html_text(&mut out, &without_comments(&raw[from..]));
    out
}

fn push_start(out: &mut String, tag: StartTag<'_>) {
    let name = local(tag.name);
    out.push('<');
    out.push_str(name);
    out.push_str(tag.attributes);
    out.push('>');
    if tag.empty && !is_void(name) {
        out.push_str("</");
        out.push_str(name);
        out.push('>');
    }
}

/// Text between elements: what HTML would read differently is written so that it reads alike.
fn push_html_text(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let found = if rest.starts_with('&') { entity::reference(rest) } else { None };
        match found {
            Some((Reference::Text(..), length)) => {
                out.push_str(&rest[..length]);
                rest = &rest[length..];
            }
            Some((Reference::Nothing, length)) => rest = &rest[length..],
            None => {
                out.push_str(if rest.starts_with('&') { "&amp;" } else { "&lt;" });
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
}

fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// The elements of HTML that have no end tag (HTML Standard, section 13.1.2).
fn is_void(name: &str) -> bool {
    const VOID: [&str; 13] = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ];
    VOID.iter().any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    fn inside(text: &str) -> (String, bool, usize) {
        let mut tokens = Tokenizer::new(text);
        let Some((_, Token::Start(tag))) = tokens.next_token() else { panic!("a start tag") };
        match Captures::new(text.len()).inside(&mut tokens, tag) {
            Inside::Closed(raw) => (raw.to_owned(), true, tokens.at()),
            Inside::Open(raw) => (raw.to_owned(), false, tokens.at()),
        }
    }

    #[test]
    fn an_element_ends_at_its_own_end_tag() {
        assert_eq!(inside("<a>x<b>y</b></A >z"), ("x<b>y</b>".to_owned(), true, 17));
        assert_eq!(inside("<a>x<a>y</a>z</a>"), ("x<a>y</a>z".to_owned(), true, 17));
        assert_eq!(inside("<a/>z"), (String::new(), true, 4));
        assert_eq!(inside("<a><![CDATA[</a>]]></a>"), ("<![CDATA[</a>]]>".to_owned(), true, 23));
    }

    #[test]
    fn an_element_without_an_end_ends_before_the_next_tag() {
        assert_eq!(inside("<t>x<link>y</link></item>"), ("x".to_owned(), false, 4));
        assert_eq!(inside("<t>x<item><t>y</t></item>"), ("x".to_owned(), false, 4));
    }

    #[test]
    fn an_unclosed_section_ends_with_its_element() {
        let (raw, closed, _) = inside("<d><![CDATA[one</d></item><item><d><![CDATA[two]]></d>");
        assert_eq!((raw.as_str(), closed), ("<![CDATA[one", true));
        assert_eq!(decode(&raw).text, "one");
    }

    #[track_caller]
    fn check(raw: &str, text: &str, markup: bool) {
        assert_eq!(decode(raw), Captured { text: Cow::Borrowed(text), markup }, "{raw}");
    }

    #[test]
    fn text_is_decoded_and_markup_kept() {
        check("a &lt;b&gt; &eacute;", "a <b> é", false);
        check(" <![CDATA[<p>x &amp; y</p>]]> ", "<p>x &amp; y</p>", false);
        check("a<![CDATA[ < ]]>b &amp; <!-- c -->d", "a < b & d", false);
        check("1 < 2", "1 < 2", false);
        check("x <b>y &amp; z</b> A&B", "x <b>y &amp; z</b> A&amp;B", true);
        check("<x:div dir='rtl'>a<x:p/>b<br/></x:div>", "<div dir='rtl'>a<p></p>b<br></div>", true);
    }

    #[test]
    fn unclosed_elements_by_the_thousand_take_linear_time() {
        let mut text = String::new();
        for number in 0..50_000 {
            let _ = write!(text, "<x{number}>");
        }
        let mut tokens = Tokenizer::new(&text);
        let mut captures = Captures::new(text.len());
        let mut count = 0;
        while let Some((_, Token::Start(tag))) = tokens.next_token() {
            captures.inside(&mut tokens, tag);
            count += 1;
        }
        assert_eq!(count, 50_000);
    }
}
