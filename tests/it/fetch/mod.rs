//! The engine against a real server: asking, keeping, waiting.

mod access;
mod answers;
mod archives;
mod background;
mod conditional;
mod deltas;
mod edits;
mod failures;
mod hostile;
mod identity;
mod jobs;
mod liars;
mod moves;
mod redirects;
pub(crate) mod rig;
mod searching;
mod updates;
mod verdicts;
mod waits;
