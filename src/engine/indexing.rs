//! Keeps the index for search up to date: with each check, with each change of tags, and anew where there is none.

use std::sync::Arc;

use super::facts::plain;
use super::tools::Tools;
use crate::model::{Change, FeedId, Item, ItemId};
use crate::search::{Builder, Doc, Entry};
use crate::store::{CheckBatch, IndexPart, Store, StoreError};
use crate::time::Timestamp;

/// Items that are added to the index at once when it is made anew: so long do the user's changes wait.
const PART: usize = 200;

/// Adds to a batch what is to be found of the items that it brings. Reads their texts, so it runs where that does no harm.
pub(super) async fn indexed(feed: FeedId, mut batch: CheckBatch, tools: &Tools) -> CheckBatch {
    if batch.added.is_empty() && batch.changed.is_empty() {
        return batch;
    }
    let store = tools.store.clone();
    let work = move || {
        batch.index = of_check(feed, &batch, &store);
        batch
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(batch) => batch,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}

fn of_check(feed: FeedId, batch: &CheckBatch, store: &Store) -> IndexPart {
    let mut builder = Builder::default();
    for new in &batch.added {
        let id = ItemId { feed, key: new.item.key };
        add(&mut builder, id, new.date, &new.item, &new.status.tags);
    }
    let mut replaced = Vec::new();
    for changed in &batch.changed {
        let id = ItemId { feed, key: changed.item.key };
        // One that the same document brought a moment ago has no head; it is among the added ones.
        if let Ok(Some(head)) = store.head(id) {
            add(&mut builder, id, head.date, &changed.item, &head.status.tags);
            replaced.push(id);
        }
    }
    IndexPart { segment: builder.finish(), replaced }
}

/// Indexes anew the items whose tags a change touched.
pub(super) fn of_change(store: &Store, change: &Change) -> Result<(), StoreError> {
    let mut items = Vec::new();
    tagged(change, &mut items);
    items.sort_unstable();
    items.dedup();
    for part in items.chunks(PART) {
        let mut builder = Builder::default();
        let mut replaced = Vec::new();
        for id in part {
            if add_stored(&mut builder, store, *id)? {
                replaced.push(*id);
            }
        }
        store.add_to_index(&IndexPart { segment: builder.finish(), replaced })?;
    }
    Ok(())
}

fn tagged(change: &Change, items: &mut Vec<ItemId>) {
    match change {
        Change::Tag { items: changed, .. } => items.extend(changed),
        Change::All(changes) => changes.iter().for_each(|change| tagged(change, items)),
        _ => {}
    }
}

/// Makes the index anew if there is none, then [`tidy`]. Between two parts others get their turn to write. Cut off at any
/// point, the next start begins again: only a complete index is asked.
pub(super) async fn maintain(tools: Tools) {
    let work = async {
        if !tools.writer.run(Store::is_indexed).await? {
            make(&tools).await?;
        }
        Ok(())
    };
    log(work.await);
    tidy(tools).await;
}

/// Merges what has become many small parts.
pub(super) async fn tidy(tools: Tools) {
    let work = async {
        while tools.writer.run(Store::merge_index).await? {}
        Ok(())
    };
    log(work.await);
}

fn log(done: Result<(), StoreError>) {
    if let Err(error) = done {
        tracing::warn!(%error, "the index for search is not up to date");
    }
}

async fn make(tools: &Tools) -> Result<(), StoreError> {
    tools.writer.run(Store::clear_index).await?;
    let feeds: Vec<FeedId> = tools.writer.run(Store::all_feeds).await?;
    for feed in feeds {
        let heads = tools.writer.run(move |store| store.heads(feed)).await?;
        let items: Arc<[ItemId]> = heads.iter().map(|head| head.id).collect();
        for start in (0..items.len()).step_by(PART) {
            let items = Arc::clone(&items);
            let add = move |store: &Store| add_part(store, &items[start..items.len().min(start + PART)]);
            tools.writer.run(add).await?;
        }
        while tools.writer.run(Store::merge_index).await? {}
    }
    tools.writer.run(Store::set_indexed).await
}

fn add_part(store: &Store, items: &[ItemId]) -> Result<(), StoreError> {
    let mut builder = Builder::default();
    // A check may have added some of them since the old index was thrown away: these are what counts.
    let mut replaced = Vec::new();
    for id in items {
        if add_stored(&mut builder, store, *id)? {
            replaced.push(*id);
        }
    }
    store.add_to_index(&IndexPart { segment: builder.finish(), replaced })
}

fn add_stored(builder: &mut Builder, store: &Store, id: ItemId) -> Result<bool, StoreError> {
    let (Some(head), Some((item, status))) = (store.head(id)?, store.item(id)?) else { return Ok(false) };
    add(builder, id, head.date, &item, &status.tags);
    Ok(true)
}

fn add(builder: &mut Builder, id: ItemId, date: Timestamp, item: &Item, tags: &[String]) {
    let text = plain(item);
    let title = item.title.iter().map(String::as_str);
    let authors = item.authors.iter().filter_map(|person| person.display());
    let words = item.categories.iter().chain(tags).map(String::as_str);
    let strong: Vec<&str> = title.chain(authors).chain(words).collect();
    builder.add(&Doc { entry: Entry { id, date: date.as_seconds() }, strong: &strong, text: &text });
}
