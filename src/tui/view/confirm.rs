//! Questions that are answered with yes or no.

use ratatui::layout::Rect;

use super::frame;
use crate::model::FeedId;
use crate::strings::Text;
use crate::tui::action::Action;
use crate::tui::model::{Model, dialog_of};
use crate::tui::paint::Canvas;
use crate::tui::theme::Role;

/// The question whether to unsubscribe.
pub(super) fn unsubscribe(model: &Model, feed: FeedId, canvas: &mut Canvas<'_>, body: Rect) {
    let strings = model.look.strings;
    let title = model.feeds.row(feed).map_or("", |row| row.title.as_str());
    let question = strings.fill(Text::DialogUnsubscribe, &[("title", title)]);
    let key = model.keymap.first(Action::Undo);
    let hint = strings.fill(Text::DialogUnsubscribeHint, &[("key", &key)]);
    let title = strings.say(Text::DialogConfirm);
    draw(model, canvas, body, [title, &question, &hint, strings.say(Text::DialogYesNo)]);
}

/// The question about background checks.
pub(super) fn consent(model: &Model, canvas: &mut Canvas<'_>, body: Rect) {
    let strings = model.look.strings;
    let key = model.keymap.first(Action::Background);
    let text = strings.fill(Text::DialogConsentText, &[("key", &key)]);
    let title = strings.say(Text::DialogConsent);
    draw(model, canvas, body, [title, &text, "", strings.say(Text::DialogConsentKeys)]);
}

/// A box with a title, a question, a remark and the keys.
fn draw(model: &Model, canvas: &mut Canvas<'_>, body: Rect, texts: [&str; 4]) {
    let [title, question, remark, keys] = texts;
    let width = body.width.min(60);
    let lines = u16::try_from(usize::from(canvas.width(question)).div_ceil(usize::from(width.max(8)) - 6));
    let remarks = u16::from(!remark.is_empty()) * 2;
    let height = lines.unwrap_or(u16::MAX).saturating_add(remarks + 5);
    let mut area = frame::dialog(model, canvas, dialog_of(body, width, height), title);
    let mut down = |canvas: &mut Canvas<'_>, text: &str, role: Role| {
        let style = canvas.style(role);
        let taken = canvas.paragraph(area, text, style).min(area.height);
        area = Rect { y: area.y + taken, height: area.height - taken, ..area };
    };
    down(canvas, question, Role::Text);
    if !remark.is_empty() {
        down(canvas, remark, Role::Dim);
    }
    // The keys are the last row, whatever the question took.
    let last = Rect { y: area.bottom().saturating_sub(1), height: area.height.min(1), ..area };
    canvas.say(last, keys, canvas.style(Role::Key));
}
