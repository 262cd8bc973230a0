//! The subscribe dialog.

use ratatui::layout::{Position, Rect};

use super::frame;
use super::list::{self, Stand};
use crate::engine::{CandidateKind, Preview};
use crate::model::{Direction, DirectionChoice};
use crate::strings::{Text, when};
use crate::text::{clean, direction};
use crate::tui::model::{Choice, Field, Glance, Model, Stage, Subscribe, dialog_of, direction_text};
use crate::tui::paint::{Canvas, Strip};
use crate::tui::theme::Role;

/// Rows of the dialog's area that are not taken yet.
struct Page {
    rest: Rect,
}

impl Page {
    /// Takes rows from the top; fewer if there are not so many.
    fn take(&mut self, rows: u16) -> Rect {
        let height = rows.min(self.rest.height);
        let area = Rect { height, ..self.rest };
        self.rest.y += height;
        self.rest.height -= height;
        area
    }

    /// Takes rows from the bottom.
    fn take_last(&mut self, rows: u16) -> Rect {
        let height = rows.min(self.rest.height);
        self.rest.height -= height;
        Rect { y: self.rest.bottom(), height, ..self.rest }
    }
}

/// Draws the dialog. Returns where the cursor is.
pub(super) fn draw(
    model: &Model,
    dialog: &Subscribe,
    canvas: &mut Canvas<'_>,
    body: Rect,
) -> Option<Position> {
    let strings = model.look.strings;
    let is_found = dialog.choices().is_some();
    let height = if is_found { 24 } else { 8 };
    let area = dialog_of(body, 76, height);
    let inner = frame::dialog(
        model,
        canvas,
        area,
        strings.say(if dialog.replaces.is_some() { Text::DialogReplace } else { Text::DialogSubscribe }),
    );
    let mut page = Page { rest: inner };
    let mut cursor = None;

    let address = page.take(1);
    let at = field(model, canvas, address, Text::DialogAddress, dialog.field == Field::Address);
    let place = canvas.input(at, &dialog.address, canvas.style(Role::Input));
    cursor = cursor.or(place.filter(|_| dialog.field == Field::Address));

    let keys = page.take_last(1);
    canvas.say(keys, strings.say(keys_text(dialog)), canvas.style(Role::Dim));
    if is_found {
        let place = settings(model, dialog, canvas, &mut page);
        cursor = cursor.or(place);
    }
    if page.rest.height > 3 {
        page.take(1);
    }
    match &dialog.stage {
        Stage::Typing => {
            canvas.paragraph(page.rest, strings.say(Text::DialogPasteHint), canvas.style(Role::Dim));
        }
        Stage::Searching(_) => {
            canvas.say(page.rest, strings.say(Text::DialogSearching), canvas.style(Role::Count));
        }
        Stage::Failed(sentence) => {
            canvas.paragraph(page.rest, sentence, canvas.style(Role::Bad));
        }
        Stage::Found { choices, at } => {
            draw_choices(model, canvas, &mut page, choices, *at, dialog.field == Field::Choices);
            if let Some(choice) = choices.get(*at) {
                glance(model, canvas, page.rest, choice, dialog.direction);
            }
        }
    }
    cursor
}

const fn keys_text(dialog: &Subscribe) -> Text {
    match (&dialog.stage, dialog.field) {
        (Stage::Searching(_), _) => Text::DialogKeysSearching,
        (Stage::Found { .. }, Field::Choices) => Text::DialogKeysChoices,
        (Stage::Found { .. }, Field::Direction) => Text::DialogKeysDirection,
        (Stage::Found { .. }, _) => Text::DialogKeysFolder,
        _ => Text::DialogKeysAddress,
    }
}

/// The name of a field; returns the area for its content.
fn field(model: &Model, canvas: &mut Canvas<'_>, row: Rect, name: Text, is_focused: bool) -> Rect {
    let names = [Text::DialogAddress, Text::DialogFolder, Text::DialogDirection];
    let widest = names.iter().map(|name| canvas.width(model.look.strings.say(*name))).max().unwrap_or(0);
    let mut strip = Strip::new(row, model.look.ui);
    let place = strip.start(widest);
    let role = if is_focused { Role::HeadFocused } else { Role::Head };
    canvas.say(place, model.look.strings.say(name), canvas.style(role));
    strip.start(2);
    strip.rest()
}

/// Folder and direction, above the keys.
fn settings(model: &Model, dialog: &Subscribe, canvas: &mut Canvas<'_>, page: &mut Page) -> Option<Position> {
    let strings = model.look.strings;
    if page.rest.height > 8 {
        page.take_last(1);
    }
    let row = page.take_last(1);
    let is_focused = dialog.field == Field::Direction;
    let area = field(model, canvas, row, Text::DialogDirection, is_focused);
    let text = direction_text(dialog.direction);
    let role = if is_focused { Role::Selected } else { Role::Text };
    let width = canvas.width(strings.say(text));
    let area = Strip::new(area, model.look.ui).start(width);
    canvas.say(area, strings.say(text), canvas.style(role));

    let row = page.take_last(1);
    let is_focused = dialog.field == Field::Folder;
    let area = field(model, canvas, row, Text::DialogFolder, is_focused);
    let style = canvas.style(Role::Input);
    let cursor = canvas.input(area, &dialog.folder, style);
    if dialog.folder.text().is_empty() && !is_focused {
        canvas.say(area, strings.say(Text::DialogFolderNone), style.patch(canvas.style(Role::Dim)));
    }
    cursor.filter(|_| is_focused)
}

