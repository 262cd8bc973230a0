//! A job's permission to ask hosts, one after another. The loop alone decides; the job waits at the door.

use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

use super::follow::Unfetched;
use super::message::{Enter, JobId, Message};

/// The permission of one job.
#[derive(Debug)]
pub(super) struct Passage {
    job: JobId,
    inbox: UnboundedSender<Message>,
    /// The host that the loop let the job start with.
    granted: Option<String>,
}

impl Passage {
    /// A permission that begins at a host that the loop has already opened, if there is one.
    pub(super) fn new(job: JobId, inbox: UnboundedSender<Message>, granted: Option<String>) -> Self {
        Self { job, inbox, granted }
    }

    /// Waits until the host may be asked.
    pub(super) async fn enter(&mut self, host: &str) -> Result<(), Unfetched> {
        if self.granted.take().as_deref() == Some(host) {
            return Ok(());
        }
        let (reply, answer) = oneshot::channel();
        let enter = Enter { job: self.job, host: host.to_owned(), reply };
        self.inbox.send(Message::Enter(enter)).map_err(|_| Unfetched::Ended)?;
        match answer.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(until)) => Err(Unfetched::Held(until)),
            Err(_) => Err(Unfetched::Ended),
        }
    }

    /// No host is asked any more.
    pub(super) fn leave(&self) {
        // If the loop has ended nobody waits for the place.
        let _ = self.inbox.send(Message::Left(self.job));
    }
}
