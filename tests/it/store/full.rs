//! A disk that is full, by way of the limit of the size of files that the system sets for a process.

use std::path::Path;
use std::process::Command;

use hudhud::model::{Change, FeedId, ItemId, ItemKey, Subscription};
use hudhud::store::{CheckBatch, ListOrder, ListPlace, ListShow, Opened, Store, StoreError};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::deed;

/// Set for the process that has the limit: the folder of its store.
const FOLDER: &str = "HUDHUD_FULL_FOLDER";

/// The limit in bytes. A new database has 512 KiB.
const LIMIT: u64 = 2 << 20;

fn limit(bytes: Option<u64>) {
    let maximum = getrlimit(Resource::Fsize).maximum;
    setrlimit(Resource::Fsize, Rlimit { current: bytes.or(maximum), maximum }).expect("a limit");
}

fn commit(store: &Store, feed: FeedId, round: u64) -> Result<(), StoreError> {
    let added = (0..40).map(|n| deed::item(round * 40 + n, round)).collect();
    store.commit(feed, CheckBatch { added, ..CheckBatch::default() }).map(|_| ())
}

/// How many items are listed. Some are read whole: unpacking them all takes long.
fn listed(store: &Store) -> usize {
    let heads = store.list(&ListPlace::All, ListShow::All, None, ListOrder::Down).expect("a list");
    let heads: Vec<_> = heads.map(|head| head.expect("a head")).collect();
    for head in heads.iter().step_by(25) {
        store.item(head.id).expect("an answer").expect("an item");
    }
    heads.len()
}

/// The process that has the limit.
#[test]
#[ignore = "started by the test below"]
fn child() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    let (store, _) = Store::open(Path::new(&folder), deed::at(0)).expect("a new store");
    let feed =
        store.subscribe(Subscription::new(FeedId(0), "https://x.example/", deed::at(0))).expect("a feed");
    limit(Some(LIMIT));
    let mut rounds = 0;
    let error = loop {
        match commit(&store, feed, rounds) {
            Ok(()) => rounds += 1,
            Err(error) => break error,
        }
        assert!(rounds < 1000, "the limit does not hold");
    };
    assert!(matches!(error, StoreError::Write(_)), "{error:?}");
    // Reading goes on, and what was refused is not seen.
    let mut kept = usize::try_from(rounds * 40).expect("a small number");
    assert_eq!(listed(&store), kept);
    assert_eq!(store.check().expect("a check").faults, []);
    // Some more may fit in the room that is left in the files.
    for round in 1000..1008 {
        match commit(&store, feed, round) {
            Ok(()) => kept += 40,
            Err(error) => assert!(matches!(error, StoreError::Write(_)), "{error:?}"),
        }
        assert_eq!(listed(&store), kept);
    }
    // Then there is room again.
    limit(None);
    let mark = Change::Read { items: vec![ItemId { feed, key: ItemKey(0) }], read: true };
    store.apply(&mark, deed::at(8)).expect("a mark");
    commit(&store, feed, 1500).expect("a commit");
    println!("kept {}", kept + 40);
    // And again there is none, up to the end of the process.
    limit(Some(LIMIT));
    let refused = (2000..3000).find_map(|round| commit(&store, feed, round).err());
    assert!(matches!(refused, Some(StoreError::Write(_))), "{refused:?}");
    drop(store);
    println!("ended");
}

#[test]
fn a_full_disk_stops_writing_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    // The system's way to tell a process that it reached the limit ends it, unless it is told not to.
    let command =
        "trap '' XFSZ; exec \"$0\" store::full::child --exact --ignored --nocapture --test-threads=1";
    let output = Command::new("sh")
        .args(["-c", command])
        .arg(std::env::current_exe().expect("this program"))
        .env(FOLDER, folder.path())
        .output()
        .expect("a process");
    let out = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && out.contains("ended"), "{}\n{out}\n{err}", output.status);
    let kept =
        out.lines().find_map(|line| line.rsplit_once("kept ")?.1.parse::<usize>().ok()).expect("a number");
    let (store, opened) = Store::open(folder.path(), deed::at(9)).expect("the store opens");
    assert_eq!(opened, Opened::Whole);
    assert!(listed(&store) >= kept);
    assert_eq!(store.check().expect("a check").faults, []);
    let head = store.head(ItemId { feed: FeedId(1), key: ItemKey(0) }).expect("an answer").expect("a head");
    assert!(head.status.read);
}
