//! Items: small heads for lists and comparisons, whole items apart from them, compressed.

use std::collections::{BTreeMap, BTreeSet};

use super::batch::{AfterUpdate, Alias, ChangedItem, CheckBatch, NewItem};
use super::disk::Disk;
use super::draft::{Draft, Source};
use super::error::StoreError;
use super::key::{self, Area};
use super::record::{Presence, StoredHead, StoredStatus};
use super::{bodies, retention, statuses, subscriptions};
use crate::model::{Direction, FeedId, Item, ItemId, ItemKey, Standing, Status};
use crate::time::Timestamp;

/// The small part of an item: what lists show and comparisons need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The item.
    pub id: ItemId,
    /// Title, plain.
    pub title: Option<String>,
    /// The first words of its text, where it has no title.
    pub excerpt: Option<String>,
    /// The authors' names, joined.
    pub author: Option<String>,
    /// Its page.
    pub link: Option<String>,
    /// The date it is sorted by: published, else updated, else arrived; never after its arrival. Does not change later.
    pub date: Timestamp,
    /// Language tag as written.
    pub language: Option<String>,
    /// A direction that the document states.
    pub direction: Option<Direction>,
    /// Hash of everything in the item, to see whether it changed.
    pub digest: u64,
    /// Hash of title and link, to recognize an item whose guid changed.
    pub likeness: u64,
    /// When its title or text last changed, until it is read after that.
    pub changed: Option<Timestamp>,
    /// What the user did to it.
    pub status: Status,
    /// Whether it is there.
    pub standing: Standing,
}

/// The head of an item that is there.
pub(super) fn head(source: &impl Source, id: ItemId) -> Result<Option<Head>, StoreError> {
    Ok(statuses::both(source, id)?.map(|(status, stored)| join(id, stored, status)))
}

/// The heads of all items of a feed by key; of those that are gone only what comparisons need.
pub(super) fn heads(disk: &Disk, feed: FeedId) -> Result<Vec<Head>, StoreError> {
    let mut heads = Vec::new();
    for entry in disk.range(key::prefix(&key::feed(Area::Head, feed))) {
        let (key, value) = entry?;
        let Some(id) = key::item_of(&key) else { continue };
        let (status, stored) = statuses::read(&value)?;
        let stored = match status.presence {
            Presence::Here => stored.unwrap_or_default(),
            Presence::Gone { digest, likeness } | Presence::TakenBack { digest, likeness } => {
                StoredHead { digest, likeness, ..StoredHead::default() }
            }
            Presence::Alias(_) => StoredHead::default(),
        };
        heads.push(join(id, stored, status));
    }
    Ok(heads)
}

/// The whole item with its marks. If its text was lost, what its head knows.
pub(super) fn whole(source: &impl Source, id: ItemId) -> Result<Option<(Item, Status)>, StoreError> {
    let Some((status, head)) = statuses::both(source, id)? else { return Ok(None) };
    let item = bodies::read(source, id, &head)?.unwrap_or_else(|| bare(id.key, head));
    Ok(Some((item, status.status)))
}

/// Puts what a check brought into a draft.
pub(super) fn commit(draft: &mut Draft<'_>, feed: FeedId, batch: CheckBatch) -> Result<(), StoreError> {
    let mut written = BTreeMap::new();
    let mut touched = BTreeSet::new();
    for new in batch.added {
        if arrive(draft, feed, &new)? {
            let NewItem { item, excerpt, digest, likeness, .. } = new;
            written.insert(item.key, ChangedItem { item, excerpt, digest, likeness, updated: None });
        }
    }
    for changed in batch.changed {
        let id = ItemId { feed, key: changed.item.key };
        // One that the same check brought has no head yet.
        if let Some(arrived) = written.get_mut(&id.key) {
            *arrived = ChangedItem { updated: None, ..changed };
        } else if let Some((status, head)) = statuses::both(draft, id)? {
            touched.insert(head.chunk);
            if changed.updated.is_some() && batch.after_update == AfterUpdate::Unread {
                unread(draft, id, &status)?;
            }
            // A lesser change doesn't hide the one that nobody saw yet.
            written.insert(id.key, ChangedItem { updated: changed.updated.or(head.changed), ..changed });
        }
    }
    write(draft, feed, written)?;
    for key in batch.removed {
        // What the user wants to keep outlives the publisher's wish.
        if retention::keeps(draft, ItemId { feed, key })? {
            continue;
        }
        touched.extend(remove_one(draft, ItemId { feed, key }, Remover::Publisher)?);
    }
    for alias in batch.aliases {
        name_again(draft, feed, alias)?;
    }
    bodies::tidy(draft, feed, touched)
}

fn unread(draft: &mut Draft<'_>, id: ItemId, old: &StoredStatus) -> Result<(), StoreError> {
    if !old.status.read {
        return Ok(());
    }
    let mut new = old.clone();
    new.status.read = false;
    statuses::set(draft, id, Some(old), &new)
}

/// Takes items away and keeps their statuses as signs that they must not come back. Gives how many were there.
pub(super) fn remove(draft: &mut Draft<'_>, items: &[ItemId]) -> Result<usize, StoreError> {
    let mut touched: BTreeMap<FeedId, BTreeSet<u32>> = BTreeMap::new();
    let mut count = 0;
    for id in items {
        if let Some(chunk) = remove_one(draft, *id, Remover::Reader)? {
            touched.entry(id.feed).or_default().insert(chunk);
            count += 1;
        }
    }
    for (feed, chunks) in touched {
        bodies::tidy(draft, feed, chunks)?;
    }
    Ok(count)
}

