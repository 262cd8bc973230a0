//! The one thread that writes the store: work is done in the order in which it was given.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use tokio::sync::oneshot;

use crate::store::{Store, StoreError};

type Work = Box<dyn FnOnce(&Store) + Send>;

/// The way to the writing thread. It ends when the last clone is gone.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    works: Sender<Work>,
}

impl Writer {
    /// Starts the thread.
    pub(super) fn spawn(store: Store) -> std::io::Result<(Self, JoinHandle<()>)> {
        let (works, inbox) = channel();
        let thread = std::thread::Builder::new()
            .name("hudhud-store".to_owned())
            .spawn(move || write(&store, &inbox))?;
        Ok((Self { works }, thread))
    }

    /// Has something written and waits for it. What was given before is written before.
    pub(super) async fn run<T, F>(&self, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Store) -> Result<T, StoreError> + Send + 'static,
    {
        let (reply, result) = oneshot::channel();
        let work = Box::new(move |store: &Store| {
            // Nobody waits any more if the engine is ending; what was asked is written all the same.
            let _ = reply.send(work(store));
        });
        // A panic of the storage library drops the reply, as does the end of the thread.
        let ended = || StoreError::Write("the writing thread gave no answer".to_owned());
        self.works.send(work).map_err(|_| ended())?;
        result.await.unwrap_or_else(|_| Err(ended()))
    }

    /// Has something written later; its failure is only logged.
    pub(super) fn put<F>(&self, work: F)
    where
        F: FnOnce(&Store) -> Result<(), StoreError> + Send + 'static,
    {
        let work = Box::new(move |store: &Store| {
            if let Err(error) = work(store) {
                tracing::warn!(%error, "not written");
            }
        });
        if self.works.send(work).is_err() {
            tracing::warn!("the writing thread has ended");
        }
    }
}

fn write(store: &Store, inbox: &Receiver<Work>) {
    for work in inbox {
        // sled panics on some kinds of damage (`fetching.md` section 7); the reader must survive that.
        if catch_unwind(AssertUnwindSafe(|| work(store))).is_err() {
            tracing::error!("the store panicked");
        }
    }
}
