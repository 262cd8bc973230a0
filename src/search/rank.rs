//! What comes first.

use super::postings::{MAX_WEIGHT, Posting};

/// How a term fits what is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fit {
    /// It is somewhere inside.
    Inside,
    /// The term begins with it.
    Prefix,
    /// It is the term.
    Whole,
}

impl Fit {
    /// In eighths.
    const fn factor(self) -> u32 {
        match self {
            Self::Inside => 3,
            Self::Prefix => 5,
            Self::Whole => 8,
        }
    }
}

/// The score of one term in one document: 3 to 96. In a title it counts about three times as much as in the text.
pub(super) fn of_term(posting: Posting, fit: Fit) -> u32 {
    const WEIGHTS: [u32; MAX_WEIGHT as usize + 1] = [1, 2, 3, 4, 7, 8, 10, 12];
    WEIGHTS[usize::from(posting.weight.min(MAX_WEIGHT))] * fit.factor()
}

/// A score made larger the fewer documents have what was found: by 1 where all have it, by the number of halvings and 1 else.
pub(super) fn rarer(score: u32, having: usize, all: usize) -> u32 {
    let halvings = (all.max(1) / having.max(1)).max(1).ilog2();
    score.saturating_mul(1 + halvings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_and_whole_words_come_first() {
        let score = |weight, fit| of_term(Posting { doc: 0, weight }, fit);
        assert!(score(4, Fit::Whole) > score(3, Fit::Whole));
        assert!(score(0, Fit::Whole) > score(0, Fit::Prefix));
        assert!(score(0, Fit::Prefix) > score(0, Fit::Inside));
        assert_eq!(score(255, Fit::Whole), 96);
    }

    #[test]
    fn what_few_have_counts_more() {
        assert_eq!(rarer(3, 100, 100), 3);
        assert_eq!(rarer(3, 1, 1024), 33);
        assert_eq!(rarer(3, 0, 0), 3);
    }
}
