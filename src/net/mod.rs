//! Asks servers: one hop at a time, with limits on time, size and address.
//!
//! What reqwest would do by itself is switched off, since each server must be asked by our own rules
//! (`fetching.md` section 5): redirects, content codings, referrer, cookies, retries.

mod body;
mod classify;
mod client;
mod decode;
mod error;
mod fields;
mod guard;
mod options;
mod request;
mod roots;
mod ways;

pub use client::{Client, USER_AGENT};
pub use error::NetError;
pub use options::{Limits, Options, Proxy};
pub use request::{Credentials, Delta, Manner, Origin, Patience, Request, Response, Versions};
pub use roots::Roots;
