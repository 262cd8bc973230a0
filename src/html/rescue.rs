//! A second reader for texts that the first could not read: html2text, without its line breaks.
//!
//! It knows no direction and wraps by itself, so it is not the first (`bidi.md` section 2.6). What it does well is to
//! make words of any HTML; and it shares no code with our walk, so one fault seldom stops both.

use std::panic::catch_unwind;

use super::dom::{Dom, NodeId, start_of};
use super::{Document, Reading, plain};

/// Columns that no paragraph reaches: we wrap ourselves.
const WIDTH: usize = 1 << 20;

/// Bytes that are tried.
const MAX_BYTES: usize = 256 << 10;

pub(super) fn read(html: &str, reading: &Reading<'_>) -> Document {
    let html = start_of(html, MAX_BYTES);
    let text = catch_unwind(|| by_html2text(html)).ok().flatten().unwrap_or_else(|| without_tags(html));
    plain::read(&text, reading)
}

/// Our parser bounds depth and size first: html2text's own trees are as deep as the document.
fn by_html2text(html: &str) -> Option<String> {
    let dom = Dom::parse(html);
    let mut bounded = String::new();
    write(&dom, dom.root(), &mut bounded);
    html2text::config::plain_no_decorate().string_from_read(bounded.as_bytes(), WIDTH).ok()
}

/// The tree as HTML again, as much of it as words need.
fn write(dom: &Dom, node: NodeId, out: &mut String) {
    for child in dom.children(node) {
        match (dom.text(child), dom.name(child)) {
            (Some(text), _) => out.push_str(&text.replace('&', "&amp;").replace('<', "&lt;")),
            (_, Some("script" | "style" | "template" | "head")) | (None, None) => {}
            (_, Some(name @ ("br" | "hr" | "img"))) => {
                let alt =
                    dom.attr(child, "alt").unwrap_or_default().replace('&', "&amp;").replace('"', "&quot;");
                out.extend(["<", name, " alt=\"", &alt, "\">"]);
            }
            (_, Some(name)) => {
                out.extend(["<", name, ">"]);
                write(dom, child, out);
                out.extend(["</", name, ">"]);
            }
        }
    }
}

/// The last resort: everything outside of angle brackets.
fn without_tags(html: &str) -> String {
    let mut text = String::new();
    for piece in html.split('<') {
        text.push_str(piece.rsplit_once('>').map_or(piece, |(_, words)| words));
        text.push(' ');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_text_are_rescued() {
        let text = by_html2text("<h1>א &amp; b</h1><p>one <b>two</b><ul><li>three</ul><script>no</script>");
        let words: Vec<String> =
            text.iter().flat_map(|text| text.split_whitespace()).map(str::to_owned).collect();
        for word in ["א", "&", "one", "two", "three"] {
            assert!(words.iter().any(|known| known == word), "{word} in {words:?}");
        }
        assert!(!words.iter().any(|word| word == "no"));
    }

    #[test]
    fn deep_trees_are_rescued_too() {
        let text = by_html2text(&format!("{}word", "<div><b>".repeat(20_000)));
        assert!(text.is_some_and(|text| text.contains("word")));
    }

    #[test]
    fn the_last_resort_leaves_tags_out() {
        assert_eq!(without_tags("a<b c='d'>e</b>f").split_whitespace().collect::<Vec<_>>(), ["a", "e", "f"]);
    }
}
