//! Addresses in documents: relative to absolute, harmless or not.

use url::Url;

/// Schemes that a link may have. Others are shown as text: a reader must not run scripts or open local files
/// because a publisher says so.
const OPENED: [&str; 16] = [
    "http", "https", "mailto", "ftp", "ftps", "gemini", "gopher", "magnet", "irc", "ircs", "xmpp", "tel",
    "sms", "news", "feed", "matrix",
];

/// Resolves a relative address (RFC 3986 section 5, as browsers do it); `None` if that is not possible, or if the
/// result is of a scheme that is never opened (`javascript:`, `data:`, `file:` …).
///
/// Letters outside ASCII and blanks come out percent-encoded, host names in punycode.
#[must_use]
pub fn resolve(base: Option<&str>, address: &str) -> Option<String> {
    let address = address.trim_matches(|letter: char| letter.is_ascii_whitespace() || letter.is_control());
    if address.is_empty() || address.len() > 64 << 10 {
        return None;
    }
    let absolute = match base.and_then(|base| Url::parse(base.trim()).ok()) {
        Some(base) => base.join(address),
        // Only the scheme is missing, and that can be guessed.
        None if address.starts_with("//") => Url::parse(&format!("https:{address}")),
        None => Url::parse(address),
    };
    absolute.ok().filter(|url| OPENED.contains(&url.scheme())).map(String::from)
}

/// The host without `www.`, to name what is embedded.
pub(super) fn host(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let host = url.host_str()?;
    Some(host.strip_prefix("www.").unwrap_or(host).to_owned())
}

/// The name of the file that an address ends in, if it has the look of one.
pub(super) fn file_name(address: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let last = url.path_segments()?.next_back()?;
    let (stem, ending) = last.rsplit_once('.')?;
    let plain = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    (plain(stem) && plain(ending) && stem.len() <= 40 && ending.len() <= 5).then(|| last.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(base: &str, address: &str, expected: Option<&str>) {
        let base = (!base.is_empty()).then_some(base);
        assert_eq!(resolve(base, address).as_deref(), expected, "{base:?} {address}");
    }

    #[test]
    fn relative_addresses_are_resolved_against_the_base() {
        let base = "https://site.example.org/articles/matrix.html";
        for (address, expected) in [
            ("../pix/a.svg", "https://site.example.org/pix/a.svg"),
            ("img/b.webp", "https://site.example.org/articles/img/b.webp"),
            ("/c", "https://site.example.org/c"),
            ("//cdn.example.org/d", "https://cdn.example.org/d"),
            ("#note", "https://site.example.org/articles/matrix.html#note"),
            ("?p=2", "https://site.example.org/articles/matrix.html?p=2"),
            (" \n/x\ty ", "https://site.example.org/xy"),
        ] {
            check(base, address, Some(expected));
        }
    }

    #[test]
    fn unusual_letters_are_encoded_once() {
        check(
            "",
            "https://feeds.example.org/wrocław/ż",
            Some("https://feeds.example.org/wroc%C5%82aw/%C5%BC"),
        );
        check("", "//feeds.example.org/Tax Crackdown", Some("https://feeds.example.org/Tax%20Crackdown"));
        check("", "https://feeds.example.org/%E2%84%96-24", Some("https://feeds.example.org/%E2%84%96-24"));
        check("", "https://مثال.example.org/خبر", Some("https://xn--mgbh0fb.example.org/%D8%AE%D8%A8%D8%B1"));
    }

    #[test]
    fn what_could_do_harm_is_no_address() {
        for address in [
            "javascript:alert(1)",
            " JavaScript:x",
            "java\nscript:x",
            "data:text/html,x",
            "file:///etc/passwd",
            "vbscript:x",
            "",
        ] {
            check("https://example.org/", address, None);
        }
    }

    #[test]
    fn without_a_base_a_relative_address_stays_unknown() {
        check("", "/path", None);
        check("not a base", "x.html", None);
    }
}
