//! What came of the tasks that the engine was given, as notices.

use super::{ask_for_consent, change, settle, tell, undone};
use crate::engine::{Checked, Rejection, Ticket};
use crate::model::{Applied, FeedId, LastCheck, Scope};
use crate::process::OpenError;
use crate::strings::{Text, when, words};
use crate::tui::effect::Effects;
use crate::tui::model::{Deed, Job, Model, Tally, Weight};

/// Work began.
pub(super) fn started(model: &mut Model, ticket: Ticket, total: usize) {
    if let Some(Job::Refresh(tally)) = model.jobs.get_mut(&ticket) {
        tally.total = total;
    }
}

/// A feed was checked.
pub(super) fn checked(model: &mut Model, ticket: Option<Ticket>, feed: FeedId, outcome: Checked) {
    let Some(ticket) = ticket else { return };
    // What somebody else asked for, in another window, is told there.
    let Some(job) = model.jobs.get_mut(&ticket) else { return };
    let Job::Refresh(tally) = job else {
        if let Checked::Asked(LastCheck::Failed(failure)) = outcome {
            let reason = words::failure_in(model.look.strings, &failure);
            feed_failed(model, feed, &reason);
        }
        return;
    };
    tally.done += 1;
    match outcome {
        Checked::Asked(LastCheck::Updated { new, .. }) => {
            tally.new = tally.new.saturating_add(usize::try_from(new).unwrap_or(usize::MAX));
        }
        Checked::Asked(LastCheck::Unchanged) => {}
        Checked::Asked(LastCheck::Failed(failure)) => {
            tally.failed += 1;
            tally.failure = Some((feed, words::failure_in(model.look.strings, &failure)));
        }
        Checked::Cancelled => tally.cancelled += 1,
        Checked::Held(until) => {
            tally.held += 1;
            let time = when::coming(model.look.strings, until, model.now, &model.look.zone);
            let title = change::title(model, feed);
            model.held = Some(feed);
            tell(model, Weight::Warning, Text::NoticeHeld, &[("title", &title), ("time", &time)]);
        }
    }
}

/// Work is done.
pub(super) fn finished(model: &mut Model, ticket: Ticket) {
    match model.jobs.remove(&ticket) {
        Some(Job::Refresh(tally)) => refreshed(model, &tally),
        Some(Job::Subscribe { .. }) => ask_for_consent(model),
        _ => {}
    }
    settle::outdate_feeds(model);
}

fn refreshed(model: &mut Model, tally: &Tally) {
    if tally.cancelled > 0 {
        tell(model, Weight::Good, Text::NoticeCancelled, &[]);
        return;
    }
    if tally.total <= 1 && tally.held > 0 {
        return;
    }
    if let Some((feed, reason)) = tally.failure.as_ref().filter(|_| tally.total <= 1) {
        feed_failed(model, *feed, reason);
        return;
    }
    let strings = model.look.strings;
    let mut parts = vec![strings.count(Text::NoticeRefreshed, tally.done, &[])];
    parts.push(match tally.new {
        0 => strings.say(Text::NoticeNoneNew).to_owned(),
        new => strings.count(Text::NoticeNew, new, &[]),
    });
    let mut weight = Weight::Good;
    if tally.failed > 0 {
        weight = Weight::Warning;
        parts.push(strings.count(Text::NoticeFailed, tally.failed, &[]));
    }
    model.notices.add(weight, parts.join(" · "), model.now);
}

fn feed_failed(model: &mut Model, feed: FeedId, reason: &str) {
    let title = change::title(model, feed);
    tell(model, Weight::Bad, Text::NoticeFeedFailed, &[("title", &title), ("reason", reason)]);
}

/// A subscription was made, or was there.
pub(super) fn subscribed(model: &mut Model, ticket: Ticket, feed: FeedId, existed: bool) {
    settle::outdate_feeds(model);
    // What another window subscribed to moves nobody away from what is being read here.
    let Some(Job::Subscribe { together }) = model.jobs.get(&ticket) else { return };
    let together = *together;
    // The first of several is the one to look at.
    if model.feeds.awaited.is_none() {
        model.feeds.awaited = Some(feed);
    }
    if existed {
        model.jobs.remove(&ticket);
        let title = change::title(model, feed);
        tell(model, Weight::Warning, Text::NoticeExisted, &[("title", &title)]);
        return;
    }
    let text = model.look.strings.count(Text::NoticeSubscribedMore, together, &[]);
    model.notices.add(Weight::Good, text, model.now);
    ask_for_consent(model);
}

/// A change was made.
pub(super) fn applied(model: &mut Model, ticket: Ticket, applied: &Applied) {
    let Some(Job::Change(deed)) = model.jobs.remove(&ticket) else { return };
    let (did, none) = (applied.count > 0, applied.count == 0);
    match deed {
        Deed::MarkedRead => {
            let text = model.look.strings.count(Text::NoticeMarkedRead, applied.count, &[]);
            model.notices.add(Weight::Good, text, model.now);
        }
        Deed::Said(sentence) if did => model.notices.add(Weight::Good, sentence, model.now),
        Deed::Said(_) | Deed::Silent => {}
        Deed::Undo if none => tell(model, Weight::Warning, Text::NoticeNothingToUndo, &[]),
        Deed::Undo => match applied.inverse.as_ref().and_then(|done| undone::words(model, done)) {
            Some(what) => {
                // It is said in words of our own, with titles isolated already.
                let sentence = model.look.strings.compose(Text::NoticeUndoneThis, &[("what", &what)]);
                model.notices.add(Weight::Good, sentence, model.now);
            }
            None => tell(model, Weight::Good, Text::NoticeUndone, &[]),
        },
        Deed::Redo if none => tell(model, Weight::Warning, Text::NoticeNothingToRedo, &[]),
        Deed::Redo => tell(model, Weight::Good, Text::NoticeRedone, &[]),
    }
}

/// The sample list was added: its feeds are fetched, since the user asked to see something.
pub(super) fn imported(model: &mut Model, ticket: Ticket, added: usize, fx: &mut Effects) {
    if model.jobs.remove(&ticket) != Some(Job::Import) {
        return;
    }
    let text = model.look.strings.count(Text::NoticeImported, added, &[]);
    model.notices.add(Weight::Good, text, model.now);
    change::refresh(model, Some(Scope::All), fx);
    ask_for_consent(model);
}

/// Something could not be done.
pub(super) fn rejected(model: &mut Model, ticket: Ticket, rejection: &Rejection) {
    model.jobs.remove(&ticket);
    settle::outdate_feeds(model);
    settle::outdate_items(model);
    if *rejection == Rejection::Cancelled {
        tell(model, Weight::Good, Text::NoticeCancelled, &[]);
        return;
    }
    let sentence = words::rejection_in(model.look.strings, rejection);
    model.notices.add(Weight::Bad, sentence, model.now);
}

/// A browser was started, or not.
pub(super) fn opened(model: &mut Model, result: &Result<(), OpenError>) {
    match result {
        Ok(()) => tell(model, Weight::Good, Text::NoticeOpened, &[]),
        Err(OpenError::Scheme(url)) => {
            tell(model, Weight::Bad, Text::NoticeOpenScheme, &[("url", &words::quoted(url))]);
        }
        Err(OpenError::NoProgram(reason)) => {
            tell(model, Weight::Bad, Text::NoticeOpenFailed, &[("reason", &words::quoted(reason))]);
        }
    }
}

/// The store could not be read.
pub(super) fn store_failed(model: &mut Model, reason: &str) {
    tell(model, Weight::Bad, Text::NoticeStore, &[("reason", &words::quoted(reason))]);
}
