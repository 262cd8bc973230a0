//! What an answer says about its own version: `ETag` and `Last-Modified`, never parsed, never made up.

use super::Headers;

/// A validator longer than this is not kept: servers refuse requests whose header fields are that long.
const LONGEST: usize = 4096;

/// `ETag` and `Last-Modified` of one answer, byte for byte.
///
/// They are two independent facts: an answer may change one and not the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Validator {
    /// `ETag`, quotes and `W/` included; opaque bytes (RFC 9110 section 8.8.3), not always UTF-8.
    pub etag: Option<Vec<u8>>,
    /// `Last-Modified`.
    pub last_modified: Option<Vec<u8>>,
}

impl Validator {
    /// What a whole answer (200 or 226) says: what it leaves out is gone.
    #[must_use]
    pub fn of(headers: &Headers) -> Self {
        Self { etag: value(headers, "ETag"), last_modified: value(headers, "Last-Modified") }
    }

    /// What holds after a 304: a value changes only if the 304 carries it (RFC 9111 section 4.3.4).
    #[must_use]
    pub fn refreshed(self, headers: &Headers) -> Self {
        let news = Self::of(headers);
        Self { etag: news.etag.or(self.etag), last_modified: news.last_modified.or(self.last_modified) }
    }

    /// Whether there is nothing to send back.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.etag.is_none() && self.last_modified.is_none()
    }
}

fn value(headers: &Headers, name: &str) -> Option<Vec<u8>> {
    headers.get(name).filter(|value| !value.is_empty() && value.len() <= LONGEST).map(<[u8]>::to_vec)
}

#[cfg(test)]
mod tests {
    use super::super::headers::fields;
    use super::*;

    fn check(before: &[(&str, &str)], answer: &[(&str, &str)], etag: Option<&str>, date: Option<&str>) {
        let after = Validator::of(&fields(before)).refreshed(&fields(answer));
        assert_eq!(after.etag.as_deref(), etag.map(str::as_bytes));
        assert_eq!(after.last_modified.as_deref(), date.map(str::as_bytes));
    }

    #[test]
    fn bytes_are_kept_as_they_came() {
        let etag = vec![b'W', b'/', b'"', 0xff, b'"'];
        let headers = Headers(vec![("etag".into(), etag.clone())]);
        assert_eq!(Validator::of(&headers), Validator { etag: Some(etag), last_modified: None });
    }

    #[test]
    fn a_bare_304_keeps_both() {
        check(&[("ETag", "\"a\""), ("Last-Modified", "then")], &[], Some("\"a\""), Some("then"));
    }

    #[test]
    fn a_304_changes_what_it_carries() {
        check(&[("ETag", "\"a\"")], &[("ETag", "\"b\"")], Some("\"b\""), None);
        check(&[("ETag", "\"a\"")], &[("Last-Modified", "now")], Some("\"a\""), Some("now"));
    }

    #[test]
    fn what_no_server_would_take_back_is_not_kept() {
        assert!(Validator::of(&fields(&[("ETag", ""), ("Last-Modified", &"x".repeat(5000))])).is_empty());
    }
}
