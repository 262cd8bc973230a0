//! Folded text to terms.
//!
//! A term is a word: letters and digits between other characters. Scripts that write without blanks have two neighbouring
//! letters as a term instead (Han, kana, Thai, Lao, Khmer, Burmese), as do runs of letters that no one would call a word.

use std::ops::Range;

/// A term's place in the text.
pub type Span = Range<usize>;

/// Letters that a term has at most; what is longer is cut into pieces that overlap by half.
pub(super) const LONGEST: usize = 32;

/// Letters that any piece of a long word shares with the next: a part so short lies in one of them whole.
pub(super) const SHARED: usize = LONGEST / 2;

/// How a run of letters is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// At its ends.
    Word,
    /// After each letter.
    Pairs,
}

/// A run of letters of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) kind: Kind,
    pub(super) at: Span,
}

/// The runs of letters in a text.
pub(super) fn runs(text: &str) -> impl Iterator<Item = Run> {
    let mut letters = text.char_indices().peekable();
    std::iter::from_fn(move || {
        loop {
            let (start, first) = letters.next()?;
            let Some(kind) = kind(first) else { continue };
            let mut end = start + first.len_utf8();
            while let Some((at, letter)) = letters.next_if(|(_, letter)| self::kind(*letter) == Some(kind)) {
                end = at + letter.len_utf8();
            }
            return Some(Run { kind, at: start..end });
        }
    })
}

/// The terms of a text that is folded, in order, doubles included.
pub fn terms(folded: &str) -> impl Iterator<Item = Span> {
    runs(folded).flat_map(|run| pieces(folded, &run))
}

/// The terms of a run.
pub(super) fn pieces(text: &str, run: &Run) -> Vec<Span> {
    let (width, step) = match run.kind {
        // A word in letters of one byte that is short enough needs no counting.
        Kind::Word if run.at.len() <= LONGEST => return vec![run.at.clone()],
        Kind::Word => (LONGEST, SHARED),
        Kind::Pairs => (2, 1),
    };
    let mut starts: Vec<usize> =
        text[run.at.clone()].char_indices().map(|(at, _)| run.at.start + at).collect();
    let count = starts.len();
    starts.push(run.at.end);
    let last = count.saturating_sub(width).div_ceil(step);
    (0..=last).map(|piece| starts[piece * step]..starts[(piece * step + width).min(count)]).collect()
}

fn kind(letter: char) -> Option<Kind> {
    if letter.is_ascii() {
        return letter.is_ascii_alphanumeric().then_some(Kind::Word);
    }
    match letter {
        // Thai, Lao, Burmese, Khmer with their vowels and marks.
        '\u{E01}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}'
        // Marks of kana, kana, bopomofo, Han with its extensions and compatibility forms.
        | '\u{3005}'..='\u{3007}'
        | '\u{3041}'..='\u{312F}'
        | '\u{31A0}'..='\u{31FF}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFF}' => Some(Kind::Pairs),
        letter => letter.is_alphanumeric().then_some(Kind::Word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::fold::fold;

    fn check(text: &str, expected: &[&str]) {
        let folded = fold(text);
        let found: Vec<&str> = terms(&folded).map(|at| &folded[at]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn words_lie_between_other_characters() {
        check("Hello, World-wide 2.0!", &["hello", "world", "wide", "2", "0"]);
        check("القُرْآن الكريم", &["القران", "الكريم"]);
        check("می\u{200c}خواهم", &["ميخواهم"]);
        check("שָׁלוֹם", &["שלום"]);
        check(" …", &[]);
    }

    #[test]
    fn letters_without_blanks_go_in_pairs() {
        check("東京の天気", &["東京", "京の", "の天", "天気"]);
        check("雨", &["雨"]);
        check("東京rust", &["東京", "rust"]);
        check("한국 뉴스", &["한국", "뉴스"].map(fold).each_ref().map(String::as_str));
    }

    #[test]
    fn long_runs_are_cut_into_pieces_that_overlap() {
        let long: String = ('a'..='z').chain('a'..='z').collect();
        check(&long, &[&long[..32], &long[16..48], &long[32..]]);
        check(&"x".repeat(32), &[&"x".repeat(32)]);
        check(&"x".repeat(48), &[&"x".repeat(32), &"x".repeat(32)]);
    }
}
