//! Writes OPML 2.0.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::settings::{self, NAMESPACE};
use crate::model::{DirectionChoice, FolderPath, Subscription};

/// What is written for one subscription: the settings and the publisher's own words beside them.
#[derive(Clone, Debug)]
pub struct Written<'a> {
    /// The subscription.
    pub subscription: &'a Subscription,
    /// The title to write: the user's, else the publisher's.
    pub title: &'a str,
    /// The page.
    pub page: Option<&'a str>,
}

/// A folder with what lies in it, in the order in which it came.
#[derive(Default)]
struct Folder<'a> {
    parts: Vec<Part<'a>>,
    /// Where each inner folder is.
    inner: BTreeMap<&'a str, usize>,
}

enum Part<'a> {
    Feed(&'a Written<'a>),
    Folder(&'a str, Folder<'a>),
}

/// Writes OPML 2.0 with folders as nested outlines and our settings in `hudhud:` attributes.
#[must_use]
pub fn write(title: &str, feeds: &[Written<'_>]) -> String {
    let mut root = Folder::default();
    for feed in feeds {
        let names = feed.subscription.folder.as_ref().map(FolderPath::names).unwrap_or_default();
        root.add(names, feed);
    }
    let spaces = namespaces(feeds);
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opml version=\"2.0\"");
    attribute(&mut out, "xmlns:hudhud", NAMESPACE);
    for (prefix, space) in &spaces {
        attribute(&mut out, &format!("xmlns:{prefix}"), space);
    }
    out.push_str(">\n  <head>\n    <title>");
    out.push_str(&escaped(title));
    out.push_str("</title>\n  </head>\n  <body>\n");
    root.write(&mut out, 2, &spaces);
    out.push_str("  </body>\n</opml>\n");
    out
}

impl<'a> Folder<'a> {
    fn add(&mut self, names: &'a [String], feed: &'a Written<'a>) {
        let mut at = self;
        for name in names {
            let next = at.parts.len();
            let index = *at.inner.entry(name).or_insert(next);
            if index == next {
                at.parts.push(Part::Folder(name, Folder::default()));
            }
            match &mut at.parts[index] {
                Part::Folder(_, inner) => at = inner,
                Part::Feed(_) => return,
            }
        }
        at.parts.push(Part::Feed(feed));
    }

    fn write(&self, out: &mut String, depth: usize, spaces: &BTreeMap<String, String>) {
        for part in &self.parts {
            out.extend(std::iter::repeat_n("  ", depth));
            match part {
                Part::Feed(feed) => outline(out, feed, spaces),
                Part::Folder(name, folder) => {
                    out.push_str("<outline");
                    attribute(out, "text", name);
                    attribute(out, "title", name);
                    out.push_str(">\n");
                    folder.write(out, depth + 1, spaces);
                    out.extend(std::iter::repeat_n("  ", depth));
                    out.push_str("</outline>\n");
                }
            }
        }
    }
}

fn outline(out: &mut String, feed: &Written<'_>, spaces: &BTreeMap<String, String>) {
    let subscription = feed.subscription;
    let (categories, tags) = settings::written_tags(&subscription.tags);
    out.push_str("<outline type=\"rss\"");
    attribute(out, "text", feed.title);
    attribute(out, "title", feed.title);
    attribute(out, "xmlUrl", &subscription.url);
    let direction = Some(subscription.direction).filter(|choice| *choice != DirectionChoice::Auto);
    for (name, value) in [
        ("htmlUrl", feed.page.map(str::to_owned)),
        ("category", Some(categories).filter(|categories| !categories.is_empty())),
        ("hudhud:tags", tags),
        ("hudhud:direction", direction.map(|choice| choice.word().to_owned())),
        ("hudhud:language", subscription.language.clone()),
        ("hudhud:charset", subscription.charset.clone()),
        ("hudhud:interval", settings::written_interval(subscription.interval)),
        ("hudhud:retention", settings::written_retention(subscription.retention)),
    ] {
        if let Some(value) = value {
            attribute(out, name, &value);
        }
    }
    for (name, value) in &subscription.extra {
        let hoisted = name.strip_prefix("xmlns:").is_some_and(|prefix| spaces.get(prefix) == Some(value));
        if settings::is_name(name) && !hoisted {
            attribute(out, name, value);
        }
    }
    out.push_str("/>\n");
}

/// The namespaces that kept attributes need, once at the top. A prefix that none declared gets one of its own, since
/// the document would be no XML without it.
fn namespaces(feeds: &[Written<'_>]) -> BTreeMap<String, String> {
    let mut spaces = BTreeMap::new();
    let extra = || feeds.iter().flat_map(|feed| &feed.subscription.extra);
    for (name, space) in extra() {
        if let Some(prefix) =
            name.strip_prefix("xmlns:").filter(|prefix| *prefix != "hudhud" && !space.is_empty())
        {
            spaces.entry(prefix.to_owned()).or_insert_with(|| space.clone());
        }
    }
    for (name, _) in extra() {
        if let Some((prefix, _)) =
            name.split_once(':').filter(|(prefix, _)| !matches!(*prefix, "xmlns" | "xml" | "hudhud"))
        {
            spaces.entry(prefix.to_owned()).or_insert_with(|| format!("{NAMESPACE}/unknown/{prefix}"));
        }
    }
    spaces
}

fn attribute(out: &mut String, name: &str, value: &str) {
    // Writing to a string can't fail.
    let _ = write!(out, " {name}=\"{}\"", escaped(value));
}

/// A text as XML 1.0 can hold it: line breaks in attributes as references, controls left out (section 2.2).
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\t' => out.push_str("&#9;"),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            letter => out.push(letter),
        }
    }
    out
}
