//! The real loop with the real engine in a real pseudo-terminal: this test binary starts itself there.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use hudhud::config::Config;
use hudhud::engine::{BackgroundMode, Command, Outline, Setup, spawn};
use hudhud::model::Direction;
use hudhud::store::Store;
use hudhud::time::{Clock, Seed, Span, SystemClock, Timestamp, Zone};
use hudhud::tui;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// Names the data folder for the child; without it the child's test does nothing.
const CHILD: &str = "HUDHUD_TEST_SCREEN";
/// How long something that must come is waited for.
const PATIENCE: Duration = Duration::from_secs(20);

/// A clock that fails, and with it the screen, as soon as a file is there.
#[derive(Debug)]
struct Faulty {
    clock: SystemClock,
    fault: PathBuf,
}

impl Clock for Faulty {
    fn now(&self) -> Timestamp {
        // The hook that writes the report asks for the time, too.
        assert!(std::thread::panicking() || !self.fault.exists(), "the clock is broken");
        self.clock.now()
    }

    fn elapsed(&self) -> Span {
        self.clock.elapsed()
    }
}

/// Runs the screen when this binary was started for that.
#[test]
fn child() {
    let Some(folder) = std::env::var_os(CHILD).map(PathBuf::from) else { return };
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
    let (store, _) = Store::open(&folder.join("store"), clock.now()).expect("a store");
    let (config, seed, background) = (Config::default(), Seed::new(1), BackgroundMode::AsStored);
    let setup = Setup {
        store,
        config: config.clone(),
        clock: Arc::clone(&clock),
        seed,
        background,
        zone: Zone::utc(),
        default_direction: Direction::Ltr,
    };
    let (handle, engine) = spawn(setup).expect("an engine");
    let result = tui::run(tui::Setup {
        handle: handle.clone(),
        config,
        clock: Arc::new(Faulty { clock: SystemClock::new(), fault: folder.join("fault") }),
        zone: Zone::utc(),
        locale: hudhud::tui::Locale::default(),
        notices: Vec::new(),
        crash_folder: folder,
        sample: Outline { feeds: vec![hudhud::opml::Entry::default()], ..Outline::default() },
    });
    handle.tell(Command::Stop);
    engine.join().expect("the engine ends");
    result.expect("the screen ends well");
}

fn sized(cells: u16) -> NonZeroU16 {
    NonZeroU16::new(cells).expect("at least one cell")
}

struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    output: Receiver<Vec<u8>>,
    parser: vt100::Parser,
    raw: Vec<u8>,
}

impl Terminal {
    fn start(folder: &Path) -> Self {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(std::env::current_exe().expect("this program"));
        command.args(["--exact", "tui::real::child", "--nocapture", "--test-threads", "1"]);
        command.env(CHILD, folder);
        command.env("TERM", "xterm-256color");
        for name in ["TMUX", "STY", "ZELLIJ", "KONSOLE_VERSION", "MLTERM", "SSH_CONNECTION", "SSH_TTY"] {
            command.env_remove(name);
        }
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().expect("a reader");
        let writer = pair.master.take_writer().expect("a writer");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(read) = reader.read(&mut buffer) {
                if read == 0 || sender.send(buffer[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        let parser = vt100::Parser::new(sized(24), sized(80), 0);
        Self { child, master: pair.master, writer, output, parser, raw: Vec::new() }
    }

    fn keys(&mut self, keys: &str) {
        self.writer.write_all(keys.as_bytes()).expect("the terminal takes keys");
        self.writer.flush().expect("the terminal takes keys");
    }

    #[track_caller]
    fn wait(&mut self, wanted: impl Fn(&Self) -> bool) {
        let deadline = std::time::Instant::now() + PATIENCE;
        while !wanted(self) {
            // The clock's minute is drawn, so output alone is no sign that what is waited for still comes.
            let left = deadline.saturating_duration_since(std::time::Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => {
                    self.parser.process(&bytes);
                    self.raw.extend(bytes);
                }
                Err(error) => {
                    panic!("waited in vain ({error}); the screen:\n{}", self.parser.screen().contents())
                }
            }
        }
    }

    #[track_caller]
    fn wait_for(&mut self, text: &str) {
        self.wait(|terminal| terminal.parser.screen().contents().contains(text));
    }

    fn has_written(&self, bytes: &[u8]) -> bool {
        self.raw.windows(bytes.len()).any(|part| part == bytes)
    }

    /// Waits for the end of the program; what it wrote at the end.
    #[track_caller]
    fn end(self) -> String {
        let (success, written) = self.ended();
        assert!(success, "{written}");
        written
    }

    /// Waits for the end of the program: whether it ended well, and all that it wrote. One that doesn't end is killed.
    #[track_caller]
    fn ended(mut self) -> (bool, String) {
        let deadline = std::time::Instant::now() + PATIENCE;
        let status = loop {
            if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(50)) {
                self.parser.process(&bytes);
                self.raw.extend(bytes);
            }
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            if std::time::Instant::now() > deadline {
                self.child.kill().expect("a child");
                panic!("the program does not end; the screen:\n{}", self.parser.screen().contents());
            }
        };
        while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(500)) {
            self.raw.extend(bytes);
        }
        (status.success(), String::from_utf8_lossy(&self.raw).into_owned())
    }
}

impl Drop for Terminal {
    /// A failed test leaves no program behind.
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            let _ = self.child.kill();
        }
    }
}

