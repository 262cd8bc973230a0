//! The screen: [`update`] turns messages into a new model and effects, [`view`] paints the model.
//!
//! [`run`] is the loop around them. Nothing but the loop, `perform` and `terminal` touches the outside: the
//! screen holds no lock, opens no file and awaits nothing but its inbox.

pub mod action;
mod adapt;
mod effect;
pub mod keymap;
pub mod manual;
mod model;
mod msg;
mod paint;
mod perform;
mod run;
mod terminal;
pub mod theme;
mod update;
mod view;

use std::path::PathBuf;
use std::sync::Arc;

use crate::config::{Config, Problem};
use crate::engine::{Handle, Outline};
use crate::time::{Clock, Zone};

pub use effect::{Effect, Effects};
pub use model::{Locale, Look, Model, Order, Start, Tickets, strings};
pub use msg::{Deed, Mouse, Msg, Recognized};
pub use update::update;
pub use view::view;

/// What is wrong with the configured keys: names that are no actions, texts that are no keys.
#[must_use]
pub fn key_problems(config: &Config) -> Vec<Problem> {
    keymap::problems(config)
}

/// What the screen is given.
#[derive(Debug)]
pub struct Setup {
    /// The way to the engine.
    pub handle: Handle,
    /// The settings.
    pub config: Config,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The time zone in which dates are shown.
    pub zone: Zone,
    /// The reader's language and direction.
    pub locale: Locale,
    /// Sentences to be shown at the start: what the configuration or the store had to say.
    pub notices: Vec<String>,
    /// Where a crash report is written.
    pub crash_folder: PathBuf,
    /// The list of feeds offered to a reader that has none.
    pub sample: Outline,
}

/// Opens the screen and runs until the user quits or the process is told to end. The terminal is restored in any case.
///
/// # Errors
///
/// When the terminal can't be used.
pub fn run(setup: Setup) -> Result<(), std::io::Error> {
    run::run(setup)
}
