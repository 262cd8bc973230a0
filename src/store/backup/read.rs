//! Reading a backup into a new database.

use std::io::{BufRead, BufReader, Read};

use flate2::bufread::MultiGzDecoder;

use super::line::{FeedLine, ItemLine, Line, Reader, Start};
use super::{Restored, VERSION, damaged};
use crate::model::{CheckState, FeedId, Item, ItemId, ItemKey, Subscription};
use crate::store::disk::Disk;
use crate::store::draft::Draft;
use crate::store::error::StoreError;
use crate::store::key::{self, Area};
use crate::store::record::{Entry, Presence, Stored, StoredHead, StoredStatus, Words};
use crate::store::{bodies, hosts, meta, schema, statuses, subscriptions};
use crate::time::Timestamp;

/// Items written in one batch.
const BATCH: usize = 500;

/// No line is longer, in bytes: the largest item of the largest document that is fetched, escaped.
const LONGEST: u64 = 512 << 20;

/// The chunk of an item whose text is missing: there is none of this number.
const NO_CHUNK: u32 = u32::MAX;

/// Reads everything and makes the new database complete. `writes` is what its count of batches starts from.
pub(super) fn all(new: &Disk, input: &mut dyn Read, writes: u64) -> Result<Restored, StoreError> {
    let mut input = BufReader::new(input);
    let packed = input.fill_buf().map_err(|error| damaged(1, error))?.starts_with(&[0x1f, 0x8b]);
    let mut filler = Filler { new, feed: None, waiting: Vec::new(), restored: Restored::default() };
    if packed {
        lines(&mut BufReader::new(MultiGzDecoder::new(input)), &mut filler)?;
    } else {
        lines(&mut input, &mut filler)?;
    }
    let mut draft = Draft::new(new);
    meta::set_writes(&mut draft, writes)?;
    draft.write()?;
    schema::stamp(new, schema::newest())?;
    Ok(filler.restored)
}

fn lines(input: &mut impl BufRead, filler: &mut Filler<'_>) -> Result<(), StoreError> {
    let mut text = Vec::new();
    for number in 1.. {
        text.clear();
        let read = input.by_ref().take(LONGEST).read_until(b'\n', &mut text);
        if read.map_err(|error| damaged(number, error))? == 0 {
            return Err(damaged(number, "the end is missing"));
        }
        let line: Line = serde_json::from_slice(&text).map_err(|error| damaged(number, error))?;
        if (number == 1) != matches!(line, Line::Hudhud(_)) {
            return Err(damaged(number, "not a backup of hudhud"));
        }
        if filler.take(line, number)? == Take::Last {
            // Reading to the end makes the decoder compare the check sum.
            return match input.read_until(b'\n', &mut text) {
                Ok(0) => Ok(()),
                Ok(_) => Err(damaged(number, "something is behind the end")),
                Err(error) => Err(damaged(number, error)),
            };
        }
    }
    Ok(())
}

/// Whether more lines follow.
#[derive(PartialEq, Eq)]
enum Take {
    More,
    Last,
}

/// A new database that is being filled.
struct Filler<'a> {
    new: &'a Disk,
    feed: Option<FeedId>,
    waiting: Vec<Waiting>,
    restored: Restored,
}

/// An item that is not written yet.
struct Waiting {
    id: ItemId,
    status: StoredStatus,
    head: Option<StoredHead>,
    item: Option<Item>,
}

