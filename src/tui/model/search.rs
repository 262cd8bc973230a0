//! Searching: the line in which it is typed, and what it leads back to when it is given up.

use super::Model;
use crate::engine::ItemRow;
use crate::expr::{ExprError, Known, complete};
use crate::text::input::Input;

/// The line in which a search is typed.
#[derive(Debug)]
pub(crate) struct Search {
    /// What was typed.
    pub(crate) typed: Input,
    /// What is searched, and what was there before.
    pub(crate) place: SearchPlace,
    /// What is wrong with what was typed; the list stays as it was then.
    pub(crate) fault: Option<ExprError>,
    /// The older search that the arrow keys brought back, counted from the newest.
    pub(crate) past: Option<usize>,
}

/// What is searched, and what was there before.
#[derive(Clone, Debug)]
pub(crate) enum SearchPlace {
    /// The list of items.
    List {
        /// The search before.
        query: String,
        /// The item that was selected.
        row: Option<Box<ItemRow>>,
    },
    /// The article at hand.
    Article {
        /// What was looked for before.
        find: String,
        /// How far it was scrolled.
        scroll: usize,
    },
}

/// What is searched for at present.
#[derive(Debug, Default)]
pub(crate) struct Searching {
    /// The condition of the list, in the expression language; empty for none.
    pub(crate) query: String,
    /// Words of it that stand out where they show.
    pub(crate) marked: Vec<String>,
    /// What is looked for in the article alone; empty for nothing.
    pub(crate) find: String,
    /// Former searches, the newest last.
    pub(crate) past: Vec<String>,
}

/// So many searches are remembered.
const MOST: usize = 100;

impl Search {
    /// A line with this in it.
    #[must_use]
    pub(crate) fn new(typed: &str, place: SearchPlace) -> Self {
        Self { typed: Input::new(typed), place, fault: None, past: None }
    }

    /// Brings an older search back, or a newer one.
    pub(crate) fn older(&mut self, steps: isize, past: &[String]) {
        let at = match self.past {
            Some(at) => at.checked_add_signed(steps),
            None if steps > 0 => Some(0),
            None => None,
        };
        self.past = at.filter(|at| *at < past.len()).or(self.past.filter(|_| steps > 0));
        let text = self.past.and_then(|at| past.iter().rev().nth(at));
        self.typed = Input::new(text.map_or("", String::as_str));
    }

    /// The first way to go on, put in place. False if there is none.
    pub(crate) fn complete(&mut self, model_names: &Names) -> bool {
        let known = Known { feeds: &model_names.feeds, folders: &model_names.folders, ..Known::default() };
        let text = self.typed.text().to_owned();
        let Some(first) = complete(&text, text.len(), &known).into_iter().next() else { return false };
        let whole = format!("{}{}", &text[..first.replaces.start], first.text);
        self.typed = Input::new(&whole);
        whole != text
    }
}

impl Searching {
    /// Remembers a search.
    pub(crate) fn remember(&mut self, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        self.past.retain(|known| known != text);
        self.past.push(text.to_owned());
        if self.past.len() > MOST {
            self.past.remove(0);
        }
    }

    /// What stands out in the article: what is looked for in it, else the words of the search.
    #[must_use]
    pub(crate) fn wanted(&self) -> Vec<String> {
        if self.find.is_empty() { self.marked.clone() } else { vec![self.find.clone()] }
    }

    /// The list shows everything again.
    pub(crate) fn clear_query(&mut self) {
        self.query.clear();
        self.marked.clear();
    }
}

/// Names that a condition may hold.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    feeds: Vec<String>,
    folders: Vec<String>,
}

impl Names {
    /// Those that the screen knows.
    #[must_use]
    pub(crate) fn of(model: &Model) -> Self {
        Self {
            feeds: model.feeds.rows().iter().map(|row| row.title.clone()).collect(),
            folders: model.feeds.folders().iter().map(ToString::to_string).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn older_searches_come_back_and_newer_ones_again() {
        let past = ["one", "two", "three"].map(str::to_owned);
        let mut search = Search::new("", SearchPlace::List { query: String::new(), row: None });
        let mut step = |steps| {
            search.older(steps, &past);
            search.typed.text().to_owned()
        };
        assert_eq!([1, 1, 1, 1].map(&mut step), ["three", "two", "one", "one"]);
        assert_eq!([-1, -1, -1].map(&mut step), ["two", "three", ""]);
        assert_eq!(step(1), "three");
    }

    #[test]
    fn a_search_is_remembered_once() {
        let mut searching = Searching::default();
        for text in ["a", "b", "a", " "] {
            searching.remember(text);
        }
        assert_eq!(searching.past, ["b", "a"]);
    }

    #[test]
    fn fields_are_completed() {
        let mut search = Search::new("tit", SearchPlace::List { query: String::new(), row: None });
        assert!(search.complete(&Names::default()));
        assert_eq!(search.typed.text(), "title:");
    }
}
