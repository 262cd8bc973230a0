//! Reads what another program says.

use std::io::{ErrorKind, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;

use crate::time::Span;

/// How long a program may take; one that asks the user for a pass phrase needs some time.
const PATIENCE: Span = Span::seconds(60);

/// Bytes of its output that are read.
const MOST: u64 = 64 << 10;

/// A program did not say anything that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It could not be started.
    #[error("it can't be started: {0}")]
    Start(String),
    /// It ended with a fault.
    #[error("it ended with a fault")]
    Failed,
    /// It did not end in time.
    #[error("it did not end in time")]
    Timeout,
    /// What it said is no text.
    #[error("what it wrote is no text")]
    NoText,
}

/// The first line that a program writes, without its end. Run without a shell, with nothing to read; blocks.
///
/// # Errors
///
/// When it can't be started, takes longer than a minute, ends with a fault or writes no text.
pub fn first_line(argv: &[String]) -> Result<String, ReadError> {
    let start = |error: std::io::Error| ReadError::Start(error.to_string());
    let [program, arguments @ ..] = argv else { return Err(start(ErrorKind::InvalidInput.into())) };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(start)?;
    let output = read(&mut child, PATIENCE);
    if output == Err(ReadError::Timeout) {
        // It may have ended just now; then there is nothing to end.
        let _ = child.kill();
    }
    let ended = child.wait().map_err(start)?;
    let text = String::from_utf8(output?).map_err(|_| ReadError::NoText)?;
    if !ended.success() {
        return Err(ReadError::Failed);
    }
    Ok(text.lines().next().unwrap_or_default().to_owned())
}

fn read(child: &mut Child, patience: Span) -> Result<Vec<u8>, ReadError> {
    let Some(mut pipe) = child.stdout.take() else { return Ok(Vec::new()) };
    let (sender, receiver) = channel();
    let reading = thread::Builder::new().name("secret".to_owned()).spawn(move || {
        let mut bytes = Vec::new();
        let outcome = pipe.by_ref().take(MOST).read_to_end(&mut bytes);
        // Nobody waits any more if it took too long.
        let _ = sender.send(outcome.map(|_| bytes));
    });
    reading.map_err(|error| ReadError::Start(error.to_string()))?;
    match receiver.recv_timeout(patience.to_std()) {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => Err(ReadError::Failed),
        Err(RecvTimeoutError::Timeout) => Err(ReadError::Timeout),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn check(script: &str, expected: Result<&str, ReadError>) {
        let argv = ["/bin/sh", "-c", script].map(str::to_owned);
        assert_eq!(first_line(&argv), expected.map(str::to_owned), "{script}");
    }

    #[test]
    fn the_first_line_counts_and_a_fault_does_not() {
        check("printf 'one\\ntwo'", Ok("one"));
        check("printf 'one\\r\\n'", Ok("one"));
        check("true", Ok(""));
        check("echo one; exit 3", Err(ReadError::Failed));
        check("printf '\\377'", Err(ReadError::NoText));
    }

    #[test]
    fn no_shell_looks_at_the_words() {
        let argv = ["printf", "%s", "$(id) `id` ; *"].map(str::to_owned);
        assert_eq!(first_line(&argv).as_deref(), Ok("$(id) `id` ; *"));
    }

    #[test]
    fn a_program_that_does_not_end_is_given_up() {
        let mut child =
            Command::new("sleep").arg("60").stdout(Stdio::piped()).spawn().expect("the system has sleep");
        assert_eq!(read(&mut child, Span::millis(50)), Err(ReadError::Timeout));
        child.kill().and_then(|()| child.wait()).expect("it ends");
    }
}
