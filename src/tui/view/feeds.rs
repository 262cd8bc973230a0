//! The pane of feeds.

use ratatui::layout::Rect;

use super::frame::{Head, Thumb, head, scroll_bar};
use super::list::{self, Stand};
use crate::engine::FeedState;
use crate::model::{Direction, DirectionChoice};
use crate::strings::Text;
use crate::tui::model::{Model, Node, Pane, TreeRow, rows_of};
use crate::tui::paint::{Canvas, Strip};
use crate::tui::theme::Role;

/// Draws the pane.
pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let strings = model.look.strings;
    let unread = match model.feeds.unread() {
        0 => String::new(),
        unread => strings.digits(&unread.to_string()),
    };
    let title = strings.say(Text::PaneFeeds);
    head(
        model,
        canvas,
        area,
        &Head { pane: Pane::Feeds, title, direction: strings.direction(), note: &unread },
    );
    let rows = rows_of(area);
    if !model.feeds.is_loaded() {
        list::nothing(canvas, rows, strings.say(Text::Loading));
        return;
    }
    let page = usize::from(rows.height);
    let top = model.feeds.top(page);
    let total = model.feeds.tree().len();
    let visible = model.feeds.tree().iter().enumerate().skip(top).take(page);
    for (y, (at, row)) in (rows.y..rows.bottom()).zip(visible) {
        let stand = Stand::of(at == model.feeds.selected(), model.focus == Pane::Feeds);
        draw_row(model, canvas, Rect { y, height: 1, ..rows }, row, stand);
    }
    scroll_bar(model, canvas, rows, &Thumb { top, page, total });
}

fn draw_row(model: &Model, canvas: &mut Canvas<'_>, area: Rect, row: &TreeRow, stand: Stand) {
    let mut strip = list::row(canvas, area, stand, model.look.ui);
    let depth = u16::try_from(row.depth).unwrap_or(u16::MAX).min(area.width / 4 / 2);
    strip.start(depth * 2);
    mark(model, canvas, &mut strip, row, stand);
    if row.count > 0 {
        let count = model.look.strings.digits(&row.count.to_string());
        let width = canvas.width(&count);
        let role = if row.node == Node::Starred { Role::Star } else { Role::Count };
        canvas.say(strip.end(width), &count, stand.style(canvas, role));
    }
    strip.end(1);
    let (title, direction, role) = title(model, row);
    let style = stand.style(canvas, role);
    match row.node {
        Node::Feed(_) => canvas.text(strip.rest(), &title, direction, style),
        // The branches of the tree stay together at its side.
        _ => canvas.text_at_start(strip.rest(), &title, direction, style),
    }
}

/// The sign before a title: what it is, or how it does.
fn mark(model: &Model, canvas: &mut Canvas<'_>, strip: &mut Strip, row: &TreeRow, stand: Stand) {
    let (symbol, role) = match (&row.node, row.state) {
        (Node::All, _) => ("≡", Role::Dim),
        (Node::Starred, _) => ("★", Role::Star),
        (Node::Folder(path), _) if model.feeds.is_open(path) => ("▾", Role::Dim),
        (Node::Folder(_), _) if model.look.ui == Direction::Rtl => ("◂", Role::Dim),
        (Node::Folder(_), _) => ("▸", Role::Dim),
        (Node::Feed(_), FeedState::Checking) => ("↻", Role::Count),
        (Node::Feed(_), FeedState::Failing) => ("!", Role::Warning),
        (Node::Feed(_), FeedState::Gone) => ("×", Role::Bad),
        (Node::Feed(_), FeedState::New) => ("·", Role::Dim),
        (Node::Feed(_), FeedState::Never) => ("‖", Role::Dim),
        (Node::Feed(_), FeedState::Fine) => (" ", Role::Dim),
    };
    let place = strip.start(1);
    canvas.repeat(place, symbol, stand.style(canvas, role));
    strip.start(1);
}

fn title(model: &Model, row: &TreeRow) -> (String, Direction, Role) {
    let (strings, ui) = (model.look.strings, model.look.ui);
    match &row.node {
        Node::All => (strings.say(Text::AllFeeds).to_owned(), strings.direction(), Role::Folder),
        Node::Starred => (strings.say(Text::Starred).to_owned(), strings.direction(), Role::Folder),
        Node::Folder(path) => {
            let name = path.names().last().cloned().unwrap_or_default();
            // A folder's name has no language but its letters.
            let direction = crate::text::direction::of_field(&name, ui);
            (name, direction, Role::Folder)
        }
        Node::Feed(id) => {
            let Some(feed) = model.feeds.row(*id) else { return (String::new(), ui, Role::Text) };
            let role = if feed.unread > 0 { Role::Unread } else { Role::Text };
            (feed.title.clone(), feed.title_direction, role)
        }
    }
}

/// What is special about a feed, for the status line; empty if nothing is.
pub(super) fn about(model: &Model) -> String {
    let strings = model.look.strings;
    let Some(Node::Feed(id)) = model.feeds.node() else { return String::new() };
    let Some(row) = model.feeds.row(*id) else { return String::new() };
    let state = match row.state {
        FeedState::New => Some(Text::StateNew),
        FeedState::Failing => Some(Text::StateFailing),
        FeedState::Gone => Some(Text::StateGone),
        FeedState::Never => Some(Text::StateNever),
        FeedState::Checking => Some(Text::StateChecking),
        FeedState::Fine => None,
    };
    let direction = match row.choice {
        DirectionChoice::Auto => None,
        DirectionChoice::Fixed(Direction::Ltr) => Some(Text::DirectionLtr),
        DirectionChoice::Fixed(Direction::Rtl) => Some(Text::DirectionRtl),
    };
    let parts: Vec<&str> = [state, direction].into_iter().flatten().map(|text| strings.say(text)).collect();
    parts.join(" · ")
}
