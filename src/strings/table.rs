//! The texts of one language, read from a file of `assets/strings/`.

use std::sync::LazyLock;

use toml::{Table, Value};

use super::Language;
use super::key::Text;
use super::plural::Plural;
use crate::model::Direction;
use crate::text::direction;

/// The texts of one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strings {
    language: Language,
    /// By the place of the text in [`Text::ALL`].
    forms: Vec<Form>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    Same(String),
    Counted(Vec<(Plural, String)>),
}

/// What a file of texts has too little or too much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The file is no TOML.
    Syntax(String),
    /// A text is missing; the name.
    Missing(&'static str),
    /// No part of the program says this.
    Unused(String),
    /// It is neither a text nor a table of plural forms with `other` among them.
    Shape(String),
}

/// In the order of [`Language::ALL`].
static ALL: [LazyLock<Strings>; 5] = [
    LazyLock::new(|| Strings::parse(Language::English, Language::English.file()).0),
    LazyLock::new(|| Strings::parse(Language::Arabic, Language::Arabic.file()).0),
    LazyLock::new(|| Strings::parse(Language::Persian, Language::Persian.file()).0),
    LazyLock::new(|| Strings::parse(Language::Hebrew, Language::Hebrew.file()).0),
    LazyLock::new(|| Strings::parse(Language::Urdu, Language::Urdu.file()).0),
];

impl Strings {
    /// The texts in English.
    #[must_use]
    pub fn english() -> &'static Self {
        Self::of(Language::English)
    }

    /// The texts in a language. Each file is read when it is first needed.
    #[must_use]
    pub fn of(language: Language) -> &'static Self {
        &ALL[language as usize]
    }

    /// Reads a file of texts. A text that is missing shows its name, so that the program stays usable.
    #[must_use]
    pub fn parse(language: Language, file: &str) -> (Self, Vec<Fault>) {
        let (table, mut faults) = match file.parse::<Table>() {
            Ok(table) => (table, Vec::new()),
            Err(error) => (Table::new(), vec![Fault::Syntax(error.to_string())]),
        };
        let forms = Text::ALL.iter().map(|text| form(&table, text.name(), &mut faults)).collect();
        for (section, inner) in &table {
            let names = inner.as_table().into_iter().flat_map(Table::keys);
            for name in names.map(|name| format!("{section}.{name}")) {
                if !Text::ALL.iter().any(|text| text.name() == name) {
                    faults.push(Fault::Unused(name));
                }
            }
        }
        (Self { language, forms }, faults)
    }

    /// The language.
    #[must_use]
    pub const fn language(&self) -> Language {
        self.language
    }

    /// The direction of the language: the base of each of its sentences, whatever the interface's is.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        self.language.direction()
    }

    /// A text as it stands.
    #[must_use]
    pub fn say(&self, text: Text) -> &str {
        match self.forms.get(text as usize) {
            Some(Form::Same(same)) => same,
            Some(Form::Counted(forms)) => pick(forms, Plural::Other),
            None => text.name(),
        }
    }

    /// A text with its gaps (`{name}`) filled with foreign text: titles, addresses, keys.
    #[must_use]
    pub fn fill(&self, text: Text, gaps: &[(&str, &str)]) -> String {
        fill(self.say(text), gaps, |value| self.isolated(value))
    }

    /// A text with its gaps filled with words of the same language, which are not set apart.
    #[must_use]
    pub fn compose(&self, text: Text, gaps: &[(&str, &str)]) -> String {
        fill(self.say(text), gaps, str::to_owned)
    }

    /// The form of a text that goes with a number, the number in the gap `{count}`.
    #[must_use]
    pub fn count(&self, text: Text, count: usize, gaps: &[(&str, &str)]) -> String {
        let pattern = match self.forms.get(text as usize) {
            Some(Form::Counted(forms)) => pick(forms, Plural::of(count, self.language)),
            _ => self.say(text),
        };
        let counted = fill(pattern, &[("count", &self.number(count))], str::to_owned);
        fill(&counted, gaps, |value| self.isolated(value))
    }

    /// A number in the digits of the language.
    #[must_use]
    pub fn number(&self, number: usize) -> String {
        self.digits(&number.to_string())
    }

    /// A text with its European digits replaced by those of the language.
    #[must_use]
    pub fn digits(&self, text: &str) -> String {
        let own = self.say(Text::Digits);
        let digit = |letter: char| letter.to_digit(10).and_then(|at| own.chars().nth(at as usize));
        text.chars().map(|letter| digit(letter).unwrap_or(letter)).collect()
    }

    /// A foreign text as part of a sentence, set apart where the two could reorder each other (UAX #9 section 6.3).
    #[must_use]
    pub fn isolated(&self, value: &str) -> String {
        isolated(value, self.direction())
    }

    /// One of the words of a text that is a list, for instance of weekdays; empty if it has not so many.
    #[must_use]
    pub fn word(&self, text: Text, at: usize) -> &str {
        self.say(text).split_whitespace().nth(at).unwrap_or_default()
    }
}

fn form(table: &Table, name: &'static str, faults: &mut Vec<Fault>) -> Form {
    let value = name.split_once('.').and_then(|(section, name)| table.get(section)?.get(name));
    match value {
        Some(Value::String(text)) => Form::Same(text.clone()),
        Some(Value::Table(inner)) => {
            let forms: Vec<(Plural, String)> = inner
                .iter()
                .filter_map(|(name, text)| Some((Plural::from_name(name)?, text.as_str()?.to_owned())))
                .collect();
            if forms.len() < inner.len() || !forms.iter().any(|(plural, _)| *plural == Plural::Other) {
                faults.push(Fault::Shape(name.to_owned()));
                return Form::Same(name.to_owned());
            }
            Form::Counted(forms)
        }
        Some(_) => {
            faults.push(Fault::Shape(name.to_owned()));
            Form::Same(name.to_owned())
        }
        None => {
            faults.push(Fault::Missing(name));
            Form::Same(name.to_owned())
        }
    }
}

fn pick(forms: &[(Plural, String)], wanted: Plural) -> &str {
    let of = |plural| forms.iter().find(|(known, _)| *known == plural);
    of(wanted).or_else(|| of(Plural::Other)).map_or("", |(_, text)| text)
}

fn fill(pattern: &str, gaps: &[(&str, &str)], shown: impl Fn(&str) -> String) -> String {
    let mut filled = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some(start) = rest.find('{') {
        let Some(end) = rest[start..].find('}').map(|length| start + length) else { break };
        filled.push_str(&rest[..start]);
        match gaps.iter().find(|(name, _)| *name == &rest[start + 1..end]) {
            Some((_, value)) => filled.push_str(&shown(value)),
            None => filled.push_str(&rest[start..=end]),
        }
        rest = &rest[end + 1..];
    }
    filled.push_str(rest);
    filled
}

/// A value that must not reorder the sentence around it, nor be reordered by it (UAX #9 section 6.3).
fn isolated(value: &str, around: Direction) -> String {
    let is_control = |letter: char| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let (_, rtl) = direction::count([value]);
    let is_number = || value.bytes().all(|byte| byte.is_ascii_digit());
    let is_harmless = match around {
        Direction::Ltr => rtl == 0 && !value.contains(is_control),
        Direction::Rtl => is_number(),
    };
    if is_harmless {
        return value.to_owned();
    }
    let inner: String = value.chars().filter(|letter| !is_control(*letter)).collect();
    format!("\u{2068}{inner}\u{2069}")
}

#[cfg(test)]
mod tests;
