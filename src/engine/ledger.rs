//! What a check leaves in the observations of its feed: the table of `fetching.md` section 3.2, in pure functions.

use super::follow::Fetched;
use super::habits;
use crate::feed::{PARSER_VERSION, ParseError};
use crate::http::{Headers, Validator, freshness};
use crate::model::{CheckState, Failure, FailureKind, Freshness, LastCheck, Validators};
use crate::net::{NetError, Response};
use crate::time::{Span, Timestamp};

/// 403 is used to slow readers down; a feed that answers it rests at least this long.
const FORBIDDEN: Span = Span::hours(4);

/// The observations with this attempt in them and nothing else yet.
pub(super) fn attempted(prior: &CheckState, response: Option<&Response>, now: Timestamp) -> CheckState {
    let mut check = prior.clone();
    check.last_attempt = Some(now);
    check.saved.checks += 1;
    if let Some(response) = response {
        check.saved.received += response.wire;
        check.saved.by_compression += (response.body.len() as u64).saturating_sub(response.wire);
    }
    check
}

/// The validators that may be sent: a newer parser wants to see the document once more, and so it is with a server that
/// may be stuck.
pub(super) fn usable(check: &CheckState, now: Timestamp) -> Option<&Validators> {
    let whole = check.parser_version != PARSER_VERSION || habits::may_be_stuck(check, now);
    check.validators.as_ref().filter(|_| !whole)
}

/// It answered with a feed, or that nothing changed.
pub(super) fn succeed(check: &mut CheckState, last: LastCheck, now: Timestamp) {
    if matches!(last, LastCheck::Updated { new: 1.., .. }) {
        check.last_new_item = Some(now);
    }
    check.last = Some(last);
    check.last_success = Some(now);
    check.failures = 0;
    check.failing_since = None;
    check.not_before = None;
    check.gone = false;
    (check.habits.missing, check.habits.missing_since) = (0, None);
}

/// It failed, in whatever way. Validators and items stay.
pub(super) fn fail(check: &mut CheckState, failure: Failure, now: Timestamp) {
    match failure.kind {
        FailureKind::Gone => check.gone = true,
        FailureKind::Forbidden | FailureKind::BotProtection => {
            check.not_before = Some(now.plus(FORBIDDEN));
        }
        _ => {}
    }
    match failure.kind {
        FailureKind::Status(404) => {
            check.habits.missing = check.habits.missing.saturating_add(1);
            check.habits.missing_since.get_or_insert(now);
        }
        // Nobody answered, which says nothing about the feed.
        FailureKind::Dns
        | FailureKind::Connect
        | FailureKind::Tls
        | FailureKind::Timeout
        | FailureKind::Truncated => {}
        _ => (check.habits.missing, check.habits.missing_since) = (0, None),
    }
    check.failures = check.failures.saturating_add(1);
    check.failing_since.get_or_insert(now);
    check.last = Some(LastCheck::Failed(failure));
}

/// A whole document came: what it says about itself replaces what was known, absent validators included.
pub(super) fn replace_validators(check: &mut CheckState, fetched: &Fetched, now: Timestamp) {
    let headers = &fetched.response.headers;
    let Validator { etag, last_modified } = Validator::of(headers);
    let any = etag.is_some() || last_modified.is_some();
    check.validators = any.then(|| Validators { url: fetched.url.clone(), etag, last_modified });
    check.freshness = freshness(headers, now).map(|span| Freshness { span });
    check.parser_version = PARSER_VERSION;
    check.saved.last_size = fetched.response.body.len() as u64;
}

/// 304 or 226: a validator is replaced only by one that the answer carries (RFC 9111 section 4.3.4).
pub(super) fn update_validators(check: &mut CheckState, fetched: &Fetched, now: Timestamp) {
    let headers = &fetched.response.headers;
    if let Some(known) = check.validators.as_mut().filter(|known| known.url == fetched.url) {
        let before = Validator { etag: known.etag.take(), last_modified: known.last_modified.take() };
        let Validator { etag, last_modified } = before.refreshed(headers);
        (known.etag, known.last_modified) = (etag, last_modified);
    }
    if let Some(span) = freshness(headers, now) {
        check.freshness = Some(Freshness { span });
    }
}

/// What a 403 means: a service against bots names itself, and then no waiting helps.
pub(super) fn forbidden(headers: &Headers) -> FailureKind {
    match headers.text("cf-mitigated") {
        Some(value) if value.trim().eq_ignore_ascii_case("challenge") => FailureKind::BotProtection,
        _ => FailureKind::Forbidden,
    }
}

/// A failure with its details.
pub(super) fn failure(kind: FailureKind, detail: impl Into<String>) -> Failure {
    Failure { kind, detail: detail.into() }
}

