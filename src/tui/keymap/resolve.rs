//! From keys pressed one after the other to an action.

use super::Key;
use crate::tui::action::Action;

/// The keys of all actions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keymap {
    bindings: Vec<(Vec<Key>, Action)>,
    macros: Vec<(Vec<Key>, Vec<Action>)>,
}

/// What some keys mean so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// This action.
    Action(Action),
    /// These actions, one after the other.
    Macro(Vec<Action>),
    /// Nothing yet: a longer sequence starts like this.
    Start,
    /// Nothing.
    Nothing,
}

impl Keymap {
    /// Binds a sequence of keys; an older binding of the same keys is replaced.
    pub(super) fn bind(&mut self, keys: Vec<Key>, action: Action) {
        self.bindings.retain(|(known, _)| *known != keys);
        self.bindings.push((keys, action));
    }

    /// Takes all keys from an action.
    pub(super) fn unbind(&mut self, action: Action) {
        self.bindings.retain(|(_, bound)| *bound != action);
    }

    /// Binds a sequence of keys to several actions; it is taken from the action that had it.
    pub(super) fn bind_macro(&mut self, keys: Vec<Key>, actions: Vec<Action>) {
        self.bindings.retain(|(known, _)| *known != keys);
        self.macros.push((keys, actions));
    }

    /// The macros, each with its keys as they are shown.
    pub fn macros(&self) -> impl Iterator<Item = (String, &[Action])> {
        self.macros.iter().map(|(keys, actions)| (written(keys), actions.as_slice()))
    }

    /// What these keys mean. A complete sequence wins over a longer one that starts like it.
    #[must_use]
    pub fn meaning(&self, keys: &[Key]) -> Meaning {
        if let Some((_, action)) = self.bindings.iter().find(|(known, _)| known == keys) {
            return Meaning::Action(*action);
        }
        if let Some((_, actions)) = self.macros.iter().find(|(known, _)| known == keys) {
            return Meaning::Macro(actions.clone());
        }
        let sequences = self.bindings.iter().map(|(known, _)| known);
        if sequences.chain(self.macros.iter().map(|(known, _)| known)).any(|known| known.starts_with(keys)) {
            return Meaning::Start;
        }
        Meaning::Nothing
    }

    /// The sequences of an action, in the order of their binding, as they are shown.
    pub fn shown(&self, action: Action) -> impl Iterator<Item = String> {
        self.bindings.iter().filter(move |(_, bound)| *bound == action).map(|(keys, _)| written(keys))
    }

    /// The first key of an action as it is shown; empty if it has none.
    #[must_use]
    pub fn first(&self, action: Action) -> String {
        self.shown(action).next().unwrap_or_default()
    }

    /// The sequences of macros.
    pub(super) fn macro_keys(&self) -> impl Iterator<Item = &Vec<Key>> {
        self.macros.iter().map(|(keys, _)| keys)
    }

    /// The sequences with their actions.
    pub(super) fn bindings(&self) -> &[(Vec<Key>, Action)] {
        &self.bindings
    }
}

/// A sequence as it is shown: `g g`.
pub(super) fn written(keys: &[Key]) -> String {
    keys.iter().map(Key::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<Key> {
        text.split(' ').filter_map(Key::parse).collect()
    }

    #[test]
    fn a_sequence_is_waited_for() {
        let mut map = Keymap::default();
        map.bind(keys("g g"), Action::First);
        assert_eq!(map.meaning(&keys("g")), Meaning::Start);
        assert_eq!(map.meaning(&keys("g g")), Meaning::Action(Action::First));
        assert_eq!(map.meaning(&keys("g x")), Meaning::Nothing);
    }

    #[test]
    fn the_newest_binding_of_a_key_holds() {
        let mut map = Keymap::default();
        map.bind(keys("x"), Action::First);
        map.bind(keys("x"), Action::Last);
        assert_eq!(map.meaning(&keys("x")), Meaning::Action(Action::Last));
        assert_eq!(map.first(Action::First), "");
    }
}
