//! The keymap of a run: the defaults in `assets/keymap.toml`, a preset and the configuration's `keys` over them.

use std::collections::BTreeMap;

use super::resolve::written;
use super::{Key, Keymap};
use crate::config::{Config, KeyPreset, Problem, ProblemKind, nearest};
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
    /// One key for a macro and an action; it does the macro.
    MacroConflict {
        /// The key as it is shown.
        key: String,
        /// The action that it doesn't do.
        action: Action,
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

/// The keymap, and what is wrong with the configured part of it: the defaults, over them the preset, over that the
/// configuration's own keys, over all of them its macros.
#[must_use]
pub fn load(config: &Config) -> (Keymap, Vec<Trouble>) {
    let mut troubles = Vec::new();
    let mut map = Keymap::default();
    // What comes with the program is held by a test.
    lay(&mut map, &file(include_str!("../../../assets/keymap.toml")), &mut Vec::new());
    lay(&mut map, &file(preset(config.key_preset)), &mut Vec::new());
    lay(&mut map, &config.keys, &mut troubles);
    lay_macros(&mut map, config, &mut troubles);
    troubles.extend(shadowed(&map));
    (map, troubles)
}

/// Puts a layer of keys over what is there. An action that it names has those keys alone; each of them is taken from
/// the others. If none of them is a key, the mistake costs only itself: the action keeps what it had.
fn lay(map: &mut Keymap, layer: &BTreeMap<String, Vec<String>>, troubles: &mut Vec<Trouble>) {
    let own = bindings(layer, troubles);
    for action in Action::ALL {
        let is_empty = layer.get(action.name()).is_some_and(Vec::is_empty);
        if is_empty || own.iter().any(|(_, bound)| bound == action) {
            map.unbind(*action);
        }
    }
    for (keys, action) in own {
        map.bind(keys, action);
    }
}

fn lay_macros(map: &mut Keymap, config: &Config, troubles: &mut Vec<Trouble>) {
    for (text, names) in &config.macros {
        let actions: Option<Vec<Action>> = names.iter().map(|name| Action::from_name(name)).collect();
        // What is wrong in the file itself is told with its line, see [`problems`].
        let (Some(keys), Some(actions)) = (sequence(text), actions.filter(|actions| !actions.is_empty()))
        else {
            continue;
        };
        let own = config
            .keys
            .iter()
            .find(|(_, texts)| texts.iter().any(|text| sequence(text).as_ref() == Some(&keys)));
        if let Some(action) = own.and_then(|(name, _)| Action::from_name(name)) {
            troubles.push(Trouble::MacroConflict { key: written(&keys), action });
        }
        map.bind_macro(keys, actions);
    }
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
            let expected = KEYS.to_owned();
            let kind = ProblemKind::BadValue { value: text.clone(), expected, suggestion: None };
            problems.push(Problem { line, key: key.clone(), kind });
        }
    }
    problems.extend(config.macros.iter().flat_map(|(text, names)| macro_problems(config, text, names)));
    problems
}

fn macro_problems(config: &Config, text: &str, actions: &[String]) -> Vec<Problem> {
    let key = format!("macros.{text}");
    let line = config.key_lines.get(&key).copied().unwrap_or(1);
    let bad = |value: &str, expected: &str, suggestion: Option<String>| {
        let kind =
            ProblemKind::BadValue { value: value.to_owned(), expected: expected.to_owned(), suggestion };
        Problem { line, key: key.clone(), kind }
    };
    let names = || Action::ALL.iter().map(|action| action.name());
    let unknown = actions.iter().filter(|name| Action::from_name(name).is_none());
    let mut problems: Vec<Problem> = unknown
        .map(|name| bad(name, "the names of actions", nearest(name, names()).map(ToOwned::to_owned)))
        .collect();
    if sequence(text).is_none() {
        problems.push(bad(text, KEYS, None));
    }
    problems
}

/// What is understood as keys.
const KEYS: &str = "keys such as j, G, ctrl-r, shift-f5, space or \"g g\"";

const fn preset(preset: KeyPreset) -> &'static str {
    match preset {
        KeyPreset::Default => "",
        KeyPreset::Newsboat => include_str!("../../../assets/keymaps/newsboat.toml"),
        KeyPreset::Vim => include_str!("../../../assets/keymaps/vim.toml"),
        KeyPreset::Arrows => include_str!("../../../assets/keymaps/arrows.toml"),
    }
}