/// Why there was no whole answer.
pub(super) fn net_failure(error: &NetError) -> Failure {
    let kind = match error {
        NetError::Dns { .. } => FailureKind::Dns,
        NetError::Connect { .. } | NetError::Other(_) => FailureKind::Connect,
        NetError::NotHttp { .. } => FailureKind::NotHttp,
        NetError::Tls { .. } | NetError::Authority { .. } => FailureKind::Tls,
        NetError::Timeout(_) | NetError::TooSlow => FailureKind::Timeout,
        NetError::Truncated => FailureKind::Truncated,
        NetError::TooLarge(_) => FailureKind::TooLarge,
        NetError::Decoding(_) => FailureKind::Decoding,
        NetError::Address(_) => FailureKind::Address,
    };
    failure(kind, error.to_string())
}

/// Why a document could not be read.
pub(super) fn parse_failure(error: &ParseError) -> Failure {
    let kind = match error {
        ParseError::WebPage | ParseError::Opml | ParseError::NotAFeed => FailureKind::NotAFeed,
        ParseError::Empty | ParseError::Broken(_) => FailureKind::Parse,
    };
    failure(kind, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::Verdict;

    fn fetched(url: &str, headers: &[(&str, &str)]) -> Fetched {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), value.as_bytes().to_vec()));
        let response = Response { headers: Headers(headers.collect()), ..Response::default() };
        Fetched {
            url: url.to_owned(),
            settled: None,
            verdict: Verdict::Fresh,
            response,
            sent: Validator::default(),
            hops: 0,
        }
    }

    fn known(etag: &str, modified: &str) -> CheckState {
        let mut check = CheckState::default();
        replace_validators(
            &mut check,
            &fetched("u", &[("ETag", etag), ("Last-Modified", modified)]),
            Timestamp::EPOCH,
        );
        check
    }

    fn validators(check: &CheckState) -> (Option<&[u8]>, Option<&[u8]>) {
        let validators = check.validators.as_ref();
        (
            validators.and_then(|validators| validators.etag.as_deref()),
            validators.and_then(|validators| validators.last_modified.as_deref()),
        )
    }

    #[test]
    fn a_whole_document_replaces_each_validator_on_its_own() {
        let mut check = known("\"a\"", "Mon");
        replace_validators(
            &mut check,
            &fetched("u", &[("ETag", "W/\"b\""), ("Last-Modified", "Mon")]),
            Timestamp::EPOCH,
        );
        assert_eq!(validators(&check), (Some(&b"W/\"b\""[..]), Some(&b"Mon"[..])));
        replace_validators(&mut check, &fetched("u", &[("Last-Modified", "Tue")]), Timestamp::EPOCH);
        assert_eq!(validators(&check), (None, Some(&b"Tue"[..])));
        replace_validators(&mut check, &fetched("u", &[]), Timestamp::EPOCH);
        assert_eq!(check.validators, None);
    }

    #[test]
    fn a_bare_304_keeps_what_was_known() {
        let mut check = known("\"a\"", "Mon");
        update_validators(&mut check, &fetched("u", &[]), Timestamp::EPOCH);
        assert_eq!(validators(&check), (Some(&b"\"a\""[..]), Some(&b"Mon"[..])));
        update_validators(&mut check, &fetched("u", &[("ETag", "\"b\"")]), Timestamp::EPOCH);
        assert_eq!(validators(&check), (Some(&b"\"b\""[..]), Some(&b"Mon"[..])));
    }

    #[test]
    fn failures_count_from_their_first_one_and_a_success_forgets_them() {
        let mut check = CheckState::default();
        for seconds in [10, 20] {
            let now = Timestamp::from_seconds(seconds);
            fail(&mut check, failure(FailureKind::Gone, ""), now);
        }
        assert_eq!((check.failures, check.failing_since), (2, Some(Timestamp::from_seconds(10))));
        assert!(check.gone);
        succeed(&mut check, LastCheck::Unchanged, Timestamp::from_seconds(30));
        assert_eq!((check.failures, check.failing_since, check.gone), (0, None, false));
    }

    #[test]
    fn a_forbidden_feed_rests_four_hours() {
        let mut check = CheckState::default();
        fail(&mut check, failure(FailureKind::Forbidden, ""), Timestamp::EPOCH);
        assert_eq!(check.not_before, Some(Timestamp::from_seconds(4 * 3600)));
    }

    #[test]
    fn a_newer_parser_asks_without_validators() {
        let mut check = known("\"a\"", "Mon");
        assert!(usable(&check, Timestamp::EPOCH).is_some());
        check.parser_version = PARSER_VERSION + 1;
        assert!(usable(&check, Timestamp::EPOCH).is_none());
    }
}
