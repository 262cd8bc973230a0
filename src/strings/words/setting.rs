//! Faults in the configuration file.

use super::quoted;
use crate::config::{Problem, ProblemKind};

/// `config.toml:12: unknown option "intervall"; did you mean "interval"?`
#[must_use]
pub fn problem(problem: &Problem, file: &str) -> String {
    let place = format!("{}:{}", quoted(file), problem.line);
    let key = quoted(&problem.key);
    match &problem.kind {
        ProblemKind::Syntax(words) => {
            format!("{place}: {}; the defaults hold until it is mended", quoted(words))
        }
        ProblemKind::UnknownKey { suggestion: Some(near) } => {
            format!("{place}: unknown option \"{key}\"; did you mean \"{}\"?", quoted(near))
        }
        ProblemKind::UnknownKey { suggestion: None } => {
            format!("{place}: unknown option \"{key}\"; remove it, or see the options in docs/config.md")
        }
        ProblemKind::BadValue { value, expected, suggestion } => {
            let hint = match suggestion {
                Some(near) => format!("did you mean {}?", quoted(near)),
                None => format!("it takes {}", quoted(expected)),
            };
            format!("{place}: {} is no value for \"{key}\"; {hint}", quoted(value))
        }
    }
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
}
