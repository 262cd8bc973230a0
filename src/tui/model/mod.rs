//! Everything that the screen knows. [`super::update`] alone changes it, [`super::view`] shows it.

mod article;
mod bidi;
mod command;
mod facts;
mod feeds;
mod finder;
mod health;
mod help;
mod hints;
mod items;
mod job;
mod layout;
mod look;
mod menu;
mod notice;
mod properties;
mod search;
mod seek;
mod slot;
mod subscribe;
mod trail;

use std::collections::BTreeMap;
use std::fmt;

use crate::config::Config;
use crate::engine::{FeedRow, Outline, Outlook, Show, Ticket};
use crate::model::FeedId;
use crate::time::Timestamp;
use crate::tui::keymap::{Key, Keymap, Trouble};

pub use look::{Locale, Look, Order, strings};

pub(super) use article::{ArticleAsk, ArticlePane};
pub(super) use bidi::{Bidi, Kept, MODES, NOTE, word as mode_word};
pub(super) use command::CommandLine;
pub(super) use facts::{Fact, bytes, facts, facts_of};
pub(super) use feeds::{Feeds, Node, TreeRow};
pub(super) use finder::{Finder, Hit, ITEMS as FINDER_ITEMS, Target};
pub(super) use health::{Checkup, Condition, Typing};
pub(super) use help::{Help, HelpLine};
pub(super) use hints::{After, Hints, LinkDeed, can_go_on, in_sight};
pub(super) use items::{Aim, Items, ItemsAsk, window};
pub(super) use job::{Deed, Job, Tally};
pub(super) use layout::{
    Areas, Pane, Size, Zoom, areas, dialog_of, finder_of, finder_rows, finder_top, health_rows, help_of,
    help_page, properties_of, properties_rows, properties_top, rows_of, text_of,
};
pub(super) use menu::{Entry, Menu};
pub(super) use notice::{Notices, Weight};
pub(super) use properties::{Edit, Properties, Property, direction_text};
pub(super) use search::{Names, Search, SearchPlace, Searching};
pub(super) use seek::{Seek, Then, Way};
pub(super) use slot::Landing;
pub(super) use subscribe::{Choice, Field, Glance, Stage, Subscribe};
pub(super) use trail::{Spot, Trail};

/// What is known before the screen opens.
#[derive(Debug)]
pub struct Start {
    /// The settings.
    pub config: Config,
    /// How it looks.
    pub look: Look,
    /// Where tickets come from.
    pub tickets: Tickets,
    /// The list of feeds offered to a reader that has none.
    pub sample: Outline,
    /// Sentences to be shown first.
    pub notices: Vec<String>,
    /// Columns and rows.
    pub size: (u16, u16),
    /// The moment.
    pub now: Timestamp,
}

/// Numbers for questions and tasks, given out by the engine's handle.
pub struct Tickets(Box<dyn FnMut() -> Ticket>);

impl Tickets {
    /// Tickets from this source.
    pub fn new(source: impl FnMut() -> Ticket + 'static) -> Self {
        Self(Box::new(source))
    }

    /// A new one.
    pub(super) fn draw(&mut self) -> Ticket {
        (self.0)()
    }
}

impl fmt::Debug for Tickets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tickets")
    }
}

/// Who has the keys.
#[derive(Debug)]
pub(super) enum Mode {
    /// The panes.
    Panes,
    /// The list of keys.
    Help(Help),
    /// The subscribe dialog.
    Subscribe(Box<Subscribe>),
    /// The health of all feeds.
    Health(Box<Checkup>),
    /// The properties of a feed.
    Properties(Box<Properties>),
    /// The question whether to unsubscribe.
    Unsubscribe(FeedId),
    /// The question about background checks.
    Consent,
    /// The menu for what is selected.
    Menu(Menu),
    /// The line in which a search is typed.
    Search(Box<Search>),
    /// The finder.
    Finder(Box<Finder>),
    /// Letters over the links of the article.
    Hints(Hints),
    /// The command line.
    Command(CommandLine),
    /// The test of how the terminal shows right-to-left text.
    BidiTest,
}

/// Everything that the screen knows.
#[derive(Debug)]
pub struct Model {
    pub(super) config: Config,
    pub(super) look: Look,
    pub(super) keymap: Keymap,
    pub(super) tickets: Tickets,
    pub(super) sample: Outline,
    pub(super) size: Size,
    pub(super) now: Timestamp,
    pub(super) focus: Pane,
    pub(super) zoom: Zoom,
    pub(super) mode: Mode,
    pub(super) pending: Pending,
    pub(super) show: Show,
    pub(super) feeds: Feeds,
    pub(super) items: Items,
    pub(super) article: ArticlePane,
    pub(super) seek: Option<Seek>,
    pub(super) searching: Searching,
    pub(super) trail: Trail,
    /// The question for the items that are to be marked read.
    pub(super) marking: Option<Ticket>,
    pub(super) outlook: Outlook,
    pub(super) notices: Notices,
    pub(super) jobs: BTreeMap<Ticket, Job>,
    pub(super) consent: Consent,
    pub(super) held: Option<FeedId>,
    pub(super) bidi: Bidi,
    pub(super) last_sign: Option<Timestamp>,
    pub(super) last_click: Option<(Timestamp, u16, u16)>,
}

/// What is known about the user's answer to the question about background checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Consent {
    /// The engine has been asked with this ticket.
    Asking(Ticket),
    /// The user was not asked yet.
    Open,
    /// The user answered.
    Given(bool),
}

