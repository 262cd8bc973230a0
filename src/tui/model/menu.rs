//! The menu for what is selected or under the mouse.

use ratatui::layout::Rect;

use super::{Model, Pane};
use crate::model::Direction;
use crate::strings::Text;
use crate::text::width;
use crate::tui::action::Action;

/// The menu.
#[derive(Debug)]
pub(crate) struct Menu {
    /// What can be chosen; never empty.
    pub(crate) entries: Vec<Entry>,
    /// The number of the current entry.
    pub(crate) at: usize,
    /// Where the mouse asked for it.
    pub(crate) place: Option<(u16, u16)>,
}

/// Something to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// An action on what is selected.
    Action(Action),
    /// Open this address.
    OpenLink(String),
    /// Copy this address.
    CopyLink(String),
}

impl Entry {
    /// What it does.
    #[must_use]
    pub(crate) const fn words(&self) -> Text {
        match self {
            Self::Action(action) => action.words(),
            Self::OpenLink(_) => Text::MenuOpenLink,
            Self::CopyLink(_) => Text::MenuCopyLink,
        }
    }
}

impl Menu {
    /// The menu of a pane, with the link under the mouse.
    #[must_use]
    pub(crate) fn of(pane: Pane, link: Option<String>, place: Option<(u16, u16)>) -> Self {
        let actions: &[Action] = match pane {
            Pane::Feeds => &[
                Action::Open,
                Action::Refresh,
                Action::MarkAllRead,
                Action::TurnDirection,
                Action::Properties,
                Action::Health,
                Action::Unsubscribe,
                Action::Subscribe,
            ],
            Pane::Items => &[
                Action::Open,
                Action::ToggleRead,
                Action::ToggleStar,
                Action::OpenInBrowser,
                Action::CopyLink,
                Action::CopyTitle,
                Action::TurnDirection,
                Action::Properties,
                Action::Refresh,
            ],
            Pane::Article => &[
                Action::ToggleRead,
                Action::ToggleStar,
                Action::OpenInBrowser,
                Action::CopyLink,
                Action::CopyTitle,
                Action::TurnDirection,
                Action::Back,
            ],
        };
        let links = link.into_iter().flat_map(|url| [Entry::OpenLink(url.clone()), Entry::CopyLink(url)]);
        let entries = links.chain(actions.iter().copied().map(Entry::Action)).collect();
        Self { entries, at: 0, place }
    }

    /// Goes to another entry.
    pub(crate) fn step(&mut self, rows: isize) {
        self.at = self.at.saturating_add_signed(rows).min(self.entries.len().saturating_sub(1));
    }

    /// The current entry.
    #[must_use]
    pub(crate) fn entry(&self) -> Option<&Entry> {
        self.entries.get(self.at)
    }

    /// Its box on the screen: at the mouse, towards the side to which the interface is read, whole if it fits.
    #[must_use]
    pub(crate) fn area(&self, model: &Model, whole: Rect) -> Rect {
        let look = &model.look;
        let shown = |entry: &Entry| {
            let key = match entry {
                Entry::Action(action) => model.keymap.first(*action),
                Entry::OpenLink(_) | Entry::CopyLink(_) => String::new(),
            };
            width(look.strings.say(entry.words()), look.shaping) + 3 + width(&key, look.shaping)
        };
        let columns = self.entries.iter().map(shown).max().unwrap_or(0) + 6;
        let columns = u16::try_from(columns).unwrap_or(u16::MAX).min(whole.width);
        let rows = u16::try_from(self.entries.len() + 2).unwrap_or(u16::MAX).min(whole.height);
        let Some((x, y)) = self.place else { return super::dialog_of(whole, columns, rows) };
        let x = match look.ui {
            Direction::Ltr => x,
            Direction::Rtl => (x + 1).saturating_sub(columns),
        };
        let x = x.clamp(whole.x, whole.right() - columns);
        let y = y.clamp(whole.y, whole.bottom() - rows);
        Rect { x, y, width: columns, height: rows }
    }

    /// The first visible entry in a box with room for so many.
    #[must_use]
    pub(crate) fn top(&self, page: usize) -> usize {
        (self.at + 1).saturating_sub(page.max(1))
    }
}
