//! The real program is killed in the middle of its work and started again: validators and items belong together at
//! every moment, and what was fetched is not fetched again.
//!
//! The moment is told by the number of requests that the servers have seen, so that a run can be repeated as far as
//! two processes allow. `HUDHUD_KILLS` asks for more kills than the usual forty.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hudhud::store::{Store, StoreError};
use hudhud::time::{Seed, Timestamp};

use super::support::cli::Cli;
use super::support::reply::Reply;
use super::support::server::{Asked, Server};

/// Hosts, and feeds on each.
const HOSTS: usize = 4;
const FEEDS: usize = 3;
/// How long each takes to answer: long enough for the results of the first to be on the disk when the last is asked.
const PACE: [Duration; FEEDS] = [Duration::ZERO, Duration::from_millis(600), Duration::ZERO];
/// Items that are new in each edition of a feed.
const ITEMS: usize = 40;
/// After so many kills one refresh may run to its end.
const PAUSE: usize = 4;

/// Feeds that all change when a new edition comes out.
struct Press {
    servers: Vec<Server>,
    edition: Arc<AtomicUsize>,
    alarm: Arc<Alarm>,
    rings: Receiver<()>,
}

/// Rings when a number of requests has been seen.
struct Alarm {
    left: AtomicUsize,
    bell: Mutex<std::sync::mpsc::Sender<()>>,
}

impl Alarm {
    fn count(&self) {
        if self.left.fetch_sub(1, Ordering::SeqCst) == 1 {
            let bell = self.bell.lock().unwrap_or_else(PoisonError::into_inner);
            bell.send(()).expect("the test goes on");
        }
    }
}

impl Press {
    fn start() -> Self {
        let (bell, rings) = channel();
        let alarm = Arc::new(Alarm { left: AtomicUsize::new(usize::MAX), bell: Mutex::new(bell) });
        let edition = Arc::new(AtomicUsize::new(1));
        let servers: Vec<Server> = (0..HOSTS).map(|_| Server::start()).collect();
        for server in &servers {
            for (feed, pace) in PACE.into_iter().enumerate() {
                let (alarm, edition) = (Arc::clone(&alarm), Arc::clone(&edition));
                server.handle(&path(feed), move |_| {
                    alarm.count();
                    let edition = edition.load(Ordering::SeqCst);
                    Reply::rss(document(edition)).etag(tag(edition)).delay(pace)
                });
            }
        }
        Self { servers, edition, alarm, rings }
    }

    fn new_edition(&self) -> usize {
        self.edition.fetch_add(1, Ordering::SeqCst) + 1
    }

    fn urls(&self) -> Vec<String> {
        let feeds = |server: &Server| (0..FEEDS).map(|feed| server.url(&path(feed))).collect::<Vec<_>>();
        self.servers.iter().flat_map(feeds).collect()
    }

    /// All requests so far, each with the address it was for.
    fn log(&self) -> Vec<(String, Asked)> {
        let of = |server: &Server| {
            let url = |asked: Asked| (server.url(&asked.target), asked);
            server.log().into_iter().map(url).collect::<Vec<_>>()
        };
        self.servers.iter().flat_map(of).collect()
    }

    /// Starts the program with these arguments and kills it at this request.
    fn kill_at(&self, request: usize, folder: &Path, args: &[&str]) {
        self.alarm.left.store(request, Ordering::SeqCst);
        let going = Cli::at(folder).args(args).start();
        let rung = self.rings.recv_timeout(Duration::from_secs(60));
        going.signal("KILL");
        rung.expect("so many requests come");
        self.alarm.left.store(usize::MAX, Ordering::SeqCst);
    }
}

fn path(feed: usize) -> String {
    format!("/{feed}.xml")
}

fn tag(edition: usize) -> String {
    format!("\"{edition}\"")
}

/// The items of this edition and of the one before it.
fn document(edition: usize) -> String {
    let mut items = String::new();
    for edition in [edition, edition - 1] {
        for item in 0..ITEMS {
            let text = "All the news that there is. ".repeat(20);
            let _ = write!(
                items,
                "<item><title>{edition}/{item}</title><guid isPermaLink=\"false\">{edition}/{item}</guid>\
                 <description>{text}</description></item>"
            );
        }
    }
    format!("<rss version=\"2.0\"><channel><title>Press</title>{items}</channel></rss>")
}

