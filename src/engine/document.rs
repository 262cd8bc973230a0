//! Reads a document and compares it with what is stored. Blocks: it runs where that does no harm.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::follow::Fetched;
use super::ledger::parse_failure;
use super::revision::says_otherwise;
use super::trust::Kin;
use crate::feed::{self, Hints};
use crate::html;
use crate::ingest::{self, Extent, Known, digest, likeness, sorting_date};
use crate::model::{Failure, Feed, FeedId, Item, ItemId, ItemKey, Markup, Standing, Status};
use crate::store::{Alias, ChangedItem, NewItem, Store, StoreError};
use crate::time::{Span, Timestamp};

/// Characters of an excerpt.
const EXCERPT: usize = 120;
/// Bytes of a text that are looked at for its excerpt.
const LOOKED_AT: usize = 16 << 10;

/// What is to be read.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    /// The feed it belongs to.
    pub(super) feed: FeedId,
    /// The answer with the document.
    pub(super) fetched: Arc<Fetched>,
    /// How much of the feed it holds.
    pub(super) extent: Extent,
    /// The encoding that the user set for the feed.
    pub(super) charset: Option<String>,
    /// What it means that an item differs from the stored one.
    pub(super) differing: Differing,
    /// The moment of its arrival.
    pub(super) now: Timestamp,
}

/// What it means that an item differs from the stored one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Differing {
    /// Its publisher changed it.
    Edited,
    /// Nothing: it is old, or was read in another way before.
    ReadAnew,
}

/// What the document changes.
#[derive(Debug)]
pub(super) struct Document {
    /// The publisher's words.
    pub(super) feed: Feed,
    /// What had to be repaired.
    pub(super) repairs: Vec<String>,
    /// New items.
    pub(super) added: Vec<NewItem>,
    /// Changed items.
    pub(super) changed: Vec<ChangedItem>,
    /// Items that the publisher took back.
    pub(super) removed: Vec<ItemKey>,
    /// Other keys under which it gives stored items.
    pub(super) aliases: Vec<Alias>,
    /// Whether it is the feed that is stored.
    pub(super) kin: Kin,
    /// Whether it reaches back to what is stored.
    pub(super) meets: Meets,
}

/// Whether a document reaches back to the items that are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meets {
    /// It does, or nothing is stored.
    Known,
    /// It holds none of them: there may be items between them and it.
    Gap,
}

impl Document {
    /// Where the items between it and what is stored are, if there can be any.
    pub(super) fn gap(&self) -> Option<String> {
        let archive = self.feed.previous_archive.clone().filter(|url| crate::http::host(url).is_some());
        archive.filter(|_| self.meets == Meets::Gap)
    }

    /// Takes over the items of older documents, which say nothing about the feed itself.
    pub(super) fn add(&mut self, older: impl IntoIterator<Item = Self>) {
        let mut here: HashSet<ItemKey> = self.added.iter().map(|new| new.item.key).collect();
        here.extend(self.changed.iter().map(|changed| changed.item.key));
        for document in older {
            self.added.extend(document.added.into_iter().filter(|new| here.insert(new.item.key)));
            self.changed.extend(document.changed.into_iter().filter(|changed| here.insert(changed.item.key)));
            self.aliases.extend(document.aliases);
        }
    }
}

/// Why nothing came of a document.
#[derive(Debug)]
pub(super) enum Unread {
    /// It can't be read.
    Failure(Failure),
    /// What is stored can't be read.
    Store(StoreError),
}

/// Reads and compares.
pub(super) fn read(reading: &Reading, store: &Store) -> Result<Document, Unread> {
    let response = &reading.fetched.response;
    let content_type = response.headers.text("Content-Type");
    let content_language = response.headers.text("Content-Language");
    let hints = Hints {
        content_type: content_type.as_deref(),
        content_language: content_language.as_deref(),
        base_url: Some(&reading.fetched.url),
        charset: reading.charset.as_deref(),
        now: reading.now,
    };
    let parsed =
        feed::parse(&response.body, &hints).map_err(|error| Unread::Failure(parse_failure(&error)))?;
    let heads = store.heads(reading.feed).map_err(Unread::Store)?;
    let known: Vec<Known> = heads
        .iter()
        .map(|head| Known {
            key: head.id.key,
            digest: head.digest,
            likeness: head.likeness,
            standing: head.standing,
        })
        .collect();
    let starred: HashSet<ItemKey> =
        heads.iter().filter(|head| head.status.starred).map(|head| head.id.key).collect();
    let extent = match reading.extent {
        Extent::Newest if parsed.feed.complete => Extent::Complete,
        extent => extent,
    };
    let kin = kin(&known, &parsed.items);
    let meets = meets(&known, &parsed.items);
    let merge = ingest::merge(&known, parsed.items, extent);
    let lost: HashSet<ItemKey> =
        known.iter().filter(|known| known.digest == 0).map(|known| known.key).collect();
    let changed = merge.changed.into_iter().map(|item| changed(item, &lost, reading, store));
    let changed = changed.collect::<Result<_, _>>().map_err(Unread::Store)?;
    Ok(Document {
        feed: parsed.feed,
        repairs: parsed.repairs.iter().map(|repair| repair.word.to_owned()).collect(),
        added: added(merge.added, reading.now),
        changed,
        // What the user wants to keep is not the publisher's to take back.
        removed: merge.removed.into_iter().filter(|key| !starred.contains(key)).collect(),
        aliases: merge
            .renamed
            .iter()
            .map(|one| Alias { key: one.key, stored: one.stored, replaces: one.before })
            .collect(),
        kin,
        meets,
    })
}

