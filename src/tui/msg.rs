//! Everything that can happen to the screen.

use std::path::PathBuf;

use super::keymap::Key;
use crate::engine::{Answer, Event, Ticket};
use crate::process::OpenError;
use crate::strings::Text;
use crate::text::emit::Adaptor;

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Msg {
    /// The screen was opened.
    Start,
    /// A key was pressed.
    Key(Key),
    /// The mouse did something.
    Mouse(Mouse),
    /// A text was pasted.
    Paste(String),
    /// The terminal has this many columns and rows.
    Resize(u16, u16),
    /// The engine reports.
    Engine(Event),
    /// The engine answers.
    Answer(Ticket, Answer),
    /// A browser was started, or not.
    Opened(Result<(), OpenError>),
    /// A fault in another thread was written to this report.
    Fault(PathBuf),
    /// What the terminal needs is known, or is known anew.
    Terminal(Recognized),
    /// Time went by.
    Tick,
}

/// What is known about the terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recognized {
    /// What it needs.
    pub adaptor: Adaptor,
    /// What the user should know about it.
    pub advice: Option<Text>,
    /// By what it is known again in another run; `None` while it is still being asked.
    pub name: Option<String>,
}

/// What the mouse did, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mouse {
    /// What it did.
    pub deed: Deed,
    /// The column.
    pub column: u16,
    /// The row.
    pub row: u16,
}

/// What the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// The left button was pressed.
    Click,
    /// The right button was pressed.
    Menu,
    /// The wheel was turned away from the user.
    WheelUp,
    /// The wheel was turned towards the user.
    WheelDown,
}