fn draw_choices(
    model: &Model,
    canvas: &mut Canvas<'_>,
    page: &mut Page,
    choices: &[Choice],
    at: usize,
    is_focused: bool,
) {
    let count = model.look.strings.count(Text::DialogFound, choices.len(), &[]);
    canvas.say(page.take(1), &count, canvas.style(Role::Heading));
    // The preview keeps a few rows where there are many choices.
    let most = if page.rest.height < 8 { page.rest.height.min(3) } else { (page.rest.height / 2).min(8) };
    let rows = page.take(u16::try_from(choices.len()).unwrap_or(u16::MAX).min(most));
    let visible = usize::from(rows.height).max(1);
    let top = (at + 1).saturating_sub(visible);
    for (y, (number, choice)) in (rows.y..rows.bottom()).zip(choices.iter().enumerate().skip(top)) {
        let stand = Stand::of(number == at, is_focused);
        draw_choice(model, canvas, Rect { y, height: 1, ..rows }, choice, stand);
    }
}

fn draw_choice(model: &Model, canvas: &mut Canvas<'_>, row: Rect, choice: &Choice, stand: Stand) {
    let mut strip = list::row(canvas, row, stand, model.look.ui);
    let tick = strip.start(3);
    canvas.text(
        tick,
        if choice.ticked { "[x]" } else { "[ ]" },
        Direction::Ltr,
        stand.style(canvas, Role::Key),
    );
    strip.start(1);
    let mut about = choice.formats().join(", ");
    if choice.candidate.kind == CandidateKind::Comments {
        let comments = model.look.strings.say(Text::DialogComments);
        about = if about.is_empty() { comments.to_owned() } else { format!("{comments} · {about}") };
    }
    let width = canvas.width(&about);
    let place = strip.end(width);
    canvas.say(place, &about, stand.style(canvas, Role::Dim));
    strip.end(1);
    // The title is the page's own: cleaned, and in the direction of its letters.
    let title = clean::line(choice.candidate.title.as_deref().unwrap_or_default());
    let title = if title.is_empty() { clean::line(&choice.candidate.url) } else { title };
    let base = direction::first_strong(&title).unwrap_or(model.look.ui);
    canvas.text(strip.rest(), &title, base, stand.style(canvas, Role::Text));
}

fn glance(model: &Model, canvas: &mut Canvas<'_>, area: Rect, choice: &Choice, chosen: DirectionChoice) {
    let strings = model.look.strings;
    let mut page = Page { rest: area };
    if area.height > 4 {
        page.take(1);
    }
    match &choice.glance {
        Glance::None => {}
        Glance::Coming(_) => {
            canvas.say(page.rest, strings.say(Text::DialogPreviewing), canvas.style(Role::Dim));
        }
        Glance::Failed(sentence) => {
            canvas.paragraph(page.rest, sentence, canvas.style(Role::Bad));
        }
        Glance::There(preview) => draw_preview(model, canvas, &mut page, preview, chosen),
    }
}

fn draw_preview(
    model: &Model,
    canvas: &mut Canvas<'_>,
    page: &mut Page,
    preview: &Preview,
    chosen: DirectionChoice,
) {
    let strings = model.look.strings;
    let base = match chosen {
        DirectionChoice::Auto => preview.direction,
        DirectionChoice::Fixed(direction) => direction,
    };
    let own = |text: &str| match chosen {
        DirectionChoice::Auto => direction::of_field(text, base),
        DirectionChoice::Fixed(direction) => direction,
    };
    let count = strings.count(Text::DialogPreviewItems, preview.total, &[]);
    let way = strings.say(if base == Direction::Ltr { Text::DirectionLtr } else { Text::DirectionRtl });
    let facts = format!("{} · {count} · {way}", strings.say(Text::DialogPreview));
    canvas.say(page.take(1), &facts, canvas.style(Role::Heading));
    if let Some(title) = preview.title.as_deref().map(clean::line).filter(|title| !title.is_empty()) {
        canvas.text(page.take(1), &title, own(&title), canvas.style(Role::Unread));
    }
    for (title, date) in &preview.items {
        let row = page.take(1);
        if row.is_empty() {
            return;
        }
        let mut strip = Strip::new(row, base);
        let column = strip.end(u16::try_from(when::columns(strings, when::Room::Ten)).unwrap_or(u16::MAX));
        if let Some(date) = date {
            let date = when::date(strings, *date, model.now, &model.look.zone, when::Room::Ten);
            canvas.say_at_end(column, &date, base, canvas.style(Role::Dim));
        }
        strip.end(1);
        let title = clean::line(title);
        canvas.text(strip.rest(), &title, own(&title), canvas.style(Role::Text));
    }
}
