//! `hudhud completions` and `hudhud man`: what is generated from the declaration of the command line.

use super::args::{Completions, declaration};
use super::exit::{Exit, Stop};
use super::io::Io;

/// Prints a completion script.
///
/// # Errors
///
/// When the output is closed.
pub(super) fn run(args: &Completions, io: &mut Io) -> Result<Exit, Stop> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut declaration(), "hudhud", &mut script);
    io.bytes(&script)?;
    Ok(Exit::Done)
}
