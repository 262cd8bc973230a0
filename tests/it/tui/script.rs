//! An engine that answers at once from a small made-up store, and a screen that talks to it.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use hudhud::config::{Config, UiDirection};
use hudhud::engine::{
    Anchor, Answer, Article, Checked, Command, Event, FeedRow, FeedState, ItemRow, Laid, Measure, Outline,
    Outlook, Page, Part, Place, Query, Rest, Show, Source, Ticket, Window,
};
use hudhud::html::{self, Reading};
use hudhud::model::{
    Applied, Change, Content, Direction, DirectionChoice, FeedId, FolderPath, ItemId, ItemKey, LastCheck,
    Markup, Scope, Setting,
};
use hudhud::text::{self, Options, Styled};
use hudhud::time::{Span, Timestamp, Zone};
use hudhud::tui::keymap::Key;
use hudhud::tui::theme::Colours;
use hudhud::tui::{Effect, Locale, Look, Model, Msg, Start, Tickets, update, view};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// A Thursday.
pub(super) const NOW: &str = "2026-03-12T14:05:00Z";

pub(super) fn now() -> Timestamp {
    Timestamp::parse_rfc3339(NOW).expect("a date")
}

/// The made-up store.
#[derive(Debug, Default)]
pub(super) struct Store {
    pub(super) feeds: Vec<FeedRow>,
    pub(super) items: Vec<ItemRow>,
    pub(super) consent: Option<bool>,
    pub(super) told: Vec<Command>,
    pub(super) undo: Vec<Change>,
    pub(super) settings: BTreeMap<FeedId, Vec<Setting>>,
    pub(super) notes: BTreeMap<&'static str, String>,
    /// What every article says, if it is not the plain text.
    pub(super) html: Option<&'static str>,
}

/// A screen with its engine.
pub(super) struct Screen {
    pub(super) model: Model,
    pub(super) store: Store,
    pub(super) now: Timestamp,
    pub(super) opened: Vec<String>,
    pub(super) behind: Vec<String>,
    pub(super) copied: Vec<String>,
    pub(super) modes: Vec<hudhud::config::BidiMode>,
    pub(super) ended: bool,
    /// Whether answers wait until they are asked for.
    pub(super) slow: bool,
    pub(super) waiting: Vec<(Ticket, Query)>,
    size: (u16, u16),
}

pub(super) fn feed(id: u32, title: &str, direction: Direction, folder: &str) -> FeedRow {
    FeedRow {
        id: FeedId(id),
        title: title.to_owned(),
        title_direction: text::direction::of_field(title, direction),
        direction,
        choice: DirectionChoice::Auto,
        url: format!("https://example.org/{id}.xml"),
        folder: FolderPath::parse(folder),
        unread: 0,
        total: 0,
        starred: 0,
        state: FeedState::Fine,
    }
}

pub(super) fn item(feed: &FeedRow, key: u64, title: &str, age: Span) -> ItemRow {
    ItemRow {
        id: ItemId { feed: feed.id, key: ItemKey(key) },
        title: title.to_owned(),
        title_direction: text::direction::of_field(title, feed.direction),
        direction: feed.direction,
        author: None,
        link: Some(format!("https://example.org/{}/{key}", feed.id)),
        date: now().minus(age),
        read: false,
        updated: None,
        starred: false,
        overrides: text::clean::has_overrides(title),
    }
}

/// Feeds in three scripts, in folders and out of them.
pub(super) fn library() -> Store {
    use Direction::{Ltr, Rtl};
    let feeds = vec![
        feed(1, "أخبار العلوم والتقنية", Rtl, "Science"),
        feed(2, "Planet Rust", Ltr, "Tech"),
        feed(3, "חדשות הארץ", Rtl, ""),
        feed(4, "A Feed With a Rather Long Title That Does Not Fit", Ltr, "Tech/Blogs"),
    ];
    let titles: [&[&str]; 4] = [
        &[
            "اكتشاف كوكب جديد خارج المجموعة الشمسية (2026)",
            "الذكاء الاصطناعي: ماذا بعد؟",
            "Rust 2.0 يصل إلى 50% من المطورين",
        ],
        &["Announcing version 1.99", "Why لا is two cells wide, sometimes", "Async in traits, at last"],
        &["iPhone 15 הגיע לישראל", "English headline in a Hebrew feed", "שלום עולם (מבחן) 123!"],
        &["One", "Two", "Three"],
    ];
    let mut store = Store { consent: Some(true), feeds, ..Store::default() };
    for (feed, titles) in store.feeds.clone().iter().zip(titles) {
        for (at, title) in titles.iter().enumerate() {
            let number = u64::try_from(at).expect("a small number");
            let age = Span::hours(u64::from(feed.id.0) * 5 + number * 40);
            store.items.push(item(feed, u64::from(feed.id.0) * 100 + number, title, age));
        }
    }
    store.items[1].read = true;
    store.items[3].starred = true;
    store
}

