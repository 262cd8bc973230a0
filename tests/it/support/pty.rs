//! The real program in a real pseudo-terminal, read by a terminal emulator.
//!
//! Tests wait for what the screen shows, never for time: [`Screen::wait`] looks again after each piece of output
//! and gives up, with the screen in its message, when nothing comes of it for half a minute.

use std::ffi::OsStr;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// How long a test waits for something that must come.
const PATIENCE: Duration = Duration::from_secs(30);

/// A program and the terminal it runs in.
pub(crate) struct Screen {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    /// Everything the program wrote.
    raw: Vec<u8>,
    /// Up to where terminal queries were answered.
    answered: usize,
}

impl Screen {
    /// Starts the program with a data folder of its own.
    pub(crate) fn start(data: &Path, size: (u16, u16), args: &[&str]) -> Self {
        Self::start_with(data, size, args, &[])
    }

    /// Starts the program with further environment variables.
    pub(crate) fn start_with(data: &Path, size: (u16, u16), args: &[&str], env: &[(&str, &str)]) -> Self {
        let (columns, rows) = size;
        let pair = native_pty_system()
            .openpty(PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 })
            .expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_hudhud"));
        command.env_clear();
        for name in ["PATH", "LD_LIBRARY_PATH", "SYSTEMROOT"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command.env("HOME", data);
        command.env("TERM", "xterm-256color");
        command.env("LANG", "en_US.UTF-8");
        command.env("TZ", "UTC");
        command.env("HUDHUD_DATA_DIR", data);
        command.env("HUDHUD_CONFIG", data.join("config.toml"));
        for (name, value) in env {
            command.env(name, value);
        }
        command.cwd(data);
        command.args(args.iter().map(OsStr::new));
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let writer = pair.master.take_writer().expect("a writer");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 16384];
            while let Ok(read) = reader.read(&mut buffer) {
                if read == 0 || sender.send(buffer[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        let parser = vt100::Parser::new(nonzero(rows), nonzero(columns), 0);
        Self { child, master: pair.master, writer, output, parser, raw: Vec::new(), answered: 0 }
    }

    /// Types these characters.
    pub(crate) fn keys(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).expect("the terminal takes keys");
        self.writer.flush().expect("the terminal takes keys");
    }

    /// Pastes a text, as a terminal with bracketed paste does.
    pub(crate) fn paste(&mut self, text: &str) {
        self.keys(&format!("\x1b[200~{text}\x1b[201~"));
    }

    /// Changes the size of the terminal.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.screen_mut().set_size(nonzero(rows), nonzero(columns));
        self.master
            .resize(PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 })
            .expect("the terminal can be resized");
    }

    /// Waits until the screen is as wanted.
    ///
    /// # Panics
    ///
    /// When it does not come to that.
    pub(crate) fn wait(&mut self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let shown = self.text();
            if wanted(&shown) {
                return shown;
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Timeout) => panic!("waited in vain for {what}; the screen:\n{shown}"),
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("the program ended before {what}; the screen:\n{shown}")
                }
            }
        }
    }

    /// Waits until a text is on the screen.
    pub(crate) fn wait_for(&mut self, text: &str) -> String {
        self.wait(&format!("{text:?}"), |shown| shown.contains(text))
    }

    /// Waits until the program ends; its exit code.
    pub(crate) fn wait_exit(&mut self) -> u32 {
        let end = Instant::now() + PATIENCE;
        loop {
            match self.output.recv_timeout(Duration::from_millis(20)) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Disconnected | RecvTimeoutError::Timeout) => {
                    if let Some(status) = self.child.try_wait().expect("a child") {
                        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(200)) {
                            self.take(&bytes);
                        }
                        return status.exit_code();
                    }
                }
            }
            assert!(Instant::now() < end, "the program does not end; the screen:\n{}", self.text());
        }
    }

    /// Waits until the program is stopped: a signal to go on that comes before that would be lost.
    #[cfg(unix)]
    pub(crate) fn wait_stopped(&self) {
        use rustix::process::{Pid, WaitOptions, waitpid};
        let number = i32::try_from(self.pid()).ok().and_then(Pid::from_raw);
        let (_, status) = waitpid(number, WaitOptions::UNTRACED).expect("a child").expect("a change");
        assert!(status.stopped(), "{status:?}");
    }

    /// Kills the program with SIGKILL and waits for its end.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("the program can be killed");
        self.child.wait().expect("a child");
    }

    /// The number of the process.
    pub(crate) fn pid(&self) -> u32 {
        self.child.process_id().expect("a running program")
    }

    /// What the screen shows, row by row; blanks at the ends of rows are kept away.
    pub(crate) fn text(&mut self) -> String {
        self.drain();
        self.parser.screen().contents()
    }

    /// One row, from the first to the last column.
    pub(crate) fn row(&mut self, row: u16) -> String {
        self.drain();
        let columns = self.parser.screen().size().1.get();
        (0..columns).fold(String::new(), |mut all, column| {
            let cell = self.parser.screen().cell(row, column);
            all.push_str(cell.map_or(" ", |cell| if cell.has_contents() { cell.contents() } else { " " }));
            all
        })
    }

    /// Everything the program has written so far.
    pub(crate) fn raw(&mut self) -> &[u8] {
        self.drain();
        &self.raw
    }

    fn drain(&mut self) {
        while let Ok(bytes) = self.output.try_recv() {
            self.take(&bytes);
        }
    }

    fn take(&mut self, bytes: &[u8]) {
        self.parser.process(bytes);
        self.raw.extend_from_slice(bytes);
        self.answer();
    }

    /// Answers the question that ends the probe, as xterm does: without an answer each start would wait for its limit.
    fn answer(&mut self) {
        const DEVICE_ATTRIBUTES: &[u8] = b"\x1b[c";
        let new = &self.raw[self.answered..];
        if let Some(at) = new.windows(3).position(|part| part == DEVICE_ATTRIBUTES) {
            self.answered += at + 3;
            // A program that has ended takes no answers.
            let _ = self.writer.write_all(b"\x1b[?64;1;2;6;9;15;18;21;22c");
            let _ = self.writer.flush();
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A length of the terminal, which has at least one row and one column.
fn nonzero(length: u16) -> NonZeroU16 {
    NonZeroU16::new(length).expect("a terminal has a size")
}
