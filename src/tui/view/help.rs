//! The list of keys.

use ratatui::layout::{Position, Rect};

use super::frame::{self, Thumb};
use crate::strings::Text;
use crate::text::fold::fold;
use crate::tui::action::Action;
use crate::tui::model::{Help, HelpLine, Model, help_of, help_page};
use crate::tui::paint::{Canvas, Strip};
use crate::tui::theme::Role;

/// Draws the list. Returns where the cursor of the search is.
pub(super) fn draw(model: &Model, help: &Help, canvas: &mut Canvas<'_>, whole: Rect) -> Option<Position> {
    let strings = model.look.strings;
    let inner = frame::dialog(model, canvas, help_of(whole), strings.say(Text::HelpTitle));
    if inner.height < 4 {
        return None;
    }
    let search = Rect { height: 1, ..inner };
    let cursor = canvas.input(search, &help.typed, canvas.style(Role::Input));
    if help.typed.text().is_empty() {
        canvas.say(
            search,
            strings.say(Text::HelpSearch),
            canvas.style(Role::Input).patch(canvas.style(Role::Dim)),
        );
    }
    let last = Rect { y: inner.bottom() - 1, height: 1, ..inner };
    // What to know about the terminal stands beside the keys, where it is looked for when text looks wrong.
    match model.bidi.advice.filter(|_| help.typed.text().is_empty() && inner.height > 12) {
        Some(advice) => {
            let above = Rect { y: inner.bottom().saturating_sub(2), height: 2, ..inner };
            canvas.paragraph(above, strings.say(advice), canvas.style(Role::Dim));
        }
        None => canvas.say(last, strings.say(Text::HelpKeys), canvas.style(Role::Dim)),
    }
    let rows = Rect { y: inner.y + 2, height: inner.height.saturating_sub(4), ..inner };
    let lines = help.lines(strings, &model.keymap);
    if lines.is_empty() {
        canvas.say(rows, strings.say(Text::HelpNothing), canvas.style(Role::Dim));
    }
    let wanted = fold(help.typed.text());
    // On narrow screens the words matter more than the second and third key.
    let keys = keys_width(model, canvas).min((rows.width / 3).max(9));
    for (y, line) in (rows.y..rows.bottom()).zip(lines.iter().skip(help.scroll)) {
        draw_line(model, canvas, Rect { y, height: 1, ..rows }, *line, (keys, &wanted));
    }
    let thumb = Thumb { top: help.scroll, page: help_page(whole), total: lines.len() };
    frame::scroll_bar(model, canvas, Rect { width: rows.width + 1, ..rows }, &thumb);
    cursor
}

fn draw_line(model: &Model, canvas: &mut Canvas<'_>, row: Rect, line: HelpLine, (keys, wanted): (u16, &str)) {
    let strings = model.look.strings;
    match line {
        HelpLine::Gap => {}
        HelpLine::Group(group) => canvas.say(row, strings.say(group.words()), canvas.style(Role::Heading)),
        HelpLine::Macros => {
            canvas.say(row, strings.say(Text::GroupMacros), canvas.style(Role::Heading));
        }
        HelpLine::Macro(at) => {
            let Some((shown, actions)) = model.keymap.macros().nth(at) else { return };
            let mut strip = Strip::new(row, model.look.ui);
            canvas.say(strip.start(keys), &shown, canvas.style(Role::Key));
            strip.start(2);
            let names = actions.iter().map(|action| action.name()).collect::<Vec<_>>().join(", ");
            canvas.text_at_start(
                strip.rest(),
                &names,
                crate::model::Direction::Ltr,
                canvas.style(Role::Text),
            );
        }
        HelpLine::Action(action) => {
            let mut strip = Strip::new(row, model.look.ui);
            let column = strip.start(keys);
            let mut names = model.keymap.shown(action);
            let mut shown = names.next().unwrap_or_default();
            for name in names {
                let longer = format!("{shown}  {name}");
                if canvas.width(&longer) <= keys {
                    shown = longer;
                }
            }
            canvas.say(column, &shown, canvas.style(Role::Key));
            strip.start(2);
            let words = strings.say(action.words());
            canvas.say_found(strip.rest(), words, wanted, canvas.style(Role::Text));
        }
    }
}

fn shown(model: &Model, action: Action) -> String {
    model.keymap.shown(action).collect::<Vec<_>>().join("  ")
}

fn keys_width(model: &Model, canvas: &Canvas<'_>) -> u16 {
    Action::ALL.iter().map(|action| canvas.width(&shown(model, *action))).max().unwrap_or(0)
}
