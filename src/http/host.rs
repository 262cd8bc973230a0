//! What counts as one server.

use url::Url;

/// Host and port of an address, the key of holds and of "one at a time": `example.org:443`.
///
/// `None` for what is no http or https address. Letter case, a dot at the end of the name and a port that is
/// the scheme's own make no difference.
#[must_use]
pub fn host(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    if !matches!(url.scheme(), "http" | "https") {
        return None;
    }
    let name = url.host_str()?.trim_end_matches('.');
    Some(format!("{name}:{}", url.port_or_known_default()?))
}

/// Whether two addresses have one origin: scheme, host and port (RFC 9110 section 4.3.1).
#[must_use]
pub fn same_origin(one: &str, other: &str) -> bool {
    match (Url::parse(one), Url::parse(other)) {
        (Ok(one), Ok(other)) => one.has_host() && one.origin() == other.origin(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(url: &str, expected: Option<&str>) {
        assert_eq!(host(url).as_deref(), expected, "{url}");
    }

    #[test]
    fn one_server_has_one_key() {
        check("https://example.org/feed", Some("example.org:443"));
        check("https://user@EXAMPLE.org.:443/other", Some("example.org:443"));
        check("http://example.org/", Some("example.org:80"));
        check("http://[::1]:8080/", Some("[::1]:8080"));
        check("https://\u{645}\u{62b}\u{627}\u{644}.example/", Some("xn--mgbh0fb.example:443"));
    }

    #[test]
    fn other_addresses_have_no_host() {
        for url in ["", "example.org", "file:///etc/passwd", "ftp://example.org/", "http://"] {
            check(url, None);
        }
    }
}
