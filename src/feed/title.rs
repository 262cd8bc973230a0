//! Titles, names and other one-line texts: plain, entities decoded, markup removed.

use std::borrow::Cow;

use super::repair::entity;
use super::repair::xml::{Token, Tokenizer};

/// How a text was meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Text: `<b>` is what it says.
    Text,
    /// HTML.
    Html,
    /// Not stated, as in RSS: HTML if it looks like it.
    Unknown,
}

/// A text on one line. One round of references is decoded, blanks are joined.
pub(super) fn plain(text: &str, kind: Kind) -> String {
    let html = match kind {
        Kind::Text => false,
        Kind::Html => true,
        Kind::Unknown => looks_like_html(text),
    };
    let stripped = if html && text.contains('<') { without_tags(text) } else { Cow::Borrowed(text) };
    one_line(&entity::decode(&stripped))
}

/// The text with its runs of blanks made one; no-break spaces stay.
pub(super) fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split(is_blank).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out.retain(entity::is_allowed);
    out
}

fn is_blank(found: char) -> bool {
    found.is_whitespace() && found != '\u{a0}' && found != '\u{202f}'
}

/// Whether a text has markup of HTML: an end tag, or one of the elements that have none.
pub(super) fn looks_like_html(text: &str) -> bool {
    if !text.contains('<') {
        return false;
    }
    let mut tokens = Tokenizer::new(text);
    std::iter::from_fn(|| tokens.next_token()).any(|(_, token)| match token {
        Token::End(name) => is_element(name),
        Token::Start(tag) => is_lonely(tag.name) || is_paragraph(tag.name),
        Token::Cdata(_) | Token::Doctype(_) => false,
    })
}

/// The text outside of tags. Tags of names that HTML doesn't have are text.
fn without_tags(text: &str) -> Cow<'_, str> {
    let mut out = String::with_capacity(text.len());
    let mut tokens = Tokenizer::new(text);
    let mut from = 0;
    // What stands in these is no text.
    let mut hidden: Option<&str> = None;
    while let Some((start, token)) = tokens.next_token() {
        let (name, opens) = match token {
            Token::Start(tag) => (tag.name, true),
            Token::End(name) => (name, false),
            Token::Cdata(_) | Token::Doctype(_) => continue,
        };
        // A tag that is never closed is text as well.
        if !is_element(name) || !text[..tokens.at()].ends_with('>') {
            continue;
        }
        match hidden {
            Some(waited) if !opens && waited.eq_ignore_ascii_case(name) => hidden = None,
            Some(_) => {}
            None => {
                push_outside_comments(&mut out, &text[from..start]);
                if is_block(name) {
                    out.push(' ');
                }
                hidden = (opens && is_hidden(name)).then_some(name);
            }
        }
        from = tokens.at();
    }
    if hidden.is_none() {
        push_outside_comments(&mut out, &text[from..]);
    }
    Cow::Owned(out)
}

fn push_outside_comments(out: &mut String, text: &str) {
    let mut pieces = text.split("<!--");
    out.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        out.push_str(piece.split_once("-->").map_or(piece, |(_, after)| after));
    }
}

fn is_hidden(name: &str) -> bool {
    is_one_of(name, &["script", "style", "template", "noscript"])
}

fn is_lonely(name: &str) -> bool {
    is_one_of(name, &["br", "hr", "img", "wbr"])
}

fn is_paragraph(name: &str) -> bool {
    is_one_of(name, &["p", "div", "li", "td"])
}

fn is_block(name: &str) -> bool {
    is_one_of(
        name,
        &[
            "address",
            "article",
            "aside",
            "blockquote",
            "br",
            "dd",
            "div",
            "dl",
            "dt",
            "figure",
            "footer",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "header",
            "hr",
            "li",
            "main",
            "nav",
            "ol",
            "p",
            "pre",
            "section",
            "table",
            "td",
            "th",
            "tr",
            "ul",
        ],
    )
}

fn is_element(name: &str) -> bool {
    is_block(name)
        || is_lonely(name)
        || is_hidden(name)
        || is_one_of(
            name,
            &[
                "a",
                "abbr",
                "acronym",
                "audio",
                "b",
                "bdi",
                "bdo",
                "big",
                "body",
                "button",
                "caption",
                "center",
                "cite",
                "code",
                "col",
                "data",
                "del",
                "dfn",
                "em",
                "embed",
                "figcaption",
                "font",
                "form",
                "head",
                "html",
                "i",
                "iframe",
                "input",
                "ins",
                "kbd",
                "label",
                "link",
                "map",
                "mark",
                "math",
                "meta",
                "nobr",
                "object",
                "option",
                "q",
                "rb",
                "rp",
                "rt",
                "ruby",
                "s",
                "samp",
                "select",
                "small",
                "source",
                "span",
                "strike",
                "strong",
                "sub",
                "summary",
                "sup",
                "svg",
                "tbody",
                "textarea",
                "thead",
                "time",
                "title",
                "tt",
                "u",
                "var",
                "video",
            ],
        )
}

fn is_one_of(name: &str, names: &[&str]) -> bool {
    let local = name.rsplit_once(':').map_or(name, |(_, local)| local);
    names.iter().any(|known| known.eq_ignore_ascii_case(local))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, kind: Kind, expected: &str) {
        assert_eq!(plain(text, kind), expected, "{text}");
    }

    #[test]
    fn one_more_round_of_references_is_decoded() {
        check("It&rsquo;s here", Kind::Unknown, "It’s here");
        check("Q &amp; A", Kind::Unknown, "Q & A");
        check("AT&T", Kind::Unknown, "AT&T");
        check("a &amp;amp; b", Kind::Text, "a &amp; b");
    }

    #[test]
    fn markup_is_removed_where_it_is_markup() {
        check("a <b>bold</b> title<br>two", Kind::Unknown, "a bold title two");
        check("Vec<T> and <b>", Kind::Unknown, "Vec<T> and <b>");
        check("Vec<T> and <b>b</b>", Kind::Html, "Vec<T> and b");
        check("The <b> element", Kind::Text, "The <b> element");
        check("x<script>alert(1)</script>y<!-- no -->z", Kind::Html, "xyz");
        check("1 < 2 <a", Kind::Html, "1 < 2 <a");
    }

    #[test]
    fn blanks_are_joined_and_controls_dropped() {
        check("  a\n\t b\u{1b}[31m \u{a0}c ", Kind::Text, "a b[31m \u{a0}c");
    }
}
