//! Letters over the links in sight: what each stands for, and what is done with the link that is chosen.

use ratatui::layout::Position;

use super::{Model, Order, Pane, text_of};
use crate::strings::Text;
use crate::text::Line;

/// The choice of a link by its letters or its number.
#[derive(Clone, Debug)]
pub(crate) struct Hints {
    /// What was typed of a label, or of a number.
    pub(crate) typed: String,
    /// What is done with the link.
    pub(crate) deed: LinkDeed,
    /// What comes after that.
    pub(crate) after: After,
    /// The link among those in sight that the arrow keys chose.
    pub(crate) at: usize,
}

/// What is done with a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkDeed {
    /// It is opened.
    Open,
    /// It is opened behind this window.
    OpenBehind,
    /// Its address is copied.
    Copy,
}

/// What comes after a link was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// The panes have the keys again.
    Leave,
    /// The next link can be chosen.
    Stay,
}

/// A link in sight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hint {
    /// The cells that its label covers start here, at the left.
    pub(crate) place: Position,
    /// What is typed for it.
    pub(crate) label: String,
    /// Where it leads.
    pub(crate) url: String,
}

/// The letters of labels, those under the resting fingers first.
const LETTERS: &[u8] = b"asdfghjklqwertyuiopzxcvbnm";

impl Hints {
    /// For one link, or several.
    pub(crate) const fn new(after: After) -> Self {
        Self { typed: String::new(), deed: LinkDeed::Open, after, at: 0 }
    }

    /// The hints that what was typed can still mean.
    pub(crate) fn meant<'a>(&self, hints: &'a [Hint]) -> impl Iterator<Item = (usize, &'a Hint)> {
        let typed = if self.is_number() { "" } else { self.typed.as_str() };
        hints.iter().enumerate().filter(move |(_, hint)| hint.label.starts_with(typed))
    }

    /// Whether a number is being typed.
    #[must_use]
    pub(crate) fn is_number(&self) -> bool {
        self.typed.starts_with(|first: char| first.is_ascii_digit())
    }

    /// The address that is chosen so far: that of the number, or of the first hint that fits.
    #[must_use]
    pub(crate) fn address(&self, model: &Model, hints: &[Hint]) -> Option<String> {
        if self.is_number() {
            return numbered(model, &self.typed);
        }
        let chosen = hints.get(self.at).filter(|hint| hint.label.starts_with(&self.typed));
        let chosen = chosen.or_else(|| self.meant(hints).next().map(|(_, hint)| hint));
        chosen.map(|hint| hint.url.clone())
    }
}

impl LinkDeed {
    /// The next one.
    #[must_use]
    pub(crate) const fn next(self) -> Self {
        match self {
            Self::Open => Self::OpenBehind,
            Self::OpenBehind => Self::Copy,
            Self::Copy => Self::Open,
        }
    }

    /// What it is called.
    #[must_use]
    pub(crate) const fn words(self) -> Text {
        match self {
            Self::Open => Text::LinksOpen,
            Self::OpenBehind => Text::LinksOpenBehind,
            Self::Copy => Text::LinksCopy,
        }
    }
}

/// The address of the link with this number in the article, in sight or not.
fn numbered(model: &Model, digits: &str) -> Option<String> {
    let number: u16 = digits.parse().ok()?;
    let links = &model.article.shown()?.laid.links;
    links.iter().find(|link| link.id.0 == number).map(|link| link.url.clone())
}

/// Whether a larger number than what was typed can still come of it.
#[must_use]
pub(crate) fn can_go_on(model: &Model, digits: &str) -> bool {
    let Some(shown) = model.article.shown() else { return false };
    shown
        .laid
        .links
        .iter()
        .map(|link| link.id.0.to_string())
        .any(|number| number.len() > digits.len() && number.starts_with(digits))
}

/// The links in sight, from top to bottom, each where it first shows; files too.
#[must_use]
pub(crate) fn in_sight(model: &Model) -> Vec<Hint> {
    let Some(area) = model.areas().of(Pane::Article).map(text_of) else { return Vec::new() };
    let Some(shown) = model.article.shown().filter(|_| model.article.is_current()) else { return Vec::new() };
    let mut found: Vec<(Start, u16, String)> = Vec::new();
    let mut known = std::collections::BTreeSet::new();
    let lines = &shown.laid.lines;
    for (y, at) in (area.y..area.bottom()).zip(model.article.scroll()..) {
        if let Some(line) = lines.get(at) {
            let starts = match model.look.order {
                Order::Visual => starts(line),
                Order::Logical => starts(&line.logical()),
            };
            for (start, id) in starts {
                let link = shown.laid.links.iter().find(|link| link.id == id);
                if let Some(link) = link.filter(|_| known.insert(id)) {
                    found.push((start, y, link.url.clone()));
                }
            }
        } else if let Some(file) = at.checked_sub(lines.len() + 2).and_then(|at| shown.enclosures.get(at)) {
            found.push((Start { column: 0, end: 1, leftward: false }, y, file.url.clone()));
        }
    }
    let width = label_width(found.len());
    let hint = |(number, (start, y, url)): (usize, (Start, u16, String))| {
        let label = label(number, width);
        let column = if start.leftward { start.end.saturating_sub(width) } else { start.column };
        let column = u16::try_from(column).unwrap_or(u16::MAX);
        let most = area.width.saturating_sub(u16::try_from(width).unwrap_or(1));
        Hint { place: Position { x: area.x + column.min(most), y }, label, url }
    };
    found.into_iter().enumerate().map(hint).collect()
}

/// Where a link begins in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Start {
    /// The first column of its first cluster.
    column: usize,
    /// The column behind that.
    end: usize,
    /// Whether it runs to the left from there.
    leftward: bool,
}

/// The links of a line in the order of its text, each with its place.
fn starts(line: &Line) -> Vec<(Start, crate::text::LinkId)> {
    let mut cells: Vec<_> =
        line.placed().filter_map(|(column, cell)| Some((cell.link?, column, cell))).collect();
    cells.sort_by_key(|(_, _, cell)| cell.range.start);
    let mut found: Vec<(Start, crate::text::LinkId)> = Vec::new();
    for (id, column, cell) in cells {
        match found.iter_mut().find(|(_, known)| *known == id) {
            // The second cell tells which way it runs; those after it don't matter.
            Some((start, _)) => {
                if column + cell.width == start.column {
                    start.leftward = true;
                }
            }
            None => found.push((Start { column, end: column + cell.width, leftward: false }, id)),
        }
    }
    found
}

/// How many letters each label has: one if they are enough for all.
fn label_width(count: usize) -> usize {
    let mut width = 1;
    let mut room = LETTERS.len();
    while room < count {
        width += 1;
        room *= LETTERS.len();
    }
    width
}

fn label(number: usize, width: usize) -> String {
    let mut letters = Vec::with_capacity(width);
    let mut rest = number;
    for _ in 0..width {
        letters.push(char::from(LETTERS[rest % LETTERS.len()]));
        rest /= LETTERS.len();
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_as_short_as_they_can_be_and_none_starts_like_another() {
        for count in [1, 26, 27, 676, 677] {
            let width = label_width(count);
            let labels: std::collections::BTreeSet<String> = (0..count).map(|at| label(at, width)).collect();
            assert_eq!(labels.len(), count);
            assert!(labels.iter().all(|label| label.len() == width), "{count}");
        }
        assert_eq!((label_width(0), label_width(26), label_width(27)), (1, 1, 2));
    }
}
