//! Faults in the configuration file.

use super::quoted;
use crate::config::{Problem, ProblemKind};
use crate::strings::{Strings, Text};

/// `config.toml:12: unknown option "intervall"; did you mean "interval"?`, in English.
#[must_use]
pub fn problem(problem: &Problem, file: &str) -> String {
    problem_in(Strings::english(), problem, file)
}

/// What is wrong in a line of the configuration, and a way out.
#[must_use]
pub fn problem_in(strings: &Strings, problem: &Problem, file: &str) -> String {
    // The place is one word, whatever the sentence around it runs like.
    let place = format!("{}:{}", quoted(file), problem.line);
    let key = quoted(&problem.key);
    match &problem.kind {
        ProblemKind::Syntax(words) => {
            strings.fill(Text::ConfigSyntax, &[("place", &place), ("words", &quoted(words))])
        }
        ProblemKind::UnknownKey { suggestion: Some(near) } => strings
            .fill(Text::ConfigUnknownNear, &[("place", &place), ("key", &key), ("near", &quoted(near))]),
        ProblemKind::UnknownKey { suggestion: None } => {
            strings.fill(Text::ConfigUnknown, &[("place", &place), ("key", &key)])
        }
        ProblemKind::BadValue { value, expected, suggestion } => {
            let (text, hint) = match suggestion {
                Some(near) => (Text::ConfigValueNear, near),
                None => (Text::ConfigValue, expected),
            };
            let (value, hint) = (quoted(value), quoted(hint));
            strings.fill(text, &[("place", &place), ("value", &value), ("key", &key), ("hint", &hint)])
        }
    }
}

/// The configuration can't be read at all.
#[must_use]
pub fn unreadable_in(strings: &Strings, file: &str, reason: &str) -> String {
    strings.fill(Text::ConfigUnreadable, &[("file", &quoted(file)), ("reason", &quoted(reason))])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_names_file_line_and_a_way_out() {
        let unknown = Problem {
            line: 12,
            key: "intervall".to_owned(),
            kind: ProblemKind::UnknownKey { suggestion: Some("interval".to_owned()) },
        };
        assert_eq!(
            problem(&unknown, "config.toml"),
            "config.toml:12: unknown option \"intervall\"; did you mean \"interval\"?"
        );
        let value = Problem {
            line: 3,
            key: "bidi".to_owned(),
            kind: ProblemKind::BadValue {
                value: "\"ap\nq\"".to_owned(),
                expected: "auto, app or off".to_owned(),
                suggestion: None,
            },
        };
        assert_eq!(
            problem(&value, "c.toml"),
            "c.toml:3: \"ap q\" is no value for \"bidi\"; it takes auto, app or off"
        );
    }

    #[test]
    fn every_language_keeps_place_name_and_hint_whole() {
        let kind = ProblemKind::BadValue {
            value: "ap".to_owned(),
            expected: "auto, app".to_owned(),
            suggestion: None,
        };
        let value = Problem { line: 3, key: "bidi".to_owned(), kind };
        for language in crate::strings::Language::ALL {
            let said = problem_in(Strings::of(language), &value, "c.toml");
            for part in ["c.toml:3", "ap", "bidi", "auto, app"] {
                assert!(said.contains(part), "{said}");
            }
        }
    }
}
