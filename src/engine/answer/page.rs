//! Some rows of a list of items around a place in it: a list of any length costs a screenful.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::View;
use super::rows::ItemRows;
use crate::engine::facts::{FeedFacts, ItemFacts};
use crate::engine::{Anchor, Page, Part, Place, Show, Sort, Source, Window};
use crate::expr::{Expr, Filter, Match, Now, Test, TextField};
use crate::model::{FeedId, FolderPath, ItemId, ItemKey};
use crate::search::Plan;
use crate::store::{FeedRecord, Head, ListOrder, ListPlace, ListShow, StoreError};
use crate::time::{Span, Timestamp};

/// So many finds of the index are looked at one by one; of more, the list is walked and they are looked up.
const FEW: usize = 2_000;

/// Reads the rows of a window.
pub(super) fn page(view: &View, source: &Source, window: &Window) -> Result<Page, StoreError> {
    let typed = match Expr::typed(&source.words) {
        Ok(expr) => expr,
        Err(fault) => return Ok(Page { fault: Some(fault), ..Page::default() }),
    };
    let expr = joined(condition(&source.place), typed);
    let list = List::new(view, source, &expr)?;
    let (before, after) = around(&list, source.sort, window)?;
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
        fault: None,
    })
}

/// The unread items of a part of a list, in its order; none if its condition has a fault.
pub(super) fn unread(view: &View, source: &Source, part: Part) -> Result<Vec<ItemId>, StoreError> {
    let source =
        Source { show: if source.show == Show::All { Show::Unread } else { source.show }, ..source.clone() };
    let Ok(typed) = Expr::typed(&source.words) else { return Ok(Vec::new()) };
    let list = List::new(view, &source, &joined(condition(&source.place), typed))?;
    let all = Window { anchor: Anchor::First, before: 0, after: usize::MAX - 1 };
    let heads = match part {
        Part::Older(_) => around(&list, source.sort, &all)?.1,
        Part::Before { date, item } => {
            let window = Window { anchor: Anchor::At { date, item }, before: usize::MAX - 1, after: 0 };
            around(&list, source.sort, &window)?.0
        }
        Part::After { date, item } => {
            let window = Window { anchor: Anchor::At { date, item }, ..all };
            around(&list, source.sort, &window)?.1
        }
    };
    let is_meant = |head: &Head| match part {
        Part::Older(moment) => head.date < moment,
        Part::Before { item, .. } | Part::After { item, .. } => head.id != item,
    };
    let mut ids: Vec<ItemId> =
        heads.iter().filter(|head| !head.status.read && is_meant(head)).map(|head| head.id).collect();
    if matches!(part, Part::Before { .. }) {
        ids.reverse();
    }
    Ok(ids)
}

/// The heads before the anchor, the nearest first, and those from it on.
fn around(list: &List<'_>, sort: Sort, window: &Window) -> Result<(Vec<Head>, Vec<Head>), StoreError> {
    let (ahead, back) = match sort {
        Sort::Newest => (ListOrder::Down, ListOrder::Up),
        Sort::Oldest => (ListOrder::Up, ListOrder::Down),
    };
    let place = match (window.anchor, sort) {
        (Anchor::First, _) => return Ok((Vec::new(), list.read(None, ahead, window.after)?)),
        (Anchor::Last, _) => return Ok((list.read(None, back, window.before)?, Vec::new())),
        (Anchor::At { date, item }, Sort::Newest) => (date, item),
        // The store divides a list right before an item; oldest first the item belongs to the other side.
        (Anchor::At { date, item }, Sort::Oldest) => (date, behind(item)),
    };
    Ok((list.read(Some(place), back, window.before)?, list.read(Some(place), ahead, window.after)?))
}

/// The id right behind this one.
fn behind(item: ItemId) -> ItemId {
    match item.key.0.checked_add(1) {
        Some(key) => ItemId { key: ItemKey(key), ..item },
        None => ItemId { feed: FeedId(item.feed.0.saturating_add(1)), key: ItemKey(0) },
    }
}

/// A list with its condition.
struct List<'a> {
    view: &'a View,
    place: ListPlace,
    show: ListShow,
    /// The first moment that it holds, if that is a part of its place.
    since: Option<Timestamp>,
    filter: Filter,
    feeds: HashMap<FeedId, FeedFacts>,
    found: Finds,
}

/// What the index says about the condition.
enum Finds {
    /// Nothing.
    Unasked,
    /// These may fit, newest first.
    Few(Vec<Head>),
    /// These may fit.
    Many(HashSet<ItemId>),
}

impl<'a> List<'a> {
    fn new(view: &'a View, source: &Source, expr: &Expr) -> Result<Self, StoreError> {
        let now = Now { at: view.now, zone: view.zone.clone() };
        let filter = expr.compile(&now);
        let records = view.store.feeds()?;
        let mut list = Self {
            view,
            place: place(&source.place, &records),
            show: show(source.show),
            since: (source.place == Place::Today).then(|| now.today().0),
            filter,
            feeds: HashMap::new(),
            found: Finds::Unasked,
        };
        if !list.filter.is_everything() {
            list.feeds =
                records.iter().map(|record| (record.subscription.id, FeedFacts::of(record))).collect();
            list.found = list.finds(expr)?;
        }
        Ok(list)
    }

