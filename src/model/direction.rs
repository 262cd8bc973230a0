//! Which way text runs.

/// The direction of a text: the side at which its lines start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Left to right.
    #[default]
    Ltr,
    /// Right to left.
    Rtl,
}

/// What the user chose for a feed (`product.md` section 2, rule 1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DirectionChoice {
    /// Found out from the document, its language and the reader's default.
    #[default]
    Auto,
    /// Always this one.
    Fixed(Direction),
}

impl DirectionChoice {
    /// The next one of the toggle: `auto` → `rtl` → `ltr` → `auto`.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Auto => Self::Fixed(Direction::Rtl),
            Self::Fixed(Direction::Rtl) => Self::Fixed(Direction::Ltr),
            Self::Fixed(Direction::Ltr) => Self::Auto,
        }
    }

    /// The word for it on the command line, in OPML and in JSON: `auto`, `ltr` or `rtl`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Fixed(direction) => direction.word(),
        }
    }

    /// The choice that a word stands for; letter case makes no difference.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "auto" => Some(Self::Auto),
            "ltr" => Some(Self::Fixed(Direction::Ltr)),
            "rtl" => Some(Self::Fixed(Direction::Rtl)),
            _ => None,
        }
    }
}

impl Direction {
    /// `ltr` or `rtl`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ltr => "ltr",
            Self::Rtl => "rtl",
        }
    }

    /// The other one.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Ltr => Self::Rtl,
            Self::Rtl => Self::Ltr,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_toggle_comes_back_after_three_presses() {
        let presses: Vec<&str> =
            std::iter::successors(Some(DirectionChoice::Auto), |choice| Some(choice.next()))
                .take(4)
                .map(DirectionChoice::word)
                .collect();
        assert_eq!(presses, ["auto", "rtl", "ltr", "auto"]);
    }

    #[test]
    fn a_choice_survives_its_word() {
        for word in ["auto", "ltr", "rtl"] {
            assert_eq!(DirectionChoice::from_word(word).map(DirectionChoice::word), Some(word));
        }
        assert_eq!(DirectionChoice::from_word("RTL"), Some(DirectionChoice::Fixed(Direction::Rtl)));
        assert_eq!(DirectionChoice::from_word("up"), None);
    }
}