/// Takes one item away, if it is there, and gives the chunk that it was in.
fn remove_one(draft: &mut Draft<'_>, id: ItemId, remover: Remover) -> Result<Option<u32>, StoreError> {
    let Some((old, head)) = statuses::both(draft, id)? else { return Ok(None) };
    let (digest, likeness) = (head.digest, head.likeness);
    let presence = match remover {
        Remover::Reader => Presence::Gone { digest, likeness },
        Remover::Publisher => Presence::TakenBack { digest, likeness },
    };
    statuses::set(draft, id, Some(&old), &StoredStatus { presence, ..old.clone() })?;
    Ok(Some(head.chunk))
}

/// Gives a new item its status. False if it has one: it was there before, or it is gone and must not come back.
fn arrive(draft: &mut Draft<'_>, feed: FeedId, new: &NewItem) -> Result<bool, StoreError> {
    let id = ItemId { feed, key: new.item.key };
    let old = statuses::get(draft, id)?;
    let status = match &old {
        None | Some(StoredStatus { presence: Presence::Alias(_), .. }) => {
            let tags = subscriptions::tidy(new.status.tags.clone());
            let status = Status { tags, ..new.status.clone() };
            StoredStatus { status, date: new.date, presence: Presence::Here }
        }
        // It is the one that was there: it has its marks and its place again.
        Some(old @ StoredStatus { presence: Presence::TakenBack { .. }, .. }) => {
            StoredStatus { presence: Presence::Here, ..old.clone() }
        }
        Some(_) => return Ok(false),
    };
    statuses::set(draft, id, old.as_ref(), &status)?;
    Ok(true)
}

/// Notes another key of an item. Keys that mean something else stay as they are.
fn name_again(draft: &mut Draft<'_>, feed: FeedId, alias: Alias) -> Result<(), StoreError> {
    let is_alias = |status: &Option<StoredStatus>| {
        matches!(status, Some(StoredStatus { presence: Presence::Alias(_), .. }))
    };
    let id = |key| ItemId { feed, key };
    if let Some(old) = alias.replaces.filter(|old| *old != alias.key)
        && is_alias(&statuses::get(draft, id(old))?)
    {
        draft.remove(key::item(Area::Head, id(old)));
    }
    let before = statuses::get(draft, id(alias.key))?;
    let Some(stored) = statuses::get(draft, id(alias.stored))? else { return Ok(()) };
    if before.is_none() || is_alias(&before) {
        let status = Status { arrived: stored.status.arrived, ..Status::default() };
        let named = StoredStatus { status, date: stored.date, presence: Presence::Alias(alias.stored) };
        draft.put(Area::Head, key::item(Area::Head, id(alias.key)), &named)?;
    }
    Ok(())
}

/// Who took an item away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Remover {
    /// The user, or retention.
    Reader,
    /// The publisher.
    Publisher,
}

fn write(
    draft: &mut Draft<'_>,
    feed: FeedId,
    written: BTreeMap<ItemKey, ChangedItem>,
) -> Result<(), StoreError> {
    let mut heads = Vec::with_capacity(written.len());
    let mut items = Vec::with_capacity(written.len());
    for (key, changed) in written {
        heads.push((ItemId { feed, key }, head_of(&changed)));
        items.push(changed.item);
    }
    let places = bodies::write(draft, feed, items)?;
    for (id, head) in heads {
        let chunk = places.get(&id.key).copied().unwrap_or_default();
        statuses::set_head(draft, id, &StoredHead { chunk, ..head })?;
    }
    Ok(())
}

fn head_of(changed: &ChangedItem) -> StoredHead {
    let item = &changed.item;
    StoredHead {
        title: item.title.clone(),
        excerpt: changed.excerpt.clone(),
        author: names(item),
        link: item.link.clone(),
        language: item.language.clone(),
        direction: item.direction,
        digest: changed.digest,
        likeness: changed.likeness,
        chunk: 0,
        changed: changed.updated,
    }
}

fn names(item: &Item) -> Option<String> {
    let names: Vec<&str> = item.authors.iter().filter_map(|person| person.display()).collect();
    (!names.is_empty()).then(|| names.join(", "))
}

fn join(id: ItemId, stored: StoredHead, status: StoredStatus) -> Head {
    Head {
        id,
        title: stored.title,
        excerpt: stored.excerpt,
        author: stored.author,
        link: stored.link,
        date: status.date,
        language: stored.language,
        direction: stored.direction,
        digest: stored.digest,
        likeness: stored.likeness,
        changed: stored.changed,
        standing: match status.presence {
            Presence::Here => Standing::Here,
            Presence::Gone { .. } => Standing::Gone,
            Presence::TakenBack { .. } => Standing::TakenBack,
            Presence::Alias(stored) => Standing::Alias(stored),
        },
        status: status.status,
    }
}

fn bare(key: ItemKey, head: StoredHead) -> Item {
    let mut item = Item::new(key, String::new());
    item.title = head.title;
    item.link = head.link;
    item.language = head.language;
    item.direction = head.direction;
    item
}
