//! The health of all feeds: what troubles each, the worst first.

use super::slot::Slot;
use crate::engine::Health;
use crate::model::{FailureKind, FeedId, IntervalChoice, LastCheck, Saved};
use crate::strings::Text;
use crate::text::fold::fold;
use crate::text::input::Input;
use crate::time::Timestamp;

/// The screen of feed health.
#[derive(Debug, Default)]
pub(crate) struct Checkup {
    /// The question for what is known.
    pub(crate) slot: Slot<()>,
    all: Option<Vec<Health>>,
    /// Numbers of the feeds that are listed, in order, with their conditions.
    lines: Vec<(Condition, usize)>,
    /// The number of the current line.
    pub(crate) at: usize,
    /// What the titles must have in them.
    pub(crate) typed: Input,
    /// Whether that is being typed.
    pub(crate) typing: Typing,
}

/// Whether the line for a part of the titles has the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Typing {
    /// It has.
    On,
    /// The list has.
    #[default]
    Off,
}

/// How a feed does; the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Condition {
    /// The last check failed.
    Failing,
    /// 410: it is gone for good.
    Gone,
    /// It or its host asked to be left alone.
    Waiting,
    /// It says that it has moved.
    Moved,
    /// Nothing new came for long.
    Silent,
    /// It was never asked.
    New,
    /// The user wants no checks.
    Muted,
    /// All is well.
    Fine,
}

impl Condition {
    /// How a feed does.
    #[must_use]
    pub(crate) fn of(health: &Health, now: Timestamp) -> Self {
        let check = &health.check;
        match &check.last {
            _ if check.gone => Self::Gone,
            Some(LastCheck::Failed(failure)) if failure.kind == FailureKind::Held => Self::Waiting,
            Some(LastCheck::Failed(_)) => Self::Failing,
            _ if check.not_before.is_some_and(|until| until > now) => Self::Waiting,
            _ if health.subscription.interval == IntervalChoice::Never => Self::Muted,
            None => Self::New,
            _ if check.redirect.is_some() => Self::Moved,
            _ if health.silent => Self::Silent,
            _ => Self::Fine,
        }
    }

    /// Its sign.
    #[must_use]
    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Self::Failing => "✗",
            Self::Gone => "†",
            Self::Waiting => "…",
            Self::Moved => "→",
            Self::Silent => "○",
            Self::New => "?",
            Self::Muted => "–",
            Self::Fine => "✓",
        }
    }

    /// What it is called.
    #[must_use]
    pub(crate) const fn words(self) -> Text {
        match self {
            Self::Failing => Text::HealthFailing,
            Self::Gone => Text::HealthGone,
            Self::Waiting => Text::HealthWaiting,
            Self::Moved => Text::HealthMoved,
            Self::Silent => Text::HealthSilent,
            Self::New => Text::HealthNew,
            Self::Muted => Text::HealthMuted,
            Self::Fine => Text::HealthFine,
        }
    }
}

impl Checkup {
    /// Takes what is known. The current line stays on its feed.
    pub(crate) fn load(&mut self, all: Vec<Health>, now: Timestamp) {
        let current = self.feed();
        self.all = Some(all);
        self.list(now);
        let place = current.and_then(|feed| self.lines.iter().position(|line| self.id(line.1) == Some(feed)));
        self.at = place.unwrap_or(self.at).min(self.lines.len().saturating_sub(1));
    }

    /// Whether anything is known yet.
    #[must_use]
    pub(crate) const fn is_loaded(&self) -> bool {
        self.all.is_some()
    }

    /// Lists the feeds whose titles have in them what was typed.
    pub(crate) fn list(&mut self, now: Timestamp) {
        let wanted = fold(self.typed.text().trim());
        let all = self.all.as_deref().unwrap_or_default();
        let fits = |health: &Health| wanted.is_empty() || fold(&health.row.title).contains(&wanted);
        let listed = all.iter().enumerate().filter(|(_, health)| fits(health));
        self.lines = listed.map(|(at, health)| (Condition::of(health, now), at)).collect();
        // The engine's order, by title, holds among those that do alike.
        self.lines.sort_by_key(|(condition, _)| *condition);
        self.at = self.at.min(self.lines.len().saturating_sub(1));
    }

    /// The lines, worst first.
    pub(crate) fn lines(&self) -> impl ExactSizeIterator<Item = (Condition, &Health)> {
        let all = self.all.as_deref().unwrap_or_default();
        self.lines.iter().map(move |(condition, at)| (*condition, &all[*at]))
    }

    /// The feed of the current line.
    #[must_use]
    pub(crate) fn health(&self) -> Option<&Health> {
        self.lines.get(self.at).and_then(|(_, at)| self.all.as_ref()?.get(*at))
    }

    /// The number of the feed of the current line.
    #[must_use]
    pub(crate) fn feed(&self) -> Option<FeedId> {
        self.health().map(|health| health.row.id)
    }

    /// How many feeds there are, how many of them are in trouble, and what politeness saved with all of them.
    #[must_use]
    pub(crate) fn sums(&self, now: Timestamp) -> (usize, usize, Saved) {
        let all = self.all.as_deref().unwrap_or_default();
        let is_trouble = |health: &&Health| Condition::of(health, now) <= Condition::Waiting;
        let mut saved = Saved::default();
        for health in all {
            let one = &health.check.saved;
            saved.checks = saved.checks.saturating_add(one.checks);
            saved.unchanged = saved.unchanged.saturating_add(one.unchanged);
            saved.received = saved.received.saturating_add(one.received);
            saved.by_unchanged = saved.by_unchanged.saturating_add(one.by_unchanged);
            saved.by_compression = saved.by_compression.saturating_add(one.by_compression);
        }
        (all.len(), all.iter().filter(is_trouble).count(), saved)
    }

    /// Goes to another line.
    pub(crate) fn step(&mut self, lines: isize) {
        self.at = self.at.saturating_add_signed(lines).min(self.lines.len().saturating_sub(1));
    }

    fn id(&self, at: usize) -> Option<FeedId> {
        self.all.as_ref()?.get(at).map(|health| health.row.id)
    }
}
