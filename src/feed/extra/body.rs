//! The texts of an item: which of them are HTML, and what was escaped once too often.

use std::borrow::Cow;

use crate::feed::plain::PlainText;
use crate::feed::repair::node::Node;
use crate::feed::repair::{entity, xml};
use crate::feed::title;
use crate::model::{Format, Markup};

/// The text of an element of content; `None` if it holds none.
pub(super) fn text<'a>(node: &Node<'a>, format: Format) -> Option<PlainText<'a>> {
    let kind = node.word("type").unwrap_or_default().to_ascii_lowercase();
    let captured = node.captured();
    if captured.text.trim().is_empty() {
        return None;
    }
    let text = match node.word("mode").as_deref() {
        Some("base64") => Cow::Owned(base64(&captured.text)?),
        _ => captured.text,
    };
    let html = |text| Some(PlainText { text, markup: Markup::Html });
    let plain = |text| Some(PlainText { text, markup: Markup::Plain });
    if captured.markup {
        return html(text);
    }
    match kind.split(';').next().unwrap_or_default().trim() {
        "html" | "text/html" => html(undo_double_escape(text)),
        "xhtml" | "application/xhtml+xml" => html(if title::looks_like_html(&text) {
            text
        } else {
            Cow::Owned(entity::escape(&text).into_owned())
        }),
        "text" if format == Format::Atom => plain(text),
        "" | "text" | "text/plain" | "plain" | "html/text" => Some(guess(text, format)),
        other if other.starts_with("text/") || other.ends_with("xml") => Some(guess(text, format)),
        other if other.contains('/') => base64(&text).map(Cow::Owned).and_then(plain),
        _ => Some(guess(text, format)),
    }
}

/// Keeps the plain text of a title element where there is none yet.
pub(super) fn keep_title(place: &mut Option<String>, node: &Node<'_>, format: Format) {
    if place.is_none() {
        *place = title_of(node, format);
    }
}

/// The plain text of a title element.
pub(super) fn title_of(node: &Node<'_>, format: Format) -> Option<String> {
    let captured = node.captured();
    let stated = node.word("type").map(|kind| kind.to_ascii_lowercase());
    let base64 = node.word("mode").as_deref() == Some("base64");
    let binary =
        stated.as_deref().is_some_and(|kind| kind.starts_with("application/") && !kind.ends_with("xml"));
    if (base64 || binary)
        && let Some(text) = text(node, format)
    {
        return Some(title::plain(&text.text, title::Kind::Html)).filter(|title| !title.is_empty());
    }
    let kind = match stated.as_deref() {
        _ if captured.markup => title::Kind::Html,
        Some("html" | "text/html" | "xhtml" | "application/xhtml+xml") => title::Kind::Html,
        Some("text") if format == Format::Atom => title::Kind::Text,
        _ => title::Kind::Unknown,
    };
    Some(title::plain(&captured.text, kind)).filter(|title| !title.is_empty())
}

/// A text of which nobody says what it is.
fn guess(text: Cow<'_, str>, format: Format) -> PlainText<'_> {
    let text = undo_double_escape(text);
    let has_references = || text.match_indices('&').any(|(at, _)| entity::reference(&text[at..]).is_some());
    let html = title::looks_like_html(&text) || format == Format::Rss && has_references();
    PlainText { text, markup: if html { Markup::Html } else { Markup::Plain } }
}

/// HTML that was escaped twice (`&amp;lt;p&amp;gt;`) is HTML.
pub(in crate::feed) fn undo_double_escape(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.contains('<') || xml::find(&text, "&lt;").is_none() {
        return text;
    }
    let decoded = entity::decode(&text);
    if title::looks_like_html(&decoded) { Cow::Owned(decoded.into_owned()) } else { text }
}

/// Text in Base64 (RFC 4648 section 4), blanks ignored; `None` if it is not, or is no UTF-8.
fn base64(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for byte in text.bytes().filter(|byte| !byte.is_ascii_whitespace() && *byte != b'=') {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xff).unwrap_or_default());
        }
    }
    String::from_utf8(bytes).ok().filter(|text| text.chars().all(entity::is_allowed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read() {
        assert_eq!(base64("PHA+2YfYr9mH2K\n88L3A+").as_deref(), Some("<p>هدهد</p>"));
        assert_eq!(base64("not base64!"), None);
    }

    #[test]
    fn double_escaped_html_is_recognized() {
        assert_eq!(undo_double_escape(Cow::Borrowed("&lt;p&gt;x &amp;amp; y&lt;/p&gt;")), "<p>x &amp; y</p>");
        assert_eq!(undo_double_escape(Cow::Borrowed("1 &lt; 2")), "1 &lt; 2");
    }
}