/// Whether a title has all these words, which is how the engine takes words without conditions.
fn fits(title: &str, words: &str) -> bool {
    let title = text::fold::fold(title);
    words.split_whitespace().all(|word| title.contains(&text::fold::fold(word)))
}

impl Store {
    fn is_in(&self, item: &ItemRow, place: &Place) -> bool {
        match place {
            Place::All | Place::Today | Place::Tag(_) => true,
            Place::Feed(id) => item.id.feed == *id,
            Place::Folder(path) => self.feeds.iter().any(|feed| {
                feed.id == item.id.feed && feed.folder.as_ref().is_some_and(|folder| folder.is_within(path))
            }),
        }
    }

    fn list(&self, source: &Source) -> Vec<ItemRow> {
        let is_shown = |item: &&ItemRow| match source.show {
            Show::All => true,
            Show::Unread => !item.read,
            Show::Starred => item.starred,
        };
        let mut rows: Vec<ItemRow> = self
            .items
            .iter()
            .filter(|item| self.is_in(item, &source.place))
            .filter(is_shown)
            .filter(|item| source.words.is_empty() || fits(&item.title, &source.words))
            .cloned()
            .collect();
        rows.sort_by_key(|row| (std::cmp::Reverse(row.date), row.id));
        rows
    }

    fn unread(&self, source: &Source, part: Part) -> Vec<ItemId> {
        let order = |row: &ItemRow| (std::cmp::Reverse(row.date), row.id);
        let is_meant = |row: &&ItemRow| match part {
            Part::Before { date, item } => order(row) < (std::cmp::Reverse(date), item),
            Part::After { date, item } => order(row) > (std::cmp::Reverse(date), item),
            Part::Older(moment) => row.date < moment,
        };
        let rows = self.list(source);
        rows.iter().filter(|row| !row.read).filter(is_meant).map(|row| row.id).collect()
    }

    fn page(&self, source: &Source, window: Window) -> Page {
        let rows = self.list(source);
        let place = match window.anchor {
            Anchor::First => 0,
            Anchor::Last => rows.len(),
            Anchor::At { date, item } => rows.partition_point(|row| {
                (std::cmp::Reverse(row.date), row.id) < (std::cmp::Reverse(date), item)
            }),
        };
        let (start, end) = (place.saturating_sub(window.before), (place + window.after).min(rows.len()));
        Page {
            fault: None,
            anchor: place - start,
            more_before: start > 0,
            more_after: end < rows.len(),
            rows: rows[start..end].to_vec(),
        }
    }

    fn feeds(&self) -> Vec<FeedRow> {
        let count = |id, test: &dyn Fn(&ItemRow) -> bool| {
            let count = self.items.iter().filter(|item| item.id.feed == id && test(item)).count();
            u32::try_from(count).expect("few items")
        };
        let counted = |feed: &FeedRow| FeedRow {
            unread: count(feed.id, &|item| !item.read),
            starred: count(feed.id, &|item| item.starred),
            total: count(feed.id, &|_| true),
            ..feed.clone()
        };
        self.feeds.iter().map(counted).collect()
    }

