//! Checks that nobody asked for: consent, the user's presence, the network, tokens and places; and the outlook.

use super::jobs::Lane;
use super::life::Gate;
use super::message::Message;
use super::state::Engine;
use super::{BackgroundMode, Event, Insistence, Outlook, Rest};
use crate::config::{Config, IdlePause};
use crate::model::FeedId;
use crate::net::Client;
use crate::schedule::{Due, Waiting, plan};
use crate::time::{Span, Timestamp};

/// When nothing is to be done until something happens.
const LONG: Span = Span::hours(1);

/// Whether background checks are made at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leave {
    Given,
    Refused(Rest),
}

impl Engine {
    /// The user's answer to the question about background checks.
    pub(super) fn set_consent(&mut self, yes: bool) {
        self.consent = Some(yes);
        self.tools.writer.put(move |store| store.set_consent(yes));
    }

    /// New settings.
    pub(super) fn reload(&mut self, config: Config) {
        if config.proxy != self.config.proxy || config.ca_file != self.config.ca_file {
            match super::client(&config) {
                Ok(client) => self.use_client(client),
                Err(error) => tracing::warn!(%error, "the proxy stays as it was"),
            }
        }
        self.config = config;
        let now = self.now();
        self.roster.reckon_all(self.rules(), &self.holds, now);
    }

    fn use_client(&mut self, client: Client) {
        self.tools.client = client;
    }

    /// Starts background checks as all rules allow, and says when to look again.
    pub(super) fn start_background(&mut self) -> Span {
        let (now, elapsed) = (self.now(), self.elapsed());
        if self.leave() != Leave::Given {
            return LONG;
        }
        // Work that the user waits for goes first, and so do redirects of what has begun.
        if !self.queue.is_empty() || self.jobs.waits_for_token() {
            return self.bucket.wait(elapsed).max(Span::millis(50));
        }
        let until_due = match self.roster.first_due() {
            None => return LONG,
            Some(due) => due.since(now),
        };
        if until_due > Span::ZERO {
            return until_due;
        }
        if let Some(rest) = self.network.rest(elapsed).filter(|rest| *rest > Span::ZERO) {
            return rest;
        }
        match self.life.gate(self.config.idle_pause, self.config.idle_after, now, elapsed) {
            Gate::Open => {}
            Gate::Shut(again) => return again,
            Gate::Ask => return self.ask_for_signs(now, elapsed),
        }
        let token = self.bucket.wait(elapsed);
        if token > Span::ZERO {
            return token;
        }
        self.start_due(now, elapsed)
    }

    fn start_due(&mut self, now: Timestamp, elapsed: Span) -> Span {
        let mut waiting = self.roster.waiting(now);
        waiting.retain(|one| self.may_begin(one));
        let planned = plan(&waiting, self.jobs.slots(Lane::Background), &self.bucket, now, elapsed);
        // While the network is away one feed at a time finds out whether it is back.
        let most = if self.network.away() { 1 } else { usize::MAX };
        let start: Vec<FeedId> = planned.start.into_iter().take(most).collect();
        let started = !start.is_empty();
        for feed in start {
            if self.roster.still_due(feed, &self.holds, now) && self.bucket.take(elapsed) {
                self.work.expect();
                self.start_check(Lane::Background, feed, Vec::new(), Insistence::Polite, None);
            }
        }
        if started && self.network.away() {
            self.network.tried(elapsed);
        }
        planned.wake.unwrap_or(LONG)
    }

    fn may_begin(&mut self, waiting: &Waiting) -> bool {
        waiting.due != Due::Never
            && self.jobs.checking(waiting.id).is_none()
            && !self.jobs.busy(&waiting.host)
            && self.jobs.may_start(Lane::Background, &waiting.host)
    }

    fn ask_for_signs(&mut self, now: Timestamp, elapsed: Span) -> Span {
        self.life.asking(elapsed);
        let (signs, inbox) = (self.signs, self.tools.inbox.clone());
        tokio::task::spawn_blocking(move || {
            // If the loop has ended nobody needs to know.
            let _ = inbox.send(Message::Sign(signs(now)));
        });
        LONG
    }

    fn leave(&self) -> Leave {
        match (self.mode, self.consent) {
            (BackgroundMode::Granted, _) | (BackgroundMode::AsStored, Some(true)) => Leave::Given,
            (BackgroundMode::AsStored, None) => Leave::Refused(Rest::NotAsked),
            (BackgroundMode::Never, _) | (BackgroundMode::AsStored, Some(false)) => Leave::Refused(Rest::Off),
        }
    }

    /// What the status line shows now.
    pub(super) fn look_out(&mut self) -> Outlook {
        if self.jobs.is_empty() && self.queue.is_empty() {
            self.work.rest();
        }
        let (done, total) = self.work.progress();
        let rest = match self.leave() {
            Leave::Refused(rest) => Some(rest),
            Leave::Given if self.network.away() => Some(Rest::Offline),
            Leave::Given => self.life.idle().map(Rest::Idle),
        };
        let given = self.leave() == Leave::Given;
        let pauses = given && self.config.idle_pause == IdlePause::Pause && self.life.idle().is_none();
        Outlook {
            done,
            total,
            checking: self.jobs.feeds(),
            rest,
            next: self.roster.first_due().filter(|_| given),
            idle_at: self.life.newest().filter(|_| pauses).map(|sign| sign.plus(self.config.idle_after)),
        }
    }

    /// Tells the outlook if it changed.
    pub(super) fn publish(&mut self) {
        let outlook = self.look_out();
        if outlook != self.outlook {
            self.outlook = outlook.clone();
            self.tell(&Event::Outlook(outlook));
        }
    }
}
