//! What is under way, and who stands at which host's door.

use std::collections::{HashMap, HashSet};

use tokio::sync::oneshot;

use super::message::{Enter, JobId};
use super::{Insistence, Ticket};
use crate::model::FeedId;
use crate::schedule::Slots;
use crate::time::Timestamp;

/// Jobs at once at most, those that have done with the network and still read or write included.
const JOBS: usize = 16;

/// Whose work a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    /// The user waits for it.
    User,
    /// Nobody does: each request takes a token.
    Background,
}

/// What a job does.
#[derive(Clone, Debug)]
pub(super) enum Task {
    /// It checks a feed, for these tickets.
    Check {
        /// The feed.
        feed: FeedId,
        /// Who waits.
        tickets: Vec<Ticket>,
    },
    /// It answers a ticket.
    Answer(Ticket),
}

/// One job.
#[derive(Debug)]
pub(super) struct Job {
    /// Whose work it is.
    pub(super) lane: Lane,
    /// What it does.
    pub(super) task: Task,
    /// Whether holds are kept.
    pub(super) insistence: Insistence,
    /// Dropped to cancel it; `None` once that has been done.
    pub(super) cancel: Option<oneshot::Sender<()>>,
    /// The host that it asks at this moment.
    host: Option<String>,
}

/// All jobs.
#[derive(Debug, Default)]
pub(super) struct Jobs {
    running: HashMap<JobId, Job>,
    feeds: HashMap<FeedId, JobId>,
    user: Slots,
    background: Slots,
    busy: HashSet<String>,
    doors: Vec<Enter>,
    last: u64,
}

impl Jobs {
    /// Whether a job may begin to ask this host.
    pub(super) fn may_start(&self, lane: Lane, host: &str) -> bool {
        self.running.len() < JOBS && self.may_enter(lane, host)
    }

    /// Whether a job under way may go on to this host.
    fn may_enter(&self, lane: Lane, host: &str) -> bool {
        !self.busy.contains(host) && self.slots(lane).may_start(host)
    }

    /// The places of a lane.
    pub(super) fn slots(&self, lane: Lane) -> &Slots {
        match lane {
            Lane::User => &self.user,
            Lane::Background => &self.background,
        }
    }

    /// Whether a host is being asked.
    pub(super) fn busy(&self, host: &str) -> bool {
        self.busy.contains(host)
    }

    /// A job begins, at a host if it is one that the loop chose. Gives its number and the end of its cancel line.
    pub(super) fn start(
        &mut self,
        lane: Lane,
        task: Task,
        host: Option<&str>,
        insistence: Insistence,
    ) -> (JobId, oneshot::Receiver<()>) {
        self.last += 1;
        let id = JobId(self.last);
        let (cancel, cancelled) = oneshot::channel();
        if let Task::Check { feed, .. } = &task {
            self.feeds.insert(*feed, id);
        }
        self.running.insert(id, Job { lane, task, insistence, cancel: Some(cancel), host: None });
        if let Some(host) = host {
            self.occupy(id, host);
        }
        (id, cancelled)
    }

    /// A job stands at a door. The place it had is free at once, so that two jobs never wait for each other.
    pub(super) fn knock(&mut self, enter: Enter) {
        self.leave(enter.job);
        self.doors.push(enter);
    }

    /// Opens doors: `closed` says until when a host turns a job away, `pay` whether the job has what it costs to go
    /// in; it is asked only where there is a place.
    pub(super) fn open_doors(
        &mut self,
        closed: impl Fn(&Job, &str) -> Option<Timestamp>,
        mut pay: impl FnMut(&Job) -> bool,
    ) {
        for enter in std::mem::take(&mut self.doors) {
            let Some(job) = self.running.get(&enter.job).filter(|job| job.cancel.is_some()) else { continue };
            // If the job has ended meanwhile nobody needs the reply.
            if let Some(until) = closed(job, &enter.host) {
                let _ = enter.reply.send(Err(until));
            } else if self.may_enter(job.lane, &enter.host) && pay(job) {
                self.occupy(enter.job, &enter.host);
                let _ = enter.reply.send(Ok(()));
            } else {
                self.doors.push(enter);
            }
        }
    }

    /// Whether a background job waits at a door.
    pub(super) fn waits_for_token(&self) -> bool {
        self.doors
            .iter()
            .any(|enter| self.running.get(&enter.job).is_some_and(|job| job.lane == Lane::Background))
    }

    /// A job asks nobody any more.
    pub(super) fn leave(&mut self, id: JobId) {
        let Some(job) = self.running.get_mut(&id) else { return };
        let Some(host) = job.host.take() else { return };
        self.busy.remove(&host);
        match job.lane {
            Lane::User => self.user.end(&host),
            Lane::Background => self.background.end(&host),
        }
    }

    /// A job ended.
    pub(super) fn end(&mut self, id: JobId) -> Option<Job> {
        self.leave(id);
        let job = self.running.remove(&id)?;
        if let Task::Check { feed, .. } = &job.task {
            self.feeds.remove(feed);
        }
        Some(job)
    }

    /// The job that checks a feed.
    pub(super) fn checking(&mut self, feed: FeedId) -> Option<&mut Job> {
        self.feeds.get(&feed).and_then(|id| self.running.get_mut(id))
    }

    /// The feeds that are being checked, in order of their numbers.
    pub(super) fn feeds(&self) -> Vec<FeedId> {
        let mut feeds: Vec<FeedId> = self.feeds.keys().copied().collect();
        feeds.sort_unstable();
        feeds
    }

    /// All jobs.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Job> {
        self.running.values_mut()
    }

    /// Whether nothing is under way.
    pub(super) fn is_empty(&self) -> bool {
        self.running.is_empty()
    }

    fn occupy(&mut self, id: JobId, host: &str) {
        let Some(job) = self.running.get_mut(&id) else { return };
        job.host = Some(host.to_owned());
        self.busy.insert(host.to_owned());
        match job.lane {
            Lane::User => self.user.start(host),
            Lane::Background => self.background.start(host),
        }
    }
}
