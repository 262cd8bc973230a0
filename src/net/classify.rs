//! From the client library's errors to ours: the kind is somewhere in the chain of causes.

use std::error::Error;
use std::io;

use rustls::CertificateError;

use super::guard::Refused;
use super::{Limits, NetError};

/// What it means that no head of an answer came.
pub(super) fn no_head(error: &reqwest::Error, host: &str, limits: &Limits) -> NetError {
    let host = host.to_owned();
    if find::<Refused>(error).is_some() {
        return NetError::Address(host);
    }
    if error.is_timeout() {
        return NetError::Timeout(if error.is_connect() { limits.connect } else { limits.idle });
    }
    if error.is_dns() {
        return NetError::Dns { host };
    }
    if let Some(tls) = find::<rustls::Error>(error) {
        return NetError::Tls { host, reason: tls_reason(tls) };
    }
    let reason = innermost(error);
    if reason.contains("head is too large") {
        return NetError::TooLarge(limits.head);
    }
    if error.is_connect() {
        let in_handshake = reason.contains("tls handshake");
        return if in_handshake {
            NetError::Tls { host, reason }
        } else {
            NetError::Connect { host, reason }
        };
    }
    match () {
        () if is_cut(error, &reason) => NetError::Truncated,
        () if is_nonsense(&reason) => NetError::NotHttp { host, reason },
        () => NetError::Other(reason),
    }
}

/// The words with which the client says that what came is no HTTP. Its kinds can't be asked for from here.
fn is_nonsense(reason: &str) -> bool {
    ["invalid HTTP", "unexpected message", "http2 error", "invalid header", "message head is"]
        .iter()
        .any(|words| reason.contains(words))
}

/// What it means that the body did not go on.
pub(super) fn no_more(error: &reqwest::Error, limits: &Limits) -> NetError {
    if error.is_timeout() { NetError::Timeout(limits.idle) } else { NetError::Truncated }
}

/// The connection went away while the head was awaited. The type of this error can't be named here.
fn is_cut(error: &reqwest::Error, reason: &str) -> bool {
    let gone = [io::ErrorKind::ConnectionReset, io::ErrorKind::UnexpectedEof, io::ErrorKind::BrokenPipe];
    find::<io::Error>(error).is_some_and(|io| gone.contains(&io.kind()))
        || reason.contains("connection closed")
        || reason.contains("connection error")
}

fn tls_reason(error: &rustls::Error) -> String {
    let rustls::Error::InvalidCertificate(certificate) = error else { return error.to_string() };
    match certificate {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => "it has expired".to_owned(),
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "it is not valid yet".to_owned()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "it is for another host".to_owned()
        }
        CertificateError::UnknownIssuer => "nobody known has signed it".to_owned(),
        // What people make for themselves: an authority that is its own server. The cause is known by name only.
        CertificateError::Other(other) if format!("{other:?}").contains("CaUsedAsEndEntity") => {
            "nobody known has signed it".to_owned()
        }
        CertificateError::Revoked => "it was revoked".to_owned(),
        other => other.to_string(),
    }
}

/// The first cause of a type. An I/O error hides the one that it wraps from the chain, so it is looked into.
fn find<'a, T: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a T> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref::<T>() {
            return Some(found);
        }
        let inside = error.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        next = match inside {
            Some(inside) => Some(inside),
            None => error.source(),
        };
    }
    None
}

/// The words of the last cause, without the system's number.
fn innermost(error: &reqwest::Error) -> String {
    let mut last: &dyn Error = error;
    while let Some(source) = last.source() {
        last = source;
    }
    let words = last.to_string();
    match words.find(" (os error") {
        Some(end) => words[..end].to_owned(),
        None => words,
    }
}
