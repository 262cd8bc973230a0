//! Words by which feeds, formats and comments are recognized in types, addresses and titles.

use super::CandidateKind;
use crate::model::Format;

/// The format that a media type stands for; `None` for types that are not only used for feeds.
pub(super) fn of_type(kind: &str) -> Option<Format> {
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match kind.as_str() {
        "application/rss+xml"
        | "application/x-rss+xml"
        | "application/rss"
        | "text/rss+xml"
        | "text/rss"
        | "text/x-rss" => Some(Format::Rss),
        "application/atom+xml"
        | "application/x.atom+xml"
        | "application/x-atom+xml"
        | "application/atom"
        | "text/atom+xml"
        | "text/atom" => Some(Format::Atom),
        "application/feed+json" => Some(Format::Json),
        _ => None,
    }
}

/// Whether a media type may be that of a feed, if something else says so too.
pub(super) fn is_vague_type(kind: &str) -> bool {
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    matches!(
        kind.as_str(),
        "application/xml" | "text/xml" | "application/rdf+xml" | "application/json" | "text/json"
    )
}

/// The words of a text: letters and digits, in lower case.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// Whether a word says feed.
pub(super) fn says_feed(word: &str) -> bool {
    matches!(
        word,
        "rss"
            | "rss2"
            | "rss20"
            | "rss10"
            | "rss092"
            | "atom"
            | "atom1"
            | "atom10"
            | "feed"
            | "feeds"
            | "rdf"
            | "rssfeed"
            | "rssfeeds"
            | "jsonfeed"
            | "atomfeed"
            | "xmlfeed"
            | "newsfeed"
            | "feedburner"
    )
}

/// The format that the words of an address name.
pub(super) fn of_address(address: &str) -> Option<Format> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let path = path.splitn(4, '/').nth(3).unwrap_or_default();
    let query = address.split_once('?').map_or("", |(_, query)| query);
    for word in words(path).chain(words(query)) {
        match word.as_str() {
            "rss" | "rss2" | "rss20" | "rdf" | "rss10" | "rss092" => return Some(Format::Rss),
            "atom" | "atom1" | "atom10" => return Some(Format::Atom),
            "json" => return Some(Format::Json),
            _ => {}
        }
    }
    None
}

/// Whether title and address speak of comments.
pub(super) fn of(title: Option<&str>, url: &str) -> CandidateKind {
    const WORDS: [&str; 24] = [
        "comments",
        "comment",
        "commentaires",
        "kommentare",
        "comentarios",
        "comentários",
        "comentaris",
        "commenti",
        "reacties",
        "komentarze",
        "komentarzami",
        "комментарии",
        "коментарі",
        "kommentarer",
        "kommentit",
        "yorumlar",
        "komentáře",
        "hozzászólások",
        "σχόλια",
        "تعليقات",
        "التعليقات",
        "دیدگاه‌ها",
        "نظرات",
        "תגובות",
    ];
    let path = url.splitn(4, '/').nth(3).unwrap_or_default();
    let speaks = |text: &str| {
        let text = text.to_lowercase();
        text.split(|letter: char| !letter.is_alphanumeric() && letter != '\u{200c}')
            .any(|word| WORDS.contains(&word))
            || text.contains("コメント")
            || text.contains("评论")
    };
    if title.is_some_and(speaks) || speaks(path) { CandidateKind::Comments } else { CandidateKind::Main }
}
