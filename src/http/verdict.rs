//! What an answer means, by its status and header fields (`fetching.md` sections 3.2 and 3.5).

use url::Url;

use super::{Headers, retry_after};
use crate::time::{Span, Timestamp};

/// The shortest and the longest wait that a server can ask for, and the wait after a 429 that names none.
const SHORTEST_WAIT: Span = Span::minutes(1);
const LONGEST_WAIT: Span = Span::days(7);
const DEFAULT_WAIT: Span = Span::minutes(10);

/// What an answer means for a feed, by its status and header fields (`fetching.md` sections 3.2 and 3.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// 200: the whole document.
    Fresh,
    /// 304.
    Unchanged,
    /// 226 with `IM: feed`: only what is new (RFC 3229).
    Delta,
    /// 410.
    Gone,
    /// A redirect to this address (absolute), for good or for now.
    Moved {
        /// Where to, without a fragment.
        target: String,
        /// Whether it is for good (301, 308).
        permanence: Permanence,
    },
    /// 429, or 503 with `Retry-After`: wait; clamped to 1 min to 7 days; 10 min if the answer names no time.
    Wait {
        /// Until then.
        until: Timestamp,
        /// Who is to be left alone.
        who: Who,
    },
    /// 401, 407: needs credentials.
    Unauthorized,
    /// 403: at least 4 h.
    Forbidden,
    /// A redirect that is not followed: no target, or one that is not http or https.
    BadRedirect(String),
    /// 226 with another or no `IM`.
    BadDelta,
    /// Any other status.
    Failed(u16),
}

/// Whether a redirect is for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permanence {
    /// 301, 308.
    Permanent,
    /// 302, 303, 307.
    Temporary,
}

/// Who asked to be left alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// The whole host.
    Host,
    /// The feed.
    Feed,
}

/// What an answer to a request to `url` means.
#[must_use]
pub fn verdict(url: &str, status: u16, headers: &Headers, now: Timestamp) -> Verdict {
    match status {
        200 => Verdict::Fresh,
        226 => delta(headers),
        301 | 308 => moved(url, headers, Permanence::Permanent),
        302 | 303 | 307 => moved(url, headers, Permanence::Temporary),
        304 => Verdict::Unchanged,
        401 | 407 => Verdict::Unauthorized,
        403 => Verdict::Forbidden,
        410 => Verdict::Gone,
        429 => {
            let span = retry_after(headers, now).unwrap_or(DEFAULT_WAIT);
            Verdict::Wait { until: now.plus(clamped(span)), who: Who::Host }
        }
        503 => match retry_after(headers, now) {
            Some(span) => Verdict::Wait { until: now.plus(clamped(span)), who: Who::Feed },
            None => Verdict::Failed(status),
        },
        _ => Verdict::Failed(status),
    }
}

fn clamped(span: Span) -> Span {
    span.clamp(SHORTEST_WAIT, LONGEST_WAIT)
}

/// Only "feed" alone is a document that can be read: other manipulations are differences of bytes, or follow
/// it in the order in which they were applied (RFC 3229 section 10.5.2).
fn delta(headers: &Headers) -> Verdict {
    match headers.list("IM").as_slice() {
        [only] if only.eq_ignore_ascii_case("feed") => Verdict::Delta,
        _ => Verdict::BadDelta,
    }
}

fn moved(url: &str, headers: &Headers, permanence: Permanence) -> Verdict {
    let Some(location) = headers.get("Location") else {
        return Verdict::BadRedirect(String::new());
    };
    let location = readable(location);
    let target = Url::parse(url).and_then(|base| base.join(&location)).ok();
    match target.filter(|target| matches!(target.scheme(), "http" | "https") && target.has_host()) {
        Some(mut target) => {
            // A fragment never reaches a server, and would hide that two addresses are one.
            target.set_fragment(None);
            // Nor is anybody logged in by an address that somebody else wrote. Addresses with a host take both.
            let _ = target.set_username("");
            let _ = target.set_password(None);
            Verdict::Moved { target: target.into(), permanence }
        }
        None => Verdict::BadRedirect(location),
    }
}

/// `Location` as text: UTF-8 if it is that, else each foreign byte in percent form, so that the server gets
/// back the bytes it sent.
fn readable(location: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(location) {
        return text.trim().to_owned();
    }
    let escaped = |byte: &u8| {
        if byte.is_ascii() { char::from(*byte).to_string() } else { format!("%{byte:02X}") }
    };
    location.iter().map(escaped).collect()
}

