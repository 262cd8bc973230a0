//! The `Link` header field (RFC 8288), read tolerantly.

use super::Headers;

/// More links than this in one answer are not read: nobody needs them, and each costs memory.
const MOST: usize = 200;

/// One link of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// Where it leads, as written: relative to the address that was asked.
    pub target: String,
    /// Its relations in lower case: `hub`, `self`, `next`, `alternate`.
    pub rel: Vec<String>,
    /// The media type that `type` hints at.
    pub media_type: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// What it is a link of, if not the answer itself.
    pub anchor: Option<String>,
}

impl Link {
    /// Whether it has this relation; letter case makes no difference (RFC 8288 section 2.1.1).
    #[must_use]
    pub fn is(&self, rel: &str) -> bool {
        self.rel.iter().any(|known| known.eq_ignore_ascii_case(rel))
    }
}

/// The links of an answer, in order; what can't be read is left out.
#[must_use]
pub fn links(headers: &Headers) -> Vec<Link> {
    let mut found = Vec::new();
    for line in headers.all("Link") {
        let mut rest = line.as_str();
        while found.len() < MOST
            && let Some((link, behind)) = link(rest)
        {
            found.push(link);
            rest = behind;
        }
    }
    found
}

/// The next link and what is behind it (RFC 8288 appendix B.2).
fn link(text: &str) -> Option<(Link, &str)> {
    let (_, text) = text.split_once('<')?;
    let (target, mut rest) = text.split_once('>')?;
    let mut link = Link { target: target.trim().to_owned(), ..Link::default() };
    loop {
        rest = rest.trim_start();
        match rest.chars().next() {
            Some(';') => {
                let (name, value, behind) = parameter(&rest[1..]);
                set(&mut link, name, value);
                rest = behind;
            }
            Some(',') | None => return Some((link, rest)),
            // Rubbish between parameters: go on at the next one that can be one.
            Some(_) => rest = rest.find([';', ',']).map_or("", |at| &rest[at..]),
        }
    }
}

/// A parameter's name, its value, and what is behind it.
fn parameter(text: &str) -> (&str, String, &str) {
    let end = text.find(['=', ';', ',']).unwrap_or(text.len());
    let (name, rest) = (text[..end].trim(), &text[end..]);
    let Some(rest) = rest.strip_prefix('=') else { return (name, String::new(), rest) };
    let rest = rest.trim_start();
    if let Some(quoted) = rest.strip_prefix('"') {
        let (value, behind) = quoted_string(quoted);
        return (name, value, behind);
    }
    let end = rest.find([';', ',']).unwrap_or(rest.len());
    (name, rest[..end].trim().to_owned(), &rest[end..])
}

/// The text up to the closing quote (RFC 9110 section 5.6.4); up to the end if there is none.
fn quoted_string(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (value, &text[at + 1..]),
            '\\' => value.extend(chars.next().map(|(_, escaped)| escaped)),
            _ => value.push(c),
        }
    }
    (value, "")
}

/// The first occurrence of a parameter counts (RFC 8288 section 3.3 for `rel`, 3.4.1 for others).
fn set(link: &mut Link, name: &str, value: String) {
    if name.eq_ignore_ascii_case("rel") {
        if link.rel.is_empty() {
            link.rel = value.split_ascii_whitespace().map(str::to_ascii_lowercase).collect();
        }
        return;
    }
    let place = match name.to_ascii_lowercase().as_str() {
        "type" => &mut link.media_type,
        "title" => &mut link.title,
        "anchor" => &mut link.anchor,
        _ => return,
    };
    if place.is_none() {
        *place = Some(value);
    }
}

#[cfg(test)]
mod tests {
    use super::super::headers::fields;
    use super::*;
    use proptest::prelude::*;

    fn read(value: &str) -> Vec<Link> {
        links(&fields(&[("Link", value)]))
    }

    fn check(value: &str, expected: &[(&str, &[&str])]) {
        let found = read(value);
        let seen: Vec<(&str, Vec<&str>)> = found
            .iter()
            .map(|link| (link.target.as_str(), link.rel.iter().map(String::as_str).collect()))
            .collect();
        let expected: Vec<(&str, Vec<&str>)> =
            expected.iter().map(|(target, rel)| (*target, rel.to_vec())).collect();
        assert_eq!(seen, expected, "{value}");
    }

    #[test]
    fn hub_and_self_on_one_line() {
        check(
            "<https://hub.example/>; rel=\"hub\", <https://example.org/feed>; rel=self",
            &[("https://hub.example/", &["hub"]), ("https://example.org/feed", &["self"])],
        );
    }

    #[test]
    fn commas_and_semicolons_in_targets_and_quotes_do_not_divide() {
        check("</a,b;c>; title=\"x, <y>; rel=z\"; rel=Next", &[("/a,b;c", &["next"])]);
    }

    #[test]
    fn several_relations_in_one_parameter() {
        let found =
            read("</feed>; rel=\"alternate  Self\"; type=\"application/atom+xml\"; title=\"A \\\"b\\\"\"");
        assert!(found[0].is("self") && found[0].is("ALTERNATE") && !found[0].is("hub"));
        assert_eq!(found[0].media_type.as_deref(), Some("application/atom+xml"));
        assert_eq!(found[0].title.as_deref(), Some("A \"b\""));
    }

    #[test]
    fn the_first_rel_counts() {
        check("</a>; rel=hub; rel=self", &[("/a", &["hub"])]);
    }

    #[test]
    fn rubbish_is_passed_over() {
        check("", &[]);
        check("no link at all", &[]);
        check("</broken", &[]);
        check("</a> rubbish ; rel=hub , ,, </b>;rel", &[("/a", &["hub"]), ("/b", &[])]);
        check("</a>; title=\"never closed; rel=hub", &[("/a", &[])]);
    }

    #[test]
    fn no_answer_brings_more_links_than_anyone_needs() {
        assert_eq!(read(&"</a>;rel=b,".repeat(10_000)).len(), MOST);
    }

    proptest! {
        #[test]
        fn no_text_makes_it_fail(text in "[<>;,=\"\\\\a\u{e9} ]{0,80}") {
            let _ = read(&text);
        }
    }
}
