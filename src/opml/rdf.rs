//! Lists in RDF: `rdf:Seq` with an `rdf:li` a feed, and FOAF with a channel for each weblog.

use super::markup::{Piece, Pieces, local};
use super::{Entry, List, settings};

/// Adds the feeds that a list in RDF names. A feed in RSS 1.0 is RDF too, but no list.
pub(super) fn read(text: &str, list: &mut List) {
    let is = |tag: &str, wanted: &str| tag.eq_ignore_ascii_case(wanted);
    let starts = || {
        Pieces::of(text).filter_map(|piece| match piece {
            Piece::Start(tag) => Some(tag),
            _ => None,
        })
    };
    if !starts().any(|tag| is(tag.local(), "RDF")) || starts().any(|tag| is(tag.local(), "item")) {
        return;
    }
    let mut title = None;
    let mut in_name = false;
    // The name of an agent may stand behind its channels.
    let mut waiting: Vec<Entry> = Vec::new();
    for piece in Pieces::of(text) {
        match piece {
            Piece::Start(tag) => {
                in_name = matches!(tag.local(), "name" | "nick") && !tag.is_empty;
                let about =
                    tag.attributes.iter().find(|(name, _)| matches!(local(name), "about" | "resource"));
                let stated =
                    tag.attributes.iter().find(|(name, _)| local(name) == "title").map(|(_, title)| title);
                let url = about.map(|(_, url)| url.trim()).filter(|url| !url.is_empty());
                if let (Some(url), "channel" | "li" | "feed") = (url, tag.local()) {
                    let title = stated.and_then(|stated| settings::words(stated));
                    waiting.push(Entry { url: url.to_owned(), title, ..Entry::default() });
                }
            }
            Piece::End(name) => {
                in_name = false;
                if is(local(name), "Agent") || is(local(name), "Person") {
                    take(&mut waiting, title.take().as_deref(), list);
                }
            }
            Piece::Text(text) if in_name => title = settings::words(&text).or(title),
            Piece::Text(_) => {}
        }
    }
    take(&mut waiting, title.as_deref(), list);
}

fn take(waiting: &mut Vec<Entry>, title: Option<&str>, list: &mut List) {
    for mut entry in waiting.drain(..) {
        entry.title = entry.title.or_else(|| title.map(str::to_owned));
        list.take(entry);
    }
}
