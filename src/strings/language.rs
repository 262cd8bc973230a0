//! The languages that the screen speaks.

use crate::model::Direction;
use crate::text::lang;

/// A language with a file of texts in `assets/strings/`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Arabic.
    Arabic,
    /// Persian.
    Persian,
    /// Hebrew.
    Hebrew,
    /// Urdu.
    Urdu,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::English, Self::Arabic, Self::Persian, Self::Hebrew, Self::Urdu];

    /// The tag, which is the name of the file.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Arabic => "ar",
            Self::Persian => "fa",
            Self::Hebrew => "he",
            Self::Urdu => "ur",
        }
    }

    /// The direction in which it is written.
    #[must_use]
    pub const fn direction(self) -> Direction {
        match self {
            Self::English => Direction::Ltr,
            Self::Arabic | Self::Persian | Self::Hebrew | Self::Urdu => Direction::Rtl,
        }
    }

    /// The language that a tag or the name of a locale asks for (`fa_IR.UTF-8`, `iw`); `None` if there are no texts
    /// in it, or none in that script (`ar-Latn`).
    #[must_use]
    pub fn of_tag(tag: &str) -> Option<Self> {
        let name = lang::language(tag)?;
        let language = Self::ALL.into_iter().find(|language| language.tag() == name)?;
        (lang::direction(tag) == Some(language.direction())).then_some(language)
    }

    /// The language of a reader with this environment: the first set of the three values decides; English where it
    /// names a language without texts.
    #[must_use]
    pub fn of_locale(lc_all: Option<&str>, lc_messages: Option<&str>, lang: Option<&str>) -> Self {
        // POSIX: an empty value counts as not set.
        let set = [lc_all, lc_messages, lang].into_iter().flatten().find(|value| !value.is_empty());
        set.and_then(Self::of_tag).unwrap_or_default()
    }

    /// Its file of texts.
    pub(super) const fn file(self) -> &'static str {
        match self {
            Self::English => include_str!("../../assets/strings/en.toml"),
            Self::Arabic => include_str!("../../assets/strings/ar.toml"),
            Self::Persian => include_str!("../../assets/strings/fa.toml"),
            Self::Hebrew => include_str!("../../assets/strings/he.toml"),
            Self::Urdu => include_str!("../../assets/strings/ur.toml"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_locales_find_their_language() {
        let check = |tag: &str, language| assert_eq!(Language::of_tag(tag), language, "{tag}");
        check("ar", Some(Language::Arabic));
        check("ar_EG.UTF-8", Some(Language::Arabic));
        check("iw", Some(Language::Hebrew));
        check("heb", Some(Language::Hebrew));
        check("fa-AF", Some(Language::Persian));
        check("prs", Some(Language::Persian));
        check("ur-PK", Some(Language::Urdu));
        check("en-GB", Some(Language::English));
        check("ar-Latn", None);
        check("yi", None);
        check("C", None);
        check("", None);
    }

    #[test]
    fn the_first_set_variable_decides() {
        assert_eq!(Language::of_locale(Some(""), None, Some("he_IL.UTF-8")), Language::Hebrew);
        assert_eq!(Language::of_locale(Some("C"), Some("ar"), Some("ar")), Language::English);
        assert_eq!(Language::of_locale(None, Some("fa_IR"), Some("en_US")), Language::Persian);
        assert_eq!(Language::of_locale(None, None, None), Language::English);
    }
}
