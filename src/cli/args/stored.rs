//! Commands that need the store, with their arguments.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueHint};

use super::DirectionArg;
use crate::cli::value;
use crate::time::Span;

/// Commands that need the store.
#[derive(Clone, Debug, Subcommand)]
pub enum Stored {
    /// Find the feeds of addresses and subscribe to them.
    #[command(display_order = 1)]
    Add(Add),
    /// List the subscriptions.
    #[command(display_order = 4)]
    Feeds(Feeds),
    /// List items, newest first.
    #[command(display_order = 5)]
    Items(Items),
    /// Show one item as the article pane shows it.
    #[command(display_order = 6)]
    Show(Show),
    /// Check feeds now.
    #[command(display_order = 7)]
    Refresh(Refresh),
    /// Run the engine without a screen until SIGINT or SIGTERM.
    #[command(display_order = 8)]
    Watch(Watch),
    /// Change settings of a subscription.
    #[command(display_order = 9)]
    Set(Set),
    /// Unsubscribe.
    #[command(display_order = 10)]
    Rm(Remove),
    /// Mark items read or unread, star them, tag them.
    #[command(display_order = 11)]
    Mark(Mark),
    /// Subscribe to the feeds of an OPML file or of a list of addresses; nothing is fetched.
    #[command(display_order = 12)]
    Import(Import),
    /// Write the subscriptions as OPML.
    #[command(display_order = 13)]
    Export(Export),
    /// Show when each feed is checked next, and why.
    #[command(display_order = 14)]
    Schedule(Schedule),
    /// Write everything that is kept into one file, as JSON lines.
    #[command(display_order = 14)]
    Backup(Backup),
    /// Read everything that is kept and see whether it fits together.
    #[command(display_order = 14)]
    Check(Check),
}

/// Arguments of `backup`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Backup {
    /// The file to write, or - for stdout.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
    /// Don't compress it.
    #[arg(long)]
    pub plain: bool,
}

/// Arguments of `check`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Check {
    /// Mend what is wrong; the damaged database is set aside.
    #[arg(long)]
    pub repair: bool,
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `add`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Add {
    /// Address of a feed or of a page that offers some.
    #[arg(required = true, value_name = "URL", value_hint = ValueHint::Url)]
    pub urls: Vec<String>,
    /// Folder to put them in, for instance News/World.
    #[arg(long, value_name = "F")]
    pub folder: Option<String>,
    /// Take the Nth feed of a page instead of the first.
    #[arg(long, value_name = "N", conflicts_with = "all", value_parser = clap::value_parser!(u32).range(1..))]
    pub pick: Option<u32>,
    /// Take every feed of a page.
    #[arg(long)]
    pub all: bool,
    /// Subscribe to the address as it is and ask nobody now.
    #[arg(long, conflicts_with_all = ["all", "pick"])]
    pub no_fetch: bool,
}

/// Arguments of `feeds`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Feeds {
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `items`.
#[derive(Clone, Debug, ClapArgs)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "options are given one by one; the parser refuses contradictions"
)]
pub struct Items {
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
    /// Only items of this feed: an id, an address or an unambiguous title.
    #[arg(long, value_name = "F")]
    pub feed: Option<String>,
    /// Only items that are not read.
    #[arg(long, conflicts_with = "starred")]
    pub unread: bool,
    /// Only items with a star.
    #[arg(long)]
    pub starred: bool,
    /// Only items that this condition fits: words, or as docs/expressions.md says.
    #[arg(long, value_name = "Q")]
    pub query: Option<String>,
    /// The oldest first.
    #[arg(long)]
    pub oldest: bool,
    /// At most so many.
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
}

/// Arguments of `show`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Show {
    /// The item's id, as "items" prints it.
    #[arg(value_name = "ITEM")]
    pub item: String,
    /// Columns to use [else the terminal's, else 80].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub width: Option<u16>,
    /// Direction for this once.
    #[arg(long, value_enum, default_value_t)]
    pub direction: DirectionArg,
}

/// Arguments of `refresh`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Refresh {
    /// Ids, addresses or unambiguous titles [else all feeds].
    #[arg(value_name = "FEED")]
    pub feeds: Vec<String>,
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `watch`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Watch {
    /// Consent to background checks, for this run.
    #[arg(long)]
    pub yes: bool,
}

/// Arguments of `set`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Set {
    /// An id, an address or an unambiguous title.
    #[arg(value_name = "FEED")]
    pub feed: String,
    /// title, folder, tags, interval, direction, language, charset, retention or url, user, secret (env:NAME or command:PROGRAM),
    /// user-agent, http (auto or 1.1), proxy, ca-file or header.NAME, with a value; nothing behind = clears it.
    #[arg(required = true, value_name = "KEY=VALUE")]
    pub settings: Vec<String>,
}

/// Arguments of `rm`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Remove {
    /// Ids, addresses or unambiguous titles.
    #[arg(required = true, value_name = "FEED")]
    pub feeds: Vec<String>,
}

/// Arguments of `mark`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Mark {
    /// Which items.
    #[command(flatten)]
    pub which: Which,
    /// What to do with them.
    #[command(flatten)]
    pub marks: Marks,
}

/// Which items are marked.
#[derive(Clone, Debug, ClapArgs)]
#[group(required = true, multiple = false)]
pub struct Which {
    /// Ids, as "items" prints them.
    #[arg(value_name = "ITEM")]
    pub items: Vec<String>,
    /// All items of this feed.
    #[arg(long, value_name = "F")]
    pub feed: Option<String>,
    /// All items that this condition fits: words, or as docs/expressions.md says.
    #[arg(long, value_name = "Q")]
    pub query: Option<String>,
    /// All items.
    #[arg(long)]
    pub all: bool,
}

/// How items are marked.
#[derive(Clone, Debug, ClapArgs)]
#[group(required = true, multiple = true)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "options are given one by one; the parser refuses contradictions"
)]
pub struct Marks {
    /// Mark them read.
    #[arg(long, conflicts_with = "unread")]
    pub read: bool,
    /// Mark them unread.
    #[arg(long)]
    pub unread: bool,
    /// Give them a star.
    #[arg(long, conflicts_with = "unstar")]
    pub star: bool,
    /// Take the star away.
    #[arg(long)]
    pub unstar: bool,
    /// Give them a tag.
    #[arg(long, value_name = "T")]
    pub tag: Vec<String>,
    /// Take a tag away.
    #[arg(long, value_name = "T")]
    pub untag: Vec<String>,
}

/// Arguments of `import`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Import {
    /// An OPML file, a text with an address a line, or - for stdin.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,
}

/// Arguments of `export`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Export {
    /// Where to write; - or nothing for stdout.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: Option<PathBuf>,
}

/// Arguments of `schedule`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Schedule {
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
    /// Simulate this long, for instance 7d, and show the requests per feed and host.
    #[arg(long, value_name = "SPAN", value_parser = value::forecast)]
    pub forecast: Option<Span>,
}
