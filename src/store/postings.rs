//! Lists: for each feed and over all feeds, the places of all, unread and starred items, newest first.
//!
//! A feed that is unsubscribed keeps its own lists and leaves those over all feeds, so that reading a list never
//! has to skip anything.

use super::draft::Draft;
use super::error::StoreError;
use super::key::{self, Mark};
use super::record::{Presence, StoredStatus};
use crate::model::{FeedId, ItemId};
use crate::time::Timestamp;

/// Moves an item between lists and keeps the counts, as its status goes from `old` to `new`.
pub(super) fn update(
    draft: &mut Draft<'_>,
    id: ItemId,
    old: Option<&StoredStatus>,
    new: Option<&StoredStatus>,
) -> Result<(), StoreError> {
    for mark in Mark::EACH {
        let (was, is) = (old.and_then(|old| listed(mark, old)), new.and_then(|new| listed(mark, new)));
        if was == is {
            continue;
        }
        if let Some(date) = was {
            shift(draft, mark, date, id, false)?;
        }
        if let Some(date) = is {
            shift(draft, mark, date, id, true)?;
        }
    }
    Ok(())
}

/// Puts a feed's items into the lists over all feeds, or takes them out.
pub(super) fn show(draft: &mut Draft<'_>, feed: FeedId, shown: bool) -> Result<(), StoreError> {
    for mark in Mark::EACH {
        for place in draft.places(&key::feed_list(mark, feed))? {
            draft.shift(key::all_list(mark), place, shown);
        }
    }
    draft.set_live(feed, shown);
    Ok(())
}

/// The items of a feed's list, newest first.
pub(super) fn of_feed(draft: &Draft<'_>, mark: Mark, feed: FeedId) -> Result<Vec<ItemId>, StoreError> {
    Ok(draft.places(&key::feed_list(mark, feed))?.iter().map(key::placed).collect())
}

/// The date under which an item of this status stands in a list, if it does.
pub(super) fn listed(mark: Mark, status: &StoredStatus) -> Option<Timestamp> {
    let here = status.presence == Presence::Here;
    let listed = match mark {
        Mark::All => here,
        Mark::Unread => here && !status.status.read,
        Mark::Starred => here && status.status.starred,
    };
    listed.then_some(status.date)
}

fn shift(
    draft: &mut Draft<'_>,
    mark: Mark,
    date: Timestamp,
    id: ItemId,
    into: bool,
) -> Result<(), StoreError> {
    let place = key::place(date, id);
    draft.shift(key::feed_list(mark, id.feed), place, into);
    // Items of a removed feed are in no list over all feeds, so none has to leave one either.
    if draft.is_live(id.feed)? {
        draft.shift(key::all_list(mark), place, into);
    }
    draft.counts(id.feed)?.moved(mark, into);
    Ok(())
}
