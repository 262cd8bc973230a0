//! Understands feed documents: decodes, repairs, reads with feed-rs, adds what feed-rs drops.

mod address;
mod charset;
mod convert;
mod dates;
mod extra;
mod identity;
mod person;
mod plain;
mod repair;
mod sniff;
mod title;

pub use identity::is_repeat;

use std::borrow::Cow;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::model::{Enclosure, Feed, Item};
use crate::time::Timestamp;

use extra::{FeedExtra, Frame, ItemExtra};
use repair::{Repairs, json, structure, words};

/// The version of this module's reading. Raised when the same bytes would give other items.
pub const PARSER_VERSION: u32 = 1;

/// What is known about a document beside its bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints<'a> {
    /// `Content-Type` as received.
    pub content_type: Option<&'a str>,
    /// `Content-Language` as received: holds where the document states no language.
    pub content_language: Option<&'a str>,
    /// The address that the document came from.
    pub base_url: Option<&'a str>,
    /// A character encoding that the user set for the feed; wins over everything.
    pub charset: Option<&'a str>,
    /// The moment of reading: dates after it are not believed.
    pub now: Timestamp,
}

/// A document that was understood.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The feed.
    pub feed: Feed,
    /// Its items in document order, each with an identity that no other has.
    pub items: Vec<Item>,
    /// What the document states of each of the items, in their order.
    pub stated: Vec<Stated>,
    /// What had to be repaired.
    pub repairs: Vec<Repair>,
    /// The character encoding that was used, as the Encoding Standard names it.
    pub encoding: &'static str,
}

/// What a document states of an item although a reader can't go by it; for those who look into documents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stated {
    /// The item's address: its link, else its guid where that claims to be one (RSS 2.0, `isPermaLink`), be it an
    /// address or not.
    pub link: Option<String>,
    /// The date of publication, be it one that can be meant or not: [`Item::published`] has no year 1, no first day
    /// of 1970 and nothing in the far future.
    pub published: Option<Timestamp>,
    /// The date of the last change, likewise.
    pub updated: Option<Timestamp>,
    /// Attached files without an address.
    pub files_without_address: Vec<Enclosure>,
}

/// One kind of fault that was repaired in a document; `word` is stable and shown to the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Repair {
    /// A short name in lower case with hyphens, for instance `bare-ampersand`.
    pub word: &'static str,
}

/// Nothing in the document can be shown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The document is empty.
    #[error("the document is empty")]
    Empty,
    /// It is an HTML page.
    #[error("the document is a web page")]
    WebPage,
    /// It is a list of feeds.
    #[error("the document is a list of feeds (OPML)")]
    Opml,
    /// It is something else.
    #[error("the document is not a feed")]
    NotAFeed,
    /// It looks like a feed but could not be read.
    #[error("the feed can't be read: {0}")]
    Broken(String),
}

/// The largest document that is read, in bytes. What the network lets through is smaller.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// Reads a document.
///
/// The time it takes grows with the length of the document only, and no document can make it panic.
///
/// # Errors
///
/// When there is nothing to show; faults that can be repaired are none.
pub fn parse(bytes: &[u8], hints: &Hints<'_>) -> Result<Parsed, ParseError> {
    // Nothing below is known to panic; a feed that finds a way loses itself, not the reader.
    catch_unwind(AssertUnwindSafe(|| read(bytes, hints)))
        .unwrap_or_else(|_| Err(ParseError::Broken("it made the reader stumble".to_owned())))
}

/// Decodes a text document of unknown encoding (a page, an outline): BOM, valid UTF-8, header, declaration, fallback.
#[must_use]
pub fn decode(bytes: &[u8], content_type: Option<&str>) -> String {
    let labels = charset::Labels { content_type, chosen: None };
    charset::decode(bytes, labels, &mut Repairs::default()).text.into_owned()
}

/// The name of the encoding that a label means (`utf8`, `cp1256`, `ISO-8859-6`); `None` if it means none.
#[must_use]
pub fn charset(label: &str) -> Option<&'static str> {
    charset::name(label)
}

/// Names of encodings that people are likely to mean, for messages about one that is mistyped.
pub const CHARSETS: &[&str] = charset::NAMES;

