//! Addresses in a document: cleaned, and absolute where the base is known.

use std::rc::Rc;

use url::Url;

/// What relative addresses are relative to; may be unknown.
#[derive(Clone, Debug, Default)]
pub(super) struct Base(Option<Rc<Url>>);

impl Base {
    /// The base of a document that came from `address`.
    pub(super) fn of(address: Option<&str>) -> Self {
        let url = address.and_then(|address| Url::parse(address.trim()).ok());
        Self(url.filter(|url| !url.cannot_be_a_base()).map(Rc::new))
    }

    /// The base inside an element with this `xml:base` (XML Base, section 4).
    pub(super) fn within(&self, xml_base: Option<&str>) -> Self {
        let Some(written) = xml_base.map(str::trim).filter(|written| !written.is_empty()) else {
            return self.clone();
        };
        let url = match &self.0 {
            Some(base) => base.join(written).ok(),
            None => Url::parse(written).ok(),
        };
        match url.filter(|url| !url.cannot_be_a_base()) {
            Some(url) => Self(Some(Rc::new(url))),
            None => self.clone(),
        }
    }

    /// The base itself.
    pub(super) fn address(&self) -> Option<String> {
        self.0.as_ref().map(ToString::to_string)
    }

    /// An address of the document, absolute where the base is known; `None` where nothing is left of it.
    ///
    /// An absolute address in plain ASCII stays as written. Others are written so that they can be opened:
    /// blanks and letters percent-encoded, the host in Punycode.
    pub(super) fn resolve(&self, written: &str) -> Option<String> {
        let text: String =
            written.trim().chars().filter(|found| !matches!(found, '\n' | '\r' | '\t')).collect();
        if text.is_empty() {
            return None;
        }
        match Url::parse(&text) {
            Ok(url) if is_plain(&text) => {
                Some(if url.cannot_be_a_base() || has_authority(&text) { text } else { url.into() })
            }
            Ok(url) => Some(url.into()),
            Err(url::ParseError::RelativeUrlWithoutBase) => Some(self.join(text)),
            Err(_) => Some(text),
        }
    }

    fn join(&self, text: String) -> String {
        match &self.0 {
            Some(base) => base.join(&text).map_or(text, String::from),
            // Nothing tells the scheme; today's servers speak https.
            None if text.starts_with("//") => {
                let text = format!("https:{text}");
                if is_plain(&text) { text } else { Url::parse(&text).map_or(text, String::from) }
            }
            None => text,
        }
    }
}

/// The address without what can't be opened: scripts and inline data are no pages.
pub(super) fn page(address: String) -> Option<String> {
    const NO_PAGES: [&str; 4] = ["javascript:", "data:", "vbscript:", "about:"];
    let head: String = address.chars().take(12).collect::<String>().to_ascii_lowercase();
    (!NO_PAGES.iter().any(|scheme| head.starts_with(scheme))).then_some(address)
}

/// Whether an address starts as one of a web page.
pub(super) fn is_web(address: &str) -> bool {
    let starts =
        |scheme: &str| address.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme));
    starts("http://") || starts("https://")
}

fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| {
        byte.is_ascii_graphic()
            && !matches!(byte, b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}')
    })
}

fn has_authority(text: &str) -> bool {
    text.contains("://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(base: &str, written: &str, expected: &str) {
        assert_eq!(Base::of(Some(base)).resolve(written).as_deref(), Some(expected), "{written}");
    }

    #[test]
    fn relative_addresses_become_absolute() {
        check("https://a.example/x/y", "z?q#f", "https://a.example/x/z?q#f");
        check("https://a.example/x/y", "//b.example/z", "https://b.example/z");
        check("", "//b.example/z", "https://b.example/z");
        check("", "z", "z");
    }

    #[test]
    fn absolute_addresses_stay_as_written_where_they_can_be_opened() {
        check("", "HTTP://Example.org", "HTTP://Example.org");
        check("", "https://example.org/%E2%84%96-24", "https://example.org/%E2%84%96-24");
        check("", "https://example.org/wrocław/ż", "https://example.org/wroc%C5%82aw/%C5%BC");
        check("", " https://example.org/a b\n", "https://example.org/a%20b");
        check(
            "",
            "https://مثال.example.org/خبر?نوع=۱",
            "https://xn--mgbh0fb.example.org/%D8%AE%D8%A8%D8%B1?%D9%86%D9%88%D8%B9=%DB%B1",
        );
        check("", "mailto:a@example.org", "mailto:a@example.org");
    }

    #[test]
    fn an_inner_base_is_relative_to_the_outer_one() {
        let base = Base::of(Some("https://a.example/x/")).within(Some("y/"));
        assert_eq!(base.resolve("z").as_deref(), Some("https://a.example/x/y/z"));
        assert_eq!(base.within(Some("")).address(), base.address());
    }

    #[test]
    fn scripts_are_no_pages() {
        assert_eq!(page("JavaScript:alert(1)".to_owned()), None);
        assert!(page("https://example.org".to_owned()).is_some());
    }
}
