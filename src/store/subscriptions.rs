//! Subscriptions: their numbers, their settings, and their soft removal.

use std::collections::BTreeSet;

use super::disk::Disk;
use super::draft::{Draft, Source};
use super::error::StoreError;
use super::key::{self, Area, Mark};
use super::{meta, postings, record};
use crate::model::{FeedId, FolderPath, Scope, Subscription};
use crate::time::Timestamp;

/// A subscription, also a removed one.
pub(super) fn get(source: &impl Source, id: FeedId) -> Result<Option<Subscription>, StoreError> {
    source.record(Area::Subscription, &key::feed(Area::Subscription, id))
}

/// A subscription that must be there.
pub(super) fn require(source: &impl Source, id: FeedId) -> Result<Subscription, StoreError> {
    get(source, id)?.ok_or(StoreError::NoSuchFeed(id))
}

/// Writes the settings of a subscription.
pub(super) fn put(draft: &mut Draft<'_>, subscription: &Subscription) -> Result<(), StoreError> {
    draft.put(Area::Subscription, key::feed(Area::Subscription, subscription.id), subscription)
}

/// All subscriptions, removed ones included, by number.
pub(super) fn all(disk: &Disk) -> Result<Vec<Subscription>, StoreError> {
    disk.range(Area::Subscription.range())
        .map(|entry| entry.and_then(|(_, value)| record::decode(Area::Subscription, &value)))
        .collect()
}

/// Adds subscriptions, each with the next number.
pub(super) fn add(draft: &mut Draft<'_>, new: Vec<Subscription>) -> Result<Vec<FeedId>, StoreError> {
    let mut next = meta::next_feed(draft)?;
    let mut ids = Vec::with_capacity(new.len());
    for subscription in new {
        let id = FeedId(next);
        next = next.checked_add(1).ok_or_else(|| StoreError::Write("no feed numbers are left".to_owned()))?;
        put(draft, &Subscription { id, tags: tidy(subscription.tags.clone()), ..subscription })?;
        ids.push(id);
    }
    meta::set_next_feed(draft, next)?;
    Ok(ids)
}

/// Unsubscribes (`Some`) or takes that back (`None`). True if that changed anything.
pub(super) fn set_removed(
    draft: &mut Draft<'_>,
    id: FeedId,
    removed: Option<Timestamp>,
) -> Result<bool, StoreError> {
    let mut subscription = require(draft, id)?;
    if subscription.removed.is_some() == removed.is_some() {
        return Ok(false);
    }
    subscription.removed = removed;
    put(draft, &subscription)?;
    postings::show(draft, id, removed.is_none())?;
    Ok(true)
}

/// The feeds of a scope that are not removed.
pub(super) fn within(draft: &Draft<'_>, scope: &Scope) -> Result<Vec<FeedId>, StoreError> {
    let meant = |subscription: &Subscription| match scope {
        Scope::All => true,
        Scope::Folder(folder) => subscription.folder.as_ref().is_some_and(|own| own.is_within(folder)),
        Scope::Feed(id) => subscription.id == *id,
    };
    let mut ids = Vec::new();
    for key in draft.keys(&[Area::Subscription.letter()])? {
        let subscription: Option<Subscription> = draft.record(Area::Subscription, &key)?;
        ids.extend(subscription.filter(|one| one.removed.is_none() && meant(one)).map(|one| one.id));
    }
    Ok(ids)
}

/// All folders of feeds that are not removed, and the folders that these lie in.
pub(super) fn folders(disk: &Disk) -> Result<Vec<FolderPath>, StoreError> {
    let mut folders = BTreeSet::new();
    for folder in all(disk)?.into_iter().filter(|one| one.removed.is_none()).filter_map(|one| one.folder) {
        folders.extend((1..=folder.depth()).filter_map(|depth| FolderPath::new(&folder.names()[..depth])));
    }
    Ok(folders.into_iter().collect())
}

/// Removes some of what is stored of a removed subscription, at most `most` keys; true when nothing is left of it.
pub(super) fn purge(draft: &mut Draft<'_>, id: FeedId, most: usize) -> Result<bool, StoreError> {
    let item_areas = [Area::Body, Area::Head].map(|area| key::feed(area, id));
    let lists = Mark::EACH.map(|mark| key::feed_list(mark, id));
    for start in item_areas.iter().chain(&lists) {
        for key in draft.keys(start)? {
            if draft.len() >= most {
                return Ok(false);
            }
            draft.remove(key);
        }
    }
    for area in [Area::Words, Area::Check, Area::Subscription] {
        draft.remove(key::feed(area, id));
    }
    draft.drop_counts(id);
    Ok(true)
}

/// Tags sorted and without doubles.
pub(super) fn tidy(mut tags: Vec<String>) -> Vec<String> {
    tags.sort();
    tags.dedup();
    tags
}
