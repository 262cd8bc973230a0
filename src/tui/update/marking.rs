//! Marking parts of a list read: what is above, below or older. The list may be longer than what the screen has of
//! it, so the engine is asked which items those are.

use super::{change, tell};
use crate::engine::{Part, Query};
use crate::model::{Change, FolderPath, ItemId, Scope};
use crate::strings::Text;
use crate::time::Span;
use crate::tui::effect::{Effect, Effects};
use crate::tui::model::{Deed, Model, Pane, Weight};

/// Days after which an item is old, unless a count says otherwise.
const OLD: usize = 7;

/// Which side of the selected item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// What the list shows before it.
    Above,
    /// What it shows after it.
    Below,
}

/// Marks what is above or below the selected item.
pub(super) fn side(model: &mut Model, side: Side, fx: &mut Effects) {
    let row = match model.focus {
        Pane::Feeds => None,
        Pane::Items | Pane::Article => model.items.row().filter(|_| model.items.is_current()),
    };
    let Some(row) = row else {
        tell(model, Weight::Warning, Text::NoticeSelectItem, &[]);
        return;
    };
    let (date, item) = (row.date, row.id);
    let part = match side {
        Side::Above => Part::Before { date, item },
        Side::Below => Part::After { date, item },
    };
    ask(model, part, fx);
}

/// Marks what is older than so many days.
pub(super) fn older(model: &mut Model, days: Option<usize>, fx: &mut Effects) {
    let days = u64::try_from(days.unwrap_or(OLD)).unwrap_or(u64::MAX).min(36_500);
    let before = model.now.minus(Span::days(days));
    ask(model, Part::Older(before), fx);
}

/// Marks everything that the list shows.
pub(super) fn all(model: &mut Model, fx: &mut Effects) {
    ask(model, Part::Older(model.now.plus(Span::days(36_500))), fx);
}

fn ask(model: &mut Model, part: Part, fx: &mut Effects) {
    let Some(source) = model.items.source().cloned() else { return };
    let ticket = model.tickets.draw();
    model.marking = Some(ticket);
    fx.push(Effect::Ask(ticket, Query::Unread(source, part)));
}

/// Takes the items that were asked for.
pub(super) fn take(model: &mut Model, items: Vec<ItemId>, fx: &mut Effects) {
    model.marking = None;
    if items.is_empty() {
        tell(model, Weight::Good, Text::NoticeNothingToMark, &[]);
        return;
    }
    change::apply(model, Change::Read { items, read: true }, Deed::MarkedRead, fx);
}

/// Marks the whole folder around what is selected.
pub(super) fn folder(model: &mut Model, fx: &mut Effects) {
    let Some(scope) = folder_of(model).map(Scope::Folder) else {
        tell(model, Weight::Warning, Text::NoticeNoFolder, &[]);
        return;
    };
    let until = model.feeds.loaded().unwrap_or(model.now);
    change::apply(model, Change::ReadAll { scope, until }, Deed::MarkedRead, fx);
}

fn folder_of(model: &Model) -> Option<FolderPath> {
    match (change::scope(model)?, change::feed(model)) {
        (Scope::Folder(path), _) => Some(path),
        (Scope::Feed(feed), _) | (_, Some(feed)) => model.feeds.row(feed)?.folder.clone(),
        _ => None,
    }
}
