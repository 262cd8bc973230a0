//! What decides about looks and stays the same while nothing is configured anew.

use crate::config::{BidiMode, Config, UiDirection, UiLanguage};
use crate::model::Direction;
use crate::strings::{Language, Strings};
use crate::text::Shaping;
use crate::text::emit::Adaptor;
use crate::time::Zone;
use crate::tui::theme::{Colours, Theme};

/// What decides about looks.
#[derive(Clone, Debug)]
pub struct Look {
    /// The direction of the interface: the order of panes and columns.
    pub ui: Direction,
    /// Colours and attributes.
    pub theme: Theme,
    /// Whether Arabic letters are joined by us.
    pub shaping: Shaping,
    /// In which order letters are put on the screen.
    pub order: Order,
    /// The texts.
    pub strings: &'static Strings,
    /// The zone in which dates are shown.
    pub zone: Zone,
}

/// The reader's language, as far as there are texts in it, and the direction of their own language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Locale {
    /// The language of the texts.
    pub language: Language,
    /// The direction of the reader's language, which may be one without texts.
    pub direction: Direction,
}

/// In which order letters are put on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As they are seen.
    #[default]
    Visual,
    /// As they are read, left aligned: for terminals that do all the rest.
    Logical,
}

impl Look {
    /// The look that a configuration asks for, and the name of the theme if there is none of that name.
    #[must_use]
    pub fn new(config: &Config, locale: Locale, zone: Zone, colours: Colours) -> (Self, Option<String>) {
        let language = chosen(config.ui_language);
        let strings = strings(config, locale);
        let ui = match config.ui_direction {
            // Where the user chose a language its direction holds; a Yiddish reader of English texts keeps theirs.
            UiDirection::Auto => language.map_or(locale.direction, Language::direction),
            UiDirection::Ltr => Direction::Ltr,
            UiDirection::Rtl => Direction::Rtl,
        };
        let adaptor = if config.bidi == BidiMode::Off { Adaptor::Off } else { Adaptor::App };
        let named = Theme::named(&config.theme, colours);
        let unknown = named.is_none().then(|| config.theme.clone());
        let theme = named.or_else(|| Theme::named("terminal", colours)).unwrap_or_else(|| Theme::read(""));
        let mut look = Self { ui, theme, shaping: Shaping::On, order: Order::Visual, strings, zone };
        look.adapt(adaptor, config);
        (look, unknown)
    }

    /// Follows what the terminal needs: one that reorders text itself joins letters itself, too.
    pub(in crate::tui) fn adapt(&mut self, adaptor: Adaptor, config: &Config) {
        self.order = if adaptor == Adaptor::Off { Order::Logical } else { Order::Visual };
        self.shaping = match config.arabic_shaping {
            crate::config::Shaping::On => adaptor.shaping(),
            crate::config::Shaping::Off => Shaping::Off,
        };
    }
}

/// The texts of the screen.
#[must_use]
pub fn strings(config: &Config, locale: Locale) -> &'static Strings {
    Strings::of(chosen(config.ui_language).unwrap_or(locale.language))
}

/// The language that the user chose for the screen.
const fn chosen(language: UiLanguage) -> Option<Language> {
    match language {
        UiLanguage::Auto => None,
        UiLanguage::English => Some(Language::English),
        UiLanguage::Arabic => Some(Language::Arabic),
        UiLanguage::Persian => Some(Language::Persian),
        UiLanguage::Hebrew => Some(Language::Hebrew),
        UiLanguage::Urdu => Some(Language::Urdu),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(config: &Config, language: Language, direction: Direction) -> (Language, Direction) {
        let (look, _) = Look::new(config, Locale { language, direction }, Zone::utc(), Colours::Allowed);
        (look.strings.language(), look.ui)
    }

    #[test]
    fn the_chosen_language_turns_the_screen() {
        let config = |ui_language, ui_direction| Config { ui_language, ui_direction, ..Config::default() };
        let auto = config(UiLanguage::Auto, UiDirection::Auto);
        let persian = (Language::Persian, Direction::Rtl);
        assert_eq!(look(&auto, Language::Persian, Direction::Rtl), persian);
        // A right-to-left language without texts: English words in a mirrored screen.
        assert_eq!(look(&auto, Language::English, Direction::Rtl), (Language::English, Direction::Rtl));
        let chosen = config(UiLanguage::Persian, UiDirection::Auto);
        assert_eq!(look(&chosen, Language::English, Direction::Ltr), persian);
        let english = config(UiLanguage::English, UiDirection::Auto);
        assert_eq!(look(&english, Language::Arabic, Direction::Rtl), (Language::English, Direction::Ltr));
        let turned = config(UiLanguage::Hebrew, UiDirection::Ltr);
        assert_eq!(look(&turned, Language::Arabic, Direction::Rtl), (Language::Hebrew, Direction::Ltr));
    }
}
