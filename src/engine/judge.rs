//! What an answer means for a feed: the table of `fetching.md` section 3.2.

use std::sync::Arc;

use super::Checked;
use super::archive::{self, Until, Walk};
use super::asking::Asking;
use super::check::{Order, Reach};
use super::document::{self, Differing, Document, Reading, Unread};
use super::follow::Fetched;
use super::habits;
use super::ledger;
use super::passage::Passage;
use super::tools::Tools;
use super::trust::{Kin, Leads, seen};
use crate::feed::PARSER_VERSION;
use crate::http::{self, Verdict, Who};
use crate::ingest::{Extent, fingerprint};
use crate::model::{CheckState, Failure, FailureKind, LastCheck};
use crate::net::NetError;
use crate::schedule::redirect::Decision;
use crate::time::{Span, Timestamp};

/// How long a host rests of which two feeds answered 503 without a time.
const BUSY: Span = Span::minutes(10);

/// What the answer means for the feed.
pub(super) struct Judged {
    /// The observations.
    pub(super) check: CheckState,
    /// What is told.
    pub(super) outcome: Checked,
    /// The document, if one was read.
    pub(super) document: Option<Document>,
    /// A new address.
    pub(super) url: Option<String>,
    /// Who asked to be left alone until when.
    pub(super) wait: Option<(String, Timestamp, Who)>,
    /// A host that answered a delta that can't be read.
    pub(super) garbled: Option<String>,
    /// Whether the network answered.
    pub(super) reach: Reach,
}

/// A host on the way asked to be left alone: that is no failure, and the feed waits as long.
pub(super) fn held(order: &Order, until: Timestamp, now: Timestamp) -> Judged {
    let mut check = ledger::attempted(&order.prior, None, now);
    check.not_before = Some(until);
    Judged {
        check,
        outcome: Checked::Held(until),
        document: None,
        url: None,
        wait: None,
        garbled: None,
        reach: Reach::Unknown,
    }
}

pub(super) fn unanswered(
    order: &Order,
    host: String,
    error: &NetError,
    hops: usize,
    now: Timestamp,
) -> Judged {
    let mut judged = failed(order, None, ledger::net_failure(error), now);
    judged.reach = match error {
        NetError::Dns { .. } | NetError::Connect { .. } if hops == 0 => Reach::Unreachable(host),
        NetError::Address(_) => Reach::Unknown,
        _ => Reach::Answered,
    };
    judged
}

pub(super) fn failed(order: &Order, fetched: Option<&Fetched>, failure: Failure, now: Timestamp) -> Judged {
    let mut check = ledger::attempted(&order.prior, fetched.map(|fetched| &fetched.response), now);
    ledger::fail(&mut check, failure.clone(), now);
    Judged {
        check,
        outcome: Checked::Asked(LastCheck::Failed(failure)),
        document: None,
        url: None,
        wait: None,
        garbled: None,
        reach: Reach::Answered,
    }
}

/// The table of `fetching.md` section 3.2.
pub(super) async fn judge(
    order: &Order,
    asking: &Asking,
    tools: &Tools,
    passage: &mut Passage,
    fetched: Arc<Fetched>,
) -> Judged {
    let now = tools.clock.now();
    let fail = |kind, detail: &str| failed(order, Some(&fetched), ledger::failure(kind, detail), now);
    let status = fetched.response.status;
    match &fetched.verdict {
        Verdict::Fresh => fresh(Way { order, asking, tools, passage }, fetched, now).await,
        Verdict::Delta if fetched.sent.etag.is_some() => delta(order, tools, fetched, now).await,
        Verdict::Unchanged if fetched.conditional() => unchanged(order, &fetched, now),
        Verdict::BadDelta | Verdict::Delta => bad_delta(order, &fetched, now),
        Verdict::Unchanged => fail(FailureKind::Status(status), "304 to a request without validators"),
        Verdict::Gone if fetched.hops == 0 || fetched.settled.as_ref() == Some(&fetched.url) => {
            fail(FailureKind::Gone, &fetched.url)
        }
        Verdict::Gone => fail(FailureKind::Status(status), &fetched.url),
        Verdict::Wait { until, who } => wait(order, &fetched, *until, *who, now),
        Verdict::Unauthorized => fail(FailureKind::Unauthorized, &fetched.url),
        Verdict::Forbidden => fail(ledger::forbidden(&fetched.response.headers), &fetched.url),
        Verdict::Failed(503) => busy(order, &fetched, now),
        Verdict::Failed(status) => fail(FailureKind::Status(*status), &fetched.url),
        Verdict::BadRedirect(target) | Verdict::Moved { target, .. } => fail(FailureKind::Redirect, target),
    }
}

