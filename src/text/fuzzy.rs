//! How well a few typed letters fit a text: what a finder sorts by.

use std::ops::Range;

use super::fold::{Folded, fold};

/// What is looked for, folded, its words apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    words: Vec<String>,
}

/// How well something fits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fit {
    /// The more the better.
    pub score: u32,
    /// The parts of the text that were meant, in bytes, in the order of the words that were typed.
    pub parts: Vec<Range<usize>>,
}

impl Wanted {
    /// What was typed.
    #[must_use]
    pub fn new(typed: &str) -> Self {
        Self { words: fold(typed).split_whitespace().map(str::to_owned).collect() }
    }

    /// Whether nothing is wanted, which everything fits.
    #[must_use]
    pub const fn is_nothing(&self) -> bool {
        self.words.is_empty()
    }

    /// How well a folded text fits: each word must be in it, as a whole or as letters in that order. `None` if one is not.
    #[must_use]
    pub fn fit(&self, text: &Folded) -> Option<Fit> {
        let mut fit = Fit::default();
        for word in &self.words {
            let (score, parts) = whole(word, &text.text).or_else(|| scattered(word, &text.text))?;
            fit.score += score;
            fit.parts.extend(parts.iter().filter_map(|part| text.source(part)));
        }
        // Of two that fit alike the shorter one is meant.
        let length = u32::try_from(text.text.len().min(400) / 4).unwrap_or(100);
        fit.score = (fit.score * 8).saturating_sub(length);
        Some(fit)
    }
}

/// A word as it stands; best where a word of the text begins.
fn whole(word: &str, text: &str) -> Option<(u32, Vec<Range<usize>>)> {
    let places = text.match_indices(word).map(|(at, _)| at);
    let rated = places.map(|at| (place(text, at), at));
    let (score, at) = rated.max_by_key(|(score, at)| (*score, std::cmp::Reverse(*at)))?;
    Some((score, std::iter::once(at..at + word.len()).collect()))
}

fn place(text: &str, at: usize) -> u32 {
    match text[..at].chars().next_back() {
        None => 100,
        Some(before) if !before.is_alphanumeric() => 80,
        Some(_) => 50,
    }
}

/// The letters of a word in their order with others between them; those at the start of words count more.
fn scattered(word: &str, text: &str) -> Option<(u32, Vec<Range<usize>>)> {
    // A single letter that is not there is nowhere.
    word.chars().nth(1)?;
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut score = 0;
    let mut from = 0;
    for letter in word.chars() {
        let at = next(text, from, letter)?;
        let end = at + letter.len_utf8();
        if let Some(part) = parts.last_mut().filter(|part| part.end == at) {
            part.end = end;
            score += 3;
        } else {
            parts.push(at..end);
            score += if place(text, at) >= 80 { 4 } else { 0 };
        }
        from = end;
    }
    // Letters all over the place mean nothing.
    let letters = u32::try_from(word.chars().count()).unwrap_or(u32::MAX);
    (score >= letters).then_some((score.min(40), parts))
}

/// The next place of a letter: the start of a word if there is one, else the first.
fn next(text: &str, from: usize, letter: char) -> Option<usize> {
    let rest = text.get(from..)?;
    if rest.starts_with(letter) {
        return Some(from);
    }
    let mut places = rest.match_indices(letter).map(|(at, _)| from + at);
    let first = places.clone().next()?;
    Some(places.find(|at| place(text, *at) >= 80).unwrap_or(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(typed: &str, text: &str) -> Option<Fit> {
        Wanted::new(typed).fit(&Folded::new(text))
    }

    /// The texts that fit, the best first.
    fn sorted<'a>(typed: &str, texts: &[&'a str]) -> Vec<&'a str> {
        let mut fits: Vec<(u32, &str)> =
            texts.iter().filter_map(|text| Some((fit(typed, text)?.score, *text))).collect();
        fits.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        fits.into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn whole_words_come_before_parts_of_words_and_those_before_letters() {
        let texts = ["Mark all read in this feed", "Remark", "Make a red kite", "Market", "Nothing"];
        assert_eq!(sorted("mark", &texts)[..3], ["Market", "Mark all read in this feed", "Remark"]);
        assert_eq!(sorted("nu", &["Next unread item", "Nothing unusual", "Menu"])[0], "Menu");
    }

    #[test]
    fn first_letters_of_words_are_enough() {
        assert!(fit("mar", "Mark all read").is_some());
        assert!(fit("tdp", "The Daily Planet").is_some());
        assert_eq!(fit("tdp", "The Daily Planet").map(|fit| fit.parts), Some(vec![0..1, 4..5, 10..11]));
        assert_eq!(fit("zq", "The Daily Planet"), None);
        assert_eq!(fit("hlt", "The Daily Planet"), None, "letters all over the place");
    }

    #[test]
    fn words_fit_in_any_order_and_all_of_them_must() {
        assert!(fit("planet daily", "The Daily Planet").is_some());
        assert_eq!(fit("daily bugle", "The Daily Planet"), None);
        assert_eq!(fit("", "anything").map(|fit| fit.parts.len()), Some(0));
    }

    #[test]
    fn marks_and_variants_of_letters_make_no_difference_and_the_source_is_named() {
        let text = "الأخبار السَّاعة";
        let found = fit("اخبار", text).expect("it fits");
        assert_eq!(&text[found.parts[0].clone()], "أخبار");
        assert!(fit("الساعه", text).is_some());
        assert!(fit("שלום", "שָׁלוֹם עולם").is_some());
    }
}
