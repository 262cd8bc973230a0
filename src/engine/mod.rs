//! The engine: the one writer of the store, the one that asks the network.
//!
//! It runs on a thread and a runtime of its own. Others hold a [`Handle`]: they send commands, ask queries
//! and listen to events.
//!
//! Inside, one loop (`run`) owns everything that changes (`state`). Whatever takes time runs as a job beside it and
//! reports back with a message: checks (`check`, of `follow`, `document`, `ledger`), discovery and previews
//! (`discovery`), changes of the user's (`edit`, `subscribe`), answers (`answer`). Jobs decide nothing about
//! politeness: before each request they stand at the host's door until the loop lets them in. Writes go through one
//! thread (`writer`), in order.

mod answer;
mod archive;
mod asking;
mod background;
mod bodies;
mod check;
mod command;
mod discovery;
mod document;
mod edit;
mod event;
mod facts;
mod follow;
mod habits;
mod holds;
mod indexing;
mod jobs;
mod judge;
mod ledger;
mod life;
mod listeners;
mod message;
mod offline;
mod older;
mod owners;
mod passage;
mod query;
mod queue;
mod refresh;
mod revision;
mod roster;
mod run;
mod state;
mod stop;
mod subscribe;
mod tools;
mod trust;
mod upkeep;
mod work;
mod writer;

pub use crate::discover::{Candidate, CandidateKind, Draft, FetchNow, Preview};
pub use crate::html::{Laid, Link, LinkKind};
pub use crate::opml::Outline;
pub use crate::schedule::{Due, Explanation, Reason};
pub use command::{Command, Insistence, Ticket};
pub use event::{Checked, Event, Outlook, Rejection, Rest};
pub use query::{
    Anchor, Answer, Article, FeedRow, FeedState, Health, ItemRow, Measure, Page, Part, Place, Query, Show,
    Sort, Source, Window,
};

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

use crate::config::Config;
use crate::model::Direction;
use crate::net::{Client, NetError, Options};
use crate::schedule::Bucket;
use crate::store::{FeedRecord, Store, StoreError};
use crate::time::{Clock, Seed, Span, Timestamp, Zone};

use asking::Secrets;
use bodies::Bodies;
use holds::Holds;
use jobs::Jobs;
use life::Life;
use listeners::Listeners;
use message::Message;
use offline::Network;
use queue::Queue;
use roster::Roster;
use state::{Editing, Engine, Phase, rules};
use tools::Tools;
use upkeep::Upkeep;
use work::Work;
use writer::Writer;

/// Threads for parsing, layout and reading at most.
const BLOCKING_THREADS: usize = 8;
/// How long the end waits for threads that read or parse.
const PATIENCE: Span = Span::millis(100);

/// What the engine is given.
#[derive(Debug)]
pub struct Setup {
    /// The store, opened.
    pub store: Store,
    /// The settings.
    pub config: Config,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Where chance comes from.
    pub seed: Seed,
    /// Whether the engine makes background checks at all.
    pub background: BackgroundMode,
    /// The reader's default direction, by its default language (`product.md` section 2, rule 4).
    pub default_direction: Direction,
    /// The time zone in which dates in articles are shown.
    pub zone: Zone,
}

/// Whether background checks are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackgroundMode {
    /// If the user said yes (kept in the store).
    AsStored,
    /// Yes, for this run (`watch --yes`).
    Granted,
    /// No: a command that does one thing and ends.
    Never,
}

/// When others saw the user last, asked at this moment; `None` if nobody knows. May block for some seconds.
pub type SignsOfLife = fn(Timestamp) -> Option<Timestamp>;

/// The way to the engine. Cheap to clone; the engine ends when told to [`Command::Stop`].
#[derive(Clone, Debug)]
pub struct Handle {
    inbox: UnboundedSender<Message>,
    listeners: Listeners,
    last_ticket: Arc<AtomicU64>,
}

impl Handle {
    /// A ticket that was never given before in this run.
    #[must_use]
    pub fn ticket(&self) -> Ticket {
        Ticket(self.last_ticket.fetch_add(1, Ordering::Relaxed) + 1)
    }

    /// Sends an intent. Never waits; after `Stop` it does nothing.
    pub fn tell(&self, command: Command) {
        // An engine that has ended obeys nobody.
        let _ = self.inbox.send(Message::Command(command));
    }

    /// Asks a question and waits for the answer; [`Answer::Failed`] if the engine has ended.
    pub async fn ask(&self, query: Query) -> Answer {
        let ended = || Answer::Failed("the engine has ended".to_owned());
        let (reply, answer) = oneshot::channel();
        if self.inbox.send(Message::Ask(query, reply)).is_err() {
            return ended();
        }
        answer.await.unwrap_or_else(|_| ended())
    }

    /// All events from now on. May be called by several listeners; each gets all. Closed after [`Event::Stopped`].
    #[must_use]
    pub fn listen(&self) -> UnboundedReceiver<Event> {
        self.listeners.add()
    }
}

