//! Where the parts of the screen lie. Pure: a function of size, direction, focus and zoom.

use ratatui::layout::Rect;

use crate::model::Direction;

/// The size of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    /// Columns.
    pub(crate) columns: u16,
    /// Rows.
    pub(crate) rows: u16,
}

/// A pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pane {
    /// The feeds.
    Feeds,
    /// The items.
    Items,
    /// The article.
    Article,
}

/// Whether the pane with the keys has the whole screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zoom {
    /// No.
    Off,
    /// Yes.
    On,
}

/// Where the parts of the screen lie. A pane without an area is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Areas {
    /// Too small to show anything but a word.
    TooSmall(Rect),
    /// The panes and the status line.
    Panes {
        /// Everything.
        whole: Rect,
        /// The feeds.
        feeds: Option<Rect>,
        /// The items.
        items: Option<Rect>,
        /// The article.
        article: Option<Rect>,
        /// The status line.
        status: Rect,
    },
}

/// Below this nothing useful can be shown.
const LEAST: Size = Size { columns: 20, rows: 5 };
/// From here on two panes.
const MEDIUM: u16 = 72;
/// From here on three panes.
const WIDE: u16 = 104;
/// Columns of an article's text that are good to read; more are left free.
const MEASURE: u16 = 80;

/// Computes the areas.
#[must_use]
pub(crate) fn areas(size: Size, ui: Direction, focus: Pane, zoom: Zoom) -> Areas {
    let whole = Rect::new(0, 0, size.columns, size.rows);
    if size.columns < LEAST.columns || size.rows < LEAST.rows {
        return Areas::TooSmall(whole);
    }
    let status = Rect { y: size.rows - 1, height: 1, ..whole };
    let body = Rect { height: size.rows - 1, ..whole };
    let widths = widths(size.columns, focus, zoom);
    let mut start = 0;
    let mut place = |width: Option<u16>| {
        let width = width?;
        let area = Rect { x: start, width, ..body };
        // One column between panes is the rule.
        start += width + 1;
        Some(mirrored(area, body, ui))
    };
    let (feeds, items, article) = (place(widths[0]), place(widths[1]), place(widths[2]));
    Areas::Panes { whole, feeds, items, article, status }
}

/// The widths of the three panes from the start of the screen to its end.
fn widths(columns: u16, focus: Pane, zoom: Zoom) -> [Option<u16>; 3] {
    let alone = |pane| match pane {
        Pane::Feeds => [Some(columns), None, None],
        Pane::Items => [None, Some(columns), None],
        Pane::Article => [None, None, Some(columns)],
    };
    if zoom == Zoom::On || columns < MEDIUM {
        return alone(focus);
    }
    if columns >= WIDE {
        let feeds = (columns * 22 / 100).clamp(22, 36);
        let items = (columns * 34 / 100).clamp(38, 60);
        return [Some(feeds), Some(items), Some(columns - feeds - items - 2)];
    }
    if focus == Pane::Article {
        let items = (columns * 36 / 100).clamp(26, 36);
        return [None, Some(items), Some(columns - items - 1)];
    }
    let feeds = (columns * 30 / 100).clamp(22, 30);
    [Some(feeds), Some(columns - feeds - 1), None]
}

fn mirrored(area: Rect, within: Rect, ui: Direction) -> Rect {
    match ui {
        Direction::Ltr => area,
        Direction::Rtl => Rect { x: within.x + (within.right() - area.right()), ..area },
    }
}

/// The area of a pane's rows: all but the head and the line below it.
#[must_use]
pub(crate) fn rows_of(pane: Rect) -> Rect {
    let head = pane.height.min(2);
    Rect { y: pane.y + head, height: pane.height - head, ..pane }
}

/// The area of an article's text within its pane: margins at both sides, and no wider than is good to read.
#[must_use]
pub(crate) fn text_of(pane: Rect) -> Rect {
    let rows = rows_of(pane);
    let margin = if rows.width >= 48 { 3 } else { 1 };
    let width = rows.width.saturating_sub(2 * margin).clamp(1, MEASURE);
    Rect { x: rows.x + (rows.width.saturating_sub(width)) / 2, width: width.min(rows.width), ..rows }
}

/// The area of a dialog of this size in the middle of the screen; all of the screen where that is too small.
#[must_use]
pub(crate) fn dialog_of(whole: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(whole.width), height.min(whole.height));
    let x = whole.x + (whole.width - width) / 2;
    // A little above the middle, where the eye rests.
    let y = whole.y + (whole.height - height) * 2 / 5;
    Rect { x, y, width, height }
}

/// Lines of the list of keys that are visible at once.
#[must_use]
pub(crate) fn help_page(whole: Rect) -> usize {
    usize::from(help_of(whole).height.saturating_sub(6)).max(1)
}

/// The area of the list of keys.
#[must_use]
pub(crate) fn help_of(whole: Rect) -> Rect {
    dialog_of(whole, 84, whole.height.saturating_sub(if whole.height > 20 { 4 } else { 0 }))
}

/// The lines of the screen of feed health, and the rows below them for the current one.
#[must_use]
pub(crate) fn health_rows(body: Rect) -> (Rect, Rect) {
    let inner = Rect {
        x: body.x + 1,
        y: body.y + 1,
        width: body.width.saturating_sub(2),
        height: body.height.saturating_sub(2),
    };
    // The sums above, the keys below; what is known about the current feed has a third where there is room.
    let below = if inner.height >= 18 { inner.height / 3 } else { 2 };
    let list = Rect { y: inner.y + 1, height: inner.height.saturating_sub(below + 2), ..inner };
    (list, Rect { y: list.bottom(), height: below.min(inner.height), ..inner })
}

