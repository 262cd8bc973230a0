//! Which of the due feeds start now.

use super::{Bucket, Due, Slots};
use crate::model::FeedId;
use crate::time::{Span, Timestamp};

/// The longest wait without looking again: the wall clock can jump, and the monotonic one stands still while
/// the machine sleeps.
const LONGEST_WAKE: Span = Span::minutes(1);

/// One feed that may be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The feed.
    pub id: FeedId,
    /// Host and port.
    pub host: String,
    /// When it is due.
    pub due: Due,
}

/// Which feeds to start now, and when to look again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Start these, in this order; each takes a token.
    pub start: Vec<FeedId>,
    /// Look again after this; `None` for when something changes.
    pub wake: Option<Span>,
}

/// Which of the waiting feeds to start now: due ones by due time, hosts interleaved, as slots and tokens allow.
///
/// `waiting` holds no feed that is under way. Hosts that were asked a moment ago come after the others, so
/// that a host with many feeds is not asked over and over while others wait. The wake is never more than a
/// minute away as long as some feed has a time.
#[must_use]
pub fn plan(waiting: &[Waiting], slots: &Slots, bucket: &Bucket, now: Timestamp, elapsed: Span) -> Plan {
    let (mut slots, mut bucket) = (slots.clone(), *bucket);
    let mut plan = Plan::default();
    for feed in in_order(waiting, &slots, now) {
        if !slots.may_start(&feed.host) {
            continue;
        }
        if !bucket.take(elapsed) {
            plan.wake = Some(bucket.wait(elapsed));
            break;
        }
        slots.start(&feed.host);
        plan.start.push(feed.id);
    }
    let next = waiting.iter().filter_map(|feed| ahead(feed, now)).min();
    let next = next.map(|next| next.min(LONGEST_WAKE));
    plan.wake = [plan.wake, next].into_iter().flatten().min();
    plan
}

/// The due ones in the order in which they are to start.
fn in_order<'a>(waiting: &'a [Waiting], slots: &Slots, now: Timestamp) -> Vec<&'a Waiting> {
    let due_since = |feed: &Waiting| match feed.due {
        Due::At(at) if at <= now => Some(at),
        _ => None,
    };
    let mut due: Vec<(bool, Timestamp, &Waiting)> = waiting
        .iter()
        .filter_map(|feed| Some((slots.was_served(&feed.host), due_since(feed)?, feed)))
        .collect();
    due.sort_by_key(|(served, at, feed)| (*served, *at, feed.id));
    due.into_iter().map(|(_, _, feed)| feed).collect()
}

fn ahead(feed: &Waiting, now: Timestamp) -> Option<Span> {
    match feed.due {
        Due::At(at) if at > now => Some(at.since(now)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOW: Timestamp = Timestamp::from_seconds(1_000_000);

    fn waiting(id: u32, host: &str, ago: i64) -> Waiting {
        let at = Timestamp::from_seconds(1_000_000 - ago);
        Waiting { id: FeedId(id), host: host.to_owned(), due: Due::At(at) }
    }

    fn full_bucket() -> Bucket {
        Bucket::new(Span::ZERO)
    }

    fn planned(list: &[Waiting], slots: &Slots) -> Plan {
        plan(list, slots, &full_bucket(), NOW, Span::hours(1))
    }

    fn ids(plan: &Plan) -> Vec<u32> {
        plan.start.iter().map(|id| id.0).collect()
    }

    #[test]
    fn the_longest_overdue_comes_first_and_hosts_only_once() {
        let list = [
            waiting(1, "a", 5),
            waiting(2, "a", 50),
            waiting(3, "b", 10),
            waiting(4, "c", 0),
            waiting(5, "d", -9),
        ];
        let plan = planned(&list, &Slots::default());
        assert_eq!(ids(&plan), [2, 3, 4]);
        assert_eq!(plan.wake, Some(Span::seconds(9)));
    }

    #[test]
    fn never_more_than_four_at_once() {
        let list: Vec<Waiting> = (0..9).map(|id| waiting(id, &format!("h{id}"), 5)).collect();
        let mut slots = Slots::default();
        slots.start("other");
        let plan = planned(&list, &slots);
        assert_eq!(ids(&plan), [0, 1, 2]);
        // What waits for a slot alone is woken by the check that ends.
        assert_eq!(plan.wake, None);
    }

    #[test]
    fn without_tokens_it_waits_for_the_next_one() {
        let list = [waiting(1, "a", 5), waiting(2, "b", 5)];
        let plan = plan(&list, &Slots::default(), &Bucket::new(Span::ZERO), NOW, Span::millis(300));
        assert_eq!(ids(&plan), [1]);
        assert_eq!(plan.wake, Some(Span::millis(700)));
    }

    #[test]
    fn a_host_that_was_just_asked_lets_others_go_first() {
        let list = [waiting(1, "a", 500), waiting(2, "b", 5)];
        let mut slots = Slots::default();
        slots.start("a");
        slots.end("a");
        assert_eq!(ids(&planned(&list, &slots)), [2, 1]);
    }

    #[test]
    fn it_looks_again_within_a_minute_and_never_for_what_is_never_due() {
        let never = Waiting { id: FeedId(1), host: "a".into(), due: Due::Never };
        assert_eq!(planned(std::slice::from_ref(&never), &Slots::default()), Plan::default());
        let plan = planned(&[never, waiting(2, "b", -100_000)], &Slots::default());
        assert_eq!(plan, Plan { start: Vec::new(), wake: Some(Span::minutes(1)) });
    }

    proptest! {
        #[test]
        fn no_plan_breaks_the_rules(
            list in prop::collection::vec((0_u32..8, -50_i64..50), 0..40),
            busy in prop::collection::vec(0_u32..8, 0..3),
            elapsed in 0_u64..6000,
        ) {
            let list: Vec<Waiting> = (0..)
                .zip(&list)
                .map(|(id, (host, ago))| waiting(id, &format!("h{host}"), *ago))
                .collect();
            let mut slots = Slots::default();
            for host in &busy {
                slots.start(&format!("h{host}"));
            }
            let bucket = Bucket::new(Span::ZERO);
            let plan = super::plan(&list, &slots, &bucket, NOW, Span::millis(elapsed));
            prop_assert!(plan.start.len() + busy.len() <= 4 || plan.start.is_empty());
            let mut tokens = bucket;
            for id in &plan.start {
                let feed = list.iter().find(|feed| feed.id == *id).expect("it was among them");
                prop_assert!(slots.may_start(&feed.host));
                prop_assert!(matches!(feed.due, Due::At(at) if at <= NOW));
                prop_assert!(tokens.take(Span::millis(elapsed)));
                slots.start(&feed.host);
            }
            // Nothing that could start is left behind without a wake.
            let left = list.iter().any(|feed| {
                !plan.start.contains(&feed.id)
                    && slots.may_start(&feed.host)
                    && matches!(feed.due, Due::At(at) if at <= NOW)
            });
            prop_assert!(!left || plan.wake.is_some());
        }
    }
}
