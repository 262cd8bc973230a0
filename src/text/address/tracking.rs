//! Addresses without what only tells a site where its reader came from.

use url::Url;

/// The list of names, one a line; `*` at the end of one stands for any ending.
const NAMES: &str = include_str!("../../../assets/tracking.txt");

/// An address without the parameters of `assets/tracking.txt`, in the query and in a fragment that is nothing but
/// such parameters. Everything else stays byte for byte, and so does an address that can't be parsed.
#[must_use]
pub fn without_tracking(address: &str) -> String {
    if !address.contains(['?', '#']) || Url::parse(address).is_err() {
        return address.to_owned();
    }
    let (rest, fragment) = split(address, '#');
    let (path, query) = split(rest, '?');
    let query = query.map(kept).filter(|query| !query.is_empty());
    let fragment = fragment.filter(|fragment| !fragment.contains('=') || !kept(fragment).is_empty());
    let with = |sign: char, part: Option<&str>| part.map(|part| format!("{sign}{part}")).unwrap_or_default();
    format!("{path}{}{}", with('?', query.as_deref()), with('#', fragment))
}

fn split(text: &str, at: char) -> (&str, Option<&str>) {
    text.split_once(at).map_or((text, None), |(before, after)| (before, Some(after)))
}

/// The pairs of a query that are no tracking.
fn kept(query: &str) -> String {
    let pairs: Vec<&str> = query.split('&').filter(|pair| !is_tracking(split(pair, '=').0)).collect();
    pairs.join("&")
}

fn is_tracking(name: &str) -> bool {
    // Pages that write `&` as `&amp;` twice leave this before the name.
    let name = name.to_ascii_lowercase();
    let name = name.strip_prefix("amp;").unwrap_or(&name);
    let names = NAMES.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut names = names;
    names.any(|known| known.strip_suffix('*').map_or(known == name, |start| name.starts_with(start)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(address: &str, expected: &str) {
        assert_eq!(without_tracking(address), expected, "{address}");
    }

    #[test]
    fn what_only_says_where_a_reader_came_from_is_dropped() {
        check("https://a.example/x?utm_source=rss&id=7&fbclid=z", "https://a.example/x?id=7");
        check("https://a.example/x?utm_source=rss", "https://a.example/x");
        check("https://a.example/x?UTM_Source=rss#part", "https://a.example/x#part");
        check("https://a.example/x?id=1&amp;utm_medium=rss", "https://a.example/x?id=1");
        check("https://a.example/x#utm_source=rss&utm_medium=a", "https://a.example/x");
        check("https://a.example/x#xtor=RSS-1", "https://a.example/x");
    }

    #[test]
    fn everything_else_stays_byte_for_byte() {
        for address in [
            "https://a.example/x?a=%41&b=%d8%a7&&c",
            "https://a.example/x?",
            "https://a.example/#/route?utm",
            "https://a.example/x#a=b",
            "mailto:a@example.org?subject=utm_source",
            "no address ?utm_source=x",
            "https://a.example/utm_source=1",
        ] {
            let expected = address.strip_suffix('?').unwrap_or(address);
            check(address, expected);
        }
    }
}
