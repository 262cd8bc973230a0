//! Addresses as people type and paste them, and as they are compared.

use url::{Host, Url};

use super::AddressError;

/// Schemes by which systems hand feeds to readers.
const FEED_SCHEMES: [&str; 8] = ["feed", "feeds", "rss", "atom", "itpc", "pcast", "podcast", "web+feed"];

/// Bytes that an address may have.
const MAX_BYTES: usize = 16 << 10;

/// An address that was understood.
pub(super) struct Typed {
    /// The address.
    pub(super) url: String,
    /// What to try when it doesn't answer: the scheme was assumed.
    pub(super) otherwise: Option<String>,
}

/// Reads an address as people type and paste it: `feed:` forms, `hudhud://add?url=`, bare hosts, international names.
///
/// # Errors
///
/// When it is no http or https address.
pub fn address(typed: &str) -> Result<String, AddressError> {
    read(typed).map(|typed| typed.url)
}

/// Whether a user or password stands in an address (RFC 3986 section 3.2.1), which [`address`] leaves out.
#[must_use]
pub fn holds_login(typed: &str) -> bool {
    let rest = stripped(typed);
    let rest = rest.split_once("://").map_or(rest, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().is_some_and(|start| start.contains('@'))
}

/// The form in which two addresses are compared: "is this subscribed already?" (`fetching.md` section 3.10).
///
/// Scheme, default port, fragment, user, a slash at the end, case of the host and of percent codes make no difference.
/// Never to be requested.
#[must_use]
pub fn comparable(url: &str) -> String {
    let Ok(url) = Url::parse(url.trim()) else { return url.trim().to_owned() };
    let host = url.host_str().unwrap_or_default().trim_end_matches('.');
    // The default port of the other scheme is none either, since the scheme makes no difference.
    let port = url
        .port()
        .filter(|port| !matches!(port, 80 | 443))
        .map(|port| format!(":{port}"))
        .unwrap_or_default();
    let path = upper_codes(url.path().trim_end_matches('/'));
    let query = url.query().map(|query| format!("?{}", upper_codes(query))).unwrap_or_default();
    format!("{host}{port}{path}/{query}")
}

pub(super) fn read(typed: &str) -> Result<Typed, AddressError> {
    let text = stripped(typed);
    if text.is_empty() {
        return Err(AddressError::Empty);
    }
    if text.len() > MAX_BYTES {
        let start: String = text.chars().take(60).collect();
        return Err(AddressError::Malformed { text: format!("{start}…") });
    }
    let Some((scheme, rest)) = scheme(text) else { return bare(text, text) };
    let scheme = scheme.to_ascii_lowercase();
    match scheme.as_str() {
        "http" | "https" => {
            let rest = rest.trim_start_matches(['/', '\\']);
            checked(&format!("{scheme}://{rest}"), text).map(|url| Typed { url, otherwise: None })
        }
        "hudhud" => handed_over(text),
        _ if FEED_SCHEMES.contains(&scheme.as_str()) => match self::scheme(rest.trim_start_matches('/')) {
            // feed:https://…, feed://https://…
            Some((inner, rest))
                if inner.eq_ignore_ascii_case("http") || inner.eq_ignore_ascii_case("https") =>
            {
                let url = format!("{inner}://{}", rest.trim_start_matches('/'));
                checked(&url, text).map(|url| Typed { url, otherwise: None })
            }
            Some((inner, _)) => Err(AddressError::Scheme { scheme: inner.to_owned() }),
            None => bare(rest.trim_start_matches('/'), text),
        },
        _ => Err(AddressError::Scheme { scheme }),
    }
}

/// `hudhud://add?url=…`, as a browser's "subscribe" button opens it.
fn handed_over(text: &str) -> Result<Typed, AddressError> {
    let malformed = || AddressError::Malformed { text: text.to_owned() };
    let url = Url::parse(text).map_err(|_| malformed())?;
    let (_, inner) = url.query_pairs().find(|(name, _)| name == "url").ok_or_else(malformed)?;
    // Not from one into the next: a chain of them is nothing that a button makes.
    if inner.trim_start().get(..7).is_some_and(|start| start.eq_ignore_ascii_case("hudhud:")) {
        return Err(malformed());
    }
    read(&inner)
}

/// An address without a scheme: https is tried first, http where names of hosts have no certificates.
fn bare(text: &str, typed: &str) -> Result<Typed, AddressError> {
    let malformed = || AddressError::Malformed { text: typed.to_owned() };
    let rest = text.trim_start_matches('/');
    let name = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if name.is_empty()
        || name.contains(char::is_whitespace)
        || text.starts_with("./")
        || text.starts_with("/.")
    {
        return Err(malformed());
    }
    let secure = checked(&format!("https://{rest}"), typed)?;
    let plain = checked(&format!("http://{rest}"), typed)?;
    let url = Url::parse(&secure).map_err(|_| malformed())?;
    let local = match url.host() {
        Some(Host::Domain(host)) => host == "localhost" || host.ends_with(".localhost"),
        Some(_) => true,
        None => return Err(malformed()),
    };
    let named = local || url.host_str().is_some_and(|host| host.trim_end_matches('.').contains('.'));
    match (named || url.port().is_some(), local) {
        (false, _) => Err(malformed()),
        (true, true) => Ok(Typed { url: plain, otherwise: Some(secure) }),
        (true, false) => Ok(Typed { url: secure, otherwise: Some(plain) }),
    }
}

fn checked(url: &str, typed: &str) -> Result<String, AddressError> {
    let malformed = || AddressError::Malformed { text: typed.to_owned() };
    let mut url = Url::parse(url).map_err(|_| malformed())?;
    if url.host_str().is_none_or(str::is_empty) {
        return Err(malformed());
    }
    // A password in an address would be stored, shown and sent on; a login has a place of its own. Addresses that
    // have a host take both.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    Ok(url.into())
}

/// The text without what comes along when an address is copied.
fn stripped(typed: &str) -> &str {
    let around = |letter: char| {
        letter.is_whitespace()
            || letter.is_control()
            || is_invisible(letter)
            || "<>\"'“”„«»`".contains(letter)
    };
    let text = typed.trim_matches(around);
    let labelled = text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("url:"));
    if labelled { text[4..].trim_matches(around) } else { text }
}

