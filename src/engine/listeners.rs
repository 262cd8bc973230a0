//! Those who hear what happens.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::Event;

/// The list of listeners, shared between the engine and its handles.
#[derive(Clone, Debug, Default)]
pub(super) struct Listeners {
    open: Arc<Mutex<Listening>>,
}

/// Whether more will come.
#[derive(Debug)]
enum Listening {
    Open(Vec<UnboundedSender<Event>>),
    Ended,
}

impl Default for Listening {
    fn default() -> Self {
        Self::Open(Vec::new())
    }
}

impl Listeners {
    /// A new listener. Once the engine has ended its channel is closed from the start.
    pub(super) fn add(&self) -> UnboundedReceiver<Event> {
        let (sender, receiver) = unbounded_channel();
        if let Listening::Open(senders) = &mut *self.lock() {
            senders.push(sender);
        }
        receiver
    }

    /// Tells everybody; those who have gone are forgotten.
    pub(super) fn tell(&self, event: &Event) {
        if let Listening::Open(senders) = &mut *self.lock() {
            senders.retain(|sender| sender.send(event.clone()).is_ok());
        }
    }

    /// Tells the last event and closes all channels.
    pub(super) fn end(&self, last: &Event) {
        self.tell(last);
        *self.lock() = Listening::Ended;
    }

    fn lock(&self) -> MutexGuard<'_, Listening> {
        // A list of senders is whole whenever the lock is free, whatever panicked elsewhere.
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listener_hears_everything_from_its_start_on() {
        let listeners = Listeners::default();
        let mut early = listeners.add();
        listeners.tell(&Event::SubscriptionsChanged);
        let mut late = listeners.add();
        listeners.end(&Event::Stopped);
        assert!(matches!(early.try_recv(), Ok(Event::SubscriptionsChanged)));
        assert!(matches!(early.try_recv(), Ok(Event::Stopped)));
        assert!(matches!(late.try_recv(), Ok(Event::Stopped)));
        assert!(late.try_recv().is_err() && late.is_closed());
    }

    #[test]
    fn after_the_end_a_channel_is_closed_from_the_start() {
        let listeners = Listeners::default();
        listeners.end(&Event::Stopped);
        assert!(listeners.add().is_closed());
    }
}
