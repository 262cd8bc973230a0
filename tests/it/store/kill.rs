//! Processes that are killed while they write: whatever they acknowledged is there, and all of it fits together.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use hudhud::store::{Opened, Store};

use super::deed::{self, Dice};

/// Set for the process that is to be killed: the folder of its store and its seed.
const FOLDER: &str = "HUDHUD_KILL_FOLDER";
const SEED: &str = "HUDHUD_KILL_SEED";

/// How many rounds; 40 unless it is set.
const ROUNDS: &str = "HUDHUD_KILL_ROUNDS";

/// Deeds that are acknowledged in a round at most.
const MOST: u64 = 80;

/// The process that is to be killed. Before each deed it says what it will do, after it that it is done.
#[test]
#[ignore = "started by the test below"]
fn child() {
    let (Ok(folder), Ok(seed)) = (std::env::var(FOLDER), std::env::var(SEED)) else { return };
    let (store, _) = Store::open(Path::new(&folder), deed::at(0)).expect("the store opens");
    let mut dice = Dice(seed.parse().expect("a number"));
    let mut out = std::io::stdout();
    for _ in 0..100_000 {
        let deed = deed::random(&mut dice);
        writeln!(out, "will {deed}").expect("stdout is a pipe");
        deed::perform(&store, &deed).expect("it can be done");
        writeln!(out, "done {deed}").expect("stdout is a pipe");
    }
}

/// What a process did before it was killed: the deeds that it acknowledged, and one that it may have done.
struct Done {
    acknowledged: Vec<String>,
    perhaps: Option<String>,
}

fn run_and_kill(folder: &Path, seed: u64, deeds: u64) -> Done {
    let mut child = Command::new(std::env::current_exe().expect("this program"))
        .args(["store::kill::child", "--exact", "--ignored", "--nocapture", "--test-threads=1"])
        .env(FOLDER, folder)
        .env(SEED, seed.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a process");
    let lines = BufReader::new(child.stdout.take().expect("stdout is a pipe")).lines();
    let mut done = Done { acknowledged: Vec::new(), perhaps: None };
    for line in lines {
        let line = line.expect("text");
        // The test harness writes its own words before the first line without an end.
        if let Some((_, deed)) = line.split_once("will ") {
            done.perhaps = Some(deed.to_owned());
        } else if let Some(deed) = line.strip_prefix("done ") {
            done.acknowledged.push(deed.to_owned());
            done.perhaps = None;
            if done.acknowledged.len() as u64 == deeds {
                // It goes on writing until this reaches it: that is where it is hit.
                child.kill().expect("it can be killed");
            }
        }
    }
    let status = child.wait().expect("it ends");
    assert!(
        !status.success() && done.acknowledged.len() as u64 >= deeds,
        "{status} after {:?}",
        done.perhaps
    );
    done
}

#[test]
fn what_was_acknowledged_survives_being_killed() {
    let rounds = std::env::var(ROUNDS).ok().and_then(|text| text.parse().ok()).unwrap_or(40);
    let (victim, plain) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let (reference, _) = Store::open(plain.path(), deed::at(0)).expect("a new store");
    let mut dice = Dice(std::env::var(SEED).ok().and_then(|text| text.parse().ok()).unwrap_or(42));
    for round in 0..rounds {
        let deeds = 1 + dice.below(MOST);
        let Done { acknowledged, perhaps } = run_and_kill(victim.path(), dice.below(1 << 30), deeds);
        for deed in &acknowledged {
            perform_plainly(&reference, deed);
        }
        let (store, opened) = Store::open(victim.path(), deed::at(1)).expect("the store opens");
        assert_eq!(opened, Opened::Whole, "round {round}");
        let found = deed::seen(&store);
        if found != deed::seen(&reference)
            && let Some(deed) = &perhaps
        {
            perform_plainly(&reference, deed);
        }
        let expected = deed::seen(&reference);
        assert!(found == expected, "round {round}, {perhaps:?}: {}", deed::difference(&found, &expected));
        assert_eq!(store.check().expect("a check").faults, [], "round {round}, {perhaps:?}");
    }
}

/// On the store that is never killed, what is about files only is left out.
fn perform_plainly(reference: &Store, deed: &str) {
    if !["copy", "renew", "compact"].iter().any(|verb| deed.starts_with(verb)) {
        deed::perform(reference, deed).expect("it can be done");
    }
}
