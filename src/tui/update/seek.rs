//! The next unread item: in this list, then in the feeds that follow, around to this one again.

use super::{moves, reading, settle, tell};
use crate::engine::{Anchor, ItemRow, Page, Query, Show, Source, Window};
use crate::model::ItemId;
use crate::strings::Text;
use crate::tui::effect::{Effect, Effects};
use crate::tui::model::{Aim, ItemsAsk, Model, Node, Pane, Seek, Then, Way, Weight};

/// Starts to look.
pub(super) fn start(model: &mut Model, way: Way, then: Then, fx: &mut Effects) {
    let Some(node) = model.feeds.node().cloned() else { return };
    // From the article, the next one is to be read as well.
    let then = if model.focus == Pane::Article { Then::Open } else { then };
    // From the tree the whole list is ahead; from a list what follows the selected item.
    let is_inside = model.focus != Pane::Feeds && model.items.is_current();
    let from = model.items.row().filter(|_| is_inside).map(|row| (row.id, row.date));
    let anchor = match (from, way) {
        (Some((item, date)), _) => Anchor::At { date, item },
        (None, Way::Next) => Anchor::First,
        (None, Way::Previous) => Anchor::Last,
    };
    let rest = others(model, &node, way);
    let seek = Seek { ticket: model.tickets.draw(), way, then, node, from: from.map(|(id, _)| id), rest };
    ask(model, seek, anchor, fx);
}

/// The feeds with unread items after this place, around to this place itself; the next one last.
fn others(model: &Model, node: &Node, way: Way) -> Vec<Node> {
    if matches!(node, Node::All | Node::Starred) {
        // This list holds every feed: what is left of it is above.
        return vec![Node::All];
    }
    let order = model.feeds.order(node).unwrap_or(0);
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for feed in model.feeds.with_unread() {
        let other = Node::Feed(feed);
        match model.feeds.order(&other) {
            Some(place) if place > order => after.push(other),
            Some(place) if place < order => before.push(other),
            _ => {}
        }
    }
    let mut around = match way {
        Way::Next => [after, before].concat(),
        Way::Previous => {
            after.reverse();
            before.reverse();
            [before, after].concat()
        }
    };
    around.push(node.clone());
    around.reverse();
    around
}

/// Goes to the next feed with unread items, around to the first one again.
pub(super) fn feed(model: &mut Model, way: Way) {
    let order = model.feeds.node().and_then(|node| model.feeds.order(node));
    let unread: Vec<Node> = model.feeds.with_unread().map(Node::Feed).collect();
    let place = |node: &Node| model.feeds.order(node);
    let found = match (way, order) {
        (Way::Next, Some(_)) => unread.iter().find(|node| place(node) > order).or(unread.first()),
        (Way::Next, None) => unread.first(),
        (Way::Previous, Some(_)) => unread.iter().rfind(|node| place(node) < order).or(unread.last()),
        (Way::Previous, None) => unread.last(),
    };
    match found.cloned() {
        Some(node) => {
            moves::go_to(model, &node);
            if model.focus == Pane::Article {
                model.focus = Pane::Items;
            }
        }
        None => tell(model, Weight::Good, Text::NoticeNoMoreUnread, &[]),
    }
}

fn ask(model: &mut Model, seek: Seek, anchor: Anchor, fx: &mut Effects) {
    let (before, after) = match seek.way {
        // The item at the anchor itself may be unread.
        Way::Next => (0, 2),
        Way::Previous => (2, 0),
    };
    // In a list that is searched, what follows is what was found.
    let is_searched = model.items.node() == Some(&seek.node);
    let words = if is_searched { model.searching.query.clone() } else { String::new() };
    let source = Source { show: Show::Unread, words, ..seek.node.source(Show::Unread) };
    fx.push(Effect::Ask(seek.ticket, Query::Items(source, Window { anchor, before, after })));
    model.seek = Some(seek);
}

/// Takes an answer: goes to the item found, or on to the next list.
pub(super) fn take(model: &mut Model, page: &Page, fx: &mut Effects) {
    let Some(seek) = model.seek.take() else { return };
    let is_other = |row: &&ItemRow| Some(row.id) != seek.from && !is_read_here(model, row.id);
    let found = match seek.way {
        Way::Next => page.rows.iter().find(is_other),
        Way::Previous => page.rows.iter().rfind(is_other),
    };
    match found.cloned() {
        Some(row) => arrive(model, &seek, &row, fx),
        None => go_on(model, seek, fx),
    }
}

/// Whether an item was read a moment ago, which the engine may not have known yet.
fn is_read_here(model: &Model, id: ItemId) -> bool {
    model.items.rows().iter().any(|row| row.id == id && row.read)
}

fn go_on(model: &mut Model, mut seek: Seek, fx: &mut Effects) {
    let Some(node) = seek.rest.pop() else {
        tell(model, Weight::Good, Text::NoticeNoMoreUnread, &[]);
        return;
    };
    seek.ticket = model.tickets.draw();
    seek.node = node;
    let anchor = if seek.way == Way::Next { Anchor::First } else { Anchor::Last };
    ask(model, seek, anchor, fx);
}

fn arrive(model: &mut Model, seek: &Seek, row: &ItemRow, fx: &mut Effects) {
    if model.feeds.node() != Some(&seek.node) {
        moves::go_to(model, &seek.node);
        settle::follow_selection(model);
    }
    if !(model.items.is_current() && model.items.select_item(row.id)) {
        let Some(source) = model.items.source().cloned() else { return };
        let window = settle::around(model, row);
        settle::ask_items(model, ItemsAsk { source, window, aim: Aim::Item(row.id) }, fx);
    }
    match seek.then {
        Then::Open => reading::open_row(model, row, fx),
        Then::Select => model.focus = Pane::Items,
    }
}
