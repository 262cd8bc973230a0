//! Platforms without local sockets: whoever comes first owns the store, and others are told so.

use crate::cli::{self, Claim, Exit, Io, Running, Session, Stop, Stored, Surroundings};
use crate::engine::BackgroundMode;
use crate::store::Opened;

/// This process as the owner of the store, with a screen on it.
#[derive(Debug)]
pub struct Owner {
    running: Running,
}

impl Owner {
    /// The engine, for the screen.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.running.session
    }

    /// What opening the store had to do.
    #[must_use]
    pub const fn opened(&self) -> &Opened {
        &self.running.opened
    }

    /// Ends the engine.
    ///
    /// # Errors
    ///
    /// When the engine ended by a fault of its own.
    pub fn stop(self) -> Result<(), Stop> {
        self.running.stop()
    }
}

/// Makes this process the owner, for a screen.
///
/// # Errors
///
/// When the store is open elsewhere or can't be opened.
pub fn screen(around: &Surroundings) -> Result<Owner, Stop> {
    own(around, BackgroundMode::AsStored).map(|running| Owner { running })
}

/// Runs a command if the store is free.
#[must_use]
pub fn command(command: &Stored, _words: &[String], around: &Surroundings) -> Exit {
    let mut io = Io::of_process(Vec::new());
    let exit = run(command, around);
    cli::end(exit, &mut io)
}

fn run(command: &Stored, around: &Surroundings) -> Result<Exit, Stop> {
    let given = cli::given(command)?;
    let background = match command {
        Stored::Watch(args) if args.yes => BackgroundMode::Granted,
        Stored::Watch(_) => BackgroundMode::AsStored,
        _ => BackgroundMode::Never,
    };
    if given.target.is_some() {
        return Err(Stop::failed(
            "writing to a file is not supported here yet; use > behind \"hudhud export\"",
        ));
    }
    let running = own(around, background)?;
    let mut io = Io::of_process(given.input);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime =
        runtime.map_err(|error| Stop::Failed(format!("the system gives no events ({error}); try again")))?;
    let exit = runtime.block_on(async {
        tokio::select! {
            exit = cli::run(command, &running.session, &mut io) => exit,
            _ = tokio::signal::ctrl_c() => Exit::Failed,
        }
    });
    running.stop()?;
    Ok(exit)
}

fn own(around: &Surroundings, background: BackgroundMode) -> Result<Running, Stop> {
    match Running::claim(around, background)? {
        Claim::Owned(running) => Ok(running),
        Claim::Taken(_) => Err(Stop::failed(
            "a reader is open, and commands beside it are not supported on this platform yet; close it first",
        )),
    }
}
