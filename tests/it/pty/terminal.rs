//! The terminal: the order of the sequences at start and end, sizes, signals.

use tempfile::tempdir;

use super::pty::Screen;

/// Where a sequence is in what was written.
fn place(raw: &[u8], sequence: &str) -> Option<usize> {
    raw.windows(sequence.len()).position(|part| part == sequence.as_bytes())
}

/// Asserts that these sequences were written, in this order, from `from` on.
fn assert_order(raw: &[u8], from: usize, sequences: &[&str]) -> usize {
    sequences.iter().fold(from, |at, sequence| {
        let found = place(&raw[at..], sequence).unwrap_or_else(|| {
            panic!("{sequence:?} is missing after byte {at}: {:?}", String::from_utf8_lossy(&raw[at..]))
        });
        at + found + sequence.len()
    })
}

/// `bidi.md` section 1.3: the mode belongs to rows, so it is set before they are cleared.
const START: [&str; 6] = ["\x1b[?1049h", "\x1b[8l", "\x1b[1 k", "\x1b[?2501l", "\x1b[?2500l", "\x1b[2J"];
const END: [&str; 3] = ["\x1b[0 k", "\x1b[8h", "\x1b[?1049l"];

#[test]
fn the_bidi_mode_is_set_before_the_screen_is_cleared_and_given_back_at_the_end() {
    let data = tempdir().expect("a scratch folder");
    let mut screen = Screen::start(data.path(), (80, 24), &[]);
    screen.wait_for("No feeds yet");
    screen.keys("q");
    assert_eq!(screen.wait_exit(), 0);
    let after = assert_order(screen.raw(), 0, &START);
    assert_order(screen.raw(), after, &END);
}

#[test]
fn sigterm_ends_the_program_with_the_terminal_restored() {
    let data = tempdir().expect("a scratch folder");
    let mut screen = Screen::start(data.path(), (80, 24), &[]);
    screen.wait_for("No feeds yet");
    signal(screen.pid(), "TERM");
    screen.wait_exit();
    let after = assert_order(screen.raw(), 0, &START);
    assert_order(screen.raw(), after, &END);
}

#[test]
fn suspend_gives_the_terminal_back_and_resume_takes_it_again() {
    let data = tempdir().expect("a scratch folder");
    let mut screen = Screen::start(data.path(), (80, 24), &[]);
    screen.wait_for("No feeds yet");
    screen.keys("\x1a");
    screen.wait("the main screen", |shown| !shown.contains("No feeds yet"));
    let suspended = assert_order(screen.raw(), 0, &START);
    let suspended = assert_order(screen.raw(), suspended, &END);
    screen.wait_stopped();
    signal(screen.pid(), "CONT");
    screen.wait_for("No feeds yet");
    let resumed = assert_order(screen.raw(), suspended, &START);
    screen.keys("q");
    assert_eq!(screen.wait_exit(), 0);
    assert_order(screen.raw(), resumed, &END);
}

#[test]
fn a_fault_gives_the_terminal_back_before_it_is_told() {
    let data = tempdir().expect("a scratch folder");
    let mut screen = Screen::start_with(data.path(), (80, 24), &[], &[("HUDHUD_TEST_FAULT", "1")]);
    screen.wait_for("No feeds yet");
    screen.keys("\x1b[24~");
    assert_ne!(screen.wait_exit(), 0);
    let after = assert_order(screen.raw(), 0, &START);
    let after = assert_order(screen.raw(), after, &END);
    assert_order(screen.raw(), after, &["something went wrong inside (a fault that a test asked for)"]);
}

#[test]
fn every_size_is_drawn_down_to_one_cell_and_back() {
    let data = tempdir().expect("a scratch folder");
    let mut screen = Screen::start(data.path(), (120, 40), &[]);
    screen.wait_for("No feeds yet");
    for (columns, rows) in [(80, 24), (40, 12), (20, 5), (1, 1), (200, 60), (40, 12)] {
        screen.resize(columns, rows);
    }
    screen.wait_for("No feeds yet");
    screen.keys("q");
    assert_eq!(screen.wait_exit(), 0);
}

fn signal(pid: u32, name: &str) {
    let sent = std::process::Command::new("kill").args([&format!("-{name}"), &pid.to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "the signal is sent");
}
