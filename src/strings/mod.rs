//! Every sentence that the program says.
//!
//! Floors below report what happened as data; only here does it become words, so that the screen and the
//! command line say the same thing in the same way. The screen's own texts are named by [`Text`] and read from
//! `assets/strings/`; [`when`] writes moments as people do; [`words`] has reasons, outcomes and errors.

mod key;
mod language;
mod plural;
mod table;
pub mod when;
pub mod words;

pub use key::Text;
pub use language::Language;
pub use table::{Fault, Strings};