/// The box of the finder.
#[must_use]
pub(crate) fn finder_of(whole: Rect) -> Rect {
    dialog_of(whole, 84, 24)
}

/// The rows of what the finder found.
#[must_use]
pub(crate) fn finder_rows(whole: Rect) -> Rect {
    let area = finder_of(whole);
    Rect {
        x: area.x + 1,
        y: area.y + 2,
        width: area.width.saturating_sub(2),
        height: area.height.saturating_sub(3),
    }
}

/// The first visible row of the finder.
#[must_use]
pub(crate) fn finder_top(finder: &super::Finder, page: usize) -> usize {
    (finder.at + 1).saturating_sub(page.max(1))
}

/// The area of the dialog of a feed's properties.
#[must_use]
pub(crate) fn properties_of(body: Rect) -> Rect {
    dialog_of(body, 84, 34)
}

/// The lines in that dialog: below the title, above the hint and the keys.
#[must_use]
pub(crate) fn properties_rows(body: Rect) -> Rect {
    let area = properties_of(body);
    let inner = Rect {
        x: area.x + 2,
        y: area.y + 1,
        width: area.width.saturating_sub(4),
        height: area.height.saturating_sub(2),
    };
    // A gap at both sides of the lines where there is room for it.
    let (above, below) = if inner.height > 12 { (2, 5) } else { (1, 2) };
    Rect { y: inner.y + above, height: inner.height.saturating_sub(above + below), ..inner }
}

/// The first visible line, so that the current one is in sight.
#[must_use]
pub(crate) const fn properties_top(at: usize, page: usize) -> usize {
    (at + 1).saturating_sub(if page == 0 { 1 } else { page })
}

impl Areas {
    /// The area of a pane, if it is shown.
    #[must_use]
    pub(crate) const fn of(&self, pane: Pane) -> Option<Rect> {
        match (self, pane) {
            (Self::TooSmall(_), _) => None,
            (Self::Panes { feeds, .. }, Pane::Feeds) => *feeds,
            (Self::Panes { items, .. }, Pane::Items) => *items,
            (Self::Panes { article, .. }, Pane::Article) => *article,
        }
    }

    /// Rows of a list or an article that are visible in a pane; as many as would be if it is not shown.
    #[must_use]
    pub(crate) fn page(&self, pane: Pane) -> usize {
        match (self.of(pane), self) {
            (Some(area), _) => usize::from(rows_of(area).height),
            (None, Self::Panes { whole, .. }) => usize::from(whole.height.saturating_sub(3)),
            (None, Self::TooSmall(_)) => 1,
        }
        .max(1)
    }

    /// Columns for the text of an article; those of the whole screen if its pane is not shown.
    #[must_use]
    pub(crate) fn measure(&self) -> usize {
        let pane = match (self.of(Pane::Article), self) {
            (Some(area), _) => area,
            (None, Self::Panes { whole, .. }) => *whole,
            (None, Self::TooSmall(_)) => return 1,
        };
        usize::from(text_of(pane).width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(columns: u16, focus: Pane) -> [bool; 3] {
        let areas = areas(Size { columns, rows: 24 }, Direction::Ltr, focus, Zoom::Off);
        [Pane::Feeds, Pane::Items, Pane::Article].map(|pane| areas.of(pane).is_some())
    }

    #[test]
    fn panes_give_way_as_the_terminal_narrows() {
        assert_eq!(shown(120, Pane::Feeds), [true, true, true]);
        assert_eq!(shown(80, Pane::Items), [true, true, false]);
        assert_eq!(shown(80, Pane::Article), [false, true, true]);
        assert_eq!(shown(40, Pane::Items), [false, true, false]);
    }

    #[test]
    fn panes_never_overlap_nor_leave_the_screen() {
        for columns in 20..300 {
            for focus in [Pane::Feeds, Pane::Items, Pane::Article] {
                for ui in [Direction::Ltr, Direction::Rtl] {
                    let areas = areas(Size { columns, rows: 12 }, ui, focus, Zoom::Off);
                    let panes = [Pane::Feeds, Pane::Items, Pane::Article].map(|pane| areas.of(pane));
                    let panes: Vec<Rect> = panes.into_iter().flatten().collect();
                    let total: u16 = panes.iter().map(|pane| pane.width).sum();
                    let rules = u16::try_from(panes.len()).expect("three at most") - 1;
                    assert_eq!(total + rules, columns);
                    assert!(panes.iter().all(|pane| pane.right() <= columns && pane.width >= 20));
                    let apart = |a: &Rect, b: &Rect| a == b || a.intersection(*b).area() == 0;
                    assert!(panes.iter().all(|a| panes.iter().all(|b| apart(a, b))));
                }
            }
        }
    }

    #[test]
    fn a_right_to_left_screen_starts_at_the_right() {
        let areas = areas(Size { columns: 120, rows: 24 }, Direction::Rtl, Pane::Feeds, Zoom::Off);
        let x = |pane| areas.of(pane).map(|area| area.x);
        assert!(x(Pane::Feeds) > x(Pane::Items) && x(Pane::Items) > x(Pane::Article));
        assert_eq!(areas.of(Pane::Feeds).map(Rect::right), Some(120));
    }

    #[test]
    fn no_size_is_too_small_to_be_computed() {
        for columns in 0..25 {
            for rows in 0..8 {
                let areas = areas(Size { columns, rows }, Direction::Ltr, Pane::Feeds, Zoom::Off);
                assert!(areas.page(Pane::Feeds) >= 1 && areas.measure() >= 1);
            }
        }
    }
}