    fn article(&self, id: ItemId, measure: Measure) -> Option<Box<Article>> {
        let row = self.items.iter().find(|item| item.id == id)?.clone();
        let feed = self.feeds.iter().find(|feed| feed.id == id.feed)?;
        let heading = Styled::styled(&row.title, text::Style::HEADING);
        let body = match row.direction {
            Direction::Rtl => {
                "هذه فقرة طويلة بما يكفي لكي تلتف على عدة أسطر في أي جزء من الشاشة، وفيها (أقواس) و 123 رقماً.\n\nوهذه فقرة ثانية."
            }
            Direction::Ltr => {
                "A paragraph that is long enough to be wrapped in every pane of every size, with (brackets) and 123 numbers.\n\nA second one."
            }
        };
        if let Some(html) = self.html {
            let content =
                Content { text: html.to_owned(), markup: Markup::Html, base: None, ..Content::default() };
            let reading = Reading { base_url: None, direction: row.direction, choice: DirectionChoice::Auto };
            let mut document = html::read(&content, &reading);
            document.prepend(heading, Styled::plain(&feed.title), row.direction);
            let laid = document.layout(&html::Measure { width: measure.width, shaping: measure.shaping });
            let feed_title = feed.title.clone();
            return Some(Box::new(Article { row, feed_title, laid, enclosures: Vec::new() }));
        }
        let options = |base| Options { base, width: measure.width, shaping: measure.shaping };
        let mut lines = text::layout(&heading, &options(row.title_direction));
        lines.extend(text::layout(
            &Styled::plain(format!("\n{body}\n\n{body}\n\n{body}")),
            &options(row.direction),
        ));
        let feed_title = feed.title.clone();
        let laid = Laid { lines, links: Vec::new() };
        Some(Box::new(Article { row, feed_title, laid, enclosures: Vec::new() }))
    }

    pub(super) fn answer(&self, query: &Query) -> Answer {
        match query {
            Query::Feeds => Answer::Feeds(self.feeds()),
            Query::Items(source, window) => Answer::Items(self.page(source, *window)),
            Query::Unread(source, part) => Answer::Unread(self.unread(source, *part)),
            Query::Article(id, measure) => Answer::Article(self.article(*id, *measure)),
            Query::Consent => Answer::Consent(self.consent),
            Query::Outlook => Answer::Outlook(self.outlook()),
            Query::Note(name) => Answer::Note(self.notes.get(name).cloned()),
            Query::Health(feed) => {
                let row = self.feeds().into_iter().find(|row| row.id == *feed);
                let settings = self.settings.get(feed).map(Vec::as_slice).unwrap_or_default();
                Answer::Health(row.map(|row| Box::new(super::properties::health(&row, settings))))
            }
            Query::AllHealth => {
                let settings = |feed| self.settings.get(&feed).map(Vec::as_slice).unwrap_or_default();
                let rows = self.feeds();
                Answer::AllHealth(
                    rows.iter().map(|row| super::health::health(row, settings(row.id))).collect(),
                )
            }
            other => Answer::Failed(format!("not in the script: {other:?}")),
        }
    }

    fn outlook(&self) -> Outlook {
        match self.consent {
            Some(true) => Outlook {
                next: Some(now().plus(Span::minutes(20))),
                idle_at: Some(now().plus(Span::minutes(12))),
                ..Outlook::default()
            },
            Some(false) => Outlook { rest: Some(Rest::Off), ..Outlook::default() },
            None => Outlook { rest: Some(Rest::NotAsked), ..Outlook::default() },
        }
    }

    fn apply(&mut self, change: &Change) -> Applied {
        let mut feeds = Vec::new();
        let mut count = 0;
        let mut each =
            |items: &mut Vec<ItemRow>, wanted: &dyn Fn(&ItemRow) -> bool, set: &dyn Fn(&mut ItemRow)| {
                for item in items.iter_mut().filter(|item| wanted(item)) {
                    set(item);
                    count += 1;
                    feeds.push(item.id.feed);
                }
            };
        match change {
            Change::Read { items, read } => {
                let differs = |item: &ItemRow| item.read != *read || *read && item.updated.is_some();
                each(&mut self.items, &|item| items.contains(&item.id) && differs(item), &|item| {
                    item.read = *read;
                    item.updated = item.updated.filter(|_| !read);
                });
            }
            Change::Star { items, starred } => {
                each(&mut self.items, &|item| items.contains(&item.id), &|item| item.starred = *starred);
            }
            Change::ReadAll { scope, .. } => {
                let inside = |item: &ItemRow| match scope {
                    Scope::Feed(id) => item.id.feed == *id,
                    Scope::Folder(path) => self.feeds.iter().any(|feed| {
                        feed.id == item.id.feed
                            && feed.folder.as_ref().is_some_and(|folder| folder.is_within(path))
                    }),
                    Scope::All => true,
                };
                each(&mut self.items, &|item| inside(item) && !item.read, &|item| item.read = true);
            }
            Change::Set { feed, setting: Setting::Direction(choice) } => {
                let row = self.feeds.iter_mut().find(|row| row.id == *feed).expect("a feed");
                row.choice = *choice;
                if let DirectionChoice::Fixed(direction) = choice {
                    row.direction = *direction;
                    row.title_direction = *direction;
                    for item in self.items.iter_mut().filter(|item| item.id.feed == *feed) {
                        item.direction = *direction;
                        item.title_direction = *direction;
                    }
                }
                count = 1;
            }
            Change::Set { feed, setting } => {
                self.settings.entry(*feed).or_default().push(setting.clone());
                count = 1;
            }
            Change::Unsubscribe(feed) => {
                self.feeds.retain(|row| row.id != *feed);
                self.items.retain(|item| item.id.feed != *feed);
                count = 1;
            }
            other => panic!("not in the script: {other:?}"),
        }
        Applied { inverse: None, feeds, count }
    }

