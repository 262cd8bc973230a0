//! Persons as RSS writes them: a name, an address, or both in any order.

use crate::model::Person;

use super::repair::node::Node;
use super::title::{self, Kind};

/// The person in an element: with children as in Atom, else text as in RSS.
pub(super) fn of_node(node: &Node<'_>) -> Option<Person> {
    let captured = node.captured();
    if captured.markup {
        let children = node.children();
        let child = |names: &[&str]| {
            let found = children.iter().find(|child| names.contains(&child.name.as_ref()))?;
            Some(title::plain(&found.text()?, Kind::Unknown)).filter(|text| !text.is_empty())
        };
        let person = Person {
            name: child(&["name"]),
            email: child(&["email"]).map(|mail| without_mailto(&mail).to_owned()),
            url: child(&["uri", "url", "homepage"]),
        };
        if person != Person::default() {
            return Some(person);
        }
    }
    of_text(&title::plain(&captured.text, Kind::Html))
}

/// `mail (Name)`, `Name <mail>`, `Name`, `mail`.
pub(super) fn of_text(text: &str) -> Option<Person> {
    let text = text.trim();
    let Some(mail) = text
        .split([
            ' ', '(', ')', '<', '>', '[', ']', ',', ';', '"', '\u{a0}', '،', '—', '«', '»', '（', '）',
            '\u{3000}', '\u{200f}', '\u{200e}',
        ])
        .find(|word| is_mail(word))
    else {
        return (!text.is_empty()).then(|| Person { name: Some(text.to_owned()), ..Person::default() });
    };
    let rest = text.replacen(mail, " ", 1);
    let name = rest.trim_matches(|found: char| {
        found.is_whitespace() || "()<>[]\",;،—«»（）\u{200e}\u{200f}".contains(found)
    });
    Some(Person {
        name: (!name.is_empty()).then(|| title::one_line(name)),
        email: Some(without_mailto(mail).to_owned()),
        url: None,
    })
}

fn without_mailto(mail: &str) -> &str {
    mail.strip_prefix("mailto:").unwrap_or(mail)
}

/// Whether a word is a mail address as far as one can tell.
fn is_mail(word: &str) -> bool {
    let Some((local, host)) = without_mailto(word).split_once('@') else {
        return false;
    };
    let dotted = host.contains('.') && !host.starts_with('.') && !host.ends_with('.');
    !local.is_empty() && dotted && local.is_ascii() && !host.contains(['@', '/', ':'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, name: Option<&str>, email: Option<&str>) {
        let person = of_text(text).unwrap_or_default();
        assert_eq!((person.name.as_deref(), person.email.as_deref()), (name, email), "{text}");
    }

    #[test]
    fn name_and_address_are_told_apart() {
        check("jane@example.org (Jane Doe)", Some("Jane Doe"), Some("jane@example.org"));
        check("Jane Doe <jane@example.org>", Some("Jane Doe"), Some("jane@example.org"));
        check("jane@example.org", None, Some("jane@example.org"));
        check("mailto:jane@example.org", None, Some("jane@example.org"));
        check("Jane Doe", Some("Jane Doe"), None);
        check("@jane", Some("@jane"), None);
        check("", None, None);
    }

    #[test]
    fn an_address_may_touch_any_character() {
        for mark in ["\u{200f}", "،", "\u{a0}", "（", "»", "—", "\u{3000}"] {
            check(&format!("{mark}jane@example.org{mark}نور"), Some("نور"), Some("jane@example.org"));
        }
    }
}