impl Filler<'_> {
    fn take(&mut self, line: Line, number: usize) -> Result<Take, StoreError> {
        let impossible = || damaged(number, "a value that can't be");
        match line {
            Line::Hudhud(Start { version, .. }) if version > VERSION => {
                return Err(StoreError::TooNew { found: version, known: VERSION });
            }
            Line::Hudhud(_) => {}
            Line::Reader(reader) => self.draft(|draft| take_reader(draft, &reader))?,
            Line::Hold { host, until } => self.draft(|draft| {
                draft.put(Area::Hold, key::named(Area::Hold, &host), &Timestamp::from_millis(until))
            })?,
            Line::Host { host, seen } => {
                self.draft(|draft| hosts::put(draft, &host, Timestamp::from_millis(seen)))?;
            }
            Line::Note { name, text } => {
                self.draft(|draft| draft.put(Area::Note, key::named(Area::Note, &name), &text))?;
            }
            Line::History { number, entry } => {
                let entry = Entry::restored(entry).ok_or_else(impossible)?;
                self.draft(|draft| draft.put(Area::History, key::entry(number), &entry))?;
            }
            Line::Feed(line) => self.take_feed(*line).ok_or_else(impossible)??,
            Line::Item(line) => {
                let waiting = self.understood(*line).ok_or_else(impossible)?;
                self.waiting.push(waiting);
                if self.waiting.len() >= BATCH {
                    self.write_items()?;
                }
            }
            Line::End { feeds, items } => {
                self.write_items()?;
                if (feeds, items) != (self.restored.feeds, self.restored.items) {
                    return Err(damaged(number, "some lines are missing"));
                }
                return Ok(Take::Last);
            }
        }
        Ok(Take::More)
    }

    fn draft(&self, work: impl FnOnce(&mut Draft<'_>) -> Result<(), StoreError>) -> Result<(), StoreError> {
        let mut draft = Draft::new(self.new);
        work(&mut draft)?;
        draft.write()
    }

    fn take_feed(&mut self, line: FeedLine) -> Option<Result<(), StoreError>> {
        let subscription = line.subscription.restored()?;
        let (words, check) = (Words::restored(line.words)?, CheckState::restored(line.check)?);
        Some(self.put_feed(&subscription, &words, &check))
    }

    fn put_feed(
        &mut self,
        subscription: &Subscription,
        words: &Words,
        check: &CheckState,
    ) -> Result<(), StoreError> {
        self.write_items()?;
        self.feed = Some(subscription.id);
        self.restored.feeds += 1;
        self.draft(|draft| {
            subscriptions::put(draft, subscription)?;
            let next = meta::next_feed(draft)?.max(subscription.id.0.saturating_add(1));
            meta::set_next_feed(draft, next)?;
            draft.put(Area::Words, key::feed(Area::Words, subscription.id), words)?;
            draft.put(Area::Check, key::feed(Area::Check, subscription.id), check)
        })
    }

    /// An item of the feed before it that fits together.
    fn understood(&self, line: ItemLine) -> Option<Waiting> {
        let id = ItemId { feed: self.feed.filter(|feed| feed.0 == line.feed)?, key: ItemKey(line.key) };
        let status = StoredStatus::restored(line.status)?;
        let head = Option::<StoredHead>::restored(line.head)?;
        let item = Option::<Item>::restored(line.item)?;
        let fits = item.as_ref().is_none_or(|item| item.key == id.key);
        (fits && (status.presence == Presence::Here) == head.is_some()).then_some(Waiting {
            id,
            status,
            head,
            item,
        })
    }

    fn write_items(&mut self) -> Result<(), StoreError> {
        let (Some(feed), false) = (self.feed, self.waiting.is_empty()) else { return Ok(()) };
        let waiting = std::mem::take(&mut self.waiting);
        self.restored.items += waiting.len();
        self.draft(|draft| {
            let mut heads = Vec::new();
            let mut items = Vec::new();
            for Waiting { id, status, head, item } in waiting {
                let status = StoredStatus { status: tidied(status.status), ..status };
                let old = statuses::get(draft, id)?;
                statuses::set(draft, id, old.as_ref(), &status)?;
                heads.extend(head.map(|head| (id, head)));
                items.extend(item);
            }
            let places = bodies::write(draft, feed, items)?;
            for (id, head) in heads {
                let head = match places.get(&id.key) {
                    Some(chunk) => StoredHead { chunk: *chunk, ..head },
                    // Its text is missing: a digest of nothing makes it be taken again.
                    None => StoredHead { chunk: NO_CHUNK, digest: 0, ..head },
                };
                statuses::set_head(draft, id, &head)?;
            }
            Ok(())
        })
    }
}

fn tidied(status: crate::model::Status) -> crate::model::Status {
    crate::model::Status { tags: subscriptions::tidy(status.tags), ..status }
}

fn take_reader(draft: &mut Draft<'_>, reader: &Reader) -> Result<(), StoreError> {
    if let Some(seed) = reader.seed {
        meta::set_seed(draft, seed)?;
    }
    if let Some(consent) = reader.consent {
        meta::set_consent(draft, consent)?;
    }
    meta::set_next_feed(draft, reader.next_feed)?;
    meta::set_cursor(draft, reader.history)
}
