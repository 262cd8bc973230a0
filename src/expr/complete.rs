//! Completion while an expression is typed.

use std::ops::Range;

use super::lex::is_quote;
use super::print::quoted;
use super::{Field, MomentField, TextField, folded};

/// Completions that are offered at most.
const MAX_OFFERED: usize = 50;

/// Names that only the caller knows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known<'a> {
    /// Titles of feeds.
    pub feeds: &'a [String],
    /// Folders, names parted by `/`.
    pub folders: &'a [String],
    /// Tags of the user.
    pub labels: &'a [String],
    /// Tags of the user and categories of publishers.
    pub tags: &'a [String],
    /// Language tags in use.
    pub languages: &'a [String],
}

/// One way to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The part of the text that it replaces, in bytes.
    pub replaces: Range<usize>,
    /// What stands there then.
    pub text: String,
    /// What it is.
    pub kind: CompletionKind,
}

/// What a completion is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A field with its operator.
    Field(Field),
    /// A value of this field.
    Value(Field),
}

/// The ways to go on at a place in a text (in bytes), fields in the order of their table, values as given.
///
/// Nothing where a phrase without a field or a regular expression is being written.
#[must_use]
pub fn complete(text: &str, cursor: usize, known: &Known<'_>) -> Vec<Completion> {
    let Some(before) = text.get(..cursor) else { return Vec::new() };
    let Some(place) = Place::of(before) else { return Vec::new() };
    let offered = match place.field {
        Some(field) => values(field, place.written, known),
        None => fields(place.written),
    };
    let replaces = place.start..cursor;
    let offered = offered.into_iter().take(MAX_OFFERED);
    offered.map(|(text, kind)| Completion { replaces: replaces.clone(), text, kind }).collect()
}

/// Where the cursor stands.
struct Place<'a> {
    /// Where the word begins that is being written, its quote included.
    start: usize,
    /// The word without its quote.
    written: &'a str,
    /// The field that it is the value of.
    field: Option<Field>,
}

impl<'a> Place<'a> {
    fn of(before: &'a str) -> Option<Self> {
        let (start, is_phrase) = word_start(before);
        let word = &before[start..];
        if is_phrase {
            let written = word.trim_start_matches(is_quote);
            return Some(Self { start, written, field: Some(field_before(&before[..start])?) });
        }
        let signs = word.len() - word.trim_start_matches(['-', '!']).len();
        let (start, word) = (start + signs, &word[signs..]);
        if word.starts_with('/') {
            return None;
        }
        let Some(at) = word.find([':', '=', '~', '<', '>']) else {
            let field = field_before(&before[..start]);
            return Some(Self { start, written: word, field });
        };
        let value = word[at..].trim_start_matches([':', '=', '~', '<', '>']);
        let field = Field::named(&word[..at]).filter(|_| !value.starts_with('/'))?;
        Some(Self { start: before.len() - value.len(), written: value, field: Some(field) })
    }
}

/// Where the last word of a text begins, and whether it is a phrase that is still open.
fn word_start(before: &str) -> (usize, bool) {
    let (mut start, mut open, mut escaped) = (0, None, false);
    for (at, letter) in before.char_indices() {
        match letter {
            _ if escaped => escaped = false,
            '\\' if open.is_some() => escaped = true,
            _ if is_quote(letter) && open.is_some() => {
                open = None;
                start = at + letter.len_utf8();
            }
            _ if is_quote(letter) => open = Some(at),
            _ if open.is_none() && (letter.is_whitespace() || matches!(letter, '(' | ')')) => {
                start = at + letter.len_utf8();
            }
            _ => {}
        }
    }
    open.map_or((start, false), |at| (at, true))
}

/// The field whose operator a text ends with.
fn field_before(text: &str) -> Option<Field> {
    let kept = text.trim_end();
    let name = kept.trim_end_matches([':', '=', '~', '<', '>']);
    if name.len() == kept.len() {
        return None;
    }
    let name = name.trim_end();
    let start = name.rfind(|c: char| !c.is_ascii_alphabetic()).map_or(0, |at| at + 1);
    // Behind a letter of more than one byte there is no field's name, and no boundary one byte further on.
    Field::named(name.get(start..)?)
}

