//! Expressions from the text to the items that they match.

mod errors;
pub(super) mod round;
pub(super) mod sample;
mod table;
