//! The list of keys, which is searched by typing.

use crate::strings::Strings;
use crate::text::fold::fold;
use crate::text::input::Input;
use crate::tui::action::{Action, Group};
use crate::tui::keymap::Keymap;

/// The list of keys.
#[derive(Debug, Default)]
pub(crate) struct Help {
    /// What was typed.
    pub(crate) typed: Input,
    /// The first visible line.
    pub(crate) scroll: usize,
}

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HelpLine {
    /// A heading.
    Group(Group),
    /// An action.
    Action(Action),
    /// The heading of the macros.
    Macros,
    /// A macro, by its number.
    Macro(usize),
    /// Room between groups.
    Gap,
}

impl Help {
    /// The lines that match what was typed: words, names and keys.
    #[must_use]
    pub(crate) fn lines(&self, strings: &Strings, keymap: &Keymap) -> Vec<HelpLine> {
        let typed = if self.typed.text().is_empty() { String::new() } else { fold(self.typed.text()) };
        let is_meant = |action: &Action| {
            typed.is_empty()
                || fold(strings.say(action.words())).contains(&typed)
                || action.name().contains(&typed)
                || keymap.shown(*action).any(|keys| keys == self.typed.text())
        };
        let mut lines = Vec::new();
        for group in Group::ALL {
            let actions: Vec<Action> = Action::of(group).filter(is_meant).collect();
            if actions.is_empty() {
                continue;
            }
            if !lines.is_empty() {
                lines.push(HelpLine::Gap);
            }
            lines.push(HelpLine::Group(group));
            lines.extend(actions.into_iter().map(HelpLine::Action));
        }
        let is_meant = |(keys, actions): &(String, &[Action])| {
            typed.is_empty()
                || keys == self.typed.text()
                || actions.iter().any(|action| action.name().contains(&typed))
        };
        let macros = keymap.macros().enumerate().filter(|(_, one)| is_meant(one));
        let macros: Vec<HelpLine> = macros.map(|(at, _)| HelpLine::Macro(at)).collect();
        if !macros.is_empty() {
            lines.extend((!lines.is_empty()).then_some(HelpLine::Gap));
            lines.push(HelpLine::Macros);
            lines.extend(macros);
        }
        lines
    }
}
