//! The list of items: a window of about three screens around the selected one.

use std::collections::BTreeMap;

use super::feeds::Node;
use super::slot::Slot;
use crate::engine::{Anchor, ItemRow, Page, Query, Show, Source, Window};
use crate::model::ItemId;
use crate::time::Timestamp;

/// The list of items.
#[derive(Debug, Default)]
pub(crate) struct Items {
    /// The list that is wanted.
    wanted: Option<(Node, Source)>,
    /// The list that the rows belong to.
    shown: Option<Source>,
    rows: Vec<ItemRow>,
    more_before: bool,
    more_after: bool,
    selected: usize,
    top: usize,
    /// Rows that fell out of the list because they were read, and stay until it is left.
    kept: BTreeMap<ItemId, ItemRow>,
    /// The question for the rows.
    pub(crate) slot: Slot<ItemsAsk>,
    /// When the rows are asked for again because something changed.
    pub(crate) refetch: Option<Timestamp>,
    /// When they were asked for last.
    pub(crate) asked: Option<Timestamp>,
}

/// A question for rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ItemsAsk {
    /// Which list.
    pub(crate) source: Source,
    /// Which part of it.
    pub(crate) window: Window,
    /// What is selected when it comes.
    pub(crate) aim: Aim,
}

/// What is selected when rows come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// What is selected now, or what is near where it was.
    Keep,
    /// The first row.
    First,
    /// The last row.
    Last,
    /// This item.
    Item(ItemId),
}

impl ItemsAsk {
    /// As the engine understands it.
    #[must_use]
    pub(crate) fn query(&self) -> Query {
        Query::Items(self.source.clone(), self.window)
    }
}

impl Items {
    /// Wants another list; the rows of the old one stay until the new ones are there.
    pub(crate) fn want(&mut self, node: Node, source: Source) {
        self.wanted = Some((node, source));
        self.kept.clear();
    }

    /// The list that is wanted.
    #[must_use]
    pub(crate) fn source(&self) -> Option<&Source> {
        self.wanted.as_ref().map(|(_, source)| source)
    }

    /// What the list is of.
    #[must_use]
    pub(crate) fn node(&self) -> Option<&Node> {
        self.wanted.as_ref().map(|(node, _)| node)
    }

    /// Whether the rows are those of the list that is wanted.
    #[must_use]
    pub(crate) fn is_current(&self) -> bool {
        self.shown.is_some() && self.shown.as_ref() == self.source()
    }

    /// Forgets everything: there are no feeds.
    pub(crate) fn clear(&mut self) {
        let slot = std::mem::take(&mut self.slot);
        *self = Self { slot, ..Self::default() };
    }

    /// The rows at hand.
    #[must_use]
    pub(crate) fn rows(&self) -> &[ItemRow] {
        &self.rows
    }

    /// The selected row.
    #[must_use]
    pub(crate) fn row(&self) -> Option<&ItemRow> {
        self.rows.get(self.selected)
    }

    /// The number of the selected row among those at hand.
    #[must_use]
    pub(crate) const fn selected(&self) -> usize {
        self.selected
    }

    /// The first visible row.
    #[must_use]
    pub(crate) fn top(&self, page: usize) -> usize {
        visible(self.top, self.selected, page, self.rows.len())
    }

    /// Keeps the first visible row for the next frame.
    pub(crate) fn settle(&mut self, page: usize) {
        self.top = self.top(page);
    }

    /// Selects a row by its number among those at hand.
    pub(crate) fn select(&mut self, at: usize) {
        self.selected = at.min(self.rows.len().saturating_sub(1));
    }

    /// Selects an item. False if it is not at hand.
    pub(crate) fn select_item(&mut self, id: ItemId) -> bool {
        let at = self.rows.iter().position(|row| row.id == id);
        self.selected = at.unwrap_or(self.selected);
        at.is_some()
    }

    /// Selects what is so many rows further down (or up).
    pub(crate) fn step(&mut self, rows: isize) {
        self.select(self.selected.saturating_add_signed(rows));
    }

    /// Scrolls, and takes the selection along.
    pub(crate) fn scroll(&mut self, rows: isize, page: usize) {
        let last = self.rows.len().saturating_sub(page);
        self.top = self.top(page).saturating_add_signed(rows).min(last);
        let end = (self.top + page).min(self.rows.len()).max(self.top + 1);
        self.selected = self.selected.clamp(self.top, end - 1);
    }

    /// The question for the rows around the selected one.
    #[must_use]
    pub(crate) fn around(&self, page: usize) -> Option<ItemsAsk> {
        let source = self.source()?.clone();
        let anchored = self.row().filter(|_| self.is_current());
        let (anchor, aim) = match anchored {
            Some(row) => (Anchor::At { date: row.date, item: row.id }, Aim::Keep),
            None => (Anchor::First, Aim::First),
        };
        Some(ItemsAsk { source, window: window(anchor, page), aim })
    }

