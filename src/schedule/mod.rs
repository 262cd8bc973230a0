//! When each feed is checked next, and why: pure functions of stored facts, the clock and a seed.
//!
//! Nothing about the schedule is stored. [`due`] derives it from what was observed, so the same facts give
//! the same answer after a restart, and weeks can be simulated in a test. [`plan`] then says which of the
//! due feeds start now. The rules are those of `product.md` section 3.

mod backoff;
mod bucket;
mod clock;
mod due;
mod explain;
mod facts;
mod forecast;
mod interval;
mod plan;
pub mod redirect;
mod salt;
mod silence;
mod skip;
mod slots;

pub use bucket::Bucket;
pub use clock::not_ahead;
pub use due::due;
pub use explain::{Due, Explanation, Reason};
pub use facts::{Facts, Policy, Skip};
pub use forecast::{Coming, Expected, forecast};
pub use interval::publisher_minimum;
pub use plan::{Plan, Waiting, plan};
pub use silence::{is_silent, usual_gap};
pub use slots::Slots;

#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;
