//! Moving in and between the panes.

use super::{reading, settle};
use crate::tui::effect::Effects;
use crate::tui::model::{Aim, Model, Node, Pane};

/// Moves the selection, or scrolls the article.
pub(super) fn step(model: &mut Model, rows: isize) {
    match model.focus {
        Pane::Feeds => model.feeds.step(rows),
        Pane::Items => model.items.step(rows),
        Pane::Article => model.article.scroll_by(rows, model.areas().page(Pane::Article)),
    }
}

/// Moves by screens, with a row in common.
pub(super) fn page(model: &mut Model, pages: isize) {
    let rows = model.areas().page(model.focus).saturating_sub(1).max(1);
    step(model, pages.saturating_mul(isize::try_from(rows).unwrap_or(1)));
}

/// Goes to the first row or line.
pub(super) fn first(model: &mut Model, fx: &mut Effects) {
    match model.focus {
        Pane::Feeds => model.feeds.select(0),
        Pane::Items if model.items.has_more_before() => to_end(model, Aim::First, fx),
        Pane::Items => model.items.select(0),
        Pane::Article => model.article.scroll_to(0, model.areas().page(Pane::Article)),
    }
}

/// Goes to the last row or line.
pub(super) fn last(model: &mut Model, fx: &mut Effects) {
    match model.focus {
        Pane::Feeds => model.feeds.select(usize::MAX),
        Pane::Items if model.items.has_more_after() => to_end(model, Aim::Last, fx),
        Pane::Items => model.items.select(usize::MAX),
        Pane::Article => model.article.scroll_to(usize::MAX, model.areas().page(Pane::Article)),
    }
}

fn to_end(model: &mut Model, aim: Aim, fx: &mut Effects) {
    let page = model.areas().page(Pane::Items);
    if let Some(ask) = model.items.at_end(aim, page) {
        settle::ask_items(model, ask, fx);
    }
}

/// Goes one pane further in: folder, feed, item, article.
pub(super) fn open(model: &mut Model, fx: &mut Effects) {
    match model.focus {
        Pane::Feeds => {
            if !model.feeds.unfold() && !model.feeds.rows().is_empty() {
                model.focus = Pane::Items;
            }
        }
        Pane::Items => reading::open(model, fx),
        Pane::Article => {}
    }
}

/// Goes one pane back: article, item, feed, folder.
pub(super) fn back(model: &mut Model) {
    model.pending.count = None;
    match model.focus {
        Pane::Feeds => {
            model.feeds.fold();
        }
        Pane::Items => model.focus = Pane::Feeds,
        Pane::Article => model.focus = Pane::Items,
    }
}

/// Goes to the next pane in order, or the one before.
pub(super) fn turn(model: &mut Model, steps: isize) {
    const ORDER: [Pane; 3] = [Pane::Feeds, Pane::Items, Pane::Article];
    let at = ORDER.iter().position(|pane| *pane == model.focus).unwrap_or(0);
    model.focus = ORDER[(at + ORDER.len()).saturating_add_signed(steps) % ORDER.len()];
    if model.focus == Pane::Article && model.article.target.is_none() {
        // There is nothing to read yet, so the pane would be empty.
        model.article.target = model.items.row().map(|row| row.id);
    }
}

/// Selects something in the tree of feeds.
pub(super) fn go_to(model: &mut Model, node: &Node) {
    model.feeds.reveal(node);
}
