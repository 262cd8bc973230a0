//! The pane of the article.

use std::ops::Range;

use ratatui::layout::Rect;

use super::frame::{Head, Thumb, head, scroll_bar};
use super::list;
use crate::engine::Article;
use crate::strings::{Text, words};
use crate::text::{Options, Style, Styled, single_middle};
use crate::tui::action::Action;
use crate::tui::model::{Model, Pane, rows_of, text_of};
use crate::tui::paint::Canvas;
use crate::tui::theme::Role;

/// Draws the pane.
pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let strings = model.look.strings;
    let rows = rows_of(area);
    let page = usize::from(rows.height);
    let Some(shown) = model.article.shown().filter(|_| model.article.target.is_some()) else {
        let title = strings.say(Text::PaneArticle);
        let bare = Head { pane: Pane::Article, title, direction: strings.direction(), note: "" };
        head(model, canvas, area, &bare);
        list::nothing(canvas, rows, &nothing(model));
        return;
    };
    let (top, total) = (model.article.scroll(), model.article.height());
    let note = strings.digits(&note(shown, &Thumb { top, page, total }));
    let direction = model.feeds.row(shown.row.id.feed).map_or(model.look.ui, |feed| feed.title_direction);
    head(
        model,
        canvas,
        area,
        &Head { pane: Pane::Article, title: &shown.feed_title, direction, note: &note },
    );
    draw_text(model, canvas, text_of(area), shown);
    scroll_bar(model, canvas, rows, &Thumb { top, page, total });
}

fn draw_text(model: &Model, canvas: &mut Canvas<'_>, area: Rect, shown: &Article) {
    let style = canvas.style(Role::Text);
    let top = model.article.scroll();
    let lines = &shown.laid.lines;
    for (y, (at, line)) in (area.y..area.bottom()).zip(lines.iter().enumerate().skip(top)) {
        let row = Rect { y, height: 1, ..area };
        let parts = found(model, at);
        if parts.is_empty() {
            canvas.line(row, line, style);
            continue;
        }
        let mut line = line.clone();
        for (part, look) in parts {
            line.add_style(&part, look);
        }
        canvas.line(row, &line, style);
    }
    // The files follow the text: a blank line, a heading, a line each.
    let first = lines.len() + 1;
    for y in area.y..area.bottom() {
        let line = top + usize::from(y - area.y);
        let row = Rect { y, height: 1, ..area };
        if line == first && !shown.enclosures.is_empty() {
            canvas.say(row, model.look.strings.say(Text::Enclosures), canvas.style(Role::Heading));
        }
        let file = line.checked_sub(first + 1).and_then(|at| shown.enclosures.get(at));
        if let Some(file) = file {
            let address = words::quoted(&file.url);
            let options = Options {
                base: crate::model::Direction::Ltr,
                width: usize::from(row.width),
                shaping: model.look.shaping,
            };
            let laid = single_middle(&Styled::plain(address), &options);
            canvas.line(row, &laid, canvas.style(Role::Link));
        }
    }
}

/// The parts of a line that were searched for; the hit that was gone to looks selected.
fn found(model: &Model, line: usize) -> Vec<(Range<usize>, Style)> {
    let hits = model.article.hits();
    // From top to bottom, so those of a line lie together; one may begin in the line above.
    let first = hits.partition_point(|hit| hit.parts.last().is_none_or(|(last, _)| *last < line));
    let near = hits.iter().enumerate().skip(first);
    let near = near.take_while(|(_, hit)| hit.parts.first().is_some_and(|(first, _)| *first <= line));
    near.flat_map(|(at, hit)| {
        let look = if model.article.hit() == Some(at) { Style::SELECTED } else { Style::HIT };
        let parts = hit.parts.iter().filter(move |(of, _)| *of == line);
        parts.map(move |(_, part)| (part.clone(), look))
    })
    .collect()
}

/// How far it is read, and its star.
fn note(shown: &Article, thumb: &Thumb) -> String {
    let star = if shown.row.starred { "★ " } else { "" };
    let way = thumb.total.saturating_sub(thumb.page);
    match (thumb.top * 100).checked_div(way) {
        Some(part) => format!("{star}{part}%"),
        None => star.trim_end().to_owned(),
    }
}

fn nothing(model: &Model) -> String {
    let strings = model.look.strings;
    if model.article.is_gone() {
        return strings.say(Text::ArticleGone).to_owned();
    }
    if model.article.target.is_some() {
        return strings.say(Text::Loading).to_owned();
    }
    strings.fill(Text::NoArticle, &[("key", &model.keymap.first(Action::Open))])
}
