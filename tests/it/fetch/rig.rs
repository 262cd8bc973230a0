//! A real engine with a real store on a clock that the test moves.

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use hudhud::config::Config;
use hudhud::engine::{
    Anchor, Answer, BackgroundMode, Checked, Command, Draft, Event, FeedRow, Handle, Insistence, ItemRow,
    Place, Query, Setup, Show, Sort, Source, Ticket, Window, spawn_watching,
};
use hudhud::model::{CheckState, Direction, FeedId, LastCheck, Scope};
use hudhud::store::{Store, StoreError};
use hudhud::time::{Clock, ManualClock, Seed, Span, Timestamp, Zone};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::UnboundedReceiver;

/// Real time that no test needs.
const LONGEST: Duration = Duration::from_secs(10);

/// The engine and all that is around it.
pub(crate) struct Rig {
    folder: TempDir,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) handle: Handle,
    events: UnboundedReceiver<Event>,
    thread: Option<JoinHandle<()>>,
    runtime: Runtime,
}

impl Rig {
    /// An engine with an empty store that makes no background checks unless consent is given.
    pub(crate) fn new() -> Self {
        Self::with(Config::default())
    }

    pub(crate) fn with(config: Config) -> Self {
        let folder = tempfile::tempdir().expect("a folder for the test");
        let clock = Arc::new(ManualClock::new(start()));
        let (handle, thread) = open(&folder, &clock, config);
        let events = handle.listen();
        let runtime = Builder::new_current_thread().enable_time().build().expect("a runtime");
        Self { folder, clock, handle, events, thread: Some(thread), runtime }
    }

    /// Ends the engine and starts it again on the same store.
    pub(crate) fn restart(&mut self) {
        if self.thread.is_some() {
            self.stop();
        }
        let (handle, thread) = open(&self.folder, &self.clock, Config::default());
        self.events = handle.listen();
        self.handle = handle;
        self.thread = Some(thread);
    }

    /// Ends the engine and gives what it said until then.
    pub(crate) fn stop(&mut self) -> Vec<Event> {
        self.handle.tell(Command::Stop);
        let mut events = Vec::new();
        loop {
            let event = self.event();
            if matches!(event, Event::Stopped) {
                break;
            }
            events.push(event);
        }
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the engine ends without a panic");
        }
        events
    }

    /// The next event.
    pub(crate) fn event(&mut self) -> Event {
        let events = &mut self.events;
        self.runtime
            .block_on(async { tokio::time::timeout(LONGEST, events.recv()).await })
            .expect("an event comes")
            .expect("the engine goes on")
    }

    /// Waits for an event from which something can be taken.
    pub(crate) fn until<T>(&mut self, mut take: impl FnMut(&Event) -> Option<T>) -> T {
        loop {
            if let Some(taken) = take(&self.event()) {
                return taken;
            }
        }
    }

    pub(crate) fn ask(&self, query: Query) -> Answer {
        self.runtime
            .block_on(async { tokio::time::timeout(LONGEST, self.handle.ask(query)).await })
            .expect("an answer comes")
    }

    /// Subscribes and waits until the first check is done.
    pub(crate) fn subscribe(&mut self, url: &str) -> FeedId {
        let ticket = self.handle.ticket();
        let draft = Draft { url: url.to_owned(), ..Draft::default() };
        self.handle.tell(Command::Subscribe(ticket, draft));
        let mut feed = None;
        self.until(|event| match event {
            Event::Subscribed { ticket: own, feed: id, .. } if *own == ticket => {
                feed = Some(*id);
                None
            }
            Event::Finished(own) if *own == ticket => Some(()),
            Event::Rejected(own, why) if *own == ticket => panic!("not subscribed: {why:?}"),
            _ => None,
        });
        feed.expect("a subscription has a number")
    }

    /// F5, and what came of it.
    pub(crate) fn refresh(&mut self, feed: FeedId) -> Checked {
        self.insist(feed, Insistence::Polite)
    }

    pub(crate) fn insist(&mut self, feed: FeedId, insistence: Insistence) -> Checked {
        let ticket = self.handle.ticket();
        self.handle.tell(Command::Refresh(ticket, Scope::Feed(feed), insistence));
        self.outcome(ticket)
    }

    /// What came of the only check of a ticket.
    pub(crate) fn outcome(&mut self, ticket: Ticket) -> Checked {
        let mut outcome = None;
        self.until(|event| match event {
            Event::Checked { ticket: Some(own), outcome: came, .. } if *own == ticket => {
                outcome = Some(came.clone());
                None
            }
            Event::Finished(own) if *own == ticket => Some(()),
            _ => None,
        });
        outcome.expect("a check comes before the end")
    }

    /// Refreshes everything and waits for the end.
    pub(crate) fn refresh_all(&mut self) -> Vec<(FeedId, Checked)> {
        let ticket = self.handle.ticket();
        self.handle.tell(Command::Refresh(ticket, Scope::All, Insistence::Polite));
        let mut outcomes = Vec::new();
        self.until(|event| match event {
            Event::Checked { ticket: Some(own), feed, outcome } if *own == ticket => {
                outcomes.push((*feed, outcome.clone()));
                None
            }
            Event::Finished(own) if *own == ticket => Some(()),
            _ => None,
        });
        outcomes
    }

    pub(crate) fn check(&self, feed: FeedId) -> CheckState {
        match self.ask(Query::Health(feed)) {
            Answer::Health(Some(health)) => health.check,
            other => panic!("no health: {other:?}"),
        }
    }

    pub(crate) fn url(&self, feed: FeedId) -> String {
        self.feed(feed).url
    }

    pub(crate) fn feed(&self, feed: FeedId) -> FeedRow {
        let Answer::Feeds(rows) = self.ask(Query::Feeds) else { panic!("no list of feeds") };
        rows.into_iter().find(|row| row.id == feed).expect("the feed is in the list")
    }

    /// All items of a feed, newest first.
    pub(crate) fn items(&self, feed: FeedId) -> Vec<ItemRow> {
        self.list(Place::Feed(feed), Show::All)
    }

    pub(crate) fn list(&self, place: Place, show: Show) -> Vec<ItemRow> {
        let source = Source { place, show, words: String::new(), sort: Sort::Newest };
        let window = Window { anchor: Anchor::First, before: 0, after: 1000 };
        match self.ask(Query::Items(source, window)) {
            Answer::Items(page) => page.rows,
            other => panic!("no list of items: {other:?}"),
        }
    }

    pub(crate) fn titles(&self, feed: FeedId) -> Vec<String> {
        self.items(feed).into_iter().map(|row| row.title).collect()
    }

    /// Lets time pass on both clocks; the engine notices with the next message.
    pub(crate) fn advance(&self, span: Span) {
        self.clock.advance(span);
        self.handle.tell(Command::SignOfLife);
    }

    /// The store, while no engine has it.
    pub(crate) fn store(&self) -> Store {
        open_store(&self.folder, self.clock.now())
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        self.handle.tell(Command::Stop);
        if let Some(thread) = self.thread.take() {
            // A test that failed already says why.
            drop(thread.join());
        }
    }
}

