//! Which form of a text goes with a number, by the rules of Unicode's CLDR.

use icu_locale::locale;
use icu_plurals::{PluralCategory, PluralRules};

use super::Language;

/// The plural categories of Unicode's CLDR. A language uses some of them; `Other` is always there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Plural {
    Zero,
    One,
    Two,
    Few,
    Many,
    Other,
}

impl Plural {
    /// The category of a name in a file of texts.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "zero" => Self::Zero,
            "one" => Self::One,
            "two" => Self::Two,
            "few" => Self::Few,
            "many" => Self::Many,
            "other" => Self::Other,
            _ => return None,
        })
    }

    /// The category of a whole number in a language.
    pub(super) fn of(count: usize, language: Language) -> Self {
        let locale = match language {
            Language::English => locale!("en"),
            Language::Arabic => locale!("ar"),
            Language::Persian => locale!("fa"),
            Language::Hebrew => locale!("he"),
            Language::Urdu => locale!("ur"),
        };
        // The data is compiled in: looking the rules up each time costs a binary search.
        let rules = PluralRules::try_new_cardinal(locale.into());
        rules.map_or(Self::Other, |rules| Self::from(rules.category_for(count)))
    }

    /// The categories that a language has for whole numbers.
    #[cfg(test)]
    pub(super) fn categories(language: Language) -> Vec<Self> {
        let mut found: Vec<Self> = (0..1000).map(|count| Self::of(count, language)).collect();
        found.sort();
        found.dedup();
        found
    }
}

impl From<PluralCategory> for Plural {
    fn from(category: PluralCategory) -> Self {
        match category {
            PluralCategory::Zero => Self::Zero,
            PluralCategory::One => Self::One,
            PluralCategory::Two => Self::Two,
            PluralCategory::Few => Self::Few,
            PluralCategory::Many => Self::Many,
            PluralCategory::Other => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(language: Language, expected: &[(usize, Plural)]) {
        for (count, plural) in expected {
            assert_eq!(Plural::of(*count, language), *plural, "{count} in {language:?}");
        }
    }

    #[test]
    fn each_language_counts_in_its_own_way() {
        use Plural::{Few, Many, One, Other, Two, Zero};
        check(Language::English, &[(0, Other), (1, One), (2, Other)]);
        check(
            Language::Arabic,
            &[
                (0, Zero),
                (1, One),
                (2, Two),
                (3, Few),
                (10, Few),
                (11, Many),
                (99, Many),
                (100, Other),
                (103, Few),
            ],
        );
        check(Language::Hebrew, &[(0, Other), (1, One), (2, Two), (3, Other), (20, Other)]);
        check(Language::Persian, &[(0, One), (1, One), (2, Other)]);
        check(Language::Urdu, &[(0, Other), (1, One), (2, Other)]);
    }
}
