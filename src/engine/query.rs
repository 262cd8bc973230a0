//! Questions about what is stored, and their answers.

use crate::expr::ExprError;
use crate::html::Laid;
use crate::model::{
    CheckState, Direction, DirectionChoice, Feed, FeedId, FolderPath, Item, ItemId, Status, Subscription,
};
use crate::schedule::Explanation;
use crate::text::Shaping;
use crate::time::Timestamp;

/// A question. It changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// All subscriptions with their counts, sorted by folder and title.
    Feeds,
    /// Some rows of a list of items.
    Items(Source, Window),
    /// The items of a part of a list that are not read, whatever else the list shows.
    Unread(Source, Part),
    /// One item, laid out to be read.
    Article(ItemId, Measure),
    /// Everything known about one item.
    Item(ItemId),
    /// Everything known about one feed.
    Health(FeedId),
    /// Everything known about all feeds, by title.
    AllHealth,
    /// When each feed is checked next, and why.
    Schedule,
    /// What the status line shows.
    Outlook,
    /// Whether the user said yes to background checks; `None` if the question was not asked yet.
    Consent,
    /// A note that the screen had kept.
    Note(&'static str),
}

/// The answer to the question of the same name.
#[derive(Clone, Debug)]
pub enum Answer {
    /// To [`Query::Feeds`].
    Feeds(Vec<FeedRow>),
    /// To [`Query::Items`].
    Items(Page),
    /// To [`Query::Unread`]: in the order of the list.
    Unread(Vec<ItemId>),
    /// To [`Query::Article`]; `None` if there is no such item.
    Article(Option<Box<Article>>),
    /// To [`Query::Item`].
    Item(Option<Box<(Item, Status)>>),
    /// To [`Query::Health`].
    Health(Option<Box<Health>>),
    /// To [`Query::AllHealth`].
    AllHealth(Vec<Health>),
    /// To [`Query::Schedule`].
    Schedule(Vec<(FeedId, Explanation)>),
    /// To [`Query::Outlook`].
    Outlook(super::event::Outlook),
    /// To [`Query::Consent`].
    Consent(Option<bool>),
    /// To [`Query::Note`]; `None` if it was never kept.
    Note(Option<String>),
    /// The store could not be read; its own words.
    Failed(String),
}

/// Which items a list holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// Where they come from.
    pub place: Place,
    /// Which of those are shown.
    pub show: Show,
    /// A condition in the expression language, as far as it is typed (`docs/expressions.md`); empty for none.
    pub words: String,
    /// Their order.
    pub sort: Sort,
}

/// The order of a list. Items of one moment are in the order of their ids, oldest first the other way round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sort {
    /// The newest item first.
    #[default]
    Newest,
    /// The oldest item first.
    Oldest,
}

/// A part of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What the list shows before an item.
    Before {
        /// Its sorting date.
        date: Timestamp,
        /// Its id.
        item: ItemId,
    },
    /// What the list shows after an item.
    After {
        /// Its sorting date.
        date: Timestamp,
        /// Its id.
        item: ItemId,
    },
    /// What is dated before this moment.
    Older(Timestamp),
}

/// Where items come from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// All feeds.
    All,
    /// A folder and the folders in it.
    Folder(FolderPath),
    /// One feed.
    Feed(FeedId),
    /// What is dated today, in the reader's time zone.
    Today,
    /// What has this tag of the user's; letter case and accents make no difference.
    Tag(String),
}

/// Which items of a place are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Show {
    /// All of them.
    #[default]
    All,
    /// Those not read.
    Unread,
    /// Those with a star.
    Starred,
}

/// Some rows of a list around a place in it, so that a list of any length costs a screenful.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The place.
    pub anchor: Anchor,
    /// Rows wanted before it.
    pub before: usize,
    /// Rows wanted from it on.
    pub after: usize,
}

