//! Failures of checks: a named diagnosis and a way out.

use super::{count, quoted, span};
use crate::engine::{Checked, Rejection};
use crate::model::{Failure, FailureKind, LastCheck};
use crate::strings::{Strings, Text};
use crate::time::Timestamp;

/// Why asking for an address failed, and what to do about it, in English.
#[must_use]
pub fn failure(failure: &Failure) -> String {
    failure_in(Strings::english(), failure)
}

/// Why asking for an address failed, and what to do about it.
#[must_use]
pub fn failure_in(strings: &Strings, failure: &Failure) -> String {
    let (what, todo) = diagnosis(strings, failure.kind);
    let todo = strings.say(todo);
    let detail = quoted(&failure.detail);
    if detail.is_empty() || what.contains(&detail) {
        strings.compose(Text::FailureSentence, &[("what", &what), ("todo", todo)])
    } else {
        let detail = strings.isolated(&detail);
        strings.compose(Text::FailureDetailed, &[("what", &what), ("detail", &detail), ("todo", todo)])
    }
}

/// The stable word for a kind of failure, as JSON has it.
#[must_use]
pub fn kind_word(kind: FailureKind) -> &'static str {
    match kind {
        FailureKind::Dns => "dns",
        FailureKind::Connect => "connect",
        FailureKind::Tls => "tls",
        FailureKind::Timeout => "timeout",
        FailureKind::Truncated => "truncated",
        FailureKind::TooLarge => "too-large",
        FailureKind::Decoding => "decoding",
        FailureKind::Status(_) => "status",
        FailureKind::Gone => "gone",
        FailureKind::Unauthorized => "unauthorized",
        FailureKind::Forbidden => "forbidden",
        FailureKind::BotProtection => "bot-protection",
        FailureKind::Held => "held",
        FailureKind::Redirect => "redirect",
        FailureKind::Address => "address",
        FailureKind::NotAFeed => "not-a-feed",
        FailureKind::Parse => "parse",
        FailureKind::Store => "store",
        FailureKind::Secret => "secret",
        FailureKind::NotHttp => "not-http",
    }
}

/// What came of a check, for the screen.
#[must_use]
pub fn last_check_in(strings: &Strings, last: &LastCheck) -> String {
    let counted = |text, count: u32| {
        (count > 0).then(|| strings.count(text, usize::try_from(count).unwrap_or(usize::MAX), &[]))
    };
    match last {
        LastCheck::Failed(reason) => failure_in(strings, reason),
        LastCheck::Unchanged => strings.say(Text::NoticeNoneNew).to_owned(),
        LastCheck::Updated { new, changed } => {
            let parts: Vec<String> = [counted(Text::NoticeNew, *new), counted(Text::CheckChanged, *changed)]
                .into_iter()
                .flatten()
                .collect();
            if parts.is_empty() { strings.say(Text::NoticeNoneNew).to_owned() } else { parts.join(" · ") }
        }
    }
}

/// What came of a check: `3 new, 1 changed`, `nothing new`, or the failure.
#[must_use]
pub fn last_check(last: &LastCheck) -> String {
    match last {
        LastCheck::Unchanged | LastCheck::Updated { new: 0, changed: 0 } => "nothing new".to_owned(),
        LastCheck::Updated { new, changed: 0 } => format!("{new} new"),
        LastCheck::Updated { new: 0, changed } => format!("{changed} changed"),
        LastCheck::Updated { new, changed } => format!("{new} new, {changed} changed"),
        LastCheck::Failed(reason) => failure(reason),
    }
}

/// What came of one check that was to be made.
#[must_use]
pub fn checked(outcome: &Checked, now: Timestamp) -> String {
    match outcome {
        Checked::Asked(last) => last_check(last),
        Checked::Held(until) => format!(
            "not asked: the host wants to be left alone for {} more; wait, or refresh again to override it once",
            span(until.since(now))
        ),
        Checked::Cancelled => "cancelled".to_owned(),
    }
}

/// Why something could not be done, and what to do, in English.
#[must_use]
pub fn rejection(reason: &Rejection) -> String {
    rejection_in(Strings::english(), reason)
}

