//! Values that only the command line takes; the others are in [`crate::model::written`].

use crate::config::nearest;
use crate::feed;
use crate::model::written::span;
use crate::strings::words;
use crate::time::Span;

/// The encoding of a feed: a label that means one, as its usual name; `auto` or nothing for what the documents say.
///
/// # Errors
///
/// A sentence with the name that is near.
pub(super) fn charset(label: &str) -> Result<Option<String>, String> {
    if matches!(label.trim().to_ascii_lowercase().as_str(), "" | "auto") {
        return Ok(None);
    }
    let hint = || match nearest(label, feed::CHARSETS.iter().copied()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => "write its label, such as windows-1256 or UTF-8".to_owned(),
    };
    match feed::charset(label) {
        Some(name) => Ok(Some(name.to_owned())),
        None => Err(format!("\"{}\" is no encoding; {}", words::quoted(label), hint())),
    }
}

/// The length of a forecast: at most a year, so that it ends.
///
/// # Errors
///
/// What is understood.
pub(super) fn forecast(text: &str) -> Result<Span, String> {
    span(text)
        .filter(|length| *length <= Span::days(366))
        .ok_or_else(|| "a time up to 366d is needed, for instance 7d".to_owned())
}