/// What a fresh document may need beside itself.
struct Way<'a> {
    order: &'a Order,
    asking: &'a Asking,
    tools: &'a Tools,
    passage: &'a mut Passage,
}

async fn fresh(way: Way<'_>, fetched: Arc<Fetched>, now: Timestamp) -> Judged {
    let Way { order, asking, tools, passage } = way;
    let hash = fingerprint(&fetched.response.body);
    // The hash is believed, whatever the tag says: some servers give a new tag with each answer.
    let same = order.prior.body_hash == Some(hash) && order.prior.parser_version == PARSER_VERSION;
    if let Some(failure) = order.prior.habits.unread.as_ref().filter(|_| same) {
        return failed(order, Some(&fetched), failure.clone(), now);
    }
    let document = if same {
        None
    } else {
        match read(order, tools, &fetched, Extent::Newest, now).await {
            Ok(mut document) => {
                if let Some(start) = document.gap() {
                    let charset = order.charset.as_deref();
                    let walk = Walk {
                        feed: order.feed,
                        url: &fetched.url,
                        asking,
                        charset,
                        patience: order.patience,
                    };
                    let pages = archive::walk(&walk, start, Until::Known, tools, passage).await;
                    document.add(pages.documents);
                }
                Some(document)
            }
            Err(failure) => return unreadable(order, &fetched, failure, hash, now),
        }
    };
    let mut check = ledger::attempted(&order.prior, Some(&fetched.response), now);
    habits::learn(&mut check.habits, &order.prior, &fetched, hash, now);
    ledger::replace_validators(&mut check, &fetched, now);
    check.body_hash = Some(hash);
    check.habits.unread = None;
    success(order, &fetched, check, document, now)
}

async fn delta(order: &Order, tools: &Tools, fetched: Arc<Fetched>, now: Timestamp) -> Judged {
    match read(order, tools, &fetched, Extent::Delta, now).await {
        Err(failure) => failed(order, Some(&fetched), failure, now),
        Ok(document) => {
            let mut check = ledger::attempted(&order.prior, Some(&fetched.response), now);
            ledger::update_validators(&mut check, &fetched, now);
            // What the whole body would look like is no longer known.
            check.body_hash = None;
            check.saved.by_unchanged +=
                check.saved.last_size.saturating_sub(fetched.response.body.len() as u64);
            check.habits.changes_seen |= !document.added.is_empty() || !document.changed.is_empty();
            success(order, &fetched, check, Some(document), now)
        }
    }
}

fn unchanged(order: &Order, fetched: &Fetched, now: Timestamp) -> Judged {
    let mut check = ledger::attempted(&order.prior, Some(&fetched.response), now);
    ledger::update_validators(&mut check, fetched, now);
    check.answers_conditionally = true;
    check.habits.new_tags = 0;
    check.saved.unchanged += 1;
    check.saved.by_unchanged += check.saved.last_size;
    let mut judged = success(order, fetched, check, None, now);
    judged.check.last = Some(LastCheck::Unchanged);
    judged.outcome = Checked::Asked(LastCheck::Unchanged);
    judged
}

/// What can't be merged is not read; the next request is unconditional, so it can't be answered that way.
fn bad_delta(order: &Order, fetched: &Fetched, now: Timestamp) -> Judged {
    let failure =
        ledger::failure(FailureKind::Status(fetched.response.status), "a difference of unknown kind");
    let mut judged = failed(order, Some(fetched), failure, now);
    judged.check.validators = None;
    judged.garbled = http::host(&fetched.url);
    judged
}

