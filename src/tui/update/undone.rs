//! What was taken back, in words.

use super::change::title;
use crate::model::{Change, Setting};
use crate::strings::Text;
use crate::tui::model::Model;

/// What a change did; `None` where there is no more to say than that it was one.
#[must_use]
pub(super) fn words(model: &Model, change: &Change) -> Option<String> {
    let strings = model.look.strings;
    let items = |text, items: &Vec<_>| Some(strings.count(text, items.len(), &[]));
    match change {
        Change::Read { items: marked, read: true } => items(Text::DidRead, marked),
        Change::Read { items: marked, read: false } => items(Text::DidUnread, marked),
        Change::Star { items: marked, starred: true } => items(Text::DidStar, marked),
        Change::Star { items: marked, starred: false } => items(Text::DidUnstar, marked),
        Change::Tag { items: marked, .. } => items(Text::DidTag, marked),
        Change::ReadAll { .. } => Some(strings.say(Text::DidReadAll).to_owned()),
        Change::Unsubscribe(_) => Some(strings.say(Text::DidUnsubscribe).to_owned()),
        Change::Resubscribe(_) => Some(strings.say(Text::DidResubscribe).to_owned()),
        Change::Set { feed, setting } => {
            let text = match setting {
                Setting::Title(_) => Text::DidRename,
                Setting::Folder(_) => Text::DidMove,
                Setting::Direction(_) => Text::DidTurn,
                Setting::Url(_) => Text::DidReaddress,
                _ => Text::DidSet,
            };
            Some(strings.fill(text, &[("title", &title(model, *feed))]))
        }
        Change::All(changes) => match changes.as_slice() {
            [only] => words(model, only),
            _ => None,
        },
    }
}