    /// The question for the rows at an end of the list.
    #[must_use]
    pub(crate) fn at_end(&self, aim: Aim, page: usize) -> Option<ItemsAsk> {
        let anchor = if aim == Aim::Last { Anchor::Last } else { Anchor::First };
        Some(ItemsAsk { source: self.source()?.clone(), window: window(anchor, page), aim })
    }

    /// Whether rows before the first at hand exist.
    #[must_use]
    pub(crate) const fn has_more_before(&self) -> bool {
        self.more_before
    }

    /// Whether rows after the last at hand exist.
    #[must_use]
    pub(crate) const fn has_more_after(&self) -> bool {
        self.more_after
    }

    /// Whether the selection is so near an end of the rows at hand that more should be asked for.
    #[must_use]
    pub(crate) fn is_short(&self, page: usize) -> bool {
        let after = self.rows.len().saturating_sub(self.selected + 1);
        (self.more_before && self.selected < page) || (self.more_after && after < page)
    }

    /// Takes rows that were asked for.
    pub(crate) fn load(&mut self, ask: &ItemsAsk, page: Page) {
        let same = self.shown.as_ref() == Some(&ask.source);
        let old = if same { self.row().map(|row| row.id) } else { None };
        let height = self.selected.saturating_sub(self.top);
        self.shown = Some(ask.source.clone());
        self.more_before = page.more_before;
        self.more_after = page.more_after;
        self.rows = page.rows;
        self.keep_what_was_read();
        let last = self.rows.len().saturating_sub(1);
        let place = |id: ItemId| self.rows.iter().position(|row| row.id == id);
        self.selected = match ask.aim {
            Aim::First => 0,
            Aim::Last => last,
            Aim::Item(id) => place(id).unwrap_or(page.anchor),
            Aim::Keep => old.and_then(place).unwrap_or(page.anchor),
        }
        .min(last);
        // Nothing moves under the eye: the selected row keeps its height on the screen.
        self.top = if same { self.selected.saturating_sub(height) } else { 0 };
    }

    /// Sets the mark of an item at once; the engine's rows come later.
    pub(crate) fn mark(&mut self, item: &ItemRow, read: bool) {
        if let Some(row) = self.rows.iter_mut().find(|row| row.id == item.id) {
            row.read = read;
            row.updated = row.updated.filter(|_| !read);
        }
        if self.source().is_some_and(|source| source.show == Show::Unread) {
            self.kept
                .insert(item.id, ItemRow { read, updated: item.updated.filter(|_| !read), ..item.clone() });
        }
    }

    /// Sets the star of an item at once.
    pub(crate) fn star(&mut self, id: ItemId, starred: bool) {
        for row in self.rows.iter_mut().chain(self.kept.values_mut()).filter(|row| row.id == id) {
            row.starred = starred;
        }
    }

    /// Puts rows back that fell out of a list of unread items since they were read here.
    fn keep_what_was_read(&mut self) {
        let is_unread = self.shown.as_ref().is_some_and(|source| source.show == Show::Unread);
        if !is_unread || self.kept.is_empty() {
            return;
        }
        let order = |row: &ItemRow| (std::cmp::Reverse(row.date), row.id);
        let first = self.rows.first().filter(|_| self.more_before).map(order);
        let last = self.rows.last().filter(|_| self.more_after).map(order);
        let is_inside = |row: &&ItemRow| {
            let place = order(row);
            first.is_none_or(|first| place > first) && last.is_none_or(|last| place < last)
        };
        let back: Vec<ItemRow> = self.kept.values().filter(is_inside).cloned().collect();
        for row in back {
            if self.rows.iter().all(|known| known.id != row.id) {
                let at = self.rows.partition_point(|known| order(known) < order(&row));
                self.rows.insert(at, row);
            }
        }
    }
}

/// Three screens around a place.
pub(crate) const fn window(anchor: Anchor, page: usize) -> Window {
    let half = page + page / 2 + 1;
    match anchor {
        Anchor::First => Window { anchor, before: 0, after: half * 2 },
        Anchor::Last => Window { anchor, before: half * 2, after: 0 },
        Anchor::At { .. } => Window { anchor, before: half, after: half },
    }
}

/// The first visible row of a list: `top`, moved as little as possible so that `selected` is visible and no room
/// is wasted.
pub(crate) fn visible(top: usize, selected: usize, page: usize, total: usize) -> usize {
    let page = page.max(1);
    // A row of context above and below, where there is room for it.
    let margin = usize::from(page >= 5);
    let lowest = (selected + 1 + margin).min(total).saturating_sub(page);
    top.clamp(lowest, selected.saturating_sub(margin).max(lowest)).min(total.saturating_sub(page))
}

#[cfg(test)]
mod tests;
