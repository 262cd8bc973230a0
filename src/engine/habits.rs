//! What a server's ways teach, answer by answer (`fetching.md` section 3.3), in pure functions.

use super::follow::Fetched;
use crate::http::Validator;
use crate::model::{CheckState, Habits, LastCheck};
use crate::time::{Span, Timestamp};

/// How long a tag that has no effect is not sent, and the least time between two requests without validators to a server
/// that only ever says that nothing changed.
const MONTH: Span = Span::days(30);

/// A feed is quiet if nothing was new for this many times as long as it usually takes.
const QUIET: u64 = 3;

/// A whole document came, with this hash.
pub(super) fn learn(habits: &mut Habits, prior: &CheckState, fetched: &Fetched, hash: u64, now: Timestamp) {
    let same = prior.body_hash == Some(hash);
    let Validator { etag, last_modified } = Validator::of(&fetched.response.headers);
    habits.last_whole = Some(now);
    habits.changes_seen |= fetched.conditional() && prior.body_hash.is_some() && !same;
    let asked = fetched.sent.etag.as_ref();
    // The second time that the same document comes under one tag, though this time it was asked for with that tag.
    if same && asked.is_some() && asked == etag.as_ref() && last_modified.is_some() {
        habits.tag_idle_until = Some(now.plus(MONTH));
    }
    let renewed = same && asked.is_some() && etag.is_some() && asked != etag.as_ref();
    habits.new_tags = if renewed { habits.new_tags.saturating_add(1) } else { 0 };
}

/// A check succeeded: how long it took until there was something new.
pub(super) fn pace(check: &mut CheckState, last: &LastCheck, now: Timestamp) {
    if let (LastCheck::Updated { new: 1.., .. }, Some(before)) = (last, check.last_new_item) {
        let gap = now.since(before);
        let smoothed =
            |usual: Span| Span::millis((usual.as_millis() / 4 * 3).saturating_add(gap.as_millis() / 4));
        check.habits.usual_gap = Some(check.habits.usual_gap.map_or(gap, smoothed));
    }
}

/// Whether the server may be one that always says that nothing changed, so that it is asked without validators once: at
/// most every 30 days, and only if it never brought another document to a conditional request, or nothing was new for
/// longer than 30 days and than three times as long as usual.
pub(super) fn may_be_stuck(check: &CheckState, now: Timestamp) -> bool {
    let habits = &check.habits;
    let longer = |since: Option<Timestamp>, span: Span| since.is_none_or(|since| now.since(since) >= span);
    let due = habits.last_whole.or(check.last_new_item).is_some_and(|last| now.since(last) >= MONTH);
    let usual = habits.usual_gap.unwrap_or(Span::ZERO).times(QUIET);
    due && check.answers_conditionally
        && (!habits.changes_seen || longer(check.last_new_item, MONTH.max(usual)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::{Headers, Verdict};
    use crate::net::Response;

    const DAY: u64 = 24;

    fn at(hours: u64) -> Timestamp {
        Timestamp::EPOCH.plus(Span::hours(hours))
    }

    fn fetched(sent: &str, etag: &str) -> Fetched {
        let fields = [("ETag", etag), ("Last-Modified", "then")];
        let headers = fields.iter().map(|(name, value)| ((*name).to_owned(), value.as_bytes().to_vec()));
        let response = Response { headers: Headers(headers.collect()), ..Response::default() };
        Fetched {
            url: "http://a.example/".to_owned(),
            settled: None,
            verdict: Verdict::Fresh,
            response,
            sent: Validator { etag: Some(sent.as_bytes().to_vec()), last_modified: None },
            hops: 0,
        }
    }

    fn learnt(before: Habits, sent: &str, etag: &str, hash: u64) -> Habits {
        let prior = CheckState { body_hash: Some(1), habits: before.clone(), ..CheckState::default() };
        let mut habits = before;
        learn(&mut habits, &prior, &fetched(sent, etag), hash, at(0));
        habits
    }

    #[test]
    fn the_same_document_under_the_tag_that_was_sent_makes_the_tag_idle_for_a_month() {
        let until = |sent, etag, hash| learnt(Habits::default(), sent, etag, hash).tag_idle_until;
        assert_eq!(until("\"a\"", "\"a\"", 1), Some(at(30 * DAY)));
        assert_eq!(until("\"a\"", "\"a\"", 2), None);
        assert_eq!(until("\"a\"", "\"b\"", 1), None);
    }

    #[test]
    fn new_tags_on_the_same_document_are_counted_in_a_row() {
        let mut habits = Habits::default();
        for count in 1..=5 {
            habits = learnt(habits, "\"a\"", "\"b\"", 1);
            assert_eq!((habits.new_tags, habits.changes_seen), (count, false));
        }
        habits = learnt(habits, "\"a\"", "\"b\"", 2);
        assert_eq!((habits.new_tags, habits.changes_seen), (0, true));
    }

    #[test]
    fn a_server_that_never_brought_a_change_is_asked_in_full_once_a_month() {
        let mut check = CheckState { answers_conditionally: true, ..CheckState::default() };
        check.habits.last_whole = Some(at(0));
        assert!(!may_be_stuck(&check, at(30 * DAY - 1)) && may_be_stuck(&check, at(30 * DAY)));
        check.habits.last_whole = Some(at(30 * DAY));
        assert!(!may_be_stuck(&check, at(60 * DAY - 1)));
        check.answers_conditionally = false;
        assert!(!may_be_stuck(&check, at(90 * DAY)));
    }

    #[test]
    fn an_honest_server_is_asked_in_full_only_if_its_feed_is_quiet_for_long() {
        let mut check = CheckState { answers_conditionally: true, ..CheckState::default() };
        check.habits = Habits { last_whole: Some(at(0)), changes_seen: true, ..Habits::default() };
        check.last_new_item = Some(at(10 * DAY));
        assert!(!may_be_stuck(&check, at(39 * DAY)) && may_be_stuck(&check, at(40 * DAY)));
        check.habits.usual_gap = Some(Span::days(20));
        assert!(!may_be_stuck(&check, at(69 * DAY)) && may_be_stuck(&check, at(70 * DAY)));
    }

    #[test]
    fn the_usual_gap_follows_the_newest_ones() {
        let mut check = CheckState { last_new_item: Some(at(0)), ..CheckState::default() };
        pace(&mut check, &LastCheck::Updated { new: 1, changed: 0 }, at(8));
        assert_eq!(check.habits.usual_gap, Some(Span::hours(8)));
        pace(&mut check, &LastCheck::Updated { new: 0, changed: 5 }, at(9));
        check.last_new_item = Some(at(8));
        pace(&mut check, &LastCheck::Updated { new: 2, changed: 0 }, at(24));
        assert_eq!(check.habits.usual_gap, Some(Span::hours(10)));
    }
}
