//! What a reader without feeds shows: what to do.

use ratatui::layout::Rect;

use crate::strings::Text;
use crate::tui::action::Action;
use crate::tui::model::Model;
use crate::tui::paint::{Canvas, Strip};
use crate::tui::theme::Role;

/// Draws it in the middle of the screen.
pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) {
    let strings = model.look.strings;
    let sample = strings.count(Text::WelcomeSample, model.sample.feeds.len(), &[]);
    let mut rows = vec![(Action::Subscribe, strings.say(Text::WelcomeAdd).to_owned())];
    if !model.sample.feeds.is_empty() {
        rows.push((Action::ImportSample, sample));
    }
    rows.push((Action::Help, strings.say(Text::WelcomeHelp).to_owned()));
    rows.push((Action::Quit, strings.say(Text::WelcomeQuit).to_owned()));

    let height = u16::try_from(rows.len()).unwrap_or(0) + 4;
    let width = area.width.saturating_sub(2).min(64);
    let x = area.x + (area.width - width) / 2;
    let mut y = area.y + area.height.saturating_sub(height) / 3;
    let mut next = |gap: u16| {
        let row = Rect { x, y, width, height: u16::from(y < area.bottom()) };
        y = y.saturating_add(1 + gap);
        row
    };
    canvas.centred(next(0), strings.say(Text::WelcomeTitle), canvas.style(Role::Heading));
    canvas.centred(next(1), strings.say(Text::WelcomeHint), canvas.style(Role::Dim));
    let keys = rows.iter().map(|(action, _)| canvas.width(&model.keymap.first(*action))).max().unwrap_or(0);
    let widest = rows.iter().map(|(_, words)| canvas.width(words)).max().unwrap_or(0);
    let block = (keys + 2 + widest).min(width);
    for (action, words) in rows {
        let row = next(0);
        let row = Rect { x: row.x + (row.width - block) / 2, width: block, ..row };
        let mut strip = Strip::new(row, model.look.ui);
        let key = strip.start(keys);
        canvas.say(key, &model.keymap.first(action), canvas.style(Role::Key));
        strip.start(2);
        canvas.say(strip.rest(), &words, canvas.style(Role::Text));
    }
}
