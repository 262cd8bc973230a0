//! When a feed is checked next, and why.

use super::span;
use crate::schedule::{Due, Explanation, Reason};
use crate::time::Timestamp;

/// `in 2 h 10 min: the publisher asks for 3 h (ttl)`.
#[must_use]
pub fn explanation(explanation: &Explanation, now: Timestamp) -> String {
    let when = due(explanation.due, now);
    if explanation.reasons.is_empty() {
        return when;
    }
    let reasons: Vec<String> = explanation.reasons.iter().map(|why| reason(why, now)).collect();
    format!("{when}: {}", reasons.join(", "))
}

/// When a feed is due: `now`, `in 2 h 10 min` or `never`.
#[must_use]
pub fn due(due: Due, now: Timestamp) -> String {
    match due {
        Due::Never => "never".to_owned(),
        Due::At(moment) if moment <= now => "now".to_owned(),
        Due::At(moment) => format!("in {}", span(moment.since(now))),
    }
}

/// One reason as part of a sentence.
#[must_use]
pub fn reason(reason: &Reason, now: Timestamp) -> String {
    match *reason {
        Reason::FirstCheck => "it was never asked before".to_owned(),
        Reason::DefaultInterval(length) => format!("the reader's interval is {}", span(length)),
        Reason::UserInterval(length) => format!("you set {} for it", span(length)),
        Reason::Floor(length) => format!("no feed is checked more often than every {}", span(length)),
        Reason::NoConditional(length) => {
            format!("it has never answered \"unchanged\", so at most every {}", span(length))
        }
        Reason::Ttl(length) => format!("the publisher asks for {} (ttl)", span(length)),
        Reason::UpdatePeriod(length) => format!("the publisher asks for {} (sy:updatePeriod)", span(length)),
        Reason::Freshness(length) => format!("the server calls it fresh for {} (max-age)", span(length)),
        Reason::Salt(length) => format!("{} added by chance", span(length)),
        Reason::BackOff { failures: 1, wait } => format!("it failed, so {} are waited", span(wait)),
        Reason::BackOff { failures, wait } => {
            format!("it failed {failures} times in a row, so {} are waited", span(wait))
        }
        Reason::RetryAfter(until) => {
            format!("the host wants to be left alone for {} more (Retry-After)", span(until.since(now)))
        }
        Reason::SkipHours => "the publisher rests at that time (skipHours, skipDays)".to_owned(),
        Reason::Gone => "the publisher says that it is gone for good (410)".to_owned(),
        Reason::Unauthorized => "the host asks for a login, or refuses the one it got".to_owned(),
        Reason::UserNever => "you want no background checks of it".to_owned(),
    }
}

/// The stable word for a reason, as JSON has it.
#[must_use]
pub fn reason_word(reason: &Reason) -> &'static str {
    match reason {
        Reason::FirstCheck => "first-check",
        Reason::DefaultInterval(_) => "default-interval",
        Reason::UserInterval(_) => "user-interval",
        Reason::Floor(_) => "floor",
        Reason::NoConditional(_) => "no-conditional",
        Reason::Ttl(_) => "ttl",
        Reason::UpdatePeriod(_) => "update-period",
        Reason::Freshness(_) => "freshness",
        Reason::Salt(_) => "salt",
        Reason::BackOff { .. } => "back-off",
        Reason::RetryAfter(_) => "retry-after",
        Reason::SkipHours => "skip-hours",
        Reason::Gone => "gone",
        Reason::Unauthorized => "unauthorized",
        Reason::UserNever => "user-never",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Span;

    #[test]
    fn the_next_check_is_explained() {
        let now = Timestamp::from_seconds(1_000_000);
        let why = Explanation {
            due: Due::At(now.plus(Span::minutes(130))),
            reasons: vec![Reason::Ttl(Span::hours(3))],
        };
        assert_eq!(explanation(&why, now), "in 2 h 10 min: the publisher asks for 3 h (ttl)");
    }

    #[test]
    fn what_is_overdue_is_due_now() {
        let now = Timestamp::from_seconds(1_000_000);
        assert_eq!(due(Due::At(now.minus(Span::hours(1))), now), "now");
        assert_eq!(due(Due::Never, now), "never");
    }
}
