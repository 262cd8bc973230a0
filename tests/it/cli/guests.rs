//! Commands beside a running reader: the owner runs them.

use std::path::Path;

use super::{Cli, Reply, rss, site};
use crate::support::reply::Gate;

/// A reader without a screen that owns the store of a folder.
fn owner(folder: &Path) -> crate::support::cli::Going {
    let mut going = Cli::at(folder).args(["watch", "--yes"]).start();
    going.wait_for("watching");
    going
}

#[test]
fn every_command_works_while_a_reader_is_open() {
    let server = site();
    let folder = tempfile::tempdir().expect("a scratch folder");
    let at = || Cli::at(folder.path());
    let going = owner(folder.path());
    at().args(["add", "--all", &server.url("/")]).ok();
    assert_eq!(at().args(["feeds", "--json"]).ok().json().len(), 2);
    let items = at().args(["items", "--json"]).ok().json();
    assert_eq!(items.len(), 5);
    let id = items[0]["id"].as_str().expect("an id").to_owned();
    at().args(["mark", &id, "--star"]).ok();
    assert!(at().args(["show", &id]).ok().stdout.contains("Text number"));
    at().args(["refresh"]).ok();
    at().args(["set", "1", "title=Mine"]).ok();
    assert_eq!(at().args(["schedule", "--json"]).ok().json().len(), 2);
    at().args(["export", "list.opml"]).ok();
    assert!(folder.path().join("list.opml").exists());
    let done = at().args(["import", "list.opml"]).ok();
    assert_eq!(done.stdout, "0 feeds added, 2 were subscribed already\n");
    at().args(["rm", "2"]).ok();
    assert_eq!(going.signal("TERM"), 0);
    // What the owner did is on the disk.
    let feeds = at().args(["feeds", "--json"]).ok().json();
    assert_eq!(feeds.len(), 1);
    assert_eq!((&feeds[0]["title"], &feeds[0]["starred"]), (&"Mine".into(), &1.into()));
}

#[test]
fn input_and_exit_status_pass_through() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let _going = owner(folder.path());
    let at = || Cli::at(folder.path());
    let done = at().args(["import", "-"]).stdin("http://127.0.0.1:1/one\nhttp://127.0.0.1:1/two\n").ok();
    assert_eq!(done.stdout, "2 feeds added, 0 were subscribed already\n");
    at().args(["rm", "no such feed"]).complains(1);
    at().args(["set", "1", "intervall=1h"]).complains(2);
    at().args(["refresh", "--json"]).ends(1);
}

#[test]
fn an_owner_that_was_killed_leaves_nothing_in_the_way() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let going = owner(folder.path());
    assert!(folder.path().join("hudhud.sock").exists());
    assert_eq!(going.signal("KILL"), -1);
    Cli::at(folder.path()).args(["feeds"]).ok();
    assert!(!folder.path().join("hudhud.sock").exists());
}

#[test]
#[cfg(unix)]
fn the_socket_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a scratch folder");
    let _going = owner(folder.path());
    let facts = std::fs::metadata(folder.path().join("hudhud.sock")).expect("it is there");
    assert_eq!(facts.permissions().mode() & 0o777, 0o600);
}

#[test]
fn garbage_on_the_socket_does_no_harm() {
    use std::io::{Read, Write};
    let folder = tempfile::tempdir().expect("a scratch folder");
    let _going = owner(folder.path());
    for garbage in [&b"GET / HTTP/1.1\r\n\r\n"[..], &[1, 255, 255, 255, 255], &[1, 0, 0, 0, 1, 77], &[]] {
        let mut stream =
            std::os::unix::net::UnixStream::connect(folder.path().join("hudhud.sock")).expect("it listens");
        stream.write_all(garbage).expect("it reads");
        stream.shutdown(std::net::Shutdown::Write).expect("it is open");
        let _ = stream.read_to_end(&mut Vec::new());
    }
    Cli::at(folder.path()).args(["feeds"]).ok();
}

