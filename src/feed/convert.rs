//! From feed-rs's model to ours, with the side table joined by position.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::model::{Content, Feed, Item, ItemKey, Markup, Person};
use crate::time::Timestamp;

use super::ParseError;
use super::extra::{FeedExtra, ItemExtra};
use super::plain::NO_NAME;

/// Has feed-rs read the plain document and joins what it says with the side table.
///
/// The document holds nothing that feed-rs is known to stumble over; should it panic all the same, that is an error
/// of this one feed.
pub(super) fn convert(
    document: &str,
    feed: FeedExtra,
    items: Vec<ItemExtra>,
) -> Result<(Feed, Vec<Item>), ParseError> {
    let parser = feed_rs::parser::Builder::new()
        .sanitize_content(false)
        // The default invents a random name at each reading.
        .id_generator(|_, _, _| String::new())
        .build();
    let read = catch_unwind(AssertUnwindSafe(|| parser.parse(document.as_bytes())))
        .map_err(|_| ParseError::Broken("the reader gave up".to_owned()))?
        .map_err(|error| ParseError::Broken(error.to_string()))?;
    if read.entries.len() != items.len() {
        return Err(ParseError::Broken("items were lost on the way".to_owned()));
    }
    let entries = read.entries.into_iter().zip(items).map(|(entry, extra)| item(entry, extra)).collect();
    let head = feed_rs::model::Feed { entries: Vec::new(), ..read };
    Ok((joined(head, feed), entries))
}

fn joined(read: feed_rs::model::Feed, extra: FeedExtra) -> Feed {
    Feed {
        format: extra.format,
        title: read.title.and_then(|text| filled(text.content)),
        link: extra.link,
        description: read.description.and_then(|text| filled(text.content)),
        language: extra.language,
        direction: extra.direction,
        self_link: extra.self_link,
        icon: read.icon.map(|image| image.uri),
        authors: read.authors.into_iter().map(person).collect(),
        generator: read.generator.and_then(|generator| filled(generator.content)),
        updated: read.updated.map(|date| Timestamp::from_millis(date.timestamp_millis())),
        ttl: extra.ttl,
        update_period: extra.update_period,
        skip_hours: extra.skip_hours,
        skip_days: extra.skip_days,
        hubs: extra.hubs,
        cloud: extra.cloud,
        complete: extra.complete,
        previous_archive: extra.previous_archive,
        next_page: extra.next_page,
        new_address: extra.new_address,
        expired: extra.expired,
    }
}

fn item(entry: feed_rs::model::Entry, extra: ItemExtra) -> Item {
    let (base, language) = (extra.content_base, extra.content_language);
    let content = entry.content.and_then(|content| {
        let markup = markup(content.content_type.subty().as_str());
        Some(Content { text: content.body?, markup, base: base.clone(), language: language.clone() })
    });
    let summary = entry.summary.map(|text| {
        let markup = markup(text.content_type.subty().as_str());
        Content { text: text.content, markup, base, language }
    });
    Item {
        guid: extra.source_of_identity.guid,
        title: entry.title.and_then(|text| filled(text.content)),
        // feed-rs writes addresses anew.
        link: extra.link,
        authors: entry.authors.into_iter().map(person).collect(),
        published: extra.published,
        updated: extra.updated,
        categories: entry.categories.into_iter().map(|category| category.term).collect(),
        language: extra.language,
        direction: extra.direction,
        content,
        summary,
        enclosures: extra.enclosures,
        media: extra.media,
        comments: extra.comments,
        source: extra.source,
        ..Item::new(ItemKey(0), String::new())
    }
}

fn markup(subtype: &str) -> Markup {
    if subtype == "plain" { Markup::Plain } else { Markup::Html }
}

fn person(read: feed_rs::model::Person) -> Person {
    Person { name: read.name.filter(|name| name != NO_NAME), email: read.email, url: read.uri }
}

fn filled(text: String) -> Option<String> {
    (!text.is_empty()).then_some(text)
}