/// Why something could not be done, and what to do.
#[must_use]
pub fn rejection_in(strings: &Strings, reason: &Rejection) -> String {
    match reason {
        Rejection::Address(text) => strings.fill(Text::RejectionAddress, &[("text", &quoted(text))]),
        Rejection::Charset(text) => strings.fill(Text::RejectionCharset, &[("text", &quoted(text))]),
        Rejection::Failed(reason) => failure_in(strings, reason),
        Rejection::NoSuchFeed(id) => strings.fill(Text::RejectionNoSuchFeed, &[("id", &id.to_string())]),
        Rejection::NothingOlder(_) => strings.say(Text::RejectionNothingOlder).to_owned(),
        Rejection::Store(words) => strings.fill(Text::RejectionStore, &[("reason", &quoted(words))]),
        Rejection::Cancelled => strings.say(Text::RejectionCancelled).to_owned(),
    }
}

/// What happened and what to do, for each kind.
fn diagnosis(strings: &Strings, kind: FailureKind) -> (String, Text) {
    let (what, todo) = match kind {
        FailureKind::Dns => (Text::FailureDns, Text::RemedyDns),
        FailureKind::Connect => (Text::FailureConnect, Text::RemedyConnect),
        FailureKind::Tls => (Text::FailureTls, Text::RemedyTls),
        FailureKind::Timeout => (Text::FailureTimeout, Text::RemedyLater),
        FailureKind::Truncated => (Text::FailureTruncated, Text::RemedyLater),
        FailureKind::TooLarge => (Text::FailureTooLarge, Text::RemedyTooLarge),
        FailureKind::Decoding => (Text::FailureDecoding, Text::RemedyDecoding),
        FailureKind::Status(code) => return status(strings, code),
        FailureKind::Gone => (Text::FailureGone, Text::RemedyGone),
        FailureKind::Unauthorized => (Text::FailureUnauthorized, Text::RemedyUnauthorized),
        FailureKind::Forbidden => (Text::FailureForbidden, Text::RemedyForbidden),
        FailureKind::BotProtection => (Text::FailureBotProtection, Text::RemedyBotProtection),
        FailureKind::Held => (Text::FailureHeld, Text::RemedyHeld),
        FailureKind::Redirect => (Text::FailureRedirect, Text::RemedyRedirect),
        FailureKind::Address => (Text::FailureAddress, Text::RemedyAddress),
        FailureKind::NotAFeed => (Text::FailureNotAFeed, Text::RemedyNotAFeed),
        FailureKind::Parse => (Text::FailureParse, Text::RemedyParse),
        FailureKind::NotHttp => (Text::FailureNotHttp, Text::RemedyNotHttp),
        FailureKind::Secret => (Text::FailureSecret, Text::RemedySecret),
        FailureKind::Store => (Text::FailureStore, Text::RemedyStore),
    };
    (strings.say(what).to_owned(), todo)
}

fn status(strings: &Strings, code: u16) -> (String, Text) {
    let todo = match code {
        404 => Text::RemedyNotFound,
        500..=599 => Text::RemedyLater,
        _ => Text::RemedyStatus,
    };
    let number = code.to_string();
    let what = match name_of(code) {
        Some(name) => strings.fill(Text::FailureStatusNamed, &[("code", &number), ("name", name)]),
        None => strings.fill(Text::FailureStatus, &[("code", &number)]),
    };
    (what, todo)
}

/// The name that people know a status by (RFC 9110 section 15), which no language changes.
const fn name_of(code: u16) -> Option<&'static str> {
    Some(match code {
        400 => "bad request",
        404 => "not found",
        406 => "not acceptable",
        500 => "internal error",
        502 => "bad gateway",
        503 => "unavailable",
        504 => "gateway time-out",
        _ => return None,
    })
}

/// How many feeds failed out of how many, for the end of a refresh.
#[must_use]
pub fn some_failed(failed: u64, total: u64) -> String {
    format!("{failed} of {} failed", count(total, "feed", "feeds"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_says_what_happened_with_what_and_what_to_do() {
        let timeout = Failure { kind: FailureKind::Timeout, detail: "example.org, 60 s".to_owned() };
        assert_eq!(failure(&timeout), "the host did not answer in time (example.org, 60 s); try again later");
        let page = Failure { kind: FailureKind::NotAFeed, detail: String::new() };
        assert!(failure(&page).contains("hudhud discover"));
    }

    #[test]
    fn hostile_details_stay_on_one_line() {
        let bad = Failure { kind: FailureKind::Parse, detail: "\u{1b}]0;x\u{7}\nno".to_owned() };
        assert!(!failure(&bad).contains(char::is_control));
    }

    #[test]
    fn a_check_that_brought_nothing_says_so() {
        assert_eq!(last_check(&LastCheck::Unchanged), "nothing new");
        assert_eq!(last_check(&LastCheck::Updated { new: 2, changed: 1 }), "2 new, 1 changed");
    }
}
