//! Answers without end, too large or cut: each ends in its own limit while others go on (`fetching.md` section 8, items
//! 54 to 56).

use std::time::Duration;

use hudhud::engine::{Checked, Command, Event, Insistence};
use hudhud::model::{FailureKind, FeedId, LastCheck, Scope};

use super::rig::{Rig, rss};
use crate::support::reply::{Gate, Reply, gzip};
use crate::support::server::Server;

/// A gzip stream of one gibibyte of zeros, as members that say the same again and again.
fn bomb() -> Vec<u8> {
    gzip(&vec![0; 1 << 20]).repeat(1024)
}

/// The most memory that this process has held so far, in MiB; `None` where the system does not tell.
fn peak() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? >> 10)
}

/// Set in the process that does nothing but this test, so that the memory of others is not counted.
const ALONE: &str = "HUDHUD_TEST_ALONE";

#[test]
fn each_ends_in_its_limit_while_others_go_on() {
    if std::env::var_os(ALONE).is_some() {
        return alone();
    }
    let program = std::env::current_exe().expect("this program is a file");
    let name = "fetch::hostile::each_ends_in_its_limit_while_others_go_on";
    let output = std::process::Command::new(program)
        .args(["--exact", name, "--nocapture"])
        .env(ALONE, "1")
        .output()
        .expect("it starts again");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn failed(outcome: &Checked) -> Option<FailureKind> {
    match outcome {
        Checked::Asked(LastCheck::Failed(failure)) => Some(failure.kind),
        _ => None,
    }
}

fn alone() {
    let (gate, mut rig) = (Gate::closed(), Rig::new());
    let head = "HTTP/1.1 200 OK\r\n".to_owned() + &"X-More: and more\r\n".repeat(9000);
    let broken = gzip(rss(&["one"]).as_bytes());
    let hostile: Vec<(Reply, Option<FailureKind>)> = vec![
        (Reply::rss(bomb()).header("Content-Encoding", "gzip"), Some(FailureKind::TooLarge)),
        (Reply::raw(head), Some(FailureKind::TooLarge)),
        (Reply::redirect(302, "/f"), Some(FailureKind::Redirect)),
        (
            Reply::rss(&broken[..broken.len() / 2]).header("Content-Encoding", "gzip"),
            Some(FailureKind::Truncated),
        ),
        (Reply::rss(rss(&["one"])).drip(1, Duration::from_millis(20)).behind(&gate), None),
    ];
    let mut feeds: Vec<(Server, FeedId, Option<FailureKind>)> = Vec::new();
    for (reply, expected) in hostile {
        let server = Server::start();
        server.script("/f", [Reply::rss(rss(&["zero"])), reply]);
        let feed = rig.subscribe(&server.url("/f"));
        feeds.push((server, feed, expected));
    }
    let slow = feeds.pop().expect("the last one drips");
    let ticket = rig.handle.ticket();
    rig.handle.tell(Command::Refresh(ticket, Scope::Feed(slow.1), Insistence::Polite));
    slow.0.await_requests(2);
    let before = peak();
    for (_, feed, expected) in &feeds {
        let outcome = rig.refresh(*feed);
        assert_eq!(failed(&outcome), *expected, "{outcome:?}");
        assert_eq!(rig.titles(*feed), ["zero"]);
    }
    for path in ["/a", "/b", "/c"] {
        let server = Server::start();
        server.on(path, Reply::rss(rss(&["one"])));
        let feed = rig.subscribe(&server.url(path));
        assert_eq!(rig.titles(feed), ["one"]);
    }
    if let (Some(before), Some(after)) = (before, peak()) {
        assert!(after.saturating_sub(before) < 64, "{before} MiB, then {after} MiB");
    }
    rig.handle.tell(Command::Cancel(ticket));
    rig.until(|event| matches!(event, Event::Finished(own) if *own == ticket).then_some(()));
    gate.open();
}
