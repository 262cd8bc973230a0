//! Signs of life: how long the user has been away, by the newest of several signs (`fetching.md` section 6).
//!
//! The reader's own keys, clicks and focus come first; whoever has them takes the newer of them and
//! [`last_sign`]. Here are the sources beyond: the user's terminals, then the desktop. The desktop is asked
//! in a process of its own, since the libraries for it can end the process that calls them.

mod desktop;
mod helper;
#[cfg(unix)]
mod tty;

use crate::time::Timestamp;

pub use helper::{HELPER_ARGUMENT, helper_main};

/// Asks all sources but our own keys: the user's terminals, then the desktop. `None` if no source knows.
///
/// Blocks for up to two seconds; call it on a thread where that does no harm.
#[must_use]
pub fn last_sign(now: Timestamp) -> Option<Timestamp> {
    let desktop = desktop::idle_for().map(|idle| now.minus(idle));
    let newest = desktop.max(terminals());
    // A clock that was set back must not leave a sign in the future: the user would never be idle again.
    newest.map(|sign| sign.min(now))
}

#[cfg(unix)]
fn terminals() -> Option<Timestamp> {
    tty::last_input()
}

#[cfg(not(unix))]
fn terminals() -> Option<Timestamp> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sign_lies_in_the_future() {
        let long_ago = Timestamp::from_seconds(1);
        assert!(last_sign(long_ago).is_none_or(|sign| sign <= long_ago));
    }
}
