//! What the terminal does with right-to-left text, and what the user chose for it.

use std::collections::{BTreeMap, BTreeSet};

use crate::config::BidiMode;
use crate::engine::Ticket;
use crate::strings::Text;
use crate::text::emit::Adaptor;

/// What is known about the terminal.
#[derive(Debug, Default)]
pub(crate) struct Bidi {
    /// What is done for it at the moment.
    pub(crate) adaptor: Adaptor,
    /// What the user should know about it.
    pub(crate) advice: Option<Text>,
    /// By what it is known again; nothing while it is still being asked.
    pub(crate) name: Option<String>,
    /// The question for what was kept.
    pub(crate) asked: Option<Ticket>,
    /// What was kept for each terminal; nothing before the answer.
    pub(crate) kept: Option<Kept>,
    /// Whether the kept choice was looked up.
    pub(crate) is_settled: bool,
}

/// The modes that can be chosen, in the order of their numbers from 1.
pub(crate) const MODES: [(BidiMode, Adaptor, &str); 4] = [
    (BidiMode::App, Adaptor::App, "app"),
    (BidiMode::Words, Adaptor::Words, "words"),
    (BidiMode::Terminal, Adaptor::Terminal, "terminal"),
    (BidiMode::Off, Adaptor::Off, "off"),
];

/// The note in the store that holds the choices.
pub(crate) const NOTE: &str = "bidi";

/// The user's choice for each terminal, and of which of them the user was told what to know. Written as one line each: the
/// mode, or `told`, a blank, the terminal's name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kept {
    modes: BTreeMap<String, BidiMode>,
    told: BTreeSet<String>,
}

/// Nobody has so many terminals; the note stays small.
const MOST: usize = 100;

/// What a line begins with that names a terminal of which the user was told.
const TOLD: &str = "told";

impl Kept {
    /// Reads the note. Lines that make no sense are left out.
    #[must_use]
    pub(crate) fn read(note: &str) -> Self {
        let mut kept = Self::default();
        for (word, name) in note.lines().filter_map(|line| line.split_once(' ')) {
            if word == TOLD {
                kept.told.insert(name.to_owned());
            } else if let Some((mode, ..)) = MODES.into_iter().find(|(_, _, known)| *known == word) {
                kept.modes.insert(name.to_owned(), mode);
            }
        }
        kept
    }

    /// The note.
    #[must_use]
    pub(crate) fn write(&self) -> String {
        let modes = self.modes.iter().map(|(name, mode)| format!("{} {name}", word(*mode)));
        let told = self.told.iter().map(|name| format!("{TOLD} {name}"));
        modes.chain(told).collect::<Vec<_>>().join("\n")
    }

    /// The choice for a terminal.
    #[must_use]
    pub(crate) fn of(&self, name: &str) -> Option<BidiMode> {
        self.modes.get(name).copied()
    }

    /// Keeps a choice, or forgets it.
    pub(crate) fn set(&mut self, name: &str, mode: BidiMode) {
        if mode == BidiMode::Auto {
            self.modes.remove(name);
        } else {
            if self.modes.len() >= MOST {
                self.modes.pop_first();
            }
            self.modes.insert(name.to_owned(), mode);
        }
    }

    /// The user is told what to know about a terminal. False if that was done before.
    pub(crate) fn tell(&mut self, name: &str) -> bool {
        if self.told.len() >= MOST {
            self.told.pop_first();
        }
        self.told.insert(name.to_owned())
    }
}

/// The word for a mode in the configuration.
#[must_use]
pub(crate) fn word(mode: BidiMode) -> &'static str {
    MODES.into_iter().find(|(known, ..)| *known == mode).map_or("auto", |(_, _, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_read_as_they_were_written() {
        let mut kept = Kept::default();
        kept.set("xterm-kitty kitty(0.26.5)", BidiMode::Words);
        kept.set("xterm", BidiMode::Terminal);
        kept.set("linux", BidiMode::Off);
        kept.set("linux", BidiMode::Auto);
        assert!(kept.tell("linux") && !kept.tell("linux"));
        let mut read = Kept::read(&kept.write());
        assert_eq!(read, kept);
        assert!(!read.tell("linux"));
        assert_eq!(read.of("xterm-kitty kitty(0.26.5)"), Some(BidiMode::Words));
        assert_eq!(read.of("linux"), None);
        assert_eq!(Kept::read("nonsense\n\nauto x\nwords"), Kept::default());
    }
}
