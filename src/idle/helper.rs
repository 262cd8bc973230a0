//! The desktop is asked by the program itself in another process: a crash there costs nothing, and what the
//! library writes to the terminal goes nowhere.

use std::io::Write;
use std::process::ExitCode;

use super::desktop;

#[cfg(target_os = "linux")]
pub(super) use caller::ask;

/// The hidden argument with which the program starts itself as the helper.
pub const HELPER_ARGUMENT: &str = "__idle";

/// The helper's side: prints for how many milliseconds the user has been away, or nothing if that is unknown.
///
/// The program calls it when its only argument is [`HELPER_ARGUMENT`], before it does anything else.
#[must_use]
pub fn helper_main() -> ExitCode {
    if let Some(idle) = desktop::measured() {
        // If nobody reads it there is nobody to tell.
        drop(writeln!(std::io::stdout(), "{}", idle.as_millis()));
    }
    ExitCode::SUCCESS
}

#[cfg(target_os = "linux")]
mod caller {
    use std::io::Read;
    use std::process::{Child, Command, Stdio};
    use std::thread;

    use super::HELPER_ARGUMENT;
    use crate::time::{Clock, Span, SystemClock};

    /// How long the helper may take.
    const LIMIT: Span = Span::seconds(2);

    /// How long to wait between two looks at the helper.
    const STEP: Span = Span::millis(10);

    /// Longer than any number of milliseconds.
    const LONGEST_ANSWER: u64 = 32;

    /// Starts the helper and waits for its answer.
    pub(in crate::idle) fn ask() -> Option<Span> {
        let mut command = Command::new(std::env::current_exe().ok()?);
        command.arg(HELPER_ARGUMENT);
        answer(command, LIMIT)
    }

    /// What `command` prints within `limit`, if it is a number and the command ends well.
    fn answer(mut command: Command, limit: Span) -> Option<Span> {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().ok()?;
        let ended_well = wait(&mut child, limit);
        if !ended_well {
            // It may have ended by itself in between; then there is nothing to kill.
            drop(child.kill());
            drop(child.wait());
            return None;
        }
        let mut text = String::new();
        child.stdout.take()?.take(LONGEST_ANSWER).read_to_string(&mut text).ok()?;
        text.trim().parse().ok().map(Span::millis)
    }

    fn wait(child: &mut Child, limit: Span) -> bool {
        let clock = SystemClock::new();
        while clock.elapsed() < limit {
            match child.try_wait() {
                Ok(Some(status)) => return status.success(),
                Ok(None) => thread::sleep(STEP.to_std()),
                Err(_) => return false,
            }
        }
        false
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        fn check(script: &str, expected: Option<Span>) {
            let mut command = Command::new("/bin/sh");
            command.args(["-c", script]);
            assert_eq!(answer(command, Span::millis(500)), expected, "{script}");
        }

        #[test]
        fn a_number_is_an_answer() {
            check("echo 90000", Some(Span::seconds(90)));
            check("echo trouble >&2; echo 0", Some(Span::ZERO));
        }

        #[test]
        fn anything_else_is_none() {
            check("true", None);
            check("echo -5", None);
            check("echo running 0 tests", None);
            check("yes 1 | head -c 1000", None);
            check("echo 5; exit 1", None);
        }

        #[test]
        fn a_crash_is_none() {
            check("echo 5; kill -SEGV $$", None);
        }

        #[test]
        fn a_helper_that_hangs_is_ended() {
            check("echo 5; exec sleep 30", None);
        }

        #[test]
        fn a_program_that_is_missing_is_none() {
            assert_eq!(answer(Command::new("/nowhere/hudhud"), LIMIT), None);
        }
    }
}