/// The same feed holds at least half of its items from before, or there was nothing to compare.
fn kin(known: &[Known], items: &[Item]) -> Kin {
    let keys: HashSet<ItemKey> = known.iter().map(|known| known.key).collect();
    let common = items.iter().filter(|item| keys.contains(&item.key)).count();
    if known.is_empty() || common * 2 >= items.len() { Kin::Same } else { Kin::Stranger }
}

fn meets(known: &[Known], items: &[Item]) -> Meets {
    let keys: HashSet<ItemKey> = known.iter().map(|known| known.key).collect();
    let any = known.iter().any(|known| known.standing == Standing::Here);
    if any && !items.is_empty() && items.iter().all(|item| !keys.contains(&item.key)) {
        Meets::Gap
    } else {
        Meets::Known
    }
}

/// Items of one document with one date keep its order in lists that are sorted by date: each further one counts as a
/// millisecond older.
fn added(items: Vec<Item>, now: Timestamp) -> Vec<NewItem> {
    let mut alike: HashMap<Timestamp, u64> = HashMap::new();
    items
        .into_iter()
        .map(|item| {
            let date = sorting_date(&item, now);
            let before = alike.entry(date).and_modify(|count| *count += 1).or_default();
            NewItem {
                date: date.minus(Span::millis(*before)),
                digest: digest(&item),
                likeness: likeness(&item),
                excerpt: excerpt(&item),
                status: Status { arrived: now, ..Status::default() },
                item,
            }
        })
        .collect()
}

/// `lost` are items whose text is not stored any more, so that nothing can be said about it.
fn changed(
    item: Item,
    lost: &HashSet<ItemKey>,
    reading: &Reading,
    store: &Store,
) -> Result<ChangedItem, StoreError> {
    let comparable = reading.differing == Differing::Edited && !lost.contains(&item.key);
    let before = if comparable { store.item(ItemId { feed: reading.feed, key: item.key })? } else { None };
    let updated = before.is_some_and(|(before, _)| says_otherwise(&before, &item)).then_some(reading.now);
    Ok(ChangedItem {
        digest: digest(&item),
        likeness: likeness(&item),
        excerpt: excerpt(&item),
        updated,
        item,
    })
}

/// The first words of an item without a title.
pub(super) fn excerpt(item: &Item) -> Option<String> {
    if item.title.as_ref().is_some_and(|title| !title.trim().is_empty()) {
        return None;
    }
    let body = item.summary.as_ref().or(item.content.as_ref())?;
    let start = start(&body.text);
    let plain = match body.markup {
        Markup::Html => html::to_plain(start),
        Markup::Plain => start.split_whitespace().collect::<Vec<_>>().join(" "),
    };
    let mut cut: String = plain.trim().chars().take(EXCERPT).collect();
    if cut.len() < plain.trim().len() {
        // A cut word says less than none.
        cut.truncate(cut.rfind(' ').filter(|end| *end > 0).unwrap_or(cut.len()));
        cut.push('…');
    }
    (!cut.is_empty()).then_some(cut)
}

fn start(text: &str) -> &str {
    let end = (0..=LOOKED_AT.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Content;

    fn item(key: u64) -> Item {
        Item::new(ItemKey(key), key.to_string())
    }

    fn plain(text: &str) -> Item {
        let mut item = item(1);
        item.summary = Some(Content { text: text.to_owned(), markup: Markup::Plain, ..Content::default() });
        item
    }

    #[test]
    fn items_without_dates_keep_the_order_of_their_document() {
        let now = Timestamp::from_seconds(100);
        let dates: Vec<i64> =
            added(vec![item(1), item(2), item(3)], now).iter().map(|item| item.date.as_millis()).collect();
        assert_eq!(dates, [100_000, 99_999, 99_998]);
    }

    #[test]
    fn an_excerpt_stands_in_only_for_a_title() {
        let mut titled = plain("some words");
        assert_eq!(excerpt(&titled).as_deref(), Some("some words"));
        titled.title = Some("Title".to_owned());
        assert_eq!(excerpt(&titled), None);
        assert_eq!(excerpt(&item(1)), None);
    }

    #[test]
    fn an_excerpt_ends_with_a_whole_word() {
        let long = excerpt(&plain(&"word ".repeat(100))).unwrap_or_default();
        assert!(long.ends_with("word…") && long.chars().count() <= EXCERPT, "{long}");
    }

    fn stored(key: u64) -> Known {
        Known { key: ItemKey(key), digest: 0, likeness: 0, standing: Standing::Here }
    }

    #[test]
    fn a_feed_with_half_of_its_items_is_the_same() {
        let known: Vec<Known> = (0..4).map(stored).collect();
        assert_eq!(kin(&known, &[item(0), item(9)]), Kin::Same);
        assert_eq!(kin(&known, &[item(0), item(8), item(9)]), Kin::Stranger);
        assert_eq!(kin(&[], &[item(9)]), Kin::Same);
    }
}
