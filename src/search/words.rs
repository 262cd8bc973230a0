//! Words of a plain query, each of which must occur.

use crate::text::fold::fold;

/// Words that one query can have; more are ignored.
const MAX_WORDS: usize = 64;

/// Words to look for, folded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(Vec<String>);

impl Words {
    /// The words of a query; a part in double quotes is one word.
    ///
    /// A quote that is never closed reaches to the end, so that a query can be used while it is typed.
    #[must_use]
    pub fn parse(query: &str) -> Self {
        let mut words = Vec::new();
        for (at, part) in query.split(is_quote).enumerate() {
            if at % 2 == 1 {
                words.push(one_line(&fold(part)));
            } else {
                words.extend(part.split_whitespace().map(fold));
            }
        }
        words.retain(|word| !word.is_empty());
        words.truncate(MAX_WORDS);
        Self(words)
    }

    /// Whether there is nothing to look for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether all words occur in these texts taken together.
    #[must_use]
    pub fn match_all(&self, texts: &[&str]) -> bool {
        let mut missing: Vec<&str> = self.0.iter().map(String::as_str).collect();
        for text in texts {
            if missing.is_empty() {
                return true;
            }
            let folded = fold(text);
            // Line breaks and runs of blanks part the words of a phrase as one blank does.
            let folded =
                if missing.iter().any(|word| word.contains(' ')) { one_line(&folded) } else { folded };
            missing.retain(|word| !folded.contains(word));
        }
        missing.is_empty()
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_quote(letter: char) -> bool {
    matches!(letter, '"' | '“' | '”' | '„')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(query: &str, texts: &[&str], expected: bool) {
        assert_eq!(Words::parse(query).match_all(texts), expected, "{query:?} in {texts:?}");
    }

    #[test]
    fn every_word_must_occur_somewhere() {
        check("rust feed", &["A Feed reader", "written in RUST"], true);
        check("rust gem", &["A Feed reader", "written in RUST"], false);
        check("", &["anything"], true);
    }

    #[test]
    fn a_quoted_part_is_one_word() {
        check("\"feed reader\" rust", &["A feed\n reader", "Rust"], true);
        check("\"reader feed\"", &["A feed reader"], false);
        check("“feed reader", &["A feed reader"], true);
    }

    #[test]
    fn letter_case_points_and_variants_make_no_difference() {
        check("قران", &["القُرْآن"], true);
        check("שלום", &["שָׁלוֹם עולם"], true);
        check("ÉCOLE", &["école"], true);
    }

    #[test]
    fn nothing_but_blanks_and_quotes_is_no_query() {
        assert!(Words::parse("  \" \" ").is_empty());
        assert!(!Words::parse("x").is_empty());
    }

    #[test]
    fn a_query_has_an_end() {
        let words = Words::parse(&"word ".repeat(100_000));
        assert!(words.match_all(&["word"]) && words.0.len() == MAX_WORDS);
    }
}