/// 503 without a time: the feed backs off as after any failure, but two of them speak for their host.
fn busy(order: &Order, fetched: &Fetched, now: Timestamp) -> Judged {
    let mut judged =
        failed(order, Some(fetched), ledger::failure(FailureKind::Status(503), &fetched.url), now);
    judged.wait = http::host(&fetched.url).map(|host| (host, now.plus(BUSY), Who::Feed));
    judged
}

fn wait(order: &Order, fetched: &Fetched, until: Timestamp, who: Who, now: Timestamp) -> Judged {
    let named = fetched.response.headers.get("Retry-After").is_some();
    let status = fetched.response.status;
    // Without a time nobody can say when it is welcome again: that is told as the status it is, and the schedule
    // never asks sooner than usual then.
    let kind = if named { FailureKind::Held } else { FailureKind::Status(status) };
    let mut judged = failed(order, Some(fetched), ledger::failure(kind, status.to_string()), now);
    judged.check.not_before = Some(until);
    judged.wait = http::host(&fetched.url).map(|host| (host, until, who));
    judged
}

fn unreadable(order: &Order, fetched: &Fetched, failure: Failure, hash: u64, now: Timestamp) -> Judged {
    let mut judged = failed(order, Some(fetched), failure.clone(), now);
    judged.check.habits.unread = Some(failure);
    judged.check.body_hash = Some(hash);
    judged.check.parser_version = PARSER_VERSION;
    judged
}

fn success(
    order: &Order,
    fetched: &Fetched,
    mut check: CheckState,
    document: Option<Document>,
    now: Timestamp,
) -> Judged {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let last = LastCheck::Updated {
        new: document.as_ref().map_or(0, |document| count(document.added.len())),
        changed: document.as_ref().map_or(0, |document| count(document.changed.len())),
    };
    habits::pace(&mut check, &last, now);
    ledger::succeed(&mut check, last.clone(), now);
    let kin = document.as_ref().map_or(Kin::Same, |document| document.kin);
    let leads = Leads { url: &order.url, owners: &order.owners, feed: order.feed, access: &order.access };
    let seen = seen(order.prior.redirect.as_ref(), &order.url, fetched.settled.as_deref(), kin, now);
    let left = check.habits.left.clone();
    let (redirect, url) = match seen {
        Some((trust, Decision::Adopt)) if leads.may_adopt(&trust.url, left.as_deref()) => {
            (None, Some(trust.url))
        }
        Some((trust, _)) => (Some(trust), None),
        None => (None, None),
    };
    check.redirect = redirect;
    check.habits.twin = leads.twin(&fetched.url);
    let prior = order.prior.habits.suggestion.as_ref();
    let stated = document.as_ref().map(|document| &document.feed);
    check.habits.suggestion = leads.suggestion(prior, stated, &fetched.url, now);
    Judged {
        check,
        outcome: Checked::Asked(last),
        document,
        url,
        wait: None,
        garbled: None,
        reach: Reach::Answered,
    }
}

async fn read(
    order: &Order,
    tools: &Tools,
    fetched: &Arc<Fetched>,
    extent: Extent,
    now: Timestamp,
) -> Result<Document, Failure> {
    let charset = order.charset.clone();
    // Read with other eyes than last time, what differs is no news of the publisher's.
    let differing =
        if order.prior.parser_version == PARSER_VERSION { Differing::Edited } else { Differing::ReadAnew };
    let reading = Reading { feed: order.feed, fetched: fetched.clone(), extent, charset, differing, now };
    let store = tools.store.clone();
    match tokio::task::spawn_blocking(move || document::read(&reading, &store)).await {
        Ok(Ok(document)) => Ok(document),
        Ok(Err(Unread::Failure(failure))) => Err(failure),
        Ok(Err(Unread::Store(error))) => Err(ledger::failure(FailureKind::Store, error.to_string())),
        Err(error) => Err(ledger::failure(FailureKind::Parse, error.to_string())),
    }
}
