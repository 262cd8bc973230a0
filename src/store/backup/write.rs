//! Writing a backup.

use std::collections::BTreeMap;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::line::{FeedLine, ItemLine, Line, Reader, Start, SubscriptionForm};
use super::{Packing, VERSION};
use crate::model::{FeedId, Item, ItemId};
use crate::store::disk::Disk;
use crate::store::error::StoreError;
use crate::store::key::{self, Area};
use crate::store::record::{self, Entry, Stored, StoredHead, StoredStatus};
use crate::store::{Store, feeds, holds, meta, statuses};
use crate::time::Timestamp;

/// Writes everything.
pub(super) fn all(
    store: &Store,
    out: &mut dyn Write,
    packing: Packing,
    now: Timestamp,
) -> Result<(), StoreError> {
    match packing {
        Packing::Plain => lines(store, &mut Lines { out, feeds: 0, items: 0 }, now),
        Packing::Gzip => {
            let mut packed = GzEncoder::new(out, Compression::default());
            lines(store, &mut Lines { out: &mut packed, feeds: 0, items: 0 }, now)?;
            packed.finish().map(|_| ()).map_err(|error| StoreError::Write(error.to_string()))
        }
    }
}

fn lines(store: &Store, lines: &mut Lines<'_>, now: Timestamp) -> Result<(), StoreError> {
    lines.put(&Line::Hudhud(Start { version: VERSION, made: now.as_millis() }))?;
    let disk = store.disk()?;
    lines.small(&disk)?;
    for feed in feeds::all(&disk)? {
        // Whoever writes waits for this feed, so that what is written of it fits together.
        let _writer = store.writer();
        lines.feed(&disk, feed.subscription.id)?;
    }
    let (feeds, items) = (lines.feeds, lines.items);
    lines.put(&Line::End { feeds, items })
}

/// A backup as far as it is written.
struct Lines<'a> {
    out: &'a mut dyn Write,
    feeds: usize,
    items: usize,
}

impl Lines<'_> {
    fn put(&mut self, line: &Line) -> Result<(), StoreError> {
        let mut bytes = serde_json::to_vec(line).map_err(|error| StoreError::Write(error.to_string()))?;
        bytes.push(b'\n');
        self.out.write_all(&bytes).map_err(|error| StoreError::Write(error.to_string()))
    }

    /// Everything but feeds and items.
    fn small(&mut self, disk: &Disk) -> Result<(), StoreError> {
        self.put(&Line::Reader(Reader {
            seed: meta::seed(disk)?,
            consent: meta::consent(disk)?,
            next_feed: meta::next_feed(disk)?,
            history: meta::cursor(disk)?,
        }))?;
        for hold in holds::all(disk)? {
            self.put(&Line::Hold { host: hold.host, until: hold.until.as_millis() })?;
        }
        for entry in disk.range(Area::Host.range()) {
            let (key, value) = entry?;
            let Some(host) = key::name_of(&key) else { continue };
            let seen: Timestamp = record::decode(Area::Host, &value)?;
            self.put(&Line::Host { host: host.to_owned(), seen: seen.as_millis() })?;
        }
        for entry in disk.range(Area::Note.range()) {
            let (key, value) = entry?;
            let Some(name) = key::name_of(&key) else { continue };
            self.put(&Line::Note { name: name.to_owned(), text: record::decode(Area::Note, &value)? })?;
        }
        for entry in disk.range(Area::History.range()) {
            let (key, value) = entry?;
            let Some(number) = key::number_of(&key) else { continue };
            let entry: Entry = record::decode(Area::History, &value)?;
            self.put(&Line::History { number, entry: entry.stored() })?;
        }
        Ok(())
    }

    fn feed(&mut self, disk: &Disk, feed: FeedId) -> Result<(), StoreError> {
        // It may have been removed for good since the feeds were listed.
        let Some(found) = feeds::get(disk, feed)? else { return Ok(()) };
        let words = record::Words { feed: found.feed, repairs: found.repairs };
        self.feeds += 1;
        self.put(&Line::Feed(Box::new(FeedLine {
            subscription: SubscriptionForm::Newest(found.subscription.stored()),
            words: words.stored(),
            check: found.check.stored(),
        })))?;
        let mut left = heads(disk, feed)?;
        // By chunk, so that each is unpacked once and no more than one is in memory.
        for entry in disk.range(key::prefix(&key::feed(Area::Body, feed))) {
            let (key, value) = entry?;
            let number = key::chunk_of(&key);
            for item in record::unpack_bodies(&value)? {
                let id = ItemId { feed, key: item.key };
                let current = |(_, head): &(_, Option<StoredHead>)| head.as_ref().map(|head| head.chunk);
                if left.get(&id).and_then(current).is_some_and(|chunk| Some(chunk) == number)
                    && let Some((status, head)) = left.remove(&id)
                {
                    self.item(id, &status, head.as_ref(), Some(&item))?;
                }
            }
        }
        for (id, (status, head)) in left {
            self.item(id, &status, head.as_ref(), None)?;
        }
        Ok(())
    }

    fn item(
        &mut self,
        id: ItemId,
        status: &StoredStatus,
        head: Option<&StoredHead>,
        item: Option<&Item>,
    ) -> Result<(), StoreError> {
        self.items += 1;
        self.put(&Line::Item(Box::new(ItemLine {
            feed: id.feed.0,
            key: id.key.0,
            status: status.stored(),
            head: head.map(Stored::stored),
            item: item.map(Stored::stored),
        })))
    }
}

type Heads = BTreeMap<ItemId, (StoredStatus, Option<StoredHead>)>;

fn heads(disk: &Disk, feed: FeedId) -> Result<Heads, StoreError> {
    let mut heads = Heads::new();
    for entry in disk.range(key::prefix(&key::feed(Area::Head, feed))) {
        let (key, value) = entry?;
        if let Some(id) = key::item_of(&key) {
            heads.insert(id, statuses::read(&value)?);
        }
    }
    Ok(heads)
}
