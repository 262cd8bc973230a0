//! What the loop knows.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use tokio::task::JoinHandle;

use super::bodies::Bodies;
use super::edit::Edit;
use super::holds::Holds;
use super::jobs::Jobs;
use super::life::Life;
use super::listeners::Listeners;
use super::offline::Network;
use super::queue::Queue;
use super::roster::{Roster, Rules};
use super::tools::Tools;
use super::upkeep::Upkeep;
use super::work::{Left, Work};
use super::{BackgroundMode, Checked, Event, Outlook, SignsOfLife, Ticket};
use crate::config::{Config, SkipHours};
use crate::model::FeedId;
use crate::schedule::{Bucket, Policy, Skip};
use crate::time::{Seed, Span, Timestamp};

/// The engine's memory. Only the loop touches it.
#[derive(Debug)]
pub(super) struct Engine {
    /// What jobs are given.
    pub(super) tools: Tools,
    /// Who hears what happens.
    pub(super) listeners: Listeners,
    /// The settings.
    pub(super) config: Config,
    /// Whether background checks are made.
    pub(super) mode: BackgroundMode,
    /// The user's answer to the question about them.
    pub(super) consent: Option<bool>,
    /// How others are asked for signs of life.
    pub(super) signs: SignsOfLife,
    /// Where the salt comes from.
    pub(super) seed: Seed,
    /// The subscriptions.
    pub(super) roster: Roster,
    /// Hosts that are left alone.
    pub(super) holds: Holds,
    /// Hosts that are asked for no deltas, since theirs can't be read.
    pub(super) without_deltas: Arc<HashSet<String>>,
    /// Answers kept for a while.
    pub(super) bodies: Bodies,
    /// Whether the network is there.
    pub(super) network: Network,
    /// The tokens of background requests.
    pub(super) bucket: Bucket,
    /// What is under way.
    pub(super) jobs: Jobs,
    /// What the user waits for.
    pub(super) queue: Queue,
    /// Who waits for what.
    pub(super) work: Work,
    /// Changes that wait for those before them.
    pub(super) edits: VecDeque<Edit>,
    /// Whether a change is being made.
    pub(super) editing: Editing,
    /// Signs of life.
    pub(super) life: Life,
    /// What was told last.
    pub(super) outlook: Outlook,
    /// Both clocks as they were seen last.
    pub(super) clocks: (Timestamp, Span),
    /// Upkeep of the store.
    pub(super) upkeep: Upkeep,
    /// Work on the index for search, if it was begun.
    pub(super) indexing: Option<JoinHandle<()>>,
    /// Whether it goes on.
    pub(super) phase: Phase,
}

/// Whether a change is being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Editing {
    /// One is.
    Busy,
    /// None is.
    Idle,
}

/// Whether the engine goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// It does.
    Running,
    /// It was told to stop.
    Stopping,
}

impl Engine {
    /// The time of day.
    pub(super) fn now(&self) -> Timestamp {
        self.tools.clock.now()
    }

    /// The time that passes.
    pub(super) fn elapsed(&self) -> Span {
        self.tools.clock.elapsed()
    }

    /// Tells everybody.
    pub(super) fn tell(&self, event: &Event) {
        self.listeners.tell(event);
    }

    /// What due times depend on.
    pub(super) fn rules(&self) -> Rules {
        rules(&self.config, self.seed)
    }

    /// A ticket has its answer about one feed; tells it, and that the ticket is done if it is.
    pub(super) fn settle(&mut self, ticket: Ticket, feed: FeedId, outcome: Checked) {
        let left = self.work.settle(ticket, feed);
        if left == Left::Unknown {
            return;
        }
        self.tell(&Event::Checked { ticket: Some(ticket), feed, outcome });
        if left == Left::Nothing {
            self.tell(&Event::Finished(ticket));
        }
    }
}

/// What due times depend on, by the settings.
pub(super) fn rules(config: &Config, seed: Seed) -> Rules {
    let skip = match config.skip_hours {
        SkipHours::Shown => Skip::Shown,
        SkipHours::Obeyed => Skip::Obeyed,
    };
    let policy = Policy {
        interval: config.interval,
        floor: config.floor,
        salt_per_mille: config.salt_per_mille,
        skip,
    };
    Rules { policy, seed }
}