fn open(folder: &TempDir, clock: &Arc<ManualClock>, config: Config) -> (Handle, JoinHandle<()>) {
    let store = open_store(folder, clock.now());
    let setup = Setup {
        store,
        config,
        clock: clock.clone(),
        seed: Seed::new(1),
        background: BackgroundMode::AsStored,
        default_direction: Direction::Ltr,
        zone: Zone::utc(),
    };
    // The machine's own signs of life have nothing to do with a clock that stands still.
    spawn_watching(setup, |_| None).expect("the engine starts")
}

/// The database's own threads let go of its lock a moment after it was closed.
fn open_store(folder: &TempDir, now: Timestamp) -> Store {
    for _ in 0..200 {
        match Store::open(folder.path(), now) {
            Ok((store, _)) => return store,
            Err(StoreError::InUse { .. }) => std::thread::sleep(Duration::from_millis(10)),
            Err(error) => panic!("the store does not open: {error}"),
        }
    }
    panic!("the store stays locked")
}

pub(crate) fn start() -> Timestamp {
    Timestamp::parse_rfc3339("2026-03-02T12:00:00Z").expect("a moment")
}

/// An RSS document with these titles; each title is also guid and link.
pub(crate) fn rss(titles: &[&str]) -> String {
    let item = |title: &&str| {
        format!(
            "<item><title>{title}</title><guid isPermaLink=\"false\">{title}</guid>\
             <link>http://news.example/{title}</link><description>About {title}</description></item>"
        )
    };
    let items: Vec<String> = titles.iter().map(item).collect();
    let items = items.concat();
    format!(
        "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>News</title><link>http://news.example/</link>\
         <description>d</description>{items}</channel></rss>"
    )
}

pub(crate) fn updated(new: u32, changed: u32) -> Checked {
    Checked::Asked(LastCheck::Updated { new, changed })
}

pub(crate) fn unchanged() -> Checked {
    Checked::Asked(LastCheck::Unchanged)
}
