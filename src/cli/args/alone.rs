//! Commands that need no store, with their arguments.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueHint};

use super::{DirectionArg, ShapeArg};

/// Commands that need no store.
#[derive(Clone, Debug, Subcommand)]
pub enum Alone {
    /// Show the feeds that an address offers; nothing is stored.
    #[command(display_order = 2)]
    Discover(Discover),
    /// Parse documents and print what was understood; nothing is stored.
    #[command(display_order = 3)]
    Inspect(Inspect),
    /// Print lines from stdin as they would be shown, cells from left to right.
    #[command(display_order = 15)]
    Bidi(Bidi),
    /// Examine terminal, idle sources, store, configuration and network.
    #[command(display_order = 16)]
    Doctor(Doctor),
    /// Make the store anew from a backup; no reader may be open.
    #[command(display_order = 14)]
    Restore(Restore),
    /// Print a completion script for a shell.
    #[command(display_order = 17)]
    Completions(Completions),
    /// Print the manual page.
    #[command(display_order = 18)]
    Man,
}

/// Arguments of `discover`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Discover {
    /// Address of a feed or of a page that offers some.
    #[arg(value_name = "URL", value_hint = ValueHint::Url)]
    pub url: String,
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `inspect`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Inspect {
    /// A file, an http or https address, or - for stdin.
    #[arg(required = true, value_name = "SOURCE", value_hint = ValueHint::AnyPath)]
    pub sources: Vec<String>,
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
    /// Content type to assume, as a server would state it.
    #[arg(long, value_name = "T")]
    pub content_type: Option<String>,
    /// Address to assume, for relative links.
    #[arg(long, value_name = "U", value_hint = ValueHint::Url)]
    pub base_url: Option<String>,
}

/// Arguments of `bidi`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Bidi {
    /// Base direction of each line.
    #[arg(long, value_enum, default_value_t)]
    pub base: DirectionArg,
    /// Columns at which lines are wrapped [else they are not].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub width: Option<u16>,
    /// Whether Arabic letters are joined.
    #[arg(long, value_enum, default_value_t)]
    pub shape: ShapeArg,
}

/// Arguments of `doctor`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Doctor {
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `restore`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Restore {
    /// The backup, or - for stdin.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Set a store that is not empty aside first.
    #[arg(long)]
    pub replace: bool,
}

/// Arguments of `completions`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Completions {
    /// Which shell.
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: clap_complete::Shell,
}
