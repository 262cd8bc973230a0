//! Wrong use in one line: what, with what, what to do.

use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use super::args::declaration;

/// What became of a command line that is not to be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unrun {
    /// Help or version was asked for.
    Shown(String),
    /// Wrong use, in one line.
    Wrong(String),
}

/// Turns the parser's error, which has several lines, into one, or takes the help or version out of it.
#[must_use]
pub(super) fn unrun(error: &Error, words: &[String]) -> Unrun {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Unrun::Shown(error.render().to_string()),
        _ => {
            let what = what(error);
            let see = if what.ends_with('?') { " See" } else { "; see" };
            Unrun::Wrong(format!("{what}{see} \"{}\"", help_of(words)))
        }
    }
}

/// What is wrong and with what, with the nearest right word where there is one.
fn what(error: &Error) -> String {
    let given = |kind| context(error, kind);
    let (argument, value) = (given(ContextKind::InvalidArg), given(ContextKind::InvalidValue));
    let argument = argument.unwrap_or_else(|| "argument".to_owned());
    match error.kind() {
        ErrorKind::UnknownArgument if argument.starts_with('-') => {
            format!("unknown option \"{argument}\"{}", suggestion(error))
        }
        ErrorKind::UnknownArgument => format!("\"{argument}\" is one argument too many"),
        ErrorKind::InvalidSubcommand => {
            let command = given(ContextKind::InvalidSubcommand).unwrap_or_default();
            format!("unknown command \"{command}\"{}", suggestion(error))
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => match value.filter(|value| !value.is_empty())
        {
            Some(value) => format!("\"{value}\" is no value for {argument}{}", expected(error)),
            None => format!("{argument} needs a value{}", expected(error)),
        },
        ErrorKind::MissingRequiredArgument => format!("{} is missing", needed(&argument)),
        ErrorKind::ArgumentConflict => match given(ContextKind::PriorArg) {
            Some(other) if other != argument => format!("{argument} can't be used with {other}"),
            _ => format!("{argument} is given more than once"),
        },
        _ => first_line(error),
    }
}

/// Required arguments in words: of a group, which the parser writes as `<A|B>`, one is enough.
fn needed(arguments: &str) -> String {
    let each = arguments.split(", ").map(|argument| {
        match argument.strip_prefix('<').and_then(|inner| inner.strip_suffix('>')) {
            Some(inner) if inner.contains('|') => format!("one of {}", inner.replace('|', ", ")),
            _ => argument.to_owned(),
        }
    });
    each.collect::<Vec<_>>().join(" and ")
}

/// What would have been understood: the nearest word, the allowed words, or the reason.
fn expected(error: &Error) -> String {
    let near = suggestion(error);
    if !near.is_empty() {
        return near;
    }
    match (context(error, ContextKind::ValidValue), std::error::Error::source(error)) {
        (Some(words), _) if !words.is_empty() => format!("; it takes {words}"),
        (_, Some(reason)) => format!(": {}", one_line(&reason.to_string())),
        _ => String::new(),
    }
}

fn suggestion(error: &Error) -> String {
    let near = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue]
        .into_iter()
        .find_map(|kind| context(error, kind))
        .filter(|near| !near.is_empty());
    near.map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default()
}

/// A part of the error as text; lists with commas.
fn context(error: &Error, kind: ContextKind) -> Option<String> {
    let text = match error.get(kind)? {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        ContextValue::StyledStr(text) => text.to_string(),
        ContextValue::StyledStrs(texts) => {
            texts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        }
        ContextValue::Number(number) => number.to_string(),
        _ => return None,
    };
    Some(one_line(&text))
}

fn first_line(error: &Error) -> String {
    let text = error.render().to_string();
    let line = text.lines().next().unwrap_or("wrong use");
    one_line(line.strip_prefix("error: ").unwrap_or(line))
}

fn one_line(text: &str) -> String {
    crate::strings::words::quoted(text)
}

/// The call that shows the help of the command that was meant.
fn help_of(words: &[String]) -> String {
    let commands = declaration();
    let meant = words.iter().skip(1).find(|word| commands.find_subcommand(word).is_some());
    meant.map_or_else(|| "hudhud --help".to_owned(), |command| format!("hudhud {command} --help"))
}

#[cfg(test)]
mod tests {
    use super::super::args::Args;
    use super::*;
    use clap::Parser;

    fn check(line: &str, expected: &str) {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let error = Args::try_parse_from(&words).expect_err(line);
        assert_eq!(unrun(&error, &words), Unrun::Wrong(expected.to_owned()), "{line}");
    }

    #[test]
    fn wrong_use_is_one_line_with_a_way_out() {
        check("hudhud fed", "unknown command \"fed\"; did you mean \"feeds\"? See \"hudhud --help\"");
        check(
            "hudhud items --jsn",
            "unknown option \"--jsn\"; did you mean \"--json\"? See \"hudhud items --help\"",
        );
        check("hudhud show", "<ITEM> is missing; see \"hudhud show --help\"");
        check(
            "hudhud mark --read",
            "one of ITEM, --feed <F>, --query <Q>, --all is missing; see \"hudhud mark --help\"",
        );
        check(
            "hudhud mark 1 --read --unread",
            "--read can't be used with --unread; see \"hudhud mark --help\"",
        );
        check("hudhud add", "<URL>... is missing; see \"hudhud add --help\"");
        check("hudhud feeds x", "\"x\" is one argument too many; see \"hudhud feeds --help\"");
        check("hudhud items --limit", "--limit <N> needs a value; see \"hudhud items --help\"");
        check(
            "hudhud show 1 --direction up",
            "\"up\" is no value for --direction <DIRECTION>; it takes auto, ltr, rtl; see \"hudhud show --help\"",
        );
        check(
            "hudhud completions bsh",
            "\"bsh\" is no value for <SHELL>; did you mean \"bash\"? See \"hudhud completions --help\"",
        );
    }
}
