//! What the loop is told: by others through the handle, and by its own jobs.

use tokio::sync::oneshot;

use super::bodies::Body;
use super::check::CheckEnd;
use super::edit::Edited;
use super::older::Loaded;
use super::upkeep::Kept;
use super::{Answer, Candidate, Command, Preview, Query, Rejection};
use crate::time::Timestamp;

/// The number of a job, unique in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct JobId(pub(super) u64);

/// Something for the loop to react to.
#[derive(Debug)]
pub(super) enum Message {
    /// An intent from outside.
    Command(Command),
    /// A question from outside.
    Ask(Query, oneshot::Sender<Answer>),
    /// A job wants to ask a host.
    Enter(Enter),
    /// A job has done with the network.
    Left(JobId),
    /// A check ended.
    Checked(JobId, Box<CheckEnd>),
    /// Discovery ended.
    Found(JobId, Result<Finding, Rejection>),
    /// A preview ended.
    Previewed(JobId, Result<Seen, Rejection>),
    /// Older items were loaded, or not.
    Loaded(JobId, Result<Loaded, Rejection>),
    /// A change of the user's was made, or not.
    Edited(Box<Edited>),
    /// Some upkeep ended.
    KeptUp(Kept),
    /// When others saw the user last.
    Sign(Option<Timestamp>),
}

/// A job stands at the door of a host.
#[derive(Debug)]
pub(super) struct Enter {
    /// Which job.
    pub(super) job: JobId,
    /// Host and port.
    pub(super) host: String,
    /// In, or not before this moment.
    pub(super) reply: oneshot::Sender<Result<(), Timestamp>>,
}

/// What discovery found.
#[derive(Debug)]
pub(super) struct Finding {
    /// The feeds.
    pub(super) candidates: Vec<Candidate>,
    /// Bodies of candidates that were fetched on the way.
    pub(super) bodies: Vec<Body>,
}

/// What a preview brought.
#[derive(Debug)]
pub(super) struct Seen {
    /// What is shown.
    pub(super) preview: Box<Preview>,
    /// The body it was made from.
    pub(super) body: Body,
}
