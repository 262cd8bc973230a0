//! Language tags to directions (`bidi.md` section 3.2).

use icu_locale::subtags::{Language, Script};
use icu_locale::{LanguageIdentifier, Locale, LocaleCanonicalizer, LocaleDirectionality};

use crate::model::Direction;

/// The direction of the script that a language tag stands for; `None` for no or an unknown language.
///
/// Takes BCP 47 tags, POSIX locale names (`he_IL.UTF-8`, `uz@cyrillic`), lists (`he, en`: the first counts) and a
/// few English names. Case makes no difference, a script subtag beats the language.
#[must_use]
pub fn direction(tag: &str) -> Option<Direction> {
    let first = first(tag)?;
    let (name, modifier) = first.split_once('@').map_or((first, None), |(name, rest)| (name, Some(rest)));
    let name = name.split('.').next().unwrap_or_default().replace('_', "-");
    let Some(mut id) = identifier(&name) else { return of_name(&name) };
    if let Some(script) = modifier.and_then(script_of_modifier) {
        id.script = Some(script);
    }
    id.script = id.script.map(plain_script);
    if is_none(&id) {
        return None;
    }
    match LocaleDirectionality::new_extended().get(&id) {
        Some(icu_locale::Direction::RightToLeft) => Some(Direction::Rtl),
        Some(_) => Some(Direction::Ltr),
        None => of_name(&name),
    }
}

/// The language of a tag or the name of a locale, as its shortest canonical code: `he` for `iw_IL.UTF-8` and `heb`.
///
/// `None` for no language.
#[must_use]
pub fn language(tag: &str) -> Option<String> {
    let name = first(tag)?.split(['@', '.']).next().unwrap_or_default().replace('_', "-");
    let id = identifier(&name)?;
    (id.language != Language::UNKNOWN).then(|| id.language.as_str().to_owned())
}

/// The first tag of a list.
fn first(tag: &str) -> Option<&str> {
    let first = tag.trim().split([',', ';', ' ', '\t', '\n', '\r']).next().unwrap_or_default();
    // No registered tag comes near this length; a longer one is not worth its canonicalisation.
    (!first.is_empty() && first.len() <= 100).then_some(first)
}

/// The tag in its canonical form, or at least its first subtag.
fn identifier(name: &str) -> Option<LanguageIdentifier> {
    let mut locale: Locale = name.parse().ok().or_else(|| name.split('-').next()?.parse().ok())?;
    LocaleCanonicalizer::new_extended().canonicalize(&mut locale);
    Some(locale.id)
}

/// Whether a tag names no language in particular. A script alone (`und-Arab`) is enough to go by.
fn is_none(id: &LanguageIdentifier) -> bool {
    let language = id.language.as_str();
    id.script.is_none()
        && (id.language == Language::UNKNOWN || matches!(language, "mul" | "zxx" | "mis" | "root"))
}

/// Styles of a script have no entry of their own in the data.
fn plain_script(script: Script) -> Script {
    let plain = match script.as_str() {
        "Aran" => "Arab",
        "Syre" | "Syrj" | "Syrn" => "Syrc",
        _ => return script,
    };
    plain.parse().unwrap_or(script)
}

/// The script that a POSIX modifier names.
fn script_of_modifier(modifier: &str) -> Option<Script> {
    let code = match modifier.to_ascii_lowercase().as_str() {
        "latin" => "Latn",
        "cyrillic" => "Cyrl",
        "devanagari" => "Deva",
        "arabic" => "Arab",
        _ => return None,
    };
    code.parse().ok()
}

/// What publishers write where a tag belongs.
fn of_name(name: &str) -> Option<Direction> {
    const RTL: [&str; 14] = [
        "arabic", "dari", "dhivehi", "divehi", "farsi", "hebrew", "kashmiri", "pashto", "persian", "sindhi",
        "syriac", "uighur", "urdu", "yiddish",
    ];
    const LTR: [&str; 14] = [
        "english",
        "french",
        "german",
        "spanish",
        "italian",
        "portuguese",
        "russian",
        "turkish",
        "dutch",
        "chinese",
        "japanese",
        "korean",
        "hindi",
        "indonesian",
    ];
    let name = name.split('-').next().unwrap_or_default().to_ascii_lowercase();
    if RTL.contains(&name.as_str()) {
        Some(Direction::Rtl)
    } else if LTR.contains(&name.as_str()) {
        Some(Direction::Ltr)
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
