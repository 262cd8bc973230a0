//! Sentences that are shown for a while and steal no keys.

use std::collections::VecDeque;

use crate::strings::{Strings, Text};
use crate::time::{Span, Timestamp};
use crate::tui::keymap::Trouble;

/// How much a notice matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Weight {
    /// Something went as it should.
    Good,
    /// Something should be looked at.
    Warning,
    /// Something failed.
    Bad,
}

/// A sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    /// How much it matters.
    pub(crate) weight: Weight,
    /// The sentence.
    pub(crate) text: String,
}

/// What is to be told, newest first. The first is on the screen.
#[derive(Debug, Default)]
pub(crate) struct Notices {
    waiting: VecDeque<Notice>,
    /// Since when the first is on the screen.
    since: Timestamp,
}

/// So many wait at most; the oldest gives way. What is older than that is no answer to anything any more.
const MOST: usize = 3;

impl Notices {
    /// Adds a sentence. It is shown at once, since it answers what was done last; what failed before it and may not
    /// have been read comes back after it, what only said that all is well does not.
    pub(crate) fn add(&mut self, weight: Weight, text: impl Into<String>, now: Timestamp) {
        let notice = Notice { weight, text: text.into() };
        self.waiting.retain(|known| *known != notice && known.weight != Weight::Good);
        self.waiting.push_front(notice);
        self.waiting.truncate(MOST);
        self.since = now;
    }

    /// The sentence to show.
    #[must_use]
    pub(crate) fn shown(&self) -> Option<&Notice> {
        self.waiting.front()
    }

    /// When the sentence is taken away.
    #[must_use]
    pub(crate) fn expiry(&self) -> Option<Timestamp> {
        self.shown().map(|notice| self.since.plus(stay(notice)))
    }

    /// Goes on to the next one when the time of this one is over, or if the clock was set back.
    pub(crate) fn pass(&mut self, now: Timestamp) {
        if self.expiry().is_some_and(|expiry| now >= expiry || now < self.since) {
            self.dismiss(now);
        }
    }

    /// Goes on to the next one at once.
    pub(crate) fn dismiss(&mut self, now: Timestamp) {
        self.waiting.pop_front();
        self.since = now;
    }
}

/// Longer sentences and worse news stay longer.
fn stay(notice: &Notice) -> Span {
    let reading = Span::millis(u64::try_from(notice.text.len()).unwrap_or(u64::MAX).saturating_mul(60));
    let least = match notice.weight {
        Weight::Good => Span::seconds(3),
        Weight::Warning => Span::seconds(6),
        Weight::Bad => Span::seconds(8),
    };
    least.plus(reading).min(Span::seconds(20))
}

/// What is wrong with the configured keys, as a sentence.
pub(crate) fn trouble(strings: &Strings, trouble: &Trouble) -> String {
    match trouble {
        Trouble::UnknownAction(name) => strings.fill(Text::NoticeKeyUnknownAction, &[("name", name)]),
        Trouble::BadKey { action, key } => {
            strings.fill(Text::NoticeKeyBad, &[("name", action.name()), ("key", key)])
        }
        Trouble::Conflict { key, first, second } => strings.fill(
            Text::NoticeKeyConflict,
            &[("key", key), ("first", first.name()), ("second", second.name())],
        ),
        Trouble::MacroConflict { key, action } => {
            strings.fill(Text::NoticeMacroConflict, &[("key", key), ("name", action.name())])
        }
        Trouble::Shadowed { long, short, action } => strings
            .fill(Text::NoticeKeyShadowed, &[("long", long), ("short", short), ("action", action.name())]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_seconds(1000);

    fn shown(notices: &Notices) -> Option<&str> {
        notices.shown().map(|notice| notice.text.as_str())
    }

    #[test]
    fn the_newest_is_shown_at_once_and_bad_news_come_back_after_it() {
        let mut notices = Notices::default();
        notices.add(Weight::Good, "fine", NOW);
        notices.add(Weight::Bad, "broken", NOW);
        notices.add(Weight::Good, "fine again", NOW);
        assert_eq!(shown(&notices), Some("fine again"));
        notices.pass(NOW.plus(Span::seconds(5)));
        assert_eq!(shown(&notices), Some("broken"));
        notices.pass(NOW.plus(Span::seconds(20)));
        assert_eq!(shown(&notices), None);
    }

    #[test]
    fn a_flood_is_bounded_and_shows_the_newest() {
        let mut notices = Notices::default();
        (0..1000).for_each(|at| notices.add(Weight::Bad, format!("{at}"), NOW));
        assert_eq!((shown(&notices), notices.waiting.len()), (Some("999"), MOST));
    }

    #[test]
    fn a_clock_that_is_set_back_does_not_keep_a_notice_for_ever() {
        let mut notices = Notices::default();
        notices.add(Weight::Bad, "broken", NOW);
        notices.pass(Timestamp::EPOCH);
        assert_eq!(shown(&notices), None);
    }
}
