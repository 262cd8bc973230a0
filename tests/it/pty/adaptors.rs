//! What is done for each kind of terminal, from the store to the bytes; and the languages of the screen.

use std::path::Path;

use tempfile::{TempDir, tempdir};

use super::pty::Screen;
use super::reply::Reply;
use super::rss;
use super::server::Server;
use crate::support::cli::Cli;

/// A store with one Hebrew feed.
fn hebrew() -> (Server, TempDir) {
    let server = Server::start();
    server.on("/he.xml", Reply::rss(rss("ערוץ", "he", &[(1, "שלום עולם (2026)")])));
    let data = tempdir().expect("a scratch folder");
    Cli::at(data.path()).args(["add", &server.url("/he.xml")]).ok();
    (server, data)
}

fn configure(data: &Path, line: &str) {
    std::fs::write(data.join("config.toml"), line).expect("the configuration is written");
}

/// Starts the screen with this mode and checks that the title is sent as these cells.
fn check(data: &Path, mode: &str, expected: &str) {
    configure(data, &format!("bidi = \"{mode}\"\n"));
    let mut screen = Screen::start(data, (50, 16), &[]);
    screen.wait("the feed", |shown| shown.contains('1'));
    screen.keys("l");
    let shown = screen.wait("the item", |shown| shown.contains("2026"));
    assert!(shown.contains(expected), "{mode}: {expected:?} is missing in\n{shown}");
    screen.keys("q");
    assert_eq!(screen.wait_exit(), 0);
}

#[test]
fn each_kind_of_terminal_is_sent_what_it_shows_rightly() {
    let (_server, data) = hebrew();
    // Cells as they are seen; each word turned around; as it is stored, for the terminal to reorder.
    check(data.path(), "app", "(2026) םלוע םולש");
    check(data.path(), "words", "(2026) עולם שלום");
    check(data.path(), "terminal", "שלום עולם");
    check(data.path(), "off", "שלום עולם (2026)");
}

#[test]
fn the_choice_of_the_test_is_kept_for_the_terminal_and_told_by_doctor() {
    let (_server, data) = hebrew();
    let mut screen = Screen::start(data.path(), (80, 24), &[]);
    screen.wait("the feed", |shown| shown.contains('1'));
    screen.keys(":bidi\r");
    screen.wait_for("3 terminal");
    screen.keys("3");
    screen.wait_for("Kept for this terminal: terminal");
    // Notes reach the disk in the order of changes, within a moment.
    screen.keys("q");
    assert_eq!(screen.wait_exit(), 0);
    let told = Cli::at(data.path()).args(["doctor"]).ok().stdout;
    assert!(told.contains("terminal, chosen for xterm-256color"), "{told}");
    let mut screen = Screen::start(data.path(), (50, 16), &[]);
    screen.wait("the feed", |shown| shown.contains('1'));
    screen.keys("l");
    screen.wait("logical order", |shown| shown.contains("שלום עולם"));
}

#[test]
fn behind_tmux_the_switch_is_handed_through_and_given_back() {
    let data = tempdir().expect("a scratch folder");
    let mut screen = Screen::start_with(data.path(), (80, 24), &[], &[("TMUX", "/tmp/tmux-0/default,1,0")]);
    screen.wait_for("No feeds yet");
    screen.keys("q");
    assert_eq!(screen.wait_exit(), 0);
    let raw = String::from_utf8_lossy(screen.raw()).into_owned();
    let on = raw.find("\x1bPtmux;\x1b\x1b[8l\x1b\\").expect("explicit mode is asked for");
    let clear = raw.find("\x1b[2J").expect("the screen is cleared");
    let off = raw.find("\x1bPtmux;\x1b\x1b[8h\x1b\\").expect("the mode is given back");
    assert!(on < clear && clear < off);
    assert!(!raw.contains("\x1b[>0q"), "a multiplexer answers for itself and is not asked");
}

#[test]
fn the_screen_speaks_the_language_of_the_locale_or_of_the_configuration() {
    let data = tempdir().expect("a scratch folder");
    // Letters of the Hebrew word for quitting, from left to right.
    let quit = "האיצי";
    let mut screen = Screen::start_with(data.path(), (80, 24), &[], &[("LANG", "he_IL.UTF-8")]);
    screen.wait_for(quit);
    screen.keys("q");
    assert_eq!(screen.wait_exit(), 0);
    configure(data.path(), "ui_language = \"he\"\n");
    let mut screen = Screen::start(data.path(), (80, 24), &[]);
    let shown = screen.wait_for(quit);
    // Mirrored: the hint for help is at the left end of the last row.
    assert!(shown.lines().last().is_some_and(|line| line.trim_start().starts_with("הרזע")), "{shown}");
}
