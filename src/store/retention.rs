//! Retention: old items go, by age or number; what is starred or tagged stays, and so does what is not read unless that
//! is wished. Statuses stay behind, so that nothing comes back while the feed still holds it.

use super::draft::Source;
use super::error::StoreError;
use super::key::{self, Mark};
use super::record::StoredStatus;
use super::{Store, blocks, items, statuses};
use crate::model::{FeedId, ItemId, Retention};
use crate::time::Timestamp;

/// Items removed in one batch, so that nobody waits long.
const BATCH: usize = 500;

/// What becomes of old items that are not read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OldUnread {
    /// They stay.
    #[default]
    Stay,
    /// They go as others do.
    Go,
}

impl Store {
    /// Takes the items of a feed away that `retention` does not keep; with [`Retention::Default`] none. Gives how many
    /// there were. Durable on return.
    ///
    /// # Errors
    ///
    /// When the store can't be read or written.
    pub fn expire(
        &self,
        feed: FeedId,
        retention: Retention,
        unread: OldUnread,
        now: Timestamp,
    ) -> Result<usize, StoreError> {
        let (skip, before) = match retention {
            Retention::Default | Retention::Forever => return Ok(0),
            Retention::For(span) => (0, Some(now.minus(span))),
            Retention::Newest(most) => (most as usize, None),
        };
        let places = blocks::all(&self.disk()?, &key::feed_list(Mark::All, feed))?;
        // Oldest first, so that what is cut off leaves no hole.
        let old: Vec<ItemId> = places.iter().skip(skip).rev().map(key::placed).collect();
        let mut gone = 0;
        for some in old.chunks(BATCH) {
            gone += self.write(|draft| {
                let mut going = Vec::new();
                for id in some {
                    let status = statuses::here(draft, *id)?;
                    going.extend(status.filter(|status| may_go(status, unread, before)).map(|_| *id));
                }
                items::remove(draft, &going)
            })?;
        }
        if gone > 0 {
            self.flush()?;
        }
        Ok(gone)
    }
}

/// Whether an item is one of those that retention takes.
fn may_go(kept: &StoredStatus, unread: OldUnread, before: Option<Timestamp>) -> bool {
    let status = &kept.status;
    let old = before.is_none_or(|before| status.arrived < before);
    old && !is_dear(kept) && (status.read || unread == OldUnread::Go)
}

/// Whether the user wants to keep an item whatever its feed does.
pub(super) fn is_dear(kept: &StoredStatus) -> bool {
    kept.status.starred || !kept.status.tags.is_empty()
}

/// Whether the item of an id is one that the user wants to keep.
pub(super) fn keeps(source: &impl Source, id: ItemId) -> Result<bool, StoreError> {
    Ok(statuses::here(source, id)?.is_some_and(|status| is_dear(&status)))
}
