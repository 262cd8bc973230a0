//! Checking: whether every record can be read, and whether lists, counts and texts agree with the items.

use std::collections::{BTreeMap, BTreeSet};

use super::counters::Counts;
use super::disk::Disk;
use super::error::StoreError;
use super::key::{self, Area, Mark, Place};
use super::record::{self, StoredHead, StoredStatus};
use super::slot::Exchanged;
use super::{Opened, Store, blocks, bodies, index, open, postings, quiet, salvage, statuses, subscriptions};
use crate::model::{FeedId, ItemId, ItemKey};
use crate::time::Timestamp;

/// Faults told at most; a store that is torn to pieces has millions.
const MOST: usize = 1000;

/// Something that is wrong in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A record can't be read.
    Record {
        /// The part of the store it is in.
        tree: &'static str,
        /// Its key, in hexadecimal digits.
        key: String,
    },
    /// A part of the store can't be read any further.
    Page {
        /// Which part.
        tree: &'static str,
        /// Why.
        reason: String,
    },
    /// A list does not hold what the items say.
    List(Option<FeedId>),
    /// The counts of a feed are not those of its items.
    Counts(FeedId),
    /// The text of an item is not there.
    Text(ItemId),
    /// Something is kept of a feed that there is not.
    Stray(FeedId),
}

/// What checking found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checkup {
    /// Subscriptions, removed ones included.
    pub feeds: usize,
    /// Items.
    pub items: usize,
    /// Statuses of items that are gone.
    pub gone: usize,
    /// What is wrong, at most a thousand faults.
    pub faults: Vec<Fault>,
}

impl Store {
    /// Reads everything and compares it. Those who write wait until it is done.
    ///
    /// # Errors
    ///
    /// When the database can't be read at all; damage in it is told, not an error.
    pub fn check(&self) -> Result<Checkup, StoreError> {
        let _writer = self.writer();
        let disk = self.disk()?;
        // sled may panic rather than fail on a page that makes no sense.
        let checked = quiet::catch(|| Checker::default().run(&disk));
        Ok(checked.unwrap_or_else(|reason| Checkup {
            faults: vec![Fault::Page { tree: Area::Meta.name(), reason }],
            ..Checkup::default()
        }))
    }

    /// Fills a new database with all that can be read and with what only the newest copy still has, makes lists and
    /// counts anew, and sets the old one aside. `None` if somebody read all the time; nothing was done then.
    ///
    /// # Errors
    ///
    /// When the new database can't be written. The old one is used on then.
    pub fn repair(&self, now: Timestamp) -> Result<Option<Opened>, StoreError> {
        let _upkeep = self.upkeep();
        let _writer = self.writer();
        let folder = &self.inner.folder;
        let mut how = None;
        let exchanged = self.inner.slot.exchange(|| {
            let (disk, opened) = match open::closed(folder)? {
                Some(old) => open::rebuild(folder, Some(old), now)?,
                None => open::open(folder, now)?,
            };
            how = Some(opened);
            Ok(disk)
        })?;
        Ok(how.filter(|_| exchanged == Exchanged::Done))
    }
}

/// A check that is under way.
#[derive(Default)]
struct Checker {
    found: Checkup,
    /// What the lists over all feeds should hold.
    all: BTreeMap<Vec<u8>, BTreeSet<Place>>,
}

impl Checker {
    fn run(mut self, disk: &Disk) -> Checkup {
        self.records(disk);
        let feeds = subscriptions::all(disk).unwrap_or_default();
        self.found.feeds = feeds.len();
        for feed in &feeds {
            let shown = feed.removed.is_none();
            if let Err(error) = self.feed(disk, feed.id, shown) {
                self.broken(&error);
            }
        }
        for mark in Mark::EACH {
            let list = key::all_list(mark);
            let expected = self.all.remove(&list).unwrap_or_default();
            self.list(disk, &list, &expected, None);
        }
        let known: BTreeSet<FeedId> = feeds.into_iter().map(|feed| feed.id).collect();
        self.strays(disk, &known);
        self.found
    }

