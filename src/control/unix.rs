//! Owner or guest: who runs a command, and who may open the screen.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::signal::unix::{SignalKind, signal};

use super::guest::{self, Sent};
use super::owner::{Identity, Service};
use crate::cli::{self, Claim, Exit, Facts, Given, Io, Running, Session, Stop, Stored, Stream, Surroundings};
use crate::engine::BackgroundMode;
use crate::store::Opened;
use crate::strings::words;

/// How long a command waits for an owner that neither answers nor leaves: one that is starting or ending.
const PATIENCE: Duration = Duration::from_secs(10);

/// Between two tries.
const PAUSE: Duration = Duration::from_millis(40);

/// How long a command that is done goes on for its guests.
const COURTESY: Duration = Duration::from_secs(300);

/// This process as the owner of the store, with a screen on it.
#[derive(Debug)]
pub struct Owner {
    running: Running,
    service: Option<Service>,
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

    /// Sends guests home and ends the engine.
    ///
    /// # Errors
    ///
    /// When the engine ended by a fault of its own.
    pub fn stop(self) -> Result<(), Stop> {
        if let Some(service) = self.service {
            service.end();
        }
        self.running.stop()
    }
}

/// Makes this process the owner, for a screen.
///
/// # Errors
///
/// When another process owns the store: who, and what to do. When the store can't be opened.
pub fn screen(around: &Surroundings) -> Result<Owner, Stop> {
    let runtime = runtime()?;
    let _inside = runtime.enter();
    let mut waited = Duration::ZERO;
    loop {
        let taken = match Running::claim(around, BackgroundMode::AsStored)? {
            Claim::Owned(running) => {
                // Without a socket commands find the store taken; the screen itself needs none.
                let service = serve(around, &running.session, "the screen").ok();
                return Ok(Owner { running, service });
            }
            Claim::Taken(sentence) => sentence,
        };
        if let Sent::Done(owner) = guest::who(&around.places.data)? {
            // Commands come and go; a screen or `watch` stays.
            if owner.starts_with("the screen") || owner.starts_with("hudhud watch") || waited >= PATIENCE {
                return Err(Stop::Failed(format!(
                    "the store is open already ({owner}); go on there, or close it first"
                )));
            }
        }
        wait(&mut waited, taken)?;
    }
}

/// Runs a command: here if the store is free, else at its owner's.
#[must_use]
pub fn command(command: &Stored, words: &[String], around: &Surroundings) -> Exit {
    let mut io = Io::of_process(Vec::new());
    match cli::given(command).and_then(|given| somewhere(command, words, around, &given, &mut io)) {
        Ok(exit) => exit,
        Err(stop) => cli::end(Err(stop), &mut io),
    }
}

fn somewhere(
    command: &Stored,
    words: &[String],
    around: &Surroundings,
    given: &Given,
    io: &mut Io,
) -> Result<Exit, Stop> {
    let runtime = runtime()?;
    let _inside = runtime.enter();
    let mut facts = Facts::of_process();
    if given.target.is_some() {
        facts.out = Stream::Other;
    }
    let collected = Collected::default();
    let mut waited = Duration::ZERO;
    let exit = loop {
        let taken = match Running::claim(around, background(command))? {
            Claim::Owned(running) => {
                warn(around, &running, io);
                let out = output(given, &collected);
                let mut io = Io::new(out, Box::new(std::io::stderr()), given.input.clone(), facts);
                break as_owner(&runtime, command, around, running, &mut io)?;
            }
            Claim::Taken(sentence) => sentence,
        };
        let mut out = output(given, &collected);
        match guest::forward(&around.places.data, words, &given.input, facts, &mut out)? {
            Sent::Done(exit) => break exit,
            Sent::Nobody => wait(&mut waited, taken)?,
        }
    };
    if let (Some(path), Exit::Done) = (&given.target, exit) {
        cli::write_atomically(path, &collected.take())?;
    }
    Ok(exit)
}

/// Runs a command on the engine of this process, serves guests meanwhile, and ends the engine.
fn as_owner(
    runtime: &tokio::runtime::Runtime,
    command: &Stored,
    around: &Surroundings,
    running: Running,
    io: &mut Io,
) -> Result<Exit, Stop> {
    around.write_default_config();
    let stays = matches!(command, Stored::Watch(_));
    let doing = if stays { "hudhud watch" } else { "a command" };
    // Without a socket others wait until this command is done.
    let service = serve(around, &running.session, doing).ok();
    let exit = runtime.block_on(async {
        let exit = tokio::select! {
            exit = cli::run(command, &running.session, io) => exit,
            () = running.broken() => Exit::Failed,
            () = told_to_end() => if stays { Exit::Done } else { interrupted(io) },
        };
        if let (Some(service), false) = (&service, stays) {
            tokio::select! {
                () = service.quiet() => {}
                () = told_to_end() => {}
                () = tokio::time::sleep(COURTESY) => {}
            }
        }
        exit
    });
    if let Some(service) = service {
        service.end();
    }
    let exit = cli::end(Ok(exit), io);
    running.stop()?;
    Ok(exit)
}

fn interrupted(io: &mut Io) -> Exit {
    cli::end(Err(Stop::failed("interrupted; what was done before is kept")), io)
}

/// Ready when the process is told to end.
async fn told_to_end() {
    let kinds = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
    let signals = kinds.map(signal);
    let [Ok(mut interrupt), Ok(mut terminate), Ok(mut hangup)] = signals else {
        // Without handlers the system ends the process, which the store survives.
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
        _ = hangup.recv() => {}
    }
}

/// What a command may do in the background while it runs.
fn background(command: &Stored) -> BackgroundMode {
    match command {
        Stored::Watch(args) if args.yes => BackgroundMode::Granted,
        Stored::Watch(_) => BackgroundMode::AsStored,
        _ => BackgroundMode::Never,
    }
}

fn serve(around: &Surroundings, session: &Session, doing: &str) -> std::io::Result<Service> {
    let terminal = rustix::termios::ttyname(rustix::stdio::stdin(), Vec::new()).ok();
    let terminal = terminal.and_then(|name| name.into_string().ok());
    let identity = Identity { doing: doing.to_owned(), terminal };
    Service::start(&around.places.data, session.clone(), identity)
}

/// Says what the configuration and the store had to say.
fn warn(around: &Surroundings, running: &Running, io: &mut Io) {
    for sentence in around.problems().into_iter().chain(words::opened(&running.opened)) {
        io.complain(&sentence);
    }
}

fn wait(waited: &mut Duration, taken: String) -> Result<(), Stop> {
    if *waited >= PATIENCE {
        return Err(Stop::Failed(taken));
    }
    std::thread::sleep(PAUSE);
    *waited += PAUSE;
    Ok(())
}

fn runtime() -> Result<tokio::runtime::Runtime, Stop> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| {
        Stop::Failed(format!("the system gives no means to wait for events ({error}); close other programs"))
    })
}

/// Where stdout of a command goes: to the process's own, or into memory until the file is written.
fn output(given: &Given, collected: &Collected) -> Box<dyn Write + Send> {
    match given.target {
        Some(_) => Box::new(collected.clone()),
        None => Box::new(std::io::stdout()),
    }
}

/// Output that is kept until it is whole.
#[derive(Clone, Default)]
struct Collected(Arc<Mutex<Vec<u8>>>);

impl Collected {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Collected {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
