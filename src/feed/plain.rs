//! The plain document that feed-rs is given: Atom 1.0 in UTF-8 with nothing in it that could trouble a reader.

use std::borrow::Cow;

use crate::model::{Markup, Person};
use crate::time::Timestamp;

use super::repair::{entity, xml};

/// A piece of text for an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlainText<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) markup: Markup,
}

/// What feed-rs is told of a feed.
#[derive(Clone, Debug, Default)]
pub(super) struct PlainFeed {
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) icon: Option<String>,
    pub(super) generator: Option<String>,
    pub(super) authors: Vec<Person>,
    pub(super) updated: Option<Timestamp>,
}

/// What feed-rs is told of an item.
#[derive(Clone, Debug, Default)]
pub(super) struct PlainItem<'a> {
    pub(super) id: Option<String>,
    pub(super) title: Option<String>,
    pub(super) authors: Vec<Person>,
    pub(super) categories: Vec<String>,
    pub(super) content: Option<PlainText<'a>>,
    pub(super) summary: Option<PlainText<'a>>,
}

/// Writes the document: items as they come, what is known of the feed at the end (Atom leaves the order free).
#[derive(Debug)]
pub(super) struct Writer {
    out: String,
}

impl Writer {
    /// Starts a document of about `length` bytes.
    pub(super) fn new(length: usize) -> Self {
        let mut out = String::with_capacity(length + length / 8 + 256);
        out.push_str(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n",
        );
        Self { out }
    }

    /// Writes an item.
    pub(super) fn item(&mut self, item: &PlainItem<'_>) {
        self.out.push_str("<entry>");
        self.element("id", item.id.as_deref());
        self.element("title", item.title.as_deref());
        self.persons(&item.authors);
        for category in &item.categories {
            self.out.push_str("<category term=\"");
            self.attribute(category);
            self.out.push_str("\"/>");
        }
        self.text("summary", item.summary.as_ref());
        self.text("content", item.content.as_ref());
        self.out.push_str("</entry>\n");
    }

    /// Writes what is known of the feed and ends the document.
    pub(super) fn finish(mut self, feed: &PlainFeed) -> String {
        self.element("title", feed.title.as_deref());
        self.element("subtitle", feed.description.as_deref());
        self.element("icon", feed.icon.as_deref());
        self.element("generator", feed.generator.as_deref());
        self.persons(&feed.authors);
        self.date("updated", feed.updated);
        self.out.push_str("</feed>\n");
        self.out
    }

    fn element(&mut self, name: &str, text: Option<&str>) {
        if let Some(text) = text {
            self.open(name);
            self.data(text);
            self.end(name);
        }
    }

    fn text(&mut self, name: &str, text: Option<&PlainText<'_>>) {
        if let Some(PlainText { text, markup }) = text {
            self.out.push('<');
            self.out.push_str(name);
            self.out.push_str(match markup {
                Markup::Html => " type=\"html\">",
                Markup::Plain => " type=\"text\">",
            });
            self.data(text);
            self.end(name);
        }
    }

    fn date(&mut self, name: &str, date: Option<Timestamp>) {
        if let Some(date) = date {
            self.open(name);
            self.out.push_str(&date.to_rfc3339());
            self.end(name);
        }
    }

    fn persons(&mut self, persons: &[Person]) {
        for person in persons {
            self.out.push_str("<author>");
            // feed-rs drops a person without a name; `convert` knows an empty one.
            self.element("name", Some(person.name.as_deref().unwrap_or(NO_NAME)));
            self.element("email", person.email.as_deref());
            self.element("uri", person.url.as_deref());
            self.out.push_str("</author>");
        }
    }

    fn open(&mut self, name: &str) {
        self.out.push('<');
        self.out.push_str(name);
        self.out.push('>');
    }

    fn end(&mut self, name: &str) {
        self.out.push_str("</");
        self.out.push_str(name);
        self.out.push('>');
    }

    /// Character data, in a section of its own where it has to be escaped; `]]>` is split between two.
    fn data(&mut self, text: &str) {
        if memchr::memchr3(b'<', b'&', b'>', text.as_bytes()).is_none() {
            self.out.push_str(text);
            return;
        }
        self.out.push_str("<![CDATA[");
        let mut rest = text;
        while let Some(at) = xml::find(rest, "]]>") {
            self.out.push_str(&rest[..at]);
            self.out.push_str("]]]]><![CDATA[>");
            rest = &rest[at + 3..];
        }
        self.out.push_str(rest);
        self.out.push_str("]]>");
    }

    fn attribute(&mut self, text: &str) {
        self.out.push_str(&entity::escape(text));
    }
}

/// Stands for the name of a person who has none.
pub(super) const NO_NAME: &str = "-";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_in_a_text_stays_text() {
        let mut writer = Writer::new(0);
        let text = |text: &'static str| Some(PlainText { text: Cow::Borrowed(text), markup: Markup::Html });
        writer.item(&PlainItem {
            id: Some("a\"<&>".to_owned()),
            title: Some("]]></title><x>".to_owned()),
            categories: vec!["a&\"<".to_owned()],
            content: text("<p>x]]>y</p>"),
            ..PlainItem::default()
        });
        let document = writer.finish(&PlainFeed::default());
        let read = feed_rs::parser::parse(document.as_bytes()).expect("a plain document");
        assert_eq!(read.entries.len(), 1);
        assert_eq!(read.entries[0].id, "a\"<&>");
        assert_eq!(
            read.entries[0].title.as_ref().map(|title| title.content.as_str()),
            Some("]]></title><x>")
        );
        let content = read.entries[0].content.as_ref().and_then(|content| content.body.as_deref());
        assert_eq!(content, Some("<p>x]]>y</p>"));
    }
}
