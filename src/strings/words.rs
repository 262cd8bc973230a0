//! What happened, with what, and what to do: sentences for everything that floors below report as data.
//!
//! A sentence never holds a line break, so that each makes one line on stderr and one notice on the screen.

use crate::text::clean;

mod failure;
mod reason;
mod setting;
mod span;
mod state;

pub use failure::{
    checked, failure, failure_in, kind_word, last_check, last_check_in, rejection, rejection_in, some_failed,
};
pub use reason::{explanation, explanation_in, reason_word};
pub use setting::{problem, problem_in, unreadable_in};
pub use span::{count, span};
pub use state::{address_error, opened, opened_in, opml_error, parse_error, store_error};

/// A foreign text (a server's words, a title, a path) as part of a sentence: one line, no controls, not too long.
#[must_use]
pub fn quoted(text: &str) -> String {
    const LONGEST: usize = 200;
    let line = clean::plain(text);
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_stays_on_its_line() {
        assert_eq!(quoted(" a\r\n\u{1b}[31mb\u{202e}c\u{2028} "), "a [31mbc");
    }

    #[test]
    fn foreign_text_is_cut() {
        assert_eq!(quoted(&"ש".repeat(500)).chars().count(), 201);
    }
}
