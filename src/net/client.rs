//! The client: one question, one answer, by our own rules.

use std::sync::Arc;

use reqwest::header::HeaderMap;
use tokio::time::timeout;
use url::Url;

use super::ways::Ways;
use super::{Limits, NetError, Options, Patience, Request, Response, Roots, body, classify, decode, fields};
use crate::http::{Headers, host};

/// Name, version and where to learn more or complain; the same in every request (RFC 9110 section 10.1.5).
pub const USER_AGENT: &str =
    concat!("hudhud/", env!("CARGO_PKG_VERSION"), " (+https://github.com/hudhud-reader/hudhud)");

/// From this size on, in bytes, a body is decoded on a thread where it holds nobody up.
const DECODED_ASIDE: usize = 128 << 10;

/// The client. Cheap to clone; all clones share their connections.
#[derive(Clone, Debug)]
pub struct Client {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    ways: Ways,
    limits: Limits,
}

impl Client {
    /// Makes a client. Works without CA certificates on the machine: bundled roots then take their place.
    ///
    /// # Errors
    ///
    /// When the proxy's address is wrong.
    pub fn new(options: &Options) -> Result<Self, NetError> {
        let ways = Ways::new(options)?;
        Ok(Self { shared: Arc::new(Shared { ways, limits: options.limits }) })
    }

    /// Asks once; a redirect is an answer like any other.
    ///
    /// # Errors
    ///
    /// When there is no whole answer within the limits.
    pub async fn get(&self, request: &Request) -> Result<Response, NetError> {
        let limits = &self.shared.limits;
        let whole = match request.patience {
            Patience::Background => limits.background,
            Patience::User => limits.user,
        };
        timeout(whole.to_std(), self.ask(request)).await.unwrap_or(Err(NetError::Timeout(whole)))
    }

    /// Whose certificates are believed. Reads them if no server was asked over https yet.
    #[must_use]
    pub fn roots(&self) -> Roots {
        self.shared.ways.roots()
    }

    async fn ask(&self, request: &Request) -> Result<Response, NetError> {
        let limits = &self.shared.limits;
        let url = checked(&request.url)?;
        let host = url.host_str().unwrap_or_default().to_owned();
        let client = self.shared.ways.client(&url, request)?;
        let sending = client.get(url).headers(fields::of(request)).send();
        // The head has to come within what a connection and the first byte may take, so that header
        // fields that never end do so here.
        let patience = limits.connect.plus(limits.idle);
        let answer = timeout(patience.to_std(), sending)
            .await
            .map_err(|_| NetError::Timeout(patience))?
            .map_err(|error| classify::no_head(&error, &host, limits))?;
        let status = answer.status().as_u16();
        let headers = received(answer.headers(), limits)?;
        let wire = body::receive(answer, limits).await?;
        let size = u64::try_from(wire.len()).unwrap_or(u64::MAX);
        let body = decoded(wire, headers.list("Content-Encoding"), limits.decoded).await?;
        Ok(Response { status, headers, body, wire: size })
    }
}

/// Only http and https are asked (`fetching.md` section 3.10).
fn checked(url: &str) -> Result<Url, NetError> {
    if host(url).is_none() {
        return Err(NetError::Address(url.to_owned()));
    }
    Url::parse(url).map_err(|_| NetError::Address(url.to_owned()))
}

fn received(fields: &HeaderMap, limits: &Limits) -> Result<Headers, NetError> {
    let size: usize = fields.iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    if u64::try_from(size).unwrap_or(u64::MAX) > limits.head {
        return Err(NetError::TooLarge(limits.head));
    }
    Ok(Headers(
        fields.iter().map(|(name, value)| (name.as_str().to_owned(), value.as_bytes().to_vec())).collect(),
    ))
}

async fn decoded(wire: Vec<u8>, codings: Vec<String>, most: u64) -> Result<Vec<u8>, NetError> {
    if wire.len() < DECODED_ASIDE {
        return decode::decode(wire, &codings, most);
    }
    let task = tokio::task::spawn_blocking(move || decode::decode(wire, &codings, most));
    task.await.unwrap_or_else(|error| Err(NetError::Other(error.to_string())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Proxy;

    #[test]
    fn a_wrong_proxy_is_an_error_and_no_proxy_is_none() {
        let options = Options { proxy: Proxy::Url("http://".into()), ..Options::default() };
        assert_eq!(Client::new(&options).err(), Some(NetError::Address("http://".into())));
        assert!(Client::new(&Options::default()).is_ok());
    }
}
