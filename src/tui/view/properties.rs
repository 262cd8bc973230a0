//! The dialog of a feed's properties: what can be set, what is known, and the current line in full below.

use ratatui::layout::{Position, Rect};

use super::frame::{self, Thumb};
use super::list::{self, Stand};
use crate::model::Direction;
use crate::strings::Text;
use crate::text::direction;
use crate::tui::model::{
    Fact, Model, Properties, Property, direction_text, facts, properties_of, properties_rows, properties_top,
};
use crate::tui::paint::Canvas;
use crate::tui::theme::Role;

/// Draws the dialog. Returns where the cursor is.
pub(super) fn draw(
    model: &Model,
    dialog: &Properties,
    canvas: &mut Canvas<'_>,
    body: Rect,
) -> Option<Position> {
    let strings = model.look.strings;
    let inner = frame::dialog(model, canvas, properties_of(body), strings.say(Text::PropertiesTitle));
    if inner.height < 3 {
        return None;
    }
    heading(model, dialog, canvas, Rect { height: 1, ..inner });
    let facts = facts(model);
    let rows = properties_rows(body);
    let page = usize::from(rows.height);
    let top = properties_top(dialog.at, page);
    let total = facts.len() + Property::ALL.len();
    let width = names_width(model, canvas).min(rows.width / 3);
    let mut cursor = None;
    for (y, line) in (rows.y..rows.bottom()).zip(top..total) {
        let row = Rect { y, height: 1, ..rows };
        let stand = Stand::of(line == dialog.at, true);
        if let Some(property) = Property::ALL.get(line) {
            let place = name(model, canvas, row, property.name(), (stand, width));
            cursor = value(model, dialog, canvas, place, (*property, stand)).or(cursor);
        } else {
            let (about, fact) = &facts[line - Property::ALL.len()];
            let place = name(model, canvas, row, *about, (stand, width));
            canvas.text_at_start(place, fact, base(model, fact), stand.style(canvas, Role::Text));
        }
    }
    frame::scroll_bar(model, canvas, Rect { width: rows.width + 1, ..rows }, &Thumb { top, page, total });
    below(model, dialog, canvas, inner, &facts);
    cursor
}

/// The feed's title.
fn heading(model: &Model, dialog: &Properties, canvas: &mut Canvas<'_>, row: Rect) {
    if let Some(feed) = model.feeds.row(dialog.feed) {
        canvas.text_at_start(row, &feed.title, feed.title_direction, canvas.style(Role::Heading));
    }
}

fn names_width(model: &Model, canvas: &Canvas<'_>) -> u16 {
    let known = [
        Text::PropertiesNext,
        Text::PropertiesLast,
        Text::PropertiesFailing,
        Text::PropertiesMoving,
        Text::PropertiesSite,
        Text::PropertiesItems,
        Text::PropertiesNewest,
        Text::PropertiesTraffic,
        Text::PropertiesValidators,
        Text::PropertiesRepairs,
    ];
    let names = Property::ALL.into_iter().map(Property::name).chain(known);
    names.map(|name| canvas.width(model.look.strings.say(name))).max().unwrap_or(0)
}

/// Draws the name of a line and gives the place for its value.
fn name(model: &Model, canvas: &mut Canvas<'_>, row: Rect, name: Text, (stand, width): (Stand, u16)) -> Rect {
    let mut strip = list::row(canvas, row, stand, model.look.ui);
    canvas.say(strip.start(width), model.look.strings.say(name), stand.style(canvas, Role::Dim));
    strip.start(2);
    strip.rest()
}

/// Draws a value, or the line in which it is changed.
fn value(
    model: &Model,
    dialog: &Properties,
    canvas: &mut Canvas<'_>,
    place: Rect,
    (property, stand): (Property, Stand),
) -> Option<Position> {
    if let Some(edit) = dialog.edit.as_ref().filter(|edit| edit.property == property) {
        let role = if edit.is_good() { Role::Input } else { Role::Bad };
        return canvas.input(place, &edit.typed, canvas.style(Role::Input).patch(canvas.style(role)));
    }
    let Some(health) = &dialog.health else {
        canvas.say(place, model.look.strings.say(Text::Loading), stand.style(canvas, Role::Dim));
        return None;
    };
    let text = match property {
        Property::Direction => {
            let choice = health.subscription.direction;
            model.look.strings.say(direction_text(choice)).to_owned()
        }
        _ => crate::text::clean::line(&property.text(&health.subscription)),
    };
    if text.is_empty() {
        canvas.say(place, model.look.strings.say(Text::PropertiesNone), stand.style(canvas, Role::Dim));
    } else {
        canvas.text_at_start(place, &text, base(model, &text), stand.style(canvas, Role::Text));
    }
    None
}

fn base(model: &Model, text: &str) -> Direction {
    direction::first_strong(text).unwrap_or(model.look.ui)
}

/// What the current line takes, or all of what it says; and the keys.
fn below(model: &Model, dialog: &Properties, canvas: &mut Canvas<'_>, inner: Rect, facts: &[Fact]) {
    let strings = model.look.strings;
    let keys = if dialog.edit.is_some() { Text::PropertiesKeysEditing } else { Text::PropertiesKeys };
    let last = Rect { y: inner.bottom() - 1, height: 1, ..inner };
    canvas.say(last, strings.say(keys), canvas.style(Role::Dim));
    let height = if inner.height > 12 { 3 } else { 1 };
    let area = Rect { y: inner.bottom().saturating_sub(1 + height), height, ..inner };
    let is_bad = dialog.edit.as_ref().is_some_and(|edit| !edit.is_good());
    if let Some(property) = dialog.property() {
        let role = if is_bad { Role::Bad } else { Role::Count };
        canvas.paragraph(area, strings.say(property.hint()), canvas.style(role));
    } else {
        let fact = facts.get(dialog.at - Property::ALL.len());
        canvas.paragraph(area, fact.map_or("", |(_, fact)| fact), canvas.style(Role::Count));
    }
}