/// Keys pressed so far that are not an action yet.
#[derive(Debug, Default)]
pub(super) struct Pending {
    /// How often the action is to be done.
    pub(super) count: Option<usize>,
    /// The start of a sequence.
    pub(super) keys: Vec<Key>,
}

impl Model {
    /// The model of a screen that was just opened.
    #[must_use]
    pub fn new(start: Start) -> Self {
        let (keymap, troubles) = crate::tui::keymap::load(&start.config);
        let mut notices = Notices::default();
        let strings = start.look.strings;
        // What is wrong in the file itself was told with its line, see `key_problems`.
        let in_file =
            |trouble: &&Trouble| matches!(trouble, Trouble::UnknownAction(_) | Trouble::BadKey { .. });
        let told =
            troubles.iter().filter(|one| !in_file(one)).map(|trouble| notice::trouble(strings, trouble));
        for sentence in start.notices.into_iter().chain(told) {
            notices.add(Weight::Warning, sentence, start.now);
        }
        Self {
            config: start.config,
            look: start.look,
            keymap,
            tickets: start.tickets,
            sample: start.sample,
            size: Size { columns: start.size.0, rows: start.size.1 },
            now: start.now,
            focus: Pane::Feeds,
            zoom: Zoom::Off,
            mode: Mode::Panes,
            pending: Pending::default(),
            show: Show::All,
            feeds: Feeds::default(),
            items: Items::default(),
            article: ArticlePane::default(),
            seek: None,
            searching: Searching::default(),
            trail: Trail::default(),
            marking: None,
            outlook: Outlook::default(),
            notices,
            jobs: BTreeMap::new(),
            consent: Consent::Open,
            held: None,
            bidi: Bidi::default(),
            last_sign: None,
            last_click: None,
        }
    }

    /// The parts of the screen.
    #[must_use]
    pub(super) fn areas(&self) -> Areas {
        areas(self.size, self.look.ui, self.focus, self.zoom)
    }

    /// What the terminal's window is called: the program, and how much is unread.
    #[must_use]
    pub fn title(&self) -> String {
        match self.feeds.unread() {
            0 => "hudhud".to_owned(),
            unread => format!("hudhud ({unread})"),
        }
    }

    /// The command that opens pages, as words; empty for the system's.
    #[must_use]
    pub(super) fn browser(&self) -> &[String] {
        &self.config.browser
    }

    /// The command that opens pages behind this window, as words; that of [`Self::browser`] if there is none.
    #[must_use]
    pub(super) fn browser_behind(&self) -> &[String] {
        let own = &self.config.browser_behind;
        if own.is_empty() { self.browser() } else { own }
    }

    /// When the screen wants a [`crate::tui::Msg::Tick`], if nothing else happens.
    #[must_use]
    pub fn wake(&self) -> Option<Timestamp> {
        let minute = Timestamp::from_seconds((self.now.as_seconds() / 60 + 1) * 60);
        [Some(minute), self.notices.expiry(), self.feeds.refetch, self.items.refetch]
            .into_iter()
            .flatten()
            .min()
    }

    /// Rows of the screen in which something else is done for the terminal than elsewhere: those of the test.
    #[must_use]
    pub(super) fn odd_rows(&self) -> Vec<(u16, crate::text::emit::Adaptor)> {
        match (&self.mode, self.areas()) {
            (Mode::BidiTest, Areas::Panes { whole, .. }) => crate::tui::view::bidi_rows(self, whole),
            _ => Vec::new(),
        }
    }

    /// What is unlike the feed's language about the titles at hand: the direction in which more than 60 % of the
    /// strong letters of the newest 20 titles run, if the feed's is the other and the user chose none (`bidi.md`
    /// section 3.1).
    #[must_use]
    pub(super) fn looks_turned(&self) -> Option<crate::model::Direction> {
        use crate::model::{Direction, DirectionChoice};
        /// Titles that are looked at.
        const TITLES: usize = 20;
        let Some(Node::Feed(id)) = self.items.node() else { return None };
        let row = self.feeds.row(*id).filter(|row| row.choice == DirectionChoice::Auto)?;
        let titles = self.items.rows().iter().filter(|item| item.id.feed == *id).take(TITLES);
        let (ltr, rtl) = crate::text::direction::count(titles.map(|item| item.title.as_str()));
        let against = if row.direction == Direction::Ltr { rtl } else { ltr };
        (against * 10 > (ltr + rtl) * 6).then(|| row.direction.opposite())
    }

    /// Whether the empty state of a reader without feeds is shown.
    #[must_use]
    pub(super) fn is_new(&self) -> bool {
        self.feeds.is_loaded() && self.feeds.rows().is_empty()
    }

    /// The direction of the columns of the list of items: that of its feeds, or of the interface if they differ.
    #[must_use]
    pub(super) fn items_direction(&self) -> crate::model::Direction {
        let is_listed = |row: &&FeedRow| match self.items.node() {
            Some(Node::Feed(id)) => row.id == *id,
            Some(Node::Folder(path)) => row.folder.as_ref().is_some_and(|folder| folder.is_within(path)),
            _ => true,
        };
        let mut directions = self.feeds.rows().iter().filter(is_listed).map(|row| row.direction);
        match directions.next() {
            Some(first) if directions.all(|other| other == first) => first,
            _ => self.look.ui,
        }
    }
}
