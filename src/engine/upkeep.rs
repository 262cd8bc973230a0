//! Upkeep of the store: a copy a day, old items, compaction, and opening the database anew when much was written.
//!
//! One piece of upkeep is done at a time, beside everything else and in small batches, so that the user's changes get their
//! turn in between.

use tokio::task::JoinHandle;

use super::message::Message;
use super::state::Engine;
use super::tools::Tools;
use super::{Event, indexing};
use crate::config::OldUnread;
use crate::model::{FeedId, Retention, Scope};
use crate::store::{self, Compacted, Opened, Store, StoreError, Threshold, Wear};
use crate::time::{Span, Timestamp};

/// Upkeep waits so long after the start, which belongs to the user.
const FIRST: Span = Span::seconds(10);
/// How often to see whether something is due.
const LOOK: Span = Span::hours(1);
/// How often to see whether the database should be opened anew: as often as the loop looks around.
const GLANCE: Span = Span::seconds(30);
/// How often copies are made and old items let go.
const DAY: Span = Span::days(1);
/// The note that tells when the store was last gone through.
const NOTE: &str = "upkeep";

/// When what is due next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Upkeep {
    /// When to look next, on the clock that never jumps.
    look: Span,
    /// When to glance next.
    glance: Span,
    /// Whether some is under way.
    work: Work,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    None,
    UnderWay,
}

/// What upkeep changed.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    /// Feeds that lost items.
    lighter: Vec<FeedId>,
    /// Removed feeds that can't come back any more.
    gone: Vec<FeedId>,
}

/// What upkeep may do to items.
#[derive(Clone, Debug)]
struct Orders {
    feeds: Vec<(FeedId, Retention)>,
    unread: store::OldUnread,
    threshold: Threshold,
    now: Timestamp,
}

impl Upkeep {
    /// Nothing is due at this moment.
    pub(super) fn new(elapsed: Span) -> Self {
        Self { look: elapsed.plus(FIRST), glance: elapsed.plus(GLANCE), work: Work::None }
    }
}

impl Engine {
    /// Begins what is due.
    pub(super) fn start_upkeep(&mut self) {
        let elapsed = self.elapsed();
        if self.upkeep.work == Work::UnderWay {
            return;
        }
        if elapsed >= self.upkeep.look {
            self.upkeep.look = elapsed.plus(LOOK);
            self.start_indexing(indexing::maintain(self.tools.clone()));
            let orders = self.orders();
            self.keep_up(move |tools| go_through(&tools, &orders));
        } else if elapsed >= self.upkeep.glance {
            self.upkeep.glance = elapsed.plus(GLANCE);
            self.start_indexing(indexing::maintain(self.tools.clone()));
            let quiet = self.jobs.is_empty() && self.queue.is_empty();
            let wear = self.tools.store.wear();
            if wear == Wear::Urgent || (wear == Wear::Worn && quiet) {
                let now = self.now();
                self.keep_up(move |tools| {
                    renew(&tools.store, now);
                    Kept::default()
                });
            }
        }
    }

    /// Begins work on the index for search, if none is under way.
    fn start_indexing(&mut self, work: impl Future<Output = ()> + Send + 'static) {
        if self.indexing.as_ref().is_none_or(JoinHandle::is_finished) {
            self.indexing = Some(tokio::spawn(work));
        }
    }

    /// Brings the index in order after a check added to it.
    pub(super) fn tidy_index(&mut self) {
        self.start_indexing(indexing::tidy(self.tools.clone()));
    }

    /// Some upkeep ended.
    pub(super) fn kept_up(&mut self, kept: Kept) {
        self.upkeep.work = Work::None;
        let now = self.now();
        for feed in kept.gone {
            self.roster.put(feed, None, &self.holds, now);
        }
        for feed in kept.lighter {
            self.tell(&Event::ItemsChanged(feed));
        }
    }

    fn keep_up(&mut self, work: impl FnOnce(Tools) -> Kept + Send + 'static) {
        self.upkeep.work = Work::UnderWay;
        let (tools, inbox) = (self.tools.clone(), self.tools.inbox.clone());
        tokio::spawn(async move {
            let done = tokio::task::spawn_blocking(move || work(tools)).await;
            let kept = done.unwrap_or_else(|error| {
                tracing::error!(%error, "upkeep panicked");
                Kept::default()
            });
            // If the loop has ended nobody needs to know.
            let _ = inbox.send(Message::KeptUp(kept));
        });
    }

    fn orders(&self) -> Orders {
        let of = |retention| match retention {
            Retention::Default => self.config.retention,
            own => own,
        };
        let unread = match self.config.old_unread {
            OldUnread::Stay => store::OldUnread::Stay,
            OldUnread::Go => store::OldUnread::Go,
        };
        let all = self.roster.scope(&Scope::All);
        let feeds = all.into_iter().filter_map(|feed| self.roster.get(feed));
        Orders {
            feeds: feeds.map(|entry| (entry.subscription.id, of(entry.subscription.retention))).collect(),
            unread,
            threshold: Threshold::default(),
            now: self.now(),
        }
    }
}

/// Does what a day asks for, if a day has passed.
fn go_through(tools: &Tools, orders: &Orders) -> Kept {
    let (store, now) = (&tools.store, orders.now);
    if is_over(store.last_copy(), now) && !store.feeds().is_ok_and(|feeds| feeds.is_empty()) {
        log("a copy", store.save_copy(now));
    }
    let last = store.note(NOTE).ok().flatten().and_then(|text| text.parse().ok());
    if !is_over(last.map(Timestamp::from_millis), now) {
        return Kept::default();
    }
    let gone = log("tidying", store.tidy(now)).unwrap_or_default();
    let mut lighter = Vec::new();
    for (feed, retention) in &orders.feeds {
        let gone = log("retention", store.expire(*feed, *retention, orders.unread, now));
        lighter.extend(gone.filter(|gone| *gone > 0).map(|_| *feed));
    }
    if let Some(Compacted::Done { before, after }) = log("compaction", store.compact(orders.threshold, now)) {
        tracing::info!(before, after, "the store was compacted");
    }
    log("a note", store.set_note(NOTE, &now.as_millis().to_string()));
    Kept { lighter, gone }
}

/// Opens the database anew.
pub(super) fn renew(store: &Store, now: Timestamp) {
    match log("opening the store anew", store.renew(now)) {
        Some(Some(Opened::Whole)) | None => {}
        Some(Some(opened)) => tracing::error!(?opened, "the store was damaged"),
        Some(None) => tracing::debug!("the store is in use or the disk full; it is opened anew later"),
    }
}

/// Whether a day has passed. A moment in the future was written by a clock that was wrong.
fn is_over(last: Option<Timestamp>, now: Timestamp) -> bool {
    last.is_none_or(|last| last > now || now.since(last) >= DAY)
}

/// The result, or nothing when it failed, which is logged.
fn log<T>(what: &str, result: Result<T, StoreError>) -> Option<T> {
    result.inspect_err(|error| tracing::warn!(%error, "{what} failed")).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(last: Option<i64>, now: i64, expected: bool) {
        assert_eq!(is_over(last.map(Timestamp::from_seconds), Timestamp::from_seconds(now)), expected);
    }

    #[test]
    fn a_day_must_have_passed() {
        check(None, 0, true);
        check(Some(0), 86_399, false);
        check(Some(0), 86_400, true);
    }

    #[test]
    fn a_moment_in_the_future_counts_as_long_ago() {
        check(Some(100), 99, true);
    }
}