/// Marks of direction and width that stick to copied text.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{61c}')
}

/// Parts `scheme:rest` (RFC 3986 section 3.1). A host with a port is none: `localhost:8080`.
fn scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let mut letters = scheme.chars();
    let named = letters.next().is_some_and(|first| first.is_ascii_alphabetic())
        && letters.all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter));
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let port = digits > 0 && rest[digits..].chars().next().is_none_or(|next| "/?#".contains(next));
    // user:password@host
    let user = scheme.contains('.') || rest.split('/').next().is_some_and(|start| start.contains('@'));
    (named && !port && !(user && !rest.starts_with('/') && !is_known(scheme))).then_some((scheme, rest))
}

fn is_known(scheme: &str) -> bool {
    let scheme = scheme.to_ascii_lowercase();
    FEED_SCHEMES.contains(&scheme.as_str())
        || matches!(scheme.as_str(), "http" | "https" | "mailto" | "data" | "javascript")
}

fn upper_codes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let end = (at + 3).min(rest.len());
        let end = if rest.is_char_boundary(end) { end } else { at + 1 };
        out.push_str(&rest[..at]);
        out.push_str(&rest[at..end].to_ascii_uppercase());
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(typed: &str, expected: &str) {
        assert_eq!(address(typed).as_deref(), Ok(expected), "{typed:?}");
    }

    #[test]
    fn users_and_passwords_are_left_out_of_addresses() {
        check("https://user:secret@example.org/a?b=c@d", "https://example.org/a?b=c@d");
        check("user:secret@example.org/a", "https://example.org/a");
        check("feed://user@example.org/a", "https://example.org/a");
        for held in ["https://u:p@example.org/", "u@example.org", "feed:https://u:p@example.org/x"] {
            assert!(holds_login(held), "{held}");
        }
        for free in ["https://example.org/@user", "example.org/?a=b@c", "https://example.org"] {
            assert!(!holds_login(free), "{free}");
        }
    }

    #[test]
    fn addresses_are_understood_as_they_are_typed_and_pasted() {
        check("https://example.org/feed", "https://example.org/feed");
        check(" \n<https://example.org/feed>\t", "https://example.org/feed");
        check("“example.org/feed”", "https://example.org/feed");
        check("feed:https://example.org/a", "https://example.org/a");
        check("feed://example.org/a", "https://example.org/a");
        check("FEED://http://example.org/a", "http://example.org/a");
        check("feed:example.org", "https://example.org/");
        check("rss://example.org/a", "https://example.org/a");
        check("hudhud://add?url=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1", "https://example.org/a?b=1");
        check("hudhud:add?url=example.org", "https://example.org/");
        check("http:example.org/x", "http://example.org/x");
        check("//example.org/x", "https://example.org/x");
        check("example.org:8080/x", "https://example.org:8080/x");
        check("ann:secret@example.org/x", "https://example.org/x");
        check("https://example.org/a b", "https://example.org/a%20b");
    }

    #[test]
    fn hosts_without_certificates_are_asked_by_http() {
        check("localhost:8080/feed", "http://localhost:8080/feed");
        check("192.168.1.2/feed", "http://192.168.1.2/feed");
        check("[::1]:80/x", "http://[::1]/x");
    }

    #[test]
    fn international_names_go_to_the_wire_in_punycode() {
        check("مثال.example/خلاصة", "https://xn--mgbh0fb.example/%D8%AE%D9%84%D8%A7%D8%B5%D8%A9");
        check("\u{200f}דוגמה.example", "https://xn--6dbbec0c.example/");
    }

    #[test]
    fn other_schemes_are_refused_by_name() {
        for (typed, scheme) in [
            ("javascript:alert(1)", "javascript"),
            ("file:///etc/passwd", "file"),
            ("data:text/html,x", "data"),
            ("ftp://example.org/x", "ftp"),
            ("mailto:ann@example.org", "mailto"),
            ("feed:file:///etc/passwd", "file"),
            ("hudhud://add?url=file:///x", "file"),
        ] {
            assert_eq!(address(typed), Err(AddressError::Scheme { scheme: scheme.to_owned() }), "{typed}");
        }
    }

    #[test]
    fn other_texts_are_no_addresses() {
        assert_eq!(address(" <> "), Err(AddressError::Empty));
        for typed in [
            "hello",
            "hello world",
            "/etc/passwd",
            "./x.y",
            "http://",
            "https:///",
            "hudhud://add",
            "hudhud://add?url=hudhud://add?url=a.b",
        ] {
            assert!(
                matches!(address(typed), Err(AddressError::Malformed { .. })),
                "{typed} {:?}",
                address(typed)
            );
        }
    }

    #[test]
    fn what_makes_no_difference_is_not_compared() {
        let same = |one: &str, other: &str| assert_eq!(comparable(one), comparable(other));
        same("http://Example.ORG:80/feed/", "https://example.org/feed");
        same("https://example.org", "https://example.org/#top");
        same("https://example.org/%d7%90", "https://example.org/%D7%90");
        same("https://ann@example.org:443/x", "https://example.org/x");
        assert_ne!(comparable("https://example.org/a?x=1"), comparable("https://example.org/a?x=2"));
        assert_ne!(comparable("https://example.org/Feed"), comparable("https://example.org/feed"));
        assert_ne!(comparable("https://example.org:8080/"), comparable("https://example.org/"));
        assert_eq!(comparable("no address"), "no address");
    }

    proptest::proptest! {
        #[test]
        fn whatever_is_typed_gives_a_web_address_or_an_error(
            text in "(feed|http|hudhud|:|/|//|add|url=|%[0-9a-f]|@|\\.|[a-z0-9]| |\\PC){0,20}",
        ) {
            if let Ok(url) = address(&text) {
                proptest::prop_assert!(url.starts_with("http://") || url.starts_with("https://"), "{url}");
                proptest::prop_assert_eq!(address(&url), Ok(url.clone()));
            }
            let _ = comparable(&text);
        }
    }
}