fn file(text: &str) -> BTreeMap<String, Vec<String>> {
    // The files are part of the program and a test reads them; without them the configuration's keys would still work.
    toml::from_str(text).unwrap_or_default()
}

fn bindings(
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
    let sequences = map.bindings().iter().map(|(keys, _)| keys).chain(map.macro_keys());
    sequences
        .filter(|keys| keys.len() > 1)
        .filter_map(|long| {
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

    fn table(rows: &[(&str, &[&str])]) -> BTreeMap<String, Vec<String>> {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        rows.iter().map(|(name, texts)| ((*name).to_owned(), owned(texts))).collect()
    }

    fn configured(rows: &[(&str, &[&str])]) -> Config {
        Config { keys: table(rows), ..Config::default() }
    }

    fn meaning(map: &Keymap, keys: &str) -> Meaning {
        map.meaning(&sequence(keys).expect("keys"))
    }

    #[test]
    fn the_defaults_and_every_preset_are_sound_and_give_every_action_a_key() {
        use KeyPreset::{Arrows, Default, Newsboat, Vim};
        for key_preset in [Default, Newsboat, Vim, Arrows] {
            let (map, troubles) = load(&Config { key_preset, ..Config::default() });
            assert_eq!(troubles, [], "{key_preset:?}");
            for action in Action::ALL {
                assert_ne!(map.first(*action), "", "{key_preset:?}: {}", action.name());
            }
            let layer: BTreeMap<String, Vec<String>> = toml::from_str(preset(key_preset)).expect("a preset");
            let mut troubles = Vec::new();
            let bound = bindings(&layer, &mut troubles);
            assert_eq!(
                (troubles, bound.len()),
                (Vec::new(), layer.values().map(Vec::len).sum()),
                "a key twice"
            );
        }
        let defaults = file(include_str!("../../../assets/keymap.toml"));
        let count: usize = defaults.values().map(Vec::len).sum();
        assert_eq!(load(&Config::default()).0.bindings().len(), count, "a key is bound twice");
    }

    #[test]
    fn a_preset_goes_over_the_defaults_and_own_keys_over_the_preset() {
        let keys = table(&[("zoom", &["g g"])]);
        let (map, troubles) = load(&Config { key_preset: KeyPreset::Vim, keys, ..Config::default() });
        assert_eq!(troubles, []);
        assert_eq!(meaning(&map, "d"), Meaning::Start);
        assert_eq!(meaning(&map, "d d"), Meaning::Action(Action::Unsubscribe));
        assert_eq!(meaning(&map, "g g"), Meaning::Action(Action::Zoom));
        assert_eq!(meaning(&map, "home"), Meaning::Action(Action::First));
    }

    #[test]
    fn a_macro_does_several_actions_and_takes_its_key_from_another() {
        let macros = table(&[("s", &["toggle-star", "next-unread"]), ("g s", &["zoom"])]);
        let (map, troubles) = load(&Config { macros, ..Config::default() });
        assert_eq!(meaning(&map, "s"), Meaning::Macro(vec![Action::ToggleStar, Action::NextUnread]));
        assert_eq!(map.first(Action::ToggleStar), "");
        // `g` alone goes to the top, so the longer one is never reached, and that is told.
        assert!(matches!(&troubles[..], [Trouble::Shadowed { long, .. }] if long == "g s"), "{troubles:?}");
        let (macros, keys) = (table(&[("w", &["zoom"])]), table(&[("down", &["w"])]));
        let (map, troubles) = load(&Config { macros, keys, ..Config::default() });
        assert_eq!(troubles, [Trouble::MacroConflict { key: "w".to_owned(), action: Action::Down }]);
        assert_eq!(meaning(&map, "w"), Meaning::Macro(vec![Action::Zoom]));
    }

    #[test]
    fn faults_of_macros_are_told_with_what_was_meant() {
        let macros = table(&[("hyper-x", &["zoom"]), ("w", &["toggel-star"])]);
        let problems = problems(&Config { macros, ..Config::default() });
        let suggestions: Vec<Option<String>> = problems
            .into_iter()
            .map(|problem| match problem.kind {
                ProblemKind::BadValue { suggestion, .. } => suggestion,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(suggestions, [None, Some("toggle-star".to_owned())]);
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
