//! Directions that a document states.

use crate::feed::repair::node::Node;
use crate::feed::repair::xml::{self, Token, Tokenizer};
use crate::model::Direction;

/// The `dir` attribute of an element (Atom bidirectional extension, HTML).
pub(super) fn of_element(element: &Node<'_>) -> Option<Direction> {
    if !element.has_attributes() {
        return None;
    }
    word(&element.attribute("dir")?)
}

/// The direction of the root element of some HTML; where there are several, the one that all of them state.
pub(in crate::feed) fn of_markup(html: &str) -> Option<Direction> {
    if xml::find(html, "dir").is_none() && xml::find(html, "DIR").is_none() {
        return None;
    }
    let mut tokens = Tokenizer::new(html);
    let mut depth = 0_usize;
    let mut from = 0;
    let mut found = None;
    while let Some((start, token)) = tokens.next_token() {
        if depth == 0 && !html[from..start].trim().is_empty() {
            return None;
        }
        match token {
            Token::Start(tag) if tag.empty || is_void(tag.name) => {}
            // The root of a whole document is what is in it.
            Token::Start(tag) if depth == 0 && is_shell(tag.name) && stated(tag.attributes).is_none() => {}
            Token::Start(tag) if depth == 0 && tag.name.eq_ignore_ascii_case("head") => depth += 1,
            Token::Start(tag) => {
                if depth == 0 {
                    let direction = stated(tag.attributes)?;
                    if found.is_some_and(|found| found != direction) {
                        return None;
                    }
                    found = Some(direction);
                }
                depth += 1;
            }
            Token::End(name) if is_shell(name) => {}
            Token::End(_) => depth = depth.saturating_sub(1),
            Token::Cdata(_) | Token::Doctype(_) => {}
        }
        from = tokens.at();
    }
    if depth == 0 && !html[from..].trim().is_empty() {
        return None;
    }
    found
}

fn stated(attributes: &str) -> Option<Direction> {
    let found = xml::attributes(attributes);
    let value = found.iter().find(|(name, _)| name.eq_ignore_ascii_case("dir"))?;
    word(&value.1)
}

fn word(text: &str) -> Option<Direction> {
    match text.trim().to_ascii_lowercase().as_str() {
        "rtl" => Some(Direction::Rtl),
        "ltr" => Some(Direction::Ltr),
        _ => None,
    }
}

fn is_shell(name: &str) -> bool {
    name.eq_ignore_ascii_case("html") || name.eq_ignore_ascii_case("body")
}

fn is_void(name: &str) -> bool {
    ["br", "hr", "img", "input", "meta", "link", "wbr", "source", "embed"]
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(html: &str, expected: Option<Direction>) {
        assert_eq!(of_markup(html), expected, "{html}");
    }

    #[test]
    fn the_root_element_tells() {
        check("<div dir=\"rtl\"><p>x</p></div>", Some(Direction::Rtl));
        check(" <p DIR=LTR>x", Some(Direction::Ltr));
        check("<p dir='rtl'>x</p> <p dir='rtl'>y</p><br>", Some(Direction::Rtl));
        check("<html><body dir='rtl'><p>x</p></body></html>", Some(Direction::Rtl));
    }

    #[test]
    fn parts_tell_nothing_of_the_whole() {
        check("<p dir='rtl'>x</p><p>y</p>", None);
        check("<p dir='rtl'>x</p><p dir='ltr'>y</p>", None);
        check("x <span dir='rtl'>y</span>", None);
        check("<div><p dir='rtl'>x</p></div>", None);
        check("<p dir='auto'>x</p>", None);
    }
}
