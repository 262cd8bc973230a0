//! What a clock that was set back does to what was observed before.

use super::due::LONGEST_HOLD;
use crate::model::CheckState;
use crate::time::{Span, Timestamp};

/// A tag that is of no use is left at home at most this long (`fetching.md` section 3.3).
const LONGEST_REST: Span = Span::days(30);

/// Takes what was observed ahead of `now` for observed now, and says whether there was something.
///
/// To be called when the clock was set back, and for what a store holds at a start. [`super::due`] copes with moments
/// that lie ahead, but it counts the wait from each new `now`: asked over and over, it would put the check off for ever.
pub fn not_ahead(check: &mut CheckState, now: Timestamp) -> bool {
    let latest_hold = now.plus(LONGEST_HOLD);
    let moments = [
        (&mut check.last_attempt, now),
        (&mut check.last_success, now),
        (&mut check.last_new_item, now),
        (&mut check.failing_since, now),
        (&mut check.habits.missing_since, now),
        (&mut check.habits.last_whole, now),
        (&mut check.habits.tag_idle_until, now.plus(LONGEST_REST)),
        (&mut check.not_before, latest_hold),
    ];
    let mut changed = false;
    for (moment, latest) in moments {
        if moment.is_some_and(|known| known > latest) {
            *moment = Some(latest);
            changed = true;
        }
    }
    if let Some(trust) = check.redirect.as_mut().filter(|trust| trust.first_seen > now) {
        trust.first_seen = now;
        changed = true;
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::RedirectTrust;

    const NOW: Timestamp = Timestamp::from_seconds(1_796_000_000);

    fn asked(at: Timestamp) -> CheckState {
        let redirect = RedirectTrust { url: "https://a.example/".to_owned(), sightings: 1, first_seen: at };
        CheckState {
            last_attempt: Some(at),
            last_success: Some(at),
            not_before: Some(at.plus(Span::days(7))),
            redirect: Some(redirect),
            ..CheckState::default()
        }
    }

    #[test]
    fn what_lies_ahead_was_observed_now() {
        let mut check = asked(NOW.plus(Span::days(3)));
        assert!(not_ahead(&mut check, NOW));
        assert_eq!(check, asked(NOW));
        assert!(!not_ahead(&mut check, NOW));
    }

    #[test]
    fn what_lies_behind_stays() {
        let mut check = asked(NOW.minus(Span::days(3)));
        let before = check.clone();
        assert!(!not_ahead(&mut check, NOW));
        assert_eq!(check, before);
    }
}
