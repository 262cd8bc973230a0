//! From named feeds to choices: without doubles, one choice for a feed in several formats, comments last.

use super::address::comparable;
use super::{Candidate, kind};
use crate::model::Format;

/// Candidates that are offered at most.
const MAX: usize = 100;

/// A feed that something names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) url: String,
    pub(super) title: Option<String>,
    pub(super) format: Option<Format>,
}

/// The choices, the best first.
pub(super) fn choices(named: Vec<Named>) -> Vec<Candidate> {
    let mut choices: Vec<Candidate> = Vec::new();
    let mut seen = Vec::new();
    for named in named.into_iter().take(MAX) {
        let same = comparable(&named.url);
        if seen.contains(&same) {
            continue;
        }
        seen.push(same);
        let format = named.format.or_else(|| kind::of_address(&named.url));
        let kind = kind::of(named.title.as_deref(), &named.url);
        let new = Candidate { url: named.url, title: named.title, format, alternatives: Vec::new(), kind };
        match choices.iter_mut().find(|old| is_same_feed(old, &new)) {
            Some(old) => old.alternatives.push((new.format, new.url)),
            None => choices.push(new),
        }
    }
    choices.sort_by_key(|choice| choice.kind);
    choices
}

/// Whether two are one feed in two formats: by their titles, or by their addresses, without the words for formats.
fn is_same_feed(old: &Candidate, new: &Candidate) -> bool {
    let taken = |format| old.format == format || old.alternatives.iter().any(|(other, _)| *other == format);
    if old.kind != new.kind || taken(new.format) || host(&old.url) != host(&new.url) {
        return false;
    }
    let (one, other) = (title(old), title(new));
    match (one.is_empty(), other.is_empty()) {
        // Two real titles decide alone.
        (false, false) => one == other,
        _ => skeleton(&old.url) == skeleton(&new.url),
    }
}

fn host(url: &str) -> String {
    let host = url.split('/').nth(2).unwrap_or_default().to_lowercase();
    host.strip_prefix("www.").unwrap_or(&host).to_owned()
}

/// The title without words for formats and what stands in brackets: `Blog (RSS 2.0)` and `Blog – Atom` are one.
fn title(candidate: &Candidate) -> String {
    let text = candidate.title.as_deref().unwrap_or_default();
    let text = match text.trim_end().strip_suffix(')').and_then(|text| text.rsplit_once('(')) {
        Some((before, inside)) if kind::words(inside).any(|word| says_format(&word)) => before,
        _ => text,
    };
    let mut after_format = false;
    kind::words(text)
        .filter(|word| {
            // The 2.0 of RSS 2.0 goes with it.
            after_format =
                says_format(word) || (after_format && word.bytes().all(|byte| byte.is_ascii_digit()));
            !after_format
        })
        .collect()
}

/// The address without words for formats: `/blog/rss.xml` and `/blog/feed.json` are one.
fn skeleton(url: &str) -> String {
    let path = url.splitn(4, '/').nth(3).unwrap_or_default();
    kind::words(path).filter(|word| !says_format(word)).collect::<Vec<_>>().join("/")
}

fn says_format(word: &str) -> bool {
    kind::says_feed(word)
        || matches!(
            word,
            "json" | "xml" | "format" | "type" | "index" | "php" | "flux" | "fil" | "alt" | "flavor"
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discover::CandidateKind;

    fn named(url: &str, title: &str, format: Option<Format>) -> Named {
        let title = (!title.is_empty()).then(|| title.to_owned());
        Named { url: format!("https://example.org{url}"), title, format }
    }

    fn urls(choices: &[Candidate]) -> Vec<&str> {
        choices.iter().map(|choice| choice.url.trim_start_matches("https://example.org")).collect()
    }

    const RSS: Option<Format> = Some(Format::Rss);
    const ATOM: Option<Format> = Some(Format::Atom);
    const JSON: Option<Format> = Some(Format::Json);

    #[test]
    fn one_feed_in_several_formats_is_one_choice() {
        for (one, other) in [
            (named("/rss.xml", "Main RSS Feed", RSS), named("/atom.xml", "Main Atom Feed", ATOM)),
            (named("/feed/", "Blog » Feed", RSS), named("/feed.json", "JSON", JSON)),
            (named("/feed/", "", RSS), named("/feed/atom/", "", ATOM)),
            (named("/news.rdf", "Blog (RSS 1.0)", RSS), named("/x/atom", "Blog", ATOM)),
            (named("/?format=rss", "", None), named("/?format=atom", "", None)),
        ] {
            let choices = choices(vec![one.clone(), other.clone()]);
            assert_eq!(choices.len(), 1, "{one:?} {other:?}");
            assert_eq!(choices[0].alternatives, [(other.format.or(ATOM), other.url)]);
        }
    }

    #[test]
    fn other_feeds_stay_apart() {
        let found = choices(vec![
            named("/feed/kraj", "Kraj", RSS),
            named("/feed/swiat", "Świat", RSS),
            named("/feed.atom", "News", ATOM),
            named("/features.atom", "Features", ATOM),
            named("/1.atom", "1", ATOM),
            named("/2.rss", "2", RSS),
        ]);
        assert_eq!(found.len(), 6);
    }

    #[test]
    fn doubles_vanish_and_comments_come_last() {
        let found = choices(vec![
            named("/comments/feed/", "Blog » Comments", RSS),
            named("/feed/", "Blog » Feed", RSS),
            named("/feed", "again", RSS),
            named("/تعليقات/feed", "المدونة » التعليقات", RSS),
        ]);
        assert_eq!(urls(&found)[..2], ["/feed/", "/comments/feed/"]);
        assert_eq!(found.iter().filter(|choice| choice.kind == CandidateKind::Comments).count(), 2);
    }
}
