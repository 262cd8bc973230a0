//! What an expression can ask about an item.

use super::{Flag, MediaWord, MomentField, NumberField, TextField, Via};
use crate::text::fold::fold;
use crate::time::Timestamp;

/// An item with all that belongs to it. What is costly to find out is asked last.
pub trait Facts {
    /// Shows the texts of a field to `found` until it says yes, and says whether it did.
    fn texts(&self, field: TextField, found: &mut dyn FnMut(&str) -> bool) -> bool;

    /// The same with texts as [`folded`] makes them. Whoever is asked often keeps them.
    fn folded(&self, field: TextField, found: &mut dyn FnMut(&str) -> bool) -> bool {
        self.texts(field, &mut |text| found(&folded(text)))
    }

    /// A number; `None` if it is not known.
    fn number(&self, field: NumberField) -> Option<i64>;

    /// A moment; `None` if it is not known.
    fn moment(&self, field: MomentField) -> Option<Timestamp>;

    /// Whether it has a mark.
    fn flag(&self, flag: Flag) -> bool;

    /// Whether it carries such a medium.
    fn has_media(&self, word: MediaWord) -> bool;

    /// How it came; `None` if it is not known.
    fn via(&self) -> Option<Via>;
}

/// A text as it is searched: folded ([`fold`]), each run of blanks and line breaks one blank, none at the ends.
#[must_use]
pub fn folded(text: &str) -> String {
    let folded = fold(text);
    let bytes = folded.as_bytes();
    let odd = |pair: &[u8]| pair == b"  " || pair.iter().any(|byte| *byte < b' ');
    let is_plain =
        folded.is_ascii() && !bytes.windows(2).any(odd) && folded.trim_ascii().len() == folded.len();
    if is_plain {
        return folded;
    }
    let mut line = String::with_capacity(folded.len());
    for word in folded.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(folded(text), expected, "{text:?}");
    }

    #[test]
    fn blanks_are_single_and_letters_folded() {
        check("A  Feed\n reader ", "a feed reader");
        check("plain words", "plain words");
        check("\n", "");
        check("x", "x");
        check(" القُرْآن\u{a0}الكريم", "القران الكريم");
        check("\u{1}a", "\u{1}a");
    }
}
