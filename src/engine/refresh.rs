//! Checks that the user asked for, and what happens when any check ends.

use std::sync::Arc;

use super::check::{CheckEnd, Kept, Order, Reach, check};
use super::follow::Fetched;
use super::jobs::{Lane, Task};
use super::message::{JobId, Message};
use super::offline::{Meaning, Suspect};
use super::passage::Passage;
use super::queue::{Rank, Wanted};
use super::roster::Entry;
use super::state::Engine;
use super::{Checked, Event, Insistence, Rejection, Ticket};
use crate::config::Updated;
use crate::http::Who;
use crate::model::{CheckState, FailureKind, FeedId, LastCheck, Scope};
use crate::net::Patience;
use crate::store::{AfterUpdate, CheckBatch, Hold, Store};
use crate::time::Timestamp;

impl Engine {
    /// F5, refresh all, `hudhud refresh`.
    pub(super) fn refresh(&mut self, ticket: Ticket, scope: &Scope, insistence: Insistence) {
        let feeds = self.roster.scope(scope);
        if let (Scope::Feed(id), true) = (scope, feeds.is_empty()) {
            self.tell(&Event::Rejected(ticket, Rejection::NoSuchFeed(*id)));
            return;
        }
        self.tell(&Event::Started { ticket, total: feeds.len() });
        if feeds.is_empty() {
            self.tell(&Event::Finished(ticket));
            return;
        }
        self.work.begin(ticket, feeds.iter().copied());
        let rank = if matches!(scope, Scope::Feed(_)) { Rank::First } else { Rank::Last };
        for feed in feeds {
            self.want(Wanted { feed, tickets: vec![ticket], insistence, body: None }, rank);
        }
    }

    /// Joins the check in flight, or queues one. The tickets must have begun to wait for the feed.
    pub(super) fn want(&mut self, wanted: Wanted, rank: Rank) {
        if let Some(job) = self.jobs.checking(wanted.feed)
            && job.cancel.is_some()
            && let Task::Check { tickets, .. } = &mut job.task
        {
            tickets.extend(wanted.tickets);
            return;
        }
        let host = self.roster.get(wanted.feed).map(|entry| entry.host.clone()).unwrap_or_default();
        if self.queue.add(&host, wanted, rank) {
            self.work.expect();
        }
    }

    /// Starts what the user waits for, as places allow.
    pub(super) fn start_wanted(&mut self) {
        // A feed whose cancelled check has not ended yet comes again once it has.
        let mut again = Vec::new();
        while let Some(wanted) = {
            let jobs = &self.jobs;
            self.queue.next(|host| jobs.may_start(Lane::User, host))
        } {
            if self.jobs.checking(wanted.feed).is_some() {
                again.push(wanted);
            } else {
                self.start_one(wanted);
            }
        }
        for wanted in again {
            let host = self.roster.get(wanted.feed).map(|entry| entry.host.clone()).unwrap_or_default();
            self.queue.add(&host, wanted, Rank::First);
        }
    }

    fn start_one(&mut self, mut wanted: Wanted) {
        let now = self.now();
        let elapsed = self.elapsed();
        let Some(entry) = self.roster.get(wanted.feed) else {
            return self.turn_away(&wanted, &Checked::Cancelled);
        };
        if wanted.body.is_none() && entry.check.last_attempt.is_none() {
            // A preview may have brought it while the new subscription waited for its host.
            wanted.body = self.bodies.get(&entry.subscription.url, elapsed);
        }
        let held = self.held(entry, now).filter(|_| wanted.insistence == Insistence::Polite);
        if let Some(until) = held.filter(|_| wanted.body.is_none()) {
            return self.turn_away(&wanted, &Checked::Held(until));
        }
        let Wanted { feed, tickets, insistence, body } = wanted;
        self.start_check(Lane::User, feed, tickets, insistence, body);
    }

    /// Until when a feed is left alone even if the user asks: its host's hold, or its own `Retry-After`.
    fn held(&self, entry: &Entry, now: Timestamp) -> Option<Timestamp> {
        let asked_to_wait = matches!(
            &entry.check.last,
            Some(LastCheck::Failed(failure)) if failure.kind == FailureKind::Held
        );
        let own = entry.check.not_before.filter(|until| asked_to_wait && *until > now);
        self.holds.of(&entry.host, now).max(own)
    }

