//! What makes an item the same at the next poll: its guid, else its link, else a digest of its content.
//!
//! An identity holds no address of the feed, nothing of its place in the document and no moment of reading, so
//! that items keep their read marks when the feed moves, grows or is read again.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::hash::Hasher;

use siphasher::sip::SipHasher24;

use crate::model::{Item, ItemKey};
use crate::time::Timestamp;

use super::repair::{Repairs, words};

/// What the identity of an item is made of, as the document has it.
#[derive(Clone, Debug, Default)]
pub(super) struct Source {
    /// The guid or id, trimmed.
    pub(super) guid: Option<String>,
    /// The link as written, before it was made absolute.
    pub(super) link: Option<String>,
}

/// The keys of the hash. They must never change: stored read marks depend on them.
const KEYS: (u64, u64) = (0x6875_6468_7564_0001, 0x6974_656d_6b65_7931);

/// The key of an identity. The same in every release and on every machine.
pub(super) fn key(identity: &str) -> ItemKey {
    ItemKey(hash(&[identity]))
}

/// SipHash-2-4 of the parts, each ended by a byte that no text has.
fn hash(parts: &[&str]) -> u64 {
    let mut hasher = SipHasher24::new_with_keys(KEYS.0, KEYS.1);
    for part in parts {
        hasher.write(part.as_bytes());
        hasher.write(&[0xff]);
    }
    hasher.finish()
}

/// Gives every item its identity and a key that no other item of the document has.
///
/// A guid that different items share says nothing and is passed over; all of them then go by their links (or
/// contents). `home` is the page of the feed: an item that links to nothing else is told by its title as well.
pub(super) fn assign(items: &mut [Item], sources: &[Source], home: Option<&str>, repairs: &mut Repairs) {
    let shared_guids = shared_guids(items, sources);
    let shared_links = shared_links(items, sources);
    for (item, source) in items.iter_mut().zip(sources) {
        let guid = source.guid.as_deref().filter(|guid| !is_placeholder(guid));
        let link = source.link.as_deref();
        item.identity = match (guid, link) {
            (Some(guid), _) if !shared_guids.contains(guid) => format!("guid:{guid}"),
            (_, Some(link)) if !shared_links.contains(link) && item.link.as_deref() != home => {
                format!("link:{link}")
            }
            (_, Some(link)) => format!("link:{link} {}", digest_of_title(item)),
            (Some(guid), None) => format!("guid:{guid} {}", digest(item)),
            (None, None) => {
                repairs.add(words::MISSING_ID);
                format!("text:{}", digest(item))
            }
        };
        item.key = key(&item.identity);
    }
    if !shared_guids.is_empty() {
        repairs.add(words::DUPLICATE_ID);
    }
    separate(items, repairs);
}

/// Words that programs write where they have no guid.
fn is_placeholder(guid: &str) -> bool {
    const PLACEHOLDERS: [&str; 9] = ["n/a", "none", "null", "nil", "undefined", "nan", "0", "-1", "-"];
    PLACEHOLDERS.iter().any(|known| known.eq_ignore_ascii_case(guid))
}

/// The guids that items with different links have, or with different titles where they have no links.
///
/// The same item twice, or in two versions, is no reason to distrust its guid.
fn shared_guids<'a>(items: &[Item], sources: &'a [Source]) -> HashSet<&'a str> {
    let mut first: HashMap<&str, usize> = HashMap::with_capacity(items.len());
    let mut found = HashSet::new();
    for (at, source) in sources.iter().enumerate() {
        let Some(guid) = source.guid.as_deref() else { continue };
        let before = *first.entry(guid).or_insert(at);
        let same = match (&sources[before].link, &source.link) {
            (Some(one), Some(other)) => one == other,
            _ => items[before].title == items[at].title,
        };
        if !same {
            found.insert(guid);
        }
    }
    found
}

/// The links that items with different titles have.
fn shared_links<'a>(items: &[Item], sources: &'a [Source]) -> HashSet<&'a str> {
    let mut first: HashMap<&str, usize> = HashMap::with_capacity(items.len());
    let mut found = HashSet::new();
    for (at, source) in sources.iter().enumerate() {
        let Some(link) = source.link.as_deref() else { continue };
        let before = *first.entry(link).or_insert(at);
        if items[before].title != items[at].title {
            found.insert(link);
        }
    }
    found
}

/// Whether an item stands in its document a second time, word for word: it is listed, and is no other item.
#[must_use]
pub fn is_repeat(item: &Item) -> bool {
    item.identity.starts_with(REPEAT)
}

/// What the identity of a repeated item starts with; no other starts so.
const REPEAT: &str = "again:";

/// Where items still have one identity, the first keeps it. Another that says the same is a repeat of it, others get
/// their content's digest, and a number at last.
fn separate(items: &mut [Item], repairs: &mut Repairs) {
    let mut taken: HashMap<ItemKey, usize> = HashMap::with_capacity(items.len());
    let mut digests: HashMap<usize, String> = HashMap::new();
    let mut turns: HashMap<String, usize> = HashMap::new();
    for at in 0..items.len() {
        let (before, rest) = items.split_at_mut(at);
        let Some(item) = rest.first_mut() else { break };
        let first = match taken.entry(item.key) {
            Entry::Vacant(place) => {
                place.insert(at);
                continue;
            }
            Entry::Occupied(place) => *place.get(),
        };
        repairs.add(words::DUPLICATE_ID);
        let own = digest(item);
        let same = before
            .get(first)
            .is_some_and(|first_item| *digests.entry(first).or_insert_with(|| digest(first_item)) == own);
        let repeat = if same { REPEAT } else { "" };
        let stem = format!("{repeat}{} {own}", item.identity);
        let turn = turns.entry(stem.clone()).or_insert(1);
        loop {
            item.identity = if *turn == 1 { stem.clone() } else { format!("{stem} #{turn}") };
            item.key = key(&item.identity);
            *turn += 1;
            if let Entry::Vacant(place) = taken.entry(item.key) {
                place.insert(at);
                break;
            }
        }
    }
}

/// A digest of what an item without a name of its own says.
fn digest(item: &Item) -> String {
    let title = item.title.as_deref().unwrap_or_default();
    let body = item.body().map(|body| body.text.as_str()).unwrap_or_default();
    let start: String =
        body.split_whitespace().flat_map(|word| word.chars().chain([' '])).take(500).collect();
    let date = item.published.map(Timestamp::to_rfc3339).unwrap_or_default();
    let file = item.enclosures.first().map(|file| file.url.as_str()).unwrap_or_default();
    format!("{:016x}", hash(&[title, &start, &date, file]))
}

fn digest_of_title(item: &Item) -> String {
    format!("{:016x}", hash(&[item.title.as_deref().unwrap_or_default()]))
}

#[cfg(test)]
mod tests;