/// A place in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The first item.
    First,
    /// The last item; counts as behind the list, so rows come before it.
    Last,
    /// Where this item is or was.
    At {
        /// Its sorting date.
        date: Timestamp,
        /// Its id.
        item: ItemId,
    },
}

/// Some rows of a list of items.
#[derive(Clone, Debug, Default)]
pub struct Page {
    /// The rows in their order.
    pub rows: Vec<ItemRow>,
    /// The index in `rows` of the first row at or after the anchor.
    pub anchor: usize,
    /// Whether there are rows before these.
    pub more_before: bool,
    /// Whether there are rows after these.
    pub more_after: bool,
    /// What is wrong with the condition, if there is something: then there are no rows.
    pub fault: Option<ExprError>,
}

/// One row of a list of items. Texts are cleaned for one line, not laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemRow {
    /// The item.
    pub id: ItemId,
    /// Its title; never empty: the first words of the text, or the address, stand in.
    pub title: String,
    /// The direction in which the title is shown, after the correction for its own letters.
    pub title_direction: Direction,
    /// The direction of the item, which decides the order of columns in a list of one feed.
    pub direction: Direction,
    /// The authors' names.
    pub author: Option<String>,
    /// Its page.
    pub link: Option<String>,
    /// The date it is sorted by and shows: published, else updated, else arrived; never in the future.
    pub date: Timestamp,
    /// Whether it counts as read.
    pub read: bool,
    /// When its title or text last changed, until it is read after that.
    pub updated: Option<Timestamp>,
    /// Whether it is starred.
    pub starred: bool,
    /// Whether its title tried to override the direction of its letters, which is not obeyed.
    pub overrides: bool,
}

/// One subscription in the list of feeds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeedRow {
    /// The subscription.
    pub id: FeedId,
    /// The title to show: the user's, else the publisher's, else the address. Cleaned for one line.
    pub title: String,
    /// The direction in which the title is shown, after the correction for its own letters.
    pub title_direction: Direction,
    /// The direction of the feed.
    pub direction: Direction,
    /// What the user chose for it.
    pub choice: DirectionChoice,
    /// The address.
    pub url: String,
    /// Its folder.
    pub folder: Option<FolderPath>,
    /// Items not read.
    pub unread: u32,
    /// Items kept.
    pub total: u32,
    /// Items with a star.
    pub starred: u32,
    /// How it does.
    pub state: FeedState,
}

/// How a feed does, for its mark in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FeedState {
    /// It was never asked.
    #[default]
    New,
    /// It answered.
    Fine,
    /// It is being asked at this moment.
    Checking,
    /// It failed the last time.
    Failing,
    /// It is gone for good.
    Gone,
    /// The user does not want it checked.
    Never,
}

/// How an article is to be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Columns at hand, at least 1.
    pub width: usize,
    /// Whether Arabic letters are joined by us.
    pub shaping: Shaping,
    /// The direction for this once; [`DirectionChoice::Auto`] for the one that the item has.
    pub direction: DirectionChoice,
}

/// An item laid out to be read.
#[derive(Clone, Debug)]
pub struct Article {
    /// What its list shows of it.
    pub row: ItemRow,
    /// The title of its feed, for one line.
    pub feed_title: String,
    /// Heading, byline and text, with their links.
    pub laid: Laid,
    /// Files attached.
    pub enclosures: Vec<crate::model::Enclosure>,
}

/// Everything known about one feed.
#[derive(Clone, Debug)]
pub struct Health {
    /// What the list shows of it.
    pub row: FeedRow,
    /// The user's settings.
    pub subscription: Subscription,
    /// The publisher's words; `None` before the first answer.
    pub feed: Option<Feed>,
    /// What was observed.
    pub check: CheckState,
    /// The next check and its reason.
    pub next: Explanation,
    /// What had to be repaired in the last document, as words.
    pub repairs: Vec<String>,
    /// Whether nothing new came for much longer than is usual with it.
    pub silent: bool,
}