fn fields(written: &str) -> Vec<(String, CompletionKind)> {
    let lower = written.to_ascii_lowercase();
    Field::each()
        .filter(|field| field.name().starts_with(&lower))
        .map(|field| (format!("{}{}", field.name(), sign(field)), CompletionKind::Field(field)))
        .collect()
}

/// The operator that a field is asked with most.
const fn sign(field: Field) -> &'static str {
    match field {
        Field::Age => "<",
        Field::Number(_) => ">",
        _ => ":",
    }
}

fn values(field: Field, written: &str, known: &Known<'_>) -> Vec<(String, CompletionKind)> {
    let fixed: &[&str] = match field {
        Field::Age => &["1h", "1d", "7d", "30d", "1y"],
        Field::Moment(MomentField::Date | MomentField::Seen | MomentField::Updated) => {
            &["today", "yesterday", "7d", "30d"]
        }
        field => field.choices(),
    };
    let named = match field {
        Field::Text(TextField::Feed) => known.feeds,
        Field::Text(TextField::Folder) => known.folders,
        Field::Text(TextField::Label) => known.labels,
        Field::Text(TextField::Tag) => known.tags,
        Field::Text(TextField::Lang) => known.languages,
        _ => &[],
    };
    let wanted = folded(written);
    let all = fixed.iter().copied().chain(named.iter().map(String::as_str));
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for value in all {
        let name = folded(value);
        if name.starts_with(&wanted) {
            first.push(value);
        } else if name.contains(&wanted) {
            later.push(value);
        }
    }
    let offered = first.into_iter().chain(later);
    offered.map(|value| (quoted(value), CompletionKind::Value(field))).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::expr::Expr;

    fn names() -> [String; 3] {
        ["Le Monde", "اخبار", "monday notes"].map(str::to_owned)
    }

    /// `|` is the cursor; each expectation is the text that the completion makes.
    fn check(text: &str, expected: &[&str]) {
        let cursor = text.find('|').unwrap();
        let text = text.replace('|', "");
        let names = names();
        let known = Known { feeds: &names, labels: &names, ..Known::default() };
        let made: Vec<String> = complete(&text, cursor, &known)
            .into_iter()
            .map(|found| [&text[..found.replaces.start], &found.text, &text[found.replaces.end..]].concat())
            .collect();
        assert_eq!(made, expected, "{text}");
    }

    #[test]
    fn fields_are_offered_with_their_operators() {
        check("ti|", &["title:"]);
        check("a b -(A| c", &["a b -(author: c", "a b -(age< c"]);
        check("-wo|", &["-words>"]);
        check("xyz|", &[]);
        assert_eq!(complete("", 0, &Known::default()).len(), Field::each().count());
    }

    #[test]
    fn values_are_offered_where_they_are_known() {
        check("read:|", &["read:yes", "read:no"]);
        check("media:v|", &["media:video"]);
        check("via: pu|", &["via: push"]);
        check("age<3|", &["age<30d"]);
        check("age > 1|", &["age > 1h", "age > 1d", "age > 1y"]);
        check("feed:mon|", &["feed:\"monday notes\"", "feed:\"Le Monde\""]);
        check("feed:\"le m|", &["feed:\"Le Monde\""]);
        check("label:أخ|", &["label:اخبار"]);
    }

    #[test]
    fn nothing_is_offered_in_phrases_and_patterns() {
        check("\"ti|", &[]);
        check("/ti|", &[]);
        check("title~/ti|", &[]);
        check("https://ti|", &[]);
        check("é:ti|", &[]);
    }

    proptest! {
        #[test]
        fn any_place_in_any_text_will_do(text in "[a-z:=~<>\"“/\\\\() -é]{0,20}", cursor in 0_usize..40) {
            for found in complete(&text, cursor, &Known { feeds: &names(), ..Known::default() }) {
                prop_assert!(text.get(found.replaces.clone()).is_some());
            }
        }

        #[test]
        fn a_value_that_was_taken_is_read(name in "\\PC{1,10}") {
            let names = [name.clone()];
            let known = Known { feeds: &names, ..Known::default() };
            for found in complete("feed:", 5, &known) {
                let text = format!("feed:{}", found.text);
                prop_assert!(Expr::parse(&text).is_ok());
            }
        }
    }
}
