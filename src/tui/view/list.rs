//! What the rows of all lists have in common.

use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::model::Direction;
use crate::tui::paint::{Canvas, Strip};
use crate::tui::theme::Role;

/// How a row stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stand {
    /// It is one of many.
    Plain,
    /// It is selected in the list that has the keys.
    Selected,
    /// It is selected in another list.
    SelectedElsewhere,
}

impl Stand {
    /// How the row at a place stands out.
    pub(super) const fn of(is_selected: bool, is_focused: bool) -> Self {
        match (is_selected, is_focused) {
            (false, _) => Self::Plain,
            (true, true) => Self::Selected,
            (true, false) => Self::SelectedElsewhere,
        }
    }

    /// The style of something in the row that would have this style otherwise.
    pub(super) fn style(self, canvas: &Canvas<'_>, own: Role) -> Style {
        let own = canvas.style(own);
        match self {
            Self::Plain => own,
            // On the ground of a selected row other colours are not readable everywhere.
            Self::Selected => canvas.style(Role::Selected),
            Self::SelectedElsewhere => own.patch(canvas.style(Role::SelectedElsewhere)),
        }
    }
}

/// Gives a row its ground and its mark of selection, and returns what is left of it.
pub(super) fn row(canvas: &mut Canvas<'_>, area: Rect, stand: Stand, direction: Direction) -> Strip {
    let mut strip = Strip::new(area, direction);
    let mark = strip.start(1);
    if stand != Stand::Plain {
        canvas.ground(area, stand.style(canvas, Role::Text));
        // Colour is never the only sign.
        let symbol = match (stand, direction) {
            (Stand::Selected, Direction::Ltr) => "▌",
            (Stand::Selected, Direction::Rtl) => "▐",
            _ => " ",
        };
        canvas.repeat(mark, symbol, stand.style(canvas, Role::HeadFocused));
    }
    strip.end(1);
    strip
}

/// A sentence in the middle of a pane that has nothing else to show.
pub(super) fn nothing(canvas: &mut Canvas<'_>, rows: Rect, text: &str) {
    let area = Rect {
        x: rows.x + 2.min(rows.width / 2),
        y: rows.y + rows.height / 3,
        width: rows.width.saturating_sub(4),
        height: rows.height - rows.height / 3,
    };
    let width = canvas.width(text);
    if width <= area.width {
        canvas.centred(area, text, canvas.style(Role::Dim));
    } else {
        canvas.paragraph(area, text, canvas.style(Role::Dim));
    }
}
