//! The finder: feeds, folders, actions and items by a few of their letters.

use super::{Model, Node};
use crate::engine::{ItemRow, Ticket};
use crate::model::Direction;
use crate::text::fold::Folded;
use crate::text::fuzzy::{Fit, Wanted};
use crate::text::input::Input;
use crate::tui::action::Action;

/// The finder.
#[derive(Debug)]
pub(crate) struct Finder {
    /// What was typed.
    pub(crate) typed: Input,
    /// The number of the chosen row.
    pub(crate) at: usize,
    /// The question for items, whose answer is waited for.
    pub(crate) ticket: Option<Ticket>,
    /// What does not change while it is open.
    known: Vec<Candidate>,
    /// Items that the engine found for what was typed.
    items: Vec<Candidate>,
    found: Vec<Hit>,
}

/// Something that can be found.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// What it is.
    pub(crate) target: Target,
    /// What it is called.
    pub(crate) text: String,
    /// The direction of that.
    pub(crate) direction: Direction,
    folded: Folded,
}

/// What can be found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Something in the tree.
    Node(Node),
    /// An action.
    Action(Action),
    /// An item.
    Item(Box<ItemRow>),
}

/// Something that was found.
#[derive(Clone, Debug)]
pub(crate) struct Hit {
    /// It.
    pub(crate) candidate: Candidate,
    /// How well it fits.
    pub(crate) fit: Fit,
}

/// So many rows are offered.
const MOST: usize = 100;
/// So many items are asked for.
pub(crate) const ITEMS: usize = 30;

impl Candidate {
    fn new(target: Target, text: impl Into<String>, direction: Direction) -> Self {
        let text = text.into();
        Self { target, folded: Folded::new(&text), text, direction }
    }
}

impl Finder {
    /// A finder over what the screen has.
    #[must_use]
    pub(crate) fn new(model: &Model) -> Self {
        let strings = model.look.strings;
        let mut known = Vec::new();
        for row in model.feeds.rows() {
            known.push(Candidate::new(
                Target::Node(Node::Feed(row.id)),
                row.title.as_str(),
                row.title_direction,
            ));
        }
        for path in model.feeds.folders() {
            let text = path.to_string();
            let direction = crate::text::direction::of_field(&text, model.look.ui);
            known.push(Candidate::new(Target::Node(Node::Folder(path)), text, direction));
        }
        for action in Action::ALL {
            let words = strings.say(action.words());
            known.push(Candidate::new(Target::Action(*action), words, strings.direction()));
        }
        let mut finder = Self {
            typed: Input::default(),
            at: 0,
            ticket: None,
            known,
            items: Vec::new(),
            found: Vec::new(),
        };
        finder.sort();
        finder
    }

    /// What was typed is another: what is known is sorted anew, items are still to come.
    pub(crate) fn retyped(&mut self) {
        self.at = 0;
        // Items that fit what was typed before stay until the answer comes, if they still fit.
        self.sort();
    }

    /// Takes items that the engine found.
    pub(crate) fn take(&mut self, rows: Vec<ItemRow>) {
        let chosen = self.hit().map(|hit| hit.candidate.target.clone());
        self.items = rows
            .into_iter()
            .map(|row| {
                let (text, direction) = (row.title.clone(), row.title_direction);
                Candidate::new(Target::Item(Box::new(row)), text, direction)
            })
            .collect();
        self.sort();
        // Nothing moves under the cursor.
        let place =
            chosen.and_then(|chosen| self.found.iter().position(|hit| hit.candidate.target == chosen));
        self.at = place.filter(|_| self.at > 0).unwrap_or(self.at).min(self.found.len().saturating_sub(1));
    }

    /// What fits, the best first.
    #[must_use]
    pub(crate) fn found(&self) -> &[Hit] {
        &self.found
    }

    /// The chosen row.
    #[must_use]
    pub(crate) fn hit(&self) -> Option<&Hit> {
        self.found.get(self.at)
    }

    /// Chooses another row.
    pub(crate) fn step(&mut self, rows: isize) {
        self.at = self.at.saturating_add_signed(rows).min(self.found.len().saturating_sub(1));
    }

    fn sort(&mut self) {
        let wanted = Wanted::new(self.typed.text());
        let items = if wanted.is_nothing() { &[][..] } else { &self.items[..] };
        let fits = self.known.iter().chain(items).filter_map(|candidate| {
            let fit = wanted.fit(&candidate.folded).or_else(|| by_name(&wanted, &candidate.target))?;
            Some(Hit { candidate: candidate.clone(), fit })
        });
        self.found = fits.collect();
        // What fits alike stays in order: feeds, folders, actions, items.
        self.found.sort_by_key(|hit| std::cmp::Reverse(hit.fit.score));
        self.found.truncate(MOST);
    }
}

/// An action is also found by its name in the configuration.
fn by_name(wanted: &Wanted, target: &Target) -> Option<Fit> {
    let Target::Action(action) = target else { return None };
    let fit = wanted.fit(&Folded::new(&action.name().replace('-', " ")))?;
    Some(Fit { score: fit.score / 2, parts: Vec::new() })
}
