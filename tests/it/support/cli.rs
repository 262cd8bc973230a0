//! One run of the real program: arguments and input in, output and exit status out.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use tempfile::TempDir;

/// How long a run may take before the test gives up on it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A run to be made.
pub(crate) struct Cli {
    data: PathBuf,
    args: Vec<OsString>,
    env: Vec<(String, OsString)>,
    input: Vec<u8>,
    /// The folder of a run that has one of its own.
    own: Option<TempDir>,
}

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Done {
    /// What it wrote to stdout.
    pub(crate) stdout: String,
    /// What it wrote to stderr.
    pub(crate) stderr: String,
    /// Its exit status; -1 if a signal ended it.
    pub(crate) code: i32,
}

/// A run that goes on in the background; killed when dropped.
pub(crate) struct Going {
    child: Child,
    lines: std::sync::mpsc::Receiver<String>,
    reader: Option<JoinHandle<()>>,
}

impl Cli {
    /// A run with a data folder of its own.
    pub(crate) fn new() -> Self {
        let own = tempfile::tempdir().expect("a scratch folder");
        let mut cli = Self::at(own.path());
        cli.own = Some(own);
        cli
    }

    /// A run with this data folder.
    pub(crate) fn at(data: &Path) -> Self {
        Self { data: data.to_owned(), args: Vec::new(), env: Vec::new(), input: Vec::new(), own: None }
    }

    /// These arguments behind the others.
    pub(crate) fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.args.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    /// One more environment variable.
    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.env.push((name.to_owned(), value.as_ref().to_owned()));
        self
    }

    /// What it reads from stdin.
    pub(crate) fn stdin(mut self, input: impl Into<Vec<u8>>) -> Self {
        self.input = input.into();
        self
    }

    /// Runs it to its end.
    pub(crate) fn run(self) -> Done {
        let mut child = self.spawn();
        let mut stdin = child.stdin.take().expect("stdin is a pipe");
        let input = self.input.clone();
        // The program may end without reading, which is its right.
        let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let (send, receive) = channel();
        let id = child.id();
        std::thread::spawn(move || send.send(child.wait_with_output()));
        let Ok(output) = receive.recv_timeout(PATIENCE) else {
            let _ = Command::new("kill").args(["-9", &id.to_string()]).status();
            panic!("{:?} did not end within {PATIENCE:?}", self.args)
        };
        let output = output.expect("the program can be waited for");
        writer.join().expect("the writer ends");
        done(&output)
    }

    /// Runs it and expects success.
    #[track_caller]
    pub(crate) fn ok(self) -> Done {
        self.ends(0)
    }

    /// Runs it and expects this exit status.
    #[track_caller]
    pub(crate) fn ends(self, code: i32) -> Done {
        let args = self.args.clone();
        let done = self.run();
        assert_eq!(done.code, code, "{args:?} gave {done:?}");
        done
    }

    /// Runs it and expects this exit status with one line on stderr and nothing on stdout; gives the line.
    #[track_caller]
    pub(crate) fn complains(self, code: i32) -> String {
        let args = self.args.clone();
        let done = self.ends(code);
        assert_eq!(done.stderr.lines().count(), 1, "{args:?}: one line is wanted: {}", done.stderr);
        assert_eq!(done.stdout, "", "{args:?}");
        done.stderr.trim_end().to_owned()
    }

    /// Starts it and lets it go on.
    pub(crate) fn start(self) -> Going {
        let mut child = self.spawn();
        drop(child.stdin.take());
        let out = child.stdout.take().expect("stdout is a pipe");
        let (send, lines) = channel();
        let reader = std::thread::spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Going { child, lines, reader: Some(reader) }
    }

    fn spawn(&self) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hudhud"));
        command.env_clear();
        for name in ["PATH", "LD_LIBRARY_PATH", "SYSTEMROOT"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command
            .env("HOME", &self.data)
            .env("LANG", "en_US.UTF-8")
            .env("TZ", "UTC")
            .env("HUDHUD_DATA_DIR", &self.data)
            .env("HUDHUD_CONFIG", self.data.join("config.toml"))
            .envs(self.env.iter().map(|(name, value)| (name, value)))
            .current_dir(&self.data)
            .args(&self.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    }
}

impl Done {
    /// The JSON objects of stdout, one a line.
    #[track_caller]
    pub(crate) fn json(&self) -> Vec<serde_json::Value> {
        let line = |line: &str| serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON: {line}"));
        self.stdout.lines().map(line).collect()
    }
}

impl Going {
    /// The next line of its output that holds this text.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, text: &str) -> String {
        let mut seen = Vec::new();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) if line.contains(text) => return line,
                Ok(line) => seen.push(line),
                Err(RecvTimeoutError::Timeout) => panic!("no {text:?} in {seen:?}"),
                Err(RecvTimeoutError::Disconnected) => {
                    let mut words = String::new();
                    let _ = self.child.stderr.take().map(|mut err| err.read_to_string(&mut words));
                    panic!("it ended without {text:?}: {seen:?} {words}");
                }
            }
        }
    }

    /// Its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends it a signal by name, for instance `TERM`, and gives its exit status.
    pub(crate) fn signal(self, name: &str) -> i32 {
        let sent = Command::new("kill").args(["-s", name, &self.id().to_string()]).status();
        assert!(sent.expect("kill can be run").success());
        self.end().0
    }

    /// Waits for its end and gives its exit status and what it wrote to stderr.
    pub(crate) fn end(mut self) -> (i32, String) {
        let mut words = String::new();
        if let Some(mut err) = self.child.stderr.take() {
            err.read_to_string(&mut words).expect("stderr is text");
        }
        let status = self.child.wait().expect("it can be waited for");
        (status.code().unwrap_or(-1), words)
    }
}

impl Drop for Going {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}

fn done(output: &Output) -> Done {
    Done {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code().unwrap_or(-1),
    }
}
