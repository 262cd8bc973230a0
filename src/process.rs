//! Starts other programs: never through a shell.

mod read;

use std::io;
use std::process::{Command, Stdio};
use std::thread::{self, JoinHandle};

use url::Url;

pub use read::{ReadError, first_line};

/// What stands for the address in a command: our own form, and that of newsboat and desktop files.
const PLACEHOLDERS: [&str; 2] = ["%s", "%u"];

/// The system's ways to open an address, the first one that there is.
#[cfg(target_os = "macos")]
const DEFAULTS: &[&[&str]] = &[&["open"]];

/// The system's ways to open an address, the first one that there is.
#[cfg(windows)]
const DEFAULTS: &[&[&str]] = &[&["rundll32.exe", "url.dll,FileProtocolHandler"], &["explorer.exe"]];

/// The system's ways to open an address, the first one that there is.
#[cfg(not(any(target_os = "macos", windows)))]
const DEFAULTS: &[&[&str]] =
    &[&["xdg-open"], &["gio", "open"], &["wslview"], &["sensible-browser"], &["x-www-browser"]];

/// Opens an http or https address with the user's browser: `command` if it is not empty, else the system's way.
///
/// `%s` (or `%u`) in an argument of `command` stands for the address; without it the address is the last argument. The
/// browser runs on by itself, without the reader's terminal; that it started doesn't tell that it worked.
///
/// # Errors
///
/// When the address has another scheme, or no program could be started.
pub fn open(command: &[String], url: &str) -> Result<(), OpenError> {
    let url = checked(url)?;
    if command.is_empty() {
        return open_by_default(&url);
    }
    let argv = argv(command, &url);
    start(&argv).map(drop).map_err(|error| OpenError::NoProgram(format!("{}: {error}", argv[0])))
}

/// An address could not be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// Only http and https are opened.
    #[error("{0} is not opened: only http and https addresses are")]
    Scheme(String),
    /// No program could be started.
    #[error("no browser could be started: {0}")]
    NoProgram(String),
}

/// The address in its normal form: it begins with its scheme, so that no program takes it for an option, and
/// holds no blank, quote or control character.
fn checked(url: &str) -> Result<String, OpenError> {
    let parsed = Url::parse(url).ok().filter(|parsed| matches!(parsed.scheme(), "http" | "https"));
    parsed.map(String::from).ok_or_else(|| OpenError::Scheme(url.to_owned()))
}

fn open_by_default(url: &str) -> Result<(), OpenError> {
    let mut tried = Vec::new();
    for words in DEFAULTS {
        let command: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        match start(&argv(&command, url)) {
            Ok(_) => return Ok(()),
            Err(_) => tried.push(words[0]),
        }
    }
    Err(OpenError::NoProgram(format!("none of {} is there", tried.join(", "))))
}

/// `command` with the address in its place.
fn argv(command: &[String], url: &str) -> Vec<String> {
    // Each word is filled once: an address that holds the other form is left as it is.
    let held = |word: &str| PLACEHOLDERS.into_iter().find(|form| word.contains(form));
    let filled = |word: &String| held(word).map_or_else(|| word.clone(), |form| word.replace(form, url));
    let mut argv: Vec<String> = command.iter().map(filled).collect();
    if !command.iter().any(|word| held(word).is_some()) {
        argv.push(url.to_owned());
    }
    argv
}

/// Starts a program that runs on by itself. The thread that is returned waits for its end, so that nothing
/// is left of it then.
fn start(argv: &[String]) -> io::Result<JoinHandle<()>> {
    let [program, arguments @ ..] = argv else { return Err(io::ErrorKind::InvalidInput.into()) };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    detach(&mut command);
    let mut child = command.spawn()?;
    thread::Builder::new().name("browser".to_owned()).spawn(move || drop(child.wait()))
}

/// In a group of its own, so that Ctrl-C in the reader's terminal does not end the browser.
#[cfg(unix)]
fn detach(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

/// Without the reader's console.
#[cfg(windows)]
fn detach(command: &mut Command) {
    const DETACHED_PROCESS: u32 = 0x0000_0008;
    std::os::windows::process::CommandExt::creation_flags(command, DETACHED_PROCESS);
}

#[cfg(not(any(unix, windows)))]
fn detach(_command: &mut Command) {}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(list: &[&str]) -> Vec<String> {
        list.iter().map(|word| (*word).to_owned()).collect()
    }

    fn check(command: &[&str], expected: &[&str]) {
        assert_eq!(argv(&words(command), "https://example.org/?a=1"), expected);
    }

    #[test]
    fn the_address_replaces_its_placeholder_or_comes_last() {
        check(&["firefox", "--new-tab", "%u"], &["firefox", "--new-tab", "https://example.org/?a=1"]);
        check(&["firefox", "--url=%u", "x"], &["firefox", "--url=https://example.org/?a=1", "x"]);
        check(&["firefox"], &["firefox", "https://example.org/?a=1"]);
    }

    #[test]
    fn other_schemes_are_never_opened() {
        for url in ["file:///etc/passwd", "javascript:alert(1)", "--version", "example.org", "", "mailto:a@b"]
        {
            assert_eq!(open(&words(&["true"]), url), Err(OpenError::Scheme(url.into())));
        }
    }

    #[test]
    fn an_address_reaches_the_program_without_anything_that_could_divide_it() {
        let url = checked("https://example.org/a b\"c\u{1b}[31m\n$(id)`id`").expect("it can be parsed");
        assert!(!url.contains([' ', '"', '\u{1b}', '\n']), "{url}");
    }

    #[cfg(unix)]
    #[test]
    fn no_shell_looks_at_the_address() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let file = folder.path().join("out");
        let script = format!("printf '%b|' \"$@\" > '{}'", file.display());
        let url = checked("https://example.org/?a=$(id)&b=;ls").expect("it can be parsed");
        let argv = argv(&words(&["/bin/sh", "-c", &script, "sh", "-n"]), &url);
        start(&argv).expect("a shell is there").join().expect("waiting does not panic");
        let seen = std::fs::read_to_string(&file).expect("the script wrote it");
        assert_eq!(seen, format!("-n|{url}|"));
    }

    #[test]
    fn a_program_that_is_missing_is_named() {
        let result = open(&words(&["/nowhere/browser"]), "https://example.org/");
        let Err(OpenError::NoProgram(reason)) = result else { panic!("it can't have started") };
        assert!(reason.starts_with("/nowhere/browser: "), "{reason}");
    }
}
