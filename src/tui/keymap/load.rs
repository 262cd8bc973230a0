//! The keymap of a run: the defaults in `assets/keymap.toml` with the configuration's `keys` over them.

use std::collections::BTreeMap;

use super::resolve::written;
use super::{Key, Keymap};
use crate::config::{Config, Problem, ProblemKind, nearest};
use crate::tui::action::Action;

/// What is wrong with the configured keys. The rest holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// There is no such action.
    UnknownAction(String),
    /// It is no key.
    BadKey {
        /// The action that it was for.
        action: Action,
        /// What was written.
        key: String,
    },
    /// One key for two actions; it does the first.
    Conflict {
        /// The key as it is shown.
        key: String,
        /// The action that it does.
        first: Action,
        /// The action that it doesn't do.
        second: Action,
    },
    /// A sequence that starts with a complete other one, so that it is never reached.
    Shadowed {
        /// The sequence.
        long: String,
        /// The other one.
        short: String,
        /// What the other one does.
        action: Action,
    },
}

/// The keymap, and what is wrong with the configured part of it.
#[must_use]
pub fn load(configured: &BTreeMap<String, Vec<String>>) -> (Keymap, Vec<Trouble>) {
    let mut troubles = Vec::new();
    let own = own_bindings(configured, &mut troubles);
    let mut map = Keymap::default();
    for action in Action::ALL {
        // An action that the configuration names has those keys alone; each of them is taken from the others. If none
        // of them is a key, the mistake costs only itself: the action keeps its own.
        let replaced = own.iter().any(|(_, bound)| bound == action) || is_unbound(configured, *action);
        if let Some(texts) = default_keys().get(action.name()).filter(|_| !replaced) {
            for keys in texts.iter().filter_map(|text| sequence(text)) {
                if !own.iter().any(|(taken, _)| *taken == keys) {
                    map.bind(keys, *action);
                }
            }
        }
        for (keys, _) in own.iter().filter(|(_, bound)| bound == action) {
            map.bind(keys.clone(), *action);
        }
    }
    troubles.extend(shadowed(&map));
    (map, troubles)
}

/// Whether the configuration takes all keys away from an action, on purpose.
fn is_unbound(configured: &BTreeMap<String, Vec<String>>, action: Action) -> bool {
    configured.get(action.name()).is_some_and(Vec::is_empty)
}

/// What is wrong with the configured names and keys, with lines and suggestions. Conflicts are no faults of the file alone:
/// the screen tells them.
pub(in crate::tui) fn problems(config: &Config) -> Vec<Problem> {
    let names = || Action::ALL.iter().map(|action| action.name());
    let mut problems = Vec::new();
    for (name, texts) in &config.keys {
        let line = config.key_lines.get(name).copied().unwrap_or(1);
        let key = format!("keys.{name}");
        if Action::from_name(name).is_none() {
            let suggestion = nearest(name, names()).map(|near| format!("keys.{near}"));
            problems.push(Problem { line, key, kind: ProblemKind::UnknownKey { suggestion } });
            continue;
        }
        for text in texts.iter().filter(|text| sequence(text).is_none()) {
            let expected = "keys such as j, G, ctrl-r, shift-f5, space or \"g g\"".to_owned();
            let kind = ProblemKind::BadValue { value: text.clone(), expected, suggestion: None };
            problems.push(Problem { line, key: key.clone(), kind });
        }
    }
    problems
}

fn default_keys() -> BTreeMap<String, Vec<String>> {
    // The file is part of the program and a test reads it; without it the configuration's keys would still work.
    toml::from_str(include_str!("../../../assets/keymap.toml")).unwrap_or_default()
}

fn own_bindings(
    configured: &BTreeMap<String, Vec<String>>,
    troubles: &mut Vec<Trouble>,
) -> Vec<(Vec<Key>, Action)> {
    let mut own: Vec<(Vec<Key>, Action)> = Vec::new();
    for (name, texts) in configured {
        let Some(action) = Action::from_name(name) else {
            troubles.push(Trouble::UnknownAction(name.clone()));
            continue;
        };
        for text in texts {
            let Some(keys) = sequence(text) else {
                troubles.push(Trouble::BadKey { action, key: text.clone() });
                continue;
            };
            match own.iter().find(|(known, _)| *known == keys) {
                Some((_, first)) if *first != action => {
                    let key = written(&keys);
                    troubles.push(Trouble::Conflict { key, first: *first, second: action });
                }
                Some(_) => {}
                None => own.push((keys, action)),
            }
        }
    }
    own
}

fn sequence(text: &str) -> Option<Vec<Key>> {
    let keys: Option<Vec<Key>> = text.split_whitespace().map(Key::parse).collect();
    keys.filter(|keys| !keys.is_empty())
}

fn shadowed(map: &Keymap) -> Vec<Trouble> {
    let longer = map.bindings().iter().filter(|(keys, _)| keys.len() > 1);
    longer
        .filter_map(|(long, _)| {
            let is_start = |short: &[Key]| short.len() < long.len() && long.starts_with(short);
            let (short, action) = map.bindings().iter().find(|(keys, _)| is_start(keys))?;
            Some(Trouble::Shadowed { long: written(long), short: written(short), action: *action })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::keymap::Meaning;

    fn configured(rows: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        rows.iter().map(|(name, texts)| ((*name).to_owned(), owned(texts))).collect()
    }

    #[test]
    fn the_defaults_are_sound_and_give_every_action_a_key() {
        let (map, troubles) = load(&BTreeMap::new());
        assert_eq!(troubles, []);
        for (name, texts) in default_keys() {
            assert!(Action::from_name(&name).is_some(), "{name}");
            assert!(texts.iter().all(|text| sequence(text).is_some()), "{texts:?}");
        }
        for action in Action::ALL {
            assert_ne!(map.first(*action), "", "{}", action.name());
        }
        let count: usize = default_keys().values().map(Vec::len).sum();
        assert_eq!(map.bindings().len(), count, "a key is bound twice");
    }

    #[test]
    fn a_configured_key_is_taken_from_its_default_action() {
        let (map, troubles) = load(&configured(&[("toggle-star", &["m"])]));
        assert_eq!(troubles, []);
        assert_eq!(map.meaning(&[Key::parse("m").expect("a key")]), Meaning::Action(Action::ToggleStar));
        assert_eq!(map.meaning(&[Key::parse("s").expect("a key")]), Meaning::Nothing);
    }

    #[test]
    fn faults_are_told_and_cost_only_themselves() {
        let (map, troubles) = load(&configured(&[
            ("down", &["x", "hyper-y"]),
            ("fly", &["z"]),
            ("up", &["x", "w"]),
            ("last", &["q q"]),
        ]));
        let conflict = Trouble::Conflict { key: "x".to_owned(), first: Action::Down, second: Action::Up };
        let shadowed =
            Trouble::Shadowed { long: "q q".to_owned(), short: "q".to_owned(), action: Action::Quit };
        assert!(troubles.contains(&Trouble::UnknownAction("fly".to_owned())));
        assert!(troubles.contains(&Trouble::BadKey { action: Action::Down, key: "hyper-y".to_owned() }));
        assert!(troubles.contains(&conflict) && troubles.contains(&shadowed), "{troubles:?}");
        assert_eq!(map.meaning(&[Key::parse("w").expect("a key")]), Meaning::Action(Action::Up));
    }
}
