//! Attached files and media: enclosures, `MediaRSS`, podcast chapters and transcripts.

use crate::feed::address::Base;
use crate::feed::repair::namespace::Ns;
use crate::feed::repair::node::Node;
use crate::feed::title::{self, Kind};
use crate::model::{Enclosure, Media, MediaKind};

use super::link::Link;

/// The most media of one item that are kept.
const MAX_MEDIA: usize = 500;

/// An RSS enclosure; the address may stand in an attribute of another name, or inside. It is empty where there is
/// none.
pub(super) fn enclosure(node: &Node<'_>, base: &Base) -> Enclosure {
    let written = ["url", "href", "resource"].iter().find_map(|name| node.word(name)).or_else(|| node.text());
    let url = written.and_then(|written| base.within(node.base().as_deref()).resolve(&written));
    Enclosure { url: url.unwrap_or_default(), ..without_address(node) }
}

/// What the element of an attached file says of it beside its address.
pub(super) fn without_address(node: &Node<'_>) -> Enclosure {
    Enclosure {
        url: String::new(),
        media_type: node.word("type"),
        length: node.word("length").or_else(|| node.word("filesize")).and_then(|length| number(&length)),
        title: node.word("title").or_else(|| title_in(&node.children())),
        duration_seconds: node.word("duration").and_then(|duration| seconds(&duration)),
    }
}

/// An Atom link of the role `enclosure`.
pub(super) fn linked(link: &Link) -> Enclosure {
    Enclosure {
        url: link.address.clone(),
        media_type: link.media_type.clone(),
        length: link.length,
        title: link.title.clone(),
        duration_seconds: None,
    }
}

