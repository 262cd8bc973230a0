//! Whether the user is there: our own keys first, then what others saw (`fetching.md` section 6).

use crate::config::IdlePause;
use crate::time::{Span, Timestamp};

/// Others are asked at most this often.
const ASKED: Span = Span::seconds(30);
/// Keys within this time of each other are one sign.
const COARSE: Span = Span::seconds(10);

/// The signs of life so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Life {
    /// Our own last key or click.
    own: Option<Timestamp>,
    /// What others saw last.
    others: Option<Timestamp>,
    /// When others were last asked, on the clock that never jumps.
    asked: Option<Span>,
    /// Since when the user is known to be idle.
    idle: Option<Timestamp>,
}

/// Whether background checks may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gate {
    /// They may.
    Open,
    /// Others have to be asked first.
    Ask,
    /// The user is idle, or others have not yet answered: look again after this time.
    Shut(Span),
}

impl Life {
    /// The user touched a key or the mouse.
    pub(super) fn sign(&mut self, now: Timestamp) {
        if self.own.is_none_or(|own| now.since(own) >= COARSE || now < own) {
            self.own = Some(now);
        }
        self.idle = None;
    }

    /// Others are being asked.
    pub(super) fn asking(&mut self, elapsed: Span) {
        self.asked = Some(elapsed);
    }

    /// What they said.
    pub(super) fn others(&mut self, sign: Option<Timestamp>) {
        self.others = self.others.max(sign);
    }

    /// Since when the user is idle, as far as was found out.
    pub(super) fn idle(&self) -> Option<Timestamp> {
        self.idle
    }

    /// The newest sign; a user nobody can see counts as there.
    pub(super) fn newest(&self) -> Option<Timestamp> {
        self.own.max(self.others)
    }

    /// Whether background checks may go on; others are asked only when it looks as if they must pause.
    pub(super) fn gate(&mut self, pause: IdlePause, after: Span, now: Timestamp, elapsed: Span) -> Gate {
        let away = |sign: Timestamp| now.since(sign) >= after;
        let since_asked = self.asked.map(|asked| elapsed.minus(asked));
        let fresh = since_asked.is_some_and(|since| since < ASKED);
        match (pause, self.newest()) {
            (IdlePause::GoOn, _) => self.open(),
            (_, Some(sign)) if !away(sign) => self.open(),
            _ if !fresh => Gate::Ask,
            (_, None) => self.open(),
            (_, Some(sign)) => {
                self.idle = Some(sign);
                Gate::Shut(ASKED.minus(since_asked.unwrap_or_default()))
            }
        }
    }

    fn open(&mut self) -> Gate {
        self.idle = None;
        Gate::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AFTER: Span = Span::minutes(15);

    fn at(minutes: i64) -> Timestamp {
        Timestamp::from_seconds(minutes * 60)
    }

    fn gate(life: &mut Life, minutes: i64) -> Gate {
        life.gate(IdlePause::Pause, AFTER, at(minutes), Span::minutes(u64::try_from(minutes).unwrap_or(0)))
    }

    #[test]
    fn others_are_asked_only_when_it_looks_like_a_pause() {
        let mut life = Life::default();
        life.sign(at(0));
        assert_eq!(gate(&mut life, 14), Gate::Open);
        assert_eq!(gate(&mut life, 15), Gate::Ask);
        life.asking(Span::minutes(15));
        life.others(Some(at(10)));
        assert_eq!(gate(&mut life, 15), Gate::Open);
    }

    #[test]
    fn an_idle_user_is_looked_for_every_half_minute() {
        let mut life = Life::default();
        life.sign(at(0));
        life.asking(Span::minutes(20));
        assert_eq!(gate(&mut life, 20), Gate::Shut(Span::seconds(30)));
        assert_eq!(life.idle(), Some(at(0)));
        assert_eq!(gate(&mut life, 21), Gate::Ask);
        life.sign(at(21));
        assert_eq!((gate(&mut life, 21), life.idle()), (Gate::Open, None));
    }

    #[test]
    fn a_user_nobody_can_see_counts_as_there() {
        let mut life = Life::default();
        assert_eq!(gate(&mut life, 0), Gate::Ask);
        life.asking(Span::ZERO);
        life.others(None);
        assert_eq!(gate(&mut life, 0), Gate::Open);
    }

    #[test]
    fn those_who_let_it_run_at_night_are_never_idle() {
        let mut life = Life::default();
        life.sign(at(0));
        assert_eq!(life.gate(IdlePause::GoOn, AFTER, at(900), Span::hours(15)), Gate::Open);
    }
}
