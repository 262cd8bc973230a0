//! What headers and declarations say about the encoding.

/// How far into a document its declaration is looked for, in bytes.
const DEPTH: usize = 4096;

/// The `charset` of a `Content-Type`, without quotes.
pub(super) fn in_header(content_type: &str) -> Option<&str> {
    content_type.split(';').skip(1).find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        let value = value.trim().trim_matches(['"', '\'', ' ']);
        (name.trim().eq_ignore_ascii_case("charset") && !value.is_empty()).then_some(value)
    })
}

/// The encoding that an XML declaration or an HTML `meta` element states.
pub(super) fn in_document(bytes: &[u8]) -> Option<&str> {
    let head = &bytes[..bytes.len().min(DEPTH)];
    in_declaration(head).or_else(|| in_meta(head))
}

fn in_declaration(head: &[u8]) -> Option<&str> {
    let start = find(head, b"<?xml")?;
    let end = start + find(&head[start..], b">")?;
    value(&head[start..end], b"encoding")
}

/// `<meta charset=…>` or `<meta http-equiv content="…; charset=…">` (HTML Standard, section 13.2.3.2).
fn in_meta(head: &[u8]) -> Option<&str> {
    let mut from = 0;
    while let Some(start) = find(&head[from..], b"<meta").map(|start| from + start) {
        let end = start + find(&head[start..], b">").unwrap_or(head.len() - start);
        if let Some(found) = value(&head[start..end], b"charset") {
            return Some(found);
        }
        from = end;
    }
    None
}

/// The word after `name =`, quotes left out.
fn value<'a>(tag: &'a [u8], name: &[u8]) -> Option<&'a str> {
    let start = find(tag, name)? + name.len();
    let rest = tag.get(start..)?.trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let rest =
        rest.strip_prefix(b"\"").or_else(|| rest.strip_prefix(b"'")).unwrap_or(rest).trim_ascii_start();
    let end = rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && !b"-_:.+".contains(byte));
    let word = std::str::from_utf8(&rest[..end.unwrap_or(rest.len())]).ok()?;
    (!word.is_empty()).then_some(word)
}

/// The language that a document states, for a guess at its encoding.
pub(super) fn language_in(bytes: &[u8]) -> Option<&str> {
    let head = &bytes[..bytes.len().min(DEPTH)];
    let in_element = find(head, b"<language>").map(|at| &head[at + 10..]);
    let rest = in_element.map(<[u8]>::trim_ascii_start).or_else(|| {
        let start = find(head, b"lang=")? + 5;
        head.get(start + 1..)
    })?;
    let end = rest.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(rest.len());
    std::str::from_utf8(&rest[..end]).ok().filter(|word| !word.is_empty())
}

/// The first place of ASCII text, letter case ignored.
fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window.eq_ignore_ascii_case(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read_in_every_spelling() {
        assert_eq!(in_header("text/xml;charset=utf8"), Some("utf8"));
        assert_eq!(in_header("text/xml; Charset = \"UTF-8\"; x=y"), Some("UTF-8"));
        assert_eq!(in_header("application/rss+xml;charset= 'us-ascii'"), Some("us-ascii"));
        assert_eq!(in_header("text/xml; charset="), None);
        assert_eq!(in_header("text/xml"), None);
    }

    #[test]
    fn declarations_are_found_behind_blanks() {
        assert_eq!(in_document(b"\r\n  <?xml version='1.0' encoding = 'koi8-r'?>"), Some("koi8-r"));
        assert_eq!(
            in_document(b"<html><head><META http-equiv=x content='text/html; charset=windows-1256'>"),
            Some("windows-1256")
        );
        assert_eq!(in_document(b"<meta name=a><meta charset=\"utf-8\">"), Some("utf-8"));
        assert_eq!(in_document(b"<rss>"), None);
    }

    #[test]
    fn the_language_is_found() {
        assert_eq!(language_in(b"<rss><language> ar-sa</language>"), Some("ar"));
        assert_eq!(language_in(b"<feed xml:lang=\"he\">"), Some("he"));
        assert_eq!(language_in(b"<feed>"), None);
    }
}
