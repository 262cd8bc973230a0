//! `hudhud doctor`: looks at what the reader depends on, and says what to do where something is amiss.

mod configuration;
mod idle;
mod network;
mod store;
mod terminal;

use super::args::Doctor;
use super::exit::{Exit, Stop};
use super::io::Io;
use super::json::Finding;
use super::surroundings::Surroundings;

/// Prints the findings of all subjects.
///
/// # Errors
///
/// When the output is closed.
pub(super) fn run(around: &Surroundings, args: &Doctor, io: &mut Io) -> Result<Exit, Stop> {
    let facts = *io.facts();
    let findings = terminal::findings(facts, &around.config)
        .into_iter()
        .chain(idle::findings(around))
        .chain(store::findings(around))
        .chain(configuration::findings(around))
        .chain(network::findings(&around.config));
    for finding in findings {
        if args.json {
            io.object(&finding)?;
            continue;
        }
        let mark = if finding.state == "ok" { "  " } else { "! " };
        io.line(&format!("{mark}{:<14}{:<18}{}", finding.subject, finding.name, finding.value))?;
        if let Some(hint) = &finding.hint {
            io.line(&format!("  {:<32}{hint}", ""))?;
        }
    }
    Ok(Exit::Done)
}

/// Something that is as it should be.
fn fine(subject: &'static str, name: &'static str, value: impl Into<String>) -> Finding {
    Finding { subject, name, state: "ok", value: value.into(), hint: None }
}

/// Something that is amiss, with what to do.
fn amiss(subject: &'static str, name: &'static str, value: impl Into<String>, hint: &str) -> Finding {
    Finding { subject, name, state: "warning", value: value.into(), hint: Some(hint.to_owned()) }
}
