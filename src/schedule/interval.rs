//! The interval of a feed: what the user wants, but not below what the publisher asks for and the floor.

use super::{Facts, Policy, Reason};
use crate::model::{CheckState, Feed, IntervalChoice, UpdatePeriod};
use crate::time::Span;

/// `ttl` counts up to this (`product.md` section 3).
const MOST_TTL: Span = Span::days(7);

/// `sy:updatePeriod` and freshness count up to this: a weekly feed is still checked daily.
const MOST_OTHERS: Span = Span::hours(24);

/// The least interval of a feed that never answered a conditional request with 304: each check of it costs
/// the publisher a whole document.
const WITHOUT_CONDITIONAL: Span = Span::minutes(60);

/// The interval of a feed and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    /// How long after a success the next check is, without salt.
    pub(super) span: Span,
    /// The part of it that holds against the user too: floor, publisher, missing 304.
    pub(super) least: Span,
    /// All that has a say, longest first: the first one decides.
    pub(super) reasons: Vec<Reason>,
}

/// The shortest interval that the publisher asks for: the largest of `ttl`, `sy:updatePeriod` and freshness,
/// each within its cap. Nothing if the publisher says nothing.
#[must_use]
pub fn publisher_minimum(feed: Option<&Feed>, check: &CheckState) -> Span {
    hints(feed, check).map(|(span, _)| span).max().unwrap_or(Span::ZERO)
}

/// `None` if the user wants no checks.
pub(super) fn interval(facts: &Facts<'_>, policy: &Policy) -> Option<Interval> {
    let wish = match facts.interval {
        IntervalChoice::Never => return None,
        IntervalChoice::Default => (policy.interval, Reason::DefaultInterval(policy.interval)),
        IntervalChoice::Every(span) => (span, Reason::UserInterval(span)),
    };
    let floor = policy.floor();
    let mut binding = vec![(floor, Reason::Floor(floor))];
    if !facts.check.answers_conditionally {
        binding.push((WITHOUT_CONDITIONAL, Reason::NoConditional(WITHOUT_CONDITIONAL)));
    }
    // These two are worth a word only where they change something.
    let mut said: Vec<_> = binding.iter().copied().filter(|(span, _)| *span > wish.0).collect();
    said.push(wish);
    for hint in hints(facts.feed, facts.check) {
        binding.push(hint);
        said.push(hint);
    }
    // Stable: of two that are equal the one of this side is named, not the publisher's.
    said.sort_by_key(|(span, _)| std::cmp::Reverse(*span));
    let least = binding.iter().map(|(span, _)| *span).max().unwrap_or(floor);
    let reasons = said.into_iter().map(|(_, reason)| reason).collect();
    Some(Interval { span: wish.0.max(least), least, reasons })
}

fn hints(feed: Option<&Feed>, check: &CheckState) -> impl Iterator<Item = (Span, Reason)> {
    let ttl = feed.and_then(|feed| feed.ttl).map(|ttl| ttl.min(MOST_TTL));
    let period = feed.and_then(|feed| feed.update_period).map(|period| length(period).min(MOST_OTHERS));
    let fresh = check.freshness.map(|freshness| freshness.span.min(MOST_OTHERS));
    [
        ttl.map(|span| (span, Reason::Ttl(span))),
        period.map(|span| (span, Reason::UpdatePeriod(span))),
        fresh.map(|span| (span, Reason::Freshness(span))),
    ]
    .into_iter()
    .flatten()
    .filter(|(span, _)| *span > Span::ZERO)
}

