//! Runs what may panic on damaged files without letting its words reach the terminal.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Only one replacement of the process's panic hook at a time, so that each puts back what it found.
static HOOK: Mutex<()> = Mutex::new(());

/// What `work` gives, or the words of its panic. Panics of other threads are reported as ever meanwhile.
///
/// Whoever sets a panic hook of its own must do so before or after, not while this runs.
pub(super) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let _one = HOOK.lock().unwrap_or_else(PoisonError::into_inner);
    let (here, before) = (thread::current().id(), Arc::new(panic::take_hook()));
    let forward = Arc::clone(&before);
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() != here {
            forward(info);
        }
    }));
    // What `work` leaves half done after a panic is thrown away with it.
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    drop(panic::take_hook());
    panic::set_hook(match Arc::try_unwrap(before) {
        Ok(before) => before,
        // Another thread is panicking through it at this moment.
        Err(shared) => Box::new(move |info| shared(info)),
    });
    result.map_err(|payload| {
        let words = payload.downcast_ref::<String>().cloned();
        words.or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_its_words() {
        assert_eq!(catch(|| 1), Ok(1));
        assert_eq!(catch(|| panic!("page {}", 7)), Err::<(), _>("page 7".to_owned()));
    }
}
