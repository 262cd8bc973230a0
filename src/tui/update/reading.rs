//! Reading items and marking them.

use super::{change, links, marking, moves, seek, tell};
use crate::config::MarkRead;
use crate::engine::{ItemRow, Show};
use crate::model::Change;
use crate::strings::Text;
use crate::tui::effect::Effects;
use crate::tui::model::{Deed, Model, Pane, Spot, Then, Way, Weight};

/// Opens the selected item.
pub(super) fn open(model: &mut Model, fx: &mut Effects) {
    let Some(row) = model.items.row().cloned().filter(|_| model.items.is_current()) else { return };
    open_row(model, &row, fx);
}

/// Opens an item. It counts as read from now on, unless the user wants to say so.
pub(super) fn open_row(model: &mut Model, row: &ItemRow, fx: &mut Effects) {
    model.article.target = Some(row.id);
    model.focus = Pane::Article;
    if let Some(node) = model.items.node().cloned() {
        model.trail.visit(Spot { node, row: row.clone() });
    }
    if model.config.mark_read == MarkRead::Open && wants_reading(row) {
        mark(model, row, true, fx);
    }
}

/// With marking by scrolling, an item counts as read when its end is in sight.
pub(super) fn mark_at_end(model: &mut Model, fx: &mut Effects) {
    let is_reading = model.focus == Pane::Article && model.article.is_current();
    if model.config.mark_read != MarkRead::Scroll || !is_reading {
        return;
    }
    let page = model.areas().page(Pane::Article);
    if !model.article.reaches_end(page) {
        return;
    }
    let row = model.article.shown().map(|shown| shown.row.clone());
    if let Some(row) = row.filter(wants_reading) {
        mark(model, &row, true, fx);
    }
}

/// Whether there is something in it that was not read yet.
fn wants_reading(row: &ItemRow) -> bool {
    !row.read || row.updated.is_some()
}

/// Marks an item on the screen at once and in the store.
fn mark(model: &mut Model, row: &ItemRow, read: bool, fx: &mut Effects) {
    model.items.mark(row, read);
    model.article.mark(row.id, read);
    change::apply(model, Change::Read { items: vec![row.id], read }, Deed::Silent, fx);
}

/// The item that an action means: the one that is read, or the selected one.
pub(super) fn current(model: &Model) -> Option<&ItemRow> {
    match model.focus {
        Pane::Article => model.article.shown().map(|shown| &shown.row),
        Pane::Items => model.items.row(),
        Pane::Feeds => None,
    }
}

/// Marks the current item read or unread.
pub(super) fn toggle_read(model: &mut Model, fx: &mut Effects) {
    let Some(row) = current(model).cloned() else { return };
    mark(model, &row, !row.read, fx);
}

/// Stars the current item or takes the star away.
pub(super) fn toggle_star(model: &mut Model, fx: &mut Effects) {
    let Some((id, starred)) = current(model).map(|row| (row.id, !row.starred)) else { return };
    model.items.star(id, starred);
    model.article.star(id, starred);
    change::apply(model, Change::Star { items: vec![id], starred }, Deed::Silent, fx);
}

/// Marks everything in the selected feed or folder read that was there when the counts on the screen were made.
pub(super) fn mark_all_read(model: &mut Model, fx: &mut Effects) {
    if model.focus == Pane::Items && !model.searching.query.is_empty() {
        // What a search shows is less than the feed.
        marking::all(model, fx);
        return;
    }
    let Some(scope) = change::scope(model) else { return };
    let until = model.feeds.loaded().unwrap_or(model.now);
    change::apply(model, Change::ReadAll { scope, until }, Deed::MarkedRead, fx);
}

/// Opens the page of the current item.
pub(super) fn open_in_browser(model: &mut Model, fx: &mut Effects) {
    let Some(row) = current(model).cloned() else { return };
    let Some(link) = row.link.clone() else {
        tell(model, Weight::Warning, Text::NoticeNoLink, &[]);
        return;
    };
    links::open(model, &link, fx);
    if model.config.mark_read != MarkRead::Manual && wants_reading(&row) {
        mark(model, &row, true, fx);
    }
}

/// Shows unread items only, or all.
pub(super) fn unread_only(model: &mut Model) {
    let (show, text) = match model.show {
        Show::Unread => (Show::All, Text::NoticeShowAll),
        _ => (Show::Unread, Text::NoticeShowUnread),
    };
    model.show = show;
    tell(model, Weight::Good, text, &[]);
}

/// One key reads everything: the rest of the article, the next unread item, the next feed.
pub(super) fn read_on(model: &mut Model, fx: &mut Effects) {
    let page = model.areas().page(Pane::Article);
    let is_reading = model.focus == Pane::Article && model.article.is_current();
    if is_reading && !model.article.is_at_end(page) {
        moves::page(model, 1);
        return;
    }
    let selected = model.items.row().filter(|_| model.items.is_current());
    match selected {
        Some(row) if !is_reading && !row.read => {
            let row = row.clone();
            open_row(model, &row, fx);
        }
        _ => seek::start(model, Way::Next, Then::Open, fx),
    }
}
