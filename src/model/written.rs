//! Values as people write them: lengths of time, intervals, retention, lists. The command line and the screen read and
//! write them alike.

use super::{IntervalChoice, Protocol, ProxyChoice, Retention};
use crate::time::Span;

/// A length of time: a number with `s`, `m` or `min`, `h`, `d` or `w`, or several of them: `90m`, `1d12h`, `2 h`.
#[must_use]
pub fn span(text: &str) -> Option<Span> {
    let mut rest = text.trim();
    let mut total = Span::ZERO;
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let number: u64 = rest[..digits].parse().ok()?;
        let unit_on = rest[digits..].trim_start();
        let letters =
            unit_on.len() - unit_on.trim_start_matches(|letter: char| letter.is_ascii_alphabetic()).len();
        total = total.plus(unit(&unit_on[..letters])?.times(number));
        rest = unit_on[letters..].trim_start();
    }
    (total > Span::ZERO).then_some(total)
}

/// The shortest way to write a length of time so that [`span`] reads it: `90m`, `24h`, `7d`.
#[must_use]
pub fn short(length: Span) -> String {
    let seconds = length.as_seconds();
    let units = [(86_400, "d"), (3_600, "h"), (60, "m")];
    match units.iter().find(|(size, _)| seconds >= *size && seconds.is_multiple_of(*size)) {
        // A day is written as the 24 hours that the specification speaks of.
        Some((size, unit)) if *unit != "d" || seconds > 86_400 => format!("{}{unit}", seconds / size),
        Some(_) => "24h".to_owned(),
        None => format!("{seconds}s"),
    }
}

/// An interval: `default`, `never` or a length of time.
///
/// # Errors
///
/// A sentence part that says what is understood.
pub fn interval(text: &str) -> Result<IntervalChoice, &'static str> {
    match text.trim().to_ascii_lowercase().as_str() {
        "" | "default" => Ok(IntervalChoice::Default),
        "never" => Ok(IntervalChoice::Never),
        // `product.md` section 3: no scheduled check is ever closer to the last one.
        other => span(other)
            .filter(|length| *length >= Span::minutes(15))
            .map(IntervalChoice::Every)
            .ok_or("default, never or a time such as 90m, 6h, 1d, at least 15m"),
    }
}

/// The text of an interval.
#[must_use]
pub fn interval_text(choice: IntervalChoice) -> String {
    match choice {
        IntervalChoice::Default => "default".to_owned(),
        IntervalChoice::Never => "never".to_owned(),
        IntervalChoice::Every(length) => short(length),
    }
}

/// How long items are kept: `default`, `forever`, a length of time, or a number for the newest so many.
///
/// # Errors
///
/// A sentence part that says what is understood.
pub fn retention(text: &str) -> Result<Retention, &'static str> {
    let text = text.trim().to_ascii_lowercase();
    match text.as_str() {
        "" | "default" => return Ok(Retention::Default),
        "forever" => return Ok(Retention::Forever),
        _ => {}
    }
    let newest = text.parse::<u32>().ok().filter(|number| *number > 0).map(Retention::Newest);
    newest
        .or_else(|| span(&text).map(Retention::For))
        .ok_or("default, forever, a time such as 90d, or a number of items such as 500")
}

/// The text of a retention, which [`retention`] reads.
#[must_use]
pub fn retention_text(retention: Retention) -> String {
    match retention {
        Retention::Default => "default".to_owned(),
        Retention::Forever => "forever".to_owned(),
        Retention::For(length) => short(length),
        Retention::Newest(number) => number.to_string(),
    }
}

/// A list of words between commas, trimmed, sorted, without doubles.
#[must_use]
pub fn list(text: &str) -> Vec<String> {
    let mut words: Vec<String> =
        text.split(',').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect();
    words.sort();
    words.dedup();
    words
}

fn unit(word: &str) -> Option<Span> {
    match word.to_ascii_lowercase().as_str() {
        "s" | "sec" => Some(Span::seconds(1)),
        "m" | "min" => Some(Span::minutes(1)),
        "h" => Some(Span::hours(1)),
        "d" | "day" | "days" => Some(Span::days(1)),
        "w" => Some(Span::days(7)),
        _ => None,
    }
}

/// The versions of HTTP: `auto` or `1.1`.
///
/// # Errors
///
/// A sentence part that says what is understood.
pub fn protocol(text: &str) -> Result<Protocol, &'static str> {
    match text.trim().to_ascii_lowercase().as_str() {
        "" | "auto" | "any" => Ok(Protocol::Any),
        "1.1" | "1" => Ok(Protocol::Http1),
        _ => Err("auto or 1.1"),
    }
}

/// The text of the versions of HTTP.
#[must_use]
pub const fn protocol_text(protocol: Protocol) -> &'static str {
    match protocol {
        Protocol::Any => "auto",
        Protocol::Http1 => "1.1",
    }
}

