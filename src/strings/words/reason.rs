//! When a feed is checked next, and why.

use super::span;
use crate::schedule::{Due, Explanation, Reason};
use crate::strings::{Language, Strings, Text, when};
use crate::time::{Span, Timestamp};

/// `in 2 h 10 min: the publisher asks for 3 h (ttl)`, in English.
#[must_use]
pub fn explanation(explanation: &Explanation, now: Timestamp) -> String {
    explanation_in(Strings::english(), explanation, now)
}

/// When a feed is checked next, and why.
#[must_use]
pub fn explanation_in(strings: &Strings, explanation: &Explanation, now: Timestamp) -> String {
    let when = due(strings, explanation.due, now);
    if explanation.reasons.is_empty() {
        return when;
    }
    let reasons: Vec<String> = explanation.reasons.iter().map(|why| reason(strings, why, now)).collect();
    let reasons = reasons.join(strings.say(Text::WhyBetween));
    strings.compose(Text::WhySentence, &[("when", &when), ("reasons", &reasons)])
}

/// When a feed is due: `now`, `in 2 h 10 min` or `never`.
fn due(strings: &Strings, due: Due, now: Timestamp) -> String {
    match due {
        Due::Never => strings.say(Text::WhyNever).to_owned(),
        Due::At(moment) if moment <= now => strings.say(Text::WhyNow).to_owned(),
        Due::At(moment) => with(strings, Text::WhyIn, moment.since(now)),
    }
}

/// One reason as part of a sentence.
fn reason(strings: &Strings, reason: &Reason, now: Timestamp) -> String {
    let said = |text, length| with(strings, text, length);
    let text = match *reason {
        Reason::DefaultInterval(length) => return said(Text::WhyDefaultInterval, length),
        Reason::UserInterval(length) => return said(Text::WhyUserInterval, length),
        Reason::Floor(length) => return said(Text::WhyFloor, length),
        Reason::NoConditional(length) => return said(Text::WhyNoConditional, length),
        Reason::Ttl(length) => return said(Text::WhyTtl, length),
        Reason::UpdatePeriod(length) => return said(Text::WhyUpdatePeriod, length),
        Reason::Freshness(length) => return said(Text::WhyFreshness, length),
        Reason::Salt(length) => return said(Text::WhySalt, length),
        Reason::BackOff { failures: 1, wait } => return said(Text::WhyBackOffOnce, wait),
        Reason::BackOff { failures, wait } => {
            let (times, span) = (strings.digits(&failures.to_string()), span_in(strings, wait));
            return strings.compose(Text::WhyBackOff, &[("times", &times), ("span", &span)]);
        }
        Reason::RetryAfter(until) => return said(Text::WhyRetryAfter, until.since(now)),
        Reason::FirstCheck => Text::WhyFirstCheck,
        Reason::SkipHours => Text::WhySkipHours,
        Reason::Gone => Text::WhyGone,
        Reason::Unauthorized => Text::WhyUnauthorized,
        Reason::UserNever => Text::WhyUserNever,
    };
    strings.say(text).to_owned()
}

fn with(strings: &Strings, text: Text, length: Span) -> String {
    strings.compose(text, &[("span", &span_in(strings, length))])
}

/// A length of time in words that can stand in a sentence of the language.
fn span_in(strings: &Strings, length: Span) -> String {
    match strings.language() {
        Language::English => span(length),
        _ => when::exact(strings, length),
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
        let due = |due| super::due(Strings::english(), due, now);
        assert_eq!(due(Due::At(now.minus(Span::hours(1)))), "now");
        assert_eq!(due(Due::Never), "never");
    }

    #[test]
    fn the_next_check_is_explained_in_every_language() {
        let now = Timestamp::from_seconds(1_000_000);
        let why = Explanation {
            due: Due::At(now.plus(Span::minutes(130))),
            reasons: vec![Reason::BackOff { failures: 3, wait: Span::hours(26) }, Reason::SkipHours],
        };
        let shown = |language| explanation_in(Strings::of(language), &why, now);
        assert_eq!(
            shown(Language::Arabic),
            "بعد 2 س 10 د: مرات الإخفاق المتتالية: 3، فيُنتظر 1 ي 2 س، يستريح الناشر في ذلك الوقت (skipHours, skipDays)"
        );
        assert_eq!(
            shown(Language::Hebrew),
            "בעוד 2 שע׳ 10 דק׳: היא נכשלה 3 פעמים ברצף, לכן ממתינים 1 ימ׳ 2 שע׳, המפרסם נח בזמן ההוא (skipHours, skipDays)"
        );
    }
}
