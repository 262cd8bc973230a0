//! JSON Feed repaired: its syntax as far as it goes, its types by what they must mean.

use std::borrow::Cow;

use serde_json::Value;

use super::{Repairs, words};
use crate::feed::address::{self, Base};
use crate::feed::extra::{self, FeedExtra, ItemExtra};
use crate::feed::identity::Source;
use crate::feed::plain::{PlainFeed, PlainItem, PlainText};
use crate::feed::title::{self, Kind};
use crate::feed::{Stated, dates, person};
use crate::model::{Enclosure, Format, Hub, Markup, Media, MediaKind, Person};
use crate::time::Timestamp;

use super::structure::MAX_ITEMS;

mod syntax;

/// A JSON Feed in the form that is handed on.
pub(in crate::feed) struct JsonFeed {
    pub(in crate::feed) feed: PlainFeed,
    pub(in crate::feed) extra: FeedExtra,
    pub(in crate::feed) items: Vec<(PlainItem<'static>, ItemExtra)>,
}

/// Reads a JSON Feed of any version; `None` if the text is no feed.
pub(in crate::feed) fn read(
    text: &str,
    address: Option<&str>,
    now: Timestamp,
    repairs: &mut Repairs,
) -> Option<JsonFeed> {
    let value = syntax::parse(text, repairs)?;
    let list = [value];
    let object = match &list[0] {
        Value::Object(object) => object,
        // Items alone, without the feed around them.
        Value::Array(items) if items.iter().any(is_item) => {
            repairs.add(words::JSON_TYPES);
            return Some(Reading { base: Base::of(address), now, repairs }.items_alone(items));
        }
        _ => return None,
    };
    let version = object.get("version").and_then(Value::as_str).unwrap_or_default();
    let items = object.get("items");
    let is_feed = version.contains("jsonfeed.org")
        || items.is_some_and(Value::is_array) && object.contains_key("title")
        || items.and_then(Value::as_array).is_some_and(|items| items.iter().any(is_item));
    is_feed.then(|| Reading { base: Base::of(address), now, repairs }.feed(&list[0]))
}

fn is_item(value: &Value) -> bool {
    ["content_html", "content_text", "url", "date_published"].iter().any(|key| value.get(key).is_some())
}

struct Reading<'r> {
    base: Base,
    now: Timestamp,
    repairs: &'r mut Repairs,
}

