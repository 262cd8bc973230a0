//! The client against a real server: what it sends, what it bears, and where it stops.

mod addresses;
mod bodies;
mod failures;
mod limits;
mod requests;
mod server;
mod tls;

use hudhud::net::{Client, Limits, NetError, Options, Proxy, Request, Response};
use hudhud::time::Span;

use crate::support::server::Server;

/// A client with limits that a test can wait for.
fn client(limits: Limits) -> Client {
    Client::new(&Options { proxy: Proxy::None, limits, ..Options::default() })
        .expect("a client without a proxy can be made")
}

/// Limits that no answer on loopback reaches, also on a busy machine; a test shortens the one that it is about.
fn short() -> Limits {
    Limits {
        connect: Span::seconds(2),
        idle: Span::seconds(3),
        background: Span::seconds(5),
        user: Span::seconds(5),
        ..Limits::default()
    }
}

/// Runs one future on a runtime of its own.
fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime can be made")
        .block_on(future)
}

/// Asks once with default limits.
fn ask(request: &Request) -> Result<Response, NetError> {
    run(client(Limits::default()).get(request))
}

/// Asks with this client.
fn ask_with(client: &Client, request: &Request) -> Result<Response, NetError> {
    run(client.get(request))
}

/// Asks `server` once for `path` with `limits`.
fn ask_within(limits: Limits, server: &Server, path: &str) -> Result<Response, NetError> {
    run(client(limits).get(&request(server, path)))
}

fn request(server: &Server, path: &str) -> Request {
    Request { url: server.url(path), ..Request::default() }
}
