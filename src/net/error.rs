//! Why there is no whole answer.

use crate::time::Span;

/// Why there is no whole answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetError {
    /// The host's name has no address.
    #[error("{host} has no address")]
    Dns {
        /// The host.
        host: String,
    },
    /// No connection.
    #[error("{host} can't be reached: {reason}")]
    Connect {
        /// The host.
        host: String,
        /// The system's words.
        reason: String,
    },
    /// The certificate or the handshake was refused.
    #[error("{host} has no valid certificate: {reason}")]
    Tls {
        /// The host.
        host: String,
        /// What is wrong.
        reason: String,
    },
    /// One of the time limits.
    #[error("no complete answer within {0:?}")]
    Timeout(Span),
    /// Less than 100 bytes a second over 20 s.
    #[error("the answer is too slow")]
    TooSlow,
    /// The answer broke off.
    #[error("the answer broke off")]
    Truncated,
    /// One of the size limits, in bytes.
    #[error("the answer is larger than {0} bytes")]
    TooLarge(u64),
    /// A content coding that can't be undone.
    #[error("the answer can't be decoded: {0}")]
    Decoding(String),
    /// A file with authorities is of no use.
    #[error("{file} holds no certificates that can be used: {reason}")]
    Authority {
        /// The file.
        file: String,
        /// Why.
        reason: String,
    },
    /// An address that must not be asked.
    #[error("{0} must not be asked")]
    Address(String),
    /// What answers doesn't speak HTTP.
    #[error("{host} doesn't answer in HTTP: {reason}")]
    NotHttp {
        /// The host.
        host: String,
        /// Why not.
        reason: String,
    },
    /// Anything else.
    #[error("{0}")]
    Other(String),
}
