//! OPML: outlines in outlines.

use std::collections::HashMap;

use super::markup::{Piece, Pieces, Tag};
use super::{Entry, List, settings};
use crate::model::FolderPath;

/// How deep folders are kept; deeper ones count as the last.
const MAX_DEPTH: usize = 16;

/// Attributes that have their own place in an [`Entry`], or that are written anew.
const KNOWN: [&str; 12] = [
    "text",
    "title",
    "type",
    "xmlurl",
    "htmlurl",
    "category",
    "hudhud:tags",
    "hudhud:direction",
    "hudhud:language",
    "hudhud:charset",
    "hudhud:interval",
    "hudhud:retention",
];

/// Reads all outlines of a document.
pub(super) fn read(text: &str) -> List {
    let mut list = List::default();
    // The name of each open outline; none for those that are feeds themselves.
    let mut open: Vec<Option<String>> = Vec::new();
    let mut spaces: HashMap<String, String> = HashMap::new();
    let mut in_title = false;
    for piece in Pieces::of(text) {
        match piece {
            Piece::Start(tag) => {
                declare(&tag, &mut spaces);
                if tag.local().eq_ignore_ascii_case("outline") {
                    let is_feed = outline(&tag, &open, &spaces, &mut list);
                    if !tag.is_empty {
                        open.push(if is_feed { None } else { Some(name(&tag).unwrap_or_default()) });
                    }
                }
                in_title = tag.local().eq_ignore_ascii_case("title") && !tag.is_empty;
            }
            Piece::End(name) => {
                in_title = false;
                if super::markup::local(name).eq_ignore_ascii_case("outline") {
                    open.pop();
                }
            }
            Piece::Text(text) if in_title && list.outline.title.is_none() => {
                list.outline.title = settings::words(&text);
            }
            Piece::Text(_) => {}
        }
    }
    list
}

/// Takes a feed if the outline is one.
fn outline(
    tag: &Tag<'_>,
    open: &[Option<String>],
    spaces: &HashMap<String, String>,
    list: &mut List,
) -> bool {
    let Some(url) = address(tag) else {
        if let Some(url) = tag.get("url").or_else(|| tag.get("xmlUrl")).filter(|url| !url.trim().is_empty()) {
            list.note(format!("no feed but a link: {}", super::shortened(url)));
        }
        return false;
    };
    let folder = FolderPath::new(open.iter().flatten().take(MAX_DEPTH));
    list.take(Entry {
        url,
        title: name(tag),
        page: tag.get("htmlUrl").and_then(settings::words).filter(|page| settings::is_web(page)),
        folder,
        tags: settings::tags(tag),
        direction: settings::direction(tag),
        language: tag.get("hudhud:language").and_then(settings::words),
        charset: tag.get("hudhud:charset").and_then(settings::words),
        interval: tag.get("hudhud:interval").and_then(settings::interval).unwrap_or_default(),
        retention: tag.get("hudhud:retention").and_then(settings::retention).unwrap_or_default(),
        extra: extra(tag, spaces),
    });
    true
}

/// `xmlUrl`, or the `url` of an outline that calls itself a feed.
fn address(tag: &Tag<'_>) -> Option<String> {
    let stated = |name: &str| tag.get(name).map(str::trim).filter(|url| !url.is_empty()).map(str::to_owned);
    let kind = tag.get("type").unwrap_or_default().trim().to_ascii_lowercase();
    if matches!(kind.as_str(), "source" | "include" | "link") {
        // These name lists and pages, whatever attribute holds the address.
        return None;
    }
    let is_feed = matches!(kind.as_str(), "rss" | "atom" | "feed" | "pie" | "rdf" | "json");
    stated("xmlUrl").or_else(|| if is_feed { stated("url").or_else(|| stated("rssUrl")) } else { None })
}

/// `text`, else `title`.
fn name(tag: &Tag<'_>) -> Option<String> {
    ["text", "title"].iter().find_map(|name| tag.get(name).and_then(settings::words))
}

/// Remembers the namespaces that prefixes stand for.
fn declare(tag: &Tag<'_>, spaces: &mut HashMap<String, String>) {
    for (name, value) in &tag.attributes {
        if let Some(prefix) = name.strip_prefix("xmlns:")
            && spaces.len() < 100
        {
            spaces.insert(prefix.to_owned(), value.to_string());
        }
    }
}

/// Attributes that are not ours, and the namespaces that they need.
fn extra(tag: &Tag<'_>, spaces: &HashMap<String, String>) -> Vec<(String, String)> {
    let is_known =
        |name: &str| KNOWN.iter().any(|known| known.eq_ignore_ascii_case(name)) || name.starts_with("xmlns");
    let mut extra: Vec<(String, String)> = Vec::new();
    for (name, value) in &tag.attributes {
        if is_known(name) || !settings::is_name(name) || extra.iter().any(|(known, _)| known == name) {
            continue;
        }
        if let Some((prefix, _)) = name.split_once(':')
            && let Some(space) = spaces.get(prefix)
        {
            let declaration = (format!("xmlns:{prefix}"), space.clone());
            if !extra.contains(&declaration) {
                extra.push(declaration);
            }
        }
        extra.push(((*name).to_owned(), value.to_string()));
    }
    extra
}
