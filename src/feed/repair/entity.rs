//! References: `&amp;`, `&#233;`, `&eacute;`, and ampersands that are none.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

/// The named references of HTML (HTML Standard, section 13.5), those with a semicolon.
static NAMED: LazyLock<HashMap<&'static str, (char, Option<char>)>> =
    LazyLock::new(|| include_str!("../../../assets/entities.txt").lines().filter_map(named_line).collect());

/// What the bytes 0x80 to 0x9F are in windows-1252: authors who write `&#146;` mean those.
const WINDOWS_1252: [char; 32] = [
    '\u{20ac}', '\u{81}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2c6}',
    '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{8d}', '\u{17d}', '\u{8f}', '\u{90}', '\u{2018}',
    '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2dc}', '\u{2122}', '\u{161}',
    '\u{203a}', '\u{153}', '\u{9d}', '\u{17e}', '\u{178}',
];

/// The longest name in the table.
const MAX_NAME: usize = 31;

/// One reference as it stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::feed) enum Reference {
    /// One or two characters.
    Text(char, Option<char>),
    /// A number that is no character, or one that may not stand in a document.
    Nothing,
}

/// Text with its references replaced, one round. What is no reference stays as it is.
pub(in crate::feed) fn decode(text: &str) -> Cow<'_, str> {
    let Some(first) = memchr::memchr(b'&', text.as_bytes()) else {
        return Cow::Borrowed(text);
    };
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut next = Some(first);
    while let Some(at) = next {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((found, length)) = reference(rest) {
            if let Reference::Text(first, second) = found {
                out.push(first);
                out.extend(second);
            }
            rest = &rest[length..];
        } else {
            out.push('&');
            rest = &rest[1..];
        }
        next = memchr::memchr(b'&', rest.as_bytes());
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The reference at the start of `text`, which starts with `&`, and its length in bytes.
pub(in crate::feed) fn reference(text: &str) -> Option<(Reference, usize)> {
    let body = text.get(1..)?;
    if let Some(number) = body.strip_prefix('#') {
        return numeric(number).map(|(found, length)| (found, length + 2));
    }
    let length = body.bytes().take(MAX_NAME + 1).take_while(u8::is_ascii_alphanumeric).count();
    if length == 0 || body.as_bytes().get(length) != Some(&b';') {
        return None;
    }
    let found = match &body[..length] {
        "amp" => ('&', None),
        "lt" => ('<', None),
        "gt" => ('>', None),
        "quot" => ('"', None),
        "apos" => ('\'', None),
        name => *NAMED.get(name)?,
    };
    Some((Reference::Text(found.0, found.1), length + 2))
}

/// A number after `&#`; the semicolon may be missing where nothing follows that could belong to it.
fn numeric(text: &str) -> Option<(Reference, usize)> {
    let (digits, radix, mark) = match text.as_bytes().first()? {
        b'x' | b'X' => (&text[1..], 16, 1),
        _ => (text, 10, 0),
    };
    let length = digits.bytes().take_while(|byte| char::from(*byte).is_digit(radix)).count();
    if length == 0 {
        return None;
    }
    let end = match digits.as_bytes().get(length) {
        Some(b';') => length + 1,
        Some(byte) if byte.is_ascii_alphanumeric() => return None,
        _ => length,
    };
    let value = u32::from_str_radix(&digits[..length], radix).ok();
    let found = value.and_then(character).map_or(Reference::Nothing, |found| Reference::Text(found, None));
    Some((found, mark + end))
}

/// The character of a number; `None` for those that XML 1.0 section 2.2 forbids.
fn character(value: u32) -> Option<char> {
    if let 0x80..=0x9f = value {
        let mapped = WINDOWS_1252.get(value as usize - 0x80).copied()?;
        return (!mapped.is_control()).then_some(mapped);
    }
    char::from_u32(value).filter(|found| is_allowed(*found))
}

/// Whether a character may stand in a document (XML 1.0 section 2.2), the C1 controls left out as well.
pub(in crate::feed) const fn is_allowed(found: char) -> bool {
    matches!(found, '\t' | '\n' | '\r' | ' '..='\u{7e}' | '\u{85}' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..='\u{10ffff}')
}

/// Text as it has to be written in XML and HTML, outside of attributes or in double quotes.
pub(in crate::feed) fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for found in text.chars() {
        match found {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
    Cow::Owned(out)
}

fn named_line(line: &'static str) -> Option<(&'static str, (char, Option<char>))> {
    let mut words = line.split(' ');
    let name = words.next()?;
    let mut points = words.filter_map(|word| u32::from_str_radix(word, 16).ok().and_then(char::from_u32));
    Some((name, (points.next()?, points.next())))
}

/// The most internal entities of a document type that are replaced, and the longest of their texts.
const MAX_DECLARED: usize = 200;
const MAX_DECLARED_TEXT: usize = 1000;

/// Replaces references to the simple internal entities that a document type declares.
///
/// `subset` is the text between `[` and `]`. No entity is expanded inside another and the result is at most
/// twice as long plus 64 KiB, so that no document can blow itself up. `None` if nothing is to be replaced.
pub(in crate::feed) fn expand_declared(document: &str, subset: &str) -> Option<String> {
    let declared = declared(subset);
    if declared.is_empty() {
        return None;
    }
    let limit = document.len() * 2 + 0x1_0000;
    let mut out = String::with_capacity(document.len());
    let mut pieces = document.split('&');
    out.push_str(pieces.next()?);
    let mut changed = false;
    for piece in pieces {
        let found = piece.split_once(';').and_then(|(name, rest)| Some((*declared.get(name)?, rest)));
        match found {
            Some((text, rest)) if out.len() + text.len() + rest.len() < limit => {
                out.push_str(text);
                out.push_str(rest);
                changed = true;
            }
            _ => {
                out.push('&');
                out.push_str(piece);
            }
        }
    }
    changed.then_some(out)
}

/// Names and texts of `<!ENTITY name "text">`; parameter and external entities are passed over.
fn declared(subset: &str) -> HashMap<&str, &str> {
    let mut found = HashMap::new();
    for piece in subset.split("<!ENTITY").skip(1) {
        let piece = piece.trim_start();
        let Some((name, rest)) = piece.split_once(char::is_whitespace) else { continue };
        let rest = rest.trim_start();
        let Some(quote) = rest.chars().next().filter(|quote| matches!(quote, '"' | '\'')) else { continue };
        let Some((text, _)) = rest[1..].split_once(quote) else { continue };
        if name != "%" && !is_predefined(name) && text.len() <= MAX_DECLARED_TEXT {
            found.entry(name).or_insert(text);
        }
        if found.len() >= MAX_DECLARED {
            break;
        }
    }
    found
}

fn is_predefined(name: &str) -> bool {
    matches!(name, "amp" | "lt" | "gt" | "quot" | "apos")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &str, expected: &str) {
        assert_eq!(decode(input), expected, "{input}");
    }

    #[test]
    fn references_become_characters() {
        check("a &amp; b &lt;p&gt; &quot;&apos;", "a & b <p> \"'");
        check("&eacute;&rsquo;&nbsp;&hellip;", "é’\u{a0}…");
        check("&NotEqualTilde;", "\u{2242}\u{338}");
        check("&#233;&#xE9;&#XE9;&#8217", "ééé’");
    }

    #[test]
    fn numbers_of_windows_1252_are_what_their_authors_meant() {
        check("don&#146;t &#150; &#x85;", "don’t – …");
    }

    #[test]
    fn what_is_no_reference_stays() {
        check("AT&T & co; &nosuchname; &; &#; &#x; &#12ab", "AT&T & co; &nosuchname; &; &#; &#x; &#12ab");
        check("?a=1&copy=2", "?a=1&copy=2");
        check("&", "&");
        check("&é;", "&é;");
    }

    #[test]
    fn impossible_numbers_vanish() {
        check("a&#0;b&#8;c&#xD800;d&#99999999999;e&#129;f", "abcdef");
    }

    #[test]
    fn only_one_round_is_decoded() {
        check("&amp;amp;", "&amp;");
    }

    #[test]
    fn the_table_is_whole() {
        assert_eq!(NAMED.len(), 2125);
    }

    #[test]
    fn declared_entities_are_replaced_once() {
        let subset =
            r#"<!ENTITY name "Hud&other;"> <!ENTITY other 'hud'> <!ENTITY ext SYSTEM "file:///etc/passwd">"#;
        assert_eq!(
            expand_declared("&name; &other; &ext; &x", subset).as_deref(),
            Some("Hud&other; hud &ext; &x")
        );
        assert_eq!(expand_declared("&ext;", subset), None);
    }

    #[test]
    fn expansion_stays_bounded() {
        let subset = format!("<!ENTITY a \"{}\">", "x".repeat(1000));
        let document = "&a;".repeat(10_000);
        let out = expand_declared(&document, &subset).expect("some are replaced");
        assert!(out.len() <= document.len() * 2 + 0x1_0000 + document.len());
    }
}
