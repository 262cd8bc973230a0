//! What a command works with: the engine of the process that owns the store.

use std::sync::Arc;

use tokio::sync::mpsc::UnboundedReceiver;

use super::exit::Stop;
use crate::config::Config;
use crate::engine::{
    Anchor, Answer, Command, Event, FeedRow, Handle, Health, ItemRow, Query, Rejection, Source, Ticket,
    Window,
};
use crate::model::{Applied, Change, FeedId, Item, ItemId, Status};
use crate::store::Store;
use crate::strings::words;
use crate::text::Shaping;
use crate::time::{Clock, Timestamp};

/// Rows that are asked for at once: a long list costs a few questions and little memory.
const ROWS: usize = 500;

/// The way to the engine, with what commands need beside it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Session {
    /// The way to the engine.
    pub handle: Handle,
    /// The store, for what reads or mends it as a whole. Everything else goes through the engine.
    pub store: Store,
    /// The settings that the engine runs with.
    pub config: Arc<Config>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
}

impl Session {
    /// This moment.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Whether Arabic letters are joined by us.
    #[must_use]
    pub fn shaping(&self) -> Shaping {
        match self.config.arabic_shaping {
            crate::config::Shaping::On => Shaping::On,
            crate::config::Shaping::Off => Shaping::Off,
        }
    }

    /// All subscriptions.
    ///
    /// # Errors
    ///
    /// When the store can't be read.
    pub async fn feeds(&self) -> Result<Vec<FeedRow>, Stop> {
        match self.handle.ask(Query::Feeds).await {
            Answer::Feeds(rows) => Ok(rows),
            other => Err(unanswered(other)),
        }
    }

    /// Everything known about one feed.
    ///
    /// # Errors
    ///
    /// When there is none or the store can't be read.
    pub async fn health(&self, id: FeedId) -> Result<Box<Health>, Stop> {
        match self.handle.ask(Query::Health(id)).await {
            Answer::Health(Some(health)) => Ok(health),
            Answer::Health(None) => Err(rejected(&Rejection::NoSuchFeed(id))),
            other => Err(unanswered(other)),
        }
    }

    /// One whole item with its marks.
    ///
    /// # Errors
    ///
    /// When the store can't be read.
    pub async fn item(&self, id: ItemId) -> Result<Option<Box<(Item, Status)>>, Stop> {
        match self.handle.ask(Query::Item(id)).await {
            Answer::Item(found) => Ok(found),
            other => Err(unanswered(other)),
        }
    }

    /// Some rows of a list: those behind `last`, or the first ones; empty at the end.
    ///
    /// # Errors
    ///
    /// When the store can't be read.
    pub async fn rows(&self, source: &Source, last: Option<&ItemRow>) -> Result<Vec<ItemRow>, Stop> {
        let anchor = last.map_or(Anchor::First, |row| Anchor::At { date: row.date, item: row.id });
        let window = Window { anchor, before: 0, after: ROWS + 1 };
        match self.handle.ask(Query::Items(source.clone(), window)).await {
            Answer::Items(page) => {
                let rows = page.rows.into_iter().skip(page.anchor);
                Ok(rows.filter(|row| last.is_none_or(|last| last.id != row.id)).take(ROWS).collect())
            }
            other => Err(unanswered(other)),
        }
    }

    /// Applies a change.
    ///
    /// # Errors
    ///
    /// When the engine refuses.
    pub async fn apply(&self, change: Change) -> Result<Applied, Stop> {
        let mut task = self.start(|ticket| Command::Apply(ticket, change));
        loop {
            match task.next().await? {
                Event::Applied(_, applied) => return Ok(applied),
                Event::Rejected(_, reason) => return Err(rejected(&reason)),
                _ => {}
            }
        }
    }

    /// Sends a command and listens to what comes of it.
    #[must_use]
    pub(super) fn start(&self, command: impl FnOnce(Ticket) -> Command) -> Task {
        let mut task = self.listen();
        task.also(command);
        task
    }

    /// Work that consists of nothing yet; see [`Task::also`].
    #[must_use]
    pub(super) fn listen(&self) -> Task {
        Task { handle: self.handle.clone(), tickets: Vec::new(), events: self.handle.listen() }
    }
}

/// Work that the engine does for a command. Dropping it cancels what is not done yet.
#[derive(Debug)]
pub(super) struct Task {
    handle: Handle,
    tickets: Vec<Ticket>,
    events: UnboundedReceiver<Event>,
}

impl Task {
    /// Sends a command whose events belong to this work. They are listened to already, so none is missed.
    pub(super) fn also(&mut self, command: impl FnOnce(Ticket) -> Command) {
        let ticket = self.handle.ticket();
        self.tickets.push(ticket);
        self.handle.tell(command(ticket));
    }

    /// The next event of this work, or a check of a feed that begins.
    ///
    /// # Errors
    ///
    /// When the engine ended.
    pub(super) async fn next(&mut self) -> Result<Event, Stop> {
        loop {
            match self.events.recv().await {
                None | Some(Event::Stopped) => {
                    return Err(Stop::failed(
                        "the engine ended before the work was done; run the command again",
                    ));
                }
                Some(event) if concerns(&event, &self.tickets) => return Ok(event),
                Some(_) => {}
            }
        }
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        // A ticket whose work is done can be cancelled without effect.
        for ticket in &self.tickets {
            self.handle.tell(Command::Cancel(*ticket));
        }
    }
}

/// The failure that a refusal of the engine is for a command.
#[must_use]
pub(super) fn rejected(reason: &Rejection) -> Stop {
    Stop::failed(words::rejection(reason))
}

/// The failure that an answer is which does not answer the question.
#[must_use]
pub(super) fn unanswered(answer: Answer) -> Stop {
    match answer {
        Answer::Failed(reason) => Stop::failed(format!(
            "the store can't be read ({}); see \"hudhud doctor\"",
            words::quoted(&reason)
        )),
        _ => Stop::failed("the engine gave no answer; run the command again"),
    }
}

fn concerns(event: &Event, tickets: &[Ticket]) -> bool {
    match event {
        Event::Checking(_) => true,
        Event::Started { ticket: of, .. }
        | Event::Finished(of)
        | Event::Found(of, _)
        | Event::Previewed(of, _)
        | Event::Subscribed { ticket: of, .. }
        | Event::Applied(of, _)
        | Event::Imported { ticket: of, .. }
        | Event::Rejected(of, _) => tickets.contains(of),
        Event::Checked { ticket: of, .. } => of.is_some_and(|of| tickets.contains(&of)),
        Event::ItemsChanged(_) | Event::SubscriptionsChanged | Event::Outlook(_) | Event::Stopped => false,
    }
}
