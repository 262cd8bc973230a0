//! A question to a server, and its answer.

use std::fmt;
use std::path::PathBuf;

use url::Url;

use super::{Proxy, guard};
use crate::http::Headers;

/// A request for one document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The address, requested exactly as it is.
    pub url: String,
    /// Sent back as `If-None-Match`.
    pub etag: Option<Vec<u8>>,
    /// Sent back as `If-Modified-Since`.
    pub last_modified: Option<Vec<u8>>,
    /// Whether only what is new is asked for; without an `ETag` there is nothing that it could be new to.
    pub delta: Delta,
    /// Another `User-Agent` than [`super::USER_AGENT`].
    pub user_agent: Option<String>,
    /// Further header fields. Those that decide about the answer's form or the connection are left out.
    pub headers: Vec<(String, String)>,
    /// Who asks.
    pub credentials: Option<Credentials>,
    /// How the connection is made.
    pub manner: Manner,
    /// Who waits for it, which decides the time limit.
    pub patience: Patience,
    /// How it came to be asked, which decides whether private addresses are allowed.
    pub origin: Origin,
}

/// Whether only what is new is asked for (`A-IM: feed`, RFC 3229 section 10.5.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Delta {
    /// The whole document.
    #[default]
    Unwanted,
    /// Only what is new, if the server can tell.
    Wanted,
}

/// User and secret, for basic authentication (RFC 7617).
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// The user's name.
    pub user: String,
    /// The secret.
    pub secret: String,
}

impl fmt::Debug for Credentials {
    // A secret must not get into a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials").field("user", &self.user).finish_non_exhaustive()
    }
}

/// How a connection is made, where that differs from what holds for all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Manner {
    /// Through whom; `None` for the usual way.
    pub proxy: Option<Proxy>,
    /// A file (PEM) with authorities that are believed beside the usual ones.
    pub authority: Option<PathBuf>,
    /// The versions of HTTP.
    pub versions: Versions,
}

/// The versions of HTTP that are offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Versions {
    /// HTTP/2 and HTTP/1.1, as the server likes.
    #[default]
    Any,
    /// HTTP/1.1 only.
    Http1,
}

/// Who waits for an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Patience {
    /// Nobody: 60 s for everything.
    #[default]
    Background,
    /// The user: 120 s for everything.
    User,
}

/// How an address came to be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// The user typed or imported it: any address.
    #[default]
    User,
    /// A public host led to it: no private addresses, checked when connecting.
    Public,
}

impl Origin {
    /// How `target` came to be asked, when the answer of `from`, asked as `self`, led to it.
    ///
    /// What the user typed is trusted as far as its own host goes, and a server in a private network may lead
    /// to its neighbours; any other host may lead to public addresses only.
    #[must_use]
    pub fn led_to(self, from: &str, target: &str) -> Self {
        let (Ok(from), Ok(target)) = (Url::parse(from), Url::parse(target)) else { return Self::Public };
        let trusted = from.host() == target.host() || guard::is_private(&from);
        if self == Self::User && trusted { Self::User } else { Self::Public }
    }
}

/// A whole answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// The status.
    pub status: u16,
    /// The header fields.
    pub headers: Headers,
    /// The body, decoded from its content coding.
    pub body: Vec<u8>,
    /// Bytes of the body on the wire.
    pub wire: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(origin: Origin, from: &str, target: &str, expected: Origin) {
        assert_eq!(origin.led_to(from, target), expected, "{from} to {target}");
    }

    #[test]
    fn only_the_users_own_host_and_its_neighbours_stay_trusted() {
        check(Origin::User, "http://nas.home/feed", "https://nas.home:8443/feed", Origin::User);
        check(Origin::User, "http://192.168.1.2/feed", "http://192.168.1.3/feed", Origin::User);
        check(Origin::User, "https://example.org/feed", "http://192.168.1.3/feed", Origin::Public);
        check(Origin::User, "https://example.org/feed", "https://other.example/feed", Origin::Public);
        check(Origin::Public, "https://example.org/feed", "https://example.org/new", Origin::Public);
        check(Origin::User, "https://example.org/feed", "nonsense", Origin::Public);
    }
}
