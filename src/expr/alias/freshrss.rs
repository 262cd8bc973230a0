//! `FreshRSS`: searches, which its queries and its "mark as read" actions are made of.

use crate::expr::print::quoted;
use crate::expr::{Expr, ExprError, Problem, lex::is_quote};

/// Reads a search of `FreshRSS`'s: `intitle:`, `#tag`, `date:2024-01/2024-02`, `date:P7D`, `!` and `-`, `OR`.
///
/// # Errors
///
/// When it is none, or asks what can't be asked here (numbers of feeds and categories, saved searches). Places are those in
/// the search.
pub fn freshrss(search: &str) -> Result<Expr, ExprError> {
    let mut ours = String::with_capacity(search.len());
    // Where each part of ours comes from, to say where an error is.
    let mut origins: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < search.len() {
        let end = part_end(search, at);
        origins.push((ours.len(), at));
        ours.push_str(&translated(search, at..end)?);
        at = end;
    }
    Expr::parse(&ours).map_err(|error| {
        let there = |place: usize| {
            let (begin, origin) =
                origins.iter().rev().find(|(begin, _)| *begin <= place).copied().unwrap_or((0, 0));
            let guess = (origin + place - begin).min(search.len());
            (0..=guess).rev().find(|at| search.is_char_boundary(*at)).unwrap_or(0)
        };
        let place = there(error.at.start)..there(error.at.end).max(there(error.at.start));
        ExprError::new(search, place, error.problem).suggesting(error.suggestion)
    })
}

/// Where the part that begins at a place ends: blanks and signs one by one, a word with its quotes as one.
fn part_end(search: &str, at: usize) -> usize {
    let mut letters = search[at..].char_indices();
    let Some((_, first)) = letters.next() else { return search.len() };
    if first.is_whitespace() || matches!(first, '(' | ')' | '!' | '-') {
        return at + first.len_utf8();
    }
    let mut open = opens(first, ':').then_some(first);
    let mut before = first;
    for (step, letter) in letters {
        match open {
            Some(quote) if letter == quote && before != '\\' => open = None,
            None if opens(letter, before) => open = Some(letter),
            None if letter.is_whitespace() || matches!(letter, '(' | ')') => return at + step,
            Some(_) | None => {}
        }
        before = letter;
    }
    search.len()
}

/// Quotes of both kinds and slashes hold a value together where one begins.
fn opens(letter: char, before: char) -> bool {
    before == ':' && matches!(letter, '"' | '\'' | '/')
}

fn translated(search: &str, place: std::ops::Range<usize>) -> Result<String, ExprError> {
    let part = &search[place.clone()];
    if let Some(tag) = part.strip_prefix('#').filter(|tag| !tag.is_empty()) {
        // A plus stands for a blank there.
        return Ok(format!("tag={}", quoted(&tag.replace('+', " "))));
    }
    let Some((name, value)) = part.split_once(':').filter(|(name, _)| is_name(name)) else {
        return Ok(unquoted(part).map_or_else(|| part.to_owned(), quoted));
    };
    match name {
        "f" | "c" | "e" | "L" | "S" | "SG" | "labels" | "search" => {
            Err(ExprError::new(search, place, Problem::NoCounterpart(format!("{name}:"))))
        }
        "date" | "pubdate" | "userdate" | "mdate" => {
            let field = match name {
                // There the date of arrival; the publisher's is `pubdate`.
                "date" => "seen",
                "pubdate" => "date",
                "mdate" => "updated",
                _ => return Err(ExprError::new(search, place, Problem::NoCounterpart(format!("{name}:")))),
            };
            let dates = dates(value);
            dates
                .map(|dates| format!("{field}:{dates}"))
                .ok_or_else(|| ExprError::new(search, place, Problem::BadDate(value.to_owned())))
        }
        _ => match unquoted(value) {
            Some(inner) => Ok(format!("{name}:{}", quoted(inner))),
            None => Ok(part.to_owned()),
        },
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// What stands between single or double quotes, if something does.
fn unquoted(text: &str) -> Option<&str> {
    let inner = |quote: char| text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    inner('\'').or_else(|| inner('"')).filter(|inner| !inner.contains(is_quote))
}

/// ISO 8601 intervals as ranges: `2024-01/2024-02`, `2024/`, `/2024`, `P7D/`, `P7D`.
fn dates(value: &str) -> Option<String> {
    let read = |text: &str| match text.strip_prefix('P') {
        Some(length) => period(length),
        None => Some(dashed(text)),
    };
    match value.split_once('/') {
        None => read(value),
        Some((from, to)) => {
            let side = |text: &str| if text.is_empty() { Some(String::new()) } else { read(text) };
            Some(format!("{}..{}", side(from)?, side(to)?))
        }
    }
}

/// `202401` and `20240131` with dashes.
fn dashed(text: &str) -> String {
    match (text.len(), text.bytes().all(|byte| byte.is_ascii_digit())) {
        (6, true) => format!("{}-{}", &text[..4], &text[4..]),
        (8, true) => format!("{}-{}-{}", &text[..4], &text[4..6], &text[6..]),
        _ => text.to_owned(),
    }
}

/// `7D`, `1M`, `T2H`: one number with a unit.
fn period(text: &str) -> Option<String> {
    let (text, time) = text.strip_prefix('T').map_or((text, false), |rest| (rest, true));
    let unit = match (text.chars().last()?, time) {
        ('Y', false) => "y",
        ('M', false) => "mo",
        ('W', false) => "w",
        ('D', false) => "d",
        ('H', true) => "h",
        ('M', true) => "m",
        ('S', true) => "s",
        _ => return None,
    };
    let count = &text[..text.len() - 1];
    count.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("{count}{unit}"))
}