    /// Asks the index.
    fn finds(&self, expr: &Expr) -> Result<Finds, StoreError> {
        let store = &self.view.store;
        let plan = Plan::of(expr);
        if plan == Plan::Unknown || !store.is_indexed()? {
            return Ok(Finds::Unasked);
        }
        // An index that can't be read is made anew by `check --repair`; the list is walked meanwhile.
        let Ok(Some(found)) = store.find(&plan) else { return Ok(Finds::Unasked) };
        let ids: HashSet<ItemId> = found.iter().map(|found| found.id).collect();
        if ids.len() > FEW {
            return Ok(Finds::Many(ids));
        }
        let is_exact = plan.is_exact_for(expr);
        let mut heads = Vec::new();
        for id in ids {
            let Some(head) = store.head(id)?.filter(|head| self.is_listed(head)) else { continue };
            if is_exact || self.fits(&head) {
                heads.push(head);
            }
        }
        heads.sort_unstable_by_key(|head| (Reverse(head.date), head.id));
        Ok(Finds::Few(heads))
    }

    /// Whether an item is in the list, apart from the condition.
    fn is_listed(&self, head: &Head) -> bool {
        let is_there = match &self.place {
            // Items of feeds that were unsubscribed are in no list.
            ListPlace::All => self.feeds.contains_key(&head.id.feed),
            ListPlace::Feeds(feeds) => feeds.contains(&head.id.feed),
        };
        let is_recent = self.since.is_none_or(|since| head.date >= since);
        let is_shown = match self.show {
            ListShow::All => true,
            ListShow::Unread => !head.status.read,
            ListShow::Starred => head.status.starred,
        };
        is_there && is_recent && is_shown
    }

    /// Up to `count` heads and one more, so that it shows whether there is more; none if none are wanted.
    fn read(
        &self,
        from: Option<(Timestamp, ItemId)>,
        order: ListOrder,
        count: usize,
    ) -> Result<Vec<Head>, StoreError> {
        if let Finds::Few(heads) = &self.found {
            return Ok(part(heads, from, order, count));
        }
        let from = self.bounded(from, order);
        let mut heads = Vec::new();
        for head in self.view.store.list(&self.place, self.show, from, order)? {
            let head = head?;
            if self.since.is_some_and(|since| head.date < since) {
                break;
            }
            let may_fit = match &self.found {
                Finds::Many(ids) => ids.contains(&head.id),
                Finds::Unasked | Finds::Few(_) => true,
            };
            if may_fit && self.fits(&head) {
                heads.push(head);
                if heads.len() > count {
                    break;
                }
            }
        }
        Ok(heads)
    }

    /// Where reading begins: upwards not before the first moment of the list.
    fn bounded(&self, from: Option<(Timestamp, ItemId)>, order: ListOrder) -> Option<(Timestamp, ItemId)> {
        let Some(since) = self.since.filter(|_| order == ListOrder::Up) else { return from };
        // Behind all items of that moment, and of those that are later.
        let start = (since.minus(Span::millis(1)), ItemId { feed: FeedId(0), key: ItemKey(0) });
        Some(from.filter(|(date, _)| *date >= since).unwrap_or(start))
    }

    /// Whether an item fits the condition.
    fn fits(&self, head: &Head) -> bool {
        if self.filter.is_everything() {
            return true;
        }
        let unknown = FeedFacts::default();
        let feed = self.feeds.get(&head.id.feed).unwrap_or(&unknown);
        self.filter.fits(&ItemFacts::new(&self.view.store, head, feed))
    }
}

/// Some of these heads, which are newest first, from a place on; as [`crate::store::Store::list`] gives them.
fn part(heads: &[Head], from: Option<(Timestamp, ItemId)>, order: ListOrder, count: usize) -> Vec<Head> {
    let key = |head: &Head| (Reverse(head.date), head.id);
    let at = match (from, order) {
        (Some((date, item)), _) => heads.partition_point(|head| key(head) < (Reverse(date), item)),
        (None, ListOrder::Down) => 0,
        (None, ListOrder::Up) => heads.len(),
    };
    match order {
        ListOrder::Down => heads[at..].iter().take(count + 1).cloned().collect(),
        ListOrder::Up => heads[..at].iter().rev().take(count + 1).cloned().collect(),
    }
}

/// What a place itself asks of an item.
fn condition(place: &Place) -> Expr {
    match place {
        Place::All | Place::Folder(_) | Place::Feed(_) | Place::Today => Expr::All,
        Place::Tag(tag) => Expr::Test(Test::Text(TextField::Label, Match::Equals(tag.clone()))),
    }
}

/// Both conditions as one.
fn joined(one: Expr, other: Expr) -> Expr {
    Expr::all_of([one, other].into_iter().filter(|expr| *expr != Expr::All).collect())
}

fn place(place: &Place, records: &[FeedRecord]) -> ListPlace {
    match place {
        Place::All | Place::Today | Place::Tag(_) => ListPlace::All,
        Place::Feed(feed) => ListPlace::Feeds(vec![*feed]),
        Place::Folder(folder) => {
            let within = |path: Option<&FolderPath>| path.is_some_and(|path| path.is_within(folder));
            let feeds = records.iter().filter(|record| within(record.subscription.folder.as_ref()));
            ListPlace::Feeds(feeds.map(|record| record.subscription.id).collect())
        }
    }
}

const fn show(show: Show) -> ListShow {
    match show {
        Show::All => ListShow::All,
        Show::Unread => ListShow::Unread,
        Show::Starred => ListShow::Starred,
    }
}
