//! HTTP as far as it is a matter of rules: validators, freshness, `Retry-After`, `Link`, verdicts. No I/O.

mod date;
mod freshness;
mod headers;
mod host;
mod link;
mod retry_after;
mod validator;
mod verdict;

pub use date::parse as parse_date;
pub use freshness::freshness;
pub use headers::Headers;
pub use host::{host, same_origin};
pub use link::{Link, links};
pub use retry_after::retry_after;
pub use validator::Validator;
pub use verdict::{Permanence, Verdict, Who, verdict};
