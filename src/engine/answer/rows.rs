//! Rows of the lists of feeds and items: texts cleaned for one line, directions worked out.

use std::collections::HashMap;

use super::View;
use crate::engine::document::excerpt;
use crate::engine::{FeedRow, FeedState, ItemRow};
use crate::model::{Direction, DirectionChoice, FeedId, FolderPath, IntervalChoice, Item, ItemId, LastCheck};
use crate::store::{FeedRecord, Head, StoreError};
use crate::text::clean;
use crate::text::direction::{Facts, of_field, resolve};
use crate::text::fold::fold;

/// What stands where there is nothing to show.
const NOTHING: &str = "…";

/// All feeds, by folder and title.
pub(super) fn feeds(view: &View) -> Result<Vec<FeedRow>, StoreError> {
    let records = view.store.feeds()?;
    let mut rows: Vec<FeedRow> = records.iter().map(|record| feed(view, record)).collect();
    rows.sort_by_cached_key(|row| {
        let folder: Vec<String> =
            row.folder.iter().flat_map(FolderPath::names).map(|name| fold(name)).collect();
        // Feeds at the top come after the folders.
        (folder.is_empty(), folder, fold(&row.title), row.id)
    });
    Ok(rows)
}

/// One feed.
pub(super) fn feed(view: &View, record: &FeedRecord) -> FeedRow {
    let sides = Sides::of(record, view.default_direction);
    let title = feed_title(record);
    FeedRow {
        id: record.subscription.id,
        title_direction: sides.of_text(&title, sides.feed()),
        title,
        direction: sides.feed(),
        choice: sides.choice,
        url: record.subscription.url.clone(),
        folder: record.subscription.folder.clone(),
        unread: record.counts.unread,
        total: record.counts.total,
        starred: record.counts.starred,
        state: state(view, record),
    }
}

/// The user's title, else the publisher's, else the address.
pub(super) fn feed_title(record: &FeedRecord) -> String {
    let subscription = &record.subscription;
    let published = record.feed.as_ref().and_then(|feed| feed.title.as_deref());
    [subscription.title.as_deref(), published, Some(&subscription.url)]
        .into_iter()
        .flatten()
        .map(clean::line)
        .find(|title| !title.is_empty())
        .unwrap_or_else(|| NOTHING.to_owned())
}

fn state(view: &View, record: &FeedRecord) -> FeedState {
    let check = &record.check;
    if view.checking.contains(&record.subscription.id) {
        return FeedState::Checking;
    }
    if check.gone {
        return FeedState::Gone;
    }
    match (&check.last, record.subscription.interval) {
        (Some(LastCheck::Failed(_)), _) => FeedState::Failing,
        (_, IntervalChoice::Never) => FeedState::Never,
        (None, _) => FeedState::New,
        (Some(LastCheck::Unchanged | LastCheck::Updated { .. }), _) => FeedState::Fine,
    }
}

/// What is known about the directions of one feed and its items (`product.md` section 2).
#[derive(Clone, Debug)]
pub(super) struct Sides {
    /// The user's choice.
    pub(super) choice: DirectionChoice,
    /// A language of the user's that replaces what the document says.
    own_language: Option<String>,
    stated: Option<Direction>,
    language: Option<String>,
    default: Direction,
}

impl Sides {
    /// Those of a feed.
    pub(super) fn of(record: &FeedRecord, default: Direction) -> Self {
        Self {
            choice: record.subscription.direction,
            own_language: record.subscription.language.clone(),
            stated: record.feed.as_ref().and_then(|feed| feed.direction),
            language: record.feed.as_ref().and_then(|feed| feed.language.clone()),
            default,
        }
    }

    /// Those of an item whose feed is unknown.
    fn unknown(default: Direction) -> Self {
        Self { choice: DirectionChoice::Auto, own_language: None, stated: None, language: None, default }
    }

    /// The same with another choice of the user's, for this once.
    pub(super) fn with(&self, choice: DirectionChoice) -> Self {
        match choice {
            DirectionChoice::Auto => self.clone(),
            DirectionChoice::Fixed(_) => Self { choice, ..self.clone() },
        }
    }

    /// The direction of the feed.
    pub(super) fn feed(&self) -> Direction {
        self.item(None, None)
    }

    /// The direction of an item with these facts of its own.
    pub(super) fn item(&self, stated: Option<Direction>, language: Option<&str>) -> Direction {
        let languages = match self.own_language.as_deref() {
            Some(own) => [Some(own), None],
            None => [language, self.language.as_deref()],
        };
        resolve(&Facts {
            choice: self.choice,
            stated: stated.or(self.stated),
            languages,
            default: self.default,
        })
    }

    /// The direction of one field: by its own letters unless the user chose.
    pub(super) fn of_text(&self, text: &str, wanted: Direction) -> Direction {
        match self.choice {
            DirectionChoice::Fixed(chosen) => chosen,
            DirectionChoice::Auto => of_field(text, wanted),
        }
    }
}

/// Makes rows of items, remembering their feeds.
#[derive(Debug)]
pub(super) struct ItemRows<'a> {
    view: &'a View,
    feeds: HashMap<FeedId, Sides>,
}

impl<'a> ItemRows<'a> {
    /// Knows no feed yet.
    pub(super) fn new(view: &'a View) -> Self {
        Self { view, feeds: HashMap::new() }
    }

    /// One item.
    pub(super) fn row(&mut self, head: Head) -> Result<ItemRow, StoreError> {
        let sides = self.sides(head.id.feed)?;
        Ok(row(head, sides))
    }

    fn sides(&mut self, feed: FeedId) -> Result<&Sides, StoreError> {
        if !self.feeds.contains_key(&feed) {
            let record = self.view.store.feed(feed)?;
            let default = self.view.default_direction;
            let sides = record.map_or_else(|| Sides::unknown(default), |record| Sides::of(&record, default));
            self.feeds.insert(feed, sides);
        }
        Ok(&self.feeds[&feed])
    }
}

/// One item of a feed with these sides.
pub(super) fn row(head: Head, sides: &Sides) -> ItemRow {
    let title = stand_in([head.title.as_deref(), head.excerpt.as_deref(), head.link.as_deref()], head.id);
    let direction = sides.item(head.direction, head.language.as_deref());
    ItemRow {
        overrides: head.title.as_deref().is_some_and(clean::has_overrides),
        id: head.id,
        title_direction: sides.of_text(&title, direction),
        title,
        direction,
        author: head.author.as_deref().map(clean::line).filter(|author| !author.is_empty()),
        link: head.link,
        date: head.date,
        read: head.status.read,
        updated: head.changed,
        starred: head.status.starred,
    }
}

fn stand_in(texts: [Option<&str>; 3], id: ItemId) -> String {
    texts
        .into_iter()
        .flatten()
        .map(clean::line)
        .find(|text| !text.is_empty())
        .unwrap_or_else(|| id.to_string())
}

/// The title of an item that is not stored: its own, else its first words, else its address.
pub(in crate::engine) fn title(item: &Item) -> String {
    let words = excerpt(item);
    [item.title.as_deref(), words.as_deref(), item.link.as_deref()]
        .into_iter()
        .flatten()
        .map(clean::line)
        .find(|text| !text.is_empty())
        .unwrap_or_else(|| NOTHING.to_owned())
}
