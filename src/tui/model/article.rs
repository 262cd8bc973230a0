//! The article: what is shown of it and how far it is read.

use std::collections::BTreeMap;

use super::slot::Slot;
use crate::engine::{Article, Measure, Query};
use crate::model::ItemId;
use crate::text::{Hit, hits};

/// The article.
#[derive(Debug, Default)]
pub(crate) struct ArticlePane {
    /// The item that is to be shown.
    pub(crate) target: Option<ItemId>,
    /// What was asked for last.
    asked: Option<ArticleAsk>,
    shown: Option<Box<Article>>,
    /// Whether the item turned out not to exist.
    gone: bool,
    scroll: usize,
    /// What stands out in it, and where it shows.
    wanted: Vec<String>,
    hits: Vec<Hit>,
    /// The number of the hit that was gone to.
    hit: Option<usize>,
    /// The item whose end has been in sight.
    ended: Option<ItemId>,
    /// How far other items were read.
    places: BTreeMap<ItemId, usize>,
    /// The question for it.
    pub(crate) slot: Slot<ArticleAsk>,
}

/// A question for an article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ArticleAsk {
    /// Which item.
    pub(crate) item: ItemId,
    /// How wide.
    pub(crate) measure: Measure,
}

/// Places are kept for so many items.
const PLACES: usize = 500;

impl ArticleAsk {
    /// As the engine understands it.
    #[must_use]
    pub(crate) const fn query(&self) -> Query {
        Query::Article(self.item, self.measure)
    }
}

impl ArticlePane {
    /// What must be asked for, so that the target is shown at this measure. Nothing if that was asked already.
    pub(crate) fn missing(&mut self, measure: Measure) -> Option<ArticleAsk> {
        let wanted = ArticleAsk { item: self.target?, measure };
        if self.asked == Some(wanted) {
            return None;
        }
        self.asked = Some(wanted);
        Some(wanted)
    }

    /// Asks again the next time: something about the item changed.
    pub(crate) fn outdate(&mut self) {
        self.asked = None;
    }

    /// Takes an answer.
    pub(crate) fn load(&mut self, ask: &ArticleAsk, article: Option<Box<Article>>, page: usize) {
        let old = self.shown.as_ref().map(|shown| shown.row.id);
        let (old_place, old_height) = (self.scroll, self.height());
        if let Some(old) = old.filter(|old| *old != ask.item) {
            self.remember(old);
            self.ended = None;
        }
        self.gone = article.is_none();
        self.shown = article;
        self.hit = None;
        self.search();
        self.scroll = if old == Some(ask.item) {
            // Laid out anew: the same part of the text stays in sight.
            (old_place * self.height()).checked_div(old_height).unwrap_or(0)
        } else {
            self.places.get(&ask.item).copied().unwrap_or(0)
        };
        self.clamp(page);
    }

    /// These texts stand out from now on.
    pub(crate) fn look_for(&mut self, wanted: Vec<String>) {
        if self.wanted != wanted {
            self.wanted = wanted;
            self.hit = None;
            self.search();
        }
    }

    fn search(&mut self) {
        self.hits = self.shown.as_ref().map_or_else(Vec::new, |shown| hits(&shown.laid.lines, &self.wanted));
    }

    /// Where they show, from top to bottom.
    #[must_use]
    pub(crate) fn hits(&self) -> &[Hit] {
        &self.hits
    }

    /// The number of the hit that was gone to.
    #[must_use]
    pub(crate) const fn hit(&self) -> Option<usize> {
        self.hit
    }

    /// Goes to the first hit at or below the first visible line, else to the very first.
    pub(crate) fn first_hit(&mut self, page: usize) {
        let below = self.hits.iter().position(|hit| line_of(hit) >= self.scroll);
        self.hit = below.or_else(|| (!self.hits.is_empty()).then_some(0));
        self.show_hit(page);
    }

