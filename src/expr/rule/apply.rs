//! What rules make of an item. Nothing is done here: the outcome says what is to be done.

use super::{Action, Rule, Scope};
use crate::expr::{Facts, Filter, Flag, MediaWord, MomentField, Now, NumberField, TextField, Via, folded};
use crate::time::Timestamp;

/// What is to be done with an item, and which rules say so (by their places in the list, from 0).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The rule that hides it.
    pub hidden_by: Option<usize>,
    /// The rule that drops it.
    pub dropped_by: Option<usize>,
    /// It becomes read.
    pub read: bool,
    /// It gets a star.
    pub star: bool,
    /// It gets these tags, each once, in the order of the rules.
    pub labels: Vec<String>,
    /// The sum of all scores.
    pub score: i64,
    /// The user is told.
    pub notify: bool,
    /// The program that it opens with: the first one named.
    pub open_with: Option<String>,
    /// The rules that fit.
    pub matched: Vec<usize>,
}

/// Rules made ready for many items.
#[derive(Clone, Debug)]
pub struct Ready(Vec<(Where, Filter, Vec<Action>)>);

#[derive(Clone, Debug)]
enum Where {
    All,
    Feed(String),
    Folder(String),
}

/// Makes rules ready for items that are looked at now.
#[must_use]
pub fn ready(rules: &[Rule], now: &Now) -> Ready {
    let of_scope = |scope: &Scope| match scope {
        Scope::All => Where::All,
        Scope::Feed(name) => Where::Feed(folded(name)),
        Scope::Folder(name) => Where::Folder(folded(name)),
    };
    let each = rules.iter().map(|rule| (of_scope(&rule.scope), rule.when.compile(now), rule.actions.clone()));
    Ready(each.collect())
}

impl Ready {
    /// What the rules make of an item. The state of the item is not asked: that it is read already is the caller's to know.
    #[must_use]
    pub fn apply(&self, facts: &dyn Facts) -> Outcome {
        let mut outcome = Outcome::default();
        for (at, (place, filter, actions)) in self.0.iter().enumerate() {
            let scored = Scored { facts, more: outcome.score };
            if !place.holds(facts) || !filter.fits(&scored) {
                continue;
            }
            outcome.matched.push(at);
            for action in actions {
                outcome.add(at, action);
            }
            if actions.contains(&Action::Stop) {
                break;
            }
        }
        outcome
    }
}

impl Where {
    fn holds(&self, facts: &dyn Facts) -> bool {
        match self {
            Self::All => true,
            Self::Feed(name) => facts.folded(TextField::Feed, &mut |feed| feed == name),
            Self::Folder(name) => facts.folded(TextField::Folder, &mut |folder| {
                folder
                    .strip_prefix(name.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            }),
        }
    }
}

impl Outcome {
    fn add(&mut self, rule: usize, action: &Action) {
        match action {
            Action::Hide => self.hidden_by = self.hidden_by.or(Some(rule)),
            Action::Drop => self.dropped_by = self.dropped_by.or(Some(rule)),
            Action::Read => self.read = true,
            Action::Star => self.star = true,
            Action::Label(name) if !self.labels.contains(name) => self.labels.push(name.clone()),
            Action::Score(points) => self.score = self.score.saturating_add(*points),
            Action::Notify => self.notify = true,
            Action::OpenWith(name) if self.open_with.is_none() => self.open_with = Some(name.clone()),
            Action::Label(_) | Action::OpenWith(_) | Action::Stop => {}
        }
    }
}

/// An item with what the rules before have added to its score.
struct Scored<'a> {
    facts: &'a dyn Facts,
    more: i64,
}

impl Facts for Scored<'_> {
    fn texts(&self, field: TextField, found: &mut dyn FnMut(&str) -> bool) -> bool {
        self.facts.texts(field, found)
    }

    fn folded(&self, field: TextField, found: &mut dyn FnMut(&str) -> bool) -> bool {
        self.facts.folded(field, found)
    }

    fn number(&self, field: NumberField) -> Option<i64> {
        let number = self.facts.number(field);
        match field {
            NumberField::Score => Some(number.unwrap_or(0).saturating_add(self.more)),
            NumberField::Words | NumberField::Size => number,
        }
    }

    fn moment(&self, field: MomentField) -> Option<Timestamp> {
        self.facts.moment(field)
    }

    fn flag(&self, flag: Flag) -> bool {
        self.facts.flag(flag)
    }

    fn has_media(&self, word: MediaWord) -> bool {
        self.facts.has_media(word)
    }

    fn via(&self) -> Option<Via> {
        self.facts.via()
    }
}
