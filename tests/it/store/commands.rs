//! The commands that are about the store as a whole.

use std::fs;

use crate::support::cli::Cli;

/// A scratch folder with a reader that has two subscriptions.
fn subscribed() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a scratch folder");
    Cli::at(folder.path()).args(["add", "--no-fetch", "http://127.0.0.1:1/a", "http://127.0.0.1:1/b"]).ok();
    folder
}

fn feeds(folder: &tempfile::TempDir) -> String {
    Cli::at(folder.path()).args(["export", "-"]).ok().stdout
}

#[test]
fn a_backup_is_restored_elsewhere() {
    let (from, to) = (subscribed(), tempfile::tempdir().expect("a scratch folder"));
    let file = from.path().join("all.gz");
    Cli::at(from.path()).args(["backup"]).args([&file]).ok();
    assert_eq!(fs::read(&file).expect("a file")[..2], [0x1f, 0x8b]);
    let done = Cli::at(to.path()).args(["restore"]).args([&file]).ok();
    assert_eq!(done.stdout, "restored 2 feeds and 0 items\n");
    assert_eq!(feeds(&to), feeds(&from));
    let line = Cli::at(to.path()).args(["restore"]).args([&file]).complains(1);
    assert!(line.contains("is not empty") && line.contains("--replace"), "{line}");
    let done = Cli::at(to.path()).args(["restore", "--replace"]).args([&file]).ok();
    assert!(done.stderr.contains("db.before-"), "{done:?}");
    assert_eq!(feeds(&to), feeds(&from));
}

#[test]
fn a_plain_backup_goes_to_stdout_and_comes_from_stdin() {
    let (from, to) = (subscribed(), tempfile::tempdir().expect("a scratch folder"));
    let lines = Cli::at(from.path()).args(["backup", "--plain", "-"]).ok();
    assert!(lines.json().iter().filter(|line| line["feed"].is_object()).count() == 2, "{lines:?}");
    Cli::at(to.path()).args(["restore", "-"]).stdin(lines.stdout).ok();
    assert_eq!(feeds(&to), feeds(&from));
}

#[test]
fn what_is_no_backup_is_refused_in_words() {
    let line = Cli::new().args(["restore", "-"]).stdin("<opml/>").complains(1);
    assert!(line.contains("can't be restored") && line.contains("line 1"), "{line}");
    let line = Cli::new().args(["restore", "/nowhere"]).complains(1);
    assert!(line.contains("/nowhere can't be read"), "{line}");
}

#[test]
fn backup_and_check_work_beside_a_reader_and_restore_says_that_one_is_open() {
    let folder = subscribed();
    let backup = Cli::at(folder.path()).args(["backup", "--plain", "-"]).ok().stdout;
    let mut going = Cli::at(folder.path()).args(["watch", "--yes"]).start();
    going.wait_for("watching");
    assert_eq!(Cli::at(folder.path()).args(["check"]).ok().stdout, "2 feeds, 0 items: nothing is wrong\n");
    Cli::at(folder.path()).args(["backup", "-"]).ok();
    let line = Cli::at(folder.path()).args(["restore", "--replace", "-"]).stdin(backup).complains(1);
    assert!(line.contains("close the reader"), "{line}");
    drop(going);
}

#[test]
fn a_whole_store_is_checked_and_need_not_be_repaired() {
    let folder = subscribed();
    let found = Cli::at(folder.path()).args(["check", "--json"]).ok().json();
    assert_eq!((&found[0]["feeds"], &found[0]["faults"]), (&2.into(), &serde_json::json!([])));
    Cli::at(folder.path()).args(["check", "--repair"]).ok();
    assert!(
        !fs::read_dir(folder.path()).expect("a folder").any(|entry| {
            entry.expect("an entry").file_name().to_string_lossy().starts_with("db.damaged")
        })
    );
}