fn read(bytes: &[u8], hints: &Hints<'_>) -> Result<Parsed, ParseError> {
    let mut repairs = Repairs::default();
    let bytes = unpacked(bytes, &mut repairs)?;
    if bytes.len() > MAX_BYTES {
        return Err(too_large());
    }
    let labels = charset::Labels { content_type: hints.content_type, chosen: hints.charset };
    let charset::Decoded { text, encoding } = charset::decode(&bytes, labels, &mut repairs);
    let Understood { feed, items, stated } = match sniff::kind(&text) {
        sniff::Kind::Empty => return Err(ParseError::Empty),
        sniff::Kind::WebPage => return Err(ParseError::WebPage),
        sniff::Kind::Opml => return Err(ParseError::Opml),
        sniff::Kind::Unknown => return Err(ParseError::NotAFeed),
        sniff::Kind::Xml => from_xml(text, hints, &mut repairs)?,
        sniff::Kind::Json => from_json(&text, hints, &mut repairs)?,
    };
    Ok(Parsed { feed, items, stated, repairs: repairs.into_list(), encoding })
}

/// The body of a server that compressed it without saying so.
fn unpacked<'a>(bytes: &'a [u8], repairs: &mut Repairs) -> Result<Cow<'a, [u8]>, ParseError> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(Cow::Borrowed(bytes));
    }
    repairs.add(words::COMPRESSED);
    let mut body = Vec::new();
    let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX) + 1;
    let outcome = flate2::read::MultiGzDecoder::new(bytes).take(limit).read_to_end(&mut body);
    match outcome {
        Err(_) if body.is_empty() => Err(ParseError::NotAFeed),
        // What came before a broken end can be shown.
        Ok(_) | Err(_) => Ok(Cow::Owned(body)),
    }
}

/// What a document says, apart from what was done to read it.
struct Understood {
    feed: Feed,
    items: Vec<Item>,
    stated: Vec<Stated>,
}

fn from_xml(text: Cow<'_, str>, hints: &Hints<'_>, repairs: &mut Repairs) -> Result<Understood, ParseError> {
    let text = repair::xml_text(text, repairs);
    let mut writer = plain::Writer::new(text.len());
    let mut extras: Vec<ItemExtra> = Vec::new();
    let mut frame: (usize, Frame) = (0, Frame::of(&[], hints.base_url));
    let mut found = Repairs::default();
    let head = structure::read(&text, repairs, &mut |frames, entry| {
        if frames.len() != frame.0 {
            frame = (frames.len(), Frame::of(frames, hints.base_url));
        }
        let (item, extra) = extra::item(&entry, &frame.1, hints.now, &mut found);
        writer.item(&item);
        extras.push(extra);
    });
    repairs.add_all(found);
    let outer = Frame::of(&head.frames, hints.base_url);
    let (feed, mut feed_extra) = extra::feed(&head, &outer, hints.now);
    if head.frames.is_empty() && extras.is_empty() {
        return Err(ParseError::NotAFeed);
    }
    // A lone Atom entry is a document of its own (RFC 4287 section 2).
    if head.frames.is_empty() && text.contains("<entry") {
        feed_extra.format = crate::model::Format::Atom;
    }
    feed_extra.language = feed_extra.language.or_else(|| of_header(hints));
    finish(writer, &feed, feed_extra, extras, repairs)
}

/// The language that the server names, if it is one: a list of several says nothing about one document.
fn of_header(hints: &Hints<'_>) -> Option<String> {
    let tag = hints.content_language?.trim();
    let is_tag = !tag.is_empty() && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_tag.then(|| tag.to_owned())
}

fn from_json(text: &str, hints: &Hints<'_>, repairs: &mut Repairs) -> Result<Understood, ParseError> {
    let read = json::read(text, hints.base_url, hints.now, repairs).ok_or(ParseError::NotAFeed)?;
    let mut writer = plain::Writer::new(text.len());
    let mut extras = Vec::with_capacity(read.items.len());
    for (item, extra) in read.items {
        writer.item(&item);
        extras.push(extra);
    }
    let language = read.extra.language.clone().or_else(|| of_header(hints));
    finish(writer, &read.feed, FeedExtra { language, ..read.extra }, extras, repairs)
}

/// Has the plain document read, and gives the items their names.
fn finish(
    writer: plain::Writer,
    feed: &plain::PlainFeed,
    feed_extra: FeedExtra,
    mut extras: Vec<ItemExtra>,
    repairs: &mut Repairs,
) -> Result<Understood, ParseError> {
    for extra in &mut extras {
        extra.language = extra.language.take().or_else(|| feed_extra.language.clone());
    }
    let sources: Vec<_> = extras.iter().map(|extra| extra.source_of_identity.clone()).collect();
    let stated = extras.iter_mut().map(|extra| std::mem::take(&mut extra.stated)).collect();
    let document = writer.finish(feed);
    let (feed, mut items) = convert::convert(&document, feed_extra, extras)?;
    identity::assign(&mut items, &sources, feed.link.as_deref(), repairs);
    Ok(Understood { feed, items, stated })
}

fn too_large() -> ParseError {
    ParseError::Broken(format!("it is larger than {} MiB", MAX_BYTES / 1024 / 1024))
}

#[cfg(test)]
mod tests;
