//! The stored forms of items: the small head that lists show, and the whole, packed.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::{Stored, decode, encode, stored_enum, stored_struct};
use crate::model::{Content, Direction, Enclosure, Item, ItemKey, Markup, Media, MediaKind, Person};
use crate::store::error::StoreError;
use crate::store::key::Area;
use crate::time::Timestamp;

/// What is stored of an item for lists and comparisons. Its date is with its status.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::store) struct StoredHead {
    pub(in crate::store) title: Option<String>,
    pub(in crate::store) excerpt: Option<String>,
    pub(in crate::store) author: Option<String>,
    pub(in crate::store) link: Option<String>,
    pub(in crate::store) language: Option<String>,
    pub(in crate::store) direction: Option<Direction>,
    pub(in crate::store) digest: u64,
    pub(in crate::store) likeness: u64,
    /// The chunk that the whole item is in.
    pub(in crate::store) chunk: u32,
    /// When its title or text last changed, until it is read after that.
    pub(in crate::store) changed: Option<Timestamp>,
}

stored_struct!(StoredHead as HeadV2 of version 2, else older_head {
    title: Option<String>,
    excerpt: Option<String>,
    author: Option<String>,
    link: Option<String>,
    language: Option<String>,
    direction: Option<Direction>,
    digest: u64,
    likeness: u64,
    chunk: u32,
    changed: Option<Timestamp>,
});

/// The first form is the second without the last field, which is a zero where there is no moment.
fn older_head(version: u8, form: &[u8]) -> Option<StoredHead> {
    if version != 1 {
        return None;
    }
    let form = [form, &[0]].concat();
    let (record, rest) = postcard::take_from_bytes::<HeadV2>(&form).ok()?;
    StoredHead::restored(record).filter(|_| rest.is_empty())
}

stored_struct!(Item as ItemV1 {
    key: ItemKey,
    identity: String,
    guid: Option<String>,
    title: Option<String>,
    link: Option<String>,
    authors: Vec<Person>,
    published: Option<Timestamp>,
    updated: Option<Timestamp>,
    categories: Vec<String>,
    language: Option<String>,
    direction: Option<Direction>,
    content: Option<Content>,
    summary: Option<Content>,
    enclosures: Vec<Enclosure>,
    media: Vec<Media>,
    comments: Option<String>,
    source: Option<(Option<String>, Option<String>)>,
});

stored_struct!(Content as ContentV1 {
    text: String,
    markup: Markup,
    base: Option<String>,
    language: Option<String>,
});

stored_enum!(Markup as MarkupV1 { Html, Plain });

stored_struct!(Person as PersonV1 { name: Option<String>, email: Option<String>, url: Option<String> });

stored_struct!(Enclosure as EnclosureV1 {
    url: String,
    media_type: Option<String>,
    length: Option<u64>,
    title: Option<String>,
    duration_seconds: Option<u64>,
});

stored_struct!(Media as MediaV1 {
    url: String,
    kind: MediaKind,
    media_type: Option<String>,
    title: Option<String>,
    size: Option<(u32, u32)>,
    thumbnail: Option<String>,
    duration_seconds: Option<u64>,
});

stored_enum!(MediaKind as MediaKindV1 { Image, Audio, Video, Chapters, Transcript, Other });

/// Chunks longer than this are compressed. Shorter ones gain little.
const COMPRESS_ABOVE: usize = 1024;

/// No chunk is larger than the largest document that is fetched; more than this is damage.
const LARGEST: u64 = 256 * 1024 * 1024;

/// How hard to compress.
const LEVEL: u32 = 4;

const PLAIN: u8 = 0;
const DEFLATED: u8 = 1;

/// The bytes of some whole items: a byte that says whether the record behind it is compressed, then the record.
pub(in crate::store) fn pack_bodies(items: &Vec<Item>) -> Result<Vec<u8>, StoreError> {
    let record = encode(Area::Body, items)?;
    if record.len() <= COMPRESS_ABOVE {
        return Ok([&[PLAIN][..], &record].concat());
    }
    let mut encoder = DeflateEncoder::new(vec![DEFLATED], Compression::new(LEVEL));
    encoder
        .write_all(&record)
        .and_then(|()| encoder.finish())
        .map_err(|error| StoreError::Write(error.to_string()))
}

/// Reads what [`pack_bodies`] wrote.
pub(in crate::store) fn unpack_bodies(bytes: &[u8]) -> Result<Vec<Item>, StoreError> {
    match bytes.split_first() {
        Some((&PLAIN, record)) => decode(Area::Body, record),
        Some((&DEFLATED, packed)) => {
            let mut record = Vec::new();
            DeflateDecoder::new(packed)
                .take(LARGEST)
                .read_to_end(&mut record)
                .map_err(|error| StoreError::damaged(Area::Body, error))?;
            decode(Area::Body, &record)
        }
        _ => Err(StoreError::damaged(Area::Body, "unknown packing")),
    }
}