/// The edition that each feed has by its validators, after a look at whether its items are the same edition's, all of
/// them.
fn editions(folder: &Path) -> HashMap<String, Option<usize>> {
    let store = open(folder);
    let mut editions = HashMap::new();
    for record in store.feeds().expect("the list can be read") {
        let id = record.subscription.id;
        let etag = record.check.validators.as_ref().and_then(|validators| validators.etag.as_deref());
        let told = etag.map(|etag| {
            let text = std::str::from_utf8(etag).expect("the tag came from here");
            text.trim_matches('"').parse::<usize>().expect("the tag is a number")
        });
        let mut count: HashMap<usize, usize> = HashMap::new();
        for head in store.heads(id).expect("the items can be read") {
            let title = head.title.expect("each has a title");
            let edition = title.split('/').next().and_then(|text| text.parse().ok());
            *count.entry(edition.expect("titles name their edition")).or_default() += 1;
        }
        let newest = count.keys().max().copied();
        assert_eq!(newest, told, "{}: the items are not those of the validators", record.subscription.url);
        assert!(count.values().all(|items| *items == ITEMS), "half an edition: {count:?}");
        let kept: usize = count.values().sum();
        assert_eq!(usize::try_from(record.counts.total).ok(), Some(kept), "the counts are wrong");
        editions.insert(record.subscription.url, told);
    }
    editions
}

/// The database lets go of its lock a moment after the process is gone.
fn open(folder: &Path) -> Store {
    for _ in 0..500 {
        match Store::open(folder, Timestamp::from_seconds(1_900_000_000)) {
            Ok((store, _)) => return store,
            Err(StoreError::InUse { .. }) => std::thread::sleep(Duration::from_millis(10)),
            Err(error) => panic!("the store does not open: {error}"),
        }
    }
    panic!("the store stays locked")
}

fn kills(usual: usize) -> usize {
    std::env::var("HUDHUD_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn a_killed_refresh_leaves_validators_and_items_that_belong_together() {
    let press = Press::start();
    let folder = tempfile::tempdir().expect("a scratch folder");
    let subscribed = Cli::at(folder.path()).args(["add", "--no-fetch"]).args(press.urls()).ok();
    assert_eq!(subscribed.code, 0);
    let chance = Seed::new(5);
    let mut kept = 0;
    for kill in 0..kills(40) {
        press.new_edition();
        let share = chance.per_mille(1, u64::try_from(kill).expect("there are few kills"));
        let request = 1 + usize::try_from(share).expect("it is below 1000") * HOSTS * FEEDS / 1000;
        press.kill_at(request, folder.path(), &["refresh"]);
        let editions = editions(folder.path());
        let current = press.edition.load(Ordering::SeqCst);
        kept += editions.values().filter(|edition| **edition == Some(current)).count();
        if kill % PAUSE == PAUSE - 1 {
            what_was_kept_is_not_fetched_again(&press, folder.path(), &editions);
        }
    }
    // Some kills came before the first result was kept and some after it, or nothing was shown.
    assert!(kept > 0, "no result was ever kept before a kill");
    println!("{kept} results were kept before a kill");
}

/// Starting asks nobody; a refresh asks each feed once, with the validators that were kept.
fn what_was_kept_is_not_fetched_again(
    press: &Press,
    folder: &Path,
    editions: &HashMap<String, Option<usize>>,
) {
    let before = press.log().len();
    Cli::at(folder).args(["feeds", "--json"]).ok();
    assert_eq!(press.log().len(), before, "a start asked for something");
    Cli::at(folder).args(["refresh"]).ok();
    let log = press.log();
    assert_eq!(log.len() - before, HOSTS * FEEDS, "each feed is asked once");
    let asked: HashMap<String, Asked> = log.into_iter().collect();
    for (url, asked) in asked {
        let expected = editions[&url].map(tag);
        assert_eq!(asked.header("if-none-match"), expected, "{url}");
    }
}

#[test]
fn a_killed_watch_does_not_ask_again_for_what_it_has_kept() {
    let press = Press::start();
    let folder = tempfile::tempdir().expect("a scratch folder");
    Cli::at(folder.path()).args(["add", "--no-fetch"]).args(press.urls()).ok();
    for kill in 0..2 {
        press.kill_at(3, folder.path(), &["watch", "--yes"]);
        let editions = editions(folder.path());
        let kept: Vec<&String> =
            editions.iter().filter(|(_, told)| told.is_some()).map(|(url, _)| url).collect();
        assert!(kept.len() >= 2 * kill, "{kept:?}");
        let before = press.log();
        press.kill_at(2, folder.path(), &["watch", "--yes"]);
        let again = |url: &String| {
            let count = |log: &[(String, Asked)]| log.iter().filter(|(asked, _)| asked == url).count();
            count(&press.log()) > count(&before)
        };
        assert!(!kept.iter().any(|url| again(url)), "what was kept was asked for again");
    }
}
