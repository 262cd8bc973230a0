//! What the system asks of the process.

use std::io;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// End (SIGTERM, SIGHUP, SIGINT).
    End,
    /// Stop until told to go on (SIGTSTP).
    Stop,
}

/// The signals of this process.
#[cfg(unix)]
#[derive(Debug)]
pub(crate) struct Signals {
    terminate: tokio::signal::unix::Signal,
    hang_up: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
    stop: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    /// Listens from now on.
    pub(crate) fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let stop = SignalKind::from_raw(rustix::process::Signal::TSTP.as_raw());
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
            interrupt: signal(SignalKind::interrupt())?,
            stop: signal(stop)?,
        })
    }

    /// The next one.
    pub(crate) async fn next(&mut self) -> Wish {
        tokio::select! {
            _ = self.terminate.recv() => Wish::End,
            _ = self.hang_up.recv() => Wish::End,
            _ = self.interrupt.recv() => Wish::End,
            _ = self.stop.recv() => Wish::Stop,
        }
    }
}

/// Stops this process and those that it runs with, until the shell lets them go on.
#[cfg(unix)]
pub(crate) async fn stop() -> io::Result<()> {
    use rustix::process::{Signal, kill_current_process_group};
    use tokio::signal::unix::{SignalKind, signal};
    // The signal may reach another thread first, and this one would run on for a moment and take the terminal away
    // from the shell: so it waits until it is told to go on.
    let mut go_on = signal(SignalKind::from_raw(Signal::CONT.as_raw()))?;
    // SIGSTOP, since SIGTSTP is caught here to give the terminal back first.
    kill_current_process_group(Signal::STOP)?;
    go_on.recv().await;
    Ok(())
}

/// The signals of this process.
#[cfg(not(unix))]
#[derive(Debug)]
pub(crate) struct Signals;

#[cfg(not(unix))]
impl Signals {
    /// Listens from now on.
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Self)
    }

    /// The next one.
    pub(crate) async fn next(&mut self) -> Wish {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        Wish::End
    }
}

/// There is no such thing here.
#[cfg(not(unix))]
pub(crate) async fn stop() -> io::Result<()> {
    Ok(())
}
