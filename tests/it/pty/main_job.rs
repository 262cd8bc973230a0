//! The main job: paste an address, choose a feed, read, refresh, be killed, come back.

use tempfile::tempdir;

use super::pty::Screen;
use super::reply::Reply;
use super::rss;
use super::server::Server;
use crate::support::cli::Cli;

const PAGE: &str = "<html><head><title>A site</title>\
    <link rel=\"alternate\" type=\"application/rss+xml\" title=\"All news\" href=\"/all.xml\">\
    <link rel=\"alternate\" type=\"application/rss+xml\" title=\"Only weather\" href=\"/weather.xml\">\
    </head><body><p>Welcome.</p></body></html>";

#[test]
fn a_pasted_page_becomes_a_feed_that_survives_a_kill() {
    let server = Server::start();
    server.on("/", Reply::html(PAGE));
    server.on("/all.xml", Reply::rss(rss("All news", "en", &[(1, "Everything")])));
    let two = rss("Only weather", "en", &[(2, "Second sunny day"), (1, "First rainy day")]);
    let three = rss(
        "Only weather",
        "en",
        &[(3, "Third stormy day"), (2, "Second sunny day"), (1, "First rainy day")],
    );
    server.script(
        "/weather.xml",
        [Reply::rss(two.clone()).etag("\"two\""), Reply::rss(three.clone()).etag("\"three\"")],
    );
    let data = tempdir().expect("a scratch folder");

    let mut screen = Screen::start(data.path(), (120, 40), &[]);
    screen.wait_for("No feeds yet");
    screen.paste(&server.url("/"));
    screen.wait_for("/");
    screen.keys("\r");
    screen.wait_for("2 feeds found");
    // The second feed instead of the first: untick, down, tick.
    screen.keys(" j ");
    screen.keys("\r");
    screen.wait_for("Background checks");
    screen.keys("n");
    screen.wait_for("Second sunny day");
    let shown = screen.wait_for("First rainy day");
    assert!(!shown.contains("Everything"), "the first feed was not chosen:\n{shown}");

    // F5 brings what is new, with a conditional request.
    screen.keys("\x1b[15~");
    screen.wait_for("Third stormy day");
    let asked = server.asked("/weather.xml");
    assert_eq!(asked.last().and_then(|last| last.header("if-none-match")).as_deref(), Some("\"two\""));

    // Read the newest, star it.
    // The selection stayed on the item that was the newest before.
    screen.keys("lk");
    screen.wait("an item selected", |shown| shown.contains("Third stormy day"));
    screen.keys("\r");
    screen.wait_for("Text of Third stormy day.");
    screen.keys("s");
    screen.wait_for("★");
    // Changes are kept one after the other: when a later one is acknowledged, the star is on the disk.
    Cli::at(data.path()).args(["mark", "--all", "--tag", "kept"]).ok();
    let before = Cli::at(data.path()).args(["items", "--json"]).ok().stdout;
    assert!(before.contains("\"starred\":true"), "{before}");
    screen.kill();

    let after = Cli::at(data.path()).args(["items", "--json"]).ok().stdout;
    assert_eq!(before, after);
    let mut screen = Screen::start(data.path(), (120, 40), &[]);
    screen.wait_for("Only weather");
    let shown = screen.wait_for("Third stormy day");
    assert!(shown.contains('★'), "the star is gone:\n{shown}");
    assert!(shown.contains('2'), "two of three are unread:\n{shown}");
    screen.keys("q");
    assert_eq!(screen.wait_exit(), 0);
}
