//! The tree of feeds: all feeds, starred items, folders and the feeds in them.

use std::collections::BTreeSet;

use super::slot::Slot;
use crate::engine::{FeedRow, FeedState, Place, Show, Sort, Source};
use crate::model::{DirectionChoice, FeedId, FolderPath, Scope};
use crate::time::Timestamp;

/// Something in the tree that has a list of items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// All feeds.
    All,
    /// Everything with a star.
    Starred,
    /// A folder.
    Folder(FolderPath),
    /// A feed.
    Feed(FeedId),
}

/// One row of the tree as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TreeRow {
    /// What it is.
    pub(crate) node: Node,
    /// How deep it lies, from 0.
    pub(crate) depth: usize,
    /// Unread items in it; items with a star for [`Node::Starred`].
    pub(crate) count: u32,
    /// The worst state in it.
    pub(crate) state: FeedState,
}

/// The tree.
#[derive(Debug, Default)]
pub(crate) struct Feeds {
    rows: Vec<FeedRow>,
    tree: Vec<TreeRow>,
    closed: BTreeSet<FolderPath>,
    selected: usize,
    top: usize,
    loaded: Option<Timestamp>,
    /// A feed that is selected as soon as it is there.
    pub(crate) awaited: Option<FeedId>,
    /// The question for the rows.
    pub(crate) slot: Slot<()>,
    /// Whether the rows are outdated, and when they are asked for again.
    pub(crate) refetch: Option<Timestamp>,
    /// When they were asked for last.
    pub(crate) asked: Option<Timestamp>,
}

impl Node {
    /// The list of its items.
    #[must_use]
    pub(crate) fn source(&self, show: Show) -> Source {
        let (place, show) = match self {
            Self::All => (Place::All, show),
            Self::Starred => (Place::All, Show::Starred),
            Self::Folder(path) => (Place::Folder(path.clone()), show),
            Self::Feed(id) => (Place::Feed(*id), show),
        };
        Source { place, show, words: String::new(), sort: Sort::Newest }
    }

    /// The feeds in it.
    #[must_use]
    pub(crate) fn scope(&self) -> Scope {
        match self {
            Self::All | Self::Starred => Scope::All,
            Self::Folder(path) => Scope::Folder(path.clone()),
            Self::Feed(id) => Scope::Feed(*id),
        }
    }
}

impl Feeds {
    /// Takes new rows. The selection stays on what it was on, or near where that was.
    pub(crate) fn load(&mut self, mut rows: Vec<FeedRow>, now: Timestamp) {
        // Folders come first, each followed by its feeds; the engine's order holds within a folder.
        rows.sort_by(|a, b| (a.folder.is_none(), &a.folder).cmp(&(b.folder.is_none(), &b.folder)));
        let node = self.node().cloned();
        self.rows = rows;
        self.loaded = Some(now);
        self.grow();
        let wanted = match self.awaited {
            Some(feed) if self.row(feed).is_some() => {
                self.awaited = None;
                self.reveal(&Node::Feed(feed));
                return;
            }
            _ => node,
        };
        let place = wanted.and_then(|node| self.tree.iter().position(|row| row.node == node));
        self.selected = place.unwrap_or(self.selected).min(self.tree.len().saturating_sub(1));
    }

    /// Whether rows have come at all.
    #[must_use]
    pub(crate) const fn is_loaded(&self) -> bool {
        self.loaded.is_some()
    }

    /// When the rows came.
    #[must_use]
    pub(crate) const fn loaded(&self) -> Option<Timestamp> {
        self.loaded
    }

    /// All subscriptions.
    #[must_use]
    pub(crate) fn rows(&self) -> &[FeedRow] {
        &self.rows
    }

    /// A subscription.
    #[must_use]
    pub(crate) fn row(&self, id: FeedId) -> Option<&FeedRow> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// Takes a direction for granted before the engine confirms it, so that a quick second turn goes on from it.
    pub(crate) fn turn(&mut self, id: FeedId, choice: DirectionChoice) {
        if let Some(row) = self.rows.iter_mut().find(|row| row.id == id) {
            row.choice = choice;
        }
    }

    /// The tree as it is shown.
    #[must_use]
    pub(crate) fn tree(&self) -> &[TreeRow] {
        &self.tree
    }

    /// The number of the selected row.
    #[must_use]
    pub(crate) const fn selected(&self) -> usize {
        self.selected
    }

    /// The selected row.
    #[must_use]
    pub(crate) fn node(&self) -> Option<&Node> {
        self.tree.get(self.selected).map(|row| &row.node)
    }

    /// The first visible row of a pane with so many, such that the selected one is visible.
    #[must_use]
    pub(crate) fn top(&self, page: usize) -> usize {
        super::items::visible(self.top, self.selected, page, self.tree.len())
    }

    /// Keeps the first visible row for the next frame.
    pub(crate) fn settle(&mut self, page: usize) {
        self.top = self.top(page);
    }

    /// Scrolls, and takes the selection along.
    pub(crate) fn scroll(&mut self, rows: isize, page: usize) {
        let last = self.tree.len().saturating_sub(page);
        self.top = self.top(page).saturating_add_signed(rows).min(last);
        let end = (self.top + page).min(self.tree.len()).max(self.top + 1);
        self.selected = self.selected.clamp(self.top, end - 1);
    }

    /// Selects a row by its number, or the last one.
    pub(crate) fn select(&mut self, at: usize) {
        self.selected = at.min(self.tree.len().saturating_sub(1));
    }

