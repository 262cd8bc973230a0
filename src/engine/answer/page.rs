//! Some rows of a list of items around a place in it: a list of any length costs a screenful.

use super::View;
use super::rows::ItemRows;
use crate::engine::{Anchor, Page, Place, Show, Source, Window};
use crate::html;
use crate::model::{FeedId, ItemId, Markup};
use crate::search::Words;
use crate::store::{Head, ListOrder, ListPlace, ListShow, StoreError};
use crate::time::Timestamp;

/// Reads the rows of a window.
pub(super) fn page(view: &View, source: &Source, window: &Window) -> Result<Page, StoreError> {
    let list = List::new(view, source)?;
    let (before, after) = match window.anchor {
        Anchor::First => (Vec::new(), list.read(None, ListOrder::Down, window.after)?),
        Anchor::Last => (list.read(None, ListOrder::Up, window.before)?, Vec::new()),
        Anchor::At { date, item } => {
            let place = Some((date, item));
            (
                list.read(place, ListOrder::Up, window.before)?,
                list.read(place, ListOrder::Down, window.after)?,
            )
        }
    };
    let more_before = before.len() > window.before;
    let more_after = after.len() > window.after;
    let (before, after) =
        (&before[..before.len().min(window.before)], &after[..after.len().min(window.after)]);
    let mut rows = ItemRows::new(view);
    let heads = before.iter().rev().chain(after).cloned();
    Ok(Page {
        rows: heads.map(|head| rows.row(head)).collect::<Result<_, _>>()?,
        anchor: before.len(),
        more_before,
        more_after,
    })
}

/// A list with its condition.
struct List<'a> {
    view: &'a View,
    place: ListPlace,
    show: ListShow,
    words: Words,
}

impl<'a> List<'a> {
    fn new(view: &'a View, source: &Source) -> Result<Self, StoreError> {
        let place = match &source.place {
            Place::All => ListPlace::All,
            Place::Feed(feed) => ListPlace::Feeds(vec![*feed]),
            Place::Folder(folder) => {
                let within =
                    |path: Option<&crate::model::FolderPath>| path.is_some_and(|path| path.is_within(folder));
                let records = view.store.feeds()?;
                let feeds: Vec<FeedId> = records
                    .iter()
                    .filter(|record| within(record.subscription.folder.as_ref()))
                    .map(|record| record.subscription.id)
                    .collect();
                ListPlace::Feeds(feeds)
            }
        };
        let show = match source.show {
            Show::All => ListShow::All,
            Show::Unread => ListShow::Unread,
            Show::Starred => ListShow::Starred,
        };
        Ok(Self { view, place, show, words: Words::parse(&source.words) })
    }

    /// Up to `count` heads and one more, so that it shows whether there is more; none if none are wanted.
    fn read(
        &self,
        from: Option<(Timestamp, ItemId)>,
        order: ListOrder,
        count: usize,
    ) -> Result<Vec<Head>, StoreError> {
        let mut heads = Vec::new();
        for head in self.view.store.list(&self.place, self.show, from, order)? {
            let head = head?;
            if self.fits(&head)? {
                heads.push(head);
                if heads.len() > count {
                    break;
                }
            }
        }
        Ok(heads)
    }

    /// Whether all words occur in title, author and tags, or else in those and the text.
    fn fits(&self, head: &Head) -> Result<bool, StoreError> {
        if self.words.is_empty() {
            return Ok(true);
        }
        let tags = head.status.tags.join("\n");
        let mut texts = vec![
            head.title.as_deref().unwrap_or_default(),
            head.author.as_deref().unwrap_or_default(),
            tags.as_str(),
        ];
        if self.words.match_all(&texts) {
            return Ok(true);
        }
        let Some((item, _)) = self.view.store.item(head.id)? else { return Ok(false) };
        let bodies: Vec<String> = [&item.content, &item.summary]
            .into_iter()
            .flatten()
            .map(|content| match content.markup {
                Markup::Html => html::to_plain(&content.text),
                Markup::Plain => content.text.clone(),
            })
            .collect();
        texts.extend(bodies.iter().map(String::as_str));
        texts.extend(item.categories.iter().map(String::as_str));
        Ok(self.words.match_all(&texts))
    }
}
