//! Walks through the documents that hold a feed's older items (RFC 5005 sections 3 and 4, JSON Feed `next_url`).

use std::collections::HashSet;
use std::sync::Arc;

use super::asking::Asking;
use super::document::{self, Differing, Document, Meets, Reading, Unread};
use super::follow::{Fetched, Unfetched, Wish, follow};
use super::ledger;
use super::passage::Passage;
use super::tools::Tools;
use crate::http::{self, Verdict};
use crate::ingest::Extent;
use crate::model::{Failure, FailureKind, Feed, FeedId};
use crate::net::{Origin, Patience};

/// Documents of one walk at most (`fetching.md` section 3.8).
const MOST: usize = 10;

/// Items of one walk at most.
const MOST_ITEMS: usize = 10_000;

/// A walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Walk<'a> {
    /// The feed.
    pub(super) feed: FeedId,
    /// The address of the document that leads to the first one.
    pub(super) url: &'a str,
    /// The user's choices about asking it.
    pub(super) asking: &'a Asking,
    /// The encoding that the user set for it.
    pub(super) charset: Option<&'a str>,
    /// Who waits.
    pub(super) patience: Patience,
}

/// Where a walk ends, if not before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// With a document that holds what is stored: the gap is closed.
    Known,
    /// With a document that holds what is new: that is enough for once.
    New,
}

/// What a walk brought.
#[derive(Debug, Default)]
pub(super) struct Walked {
    /// The documents that could be read, newest first.
    pub(super) documents: Vec<Document>,
    /// Where it would go on; `None` at the end of all.
    pub(super) next: Option<String>,
    /// Why it broke off, if it did; `next` is then the address that failed.
    pub(super) failure: Option<Failure>,
}

/// Walks from `start` on, page by page.
pub(super) async fn walk(
    walk: &Walk<'_>,
    start: String,
    until: Until,
    tools: &Tools,
    passage: &mut Passage,
) -> Walked {
    let mut walked = Walked { next: Some(start), ..Walked::default() };
    let mut seen = HashSet::from([walk.url.to_owned()]);
    let mut items = 0;
    while walked.documents.len() < MOST && items < MOST_ITEMS {
        // Documents that lead back are at their end.
        let Some(url) = walked.next.take().filter(|url| seen.insert(url.clone())) else { break };
        match page(walk, &url, tools, passage).await {
            Ok(document) => {
                items += document.added.len();
                let enough = is_enough(&document, until);
                walked.next = older(&document.feed);
                walked.documents.push(document);
                if enough {
                    break;
                }
            }
            Err(failure) => {
                tracing::info!(%url, reason = failure.detail, "no older items");
                (walked.next, walked.failure) = (Some(url), Some(failure));
                break;
            }
        }
    }
    walked.next = walked.next.filter(|url| !seen.contains(url) || walked.failure.is_some());
    walked
}

/// Where a document says that older items are.
pub(super) fn older(feed: &Feed) -> Option<String> {
    let stated = feed.previous_archive.as_ref().or(feed.next_page.as_ref());
    stated.filter(|url| http::host(url).is_some()).cloned()
}

fn is_enough(document: &Document, until: Until) -> bool {
    match until {
        Until::Known => document.meets == Meets::Known,
        Until::New => !document.added.is_empty(),
    }
}

async fn page(walk: &Walk<'_>, url: &str, tools: &Tools, passage: &mut Passage) -> Result<Document, Failure> {
    let origin = Origin::User.led_to(walk.url, url);
    // Fields and login are for the feed's own origin; `follow` takes the first address for that.
    let own = http::same_origin(walk.url, url);
    let wish = Wish { asking: own.then_some(walk.asking), ..Wish::whole(url, walk.patience, origin) };
    let fetched = follow(&wish, tools, passage).await.map_err(|error| match error {
        Unfetched::Net { error, .. } => ledger::net_failure(&error),
        Unfetched::Redirect(detail) => ledger::failure(FailureKind::Redirect, detail),
        Unfetched::Held(until) => ledger::failure(FailureKind::Held, until.to_rfc3339()),
        Unfetched::Ended => ledger::failure(FailureKind::Connect, ""),
    })?;
    passage.leave();
    if fetched.verdict != Verdict::Fresh {
        return Err(ledger::failure(FailureKind::Status(fetched.response.status), url));
    }
    read(walk, fetched, tools).await
}

async fn read(walk: &Walk<'_>, fetched: Fetched, tools: &Tools) -> Result<Document, Failure> {
    let now = tools.clock.now();
    let charset = walk.charset.map(str::to_owned);
    let reading = Reading {
        feed: walk.feed,
        fetched: Arc::new(fetched),
        extent: Extent::Delta,
        charset,
        differing: Differing::ReadAnew,
        now,
    };
    let store = tools.store.clone();
    match tokio::task::spawn_blocking(move || document::read(&reading, &store)).await {
        Ok(Ok(document)) => Ok(document),
        Ok(Err(Unread::Failure(failure))) => Err(failure),
        Ok(Err(Unread::Store(error))) => Err(ledger::failure(FailureKind::Store, error.to_string())),
        Err(error) => Err(ledger::failure(FailureKind::Parse, error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn archives_come_before_pages_and_both_must_be_addresses() {
        let feed = |archive: Option<&str>, page: Option<&str>| Feed {
            previous_archive: archive.map(str::to_owned),
            next_page: page.map(str::to_owned),
            ..Feed::default()
        };
        let check = |feed: &Feed, expected: Option<&str>| assert_eq!(older(feed).as_deref(), expected);
        check(&feed(Some("http://a.example/1"), Some("http://a.example/2")), Some("http://a.example/1"));
        check(&feed(None, Some("http://a.example/2")), Some("http://a.example/2"));
        check(&feed(None, Some("file:///etc/passwd")), None);
        check(&Feed::default(), None);
    }
}
