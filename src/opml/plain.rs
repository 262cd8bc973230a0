//! Plain lists: an address a line, with names and tags behind it as newsboat writes them.

use super::{Entry, List, settings};

/// Reads a plain list. Lines that are no addresses are noted.
pub(super) fn read(text: &str) -> List {
    let mut list = List::default();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut parts = parts(line).into_iter();
        let Some(url) = parts.next() else { continue };
        let mut entry = Entry { url, ..Entry::default() };
        for part in parts {
            match part.strip_prefix('~') {
                Some(title) => entry.title = settings::words(title),
                // `!` hides a feed in newsboat's list; there is nothing like it here.
                None => entry.tags.extend(settings::words(&part).filter(|tag| tag != "!")),
            }
        }
        entry.tags.sort();
        entry.tags.dedup();
        list.take(entry);
    }
    list
}

/// The parts of a line: words, or texts in double quotes with `\"` in them.
fn parts(line: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut letters = line.chars().peekable();
    while let Some(first) = letters.next() {
        if first.is_whitespace() {
            continue;
        }
        let mut part = String::new();
        if first == '"' {
            while let Some(letter) = letters.next().filter(|letter| *letter != '"') {
                part.push(if letter == '\\' { letters.next().unwrap_or('\\') } else { letter });
            }
        } else {
            part.push(first);
            while let Some(letter) = letters.next_if(|letter| !letter.is_whitespace()) {
                part.push(letter);
            }
        }
        parts.push(part);
    }
    parts
}