#[test]
fn many_commands_at_once_all_get_their_turn() {
    let folder = tempfile::tempdir().expect("a scratch folder");
    let list = |number: u32| format!("http://127.0.0.1:1/{number}\n");
    let runs: Vec<_> = (0..8)
        .map(|number| {
            let cli = Cli::at(folder.path()).args(["import", "-"]).stdin(list(number));
            std::thread::spawn(move || cli.run())
        })
        .collect();
    for run in runs {
        let done = run.join().expect("it ends");
        assert_eq!(done.code, 0, "{done:?}");
    }
    assert_eq!(Cli::at(folder.path()).args(["feeds", "--json"]).ok().json().len(), 8);
}

#[test]
fn watch_checks_what_is_due_and_says_so() {
    let server = site();
    let folder = tempfile::tempdir().expect("a scratch folder");
    let at = || Cli::at(folder.path());
    at().args(["add", "--no-fetch", &server.url("/all.xml")]).ok();
    let mut going = at().args(["watch", "--yes"]).start();
    assert!(going.wait_for("3 new").contains("All news"));
    // A command beside it finds what came, and its own refresh shows up in the log.
    assert_eq!(at().args(["items", "--json"]).ok().json().len(), 3);
    server.on("/all.xml", Reply::rss(rss("All news", "en", &[4, 3, 2, 1])));
    at().args(["refresh"]).ok();
    going.wait_for("1 new");
    assert_eq!(going.signal("INT"), 0);
}

/// A folder with one feed whose server keeps its answers back until the gate opens.
fn waiting() -> (super::Server, Gate, tempfile::TempDir) {
    let (server, gate) = (super::Server::start(), Gate::closed());
    server.on("/slow.xml", Reply::rss(rss("Slow", "en", &[1])).behind(&gate));
    let folder = tempfile::tempdir().expect("a scratch folder");
    Cli::at(folder.path()).args(["add", "--no-fetch", &server.url("/slow.xml")]).ok();
    Cli::at(folder.path()).args(["set", "1", "interval=never"]).ok();
    (server, gate, folder)
}

#[test]
fn an_interrupted_command_ends_at_once_and_leaves_the_store_free() {
    let (server, _gate, folder) = waiting();
    let going = Cli::at(folder.path()).args(["refresh"]).start();
    server.await_requests(1);
    assert_eq!(going.signal("INT"), 1);
    Cli::at(folder.path()).args(["feeds"]).ok();
}

#[test]
fn a_guest_that_goes_takes_its_work_with_it() {
    let (server, _gate, folder) = waiting();
    let mut going = owner(folder.path());
    let guest = Cli::at(folder.path()).args(["refresh"]).start();
    server.await_requests(1);
    assert_eq!(guest.signal("KILL"), -1);
    going.wait_for("cancelled");
    Cli::at(folder.path()).args(["feeds"]).ok();
}

#[test]
fn a_guest_is_told_when_its_owner_ends() {
    let (server, _gate, folder) = waiting();
    let going = owner(folder.path());
    let guest = Cli::at(folder.path()).args(["refresh"]).start();
    server.await_requests(1);
    assert_eq!(going.signal("TERM"), 0);
    let (code, words) = guest.end();
    assert_eq!(code, 1, "{words}");
    assert!(words.contains("was closed before it was done; run it again"), "{words}");
}

#[test]
fn a_command_that_owns_the_store_goes_on_for_its_guests() {
    let (server, gate, folder) = waiting();
    let first = Cli::at(folder.path()).args(["refresh"]).start();
    server.await_requests(1);
    let done = Cli::at(folder.path()).args(["feeds", "--json"]).ok();
    assert_eq!(done.json().len(), 1, "it was answered while the other one waits");
    gate.open();
    assert_eq!(first.end().0, 0);
}