    /// Reads every record.
    fn records(&mut self, disk: &Disk) {
        for area in Area::EACH {
            for entry in disk.range(area.range()) {
                match entry {
                    Ok((key, value)) if readable(area, &key, &value) => {}
                    Ok((key, _)) => self.fault(Fault::Record { tree: area.name(), key: digits(&key) }),
                    Err(error) => {
                        self.broken(&error);
                        break;
                    }
                }
            }
        }
    }

    /// Compares the items of a feed with its lists, counts and texts.
    fn feed(&mut self, disk: &Disk, feed: FeedId, shown: bool) -> Result<(), StoreError> {
        let mut lists: BTreeMap<Vec<u8>, BTreeSet<Place>> = BTreeMap::new();
        let mut counts = Counts::default();
        let texts = bodies::present(disk, feed)?;
        for entry in disk.range(key::prefix(&key::feed(Area::Head, feed))) {
            let (key, value) = entry?;
            let Some(id) = key::item_of(&key) else { continue };
            // One that can't be read was told already.
            let Ok((status, head)) = statuses::read(&value) else { continue };
            self.text(id, head.as_ref(), &texts);
            for (mark, place) in places(id, &status) {
                counts.moved(mark, true);
                lists.entry(key::feed_list(mark, feed)).or_default().insert(place);
                if shown {
                    self.all.entry(key::all_list(mark)).or_default().insert(place);
                }
            }
        }
        for mark in Mark::EACH {
            let list = key::feed_list(mark, feed);
            let expected = lists.remove(&list).unwrap_or_default();
            self.list(disk, &list, &expected, Some(feed));
        }
        let kept = disk.get(&key::feed(Area::Counts, feed))?;
        let kept = kept.map(|bytes| record::decode::<Counts>(Area::Counts, &bytes)).transpose()?;
        if kept.unwrap_or_default() != counts {
            self.fault(Fault::Counts(feed));
        }
        Ok(())
    }

    fn text(&mut self, id: ItemId, head: Option<&StoredHead>, texts: &BTreeSet<(ItemKey, u32)>) {
        match head {
            None => self.found.gone += 1,
            Some(head) => {
                self.found.items += 1;
                // A digest of nothing: the text is known to be missing and is asked for again.
                if head.digest != 0 && !texts.contains(&(id.key, head.chunk)) {
                    self.fault(Fault::Text(id));
                }
            }
        }
    }

    fn list(&mut self, disk: &Disk, list: &[u8], expected: &BTreeSet<Place>, feed: Option<FeedId>) {
        let stored = blocks::all(disk, list);
        if !stored.is_ok_and(|stored| stored.iter().eq(expected)) {
            self.fault(Fault::List(feed));
        }
    }

    /// Looks for what is left of feeds that there are not.
    fn strays(&mut self, disk: &Disk, known: &BTreeSet<FeedId>) {
        let mut strays = BTreeSet::new();
        for area in [Area::Words, Area::Check, Area::Counts, Area::Head, Area::Body] {
            for (key, _) in disk.range(area.range()).map_while(Result::ok) {
                strays.extend(key::feed_of(&key).filter(|feed| !known.contains(feed)));
            }
        }
        for feed in strays {
            self.fault(Fault::Stray(feed));
        }
    }

    fn broken(&mut self, error: &StoreError) {
        let tree = match error {
            StoreError::Damaged { tree, .. } | StoreError::Page { tree, .. } => tree,
            _ => Area::Meta.name(),
        };
        self.fault(Fault::Page { tree, reason: error.to_string() });
    }

    fn fault(&mut self, fault: Fault) {
        if self.found.faults.len() < MOST {
            self.found.faults.push(fault);
        }
    }
}

/// The places of an item in the lists of its feed.
fn places(id: ItemId, status: &StoredStatus) -> Vec<(Mark, Place)> {
    let place = |mark| Some((mark, key::place(postings::listed(mark, status)?, id)));
    Mark::EACH.into_iter().filter_map(place).collect()
}

fn readable(area: Area, key: &[u8], value: &[u8]) -> bool {
    match area {
        Area::Counts => record::decode::<Counts>(area, value).is_ok(),
        Area::FeedPosting | Area::AllPosting => blocks::is_whole(key, value),
        Area::Index => index::is_whole(key),
        _ => salvage::is_whole(key, value),
    }
}

fn digits(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}