    fn turn_away(&mut self, wanted: &Wanted, outcome: &Checked) {
        self.work.tick();
        for ticket in &wanted.tickets {
            self.settle(*ticket, wanted.feed, outcome.clone());
        }
    }

    /// Starts a check. The caller has made sure that there is a place, and taken a token if one is needed.
    pub(super) fn start_check(
        &mut self,
        lane: Lane,
        feed: FeedId,
        tickets: Vec<Ticket>,
        insistence: Insistence,
        body: Option<Arc<Fetched>>,
    ) {
        let Some(entry) = self.roster.get(feed) else { return };
        let patience = match lane {
            Lane::User => Patience::User,
            Lane::Background => Patience::Background,
        };
        let host = body.is_none().then(|| entry.host.clone());
        let order = Order {
            feed,
            url: entry.subscription.url.clone(),
            prior: entry.check.clone(),
            patience,
            access: entry.subscription.access.clone(),
            charset: entry.subscription.charset.clone(),
            after_update: match self.config.updated {
                Updated::Keep => AfterUpdate::Keep,
                Updated::Unread => AfterUpdate::Unread,
            },
            without_deltas: Arc::clone(&self.without_deltas),
            owners: self.roster.owners(),
            body,
        };
        let (id, cancel) = self.jobs.start(lane, Task::Check { feed, tickets }, host.as_deref(), insistence);
        let passage = Passage::new(id, self.tools.inbox.clone(), host);
        let tools = self.tools.clone();
        self.tell(&Event::Checking(feed));
        tokio::spawn(async move {
            let inbox = tools.inbox.clone();
            let end = check(order, tools, passage, cancel).await;
            // If the loop has ended nobody needs to know.
            let _ = inbox.send(Message::Checked(id, Box::new(end)));
        });
    }

    /// Opens the doors of hosts to jobs under way, as holds, tokens and places allow.
    pub(super) fn open_doors(&mut self) {
        let (now, elapsed) = (self.now(), self.elapsed());
        let (holds, bucket) = (&self.holds, &mut self.bucket);
        self.jobs.open_doors(
            |job, host| holds.of(host, now).filter(|_| job.insistence == Insistence::Polite),
            |job| job.lane == Lane::User || bucket.take(elapsed),
        );
    }

    /// A check ended.
    pub(super) fn checked(&mut self, id: JobId, mut end: CheckEnd) {
        match std::mem::replace(&mut end.reach, Reach::Unknown) {
            Reach::Answered => {
                self.network.answered();
                end.reach = Reach::Answered;
            }
            Reach::Unknown => {}
            Reach::Unreachable(host) => return self.unreachable(id, end, host),
        }
        let Some(job) = self.jobs.end(id) else { return };
        let Task::Check { feed, tickets } = job.task else { return };
        self.note_wait(&end);
        self.note_garbled(&end);
        self.note_batch(&end);
        if matches!(end.outcome, Checked::Asked(LastCheck::Updated { .. })) {
            self.tidy_index();
        }
        self.work.tick();
        if tickets.is_empty() && job.cancel.is_some() {
            self.tell(&Event::Checked { ticket: None, feed, outcome: end.outcome.clone() });
        }
        for ticket in tickets {
            self.settle(ticket, feed, end.outcome.clone());
        }
    }

