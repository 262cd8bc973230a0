//! The end: jobs are cancelled, what the user changed is written, the store is flushed, all within two seconds.

use tokio::sync::mpsc::UnboundedReceiver;

use super::message::Message;
use super::state::{Editing, Engine};
use super::{Checked, Event, upkeep};
use crate::store::Wear;
use crate::time::Span;

/// The time for everything; a little less than the two seconds that are promised.
const ALL: Span = Span::millis(1800);

/// Ends.
pub(super) async fn stop(mut engine: Engine, mut inbox: UnboundedReceiver<Message>) {
    engine.cancel_all();
    let ended = tokio::time::timeout(ALL.to_std(), finish(&mut engine, &mut inbox)).await;
    if ended.is_err() {
        tracing::warn!("stopped before everything had ended");
    }
    inbox.close();
    engine.listeners.end(&Event::Stopped);
}

/// Waits for jobs, makes the changes that were asked for before, flushes.
async fn finish(engine: &mut Engine, inbox: &mut UnboundedReceiver<Message>) {
    loop {
        while let Ok(message) = inbox.try_recv() {
            engine.take(message);
        }
        engine.start_edit();
        if engine.jobs.is_empty() && engine.edits.is_empty() && engine.editing == Editing::Idle {
            break;
        }
        match inbox.recv().await {
            Some(message) => engine.take(message),
            None => break,
        }
        // What was begun in the meantime is cancelled as well.
        engine.cancel_all();
    }
    let now = engine.now();
    let closed = engine.tools.writer.run(move |store| {
        store.flush()?;
        // After much writing the next start would be slow: the end has the time for it.
        if store.wear() > Wear::Fresh {
            upkeep::renew(store, now);
        }
        Ok(())
    });
    if let Err(error) = closed.await {
        tracing::error!(%error, "the store could not be flushed");
    }
}

impl Engine {
    fn cancel_all(&mut self) {
        for wanted in self.queue.drain() {
            for ticket in wanted.tickets {
                self.settle(ticket, wanted.feed, Checked::Cancelled);
            }
        }
        for job in self.jobs.iter_mut() {
            job.cancel = None;
        }
    }
}
