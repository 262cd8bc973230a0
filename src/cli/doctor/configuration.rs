//! The configuration file: where it is and what is wrong with it.

use super::{amiss, fine};
use crate::cli::json::Finding;
use crate::cli::surroundings::Surroundings;
use crate::strings::words;

const SUBJECT: &str = "configuration";

/// The file and its faults.
pub(super) fn findings(around: &Surroundings) -> Vec<Finding> {
    let path = &around.places.config;
    let name = words::quoted(&path.display().to_string());
    let file = if path.exists() { name } else { format!("{name}, not written yet") };
    let mut findings = vec![fine(SUBJECT, "file", file)];
    findings.extend(around.problems().iter().map(|problem| {
        amiss(SUBJECT, "fault", problem.clone(), "the default holds until the line is mended")
    }));
    findings.push(fine(SUBJECT, "default direction", around.default_direction.word()));
    findings
}
