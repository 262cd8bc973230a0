//! Fulfils the wishes that need nothing but the engine and other programs.

use std::future::Future;
use std::pin::Pin;

use super::msg::Msg;
use crate::engine::{Handle, Query, Ticket};
use crate::process;

/// Something under way that ends with a message.
pub(super) type Work = Pin<Box<dyn Future<Output = Msg>>>;

/// Asks the engine.
pub(super) fn ask(handle: &Handle, ticket: Ticket, query: Query) -> Work {
    let handle = handle.clone();
    Box::pin(async move { Msg::Answer(ticket, handle.ask(query).await) })
}

/// Opens an address, on a thread of its own since starting a program can take a while.
pub(super) fn open(command: Vec<String>, url: String) -> Work {
    let started = tokio::task::spawn_blocking(move || process::open(&command, &url));
    Box::pin(async move {
        let ended = started.await;
        Msg::Opened(ended.unwrap_or_else(|error| Err(process::OpenError::NoProgram(error.to_string()))))
    })
}