impl Reading<'_> {
    fn items_alone(mut self, items: &[Value]) -> JsonFeed {
        let items = self.items(items, None, &[]);
        JsonFeed {
            feed: PlainFeed::default(),
            extra: FeedExtra { format: Format::Json, ..FeedExtra::default() },
            items,
        }
    }

    fn feed(mut self, feed: &Value) -> JsonFeed {
        let authors = self.authors(feed);
        let language = self.text(feed, "language");
        let extra = FeedExtra {
            format: Format::Json,
            link: self.address(feed, "home_page_url").and_then(address::page),
            language: language.clone(),
            self_link: self.address(feed, "feed_url"),
            hubs: self.hubs(feed),
            next_page: self.address(feed, "next_url"),
            expired: feed.get("expired") == Some(&Value::Bool(true)),
            ..FeedExtra::default()
        };
        let head = PlainFeed {
            title: self.title(feed, "title"),
            description: self.title(feed, "description"),
            icon: self.address(feed, "icon").or_else(|| self.address(feed, "favicon")),
            authors: authors.clone(),
            ..PlainFeed::default()
        };
        let list = match feed.get("items") {
            Some(Value::Array(items)) => items.as_slice(),
            Some(Value::Object(_)) => std::slice::from_ref(&feed["items"]),
            _ => &[],
        };
        let items = self.items(list, language.as_deref(), &authors);
        JsonFeed { feed: head, extra, items }
    }

    fn items(
        &mut self,
        list: &[Value],
        language: Option<&str>,
        authors: &[Person],
    ) -> Vec<(PlainItem<'static>, ItemExtra)> {
        if list.len() > MAX_ITEMS {
            self.repairs.add(words::TOO_MANY_ITEMS);
        }
        let objects = list.iter().filter(|item| item.is_object()).take(MAX_ITEMS);
        objects.map(|item| self.item(item, language, authors)).collect()
    }

    fn item(
        &mut self,
        item: &Value,
        language: Option<&str>,
        feed_authors: &[Person],
    ) -> (PlainItem<'static>, ItemExtra) {
        let id = self.text(item, "id");
        let written = self.text(item, "url").or_else(|| self.text(item, "external_url"));
        let permalink = id.as_deref().filter(|id| address::is_web(id));
        let link =
            written.as_deref().or(permalink).and_then(|link| self.base.resolve(link)).and_then(address::page);
        let html = self.text(item, "content_html");
        let plain = self.text(item, "content_text");
        let direction = html.as_deref().and_then(extra::of_markup);
        let (content, spare) = match (html, plain) {
            (Some(html), plain) => {
                (text(html, Markup::Html), plain.and_then(|plain| text(plain, Markup::Plain)))
            }
            (None, Some(plain)) => (text(plain, Markup::Plain), None),
            (None, None) => (None, None),
        };
        let summary = self.text(item, "summary").and_then(|summary| text(summary, Markup::Plain)).or(spare);
        let authors = self.authors(item);
        let (stated_published, published) = self.date(item, "date_published");
        let (stated_updated, updated) = self.date(item, "date_modified");
        let extra = ItemExtra {
            source_of_identity: Source { guid: id.clone(), link: written },
            published,
            updated,
            stated: Stated {
                link: link.clone(),
                published: stated_published,
                updated: stated_updated,
                ..Stated::default()
            },
            language: self.text(item, "language").or_else(|| language.map(str::to_owned)),
            direction,
            content_base: link.clone().or_else(|| self.base.address()),
            enclosures: self.attachments(item),
            media: self.pictures(item),
            link,
            ..ItemExtra::default()
        };
        let item = PlainItem {
            id,
            title: self.title(item, "title"),
            authors: if authors.is_empty() { feed_authors.to_vec() } else { authors },
            categories: tags(item),
            content,
            summary,
        };
        (item, extra)
    }

    /// A member as text: numbers and truth values are written out, blanks round it dropped.
    fn text(&mut self, object: &Value, key: &str) -> Option<String> {
        let text = match object.get(key)? {
            Value::String(text) => text.trim().to_owned(),
            Value::Number(number) => {
                self.repairs.add(words::JSON_TYPES);
                number.to_string()
            }
            Value::Bool(truth) => {
                self.repairs.add(words::JSON_TYPES);
                truth.to_string()
            }
            Value::Null => return None,
            Value::Array(_) | Value::Object(_) => {
                self.repairs.add(words::JSON_TYPES);
                return None;
            }
        };
        (!text.is_empty()).then_some(text)
    }

    /// Titles are plain text here; escaped ones are met all the same.
    fn title(&mut self, object: &Value, key: &str) -> Option<String> {
        let text = self.text(object, key)?;
        Some(title::plain(&text, Kind::Unknown)).filter(|title| !title.is_empty())
    }

    fn address(&mut self, object: &Value, key: &str) -> Option<String> {
        let written = self.text(object, key)?;
        self.base.resolve(&written)
    }

    /// A date as stated, and as it can be meant.
    fn date(&mut self, object: &Value, key: &str) -> (Option<Timestamp>, Option<Timestamp>) {
        let Some(text) = self.text(object, key) else { return (None, None) };
        let stated = dates::stated(&text);
        let meant = stated.filter(|date| dates::is_meant(*date, self.now));
        if meant.is_none() {
            self.repairs.add(words::UNREADABLE_DATE);
        }
        (stated, meant)
    }

    /// `authors` (1.1), `author` (1.0); a text in the place of an object, or one object in the place of a list.
    fn authors(&mut self, object: &Value) -> Vec<Person> {
        let found = [object.get("authors"), object.get("author")].into_iter().flatten();
        let one_by_one =
            found.flat_map(|value| value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice));
        let mut authors: Vec<Person> = Vec::new();
        for value in one_by_one.take(MAX_PARTS) {
            let author = match value {
                Value::String(text) => person::of_text(text),
                Value::Object(_) => self.author(value),
                _ => None,
            };
            authors.extend(author.filter(|author| !authors.contains(author)).into_iter().collect::<Vec<_>>());
        }
        authors
    }

    fn author(&mut self, value: &Value) -> Option<Person> {
        let named = self.title(value, "name").and_then(|name| person::of_text(&name)).unwrap_or_default();
        let author = Person { url: self.address(value, "url"), ..named };
        (author != Person::default()).then_some(author)
    }

    fn attachments(&mut self, item: &Value) -> Vec<Enclosure> {
        let list = match item.get("attachments") {
            Some(Value::Array(list)) => list.as_slice(),
            Some(one @ Value::Object(_)) => std::slice::from_ref(one),
            _ => return Vec::new(),
        };
        let read = |file: &Value| {
            Some(Enclosure {
                url: self.address(file, "url")?,
                media_type: self.text(file, "mime_type"),
                length: number(file.get("size_in_bytes")),
                title: self.title(file, "title"),
                duration_seconds: file.get("duration_in_seconds").and_then(|value| match value {
                    Value::String(text) => extra::seconds(text),
                    value => number(Some(value)),
                }),
            })
        };
        list.iter().take(MAX_PARTS).filter_map(read).collect()
    }

    /// The main picture and the banner.
    fn pictures(&mut self, item: &Value) -> Vec<Media> {
        let found = ["image", "banner_image"].map(|key| self.address(item, key));
        let picture = |url| Media {
            url,
            kind: MediaKind::Image,
            media_type: None,
            title: None,
            size: None,
            thumbnail: None,
            duration_seconds: None,
        };
        found.into_iter().flatten().map(picture).collect()
    }

    fn hubs(&mut self, feed: &Value) -> Vec<Hub> {
        let Some(Value::Array(list)) = feed.get("hubs") else { return Vec::new() };
        let read = |hub: &Value| {
            let url = match hub {
                Value::String(url) => self.base.resolve(url)?,
                hub => self.address(hub, "url")?,
            };
            Some(Hub { url, protocol: hub.get("type").and_then(Value::as_str).map(str::to_owned) })
        };
        list.iter().take(16).filter_map(read).collect()
    }
}

/// Tags as a list, or as one text with commas.
fn tags(item: &Value) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    let mut keep = |text: &str| {
        let tag = title::plain(text, Kind::Unknown);
        if !tag.is_empty() && !tags.contains(&tag) && tags.len() < MAX_PARTS {
            tags.push(tag);
        }
    };
    match item.get("tags") {
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).for_each(&mut keep),
        Some(Value::String(text)) => text.split(',').for_each(&mut keep),
        _ => {}
    }
    tags
}

/// The most authors, tags or files of one item that are kept.
const MAX_PARTS: usize = 200;

fn text(text: String, markup: Markup) -> Option<PlainText<'static>> {
    let text = match markup {
        Markup::Html => extra::undo_double_escape(Cow::Owned(text)).into_owned(),
        Markup::Plain => text,
    };
    (!text.trim().is_empty()).then_some(PlainText { text: Cow::Owned(text), markup })
}

/// A size: whole, with a fraction, or as text.
fn number(value: Option<&Value>) -> Option<u64> {
    match value? {
        Value::Number(number) => number.as_u64().or_else(|| {
            let whole = number.as_f64()?.trunc();
            format!("{whole:.0}").parse().ok()
        }),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
