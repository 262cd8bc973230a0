//! What expressions can ask about an item. What is costly, its text above all, is fetched when it is asked for.

use std::cell::OnceCell;

use crate::expr::{Facts, Flag, MediaWord, MomentField, NumberField, TextField, Via};
use crate::html;
use crate::http;
use crate::model::{Item, Markup, MediaKind};
use crate::store::{FeedRecord, Head, Store};
use crate::time::Timestamp;

/// What expressions can ask about a feed.
#[derive(Clone, Debug, Default)]
pub(super) struct FeedFacts {
    title: String,
    url: String,
    folder: Option<String>,
    language: Option<String>,
}

impl FeedFacts {
    /// Those of a subscription.
    pub(super) fn of(record: &FeedRecord) -> Self {
        let (subscription, feed) = (&record.subscription, record.feed.as_ref());
        let published = |value: fn(&crate::model::Feed) -> Option<String>| feed.and_then(value);
        Self {
            title: subscription.title.clone().or(published(|feed| feed.title.clone())).unwrap_or_default(),
            url: subscription.url.clone(),
            folder: subscription.folder.as_ref().map(ToString::to_string),
            language: subscription.language.clone().or(published(|feed| feed.language.clone())),
        }
    }
}

/// A stored item.
#[derive(Debug)]
pub(super) struct ItemFacts<'a> {
    store: &'a Store,
    head: &'a Head,
    feed: &'a FeedFacts,
    item: OnceCell<Option<Item>>,
    text: OnceCell<String>,
}

impl<'a> ItemFacts<'a> {
    /// The item of a head.
    pub(super) fn new(store: &'a Store, head: &'a Head, feed: &'a FeedFacts) -> Self {
        Self { store, head, feed, item: OnceCell::new(), text: OnceCell::new() }
    }

    fn item(&self) -> Option<&Item> {
        // An item that can't be read is told when it is opened; here it has no text.
        let read = || self.store.item(self.head.id).ok().flatten().map(|(item, _)| item);
        self.item.get_or_init(read).as_ref()
    }

    fn text(&self) -> &str {
        self.text.get_or_init(|| self.item().map(plain).unwrap_or_default())
    }

    fn media(&self) -> impl Iterator<Item = (MediaKind, Option<&str>)> {
        self.item().into_iter().flat_map(|item| {
            let media = item.media.iter().map(|media| (media.kind, media.media_type.as_deref()));
            let enclosures = item.enclosures.iter().map(|one| (MediaKind::Other, one.media_type.as_deref()));
            media.chain(enclosures)
        })
    }
}

impl Facts for ItemFacts<'_> {
    fn texts(&self, field: TextField, found: &mut dyn FnMut(&str) -> bool) -> bool {
        let head = self.head;
        let labels = || head.status.tags.iter().map(String::as_str);
        match field {
            TextField::Title => head.title.iter().any(|title| found(title)),
            TextField::Text => found(self.text()),
            TextField::Html => self.item().is_some_and(|item| {
                [&item.content, &item.summary].into_iter().flatten().any(|content| found(&content.text))
            }),
            TextField::Link => head.link.iter().any(|link| found(link)),
            TextField::Host => head.link.as_deref().and_then(http::host).is_some_and(|host| found(&host)),
            // Each name is one text: the head has them joined.
            TextField::Author => {
                head.author.is_some()
                    && self.item().is_some_and(|item| {
                        item.authors.iter().filter_map(|person| person.display()).any(found)
                    })
            }
            TextField::Tag => {
                labels().any(&mut *found)
                    || self.item().is_some_and(|item| item.categories.iter().any(|word| found(word)))
            }
            TextField::Label => labels().any(found),
            TextField::Feed => found(&self.feed.title) || found(&self.feed.url),
            TextField::Folder => self.feed.folder.iter().any(|folder| found(folder)),
            TextField::Lang => head.language.as_deref().or(self.feed.language.as_deref()).is_some_and(found),
            TextField::Id => found(&head.id.to_string()),
        }
    }

    fn number(&self, field: NumberField) -> Option<i64> {
        let count = |number: usize| i64::try_from(number).ok();
        match field {
            NumberField::Words => count(self.text().split_whitespace().count()),
            NumberField::Size => {
                let sizes = self.item()?.enclosures.iter().filter_map(|one| one.length);
                sizes.max().and_then(|size| i64::try_from(size).ok())
            }
            NumberField::Score => Some(0),
        }
    }

    fn moment(&self, field: MomentField) -> Option<Timestamp> {
        match field {
            MomentField::Date => Some(self.head.date),
            MomentField::Updated => self.item()?.updated,
            MomentField::Seen => Some(self.head.status.arrived),
        }
    }

    fn flag(&self, flag: Flag) -> bool {
        match flag {
            Flag::Read => self.head.status.read,
            Flag::Star => self.head.status.starred,
        }
    }

    fn has_media(&self, word: MediaWord) -> bool {
        let (kind, start) = match word {
            MediaWord::Image => (MediaKind::Image, "image/"),
            MediaWord::Audio => (MediaKind::Audio, "audio/"),
            MediaWord::Video => (MediaKind::Video, "video/"),
        };
        self.media()
            .any(|(own, stated)| own == kind || stated.is_some_and(|stated| stated.starts_with(start)))
    }

    fn via(&self) -> Option<Via> {
        Some(Via::Poll)
    }
}

/// The text of an item without markup: content and summary.
pub(super) fn plain(item: &Item) -> String {
    let texts = [&item.content, &item.summary].into_iter().flatten().map(|content| match content.markup {
        Markup::Html => html::to_plain(&content.text),
        Markup::Plain => content.text.clone(),
    });
    texts.collect::<Vec<_>>().join("\n")
}
