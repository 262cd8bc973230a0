//! One process owns the store; others are its guests.
//!
//! sled's lock is exclusive. Whoever opens the store first owns it and listens on a socket beside it; a
//! command that finds the store taken sends its words and its input there, and gets output and exit status
//! back. So every command is written once, in [`crate::cli`], and no type of ours goes over the wire.

#[cfg(unix)]
mod guest;
#[cfg(unix)]
mod owner;
#[cfg(unix)]
mod socket;
#[cfg(unix)]
mod wire;

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub use unix::{Owner, command, screen};

#[cfg(not(unix))]
mod other;
#[cfg(not(unix))]
pub use other::{Owner, command, screen};