#[cfg(test)]
mod tests {
    use super::super::headers::fields;
    use super::*;

    const URL: &str = "https://example.org/a/feed?x=1#part";

    fn now() -> Timestamp {
        Timestamp::parse_rfc3339("2026-12-01T00:00:00Z").expect("a valid date")
    }

    fn check(status: u16, list: &[(&str, &str)], expected: &Verdict) {
        assert_eq!(verdict(URL, status, &fields(list), now()), *expected, "{status} {list:?}");
    }

    fn check_target(location: &str, expected: &str) {
        let target = expected.to_owned();
        check(302, &[("Location", location)], &Verdict::Moved { target, permanence: Permanence::Temporary });
    }

    #[test]
    fn a_redirect_logs_nobody_in() {
        check_target("https://user:secret@b.example/x", "https://b.example/x");
    }

    fn check_wait(status: u16, list: &[(&str, &str)], wait: Span, who: Who) {
        check(status, list, &Verdict::Wait { until: now().plus(wait), who });
    }

    #[test]
    fn plain_statuses() {
        check(200, &[], &Verdict::Fresh);
        check(304, &[], &Verdict::Unchanged);
        check(401, &[], &Verdict::Unauthorized);
        check(407, &[], &Verdict::Unauthorized);
        check(403, &[], &Verdict::Forbidden);
        check(410, &[], &Verdict::Gone);
        for status in [204, 206, 300, 305, 400, 404, 418, 500, 502, 999] {
            check(status, &[], &Verdict::Failed(status));
        }
    }

    #[test]
    fn a_delta_is_one_only_with_the_feed_manipulation_alone() {
        check(226, &[("IM", "feed")], &Verdict::Delta);
        check(226, &[("im", " Feed ")], &Verdict::Delta);
        for im in ["vcdiff", "feed, gzip", "", "feedx"] {
            check(226, &[("IM", im)], &Verdict::BadDelta);
        }
        check(226, &[], &Verdict::BadDelta);
    }

    #[test]
    fn redirects_for_good_and_for_now() {
        for (status, permanence) in [
            (301, Permanence::Permanent),
            (308, Permanence::Permanent),
            (302, Permanence::Temporary),
            (303, Permanence::Temporary),
            (307, Permanence::Temporary),
        ] {
            let target = "https://example.org/new".to_owned();
            check(status, &[("Location", "/new")], &Verdict::Moved { target, permanence });
        }
    }

    #[test]
    fn targets_are_made_absolute_and_lose_their_fragment() {
        check_target("rss", "https://example.org/a/rss");
        check_target("//other.example/x#y", "https://other.example/x");
        check_target(" http://other.example/a b ", "http://other.example/a%20b");
        check_target("/\u{62e}", "https://example.org/%D8%AE");
    }

    #[test]
    fn a_target_in_a_legacy_encoding_keeps_its_bytes() {
        let headers = Headers(vec![("location".into(), b"/caf\xe9".to_vec())]);
        let target = "https://example.org/caf%E9".to_owned();
        let expected = Verdict::Moved { target, permanence: Permanence::Permanent };
        assert_eq!(verdict(URL, 301, &headers, now()), expected);
    }

    #[test]
    fn other_targets_are_not_followed() {
        check(301, &[], &Verdict::BadRedirect(String::new()));
        for target in
            ["file:///etc/passwd", "gopher://example.org/", "data:text/plain,x", "javascript:1", "http://"]
        {
            check(301, &[("Location", target)], &Verdict::BadRedirect(target.into()));
        }
    }

    #[test]
    fn a_429_holds_the_host() {
        check_wait(429, &[], Span::minutes(10), Who::Host);
        check_wait(429, &[("Retry-After", "garbage")], Span::minutes(10), Who::Host);
        check_wait(429, &[("Retry-After", "3600")], Span::hours(1), Who::Host);
    }

    #[test]
    fn a_503_holds_the_feed_if_it_says_so() {
        check_wait(503, &[("Retry-After", "Tue, 01 Dec 2026 02:00:00 GMT")], Span::hours(2), Who::Feed);
        check(503, &[], &Verdict::Failed(503));
        check(503, &[("Retry-After", "-1")], &Verdict::Failed(503));
    }

    #[test]
    fn waits_are_clamped() {
        check_wait(429, &[("Retry-After", "0")], Span::minutes(1), Who::Host);
        check_wait(429, &[("Retry-After", "99999999999999999999")], Span::days(7), Who::Host);
        check_wait(503, &[("Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT")], Span::days(7), Who::Feed);
    }
}
