//! How the client is made.

use std::path::PathBuf;

use crate::time::Span;

/// How the client is made.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Through whom servers are asked.
    pub proxy: Proxy,
    /// A file (PEM) with authorities that are believed beside the usual ones, for all feeds that have none of their own.
    pub authority: Option<PathBuf>,
    /// Time and size limits.
    pub limits: Limits,
}

/// Through whom servers are asked. The machine itself (127.0.0.1, localhost) is never asked through a proxy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Proxy {
    /// Those that the environment names: `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY`.
    #[default]
    Environment,
    /// Nobody.
    None,
    /// This one: `http://`, `https://`, `socks5://` or `socks5h://` with host and port.
    Url(String),
}

impl From<Option<String>> for Proxy {
    /// A setting that may be absent; then the environment decides.
    fn from(setting: Option<String>) -> Self {
        setting.map_or(Self::Environment, Self::Url)
    }
}

/// Time and size limits (`fetching.md` section 3.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Until a connection stands, TLS included: 10 s.
    pub connect: Span,
    /// Between two reads: 15 s.
    pub idle: Span,
    /// For everything, when nobody waits: 60 s.
    pub background: Span,
    /// For everything, when the user waits: 120 s.
    pub user: Span,
    /// How long a body may come slower than [`Limits::slowest`]: 20 s.
    pub patience: Span,
    /// The least speed of a body, in bytes a second: 100.
    pub slowest: u64,
    /// Bytes of all header fields: 64 KiB.
    pub head: u64,
    /// Bytes of the body on the wire: 10 MiB.
    pub wire: u64,
    /// Bytes of the body decoded: 20 MiB.
    pub decoded: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Span::seconds(10),
            idle: Span::seconds(15),
            background: Span::seconds(60),
            user: Span::seconds(120),
            patience: Span::seconds(20),
            slowest: 100,
            head: 64 << 10,
            wire: 10 << 20,
            decoded: 20 << 20,
        }
    }
}
