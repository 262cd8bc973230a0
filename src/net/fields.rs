//! The header fields of one request.

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue, USER_AGENT};
use reqwest::header::{IF_MODIFIED_SINCE, IF_NONE_MATCH};

use super::{Credentials, Delta, Request};

/// Fields that belong to the connection or decide about the form of the answer: not for the user to set.
const OURS: [&str; 14] = [
    "a-im",
    "accept-encoding",
    "connection",
    "content-length",
    "expect",
    "host",
    "if-match",
    "if-modified-since",
    "if-none-match",
    "if-range",
    "range",
    "te",
    "transfer-encoding",
    "upgrade",
];

/// Validators go back byte for byte; what no header field can hold is left out.
pub(super) fn of(request: &Request) -> HeaderMap {
    let mut fields = HeaderMap::new();
    for (name, value) in &request.headers {
        if OURS.iter().any(|ours| ours.eq_ignore_ascii_case(name.trim())) {
            continue;
        }
        let name = HeaderName::from_bytes(name.trim().as_bytes());
        if let (Ok(name), Ok(value)) = (name, HeaderValue::from_str(value.trim())) {
            fields.append(name, value);
        }
    }
    add(&mut fields, USER_AGENT, request.user_agent.as_deref().map(str::as_bytes));
    add(&mut fields, IF_NONE_MATCH, request.etag.as_deref());
    add(&mut fields, IF_MODIFIED_SINCE, request.last_modified.as_deref());
    // RFC 3229 section 10.5.3: without a version to start from there is no difference.
    if request.delta == Delta::Wanted && fields.contains_key(IF_NONE_MATCH) {
        fields.insert(HeaderName::from_static("a-im"), HeaderValue::from_static("feed"));
    }
    if let Some(credentials) = &request.credentials {
        let basic = basic(credentials);
        add(&mut fields, AUTHORIZATION, Some(basic.as_bytes()));
        if let Some(value) = fields.get_mut(AUTHORIZATION) {
            value.set_sensitive(true);
        }
    }
    fields
}

fn add(fields: &mut HeaderMap, name: HeaderName, value: Option<&[u8]>) {
    let filled = value.filter(|value| !value.is_empty());
    if let Some(Ok(value)) = filled.map(HeaderValue::from_bytes) {
        fields.insert(name, value);
    }
}

/// RFC 7617 section 2.
fn basic(credentials: &Credentials) -> String {
    format!("Basic {}", base64(format!("{}:{}", credentials.user, credentials.secret).as_bytes()))
}

/// RFC 4648 section 4.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let three = [group[0], group.get(1).copied().unwrap_or(0), group.get(2).copied().unwrap_or(0)];
        let bits = three.iter().fold(0_usize, |bits, byte| bits << 8 | usize::from(*byte));
        for (index, shift) in [18, 12, 6, 0].into_iter().enumerate() {
            let letter = char::from(LETTERS[bits >> shift & 63]);
            text.push(if index <= group.len() { letter } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(request: &Request, name: &str) -> Option<Vec<u8>> {
        of(request).get(name).map(|value| value.as_bytes().to_vec())
    }

    #[test]
    fn validators_that_no_field_can_hold_are_left_out() {
        let request = Request {
            etag: Some(b"\"a\r\nX: y\"".to_vec()),
            last_modified: Some(b"caf\xe9".to_vec()),
            ..Request::default()
        };
        assert_eq!(sent(&request, "if-none-match"), None);
        assert_eq!(sent(&request, "if-modified-since").as_deref(), Some(&b"caf\xe9"[..]));
    }

    #[test]
    fn a_delta_is_asked_for_only_with_a_tag() {
        let mut request = Request { delta: Delta::Wanted, ..Request::default() };
        assert_eq!(sent(&request, "a-im"), None);
        request.last_modified = Some(b"then".to_vec());
        assert_eq!(sent(&request, "a-im"), None);
        request.etag = Some(b"\"a\"".to_vec());
        assert_eq!(sent(&request, "a-im").as_deref(), Some(&b"feed"[..]));
        request.delta = Delta::Unwanted;
        assert_eq!(sent(&request, "a-im"), None);
    }

    #[test]
    fn further_fields_can_not_replace_ours_nor_split_a_request() {
        let headers =
            [("X-Key", "1"), (" x-key ", "2"), ("If-None-Match", "x"), ("host", "h"), ("X-A", "1\r\nB: c")];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        let fields = of(&Request { headers, ..Request::default() });
        assert_eq!(fields.len(), 2);
        assert_eq!(fields.get_all("x-key").iter().count(), 2);
    }

    #[test]
    fn credentials_are_sent_as_the_standard_shows_and_never_logged() {
        let credentials = Credentials { user: "Aladdin".to_owned(), secret: "open sesame".to_owned() };
        let request = Request { credentials: Some(credentials), ..Request::default() };
        assert_eq!(
            sent(&request, "authorization").as_deref(),
            Some(&b"Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="[..])
        );
        assert!(!format!("{request:?} {:?}", of(&request)).contains("sesame"));
    }

    #[test]
    fn base64_pads_its_end() {
        for (text, expected) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }
}
