//! Plain text as a document, and markup that was escaped once too often.

mod words;

use super::block::{Block, Gap, Para};
use super::dom::{Dom, MAX_BYTES, start_of};
use super::ink::{Ink, Mark, White};
use super::link::{Links, bare};
use super::{Document, LinkKind, Reading};
use crate::model::{Direction, DirectionChoice};
use crate::text::{Isolate, Style, direction};

/// Elements by which markup is recognized.
const TAGS: [&str; 26] = [
    "p",
    "br",
    "a",
    "div",
    "span",
    "b",
    "i",
    "em",
    "strong",
    "img",
    "ul",
    "ol",
    "li",
    "h1",
    "h2",
    "h3",
    "h4",
    "table",
    "blockquote",
    "pre",
    "code",
    "font",
    "figure",
    "iframe",
    "hr",
    "center",
];

/// Plain text: line breaks stay, empty lines part paragraphs, bare addresses become links.
pub(super) fn read(text: &str, reading: &Reading<'_>) -> Document {
    let text = start_of(text, MAX_BYTES);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut links = Links::default();
    let mut blocks = Vec::new();
    let mut rows: Vec<&str> = Vec::new();
    for row in text.split('\n').chain([""]) {
        if !row.trim().is_empty() {
            rows.push(row.trim_end());
        } else if !rows.is_empty() {
            blocks.push(Block::Para(paragraph(&rows.join("\n"), reading, &mut links)));
            rows.clear();
        }
    }
    Document { blocks, links: links.into_vec() }
}

fn paragraph(text: &str, reading: &Reading<'_>, links: &mut Links) -> Para {
    let base = match reading.choice {
        DirectionChoice::Fixed(direction) => direction,
        DirectionChoice::Auto => direction::of_field(text, reading.direction),
    };
    let mut ink = Ink::default();
    let mut at = 0;
    for piece in bare(text) {
        ink.text(&text[at..piece.range.start], White::Keep);
        at = piece.range.end;
        let number = piece.target.and_then(|target| links.number(None, &target, LinkKind::Page));
        let style = if number.is_some() { Style::LINK } else { Style::PLAIN };
        ink.open(Mark { style, link: number, isolate: Some(Isolate::As(Direction::Ltr)) });
        ink.text(&text[piece.range], White::Keep);
        ink.close();
    }
    ink.text(&text[at..], White::Keep);
    Para { text: ink.finish(), base, gap: Gap::Loose }
}

/// The text of some HTML, references decoded, without what is never shown.
pub(super) fn decode(html: &str) -> String {
    words::words(html)
}

/// The markup of a text that holds none of its own but `&lt;p&gt;` and the like: it was escaped twice.
pub(super) fn unescape_twice_escaped(html: &str) -> Option<String> {
    if html.contains('<') || !html.contains("&lt;") || html.len() > MAX_BYTES {
        return None;
    }
    let is_tag = |rest: &str| {
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        let end = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let (name, rest) = rest.split_at(end);
        let ends = rest.starts_with([' ', '/', '\n', '\t']) || rest.starts_with("&gt;");
        ends && TAGS.iter().any(|tag| name.eq_ignore_ascii_case(tag))
    };
    // One tag alone may be what the text is about: a tag that is closed, or a second one, makes it markup.
    let tags = html.split("&lt;").skip(1).filter(|rest| is_tag(rest)).take(2).count();
    let whole = html.trim_start().starts_with("&lt;");
    (tags == 2 || (tags == 1 && whole)).then(|| Dom::parse(html)).map(|dom| dom.text_of(dom.root()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_that_was_escaped_twice_is_recognized() {
        let twice = |html| unescape_twice_escaped(html);
        assert_eq!(twice("&lt;p&gt;a &amp;amp; b&lt;/p&gt;").as_deref(), Some("<p>a &amp; b</p>"));
        assert_eq!(twice("a&lt;br /&gt;b&lt;br&gt;c").as_deref(), Some("a<br />b<br>c"));
        for html in
            ["1 &lt; 2", "use the &lt;p&gt; tag", "<b>&lt;p&gt;x&lt;/p&gt;</b>", "&lt;foo&gt;x&lt;/foo&gt;"]
        {
            assert_eq!(twice(html), None, "{html}");
        }
    }

    #[test]
    fn references_are_decoded_once() {
        for (html, expected) in [
            ("It&rsquo;s here", "It’s here"),
            ("Q &amp; A", "Q & A"),
            ("AT&T", "AT&T"),
            ("&amp;amp;", "&amp;"),
            ("1 < 2", "1 < 2"),
            ("<div dir=rtl>כותרת <b>ראשית</b></div><script>x</script>", " כותרת ראשית"),
        ] {
            assert_eq!(decode(html), expected, "{html}");
        }
    }
}
