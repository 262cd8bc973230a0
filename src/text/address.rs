//! Addresses as they are shown to somebody who decides whether to follow them (`bidi.md` section 2.8).

mod tracking;

use unicode_script::{Script, UnicodeScript};
use url::{Host, Url};

pub use tracking::without_tracking;

/// An address as host and path, for one left-to-right line.
///
/// The scheme is left out where it is http or https. A name with letters of another script is shown in that script
/// only if each of its labels is of one script, or of scripts that are written together (UTS #39, highly
/// restrictive), and doesn't look like a Latin one as a whole; else in punycode. Controls and letters that are not
/// ASCII in the rest are percent-encoded, since a path could imitate a host. An address that can't be parsed is
/// shown with its controls dropped.
#[must_use]
pub fn shown(address: &str) -> String {
    let Ok(url) = Url::parse(address.trim()) else { return super::clean::plain(address) };
    let Some(host) = url.host() else { return url.as_str().to_owned() };
    let scheme = match url.scheme() {
        "http" | "https" => String::new(),
        other => format!("{other}://"),
    };
    let host = match host {
        Host::Domain(name) => domain(name),
        other => other.to_string(),
    };
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
    let path = match url.path() {
        "/" if query.is_empty() => "",
        path => path,
    };
    format!("{scheme}{host}{port}{path}{query}")
}

/// The name of a host, in its own script where that can't deceive.
#[must_use]
pub fn domain(ascii: &str) -> String {
    if !ascii.contains("xn--") {
        return ascii.to_owned();
    }
    let unicode = url::quirks::domain_to_unicode(ascii);
    let is_latin_top = ascii.rsplit('.').next().is_some_and(|top| !top.starts_with("xn--"));
    if !unicode.is_empty() && unicode.split('.').all(|label| is_honest(label, is_latin_top)) {
        unicode
    } else {
        ascii.to_owned()
    }
}

/// Scripts that are written together in one word.
const TOGETHER: [&[Script]; 3] = [
    &[Script::Latin, Script::Han, Script::Hiragana, Script::Katakana],
    &[Script::Latin, Script::Han, Script::Bopomofo],
    &[Script::Latin, Script::Han, Script::Hangul],
];

/// Cyrillic and Greek letters that look like Latin ones.
const LATIN_LIKE: &str = "асԁеһіјӏорԛѕԝхуъьҽпгѵѡбвкмнт";

fn is_honest(label: &str, is_latin_top: bool) -> bool {
    if label.is_ascii() {
        return true;
    }
    let is_common = |script: &Script| matches!(script, Script::Common | Script::Inherited);
    let mut scripts: Vec<Script> =
        label.chars().map(|letter| letter.script()).filter(|script| !is_common(script)).collect();
    scripts.sort_unstable_by_key(|script| script.short_name());
    scripts.dedup();
    let is_together = |set: &&[Script]| scripts.iter().all(|script| set.contains(script));
    let is_one = scripts.len() == 1 || TOGETHER.iter().any(is_together);
    let is_imitation = is_latin_top
        && matches!(scripts[..], [Script::Cyrillic | Script::Greek])
        && label.chars().filter(|letter| letter.is_alphabetic()).all(|letter| LATIN_LIKE.contains(letter));
    is_one && !is_imitation && !label.chars().any(super::clean::is_bidi_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(address: &str, expected: &str) {
        assert_eq!(shown(address), expected, "{address}");
    }

    #[test]
    fn an_address_is_shown_as_host_and_path() {
        check("https://example.org/", "example.org");
        check("http://example.org:8080/a/b?c=d#e", "example.org:8080/a/b?c=d");
        check("https://user:secret@example.org/x", "example.org/x");
        check("https://[::1]/x", "[::1]/x");
        check("mailto:ann@example.org", "mailto:ann@example.org");
    }

    #[test]
    fn names_of_one_script_are_shown_in_it() {
        check("https://موقع.وزارة-الاتصالات.مصر/", "موقع.وزارة-الاتصالات.مصر");
        check("https://דוגמה.example/דף", "דוגמה.example/%D7%93%D7%A3");
        check("https://bücher.example/", "bücher.example");
        check("https://почта.рф/", "почта.рф");
        check("https://日本語テスト.jp/", "日本語テスト.jp");
    }

    #[test]
    fn names_that_mix_scripts_or_imitate_latin_ones_are_shown_in_punycode() {
        // A Cyrillic а among Latin letters; all Cyrillic letters that look Latin.
        check("https://p\u{430}ypal.com/", "xn--pypal-4ve.com");
        check("https://\u{430}\u{440}\u{440}\u{4cf}\u{435}.com/", "xn--80ak6aa92e.com");
        check("https://\u{3b1}\u{3c0}p\u{3bb}e.com/", "xn--pe-b9b5bxa.com");
    }

    #[test]
    fn controls_never_show() {
        let address = shown("https://example.org/\u{202e}gpj.exe\u{7}");
        assert!(address.is_ascii() && !address.contains(char::is_control), "{address}");
        assert_eq!(shown("no\u{202e} address\u{1b}"), "no address");
    }
}