/// A proxy: `default`, `none`, or an address without user and password.
///
/// # Errors
///
/// A sentence part that says what is understood.
pub fn proxy(text: &str) -> Result<ProxyChoice, &'static str> {
    const SCHEMES: [&str; 4] = ["http://", "https://", "socks5://", "socks5h://"];
    let text = text.trim();
    match text.to_ascii_lowercase().as_str() {
        "" | "default" => return Ok(ProxyChoice::Default),
        "none" | "direct" => return Ok(ProxyChoice::Direct),
        _ => {}
    }
    let rest = SCHEMES.iter().find_map(|scheme| text.strip_prefix(scheme));
    let is_good = |rest: &str| {
        let host = rest.trim_end_matches('/');
        !host.is_empty() && !host.contains(['@', '/', '?', '#']) && !host.contains(char::is_whitespace)
    };
    match rest {
        Some(rest) if is_good(rest) => Ok(ProxyChoice::Url(text.to_owned())),
        _ => Err(
            "default, none, or http://, https://, socks5:// or socks5h:// with host and port and no password",
        ),
    }
}

/// The text of a proxy.
#[must_use]
pub fn proxy_text(choice: &ProxyChoice) -> String {
    match choice {
        ProxyChoice::Default => "default".to_owned(),
        ProxyChoice::Direct => "none".to_owned(),
        ProxyChoice::Url(url) => url.clone(),
    }
}

/// A header field: its name in lower case, and its value without blanks around it (RFC 9110 sections 5.1 and 5.5).
///
/// # Errors
///
/// Why it is none, or not one that can be set: those by which HTTP itself works are the reader's, and a login or a
/// cookie has no place in a field that is stored and shown.
pub fn header(name: &str, value: &str) -> Result<(String, String), &'static str> {
    const OWN: [&str; 17] = [
        "host",
        "connection",
        "content-length",
        "transfer-encoding",
        "te",
        "upgrade",
        "trailer",
        "expect",
        "accept-encoding",
        "if-none-match",
        "if-modified-since",
        "a-im",
        "range",
        "user-agent",
        "proxy-authorization",
        "authorization",
        "cookie",
    ];
    let name = name.trim().to_ascii_lowercase();
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.is_empty() || !name.bytes().all(is_token) {
        return Err("the name of a field has letters, digits and hyphens");
    }
    if OWN.contains(&name.as_str()) {
        return Err("this field is set by hudhud itself; user, secret and user-agent have keys of their own");
    }
    let value = value.trim();
    if value.bytes().any(|byte| byte < b' ' || byte == 0x7f) {
        return Err("the value of a field is one line");
    }
    Ok((name, value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_a_number_with_a_unit() {
        let check = |text: &str, expected: Option<Span>| assert_eq!(span(text), expected, "{text}");
        check("90m", Some(Span::minutes(90)));
        check("1d12h", Some(Span::hours(36)));
        check("2 h 10 min", Some(Span::minutes(130)));
        for wrong in ["", "m", "90", "1x", "-1h", "1.5h", "0m", "99999999999999999999h", "ש", "1ש"] {
            check(wrong, None);
        }
    }

    #[test]
    fn a_huge_number_is_the_largest_span() {
        assert_eq!(span("18446744073709551615w"), Some(Span::millis(u64::MAX)));
    }

    #[test]
    fn a_short_form_is_read_back() {
        for text in ["90m", "24h", "7d", "36h", "45s"] {
            assert_eq!(span(text).map(short).as_deref(), Some(text));
        }
    }

    #[test]
    fn retention_is_a_time_or_a_number() {
        assert_eq!(retention("500"), Ok(Retention::Newest(500)));
        assert_eq!(retention("90d"), Ok(Retention::For(Span::days(90))));
        assert_eq!(retention("forever"), Ok(Retention::Forever));
        assert!(retention("0").is_err() && retention("often").is_err());
        for text in ["default", "forever", "90d", "500"] {
            assert_eq!(retention(text).map(retention_text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn proxies_are_addresses_without_passwords() {
        assert_eq!(proxy(""), Ok(ProxyChoice::Default));
        assert_eq!(proxy("None"), Ok(ProxyChoice::Direct));
        for good in ["http://localhost:8080", "socks5h://[::1]:9050", "https://p.example/"] {
            let choice = proxy(good).expect("a proxy");
            assert_eq!(proxy(&proxy_text(&choice)), Ok(choice));
        }
        for bad in ["localhost", "ftp://x", "http://", "http://u:p@x", "http://x/path", "socks5://a b"] {
            assert!(proxy(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn fields_are_one_line_and_not_those_of_the_reader_itself() {
        assert_eq!(header(" X-Key ", " a b "), Ok(("x-key".to_owned(), "a b".to_owned())));
        for (name, value) in
            [("a b", "x"), ("", "x"), ("Host", "x"), ("Cookie", "x"), ("x", "a\r\nb: c"), ("x:", "y")]
        {
            assert!(header(name, value).is_err(), "{name}");
        }
    }

    #[test]
    fn versions_of_http_are_read_as_they_are_written() {
        for protocol in [Protocol::Any, Protocol::Http1] {
            assert_eq!(super::protocol(protocol_text(protocol)), Ok(protocol));
        }
        assert!(super::protocol("3").is_err());
    }
}
