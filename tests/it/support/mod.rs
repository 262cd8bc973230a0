//! What the tests share.

#![allow(dead_code, reason = "each test module uses the part that it needs")]

pub(crate) mod cli;
pub(crate) mod pty;
pub(crate) mod reply;
pub(crate) mod server;
mod wire;
