//! Finds addresses, user handles, paths and file names that stand bare in running text.

use std::ops::Range;

/// The parts of `text`, in bytes and in order, that read left to right whatever is around them.
///
/// Takes time linear in the text: each word is looked at a fixed number of times.
pub(super) fn find(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if !is_border(c) {
            start.get_or_insert(at);
        } else if let Some(word) = start.take() {
            found.extend(in_word(&text[word..at]).map(|range| word + range.start..word + range.end));
        }
    }
    found
}

/// What words are separated by: blanks, quotation marks, controls and the punctuation of right-to-left scripts.
fn is_border(c: char) -> bool {
    // Most of a text is letters: they are told first.
    if matches!(c, 'a'..='z' | 'A'..='Z' | '0'..='9' | '\u{5D0}'..='\u{5EA}' | '\u{620}'..='\u{6D3}') {
        return false;
    }
    c.is_whitespace()
        || c.is_control()
        || super::super::clean::is_bidi_control(c)
        || matches!(c, '<' | '>' | '"' | '«' | '»' | '“' | '”' | '„' | '،' | '؛' | '؟' | '۔' | '؍')
}

/// The address in a word, without the punctuation around it.
fn in_word(word: &str) -> Option<Range<usize>> {
    if !word.bytes().any(|b| b.is_ascii_alphabetic()) {
        return None;
    }
    if let Some(start) = web_start(word) {
        return Some(start..start + trimmed_end(&word[start..]));
    }
    // The rest is written in ASCII, possibly glued to a prefix of the language around it.
    let start = word.char_indices().rev().find(|(_, c)| !c.is_ascii()).map_or(0, |(at, c)| at + c.len_utf8());
    let glued = start > 0 && word[..start].chars().next_back().is_some_and(char::is_alphanumeric);
    // A hyphen before an address joins a prefix to it.
    let open = word.len() - word[start..].trim_start_matches(['(', '[', '{', '\'', '-']).len();
    let part = &word[open..open + trimmed_end(&word[open..])];
    let whole = open..open + part.len();
    if is_mail(part) || (is_handle(part) && !glued) || (!glued && (is_path(part) || is_file_name(part))) {
        return Some(whole);
    }
    None
}

/// Where a web address starts in a word.
fn web_start(word: &str) -> Option<usize> {
    let scheme = word.find("://").and_then(|colon| {
        let before = &word.as_bytes()[..colon];
        let letters = before.iter().rev().take_while(|b| b.is_ascii_alphanumeric()).count();
        (letters >= 2).then_some(colon - letters)
    });
    scheme.or_else(|| word.find("www.").filter(|at| word[at + 4..].contains('.')))
}

/// The end of an address in `text` without the punctuation of the sentence. A closing bracket stays if it was
/// opened inside.
fn trimmed_end(text: &str) -> usize {
    let mut end = text.len();
    let mut opened = text.matches('(').count();
    let mut closed = text.matches(')').count();
    while let Some(c) = text[..end].chars().next_back() {
        match c {
            '.' | ',' | ';' | ':' | '!' | '?' | '\'' | ']' | '}' | '…' => {}
            ')' if closed > opened => closed -= 1,
            '(' => opened -= 1,
            _ => break,
        }
        end -= c.len_utf8();
    }
    end
}

fn is_mail(word: &str) -> bool {
    let word = word.strip_prefix("mailto:").unwrap_or(word);
    let Some((name, host)) = word.split_once('@') else { return false };
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b'+' | b'%');
    !name.is_empty() && name.bytes().all(plain) && host.contains('.') && host.bytes().all(plain)
}

fn is_handle(word: &str) -> bool {
    let Some(name) = word.strip_prefix('@') else { return false };
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b'@');
    name.bytes().all(plain) && name.bytes().any(|b| b.is_ascii_alphabetic())
}

/// Unix paths from a root, and Windows paths with a drive.
fn is_path(word: &str) -> bool {
    let drive = word.as_bytes().first().is_some_and(u8::is_ascii_alphabetic) && word[1..].starts_with(":\\");
    let rooted = ["/", "~/", "./", "../"].iter().any(|root| word.starts_with(root));
    (drive || rooted) && word.len() > 3 && word.bytes().any(|b| b.is_ascii_alphabetic())
}

/// A stem and an extension of up to five characters with a letter in it.
fn is_file_name(word: &str) -> bool {
    let Some((stem, extension)) = word.rsplit_once('.') else { return false };
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_' | b'/');
    !stem.is_empty()
        && stem.bytes().all(plain)
        && (1..=5).contains(&extension.len())
        && extension.bytes().all(|b| b.is_ascii_alphanumeric())
        && extension.bytes().any(|b| b.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = find(text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn web_addresses_end_before_the_sentence_does() {
        check("האתר https://example.com/a/ נפל", &["https://example.com/a/"]);
        check("(ראו http://example.org/x_(y)).", &["http://example.org/x_(y)"]);
        check("בhttps://example.com, www.example.com!", &["https://example.com", "www.example.com"]);
        check("https://example.com/דף/", &["https://example.com/דף/"]);
    }

    #[test]
    fn mail_handles_paths_and_files_are_found() {
        check("ל-me.too@example.org.", &["me.too@example.org"]);
        check("כתב @user_1: שלום", &["@user_1"]);
        check("ב /usr/share/doc/ או C:\\x\\y", &["/usr/share/doc/", "C:\\x\\y"]);
        check("קובץ (2024-report.pdf)", &["2024-report.pdf"]);
    }

    #[test]
    fn ordinary_words_are_not() {
        check("גרסה 2.5 של Firefox 12/05/2024 50% C++ a/b ה-EU @ : // .", &[]);
        check("", &[]);
    }
}
