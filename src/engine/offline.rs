//! Whether the network is there at all: three hosts that answered before and now can't be reached, with no answer
//! from anyone in between (`fetching.md` section 3.5).

use crate::model::{CheckState, FeedId};
use crate::time::Span;

/// Hosts that must fail in a row.
const HOSTS: usize = 3;
/// The time between two trials while the network is away: it doubles from the first to the last.
const TRIALS: (Span, Span) = (Span::minutes(1), Span::minutes(15));

/// What is believed about the network.
#[derive(Clone, Debug, Default)]
pub(super) enum Network {
    /// It is there.
    #[default]
    There,
    /// Some hosts could not be reached since the last answer.
    Doubted(Vec<Suspect>),
    /// It is away. One feed is tried now and then.
    Away {
        /// The next trial, on the clock that never jumps.
        trial: Span,
        /// The wait after that trial.
        wait: Span,
    },
}

/// A feed whose host could not be reached.
#[derive(Clone, Debug)]
pub(super) struct Suspect {
    /// The feed.
    pub(super) feed: FeedId,
    /// Its host.
    pub(super) host: String,
    /// What was known before, to be put back if it was not the host's fault.
    pub(super) before: CheckState,
}

/// What a failure to reach a host means.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    /// The host's fault: it counts.
    Counts,
    /// The network is away: it doesn't count, nor do these earlier ones.
    Away(Vec<Suspect>),
}

impl Network {
    /// Some host answered, whatever it said.
    pub(super) fn answered(&mut self) {
        *self = Self::There;
    }

    /// A host could not be reached.
    ///
    /// Only hosts that answered the time before are evidence: a dead feed would say it for ever.
    pub(super) fn unreachable(&mut self, suspect: Suspect, elapsed: Span) -> Meaning {
        let evidence = suspect.before.failures == 0 && suspect.before.last_success.is_some();
        match self {
            Self::Away { trial, wait } => {
                *trial = elapsed.plus(*wait);
                *wait = wait.times(2).min(TRIALS.1);
                return Meaning::Away(Vec::new());
            }
            _ if !evidence => return Meaning::Counts,
            Self::There => *self = Self::Doubted(vec![suspect]),
            Self::Doubted(suspects) => suspects.push(suspect),
        }
        let Self::Doubted(suspects) = self else { return Meaning::Counts };
        let mut hosts: Vec<&str> = suspects.iter().map(|suspect| suspect.host.as_str()).collect();
        hosts.sort_unstable();
        hosts.dedup();
        if hosts.len() < HOSTS {
            return Meaning::Counts;
        }
        // The last one was not yet counted.
        suspects.pop();
        let earlier = std::mem::take(suspects);
        *self = Self::Away { trial: elapsed.plus(TRIALS.0), wait: TRIALS.0.times(2) };
        Meaning::Away(earlier)
    }

    /// How long until background checks may try again; `None` while the network is there.
    pub(super) fn rest(&self, elapsed: Span) -> Option<Span> {
        match self {
            Self::Away { trial, .. } => Some(trial.minus(elapsed)),
            _ => None,
        }
    }

    /// Whether it is away.
    pub(super) fn away(&self) -> bool {
        matches!(self, Self::Away { .. })
    }

    /// A trial begins: no other one until its wait is over.
    pub(super) fn tried(&mut self, elapsed: Span) {
        if let Self::Away { trial, wait } = self {
            *trial = elapsed.plus(*wait);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Timestamp;

    fn suspect(feed: u32, host: &str, failures: u32) -> Suspect {
        let before = CheckState { failures, last_success: Some(Timestamp::EPOCH), ..CheckState::default() };
        Suspect { feed: FeedId(feed), host: host.to_owned(), before }
    }

    fn fail(network: &mut Network, hosts: &[&str]) -> Vec<Option<usize>> {
        hosts
            .iter()
            .map(|host| match network.unreachable(suspect(1, host, 0), Span::ZERO) {
                Meaning::Counts => None,
                Meaning::Away(earlier) => Some(earlier.len()),
            })
            .collect()
    }

    #[test]
    fn three_hosts_in_a_row_mean_that_the_network_is_away() {
        assert_eq!(fail(&mut Network::There, &["a", "b", "c", "d"]), [None, None, Some(2), Some(0)]);
    }

    #[test]
    fn one_host_that_fails_often_is_its_own_fault() {
        assert_eq!(fail(&mut Network::There, &["a", "a", "a", "a"]), [None; 4]);
    }

    #[test]
    fn an_answer_in_between_takes_all_doubt_away() {
        let mut network = Network::There;
        fail(&mut network, &["a", "b"]);
        network.answered();
        assert_eq!(fail(&mut network, &["c", "d"]), [None, None]);
        assert!(!network.away());
    }

    #[test]
    fn feeds_that_failed_before_are_no_evidence() {
        let mut network = Network::There;
        for host in ["a", "b", "c", "d"] {
            assert!(matches!(network.unreachable(suspect(1, host, 2), Span::ZERO), Meaning::Counts));
        }
    }

    #[test]
    fn trials_get_rarer_up_to_a_limit() {
        let mut network = Network::There;
        fail(&mut network, &["a", "b", "c"]);
        let mut elapsed = Span::ZERO;
        let mut waits = Vec::new();
        for _ in 0..6 {
            let wait = network.rest(elapsed).unwrap_or_default();
            waits.push(wait.as_minutes());
            elapsed = elapsed.plus(wait);
            network.unreachable(suspect(1, "a", 0), elapsed);
        }
        assert_eq!(waits, [1, 2, 4, 8, 15, 15]);
    }
}
