//! The command line: the name of an action, typed.

use crate::text::input::Input;
use crate::tui::action::Action;

/// The command line.
#[derive(Debug, Default)]
pub(crate) struct CommandLine {
    /// What was typed.
    pub(crate) typed: Input,
}

impl CommandLine {
    /// The actions whose names start with what was typed.
    pub(crate) fn matches(&self) -> impl Iterator<Item = Action> {
        let typed = self.typed.text().trim();
        Action::ALL.iter().copied().filter(move |action| action.name().starts_with(typed))
    }

    /// The action that is meant: the one of that name, or the only one that starts like it.
    #[must_use]
    pub(crate) fn meant(&self) -> Option<Action> {
        Action::from_name(self.typed.text().trim()).or_else(|| {
            let mut matches = self.matches();
            matches.next().filter(|_| matches.next().is_none())
        })
    }

    /// Goes on as far as all that matches is the same.
    pub(crate) fn complete(&mut self) {
        let names: Vec<&str> = self.matches().map(Action::name).collect();
        let Some(first) = names.first() else { return };
        let common = |end: &usize| {
            first.is_char_boundary(*end) && names.iter().all(|name| name.starts_with(&first[..*end]))
        };
        let end = (0..=first.len()).rev().find(common).unwrap_or(0);
        self.typed = Input::new(&first[..end]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_completed_as_far_as_they_agree() {
        let mut line = CommandLine { typed: Input::new("bid") };
        line.complete();
        assert_eq!((line.typed.text(), line.meant()), ("bidi-test", Some(Action::BidiTest)));
        let mut line = CommandLine { typed: Input::new("refr") };
        line.complete();
        assert_eq!((line.typed.text(), line.meant()), ("refresh", Some(Action::Refresh)));
        let mut line = CommandLine { typed: Input::new("next") };
        line.complete();
        assert_eq!((line.typed.text(), line.meant()), ("next-", None));
        assert_eq!(CommandLine { typed: Input::new("nothing") }.meant(), None);
    }
}
