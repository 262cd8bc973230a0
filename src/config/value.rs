//! Values: from what stands in the file to a setting, or what is wrong with it.

use toml::de::DeValue;

use super::option::{Kind, Word};
use super::{Config, near, parse_span, span_text, split_words};
use crate::model::Retention;
use crate::time::Span;

/// What is wrong with a value; the option's kind says what is understood.
pub(super) struct Fault {
    /// What was probably meant, as it is to be written.
    pub(super) suggestion: Option<String>,
}

/// Sets an option to a value. A length below the least one is raised to it, which is a fault too.
pub(super) fn set(config: &mut Config, kind: &Kind, value: &DeValue<'_>) -> Result<(), Fault> {
    match kind {
        Kind::Word(words) => set_word(config, words, value),
        Kind::Switch(set) => {
            set(config, switch(value)?);
            Ok(())
        }
        Kind::Length(least, set) => {
            let span = length(value)?;
            set(config, span.max(*least));
            if span < *least { Err(Fault { suggestion: Some(quoted(&span_text(*least))) }) } else { Ok(()) }
        }
        Kind::Retention(set) => {
            set(config, retention(value)?);
            Ok(())
        }
        Kind::Share(set) => {
            set(config, share(value)?);
            Ok(())
        }
        Kind::Language(set) => {
            set(config, text(value, is_tag)?);
            Ok(())
        }
        Kind::Proxy(set) => {
            set(config, text(value, is_proxy)?);
            Ok(())
        }
        Kind::File(set) => {
            set(config, text(value, |path| std::path::Path::new(path).is_absolute())?);
            Ok(())
        }
        Kind::Command(set) => {
            set(config, command(value)?);
            Ok(())
        }
        // The table itself; what is in it is read by [`keys`].
        Kind::Keys | Kind::Macros => Err(Fault { suggestion: None }),
    }
}

/// The keys of one action: a text or a list of texts, none of them empty.
pub(super) fn keys(value: &DeValue<'_>) -> Result<Vec<String>, Fault> {
    let keys = match value {
        DeValue::String(key) => vec![key.to_string()],
        _ => list(value)?,
    };
    if keys.iter().any(String::is_empty) { Err(Fault { suggestion: None }) } else { Ok(keys) }
}

fn set_word(config: &mut Config, words: &[Word], value: &DeValue<'_>) -> Result<(), Fault> {
    let written = value.as_str().ok_or(Fault { suggestion: None })?;
    if let Some((_, set)) = words.iter().find(|(word, _)| *word == written) {
        set(config);
        return Ok(());
    }
    let near = near::nearest(written, words.iter().map(|(word, _)| *word));
    Err(Fault { suggestion: near.map(quoted) })
}

fn switch(value: &DeValue<'_>) -> Result<bool, Fault> {
    if let Some(on) = value.as_bool() {
        return Ok(on);
    }
    let meant = match value {
        DeValue::String(word) => match word.to_ascii_lowercase().as_str() {
            "true" | "on" | "yes" | "1" => Some("true"),
            "false" | "off" | "no" | "0" => Some("false"),
            _ => None,
        },
        DeValue::Integer(number) if number.as_str() == "1" => Some("true"),
        DeValue::Integer(number) if number.as_str() == "0" => Some("false"),
        _ => None,
    };
    Err(Fault { suggestion: meant.map(ToOwned::to_owned) })
}

fn length(value: &DeValue<'_>) -> Result<Span, Fault> {
    let minutes = |number: &str| number.parse::<u32>().ok().map(|number| quoted(&format!("{number}min")));
    match value {
        DeValue::String(text) => parse_span(text).ok_or_else(|| {
            let number = text.trim().trim_end_matches(|letter: char| !letter.is_ascii_digit());
            Fault { suggestion: minutes(number) }
        }),
        DeValue::Integer(number) => Err(Fault { suggestion: minutes(number.as_str()) }),
        _ => Err(Fault { suggestion: None }),
    }
}

fn retention(value: &DeValue<'_>) -> Result<Retention, Fault> {
    let newest = |number: &str| number.trim().parse().ok().filter(|most| *most > 0).map(Retention::Newest);
    let retention = match value {
        DeValue::String(text) if text.trim() == "forever" => Some(Retention::Forever),
        DeValue::String(text) => newest(text).or_else(|| parse_span(text).map(Retention::For)),
        DeValue::Integer(number) => newest(number.as_str()),
        _ => None,
    };
    retention.filter(|kept| *kept != Retention::For(Span::ZERO)).ok_or(Fault { suggestion: None })
}

fn share(value: &DeValue<'_>) -> Result<u64, Fault> {
    let written = match value {
        DeValue::Float(number) => number.as_str(),
        DeValue::Integer(number) => number.as_str(),
        _ => return Err(Fault { suggestion: None }),
    };
    per_mille(written).ok_or_else(|| {
        let percent = written.parse::<u32>().ok().filter(|percent| (2..=100).contains(percent));
        Fault { suggestion: percent.map(|percent| format!("{}", f64::from(percent) / 100.0)) }
    })
}

/// Thousandths of a decimal number from 0 to 1, further digits dropped.
fn per_mille(written: &str) -> Option<u64> {
    let (whole, part) = written.strip_prefix('+').unwrap_or(written).split_once('.').unwrap_or((written, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(part) || !digits(whole) {
        return None;
    }
    let part: String = part.chars().chain("000".chars()).take(3).collect();
    let value = whole.parse::<u64>().ok()?.checked_mul(1000)?.checked_add(part.parse().ok()?)?;
    (value <= 1000).then_some(value)
}

fn text(value: &DeValue<'_>, is_good: fn(&str) -> bool) -> Result<Option<String>, Fault> {
    let written = value.as_str().ok_or(Fault { suggestion: None })?.trim();
    match written {
        "" => Ok(None),
        good if is_good(good) => Ok(Some(good.to_owned())),
        _ => Err(Fault { suggestion: None }),
    }
}

/// The letters of a tag or a locale (RFC 5646 section 2.1; `fa_IR.UTF-8`). Whether there is such a language is not asked.
fn is_tag(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.@".contains(letter))
}

fn is_proxy(text: &str) -> bool {
    let schemes = ["http://", "https://", "socks5://", "socks5h://"];
    let rest = schemes.iter().find_map(|scheme| text.strip_prefix(scheme));
    rest.is_some_and(|rest| {
        !rest.is_empty()
            && !rest.contains('@')
            && !rest.contains(|c: char| c.is_whitespace() || c.is_control())
    })
}

fn command(value: &DeValue<'_>) -> Result<Vec<String>, Fault> {
    match value {
        DeValue::String(line) => split_words(line).ok_or(Fault { suggestion: None }),
        _ => list(value),
    }
}

fn list(value: &DeValue<'_>) -> Result<Vec<String>, Fault> {
    let entries = value.as_array().ok_or(Fault { suggestion: None })?;
    let text = |entry: &toml::Spanned<DeValue<'_>>| entry.get_ref().as_str().map(ToOwned::to_owned);
    entries.iter().map(text).collect::<Option<_>>().ok_or(Fault { suggestion: None })
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}
