//! What the screen wishes from its surroundings.

use crate::config::BidiMode;
use crate::engine::{Command, Query, Ticket};

/// A wish. `perform` fulfils it.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Tell the engine.
    Tell(Command),
    /// Ask the engine; the answer comes back with this ticket.
    Ask(Ticket, Query),
    /// Open an address in the user's browser.
    Open(String),
    /// Open an address in the user's browser, which stays behind this window where that can be had.
    OpenBehind(String),
    /// Put a text into the clipboard, through the terminal (OSC 52).
    Copy(String),
    /// Treat right-to-left text as this mode says from now on; [`BidiMode::Auto`] for what the terminal is known to need.
    Bidi(BidiMode),
    /// Draw every cell anew, since something else may have written to the terminal.
    Redraw,
    /// Stop until the shell lets us go on.
    Suspend,
    /// End.
    Quit,
}

/// Wishes in order.
#[must_use]
#[derive(Clone, Debug, Default)]
pub struct Effects(Vec<Effect>);

impl Effects {
    /// Adds a wish.
    pub(super) fn push(&mut self, effect: Effect) {
        self.0.push(effect);
    }

    /// Adds an intent for the engine.
    pub(super) fn tell(&mut self, command: Command) {
        self.push(Effect::Tell(command));
    }
}

impl IntoIterator for Effects {
    type Item = Effect;
    type IntoIter = std::vec::IntoIter<Effect>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