/// Starts the engine on a thread and a runtime of its own.
///
/// # Errors
///
/// When the thread, the runtime or the HTTP client can't be made, or the store can't be read.
pub fn spawn(setup: Setup) -> Result<(Handle, JoinHandle<()>), SpawnError> {
    spawn_watching(setup, crate::idle::last_sign)
}

/// Like [`spawn`], with another way to see whether the user is there.
///
/// # Errors
///
/// As [`spawn`].
pub fn spawn_watching(setup: Setup, signs: SignsOfLife) -> Result<(Handle, JoinHandle<()>), SpawnError> {
    let (inbox, outbox) = unbounded_channel();
    let listeners = Listeners::default();
    let client = client(&setup.config).map_err(SpawnError::of)?;
    let (writer, writing) = Writer::spawn(setup.store.clone()).map_err(SpawnError::of)?;
    let runtime = runtime().map_err(SpawnError::of)?;
    let tools = Tools {
        client,
        store: setup.store,
        writer,
        clock: setup.clock,
        inbox: inbox.clone(),
        default_direction: setup.default_direction,
        zone: setup.zone,
        secrets: Secrets::default(),
    };
    let given = Given {
        config: setup.config,
        seed: setup.seed,
        background: setup.background,
        signs,
        listeners: listeners.clone(),
    };
    let engine = engine(tools, given).map_err(SpawnError::of)?;
    let thread = std::thread::Builder::new()
        .name("hudhud-engine".to_owned())
        .spawn(move || {
            runtime.block_on(run::run(engine, outbox));
            runtime.shutdown_timeout(PATIENCE.to_std());
            await_end(&writing);
        })
        .map_err(SpawnError::of)?;
    Ok((Handle { inbox, listeners, last_ticket: Arc::default() }, thread))
}

/// The engine could not be started.
#[derive(Debug, thiserror::Error)]
#[error("the engine can't start: {0}")]
pub struct SpawnError(pub String);

impl SpawnError {
    fn of(reason: impl std::fmt::Display) -> Self {
        Self(reason.to_string())
    }
}

/// What the loop starts with beside its tools.
struct Given {
    config: Config,
    seed: Seed,
    background: BackgroundMode,
    signs: SignsOfLife,
    listeners: Listeners,
}

/// One thread serves loop, requests and timers; what blocks runs beside it.
fn runtime() -> std::io::Result<Runtime> {
    Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(BLOCKING_THREADS)
        .thread_name("hudhud-work")
        .build()
}

/// Nobody holds the writer any more unless a thread hangs, so it ends as soon as all is written, and the store with it.
fn await_end(writing: &JoinHandle<()>) {
    for _ in 0..PATIENCE.as_millis() {
        if writing.is_finished() {
            return;
        }
        std::thread::sleep(Span::millis(1).to_std());
    }
    tracing::warn!("the writing thread has not ended");
}

fn client(config: &Config) -> Result<Client, NetError> {
    let authority = config.ca_file.as_ref().map(Into::into);
    Client::new(&Options { proxy: config.proxy.clone().into(), authority, ..Options::default() })
}

fn engine(tools: Tools, given: Given) -> Result<Engine, StoreError> {
    let Given { config, seed, background, signs, listeners } = given;
    let (now, elapsed) = (tools.clock.now(), tools.clock.elapsed());
    let seed = tools.store.seed(seed)?;
    let holds = Holds::new(tools.store.holds()?);
    let without_deltas = Arc::new(tools.store.without_deltas()?.into_iter().collect());
    let consent = tools.store.consent()?;
    let mut roster = Roster::new(rules(&config, seed));
    for record in tools.store.feeds()?.into_iter().chain(removed(&tools.store)?) {
        roster.put(record.subscription.id, Some(record), &holds, now);
    }
    if tools.store.all_feeds()?.is_empty() && !tools.store.is_indexed()? {
        // There is nothing to be found yet; checks keep it so.
        tools.store.set_indexed()?;
    }
    Ok(Engine {
        tools,
        listeners,
        config,
        mode: background,
        consent,
        signs,
        seed,
        roster,
        holds,
        without_deltas,
        bodies: Bodies::default(),
        network: Network::default(),
        bucket: Bucket::new(elapsed),
        jobs: Jobs::default(),
        queue: Queue::default(),
        work: Work::default(),
        edits: VecDeque::new(),
        editing: Editing::Idle,
        life: Life::default(),
        outlook: Outlook::default(),
        clocks: (now, elapsed),
        upkeep: Upkeep::new(elapsed),
        indexing: None,
        phase: Phase::Running,
    })
}

/// Subscriptions that can come back.
fn removed(store: &Store) -> Result<Vec<FeedRecord>, StoreError> {
    let records = store.removed()?.into_iter().map(|subscription| store.feed(subscription.id));
    Ok(records.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}