/// The order in which a terminal that reorders must be told not to (`bidi.md` section 1.3).
const START: &str = "\x1b[?1049h\x1b[8l\x1b[1 k\x1b[?2501l\x1b[?2500l\x1b[H\x1b[2J";
const END: &str = "\x1b[0 k\x1b[8h\x1b[?1049l";

#[test]
fn the_screen_starts_answers_keys_and_gives_the_terminal_back() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let mut terminal = Terminal::start(folder.path());
    terminal.wait_for("No feeds yet");
    terminal.keys("?");
    terminal.wait_for("Type to search");
    terminal.keys("\x1b");
    terminal.wait(|terminal| !terminal.parser.screen().contents().contains("Type to search"));
    terminal.master.resize(PtySize { rows: 12, cols: 40, pixel_width: 0, pixel_height: 0 }).expect("a size");
    terminal.parser.screen_mut().set_size(sized(12), sized(40));
    terminal.wait_for("No feeds yet");
    terminal.keys("q");
    let written = terminal.end();
    let start = written.find(START).expect("the start, in order");
    let cleared = start + START.len();
    assert!(written.find("No feeds").expect("the text") > cleared, "nothing is drawn before the clear");
    assert!(written.rfind(END).expect("the end, in order") > cleared);
}

#[test]
fn what_is_typed_while_the_terminal_is_asked_is_not_lost() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let mut terminal = Terminal::start(folder.path());
    terminal.wait(|terminal| terminal.has_written(b"\x1b[c"));
    terminal.keys("\x1bP>|XTerm(379)\x1b\\?\x1b[8;0$y\x1b[?64;1;2c");
    terminal.wait_for("Type to search");
    assert!(!terminal.parser.screen().contents().contains("XTerm"));
    terminal.keys("\x03");
    terminal.wait_for("No feeds yet");
    terminal.keys("q");
    terminal.end();
}

#[test]
fn a_fault_gives_the_terminal_back_and_leaves_a_report() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let mut terminal = Terminal::start(folder.path());
    terminal.wait_for("No feeds yet");
    std::fs::write(folder.path().join("fault"), "").expect("a file");
    terminal.keys("?");
    let (_, written) = terminal.ended();
    let end = written.rfind(END).expect("the terminal is given back");
    let line = written.find("hudhud: something went wrong inside (the clock is broken).").expect("a line");
    assert!(line > end, "the line is on the user's own screen");
    let reports = std::fs::read_dir(folder.path()).expect("the folder is there");
    let reports = reports.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with("crash-"));
    assert_eq!(reports.count(), 1);
}

#[cfg(unix)]
#[test]
fn a_signal_to_end_gives_the_terminal_back() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let mut terminal = Terminal::start(folder.path());
    terminal.wait_for("No feeds yet");
    signal(&terminal, rustix::process::Signal::TERM);
    assert!(terminal.end().contains(END));
}

#[cfg(unix)]
#[test]
fn suspend_gives_the_terminal_back_and_resume_takes_it_again() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let mut terminal = Terminal::start(folder.path());
    terminal.wait(|terminal| terminal.has_written(b"\x1b[c"));
    terminal.keys("\x1b[?64;1;2c");
    terminal.wait_for("No feeds yet");
    terminal.keys("?");
    terminal.wait_for("Type to search");
    terminal.keys("\x03\x1a");
    terminal.wait(|terminal| terminal.has_written(END.as_bytes()));
    wait_until_stopped(&terminal);
    terminal.raw.clear();
    signal(&terminal, rustix::process::Signal::CONT);
    terminal.wait(|terminal| terminal.has_written(START.as_bytes()));
    terminal.wait_for("No feeds yet");
    terminal.keys("q");
    terminal.end();
}

#[cfg(unix)]
fn process(terminal: &Terminal) -> rustix::process::Pid {
    let number = terminal.child.process_id().and_then(|id| i32::try_from(id).ok()).expect("a process");
    rustix::process::Pid::from_raw(number).expect("a process")
}

#[cfg(unix)]
fn signal(terminal: &Terminal, signal: rustix::process::Signal) {
    rustix::process::kill_process(process(terminal), signal).expect("the process is there");
}

/// A signal to go on that comes before the stop would be lost.
#[cfg(unix)]
fn wait_until_stopped(terminal: &Terminal) {
    use rustix::process::{WaitOptions, waitpid};
    let (_, status) =
        waitpid(Some(process(terminal)), WaitOptions::UNTRACED).expect("a child").expect("a change");
    assert!(status.stopped(), "{status:?}");
}