    /// Selects what is so many rows further down (or up).
    pub(crate) fn step(&mut self, rows: isize) {
        self.select(self.selected.saturating_add_signed(rows));
    }

    /// Opens the folders around something and selects it.
    pub(crate) fn reveal(&mut self, node: &Node) {
        if let Node::Feed(id) = node {
            let folder = self.row(*id).and_then(|row| row.folder.clone());
            self.closed.retain(|closed| !folder.as_ref().is_some_and(|folder| folder.is_within(closed)));
            self.grow();
        }
        if let Some(at) = self.tree.iter().position(|row| row.node == *node) {
            self.selected = at;
        }
    }

    /// Whether a folder shows what is in it.
    #[must_use]
    pub(crate) fn is_open(&self, folder: &FolderPath) -> bool {
        !self.closed.contains(folder)
    }

    /// Opens the selected folder. False if there is none or it is open.
    pub(crate) fn unfold(&mut self) -> bool {
        let Some(Node::Folder(path)) = self.node().cloned() else { return false };
        let was_closed = self.closed.remove(&path);
        self.grow();
        was_closed
    }

    /// Closes the selected folder, or goes to the folder around what is selected. False if there is none.
    pub(crate) fn fold(&mut self) -> bool {
        let Some(row) = self.tree.get(self.selected) else { return false };
        match &row.node {
            Node::Folder(path) if self.is_open(path) => {
                self.closed.insert(path.clone());
                self.grow();
                true
            }
            _ if row.depth > 0 => {
                let depth = row.depth;
                let around = self.tree[..self.selected].iter().rposition(|row| row.depth < depth);
                self.selected = around.unwrap_or(self.selected);
                around.is_some()
            }
            _ => false,
        }
    }

    /// All folders, sorted.
    #[must_use]
    pub(crate) fn folders(&self) -> BTreeSet<FolderPath> {
        let paths = self.rows.iter().filter_map(|row| row.folder.as_ref());
        paths
            .flat_map(|path| {
                (1..=path.names().len()).filter_map(|depth| FolderPath::new(&path.names()[..depth]))
            })
            .collect()
    }

    /// Items that are not read, in all feeds.
    #[must_use]
    pub(crate) fn unread(&self) -> u32 {
        self.rows.iter().fold(0, |sum, row| sum.saturating_add(row.unread))
    }

    /// The feeds with unread items, in the order of the tree with all folders open.
    pub(crate) fn with_unread(&self) -> impl Iterator<Item = FeedId> {
        self.rows.iter().filter(|row| row.unread > 0).map(|row| row.id)
    }

    /// The order of a feed in the tree with all folders open; for a folder that of its last feed.
    #[must_use]
    pub(crate) fn order(&self, node: &Node) -> Option<usize> {
        match node {
            Node::All | Node::Starred => None,
            Node::Feed(id) => self.rows.iter().position(|row| row.id == *id),
            Node::Folder(path) => self
                .rows
                .iter()
                .rposition(|row| row.folder.as_ref().is_some_and(|folder| folder.is_within(path))),
        }
    }

    fn grow(&mut self) {
        let sum = |rows: &mut dyn Iterator<Item = u32>| rows.fold(0_u32, u32::saturating_add);
        self.tree.clear();
        if self.rows.is_empty() {
            return;
        }
        let unread = sum(&mut self.rows.iter().map(|row| row.unread));
        let starred = sum(&mut self.rows.iter().map(|row| row.starred));
        let fine = FeedState::Fine;
        self.tree.push(TreeRow { node: Node::All, depth: 0, count: unread, state: fine });
        self.tree.push(TreeRow { node: Node::Starred, depth: 0, count: starred, state: fine });
        let mut around: Vec<String> = Vec::new();
        for row in &self.rows {
            let names = row.folder.as_ref().map_or(&[][..], FolderPath::names);
            let common = around.iter().zip(names).take_while(|(a, b)| a == b).count();
            for depth in common..names.len() {
                let Some(path) = FolderPath::new(&names[..=depth]) else { continue };
                if !is_hidden(&path, &self.closed) {
                    self.tree.push(folder_row(&self.rows, path, depth));
                }
            }
            around = names.to_vec();
            let hidden = row
                .folder
                .as_ref()
                .is_some_and(|folder| self.closed.contains(folder) || is_hidden(folder, &self.closed));
            if !hidden {
                let node = Node::Feed(row.id);
                self.tree.push(TreeRow { node, depth: names.len(), count: row.unread, state: row.state });
            }
        }
        self.selected = self.selected.min(self.tree.len().saturating_sub(1));
    }
}

/// Whether a folder lies in a closed one.
fn is_hidden(path: &FolderPath, closed: &BTreeSet<FolderPath>) -> bool {
    closed.iter().any(|outer| outer != path && path.is_within(outer))
}

fn folder_row(rows: &[FeedRow], path: FolderPath, depth: usize) -> TreeRow {
    let inside =
        || rows.iter().filter(|row| row.folder.as_ref().is_some_and(|folder| folder.is_within(&path)));
    let count = inside().fold(0_u32, |sum, row| sum.saturating_add(row.unread));
    let checking = inside().any(|row| row.state == FeedState::Checking);
    let failing = inside().any(|row| matches!(row.state, FeedState::Failing | FeedState::Gone));
    let state = match (checking, failing) {
        (true, _) => FeedState::Checking,
        (_, true) => FeedState::Failing,
        _ => FeedState::Fine,
    };
    TreeRow { node: Node::Folder(path), depth, count, state }
}

#[cfg(test)]
mod tests;
