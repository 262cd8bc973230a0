//! From the text of a file to settings and faults with their lines.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::option::{Kind, OPTIONS, Setting};
use super::{Config, Problem, ProblemKind, near, value};

/// No configuration file is longer, in bytes; what lies behind is not read.
const LONGEST: u64 = 64 * 1024;

/// Values are quoted in messages up to this many letters.
const QUOTED: usize = 60;

/// Reads a configuration file; the defaults where there is none.
///
/// # Errors
///
/// When there is one that can't be read.
pub fn load(path: &Path) -> io::Result<(Config, Vec<Problem>)> {
    let mut bytes = Vec::new();
    match File::open(path) {
        Ok(file) => file.take(LONGEST + 1).read_to_end(&mut bytes)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((Config::default(), Vec::new())),
        Err(error) => return Err(error),
    };
    let cut = cut_off(&mut bytes);
    match std::str::from_utf8(&bytes) {
        // Editors on Windows put a mark at the start.
        Ok(text) => {
            let (config, mut problems) = read(text.strip_prefix('\u{feff}').unwrap_or(text));
            problems.extend(cut);
            Ok((config, problems))
        }
        Err(error) => {
            let line = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
            let kind = ProblemKind::Syntax("not UTF-8".to_owned());
            Ok((Config::default(), vec![Problem { line, key: String::new(), kind }]))
        }
    }
}

/// Leaves whole lines of what may be read, and says so if there is more.
fn cut_off(bytes: &mut Vec<u8>) -> Option<Problem> {
    let longest = usize::try_from(LONGEST).unwrap_or(usize::MAX);
    if bytes.len() <= longest {
        return None;
    }
    let end = bytes[..longest].iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    bytes.truncate(end);
    let line = bytes.split(|byte| *byte == b'\n').count();
    let kind = ProblemKind::Syntax(format!("longer than {} KiB, the rest is not read", LONGEST / 1024));
    Some(Problem { line, key: String::new(), kind })
}

/// Reads the text of a file.
pub(super) fn read(text: &str) -> (Config, Vec<Problem>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader { text, config: Config::default(), problems: Vec::new() };
    reader.table(table.get_ref(), "");
    let (config, mut problems) = (reader.config, reader.problems);
    if let Some(error) = errors.first() {
        let line = line_of(text, error.span().map_or(0, |span| span.start));
        // What was made of a broken line says nothing more.
        let broken = lines_of(text, errors.iter().map(|error| error.span().map_or(0, |span| span.start)));
        problems.retain(|problem| !broken.contains(&problem.line));
        let kind = ProblemKind::Syntax(error.message().lines().next().unwrap_or_default().to_owned());
        problems.push(Problem { line, key: String::new(), kind });
    }
    problems.sort_by_key(|problem| problem.line);
    (config, problems)
}

/// The lines of these places, in one pass over the text: a file may have as many faults as lines.
fn lines_of(text: &str, places: impl Iterator<Item = usize>) -> HashSet<usize> {
    let mut places: Vec<usize> = places.collect();
    places.sort_unstable();
    let (mut at, mut line) = (0, 1);
    let counted = places.into_iter().map(|place| {
        let place = place.min(text.len());
        line += text.as_bytes()[at..place].split(|byte| *byte == b'\n').count() - 1;
        at = place;
        line
    });
    counted.collect()
}

/// What was read so far.
struct Reader<'a> {
    text: &'a str,
    config: Config,
    problems: Vec<Problem>,
}

impl Reader<'_> {
    fn table(&mut self, table: &DeTable<'_>, above: &str) {
        for (key, value) in table {
            let name = format!("{above}{}", key.get_ref());
            match (OPTIONS.iter().find(|option| option.name == name), value.get_ref()) {
                (Some(Setting { kind: kind @ (Kind::Keys | Kind::Macros), .. }), DeValue::Table(keys)) => {
                    self.keys(kind, &name, keys);
                }
                (Some(option), _) => self.option(option, &name, value),
                (None, DeValue::Table(inner)) if is_table(&name) => self.table(inner, &format!("{name}.")),
                (None, _) => self.unknown(name, key.span()),
            }
        }
    }

    fn option(&mut self, option: &Setting, name: &str, value: &Spanned<DeValue<'_>>) {
        if let Err(fault) = value::set(&mut self.config, &option.kind, value.get_ref()) {
            self.bad(name.to_owned(), &option.kind, value.span(), fault);
        }
    }

    /// A table of keys or macros: the names in it are looked at by the screen, which knows its actions.
    fn keys(&mut self, kind: &Kind, table_name: &str, table: &DeTable<'_>) {
        for (key, value) in table {
            let name = key.get_ref().to_string();
            let found = value::keys(value.get_ref());
            match (found, kind) {
                (Ok(found), Kind::Macros) => {
                    let line = line_of(self.text, key.span().start);
                    self.config.key_lines.insert(format!("macros.{name}"), line);
                    self.config.macros.insert(name, found);
                }
                (Ok(found), _) => {
                    let line = line_of(self.text, key.span().start);
                    self.config.key_lines.insert(name.clone(), line);
                    self.config.keys.insert(name, found);
                }
                (Err(fault), _) => self.bad(format!("{table_name}.{name}"), kind, value.span(), fault),
            }
        }
    }

    fn unknown(&mut self, name: String, span: Range<usize>) {
        let meant = |option: &&Setting| {
            let (table, last) = option.name.rsplit_once('.').unwrap_or(("", option.name));
            last == name || table == name
        };
        let tables = OPTIONS.iter().filter_map(|option| option.name.rsplit_once('.')).map(|(table, _)| table);
        let names = OPTIONS.iter().map(|option| option.name).chain(tables);
        let suggestion = match OPTIONS.iter().find(meant) {
            Some(option) => Some(option.name.to_owned()),
            None => near::nearest(&name, names).map(ToOwned::to_owned),
        };
        let line = line_of(self.text, span.start);
        self.problems.push(Problem { line, key: name, kind: ProblemKind::UnknownKey { suggestion } });
    }

    fn bad(&mut self, key: String, kind: &Kind, span: Range<usize>, fault: value::Fault) {
        let line = line_of(self.text, span.start);
        let value = self.text.get(span).unwrap_or_default();
        let value = if matches!(kind, Kind::Proxy(_)) { without_login(value) } else { value.to_owned() };
        let kind = ProblemKind::BadValue {
            value: shortened(&value),
            expected: kind.expected(),
            suggestion: fault.suggestion,
        };
        self.problems.push(Problem { line, key, kind });
    }
}

/// Whether options lie in a table of this name.
fn is_table(name: &str) -> bool {
    OPTIONS.iter().any(|option| option.name.strip_prefix(name).is_some_and(|rest| rest.starts_with('.')))
}

/// The line of a place in the text, from 1.
fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes().get(..at).unwrap_or_default().split(|byte| *byte == b'\n').count()
}

/// The first line of a value, cut where it is long.
fn shortened(value: &str) -> String {
    let line = value.lines().next().unwrap_or_default();
    match line.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// A password that was put into an address by mistake is not repeated on the screen.
fn without_login(value: &str) -> String {
    match (value.find("//"), value.rfind('@')) {
        (Some(start), Some(end)) if start < end => format!("{}//…{}", &value[..start], &value[end..]),
        (None, Some(end)) => format!("…{}", &value[end..]),
        _ => value.to_owned(),
    }
}
