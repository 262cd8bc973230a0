//! Copying: the source text in logical order, without presentation forms and controls.

use super::{links, reading, tell};
use crate::strings::Text;
use crate::text::clean;
use crate::tui::effect::{Effect, Effects};
use crate::tui::model::{Model, Weight};

/// Copies the address of the current item.
pub(super) fn link(model: &mut Model, fx: &mut Effects) {
    let link = reading::current(model).and_then(|row| row.link.as_deref());
    let link = link.map(|link| links::outgoing(model, link));
    text(model, &link.unwrap_or_default(), fx);
}

/// Copies the title of the current item.
pub(super) fn title(model: &mut Model, fx: &mut Effects) {
    let title = reading::current(model).map(|row| row.title.clone());
    text(model, &title.unwrap_or_default(), fx);
}

/// Copies a text.
pub(super) fn text(model: &mut Model, text: &str, fx: &mut Effects) {
    let text = clean::plain(text);
    if text.is_empty() {
        tell(model, Weight::Warning, Text::NoticeNothingToCopy, &[]);
        return;
    }
    tell(model, Weight::Good, Text::NoticeCopied, &[("text", &text)]);
    fx.push(Effect::Copy(text));
}
