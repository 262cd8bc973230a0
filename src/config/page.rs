//! The pages that are written from the table of options: the commented default file and `docs/config.md`.

use super::{Described, options};

/// What the default file begins with.
const FILE_HEAD: &str = "\
# hudhud's settings. Each line that begins with #name shows a default: take the # away to change it.
# The file is checked at every start; a mistake is named with its line, and the default holds in its place.
# Secrets don't belong here: they come from the keyring, a command or the environment.
";

/// What the page begins with.
const PAGE_HEAD: &str = "\
# Settings

<!-- Written from the table of options in src/config/option.rs: HUDHUD_BLESS=1 cargo test config:: -->

hudhud reads one TOML file: the one given with `--config`, else the one that `HUDHUD_CONFIG` names, else
`config.toml` in your platform's folder for settings (`hudhud doctor` tells which). At the first start a commented one
is written. It is checked at every start: a mistake is named with file, line and what was probably meant, and the
default holds in its place.

Lengths of time are numbers with units, `s min h d w`: `\"90min\"`, `\"1h30min\"`, `\"7d\"`. An option with a dot in its
name can be written as it is here (`idle.pause = false`) or in its table (`[idle]`, then `pause = false`).
";

/// What the page says about keys.
const KEYS_EXAMPLE: &str = "\
```toml
[keys]
next-unread = \"n\"
quit = [\"q\", \"Ctrl-c\"]
```
";

/// Letters in a line of the file and the page.
const WIDTH: usize = 108;

/// The commented default file. Each option stands in it, commented out, with its default.
pub(super) fn default_file() -> String {
    let mut lines = vec![FILE_HEAD.to_owned()];
    let mut table = "";
    for option in options() {
        let (inside, name) = option.name.split_once('.').unwrap_or(("", option.name));
        if !inside.is_empty() && inside != table {
            lines.push(format!("[{inside}]"));
            table = inside;
        }
        lines.extend(wrapped(option.words).iter().map(|line| format!("# {line}")));
        lines.push(match option.default {
            "" => format!("[{name}]\n"),
            default => format!("#{name} = {default}\n"),
        });
    }
    lines.join("\n").trim_end().to_owned() + "\n"
}

/// The page about the options.
pub(super) fn options_page() -> String {
    let sections = options().iter().map(section).collect::<Vec<_>>();
    format!("{PAGE_HEAD}\n{}", sections.join("\n"))
}

fn section(option: &Described) -> String {
    let words = wrapped(option.words).join("\n");
    let default = match option.default {
        "" => format!("\n{KEYS_EXAMPLE}"),
        default => format!("* default: `{default}`\n"),
    };
    format!("## `{}`\n\n{words}\n\n* takes: {}\n{default}", option.name, option.expected)
}

/// Words in lines.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
