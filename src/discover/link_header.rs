//! The `Link` header field (RFC 8288), as far as it names feeds.

use super::candidates::Named;
use super::kind;
use crate::html;

/// Fields and links that are looked at.
const MAX_LINKS: usize = 50;

/// The feeds that `Link` fields of an answer from `url` name.
pub(super) fn feeds(url: &str, fields: &[String]) -> Vec<Named> {
    fields
        .iter()
        .flat_map(|field| parts(field, ','))
        .take(MAX_LINKS)
        .filter_map(|link| feed(url, link))
        .collect()
}

fn feed(url: &str, link: &str) -> Option<Named> {
    let (target, rest) = link.trim().strip_prefix('<')?.split_once('>')?;
    let value = |wanted: &str| {
        parts(rest, ';').into_iter().find_map(|parameter| {
            let (name, value) = parameter.split_once('=')?;
            name.trim().eq_ignore_ascii_case(wanted).then(|| value.trim().trim_matches('"').to_owned())
        })
    };
    let rel = value("rel")?.to_ascii_lowercase();
    let format = value("type").as_deref().and_then(kind::of_type);
    let named =
        rel.split_whitespace().any(|word| word == "feed" || (word == "alternate" && format.is_some()));
    let url = html::resolve(Some(url), target)?;
    named.then(|| Named { url, title: value("title").filter(|title| !title.is_empty()), format })
}

/// Parts at a sign that stands outside of quotes and angle brackets.
fn parts(text: &str, sign: char) -> Vec<&str> {
    let (mut quoted, mut angled) = (false, false);
    text.split(|letter: char| {
        match letter {
            '"' if !angled => quoted = !quoted,
            '<' if !quoted => angled = true,
            '>' if !quoted => angled = false,
            _ => {}
        }
        letter == sign && !quoted && !angled
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Format;

    #[test]
    fn feeds_are_found_among_other_links() {
        let fields = [
            r#"<https://hub.example.org/>; rel="hub", </a,b.xml>; type="application/atom+xml"; title="A, B"; rel="alternate""#
                .to_owned(),
            "</style.css>; rel=preload, </f>; rel=feed, </x>; rel=alternate; hreflang=de".to_owned(),
        ];
        let found = feeds("https://example.org/p/", &fields);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].url, "https://example.org/a,b.xml");
        assert_eq!((found[0].title.as_deref(), found[0].format), (Some("A, B"), Some(Format::Atom)));
        assert_eq!(found[1].url, "https://example.org/f");
    }
}
