//! The pane of items.

use ratatui::layout::Rect;

use super::frame::{Head, Thumb, head, scroll_bar};
use super::list::{self, Stand};
use crate::engine::{FeedState, ItemRow, Show};
use crate::model::Direction;
use crate::strings::{Text, when};
use crate::tui::action::Action;
use crate::tui::model::{Model, Node, Pane, rows_of};
use crate::tui::paint::{Canvas, found_in};
use crate::tui::theme::Role;

/// From this width on dates are written out.
const LONG_DATES: u16 = 46;
/// From this width on a list of several feeds names them.
const FEED_NAMES: u16 = 56;

/// Draws the pane.
pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let (title, direction) = title(model);
    let note = note(model);
    head(model, canvas, area, &Head { pane: Pane::Items, title: &title, direction, note: &note });
    let rows = rows_of(area);
    if model.items.rows().is_empty() {
        list::nothing(canvas, rows, &empty(model));
        return;
    }
    let page = usize::from(rows.height);
    let top = model.items.top(page);
    // The columns follow the feeds of the list where they agree, else the interface.
    let columns = model.items_direction();
    let visible = model.items.rows().iter().enumerate().skip(top).take(page);
    for (y, (at, row)) in (rows.y..rows.bottom()).zip(visible) {
        let stand = Stand::of(at == model.items.selected(), model.focus == Pane::Items);
        draw_row(model, canvas, Rect { y, height: 1, ..rows }, row, (stand, columns));
    }
    let total = model.items.rows().len();
    scroll_bar(model, canvas, rows, &Thumb { top, page, total });
}

fn draw_row(
    model: &Model,
    canvas: &mut Canvas<'_>,
    area: Rect,
    row: &ItemRow,
    (stand, direction): (Stand, Direction),
) {
    let mut strip = list::row(canvas, area, stand, direction);
    let (symbol, role) = match (row.starred, row.read) {
        (true, _) => ("★", Role::Star),
        (false, false) => ("●", Role::Count),
        (false, true) => (" ", Role::Dim),
    };
    let place = strip.start(1);
    canvas.repeat(place, symbol, stand.style(canvas, role));
    strip.start(1);

    if row.updated.is_some() {
        // Its words are not those that were read, or could have been.
        let place = strip.start(1);
        canvas.repeat(place, "~", stand.style(canvas, Role::Count));
        strip.start(1);
    }
    if row.overrides {
        // Its letters are not where its author put them.
        let place = strip.start(1);
        canvas.repeat(place, "!", stand.style(canvas, Role::Warning));
        strip.start(1);
    }
    let room = if area.width >= LONG_DATES { when::Room::Ten } else { when::Room::Six };
    let date = when::date(model.look.strings, row.date, model.now, &model.look.zone, room);
    let columns = when::columns(model.look.strings, room);
    let column = strip.end(u16::try_from(columns).unwrap_or(u16::MAX));
    // Dates stand against the edge of the list, whatever the direction of their language is.
    canvas.say_at_end(column, &date, direction, stand.style(canvas, Role::Dim));
    strip.end(1);
    if area.width >= FEED_NAMES && !matches!(model.items.node(), Some(Node::Feed(_))) {
        let column = strip.end(area.width / 4);
        if let Some(feed) = model.feeds.row(row.id.feed) {
            canvas.text(column, &feed.title, feed.title_direction, stand.style(canvas, Role::Dim));
        }
        strip.end(1);
    }
    let role = if row.read { Role::Text } else { Role::Unread };
    let parts = found_in(&row.title, &model.searching.marked);
    let title = (row.title.as_str(), row.title_direction);
    canvas.field_with_hits(strip.rest(), title, &parts, stand.style(canvas, role));
}

fn title(model: &Model) -> (String, Direction) {
    let (strings, ui) = (model.look.strings, model.look.ui);
    match model.items.node() {
        None => (strings.say(Text::PaneItems).to_owned(), strings.direction()),
        Some(Node::All) => (strings.say(Text::AllFeeds).to_owned(), strings.direction()),
        Some(Node::Starred) => (strings.say(Text::Starred).to_owned(), strings.direction()),
        Some(Node::Folder(path)) => {
            let name = path.names().last().cloned().unwrap_or_default();
            let direction = crate::text::direction::of_field(&name, ui);
            (name, direction)
        }
        Some(Node::Feed(id)) => model
            .feeds
            .row(*id)
            .map_or_else(|| (String::new(), ui), |row| (row.title.clone(), row.title_direction)),
    }
}

fn note(model: &Model) -> String {
    let query = &model.searching.query;
    if !query.is_empty() {
        return model.look.strings.fill(Text::SearchNote, &[("words", query)]);
    }
    match model.items.source().map(|source| source.show) {
        Some(Show::Unread) => model.look.strings.say(Text::UnreadOnlyMark).to_owned(),
        _ => String::new(),
    }
}

/// What stands in an empty list: why it is empty and what to do.
fn empty(model: &Model) -> String {
    let strings = model.look.strings;
    if !model.items.is_current() {
        return strings.say(Text::Loading).to_owned();
    }
    let with_key = |text, action| strings.fill(text, &[("key", &model.keymap.first(action))]);
    if !model.searching.query.is_empty() {
        let key = model.keymap.first(Action::Back);
        return strings.fill(Text::SearchNothing, &[("words", &model.searching.query), ("key", &key)]);
    }
    let state = match model.items.node() {
        Some(Node::Feed(id)) => model.feeds.row(*id).map(|row| row.state),
        _ => None,
    };
    match (model.items.source().map(|source| source.show), state) {
        (_, Some(FeedState::New)) => with_key(Text::NotFetched, Action::Refresh),
        (_, Some(FeedState::Failing | FeedState::Gone)) => with_key(Text::EmptyFailing, Action::Health),
        (_, Some(FeedState::Checking)) => strings.say(Text::StateChecking).to_owned(),
        (Some(Show::Unread), _) => strings.say(Text::NoUnread).to_owned(),
        (Some(Show::Starred), _) => with_key(Text::NoStarred, Action::ToggleStar),
        _ => strings.say(Text::NoItems).to_owned(),
    }
}
