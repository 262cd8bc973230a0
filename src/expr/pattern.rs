//! Regular expressions, limited in size. The crate's machines take time linear in the text, whatever the pattern.

use std::fmt;

use regex::{Regex, RegexBuilder};

/// Bytes that one compiled pattern may take; the same again for what it remembers while it runs.
const MAX_MACHINE: usize = 1 << 20;

/// Levels of groups in a pattern.
const MAX_NEST: u32 = 50;

/// A regular expression with its flags, checked and compiled.
#[derive(Clone)]
pub struct Pattern {
    /// As it stands between the slashes, a slash in it written `\/`.
    source: String,
    /// Some of `i m s x`, sorted, each once.
    flags: String,
    regex: Regex,
}

/// Why a pattern can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// It can't be understood; the library's words in one line.
    Syntax(String),
    /// Its machine would be too large.
    Large,
    /// A flag that means nothing.
    Flag(char),
}

impl Pattern {
    /// A pattern of the text between two slashes and the flags behind them.
    ///
    /// # Errors
    ///
    /// When the pattern can't be understood or is too large, or a flag is unknown.
    pub fn new(source: &str, flags: &str) -> Result<Self, PatternError> {
        let mut sorted: Vec<char> = flags.chars().collect();
        sorted.sort_unstable();
        sorted.dedup();
        if let Some(flag) = sorted.iter().find(|flag| !"imsx".contains(**flag)) {
            return Err(PatternError::Flag(*flag));
        }
        let has = |flag| sorted.contains(&flag);
        let built = RegexBuilder::new(source)
            .case_insensitive(has('i'))
            .multi_line(has('m'))
            .dot_matches_new_line(has('s'))
            .ignore_whitespace(has('x'))
            .size_limit(MAX_MACHINE)
            .dfa_size_limit(MAX_MACHINE)
            .nest_limit(MAX_NEST)
            .build();
        match built {
            Ok(regex) => Ok(Self { source: slashed(source), flags: sorted.into_iter().collect(), regex }),
            Err(regex::Error::CompiledTooBig(_)) => Err(PatternError::Large),
            Err(error) => Err(PatternError::Syntax(last_line(&error.to_string()))),
        }
    }

    /// Whether it is found in a text.
    #[must_use]
    pub fn is_match(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }
}

/// The pattern with a backslash before each slash that has none, so that it ends where it should.
fn slashed(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut letters = source.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '/' => out.push_str("\\/"),
            '\\' => {
                out.push('\\');
                out.extend(letters.next());
            }
            other => out.push(other),
        }
    }
    out
}

/// The library draws the pattern first and says last what is wrong.
fn last_line(message: &str) -> String {
    let last = message.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    last.trim().trim_start_matches("error: ").to_owned()
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source && self.flags == other.flags
    }
}

impl Eq for Pattern {}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{}/{}", self.source, self.flags)
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_sorted_and_checked() {
        assert_eq!(Pattern::new("a/b", "mi").map(|pattern| pattern.to_string()), Ok("/a\\/b/im".to_owned()));
        assert_eq!(Pattern::new("a", "iz"), Err(PatternError::Flag('z')));
    }

    #[test]
    fn a_pattern_that_would_be_large_is_refused() {
        assert_eq!(Pattern::new("(?:\\w{500}){500}", ""), Err(PatternError::Large));
    }

    #[test]
    fn what_is_wrong_is_said_in_one_line() {
        assert_eq!(Pattern::new("a(b", ""), Err(PatternError::Syntax("unclosed group".to_owned())));
    }

    #[test]
    fn a_pattern_that_takes_others_for_ever_is_quick() {
        let pattern = Pattern::new("(a*)*b", "").unwrap();
        assert!(!pattern.is_match(&"a".repeat(100_000)));
    }
}
