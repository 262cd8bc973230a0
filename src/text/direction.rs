//! The direction of a feed, an item and a field (`product.md` section 2).

use unicode_bidi::BidiClass;

use super::{class, lang};
use crate::model::{Direction, DirectionChoice};

/// What is known about the direction of a text, strongest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts<'a> {
    /// The user's choice for the feed.
    pub choice: DirectionChoice,
    /// A direction that the document states.
    pub stated: Option<Direction>,
    /// Language tags as written, the nearest first: the item's, then the feed's.
    pub languages: [Option<&'a str>; 2],
    /// The reader's default.
    pub default: Direction,
}

/// The direction by the first rule that answers.
#[must_use]
pub fn resolve(facts: &Facts<'_>) -> Direction {
    if let DirectionChoice::Fixed(direction) = facts.choice {
        return direction;
    }
    let by_language = || facts.languages.iter().flatten().find_map(|tag| lang::direction(tag));
    facts.stated.or_else(by_language).unwrap_or(facts.default)
}

/// The direction of one field: `wanted`, unless the field has no strong letter of it but some of the other.
///
/// Text in isolates counts only if there is nothing strong around it. Does not apply where the user chose: callers
/// pass the choice through unchanged.
#[must_use]
pub fn of_field(text: &str, wanted: Direction) -> Direction {
    let found = Strong::of(text);
    let seen = if found.outside == Seen::default() { found.inside } else { found.outside };
    match (wanted, seen.ltr, seen.rtl) {
        (Direction::Ltr, false, true) => Direction::Rtl,
        (Direction::Rtl, true, false) => Direction::Ltr,
        _ => wanted,
    }
}

/// The direction of the first strong character outside isolates, as HTML's `dir=auto` takes it.
///
/// UAX #9 rules P2 and P3, but `None` where they fall back to left to right.
#[must_use]
pub fn first_strong(text: &str) -> Option<Direction> {
    strong_letters(text).find_map(|(direction, depth)| (depth == 0).then_some(direction))
}

/// The default direction of a reader with this environment: the first set of the three values decides.
#[must_use]
pub fn of_locale(lc_all: Option<&str>, lc_messages: Option<&str>, lang: Option<&str>) -> Direction {
    // POSIX: an empty value counts as not set.
    let set = [lc_all, lc_messages, lang].into_iter().flatten().find(|value| !value.is_empty());
    set.and_then(lang::direction).unwrap_or_default()
}

/// How many strong letters of each direction texts have, for the hint that a feed looks turned around.
///
/// Returns left-to-right letters and right-to-left letters.
#[must_use]
pub fn count<'a>(texts: impl IntoIterator<Item = &'a str>) -> (usize, usize) {
    let mut counts = (0, 0);
    for (direction, _) in texts.into_iter().flat_map(strong_letters) {
        match direction {
            Direction::Ltr => counts.0 += 1,
            Direction::Rtl => counts.1 += 1,
        }
    }
    counts
}

/// Which directions have strong characters.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Seen {
    ltr: bool,
    rtl: bool,
}

/// Strong characters outside and inside isolates.
#[derive(Default)]
struct Strong {
    outside: Seen,
    inside: Seen,
}

impl Strong {
    fn of(text: &str) -> Self {
        let mut strong = Self::default();
        for (direction, depth) in strong_letters(text) {
            let seen = if depth == 0 { &mut strong.outside } else { &mut strong.inside };
            match direction {
                Direction::Ltr => seen.ltr = true,
                Direction::Rtl => seen.rtl = true,
            }
        }
        strong
    }
}

/// Strong characters with the number of isolates that they are in. A paragraph's end closes its isolates.
fn strong_letters(text: &str) -> impl Iterator<Item = (Direction, usize)> {
    let mut depth = 0_usize;
    text.chars().filter_map(move |c| {
        let direction = match class::of(c) {
            BidiClass::L => Direction::Ltr,
            BidiClass::R | BidiClass::AL => Direction::Rtl,
            other => {
                match other {
                    BidiClass::LRI | BidiClass::RLI | BidiClass::FSI => depth += 1,
                    BidiClass::PDI => depth = depth.saturating_sub(1),
                    BidiClass::B => depth = 0,
                    _ => {}
                }
                return None;
            }
        };
        Some((direction, depth))
    })
}

#[cfg(test)]
mod tests {
    use super::Direction::{Ltr, Rtl};
    use super::*;

    #[test]
    fn the_first_known_fact_decides() {
        let mut facts = Facts { default: Rtl, ..Facts::default() };
        assert_eq!(resolve(&facts), Rtl);
        facts.languages = [Some("nonsense!"), Some("en")];
        assert_eq!(resolve(&facts), Ltr);
        facts.languages = [Some("he"), Some("en")];
        assert_eq!(resolve(&facts), Rtl);
        facts.stated = Some(Ltr);
        assert_eq!(resolve(&facts), Ltr);
        facts.choice = DirectionChoice::Fixed(Rtl);
        assert_eq!(resolve(&facts), Rtl);
    }

    #[test]
    fn a_field_of_the_other_script_alone_turns() {
        assert_eq!(of_field("English title", Rtl), Ltr);
        assert_eq!(of_field("כותרת", Ltr), Rtl);
        assert_eq!(of_field("iPhone 15 הגיע", Rtl), Rtl);
        assert_eq!(of_field("א fix for the parser", Ltr), Ltr);
        assert_eq!(of_field("\u{200F}Release 2", Ltr), Ltr);
        assert_eq!(of_field("2024 – 50%", Rtl), Rtl);
        assert_eq!(of_field("", Rtl), Rtl);
    }

    #[test]
    fn isolated_text_counts_only_alone() {
        assert_eq!(of_field("\u{2066}abc\u{2069} שלום", Ltr), Rtl);
        assert_eq!(of_field("\u{2066}abc\u{2069} 12", Rtl), Ltr);
    }

    #[test]
    fn the_first_strong_letter_is_looked_for_outside_isolates() {
        assert_eq!(first_strong("12 – שלום abc"), Some(Rtl));
        assert_eq!(first_strong("\u{2067}שלום\u{2069} abc"), Some(Ltr));
        assert_eq!(first_strong("\u{2069}\u{2068}שלום"), None);
        assert_eq!(first_strong("12 ?!"), None);
    }

    #[test]
    fn the_first_set_variable_gives_the_default() {
        assert_eq!(of_locale(Some(""), None, Some("he_IL.UTF-8")), Rtl);
        assert_eq!(of_locale(Some("C"), Some("ar"), Some("ar")), Ltr);
        assert_eq!(of_locale(None, Some("fa_IR"), Some("en_US")), Rtl);
        assert_eq!(of_locale(None, None, None), Ltr);
    }

    #[test]
    fn letters_are_counted_by_direction() {
        assert_eq!(count(["abc 1", "שלום"]), (3, 4));
    }
}
