//! Folds text so that searches find what people mean (`bidi.md` section 2.7).

mod letters;

use std::ops::Range;

use icu_normalizer::DecomposingNormalizer;
use unicode_bidi::BidiClass;

use super::{class, clean};
use letters::Letter;

/// Letter case, harakat, niqqud, tatweel, letter variants and digit shapes make no difference any more.
///
/// Nor do accents, presentation forms and other compatibility characters, joiners and bidi controls. Folding text
/// that is folded changes nothing.
#[must_use]
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    each(text, |c, _| folded.push(c));
    folded
}

/// Folded text that knows where each part comes from, so that hits can be shown in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folded {
    /// The folded text.
    pub text: String,
    /// For each byte of `text` the character of the source that it comes from: start and end in bytes.
    origins: Vec<(u32, u32)>,
}

impl Folded {
    /// Folds a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut folded = Self::default();
        each(text, |c, source| {
            folded.text.push(c);
            let origin = (super::paragraph::short(source.start), super::paragraph::short(source.end));
            folded.origins.resize(folded.text.len(), origin);
        });
        folded
    }

    /// The part of the source that a part of the folded text (in bytes) comes from, with the marks that were
    /// folded away inside it. `None` for an empty part or one that is not in the text.
    #[must_use]
    pub fn source(&self, part: &Range<usize>) -> Option<Range<usize>> {
        let origins = self.origins.get(part.clone())?;
        Some(origins.first()?.0 as usize..origins.last()?.1 as usize)
    }
}

/// Calls `put` with each character of the folded text and the source character that it comes from.
fn each(text: &str, mut put: impl FnMut(char, Range<usize>)) {
    let normalizer = DecomposingNormalizer::new_nfkd();
    for (at, c) in text.char_indices() {
        let source = at..at + c.len_utf8();
        if c.is_ascii() {
            put(c.to_ascii_lowercase(), source);
            continue;
        }
        for part in normalizer.normalize_iter(std::iter::once(c)) {
            // Lower case first: the decomposition of some capitals has capitals in it.
            for part in part.to_lowercase() {
                fold_one(part, |c| put(c, source.clone()));
            }
        }
    }
}

/// Folds a character of decomposed text.
fn fold_one(c: char, mut put: impl FnMut(char)) {
    if c.is_ascii() {
        return put(c);
    }
    match letters::of(c) {
        Letter::One(c) => put(c),
        Letter::Two(one, other) => {
            put(one);
            put(other);
        }
        Letter::Gone => {}
        Letter::Same if is_optional_mark(c) || is_invisible(c) => {}
        Letter::Same => put(c),
    }
}

/// Marks that people leave out when they write: accents of European scripts, niqqud, harakat, Syriac points.
///
/// The vowel signs of other scripts (Thaana, those of India) are as good as letters.
fn is_optional_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}' | '\u{591}'..='\u{5C7}' | '\u{610}'..='\u{6ED}' | '\u{711}'..='\u{74A}'
        | '\u{898}'..='\u{8FF}' | '\u{FB1E}')
        && class::of(c) == BidiClass::NSM
}

fn is_invisible(c: char) -> bool {
    clean::is_bidi_control(c)
        || clean::is_dropped(c)
        || matches!(c, '\u{200B}'..='\u{200D}' | '\u{FE00}'..='\u{FE0F}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(one: &str, other: &str) {
        assert_eq!(fold(one), fold(other), "{one} {other}");
    }

    #[test]
    fn case_accents_and_compatibility_make_no_difference() {
        check("CAFÉ", "cafe\u{301}");
        check("Amélie", "amelie");
        check("ＡＢＣ１", "abc1");
        check("ΣΊΣΥΦΟΣ", "σίσυφος");
        check("ﬁn", "FIN");
        check("İstanbul", "istanbul");
    }

    #[test]
    fn marks_tatweel_and_joiners_of_arabic_make_no_difference() {
        check("مُحَمَّد", "محمد");
        check("ســـلام", "سلام");
        check("می\u{200C}خواهم", "میخواهم");
        check("\u{FEB3}\u{FEFC}\u{FEE1}", "سلام");
        check("\u{202B}سلام\u{202C}\u{200F}", "سلام");
    }

    #[test]
    fn letter_variants_are_one() {
        check("أإآٱا", "ااااا");
        check("على", "علي");
        check("علی", "علي");
        check("کتاب", "كتاب");
        check("مدرسة", "مدرسه");
        check("ہھە", "ههه");
        check("שָׁלוֹם", "שלום");
        check("ייִדיש", "יידיש");
        check("\u{5F2}", "יי");
    }

    #[test]
    fn digit_shapes_make_no_difference() {
        check("٢٠٢٤", "2024");
        check("۲۰۲۴", "2024");
        check("२०२४", "2024");
    }

    #[test]
    fn other_scripts_keep_their_vowels() {
        assert_ne!(fold("कि"), fold("कु"));
        assert_ne!(fold("ދިވެހި"), fold("ދވހ"));
    }

    #[test]
    fn a_hit_is_found_in_the_source() {
        let text = "x مُحَمَّد ﬁn";
        let folded = Folded::new(text);
        let at = folded.text.find("حمد").unwrap();
        let source = folded.source(&(at..at + "حمد".len())).unwrap();
        assert_eq!(&text[source], "حَمَّد");
        let at = folded.text.find('i').unwrap();
        assert_eq!(&text[folded.source(&(at..at + 1)).unwrap()], "ﬁ");
        assert_eq!(folded.source(&(0..0)), None);
        assert_eq!(folded.source(&(0..1000)), None);
    }

    proptest! {
        #[test]
        fn folding_twice_is_folding_once(text in any::<String>()) {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }

        #[test]
        fn both_ways_to_fold_agree(text in "[a-zA-Zéא-ת\u{5B0}-\u{5C0}ء-ي\u{64B}-\u{652}0-9٠-٩ﬀ-ﬆ]{0,20}") {
            prop_assert_eq!(Folded::new(&text).text, fold(&text));
        }
    }
}
