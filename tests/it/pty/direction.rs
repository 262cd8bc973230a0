//! An Arabic feed starts at the right edge; `t` turns it, and the choice survives a kill.

use tempfile::tempdir;

use super::pty::Screen;
use super::reply::Reply;
use super::rss;
use super::server::Server;
use crate::support::cli::Cli;

/// A title of one word without letters that join, so that its cells are its letters.
const TITLE: &str = "دور";

/// The first and the last column of the title's first letter in a row that shows it.
fn columns(screen: &mut Screen, rows: u16) -> Vec<usize> {
    (0..rows).filter_map(|row| screen.row(row).chars().position(is_dal)).collect()
}

/// The letter dal in any of its forms.
fn is_dal(letter: char) -> bool {
    matches!(letter, 'د' | '\u{fea9}' | '\u{feaa}')
}

#[test]
fn an_arabic_feed_starts_at_the_right_and_t_turns_it_and_back() {
    let server = Server::start();
    server.on("/ar.xml", Reply::rss(rss("نور", "ar", &[(1, TITLE)])));
    let data = tempdir().expect("a scratch folder");
    Cli::at(data.path()).args(["add", &server.url("/ar.xml")]).ok();

    // One pane at a time: the list of items fills the width.
    let mut screen = Screen::start(data.path(), (50, 16), &[]);
    screen.wait("the feed", |shown| shown.contains('1'));
    screen.keys("l");
    screen.wait("the item", |shown| shown.chars().any(is_dal));
    let right = columns(&mut screen, 16);
    assert!(right.iter().all(|column| *column >= 44), "starts at {right:?}");

    screen.keys("t");
    screen.wait_for("right to left");
    screen.keys("t");
    screen.wait_for("left to right");
    screen.wait("the title at the left", |shown| {
        shown.lines().any(|line| line.chars().position(is_dal).is_some_and(|column| column < 20))
    });

    // Changes are kept one after the other: when a later one is acknowledged, the choice is on the disk.
    Cli::at(data.path()).args(["mark", "--all", "--tag", "kept"]).ok();
    screen.kill();
    let feeds = Cli::at(data.path()).args(["feeds", "--json"]).ok().stdout;
    assert!(feeds.contains("\"direction\":\"ltr\""), "{feeds}");

    let mut screen = Screen::start(data.path(), (50, 16), &[]);
    screen.wait("the feed", |shown| shown.contains('1'));
    screen.keys("l");
    screen.wait("the item", |shown| shown.chars().any(is_dal));
    screen.keys("t");
    screen.wait_for("automatic");
    screen.wait("the title at the right", |shown| {
        shown.lines().any(|line| line.chars().position(is_dal).is_some_and(|column| column >= 44))
    });
}
