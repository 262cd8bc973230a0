//! Signs of life: whether a source beside our own keys knows how long the user has been away.

use super::fine;
use crate::cli::json::Finding;
use crate::cli::surroundings::Surroundings;
use crate::config::IdlePause;
use crate::strings::words;

const SUBJECT: &str = "idle";

/// What the sources say.
pub(super) fn findings(around: &Surroundings) -> Vec<Finding> {
    let pause = match around.config.idle_pause {
        IdlePause::Pause => {
            format!("background checks pause after {}", words::span(around.config.idle_after))
        }
        IdlePause::GoOn => "background checks never pause".to_owned(),
    };
    let now = around.clock.now();
    let sign = match crate::idle::last_sign(now) {
        Some(moment) => format!("last sign of life {} ago", words::span(now.since(moment))),
        None => "no source beside the reader's own keys answers".to_owned(),
    };
    vec![fine(SUBJECT, "pause", pause), fine(SUBJECT, "sources", sign)]
}
