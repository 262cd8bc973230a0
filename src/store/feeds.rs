//! Feeds as the feed list and the schedule see them: settings, words, checks and counts side by side.

use std::collections::BTreeMap;

use super::counters::Counts;
use super::disk::Disk;
use super::draft::{Draft, Source};
use super::error::StoreError;
use super::key::{self, Area};
use super::record::{self, Stored, Words};
use super::{batch::CheckBatch, history, subscriptions};
use crate::model::{Change, CheckState, Feed, FeedId, Habits, Setting, Subscription};

/// Everything about one subscription but its items: what a feed list and the schedule need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedRecord {
    /// The user's settings.
    pub subscription: Subscription,
    /// The publisher's words; `None` before the first answer.
    pub feed: Option<Feed>,
    /// What was observed.
    pub check: CheckState,
    /// What had to be repaired in the last document.
    pub repairs: Vec<String>,
    /// Its counts.
    pub counts: Counts,
}

/// One feed, also a removed one.
pub(super) fn get(disk: &Disk, id: FeedId) -> Result<Option<FeedRecord>, StoreError> {
    let Some(subscription) = subscriptions::get(disk, id)? else { return Ok(None) };
    let words: Words = disk.record(Area::Words, &key::feed(Area::Words, id))?.unwrap_or_default();
    let check = disk.record(Area::Check, &key::feed(Area::Check, id))?.unwrap_or_default();
    let counts = disk.record(Area::Counts, &key::feed(Area::Counts, id))?.unwrap_or_default();
    Ok(Some(FeedRecord { subscription, feed: words.feed, check, repairs: words.repairs, counts }))
}

/// All feeds, removed ones included, by number.
pub(super) fn all(disk: &Disk) -> Result<Vec<FeedRecord>, StoreError> {
    let mut words: BTreeMap<FeedId, Words> = area(disk, Area::Words)?;
    let mut checks: BTreeMap<FeedId, CheckState> = area(disk, Area::Check)?;
    let counts: BTreeMap<FeedId, Counts> = area(disk, Area::Counts)?;
    let record = |subscription: Subscription| {
        let id = subscription.id;
        let words = words.remove(&id).unwrap_or_default();
        FeedRecord {
            subscription,
            feed: words.feed,
            check: checks.remove(&id).unwrap_or_default(),
            repairs: words.repairs,
            counts: counts.get(&id).copied().unwrap_or_default(),
        }
    };
    Ok(subscriptions::all(disk)?.into_iter().map(record).collect())
}

/// Puts what a check learned about the feed itself into a draft.
pub(super) fn commit(
    draft: &mut Draft<'_>,
    disk: &Disk,
    id: FeedId,
    batch: &mut CheckBatch,
) -> Result<(), StoreError> {
    let mut subscription = subscriptions::require(draft, id)?;
    if let Some(url) = batch.url.take().filter(|url| *url != subscription.url) {
        let old = std::mem::replace(&mut subscription.url, url);
        subscriptions::put(draft, &subscription)?;
        let inverse = Change::Set { feed: id, setting: Setting::Url(old) };
        let at = batch.check.last_attempt.unwrap_or(subscription.added);
        history::push(draft, disk, inverse, at)?;
    }
    if batch.feed.is_some() || batch.repairs.is_some() {
        let key = key::feed(Area::Words, id);
        let old: Words = draft.record(Area::Words, &key)?.unwrap_or_default();
        let new = Words {
            feed: batch.feed.take().or_else(|| old.feed.clone()),
            repairs: batch.repairs.take().unwrap_or_else(|| old.repairs.clone()),
        };
        if new != old {
            draft.put(Area::Words, key, &new)?;
        }
    }
    draft.put(Area::Check, key::feed(Area::Check, id), &batch.check)?;
    Ok(())
}

/// What was observed at another address, or with other credentials, says nothing about what is asked from now on.
/// `before` is the setting that was there.
pub(super) fn forget_verdicts(draft: &mut Draft<'_>, id: FeedId, before: &Setting) -> Result<(), StoreError> {
    let key = key::feed(Area::Check, id);
    let Some(mut check) = draft.record::<CheckState>(Area::Check, &key)? else { return Ok(()) };
    match before {
        Setting::Url(url) => {
            let habits = Habits { left: Some(url.clone()), ..Habits::default() };
            check = CheckState {
                last_attempt: check.last_attempt,
                last_success: check.last_success,
                last_new_item: check.last_new_item,
                saved: check.saved,
                habits,
                ..CheckState::default()
            };
        }
        // The same bytes are another document now, as for a newer parser: they are to come and be read once more.
        Setting::Charset(_) => check.parser_version = 0,
        Setting::Login(_) | Setting::Headers(_) if check.wants_credentials() => {
            (check.last, check.failures, check.failing_since) = (None, 0, None);
        }
        _ => return Ok(()),
    }
    draft.put(Area::Check, key, &check)
}

fn area<T: Stored>(disk: &Disk, area: Area) -> Result<BTreeMap<FeedId, T>, StoreError> {
    let mut records = BTreeMap::new();
    for entry in disk.range(area.range()) {
        let (key, value) = entry?;
        if let Some(id) = key::feed_of(&key) {
            records.insert(id, record::decode(area, &value)?);
        }
    }
    Ok(records)
}
