//! The command line: arguments in, output and exit status out.
//!
//! Commands come in two kinds. Those that need the store ([`Stored`]) are written against a [`Session`] and
//! run in the process that owns the store, be it this one or another; [`crate::control`] decides. Those that
//! need none ([`Alone`]) run where they are called. Each command is one file with one function `run`; what it
//! prints with `--json` is in [`json`].

mod add;
pub mod args;
mod backup;
mod bidi;
mod check;
mod completions;
mod discover;
mod doctor;
mod exit;
mod export;
mod feeds;
mod fetch;
mod files;
mod find;
mod import;
mod inspect;
mod io;
mod items;
pub mod json;
mod log;
mod man;
mod mark;
mod refresh;
mod remove;
mod restore;
mod running;
mod schedule;
mod session;
mod set;
mod show;
mod surroundings;
mod usage;
mod value;
mod watch;

use clap::Parser;

pub use args::{Alone, Args, Command, Global, Stored};
pub use exit::{Exit, Stop};
pub use files::{Given, given, write_atomically};
pub use io::{Facts, Io, Stream};
pub use log::start as start_log;
pub use running::{Claim, Running};
pub use session::Session;
pub use surroundings::{KeyProblems, Surroundings};
pub use usage::Unrun;

/// Reads the command line; the first word is the program's name.
///
/// # Errors
///
/// When it is wrong, or asks for help or the version.
pub fn parse(words: &[String]) -> Result<Args, Unrun> {
    Args::try_parse_from(words).map_err(|error| usage::unrun(&error, words))
}

/// Runs a command that needs the store. Dropping the future cancels what the engine does for it.
pub async fn run(command: &Stored, session: &Session, io: &mut Io) -> Exit {
    let result = match command {
        Stored::Add(args) => add::run(session, args, io).await,
        Stored::Feeds(args) => feeds::run(session, args, io).await,
        Stored::Items(args) => items::run(session, args, io).await,
        Stored::Show(args) => show::run(session, args, io).await,
        Stored::Refresh(args) => refresh::run(session, args, io).await,
        Stored::Watch(args) => watch::run(session, args, io).await,
        Stored::Set(args) => set::run(session, args, io).await,
        Stored::Rm(args) => remove::run(session, args, io).await,
        Stored::Mark(args) => mark::run(session, args, io).await,
        Stored::Import(_) => import::run(session, io).await,
        Stored::Export(_) => export::run(session, io).await,
        Stored::Backup(args) => backup::run(session, args, io),
        Stored::Check(args) => check::run(session, args, io),
        Stored::Schedule(args) => schedule::run(session, args, io).await,
    };
    end(result, io)
}

/// Runs a command that needs no store.
async fn run_alone(command: &Alone, around: &Surroundings, io: &mut Io) -> Exit {
    let result = match command {
        Alone::Discover(args) => discover::run(around, args, io).await,
        Alone::Inspect(args) => inspect::run(around, args, io).await,
        Alone::Bidi(args) => bidi::run(args, io),
        Alone::Doctor(args) => doctor::run(around, args, io),
        Alone::Restore(args) => restore::run(around, args, io),
        Alone::Completions(args) => completions::run(args, io),
        Alone::Man => man::run(io),
    };
    end(result, io)
}

/// Runs a command that needs no store on a runtime made for it.
pub fn run_alone_blocking(command: &Alone, around: &Surroundings, io: &mut Io) -> Exit {
    match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime.block_on(run_alone(command, around, io)),
        Err(error) => {
            let sentence =
                format!("the system gives no means to wait for events ({error}); close other programs");
            end(Err(Stop::Failed(sentence)), io)
        }
    }
}

/// Whether there is a terminal for the screen.
///
/// # Errors
///
/// When stdin or stdout is none.
pub fn needs_terminal() -> Result<(), Stop> {
    use std::io::IsTerminal;
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        return Ok(());
    }
    Err(Stop::failed("the screen needs a terminal; \"hudhud --help\" lists the commands that need none"))
}

/// Sends what was kept back, says what went wrong, and gives the status.
pub fn end(result: Result<Exit, Stop>, io: &mut Io) -> Exit {
    io.wipe();
    let result = result.and_then(|exit| io.flush().map(|()| exit));
    match result {
        Ok(exit) => exit,
        Err(stop) => {
            let _ = io.flush();
            if stop != Stop::Closed {
                io.complain(&stop.to_string());
            }
            stop.exit()
        }
    }
}