    /// A host that can't be reached is to blame only if the network is there. The check ends once that is written.
    fn unreachable(&mut self, id: JobId, mut end: CheckEnd, host: String) {
        let (now, elapsed) = (self.now(), self.elapsed());
        let before = self.roster.get(end.feed).map(|entry| entry.check.clone()).unwrap_or_default();
        let suspect = Suspect { feed: end.feed, host, before };
        let mut states: Vec<(FeedId, CheckState)> = Vec::new();
        match self.network.unreachable(suspect, elapsed) {
            Meaning::Counts => states.extend(end.batch.iter().map(|batch| (end.feed, batch.check.clone()))),
            Meaning::Away(earlier) => {
                end.batch = None;
                states.extend(earlier.into_iter().map(|suspect| (suspect.feed, suspect.before)));
            }
        }
        end.kept = Kept::Yes;
        for (feed, check) in &states {
            let batch = CheckBatch { check: check.clone(), ..CheckBatch::default() };
            self.roster.checked(*feed, &batch, &self.holds, now);
        }
        let (writer, inbox) = (self.tools.writer.clone(), self.tools.inbox.clone());
        tokio::spawn(async move {
            let write = move |store: &Store| {
                for (feed, check) in states {
                    store.commit(feed, CheckBatch { check, ..CheckBatch::default() })?;
                }
                Ok(())
            };
            if let Err(error) = writer.run(write).await {
                tracing::warn!(%error, "a failure was not written");
            }
            // If the loop has ended nobody needs to know.
            let _ = inbox.send(Message::Checked(id, Box::new(end)));
        });
    }

    fn note_garbled(&mut self, end: &CheckEnd) {
        let Some(host) = end.garbled.clone() else { return };
        let now = self.now();
        Arc::make_mut(&mut self.without_deltas).insert(host.clone());
        self.tools.writer.put(move |store| store.set_without_deltas(&host, now));
    }

    fn note_wait(&mut self, end: &CheckEnd) {
        let now = self.now();
        let Some((host, until, who)) = &end.wait else {
            if let Some(host) = end.host.as_deref().filter(|_| end.reach == Reach::Answered) {
                self.holds.feed_answered(host, end.feed);
            }
            return;
        };
        let until = match who {
            Who::Host => Some(*until),
            Who::Feed => self.holds.feed_asked(host, end.feed, *until, now),
        };
        let Some(until) = until else { return };
        if self.hold(host, until) {
            self.roster.reckon_host(host, &self.holds, now);
        }
        let siblings = matches!(who, Who::Host).then(|| self.holds.siblings(host, until, now)).flatten();
        if siblings.is_some_and(|(all, until)| self.hold(&all, until)) {
            self.roster.reckon_all(self.rules(), &self.holds, now);
        }
    }

    /// Whether that lengthened the hold, which is then kept.
    fn hold(&mut self, host: &str, until: Timestamp) -> bool {
        let now = self.now();
        let longer = self.holds.hold(host, until, now);
        if longer {
            let hold = Hold { host: host.to_owned(), until };
            self.tools.writer.put(move |store| store.hold(&hold, now));
        }
        longer
    }

    fn note_batch(&mut self, end: &CheckEnd) {
        let Some(batch) = end.batch.as_ref().filter(|_| end.kept != Kept::NotYet) else { return };
        let now = self.now();
        self.roster.checked(end.feed, batch, &self.holds, now);
        if end.kept == Kept::Yes && batch.feed.is_some() {
            self.tell(&Event::ItemsChanged(end.feed));
        }
        if end.kept == Kept::Yes && batch.url.is_some() {
            self.tell(&Event::SubscriptionsChanged);
        }
    }

    /// Stops working on a ticket. What others also wait for goes on.
    pub(super) fn cancel(&mut self, ticket: Ticket) {
        let mut settled = Vec::new();
        for (feed, others) in self.queue.forget(ticket) {
            if !others {
                self.work.tick();
            }
            settled.push(feed);
        }
        for job in self.jobs.iter_mut() {
            match &mut job.task {
                Task::Answer(own) if *own == ticket => job.cancel = None,
                Task::Check { feed, tickets } if tickets.contains(&ticket) => {
                    tickets.retain(|known| *known != ticket);
                    settled.push(*feed);
                    if tickets.is_empty() && job.lane == Lane::User {
                        job.cancel = None;
                    }
                }
                _ => {}
            }
        }
        for feed in settled {
            self.settle(ticket, feed, Checked::Cancelled);
        }
    }

    /// Nothing about this feed is to be done any more.
    pub(super) fn abandon(&mut self, feed: FeedId) {
        if let Some(wanted) = self.queue.take_out(feed) {
            self.turn_away(&wanted, &Checked::Cancelled);
        }
        if let Some(job) = self.jobs.checking(feed) {
            job.cancel = None;
        }
    }
}
