//! After every message: asks for what the screen shows and does not have.

use super::reading;
use crate::engine::{Anchor, ItemRow, Measure, Query, Source, Window};
use crate::model::DirectionChoice;
use crate::time::{Span, Timestamp};
use crate::tui::effect::{Effect, Effects};
use crate::tui::model::{ArticleAsk, ItemsAsk, Mode, Model, Pane};

/// Lists that change all the time, as during a refresh, are asked for no more often than this.
const PAUSE: Span = Span::millis(100);

/// Asks for what is missing.
pub(super) fn settle(model: &mut Model, fx: &mut Effects) {
    model.notices.pass(model.now);
    ask_feeds_again(model, fx);
    if model.feeds.rows().is_empty() {
        empty(model);
        return;
    }
    follow_selection(model);
    ask_items_again(model, fx);
    follow_item(model);
    ask_article(model, fx);
    let areas = model.areas();
    model.feeds.settle(areas.page(Pane::Feeds));
    model.items.settle(areas.page(Pane::Items));
    model.article.look_for(model.searching.wanted());
    model.article.clamp(areas.page(Pane::Article));
    reading::mark_at_end(model, fx);
}

/// Without feeds there is nothing to show.
fn empty(model: &mut Model) {
    model.items.refetch = None;
    if !model.feeds.is_loaded() {
        return;
    }
    model.items.clear();
    model.article.clear();
    model.seek = None;
    if matches!(model.mode, Mode::Panes) {
        model.focus = Pane::Feeds;
    }
}

/// Whether something that is to be asked again may be asked now.
fn is_due(refetch: Option<Timestamp>, now: Timestamp) -> bool {
    // A moment far ahead was set before the clock was set back.
    refetch.is_some_and(|at| now >= at || at.since(now) > PAUSE)
}

/// When something that changed is asked for again: at once, or a moment after the last time.
fn again(asked: Option<Timestamp>, now: Timestamp) -> Timestamp {
    match asked {
        Some(asked) if asked <= now && now.since(asked) < PAUSE => asked.plus(PAUSE),
        _ => now,
    }
}

/// The rows of the tree are outdated.
pub(super) fn outdate_feeds(model: &mut Model) {
    let at = again(model.feeds.asked, model.now);
    model.feeds.refetch.get_or_insert(at);
}

/// The rows of the list are outdated.
pub(super) fn outdate_items(model: &mut Model) {
    let at = again(model.items.asked, model.now);
    model.items.refetch.get_or_insert(at);
}

fn ask_feeds_again(model: &mut Model, fx: &mut Effects) {
    if !is_due(model.feeds.refetch, model.now) {
        return;
    }
    model.feeds.refetch = None;
    model.feeds.asked = Some(model.now);
    if let Some((ticket, ())) = model.feeds.slot.ask((), &mut model.tickets) {
        fx.push(Effect::Ask(ticket, Query::Feeds));
    }
}

/// The list is that of what is selected in the tree.
pub(super) fn follow_selection(model: &mut Model) {
    let Some(node) = model.feeds.node().cloned() else { return };
    // A search is one of this list; another one is shown whole.
    if model.items.node().is_some_and(|shown| *shown != node) {
        model.searching.clear_query();
    }
    let source = Source { words: model.searching.query.clone(), ..node.source(model.show) };
    if model.items.source() != Some(&source) || model.items.node() != Some(&node) {
        model.items.want(node, source);
    }
}

fn ask_items_again(model: &mut Model, fx: &mut Effects) {
    let page = model.areas().page(Pane::Items);
    let is_new = !model.items.is_current() && model.items.source().is_some();
    let is_short = model.items.is_short(page) && !model.items.slot.is_busy();
    if is_due(model.items.refetch, model.now) || is_short {
        model.items.refetch = None;
    } else if !is_new || is_coming(model) {
        return;
    }
    if let Some(ask) = model.items.around(page) {
        ask_items(model, ask, fx);
    }
}

/// Whether the newest question for rows is about the list that is wanted.
fn is_coming(model: &Model) -> bool {
    model.items.slot.newest().is_some_and(|ask| Some(&ask.source) == model.items.source())
}

/// Asks for rows.
pub(super) fn ask_items(model: &mut Model, ask: ItemsAsk, fx: &mut Effects) {
    model.items.asked = Some(model.now);
    if let Some((ticket, ask)) = model.items.slot.ask(ask, &mut model.tickets) {
        fx.push(Effect::Ask(ticket, ask.query()));
    }
}

/// The window around an item.
pub(super) fn around(model: &Model, row: &ItemRow) -> Window {
    let page = model.areas().page(Pane::Items);
    crate::tui::model::window(Anchor::At { date: row.date, item: row.id }, page)
}

/// Beside a list, the article pane shows a look at the selected item.
fn follow_item(model: &mut Model) {
    let is_beside = model.focus != Pane::Article && model.areas().of(Pane::Article).is_some();
    if is_beside && model.items.is_current() {
        match model.items.row().map(|row| row.id) {
            Some(id) => model.article.target = Some(id),
            None => model.article.clear(),
        }
    }
}

fn ask_article(model: &mut Model, fx: &mut Effects) {
    let areas = model.areas();
    if model.focus != Pane::Article && areas.of(Pane::Article).is_none() {
        return;
    }
    let direction = DirectionChoice::Auto;
    let measure = Measure { width: areas.measure(), shaping: model.look.shaping, direction };
    if let Some(ask) = model.article.missing(measure) {
        push_article(model, ask, fx);
    }
}

fn push_article(model: &mut Model, ask: ArticleAsk, fx: &mut Effects) {
    if let Some((ticket, ask)) = model.article.slot.ask(ask, &mut model.tickets) {
        fx.push(Effect::Ask(ticket, ask.query()));
    }
}