/// The media that the elements of an item name.
pub(super) fn media(nodes: &[Node<'_>], base: &Base) -> Vec<Media> {
    let mut found = Vec::new();
    let mut thumbnails = Vec::new();
    for node in nodes {
        match (node.ns, node.name.as_ref()) {
            (Ns::Media, "group") => found.extend(group(node, base)),
            (Ns::Media, "content") => found.extend(content(node, base)),
            (Ns::Media, "player") => found.extend(simple(node, base, MediaKind::Video)),
            (Ns::Media, "thumbnail") | (Ns::Itunes, "image") => {
                thumbnails.extend(simple(node, base, MediaKind::Image));
            }
            (Ns::Podcast, "chapters") => found.extend(simple(node, base, MediaKind::Chapters)),
            (Ns::Podcast, "transcript") => found.extend(simple(node, base, MediaKind::Transcript)),
            _ => {}
        }
    }
    adopt(&mut found, thumbnails);
    found.truncate(MAX_MEDIA);
    found
}

/// Media get the thumbnail beside them; where there is no medium it is a picture of its own.
fn adopt(media: &mut Vec<Media>, thumbnails: Vec<Media>) {
    let Some(first) = thumbnails.first().map(|thumbnail| thumbnail.url.clone()) else { return };
    let playable = |medium: &&mut Media| {
        matches!(medium.kind, MediaKind::Image | MediaKind::Audio | MediaKind::Video | MediaKind::Other)
    };
    let mut adopted = false;
    for medium in media.iter_mut().filter(playable) {
        adopted = true;
        if medium.thumbnail.is_none() && medium.url != first {
            medium.thumbnail = Some(first.clone());
        }
    }
    if !adopted {
        for thumbnail in thumbnails {
            if media.iter().all(|medium| medium.url != thumbnail.url) {
                media.push(thumbnail);
            }
        }
    }
}

/// Several forms of one medium; title and thumbnail beside them are theirs.
fn group(node: &Node<'_>, base: &Base) -> Vec<Media> {
    let children = node.children();
    let mut found = media(&children, &base.within(node.base().as_deref()));
    let title = title_in(&children);
    for medium in &mut found {
        medium.title = medium.title.take().or_else(|| title.clone());
    }
    found
}

fn content(node: &Node<'_>, base: &Base) -> Option<Media> {
    let children = node.children();
    let child_address = |name: &str| {
        let child = children.iter().find(|child| child.ns == Ns::Media && child.name == name)?;
        base.resolve(&child.word("url")?)
    };
    let own = node.word("url").and_then(|url| base.resolve(&url));
    let url = own.or_else(|| child_address("player"))?;
    let media_type = node.word("type");
    let kind = match node.word("medium").map(|medium| medium.to_ascii_lowercase()).as_deref() {
        Some("image") => MediaKind::Image,
        Some("audio") => MediaKind::Audio,
        Some("video") => MediaKind::Video,
        _ => kind_of(media_type.as_deref(), &url),
    };
    Some(Media {
        kind,
        media_type,
        title: title_in(&children),
        size: size(node),
        thumbnail: child_address("thumbnail"),
        duration_seconds: node.word("duration").and_then(|duration| seconds(&duration)),
        url,
    })
}

/// A medium that is an address with a type.
fn simple(node: &Node<'_>, base: &Base, kind: MediaKind) -> Option<Media> {
    let written = ["url", "href"].iter().find_map(|name| node.word(name)).or_else(|| node.text())?;
    Some(Media {
        url: base.within(node.base().as_deref()).resolve(&written)?,
        kind,
        media_type: node.word("type"),
        title: None,
        size: size(node),
        thumbnail: None,
        duration_seconds: None,
    })
}

fn title_in(nodes: &[Node<'_>]) -> Option<String> {
    let named = |name: &str| nodes.iter().find(|node| node.ns == Ns::Media && node.name == name);
    let node = named("title").or_else(|| named("description"))?;
    Some(title::plain(&node.captured().text, Kind::Unknown)).filter(|title| !title.is_empty())
}

fn size(node: &Node<'_>) -> Option<(u32, u32)> {
    let side = |name: &str| node.word(name).and_then(|side| side.trim_end_matches("px").parse().ok());
    Some((side("width")?, side("height")?))
}

/// The kind of a medium by its type, else by the end of its address.
fn kind_of(media_type: Option<&str>, url: &str) -> MediaKind {
    let media_type = media_type.unwrap_or_default().to_ascii_lowercase();
    match media_type.split('/').next().unwrap_or_default() {
        "image" => return MediaKind::Image,
        "audio" => return MediaKind::Audio,
        "video" => return MediaKind::Video,
        _ => {}
    }
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let ending = path.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
    match ending.as_str() {
        "jpg" | "jpeg" | "png" | "gif" | "webp" | "avif" | "svg" | "bmp" => MediaKind::Image,
        "mp3" | "m4a" | "ogg" | "oga" | "opus" | "flac" | "wav" | "aac" => MediaKind::Audio,
        "mp4" | "m4v" | "webm" | "mov" | "mkv" | "ogv" | "avi" | "m3u8" => MediaKind::Video,
        _ => MediaKind::Other,
    }
}

/// A playing time in seconds: `75`, `75.5`, `1:15`, `1:02:03`, `PT1H2M3S`. At most a hundred years.
pub(in crate::feed) fn seconds(text: &str) -> Option<u64> {
    let text = text.trim();
    if let Some(span) = super::rhythm::iso_duration(text) {
        return Some(span.as_seconds());
    }
    let whole = text.split(['.', ',']).next()?;
    let total = whole.split(':').try_fold(0_u64, |sum, part| {
        let part: u64 = part.trim().parse().ok()?;
        sum.checked_mul(60)?.checked_add(part)
    })?;
    (total <= 3_155_760_000).then_some(total)
}

/// A number of bytes, with separators of thousands.
fn number(text: &str) -> Option<u64> {
    let digits: String = text.chars().filter(|found| !matches!(found, ',' | ' ')).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playing_times_are_read_in_every_form() {
        for (text, expected) in [
            ("75", Some(75)),
            ("75.5", Some(75)),
            ("1:15", Some(75)),
            ("01:02:03", Some(3723)),
            ("PT1H2M3S", Some(3723)),
            ("", None),
            ("soon", None),
            ("99999999999999999999999999", None),
            ("99999999999999999999:00:00", None),
        ] {
            assert_eq!(seconds(text), expected, "{text}");
        }
    }

    #[test]
    fn the_kind_comes_from_type_or_ending() {
        assert_eq!(kind_of(Some("audio/mpeg"), "x"), MediaKind::Audio);
        assert_eq!(kind_of(None, "https://example.org/a.MP4?x=1"), MediaKind::Video);
        assert_eq!(kind_of(Some("application/pdf"), "https://example.org/a"), MediaKind::Other);
    }
}
