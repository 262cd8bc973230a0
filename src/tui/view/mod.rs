//! From the model to cells. Reads only; where things lie comes from [`super::model::areas`].

mod article;
mod bidi;
mod confirm;
mod feeds;
mod finder;
mod frame;
mod health;
mod help;
mod hints;
mod items;
mod list;
mod menu;
mod properties;
mod status_line;
mod subscribe;
mod welcome;

use ratatui::Frame;
use ratatui::layout::{Position, Rect};

use super::model::{Areas, Mode, Model, Pane};
use super::paint::Canvas;
use super::theme::Role;
use crate::strings::Text;

pub(super) use bidi::rows as bidi_rows;

/// Draws the whole screen.
pub fn view(model: &Model, frame: &mut Frame<'_>) {
    let area = frame.area();
    if area.is_empty() {
        return;
    }
    let mut canvas = Canvas::new(frame.buffer_mut(), &model.look);
    let cursor = draw(model, &mut canvas, area);
    if let Some(cursor) = cursor.filter(|cursor| area.contains(*cursor)) {
        frame.set_cursor_position(cursor);
    }
}

/// Draws, and says where the cursor is, if a text is being edited.
fn draw(model: &Model, canvas: &mut Canvas<'_>, screen: Rect) -> Option<Position> {
    canvas.ground(screen, canvas.style(Role::Text));
    let Areas::Panes { whole, feeds, items, article, status } = model.areas() else {
        let row = Rect { y: screen.y + screen.height / 2, height: 1, ..screen };
        canvas.centred(row, model.look.strings.say(Text::TooSmall), canvas.style(Role::Text));
        return None;
    };
    if model.is_new() {
        welcome::draw(model, canvas, Rect { height: whole.height - 1, ..whole });
    } else {
        let panes = [(Pane::Feeds, feeds), (Pane::Items, items), (Pane::Article, article)];
        for (pane, area) in panes.into_iter().filter_map(|(pane, area)| Some((pane, area?))) {
            match pane {
                Pane::Feeds => feeds::draw(model, canvas, area),
                Pane::Items => items::draw(model, canvas, area),
                Pane::Article => article::draw(model, canvas, area),
            }
        }
        frame::rules(model, canvas, whole, &[feeds, items, article]);
    }
    let typing = status_line::draw(model, canvas, status);
    let body = Rect { height: whole.height - 1, ..whole };
    match &model.mode {
        Mode::Panes => None,
        Mode::Help(help) => help::draw(model, help, canvas, whole),
        Mode::Subscribe(dialog) => subscribe::draw(model, dialog, canvas, body),
        Mode::Health(checkup) => health::draw(model, checkup, canvas, body),
        Mode::Properties(dialog) => properties::draw(model, dialog, canvas, body),
        Mode::Unsubscribe(feed) => {
            confirm::unsubscribe(model, *feed, canvas, body);
            None
        }
        Mode::Consent => {
            confirm::consent(model, canvas, body);
            None
        }
        Mode::Menu(menu) => {
            menu::draw(model, menu, canvas, whole);
            None
        }
        Mode::Finder(finder) => finder::draw(model, finder, canvas, whole),
        Mode::Hints(state) => {
            hints::draw(model, state, canvas);
            None
        }
        Mode::Command(_) | Mode::Search(_) => typing,
        Mode::BidiTest => {
            bidi::draw(model, canvas, whole);
            None
        }
    }
}