    /// Does what is told, and reports.
    fn obey(&mut self, command: Command) -> Vec<Event> {
        self.told.push(command.clone());
        match command {
            Command::Apply(ticket, change) => {
                self.undo.push(change.clone());
                let applied = self.apply(&change);
                let mut events: Vec<Event> =
                    applied.feeds.iter().map(|feed| Event::ItemsChanged(*feed)).collect();
                events.push(Event::Applied(ticket, applied));
                events.push(Event::SubscriptionsChanged);
                events
            }
            Command::Refresh(ticket, ..) => {
                let feeds: Vec<FeedId> = self.feeds.iter().map(|feed| feed.id).collect();
                let outcome = Checked::Asked(LastCheck::Unchanged);
                let checked = |feed| Event::Checked { ticket: Some(ticket), feed, outcome: outcome.clone() };
                let mut events = vec![Event::Started { ticket, total: feeds.len() }];
                events.extend(feeds.into_iter().map(checked));
                events.push(Event::Finished(ticket));
                events
            }
            Command::Subscribe(ticket, draft) => {
                let id = 50 + u32::try_from(self.feeds.len()).expect("few feeds");
                let mut row = feed(id, &draft.url, Direction::Ltr, "");
                row.folder = draft.folder;
                self.items.push(item(&row, u64::from(id), "Brand new", Span::minutes(1)));
                let feed = row.id;
                self.feeds.push(row);
                vec![
                    Event::Subscribed { ticket, feed, existed: false },
                    Event::SubscriptionsChanged,
                    Event::ItemsChanged(feed),
                    Event::Finished(ticket),
                ]
            }
            Command::Import(ticket, outline) => {
                for (at, entry) in outline.feeds.iter().enumerate() {
                    let id = 80 + u32::try_from(at).expect("few feeds");
                    self.feeds.push(feed(id, &entry.url, Direction::Ltr, ""));
                }
                vec![
                    Event::Imported { ticket, added: outline.feeds.len(), known: 0 },
                    Event::SubscriptionsChanged,
                ]
            }
            Command::Background(on) => {
                self.consent = Some(on);
                vec![Event::Outlook(self.outlook())]
            }
            Command::Note(name, text) => {
                self.notes.insert(name, text);
                Vec::new()
            }
            Command::Undo(ticket) | Command::Redo(ticket) => {
                // Taking a change back gives the change itself as the way forth again.
                let inverse = self.undo.pop();
                let count = usize::from(inverse.is_some());
                vec![Event::Applied(ticket, Applied { inverse, feeds: Vec::new(), count })]
            }
            _ => Vec::new(),
        }
    }
}

impl Screen {
    pub(super) fn open(store: Store, size: (u16, u16), ui: Direction) -> Self {
        let ui_direction = if ui == Direction::Rtl { UiDirection::Rtl } else { UiDirection::Ltr };
        Self::configured(store, size, Config { ui_direction, ..Config::default() })
    }

    pub(super) fn configured(store: Store, size: (u16, u16), config: Config) -> Self {
        let (look, _) = Look::new(&config, Locale::default(), Zone::utc(), Colours::Allowed);
        let last = Rc::new(Cell::new(0));
        let tickets = Tickets::new(move || {
            last.set(last.get() + 1);
            Ticket(last.get())
        });
        let sample = Outline { feeds: vec![hudhud::opml::Entry::default(); 3], ..Outline::default() };
        let notices = Vec::new();
        let model = Model::new(Start { config, look, tickets, sample, notices, size, now: now() });
        let mut screen = Self {
            model,
            store,
            now: now(),
            opened: Vec::new(),
            behind: Vec::new(),
            copied: Vec::new(),
            modes: Vec::new(),
            ended: false,
            slow: false,
            waiting: Vec::new(),
            size,
        };
        screen.send(Msg::Start);
        screen
    }

