//! The engine of this process, with the store that it owns.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use super::exit::Stop;
use super::session::Session;
use super::surroundings::Surroundings;
use crate::engine::{self, BackgroundMode, Command};
use crate::store::{Opened, Store, StoreError};
use crate::strings::words;
use crate::time::Seed;

/// The engine that runs in this process.
#[derive(Debug)]
pub struct Running {
    /// The way to it.
    pub session: Session,
    /// What opening the store had to do.
    pub opened: Opened,
    thread: JoinHandle<()>,
}

/// What became of the wish to own the store.
#[derive(Debug)]
pub enum Claim {
    /// This process owns it.
    Owned(Running),
    /// Another process owns it; the sentence about it, should that one not answer.
    Taken(String),
}

impl Running {
    /// Opens the store and starts the engine on it.
    ///
    /// # Errors
    ///
    /// When the store can't be opened for another reason than that it is open elsewhere, or the engine can't start.
    pub fn claim(around: &Surroundings, background: BackgroundMode) -> Result<Claim, Stop> {
        let (store, opened) = match Store::open(&around.places.data, around.clock.now()) {
            Ok(both) => both,
            Err(error @ StoreError::InUse { .. }) => return Ok(Claim::Taken(words::store_error(&error))),
            Err(error) => return Err(Stop::Failed(words::store_error(&error))),
        };
        let seed = store.seed(fresh_seed()).map_err(|error| Stop::Failed(words::store_error(&error)))?;
        let setup = engine::Setup {
            store: store.clone(),
            config: around.config.clone(),
            clock: Arc::clone(&around.clock),
            seed,
            background,
            default_direction: around.default_direction,
            zone: around.zone.clone(),
        };
        let (handle, thread) = engine::spawn(setup).map_err(|error| {
            Stop::Failed(format!("{}; see \"hudhud doctor\"", words::quoted(&error.to_string())))
        })?;
        let config = Arc::new(around.config.clone());
        let session = Session { handle, store, config, clock: Arc::clone(&around.clock) };
        Ok(Claim::Owned(Self { session, opened, thread }))
    }

    /// Ready when the engine has ended without being told to: by a fault of its own.
    pub async fn broken(&self) {
        const BETWEEN_LOOKS: Duration = Duration::from_millis(250);
        while !self.thread.is_finished() {
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
    }

    /// Ends the engine and waits until everything is on the disk.
    ///
    /// # Errors
    ///
    /// When the engine ended by a fault of its own.
    pub fn stop(self) -> Result<(), Stop> {
        self.session.handle.tell(Command::Stop);
        self.thread.join().map_err(|_| {
            Stop::failed("the engine ended by a fault; what was done before is kept, please report it")
        })
    }
}

/// A value that differs from run to run: the standard library draws its hash keys from the system.
fn fresh_seed() -> Seed {
    Seed::new(RandomState::new().build_hasher().finish())
}
