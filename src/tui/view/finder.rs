//! The finder.

use ratatui::layout::{Position, Rect};

use super::frame::{self, Thumb};
use super::list::{self, Stand};
use crate::strings::Text;
use crate::tui::model::{Finder, Hit, Model, Node, Target, finder_of, finder_rows, finder_top};
use crate::tui::paint::Canvas;
use crate::tui::theme::Role;

/// Draws it. Returns where the cursor is.
pub(super) fn draw(model: &Model, finder: &Finder, canvas: &mut Canvas<'_>, whole: Rect) -> Option<Position> {
    let strings = model.look.strings;
    let inner = frame::dialog(model, canvas, finder_of(whole), strings.say(Text::FinderTitle));
    if inner.height < 3 {
        return None;
    }
    let line = Rect { height: 1, ..inner };
    let cursor = canvas.input(line, &finder.typed, canvas.style(Role::Input));
    if finder.typed.text().is_empty() {
        let style = canvas.style(Role::Input).patch(canvas.style(Role::Dim));
        canvas.say(line, strings.say(Text::FinderHint), style);
    }
    let rows = finder_rows(whole);
    let found = finder.found();
    if found.is_empty() {
        canvas.say(rows, strings.say(Text::FinderNothing), canvas.style(Role::Dim));
    }
    let page = usize::from(rows.height);
    let top = finder_top(finder, page);
    for (y, (at, hit)) in (rows.y..rows.bottom()).zip(found.iter().enumerate().skip(top)) {
        draw_hit(model, canvas, Rect { y, height: 1, ..rows }, hit, Stand::of(at == finder.at, true));
    }
    frame::scroll_bar(model, canvas, rows, &Thumb { top, page, total: found.len() });
    cursor
}

fn draw_hit(model: &Model, canvas: &mut Canvas<'_>, row: Rect, hit: &Hit, stand: Stand) {
    let strings = model.look.strings;
    let (sign, note, direction) = match &hit.candidate.target {
        Target::Node(Node::Folder(_)) => ("▾", strings.say(Text::FinderFolder).to_owned(), model.look.ui),
        Target::Node(_) => ("≡", strings.say(Text::FinderFeed).to_owned(), model.look.ui),
        Target::Action(action) => (":", model.keymap.first(*action), model.look.ui),
        Target::Item(item) => {
            let feed = model.feeds.row(item.id.feed);
            let direction = feed.map_or(model.look.ui, |feed| feed.title_direction);
            ("●", feed.map(|feed| feed.title.clone()).unwrap_or_default(), direction)
        }
    };
    let mut strip = list::row(canvas, row, stand, model.look.ui);
    let mark = strip.start(1);
    canvas.say(mark, sign, stand.style(canvas, Role::Dim));
    strip.start(1);
    // The note gives way where there is little room.
    let width = canvas.width(&note).min(strip.rest().width / 3);
    let place = strip.end(width);
    canvas.text(place, &note, direction, stand.style(canvas, Role::Dim));
    strip.end(1);
    let candidate = &hit.candidate;
    canvas.text_with_hits(
        strip.rest(),
        (&candidate.text, candidate.direction),
        &hit.fit.parts,
        stand.style(canvas, Role::Text),
    );
}
