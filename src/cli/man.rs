//! `hudhud man`: the manual page, made from the declaration of the command line.

use std::fmt::Write;

use super::args::declaration;
use super::exit::{Exit, Stop};
use super::io::Io;

/// Prints the manual page.
///
/// # Errors
///
/// When the output is closed.
pub(super) fn run(io: &mut Io) -> Result<Exit, Stop> {
    io.bytes(page().as_bytes())?;
    Ok(Exit::Done)
}

/// The manual page in roff: the program, its options, each command with its own, and how it ends.
#[must_use]
pub(super) fn page() -> String {
    let program = declaration();
    let mut page = format!(".TH HUDHUD 1 \"\" \"hudhud {}\" \"User Commands\"\n", env!("CARGO_PKG_VERSION"));
    section(&mut page, "NAME");
    page.push_str("hudhud \\- a feed reader for the terminal\n");
    section(&mut page, "SYNOPSIS");
    page.push_str(".B hudhud\n[\\fIOPTIONS\\fR] [\\fICOMMAND\\fR]\n");
    section(&mut page, "DESCRIPTION");
    paragraphs(
        &mut page,
        &program.get_long_about().or(program.get_about()).map(ToString::to_string).unwrap_or_default(),
    );
    section(&mut page, "OPTIONS");
    options(&mut page, &program);
    section(&mut page, "COMMANDS");
    let mut commands: Vec<&clap::Command> = program.get_subcommands().collect();
    commands.sort_by_key(|command| command.get_display_order());
    for command in commands {
        describe(&mut page, command);
    }
    section(&mut page, "EXIT STATUS");
    for (code, meaning) in
        [("0", "done"), ("1", "failed"), ("2", "wrong use"), ("3", "failed for some of what was asked")]
    {
        entry(&mut page, code, meaning);
    }
    section(&mut page, "ENVIRONMENT");
    entry(&mut page, "HUDHUD_DATA_DIR", "Folder of the store, unless --data-dir names one.");
    entry(&mut page, "HUDHUD_CONFIG", "Configuration file, unless --config names one.");
    entry(&mut page, "LC_ALL, LC_MESSAGES, LANG", "Default language, unless the configuration names one.");
    entry(&mut page, "NO_COLOR", "If it is set, no colours are used.");
    page
}

fn describe(page: &mut String, command: &clap::Command) {
    let name = command.get_name();
    let _ = writeln!(page, ".SS hudhud {}{}", escape(name), positionals(command));
    paragraphs(page, &command.get_about().map(ToString::to_string).unwrap_or_default());
    options(page, command);
}

/// The arguments without a name, as they are written behind the command.
fn positionals(command: &clap::Command) -> String {
    let mut text = String::new();
    for argument in command.get_positionals() {
        let name = names(argument);
        let many =
            if argument.get_num_args().is_some_and(|range| range.max_values() > 1) { "…" } else { "" };
        let shown =
            if argument.is_required_set() { format!("{name}{many}") } else { format!("[{name}{many}]") };
        let _ = write!(text, " {shown}");
    }
    escape(&text)
}

/// Each argument with its help; those of every command are described once, at the top.
fn options(page: &mut String, command: &clap::Command) {
    for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
        let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
        let values: Vec<String> =
            argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
        let takes = argument.get_action().takes_values();
        let help =
            if takes && !values.is_empty() { format!("{help} One of {}.", values.join(", ")) } else { help };
        let label = match (argument.get_long(), takes) {
            (Some(long), true) => format!("--{long} {}", names(argument)),
            (Some(long), false) => format!("--{long}"),
            (None, _) => names(argument),
        };
        entry(page, &label, &help);
    }
}

fn names(argument: &clap::Arg) -> String {
    let names = argument.get_value_names().unwrap_or_default();
    names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn section(page: &mut String, title: &str) {
    let _ = writeln!(page, ".SH {title}");
}

fn entry(page: &mut String, label: &str, text: &str) {
    let _ = writeln!(page, ".TP\n\\fB{}\\fR\n{}", escape(label), escape(text));
}

fn paragraphs(page: &mut String, text: &str) {
    let paragraphs: Vec<String> = text.split("\n\n").map(escape).collect();
    let _ = writeln!(page, "{}", paragraphs.join("\n.PP\n"));
}

/// Roff takes a backslash, a hyphen and a leading dot or quote for its own.
fn escape(text: &str) -> String {
    let text = text.replace('\\', "\\e").replace('-', "\\-");
    text.lines()
        .map(|line| if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line.to_owned() })
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_its_part() {
        let page = page();
        for command in declaration().get_subcommands() {
            assert!(page.contains(&format!(".SS hudhud {}", command.get_name())), "{}", command.get_name());
        }
    }

    #[test]
    fn no_line_is_taken_for_a_request() {
        assert_eq!(escape(".x\n'y -z\\"), "\\&.x\n\\&'y \\-z\\e");
    }

    #[test]
    fn the_page_in_docs_is_this_one() {
        let written = include_str!("../../docs/hudhud.1");
        assert!(written == page(), "docs/hudhud.1 is behind: run \"hudhud man > docs/hudhud.1\"");
    }
}