    /// Goes so many hits down or up, around the ends. False if there are none.
    pub(crate) fn step_hit(&mut self, steps: isize, page: usize) -> bool {
        let (Ok(count), false) = (isize::try_from(self.hits.len()), self.hits.is_empty()) else {
            return false;
        };
        match self.hit.and_then(|hit| isize::try_from(hit).ok()) {
            Some(hit) => self.hit = usize::try_from((hit + steps).rem_euclid(count)).ok(),
            None => {
                return {
                    self.first_hit(page);
                    true
                };
            }
        }
        self.show_hit(page);
        true
    }

    /// Scrolls as little as is needed to have the hit in sight, with some lines around it.
    fn show_hit(&mut self, page: usize) {
        let Some(line) = self.hit.and_then(|hit| self.hits.get(hit)).map(line_of) else { return };
        let margin = page / 4;
        if line < self.scroll + margin.min(line) || line + margin >= self.scroll + page {
            self.scroll_to(line.saturating_sub(page / 3), page);
        }
    }

    /// The article on the screen.
    #[must_use]
    pub(crate) fn shown(&self) -> Option<&Article> {
        self.shown.as_deref()
    }

    /// Whether the target is what is on the screen.
    #[must_use]
    pub(crate) fn is_current(&self) -> bool {
        self.target.is_some() && self.shown.as_ref().map(|shown| shown.row.id) == self.target
    }

    /// Whether the item turned out not to exist.
    #[must_use]
    pub(crate) const fn is_gone(&self) -> bool {
        self.gone
    }

    /// Sets the marks of the shown item at once.
    pub(crate) fn mark(&mut self, id: ItemId, read: bool) {
        if let Some(shown) = self.shown.as_mut().filter(|shown| shown.row.id == id) {
            shown.row.read = read;
        }
    }

    /// Sets the star of the shown item at once.
    pub(crate) fn star(&mut self, id: ItemId, starred: bool) {
        if let Some(shown) = self.shown.as_mut().filter(|shown| shown.row.id == id) {
            shown.row.starred = starred;
        }
    }

    /// The first visible line.
    #[must_use]
    pub(crate) const fn scroll(&self) -> usize {
        self.scroll
    }

    /// Lines of the whole article: the text, then its files.
    #[must_use]
    pub(crate) fn height(&self) -> usize {
        self.shown.as_ref().map_or(0, |shown| {
            let files = shown.enclosures.len();
            shown.laid.lines.len() + if files > 0 { files + 2 } else { 0 }
        })
    }

    /// Scrolls by lines.
    pub(crate) fn scroll_by(&mut self, lines: isize, page: usize) {
        self.scroll = self.scroll.saturating_add_signed(lines);
        self.clamp(page);
    }

    /// Scrolls to a line.
    pub(crate) fn scroll_to(&mut self, line: usize, page: usize) {
        self.scroll = line;
        self.clamp(page);
    }

    /// Whether the last line is visible.
    #[must_use]
    pub(crate) fn is_at_end(&self, page: usize) -> bool {
        self.scroll + page >= self.height()
    }

    /// Whether the last line has come into sight: true once for each time that an item is shown.
    pub(crate) fn reaches_end(&mut self, page: usize) -> bool {
        let shown = self.shown.as_ref().map(|shown| shown.row.id);
        let is_new = shown.is_some() && self.ended != shown && self.is_at_end(page);
        if is_new {
            self.ended = shown;
        }
        is_new
    }

    /// Nothing is shown any more.
    pub(crate) fn clear(&mut self) {
        self.target = None;
        self.asked = None;
        self.shown = None;
        self.gone = false;
        self.scroll = 0;
        self.hit = None;
        self.search();
    }

    /// Keeps the scroll within the article.
    pub(crate) fn clamp(&mut self, page: usize) {
        self.scroll = self.scroll.min(self.height().saturating_sub(page));
    }

    fn remember(&mut self, id: ItemId) {
        if self.scroll == 0 {
            self.places.remove(&id);
            return;
        }
        if self.places.len() >= PLACES {
            self.places.pop_first();
        }
        self.places.insert(id, self.scroll);
    }
}

/// The line in which a hit begins.
fn line_of(hit: &Hit) -> usize {
    hit.parts.first().map_or(0, |(line, _)| *line)
}
