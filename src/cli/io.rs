//! Where a command reads and writes: the process's own streams, or those of a guest.

use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};

use serde::{Deserialize, Serialize};

use super::exit::Stop;

/// What is known about the other side of the streams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Facts {
    /// Columns of the terminal at stdout, else at stderr.
    pub width: Option<u16>,
    /// What stdout is.
    pub out: Stream,
    /// What stderr is.
    pub err: Stream,
}

/// What a stream is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stream {
    /// A terminal: somebody looks at it.
    Terminal,
    /// A file, a pipe, or nothing.
    #[default]
    Other,
}

/// The streams of one command.
pub struct Io {
    out: BufWriter<Box<dyn Write + Send>>,
    err: Box<dyn Write + Send>,
    input: Vec<u8>,
    facts: Facts,
    progress: Progress,
}

/// Whether a line of progress stands on the terminal and must be wiped first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Progress {
    Shown,
    Hidden,
}

impl Facts {
    /// Those of this process.
    #[must_use]
    pub fn of_process() -> Self {
        let stream = |is_terminal| if is_terminal { Stream::Terminal } else { Stream::Other };
        let (out, err) = (stream(io::stdout().is_terminal()), stream(io::stderr().is_terminal()));
        let seen = out == Stream::Terminal || err == Stream::Terminal;
        let width = if seen { terminal_width() } else { None };
        Self { width, out, err }
    }

    /// Columns to fill: the terminal's, else 80.
    #[must_use]
    pub fn columns(&self) -> usize {
        usize::from(self.width.unwrap_or(80).max(1))
    }
}

#[cfg(unix)]
fn terminal_width() -> Option<u16> {
    let size = |fd: std::os::fd::BorrowedFd<'_>| rustix::termios::tcgetwinsize(fd).ok();
    let size = size(rustix::stdio::stdout()).or_else(|| size(rustix::stdio::stderr()))?;
    Some(size.ws_col).filter(|columns| *columns > 0)
}

#[cfg(not(unix))]
fn terminal_width() -> Option<u16> {
    std::env::var("COLUMNS").ok()?.parse().ok()
}

impl Io {
    /// Streams made of these writers, with what was read from the input.
    #[must_use]
    pub fn new(out: Box<dyn Write + Send>, err: Box<dyn Write + Send>, input: Vec<u8>, facts: Facts) -> Self {
        Self { out: BufWriter::with_capacity(1 << 16, out), err, input, facts, progress: Progress::Hidden }
    }

    /// The streams of this process.
    #[must_use]
    pub fn of_process(input: Vec<u8>) -> Self {
        Self::new(Box::new(io::stdout()), Box::new(io::stderr()), input, Facts::of_process())
    }

    /// What is known about the other side.
    #[must_use]
    pub const fn facts(&self) -> &Facts {
        &self.facts
    }

    /// What was given as input: the file or stdin.
    #[must_use]
    pub fn input(&self) -> &[u8] {
        &self.input
    }

    /// One line to stdout.
    ///
    /// # Errors
    ///
    /// When nobody reads it any more or it can't be written.
    pub fn line(&mut self, text: &str) -> Result<(), Stop> {
        self.bytes(text.as_bytes())?;
        self.bytes(b"\n")?;
        if self.facts.out == Stream::Terminal { self.flush() } else { Ok(()) }
    }

    /// One JSON object in one line to stdout.
    ///
    /// # Errors
    ///
    /// As [`Io::line`].
    pub fn object(&mut self, object: &impl Serialize) -> Result<(), Stop> {
        let text = serde_json::to_string(object)
            .map_err(|error| Stop::failed(format!("the object can't be written as JSON: {error}")))?;
        self.line(&text)
    }

    /// Bytes to stdout as they are.
    ///
    /// # Errors
    ///
    /// As [`Io::line`].
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        self.wipe();
        self.out.write_all(bytes).map_err(|error| written(&error))
    }

    /// Sends what was kept back.
    ///
    /// # Errors
    ///
    /// As [`Io::line`].
    pub fn flush(&mut self) -> Result<(), Stop> {
        self.out.flush().map_err(|error| written(&error))
    }

    /// One line to stderr, with the name of the program: an error or a warning. What can't be written is lost.
    pub fn complain(&mut self, sentence: &str) {
        self.wipe();
        let _ = self.out.flush();
        let _ = writeln!(self.err, "hudhud: {sentence}");
    }

    /// One line of progress, over the last one, where somebody looks at stderr.
    pub fn progress(&mut self, text: &str) {
        if self.facts.err == Stream::Terminal {
            let _ = write!(self.err, "\r\u{1b}[K{text}");
            let _ = self.err.flush();
            self.progress = Progress::Shown;
        }
    }

    /// Removes the line of progress.
    pub fn wipe(&mut self) {
        if self.progress == Progress::Shown {
            let _ = write!(self.err, "\r\u{1b}[K");
            let _ = self.err.flush();
            self.progress = Progress::Hidden;
        }
    }
}

impl std::fmt::Debug for Io {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Io").field("facts", &self.facts).finish_non_exhaustive()
    }
}

/// A closed pipe ends the command quietly: `hudhud items | head` is no error.
fn written(error: &io::Error) -> Stop {
    match error.kind() {
        ErrorKind::BrokenPipe => Stop::Closed,
        _ => Stop::failed(format!("the output can't be written ({error}); check where it goes")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct ClosedPipe;

    impl Write for ClosedPipe {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_ends_quietly() {
        let mut io = Io::new(Box::new(ClosedPipe), Box::new(io::sink()), Vec::new(), Facts::default());
        io.line("x").expect("it is kept back first");
        assert_eq!(io.flush(), Err(Stop::Closed));
    }
}