fn length(period: UpdatePeriod) -> Span {
    Span::millis(period.period.span().as_millis() / u64::from(period.frequency.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{FeedId, Freshness, Period};

    struct Case {
        wish: IntervalChoice,
        feed: Feed,
        check: CheckState,
        policy: Policy,
    }

    fn case(wish: Span) -> Case {
        Case {
            wish: IntervalChoice::Every(wish),
            feed: Feed::default(),
            check: CheckState { answers_conditionally: true, ..CheckState::default() },
            policy: Policy::default(),
        }
    }

    impl Case {
        fn check(&self, span: Span, first: Reason) {
            let facts = Facts {
                id: FeedId(1),
                interval: self.wish,
                feed: Some(&self.feed),
                check: &self.check,
                host_hold: None,
            };
            let found = interval(&facts, &self.policy).expect("the user wants checks");
            assert_eq!((found.span, found.reasons.first()), (span, Some(&first)));
        }
    }

    #[test]
    fn without_hints_the_users_wish_decides() {
        case(Span::hours(3)).check(Span::hours(3), Reason::UserInterval(Span::hours(3)));
        let mut by_default = case(Span::ZERO);
        by_default.wish = IntervalChoice::Default;
        by_default.check(Span::hours(24), Reason::DefaultInterval(Span::hours(24)));
    }

    #[test]
    fn nothing_goes_below_the_floor_and_the_floor_not_below_15_minutes() {
        let mut low = case(Span::minutes(1));
        low.policy.floor = Span::minutes(1);
        low.check(Span::minutes(15), Reason::Floor(Span::minutes(15)));
        low.policy.floor = Span::minutes(40);
        low.check(Span::minutes(40), Reason::Floor(Span::minutes(40)));
    }

    #[test]
    fn a_feed_without_304_is_checked_hourly_at_most() {
        let mut costly = case(Span::minutes(20));
        costly.check.answers_conditionally = false;
        costly.check(Span::minutes(60), Reason::NoConditional(Span::minutes(60)));
    }

    #[test]
    fn the_publisher_wins_over_a_shorter_wish_but_not_over_a_longer_one() {
        let mut hinted = case(Span::hours(1));
        hinted.feed.ttl = Some(Span::hours(3));
        hinted.check(Span::hours(3), Reason::Ttl(Span::hours(3)));
        hinted.wish = IntervalChoice::Every(Span::hours(5));
        hinted.check(Span::hours(5), Reason::UserInterval(Span::hours(5)));
    }

    #[test]
    fn each_hint_has_its_cap() {
        let mut hinted = case(Span::hours(1));
        hinted.feed.ttl = Some(Span::days(400));
        hinted.check(Span::days(7), Reason::Ttl(Span::days(7)));
        hinted.feed.ttl = None;
        hinted.feed.update_period = Some(UpdatePeriod { period: Period::Yearly, frequency: 1 });
        hinted.check(Span::hours(24), Reason::UpdatePeriod(Span::hours(24)));
        hinted.feed.update_period = None;
        hinted.check.freshness = Some(Freshness { span: Span::days(365) });
        hinted.check(Span::hours(24), Reason::Freshness(Span::hours(24)));
    }

    #[test]
    fn a_period_is_divided_by_its_frequency_and_zero_is_once() {
        let mut hinted = case(Span::minutes(20));
        hinted.feed.update_period = Some(UpdatePeriod { period: Period::Daily, frequency: 6 });
        hinted.check(Span::hours(4), Reason::UpdatePeriod(Span::hours(4)));
        hinted.feed.update_period = Some(UpdatePeriod { period: Period::Daily, frequency: 0 });
        hinted.check(Span::hours(24), Reason::UpdatePeriod(Span::hours(24)));
    }

    #[test]
    fn the_largest_hint_is_the_publisher_minimum() {
        let feed = Feed {
            ttl: Some(Span::hours(1)),
            update_period: Some(UpdatePeriod { period: Period::Hourly, frequency: 2 }),
            ..Feed::default()
        };
        let check =
            CheckState { freshness: Some(Freshness { span: Span::hours(2) }), ..CheckState::default() };
        assert_eq!(publisher_minimum(Some(&feed), &check), Span::hours(2));
        assert_eq!(publisher_minimum(None, &CheckState::default()), Span::ZERO);
    }
}
