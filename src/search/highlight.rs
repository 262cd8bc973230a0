//! Where in a text the words are that were looked for.

use std::ops::Range;

use crate::expr::folded;
use crate::text::fold::Folded;

/// Hits that are shown in one text at most.
const MAX_HITS: usize = 10_000;

/// The parts of a text (in bytes, logical order) in which these words and phrases occur, in order, without overlaps.
///
/// Blanks and line breaks in the text part the words of a phrase as one blank does. A hit spans the marks inside it.
#[must_use]
pub fn highlight(text: &str, words: &[&str]) -> Vec<Range<usize>> {
    let source = Folded::new(text);
    let line = Line::of(&source.text);
    let mut hits: Vec<Range<usize>> = Vec::new();
    for words in words {
        let wanted = folded(words);
        if wanted.is_empty() {
            continue;
        }
        let found = line.text.match_indices(&wanted).take(MAX_HITS);
        hits.extend(found.filter_map(|(at, _)| source.source(&line.back(at..at + wanted.len()))));
    }
    joined(hits)
}

/// A folded text whose blanks are single, and where each of its bytes comes from.
struct Line {
    text: String,
    origins: Vec<usize>,
}

impl Line {
    fn of(folded: &str) -> Self {
        let mut line =
            Self { text: String::with_capacity(folded.len()), origins: Vec::with_capacity(folded.len()) };
        for (at, letter) in folded.char_indices() {
            if !letter.is_whitespace() {
                line.text.push(letter);
                line.origins.extend(at..at + letter.len_utf8());
            } else if !line.text.is_empty() && !line.text.ends_with(' ') {
                line.text.push(' ');
                line.origins.push(at);
            }
        }
        line
    }

    /// The part of the folded text that a part of this one comes from; never empty.
    fn back(&self, part: Range<usize>) -> Range<usize> {
        self.origins[part.start]..self.origins[part.end - 1] + 1
    }
}

fn joined(mut hits: Vec<Range<usize>>) -> Vec<Range<usize>> {
    hits.sort_unstable_by_key(|hit| (hit.start, hit.end));
    let mut apart: Vec<Range<usize>> = Vec::new();
    for hit in hits {
        match apart.last_mut() {
            Some(last) if hit.start <= last.end => last.end = last.end.max(hit.end),
            _ => apart.push(hit),
        }
    }
    apart
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, words: &[&str], expected: &[&str]) {
        let found: Vec<&str> = highlight(text, words).into_iter().map(|hit| &text[hit]).collect();
        assert_eq!(found, expected, "{words:?} in {text}");
    }

    #[test]
    fn hits_are_parts_of_the_text_as_it_stands() {
        check("A Feed  reader, a FEED\nreader", &["feed reader"], &["Feed  reader", "FEED\nreader"]);
        check("مُحَمَّد علي", &["محمد"], &["مُحَمَّد"]);
        check("Café café", &["CAFE"], &["Café", "café"]);
        check("東京の天気", &["天気", "京の"], &["京の天気"]);
        check("aaa", &["aa", "a"], &["aaa"]);
        check("abc", &["x", ""], &[]);
    }

    proptest! {
        #[test]
        fn there_is_a_hit_where_the_words_occur(text in "[ab éق\u{64e}\n]{0,20}", words in "[ab éق]{1,3}") {
            let found = highlight(&text, &[&words]);
            let wanted = folded(&words);
            prop_assert_eq!(!found.is_empty(), !wanted.is_empty() && folded(&text).contains(&wanted));
            for hit in found {
                prop_assert!(folded(&text[hit]).contains(&wanted));
            }
        }
    }
}
