//! The terminal: what it is, how large, and what it does with right-to-left text as far as the environment tells.

use super::{amiss, fine};
use crate::cli::io::{Facts, Stream};
use crate::cli::json::Finding;
use crate::config::{BidiMode, Config};
use crate::strings::words;

const SUBJECT: &str = "terminal";

/// What is known about the terminal.
pub(super) fn findings(facts: Facts, config: &Config) -> Vec<Finding> {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let mut findings = vec![kind(variable("TERM")), size(facts)];
    findings.push(colours(&variable));
    findings.push(locale(&variable));
    findings.push(bidi(config.bidi, by_environment(&variable)));
    findings
}

fn kind(term: Option<String>) -> Finding {
    match term {
        None => {
            amiss(SUBJECT, "TERM", "not set", "set it to your terminal's name, for instance xterm-256color")
        }
        Some(term) if term == "dumb" => {
            amiss(SUBJECT, "TERM", "dumb", "the screen needs a terminal that can move its cursor")
        }
        Some(term) => fine(SUBJECT, "TERM", words::quoted(&term)),
    }
}

fn size(facts: Facts) -> Finding {
    match (facts.out, facts.width) {
        (Stream::Terminal, Some(width)) if width < 40 => {
            amiss(SUBJECT, "width", format!("{width} columns"), "the screen needs 40 columns and 12 rows")
        }
        (Stream::Terminal, Some(width)) => fine(SUBJECT, "width", format!("{width} columns")),
        _ => fine(SUBJECT, "width", "not known: the output is no terminal"),
    }
}

fn colours(variable: &impl Fn(&str) -> Option<String>) -> Finding {
    let depth = match (variable("NO_COLOR"), variable("COLORTERM"), variable("TERM")) {
        (Some(_), _, _) => "none: NO_COLOR is set",
        (_, Some(depth), _) if depth == "truecolor" || depth == "24bit" => "16 million",
        (_, _, Some(term)) if term.contains("256color") => "256",
        _ => "16",
    };
    fine(SUBJECT, "colours", depth)
}

fn locale(variable: &impl Fn(&str) -> Option<String>) -> Finding {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
    let unified = locale.as_deref().map(str::to_ascii_lowercase);
    match (locale, unified) {
        (Some(locale), Some(lower)) if lower.contains("utf-8") || lower.contains("utf8") => {
            fine(SUBJECT, "locale", words::quoted(&locale))
        }
        (locale, _) => amiss(
            SUBJECT,
            "locale",
            locale.map_or_else(|| "not set".to_owned(), |locale| words::quoted(&locale)),
            "choose one with UTF-8, for instance LANG=C.UTF-8",
        ),
    }
}

/// What the terminal does with right-to-left text, by the marks that terminals leave in the environment
/// (`bidi.md` section 1).
fn by_environment(variable: &impl Fn(&str) -> Option<String>) -> &'static str {
    let term = variable("TERM").unwrap_or_default();
    let program = variable("TERM_PROGRAM").unwrap_or_default();
    if ["TMUX", "STY", "ZELLIJ"].into_iter().any(|name| variable(name).is_some()) {
        "app"
    } else if variable("KITTY_WINDOW_ID").is_some() || term == "xterm-kitty" {
        "words"
    } else if program == "Apple_Terminal" || term.starts_with("putty") {
        "terminal"
    } else {
        "app"
    }
}

fn bidi(chosen: BidiMode, found: &'static str) -> Finding {
    let value = match chosen {
        BidiMode::Auto => format!("{found}, found out from the environment"),
        BidiMode::App => "app, as configured".to_owned(),
        BidiMode::Words => "words, as configured".to_owned(),
        BidiMode::Terminal => "terminal, as configured".to_owned(),
        BidiMode::Off => "off, as configured".to_owned(),
    };
    fine(SUBJECT, "bidi mode", value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kitty_is_known_by_its_variables() {
        let kitty = |name: &str| (name == "TERM").then(|| "xterm-kitty".to_owned());
        assert_eq!(by_environment(&kitty), "words");
        assert_eq!(by_environment(&|_: &str| None), "app");
    }

    #[test]
    fn a_locale_without_utf8_is_amiss() {
        let german = |name: &str| (name == "LANG").then(|| "de_DE.ISO-8859-1".to_owned());
        assert_eq!(locale(&german).state, "warning");
        let unified = |name: &str| (name == "LC_ALL").then(|| "ar_EG.utf8".to_owned());
        assert_eq!(locale(&unified).state, "ok");
    }
}