    /// Lets something happen, and everything that follows from it.
    pub(super) fn send(&mut self, msg: Msg) {
        if let Msg::Resize(columns, rows) = msg {
            self.size = (columns, rows);
        }
        let mut inbox = vec![msg];
        while !inbox.is_empty() {
            let msg = inbox.remove(0);
            for effect in update(&mut self.model, msg, self.now) {
                match effect {
                    Effect::Ask(ticket, query) if self.slow => self.waiting.push((ticket, query)),
                    Effect::Ask(ticket, query) => inbox.push(Msg::Answer(ticket, self.store.answer(&query))),
                    Effect::Tell(command) => {
                        inbox.extend(self.store.obey(command).into_iter().map(Msg::Engine));
                    }
                    Effect::Open(url) => self.opened.push(url),
                    Effect::OpenBehind(url) => self.behind.push(url),
                    Effect::Copy(text) => self.copied.push(text),
                    Effect::Bidi(mode) => self.modes.push(mode),
                    Effect::Quit => self.ended = true,
                    Effect::Redraw | Effect::Suspend => {}
                }
            }
        }
    }

    /// Answers what waits.
    pub(super) fn answer(&mut self) {
        for (ticket, query) in std::mem::take(&mut self.waiting) {
            let answer = self.store.answer(&query);
            self.send(Msg::Answer(ticket, answer));
        }
    }

    /// Presses keys, written as in a keymap.
    pub(super) fn press(&mut self, keys: &str) -> &mut Self {
        for key in keys.split_whitespace() {
            self.send(Msg::Key(Key::parse(key).expect("a key")));
            self.pass(Span::millis(150));
        }
        self
    }

    /// Types letters.
    pub(super) fn type_text(&mut self, text: &str) -> &mut Self {
        for letter in text.chars() {
            self.send(Msg::Key(Key::plain(hudhud::tui::keymap::Code::Char(letter))));
        }
        self
    }

    /// Lets time pass.
    pub(super) fn pass(&mut self, span: Span) -> &mut Self {
        self.now = self.now.plus(span);
        self.send(Msg::Tick);
        self
    }

    /// The last command that was told.
    pub(super) fn last(&self) -> Option<&Command> {
        self.store.told.iter().rev().find(|command| !matches!(command, Command::SignOfLife))
    }

    /// The screen as lines of text, right blanks cut.
    pub(super) fn lines(&self) -> Vec<String> {
        let terminal = self.drawn();
        let buffer = terminal.backend().buffer();
        let mut lines = Vec::new();
        for y in 0..self.size.1 {
            let mut line = String::new();
            let mut hidden = 0;
            for x in 0..self.size.0 {
                if hidden > 0 {
                    hidden -= 1;
                    continue;
                }
                let symbol = buffer[(x, y)].symbol();
                hidden = text::width(symbol, text::Shaping::Off).saturating_sub(1);
                line.push_str(symbol);
            }
            lines.push(line.trim_end().to_owned());
        }
        lines
    }

    /// Each row's cells with their styles.
    pub(super) fn styles(&self) -> Vec<Vec<(String, ratatui::style::Style)>> {
        let terminal = self.drawn();
        let buffer = terminal.backend().buffer();
        let row = |y| {
            (0..self.size.0).map(|x| (buffer[(x, y)].symbol().to_owned(), buffer[(x, y)].style())).collect()
        };
        (0..self.size.1).map(row).collect()
    }

    /// Where the cursor is, if it is shown.
    pub(super) fn cursor(&self) -> Option<(u16, u16)> {
        let terminal = self.drawn();
        let place = terminal.backend().cursor_position();
        terminal.backend().cursor_visible().then_some((place.x, place.y))
    }

    fn drawn(&self) -> Terminal<TestBackend> {
        let mut terminal =
            Terminal::new(TestBackend::new(self.size.0, self.size.1)).expect("a test has a terminal");
        terminal.draw(|frame| view(&self.model, frame)).expect("a test can draw");
        terminal
    }

    pub(super) fn picture(&self) -> String {
        self.lines().join("\n")
    }

    /// Whether a text is on the screen.
    pub(super) fn shows(&self, text: &str) -> bool {
        self.picture().contains(text)
    }
}
