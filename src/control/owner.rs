//! The owner of the store: runs what guests send and sends back output and status.

use std::io;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::watch;

use super::socket;
use super::wire::{Call, Described, Output, Reply, Request};
use crate::cli::{self, Command, Exit, Facts, Io, Session, Stream};

/// Guests at a time; more are refused.
const MOST: usize = 32;

/// A guest that does not say what it wants within this time is no guest.
const PATIENCE: Duration = Duration::from_secs(10);

/// What an owner says of itself.
#[derive(Clone, Debug)]
pub(super) struct Identity {
    /// What it does.
    pub(super) doing: String,
    /// The terminal that it was started on.
    pub(super) terminal: Option<String>,
}

/// The service for guests. Ends when told to; guests that are served then hear of it.
#[derive(Debug)]
pub(super) struct Service {
    shared: Arc<Shared>,
    path: PathBuf,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    session: Session,
    identity: Identity,
    /// How many guests are served, and whether the service goes on.
    state: watch::Sender<State>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    guests: usize,
    phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Guests are welcome.
    Open,
    /// New ones are sent away, old ones are sent home.
    Closing,
}

impl Service {
    /// Listens beside the store of `folder`, which this process owns.
    pub(super) fn start(folder: &Path, session: Session, identity: Identity) -> io::Result<Self> {
        let path = socket::path(folder);
        let listener = socket::listen(&path)?;
        let state = watch::Sender::new(State { guests: 0, phase: Phase::Open });
        let shared = Arc::new(Shared { session, identity, state });
        let for_thread = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("guests".to_owned())
            .spawn(move || accept(&listener, &for_thread))?;
        Ok(Self { shared, path, thread: Some(thread) })
    }

    /// Waits until no guest is served.
    pub(super) async fn quiet(&self) {
        let mut state = self.shared.state.subscribe();
        // The sender lives as long as this service, so that this can't fail while it is asked.
        let _ = state.wait_for(|state| state.guests == 0).await;
    }

    /// Sends the guests home and takes the socket away. The store may be closed after that.
    pub(super) fn end(mut self) {
        self.close();
    }

    fn close(&mut self) {
        let Some(thread) = self.thread.take() else { return };
        self.shared.state.send_modify(|state| state.phase = Phase::Closing);
        // The thread waits for a guest: this is one.
        if UnixStream::connect(&self.path).is_ok() {
            let _ = thread.join();
        }
        let _ = std::fs::remove_file(&self.path);
        self.see_off();
    }

    /// Gives the guests a moment to be told; one whose output nobody reads is left behind.
    fn see_off(&self) {
        const PAUSE: Duration = Duration::from_millis(10);
        const MOMENTS: usize = 100;
        let mut moments = 0..MOMENTS;
        while self.shared.state.borrow().guests > 0 && moments.next().is_some() {
            std::thread::sleep(PAUSE);
        }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.close();
    }
}

/// Takes guests in, each on a thread of its own: their output may wait for their readers.
fn accept(listener: &UnixListener, shared: &Arc<Shared>) {
    for guest in listener.incoming() {
        if shared.state.borrow().phase == Phase::Closing {
            return;
        }
        match guest {
            Ok(stream) => admit(stream, shared),
            // Out of descriptors, for instance: others end, so it is worth another try soon.
            Err(_) => std::thread::sleep(Duration::from_millis(50)),
        }
    }
}

fn admit(mut stream: UnixStream, shared: &Arc<Shared>) {
    let mut admitted = false;
    shared.state.send_modify(|state| {
        admitted = state.guests < MOST;
        state.guests += usize::from(admitted);
    });
    if !admitted {
        let _ = Reply::Refused("too many commands run at once; try again".to_owned()).send(&mut stream);
        return;
    }
    let place = Place(Arc::clone(shared));
    // If there is no thread to be had, the guest sees its connection end and tries again.
    let _ = std::thread::Builder::new().name("guest".to_owned()).spawn(move || {
        let _ = serve(stream, &place.0);
    });
}

/// A guest's place; free again when dropped.
struct Place(Arc<Shared>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.state.send_modify(|state| state.guests = state.guests.saturating_sub(1));
    }
}

/// Serves one guest from its request to the end of its command.
fn serve(mut stream: UnixStream, shared: &Shared) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let inside = runtime.enter();
    if !socket::is_ours(&stream)? {
        return Ok(());
    }
    drop(inside);
    stream.set_read_timeout(Some(PATIENCE))?;
    let request = match Request::receive(&mut stream) {
        Ok(request) => request,
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            let why = "the reader that is open is of another version; close it and start it again";
            return Reply::Refused(why.to_owned()).send(&mut stream);
        }
        Err(error) => return Err(error),
    };
    stream.set_read_timeout(None)?;
    match request {
        Request::Who => {
            let Identity { doing, terminal } = shared.identity.clone();
            Reply::Owner(Described { process: std::process::id(), doing, terminal }).send(&mut stream)
        }
        Request::Run(call, input) => run(&runtime, stream, shared, &call, input),
    }
}

/// Runs a guest's command until it ends, the guest goes, or the service closes.
fn run(
    runtime: &tokio::runtime::Runtime,
    mut stream: UnixStream,
    shared: &Shared,
    call: &Call,
    input: Vec<u8>,
) -> io::Result<()> {
    let kind = |is_terminal| if is_terminal { Stream::Terminal } else { Stream::Other };
    let facts = Facts { width: call.width, out: kind(call.out_is_terminal), err: kind(call.err_is_terminal) };
    let Some(Command::Stored(command)) = cli::parse(&call.words).ok().and_then(|args| args.command) else {
        let why = "the reader that is open does not know this command; close it and start it again";
        return Reply::Refused(why.to_owned()).send(&mut stream);
    };
    Reply::Accepted.send(&mut stream)?;
    let out = Output::new(stream.try_clone()?, Reply::Out);
    let err = Output::new(stream.try_clone()?, Reply::Err);
    let mut io = Io::new(Box::new(out), Box::new(err), input, facts);
    let gone = gone(stream.try_clone()?)?;
    let mut state = shared.state.subscribe();
    let exit = runtime.block_on(async {
        tokio::select! {
            exit = cli::run(&command, &shared.session, &mut io) => Some(exit),
            _ = gone => None,
            _ = state.wait_for(|state| state.phase == Phase::Closing) => {
                io.complain("the reader that ran this command was closed before it was done; run it again");
                Some(Exit::Failed)
            }
        }
    });
    drop(io);
    if let Some(exit) = exit {
        Reply::Done(exit.code()).send(&mut stream)?;
    }
    stream.shutdown(std::net::Shutdown::Both)
}

/// Becomes ready when the guest ends its side.
fn gone(mut stream: UnixStream) -> io::Result<tokio::sync::oneshot::Receiver<()>> {
    let (tell, hear) = tokio::sync::oneshot::channel();
    std::thread::Builder::new().name("guest-end".to_owned()).spawn(move || {
        // A guest has nothing more to say: the first thing that comes is its end.
        let _ = io::Read::read(&mut stream, &mut [0]);
        let _ = tell.send(());
    })?;
    Ok(hear)
}
