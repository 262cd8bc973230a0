//! Asks for one document without a store: for `discover` and `inspect`.

use super::exit::Stop;
use crate::config::Config;
use crate::http::{self, Verdict};
use crate::model::{Failure, FailureKind};
use crate::net::{Client, NetError, Options, Origin, Patience, Request, Response};
use crate::strings::words;
use crate::time::Timestamp;

/// Hops that are followed (`fetching.md` section 3.6 follows as many as browsers do at most).
const HOPS: usize = 10;

/// A document with the address that gave it.
#[derive(Clone, Debug)]
pub(super) struct Fetched {
    /// The address after redirects.
    pub(super) url: String,
    /// The whole answer.
    pub(super) response: Response,
}

/// A client with the user's settings.
///
/// # Errors
///
/// When the proxy's address is wrong.
pub(super) fn client(config: &Config) -> Result<Client, Stop> {
    let authority = config.ca_file.as_ref().map(Into::into);
    let options = Options { proxy: config.proxy.clone().into(), authority, ..Options::default() };
    Client::new(&options).map_err(|error| Stop::Failed(sentence(&error)))
}

/// Asks for an address and follows redirects, whatever the status at their end.
///
/// # Errors
///
/// When there is no whole answer, or redirects lead nowhere.
pub(super) async fn get(client: &Client, url: &str, now: Timestamp) -> Result<Fetched, Stop> {
    let mut url = url.to_owned();
    let mut origin = Origin::User;
    for _ in 0..=HOPS {
        let request = Request { url: url.clone(), patience: Patience::User, origin, ..Request::default() };
        let response = client.get(&request).await.map_err(|error| Stop::Failed(sentence(&error)))?;
        match http::verdict(&url, response.status, &response.headers, now) {
            Verdict::Moved { target, .. } => {
                origin = origin.led_to(&url, &target);
                url = target;
            }
            _ => return Ok(Fetched { url, response }),
        }
    }
    Err(Stop::Failed(words::failure(&Failure { kind: FailureKind::Redirect, detail: url })))
}

/// The failure that a status is; `None` for a document.
#[must_use]
pub(super) fn refused(status: u16) -> Option<Failure> {
    let kind = match status {
        200..=299 => return None,
        401 | 407 => FailureKind::Unauthorized,
        403 => FailureKind::Forbidden,
        410 => FailureKind::Gone,
        429 => FailureKind::Held,
        other => FailureKind::Status(other),
    };
    Some(Failure { kind, detail: String::new() })
}

/// Why there is no whole answer, with a way out.
fn sentence(error: &NetError) -> String {
    let (kind, detail) = match error {
        NetError::Dns { host } => (FailureKind::Dns, host.clone()),
        NetError::Connect { host, reason } => (FailureKind::Connect, format!("{host}: {reason}")),
        NetError::Tls { host, reason } => (FailureKind::Tls, format!("{host}: {reason}")),
        NetError::Authority { file, reason } => (FailureKind::Tls, format!("{file}: {reason}")),
        NetError::Timeout(limit) => (FailureKind::Timeout, format!("within {}", words::span(*limit))),
        NetError::TooSlow => (FailureKind::Timeout, "too slow".to_owned()),
        NetError::Truncated => (FailureKind::Truncated, String::new()),
        NetError::TooLarge(limit) => (FailureKind::TooLarge, format!("more than {limit} bytes")),
        NetError::Decoding(reason) => (FailureKind::Decoding, reason.clone()),
        NetError::Address(url) => (FailureKind::Address, url.clone()),
        NetError::NotHttp { host, reason } => (FailureKind::NotHttp, format!("{host}: {reason}")),
        NetError::Other(reason) => (FailureKind::Connect, reason.clone()),
    };
    words::failure(&Failure { kind, detail })
}
