//! The command line as it is typed: every command and option, declared once for parser, help, manual and completions.

mod alone;
mod stored;

use std::path::PathBuf;

use clap::{Args as ClapArgs, CommandFactory, Parser, Subcommand, ValueEnum, ValueHint};

pub use alone::{Alone, Bidi, Completions, Discover, Doctor, Inspect, Restore};
pub use stored::{
    Add, Backup, Check, Export, Feeds, Import, Items, Mark, Marks, Refresh, Remove, Schedule, Set, Show,
    Stored, Watch, Which,
};

use crate::model::DirectionChoice;

/// A feed reader for the terminal that reads right to left and is a polite guest.
///
/// Without a command it opens the screen. Each command works while a reader is open: it then talks to that one.
#[derive(Clone, Debug, Parser)]
#[command(name = "hudhud", version, disable_help_subcommand = true, max_term_width = 100)]
pub struct Args {
    /// Options of every command.
    #[command(flatten)]
    pub global: Global,
    /// What to do; the screen if there is none.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Options of every command.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Global {
    /// Folder of the store [else `HUDHUD_DATA_DIR`, else the platform's].
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub data_dir: Option<PathBuf>,
    /// Configuration file [else `HUDHUD_CONFIG`, else the platform's].
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
    /// How much is written to hudhud.log in the folder of the store.
    #[arg(long, global = true, value_name = "LEVEL", value_enum, default_value_t)]
    pub log_level: LogLevel,
}

/// How much is written to the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LogLevel {
    /// No log.
    #[default]
    Off,
    /// What went wrong.
    Error,
    /// What may be wrong.
    Warn,
    /// What is done.
    Info,
    /// How it is done.
    Debug,
    /// Every step.
    Trace,
}

/// What to do.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Needs the store: runs in the process that owns it.
    #[command(flatten)]
    Stored(Stored),
    /// Needs no store: runs where it is called.
    #[command(flatten)]
    Alone(Alone),
}

/// A direction on the command line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DirectionArg {
    /// Found out.
    #[default]
    Auto,
    /// Left to right.
    Ltr,
    /// Right to left.
    Rtl,
}

/// Whether Arabic letters are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ShapeArg {
    /// They are.
    #[default]
    On,
    /// They stay as they are.
    Off,
}

impl DirectionArg {
    /// As the model has it.
    #[must_use]
    pub const fn choice(self) -> DirectionChoice {
        match self {
            Self::Auto => DirectionChoice::Auto,
            Self::Ltr => DirectionChoice::Fixed(crate::model::Direction::Ltr),
            Self::Rtl => DirectionChoice::Fixed(crate::model::Direction::Rtl),
        }
    }
}

/// The whole command line as data, for help, manual and completions.
#[must_use]
pub fn declaration() -> clap::Command {
    Args::command()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declaration_has_no_contradiction() {
        declaration().debug_assert();
    }

    #[test]
    fn without_a_command_the_screen_is_meant() {
        let args = Args::try_parse_from(["hudhud", "--data-dir", "/x"]).expect("these are right");
        assert!(args.command.is_none());
        assert_eq!(args.global.data_dir, Some(PathBuf::from("/x")));
    }

    #[test]
    fn global_options_may_stand_behind_the_command() {
        let args = Args::try_parse_from(["hudhud", "feeds", "--data-dir", "/x"]).expect("these are right");
        assert_eq!(args.global.data_dir, Some(PathBuf::from("/x")));
    }
}
