//! What every job is given.

use std::sync::Arc;

use tokio::sync::mpsc::UnboundedSender;

use super::asking::Secrets;
use super::message::Message;
use super::writer::Writer;
use crate::model::Direction;
use crate::net::Client;
use crate::store::Store;
use crate::time::{Clock, Zone};

/// The means of a job; cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Tools {
    /// Asks the network.
    pub(super) client: Client,
    /// For reading.
    pub(super) store: Store,
    /// For writing.
    pub(super) writer: Writer,
    /// The clock.
    pub(super) clock: Arc<dyn Clock>,
    /// The way back to the loop.
    pub(super) inbox: UnboundedSender<Message>,
    /// The reader's default direction.
    pub(super) default_direction: Direction,
    /// The zone in which dates are shown.
    pub(super) zone: Zone,
    /// Secrets of logins.
    pub(super) secrets: Secrets,
}
