//! One item: what feed-rs is told of it, and what it would drop.

use crate::feed::identity::Source;
use crate::feed::plain::{PlainItem, PlainText};
use crate::feed::repair::namespace::Ns;
use crate::feed::repair::node::Node;
use crate::feed::repair::structure::Entry;
use crate::feed::repair::{Repairs, words};
use crate::feed::title::{self, Kind};
use crate::feed::{address, dates, person};
use crate::model::{Direction, Enclosure, Format, Markup, Person};
use crate::time::Timestamp;

use super::body::keep_title;
use super::dated::{Dates, Kind as When};
use super::frame::Frame;
use super::link::{self, Link};
use super::{ItemExtra, body, direction, media};

/// Reads an item in its frame.
pub(in crate::feed) fn item<'a>(
    entry: &Entry<'a>,
    outer: &Frame,
    now: Timestamp,
    repairs: &mut Repairs,
) -> (PlainItem<'a>, ItemExtra) {
    let mut reading = Reading { frame: outer.within(&entry.element), now, ..Reading::default() };
    for node in &entry.nodes {
        reading.node(node);
    }
    if reading.dates.has_bad {
        repairs.add(words::UNREADABLE_DATE);
    }
    reading.finish(entry)
}

/// A text with the frame that holds for it, where its element has one of its own.
type Framed<'a> = Option<(PlainText<'a>, Option<Frame>)>;

#[derive(Default)]
struct Reading<'a> {
    frame: Frame,
    now: Timestamp,
    title: Option<String>,
    second_title: Option<String>,
    title_frame: Option<Frame>,
    guid: Option<String>,
    permalink: Option<String>,
    /// The guid as an address, whether or not it can be one.
    claimed: Option<String>,
    links: Vec<Link>,
    dates: Dates,
    content: Framed<'a>,
    summary: Framed<'a>,
    teaser: Framed<'a>,
    authors: Vec<Person>,
    second_authors: Vec<Person>,
    categories: Vec<String>,
    language: Option<String>,
    duration: Option<u64>,
    extra: ItemExtra,
}

impl<'a> Reading<'a> {
    fn node(&mut self, node: &Node<'a>) {
        match node.ns {
            Ns::Core => self.core(node),
            Ns::Dc | Ns::DcTerms => self.dublin_core(node),
            Ns::Content if node.name == "encoded" => self.keep_content(node),
            Ns::Xhtml if matches!(node.name.as_ref(), "body" | "div") => self.keep_content(node),
            Ns::Itunes => self.itunes(node),
            Ns::Media if node.name == "title" => keep_title(&mut self.second_title, node, Format::Rss),
            Ns::Media if matches!(node.name.as_ref(), "description" | "text") => self.keep_teaser(node),
            _ => {}
        }
    }

    fn core(&mut self, node: &Node<'a>) {
        match node.name.as_ref() {
            "title" if self.title.is_none() => {
                keep_title(&mut self.title, node, self.frame.format);
                self.title_frame = if self.title.is_some() { self.own_frame(node) } else { None };
            }
            "link" => self.link(node),
            "guid" | "id" => self.guid(node),
            "pubdate" | "published" | "issued" => self.date(node, When::Published),
            "updated" | "modified" | "lastbuilddate" => self.date(node, When::Updated),
            "created" => self.date(node, When::Created),
            "date" => self.date(node, When::Plain),
            "content" | "encoded" | "body" | "fulltext" => self.content_or_file(node),
            "description" | "summary" | "abstract" => self.keep_summary(node),
            "author" => self.authors.extend(person::of_node(node)),
            "category" => self.category(node),
            "enclosure" => {
                let file = media::enclosure(node, &self.frame.base);
                self.keep_file(file);
            }
            "comments" => {
                let found = Link::of(node, &self.frame.base);
                self.extra.comments = self.extra.comments.take().or(found.map(|link| link.address));
            }
            "source" => self.source(node),
            "language" => self.language = node.text().or(self.language.take()),
            _ => {}
        }
    }

    fn dublin_core(&mut self, node: &Node<'a>) {
        match node.name.as_ref() {
            "date" => self.date(node, When::Plain),
            "issued" | "available" => self.date(node, When::Published),
            "modified" => self.date(node, When::Updated),
            "created" => self.date(node, When::Created),
            "creator" | "author" => {
                let found = person::of_node(node);
                self.second_authors.extend(found);
            }
            "subject" => self.keep_category(node.text()),
            "language" => self.language = node.text().or(self.language.take()),
            "title" => keep_title(&mut self.second_title, node, Format::Rss),
            "description" | "abstract" => self.keep_teaser(node),
            "identifier" if self.guid.is_none() => self.guid = node.text(),
            _ => {}
        }
    }

    fn itunes(&mut self, node: &Node<'a>) {
        match node.name.as_ref() {
            "title" => keep_title(&mut self.second_title, node, Format::Rss),
            "summary" | "subtitle" => self.keep_teaser(node),
            "author" if self.second_authors.is_empty() => self.second_authors.extend(person::of_node(node)),
            "duration" => self.duration = node.text().and_then(|text| media::seconds(&text)),
            _ => {}
        }
    }

    fn link(&mut self, node: &Node<'a>) {
        let Some(link) = Link::of(node, &self.frame.base) else {
            if node.word("rel").is_some_and(|rel| link::role(&rel) == "enclosure") {
                self.keep_file(media::without_address(node));
            }
            return;
        };
        match link.rel.as_str() {
            "enclosure" => self.extra.enclosures.push(media::linked(&link)),
            "replies" if self.extra.comments.is_none() => self.extra.comments = Some(link.address),
            _ => self.links.push(link),
        }
    }

    /// A guid is the item's address as well, unless it says otherwise (RSS 2.0, `isPermaLink`); so is an Atom id that
    /// looks like one, where the entry has no link.
    fn guid(&mut self, node: &Node<'a>) {
        let Some(guid) = node.text() else { return };
        let denied = node.word("ispermalink").is_some_and(|word| !word.eq_ignore_ascii_case("true"));
        if !denied {
            self.claimed.get_or_insert_with(|| guid.clone());
            if address::is_web(&guid) {
                self.permalink.get_or_insert_with(|| guid.clone());
            }
        }
        self.guid.get_or_insert(guid);
    }

    fn date(&mut self, node: &Node<'a>, kind: When) {
        if let Some(text) = node.text() {
            self.dates.take(kind, &text, self.now);
        }
    }

    /// A file without an address can't be fetched, but the document states it.
    fn keep_file(&mut self, file: Enclosure) {
        let files = if file.url.is_empty() {
            &mut self.extra.stated.files_without_address
        } else {
            &mut self.extra.enclosures
        };
        files.push(file);
    }

    /// Atom content elsewhere is a page or a file.
    fn content_or_file(&mut self, node: &Node<'a>) {
        let Some(written) = node.word("src") else {
            self.keep_content(node);
            return;
        };
        let media_type = node.word("type");
        let is_page =
            media_type.as_deref().is_none_or(|kind| kind.contains("html") || kind.starts_with("text"));
        let Some(url) = self.frame.base.within(node.base().as_deref()).resolve(&written) else { return };
        if is_page {
            self.permalink.get_or_insert(url);
        } else if !self.extra.enclosures.iter().any(|file| file.url == url) {
            self.extra.enclosures.push(Enclosure { url, media_type, ..Enclosure::default() });
        }
    }

    /// The fullest text wins: of several the first HTML, else the first.
    fn keep_content(&mut self, node: &Node<'a>) {
        let better = self.content.as_ref().is_none_or(|(kept, _)| kept.markup == Markup::Plain);
        if better && let Some(text) = body::text(node, self.frame.format) {
            let improves = self.content.is_none() || text.markup == Markup::Html;
            if improves {
                let frame = self.own_frame(node);
                if let Some(former) = self.content.replace((text, frame)) {
                    self.teaser.get_or_insert(former);
                }
            }
        }
    }

    fn keep_summary(&mut self, node: &Node<'a>) {
        if self.summary.is_none() {
            self.summary = body::text(node, self.frame.format).map(|text| (text, self.own_frame(node)));
        }
    }

    fn keep_teaser(&mut self, node: &Node<'a>) {
        if self.teaser.is_none() {
            self.teaser = body::text(node, Format::Rss).map(|text| (text, self.own_frame(node)));
        }
    }

    fn own_frame(&self, node: &Node<'a>) -> Option<Frame> {
        node.has_attributes().then(|| self.frame.within(node))
    }

    fn category(&mut self, node: &Node<'a>) {
        let stated = if node.has_attributes() {
            ["label", "term", "text"].iter().find_map(|name| node.word(name))
        } else {
            None
        };
        self.keep_category(node.text().or(stated));
    }

    fn keep_category(&mut self, text: Option<String>) {
        let name = text.map(|text| title::plain(&text, Kind::Unknown)).filter(|name| !name.is_empty());
        if let Some(name) = name
            && self.categories.len() < MAX_CATEGORIES
            && !self.categories.contains(&name)
        {
            self.categories.push(name);
        }
    }

    /// RSS has the address in an attribute and the title inside, Atom has elements.
    fn source(&mut self, node: &Node<'a>) {
        let children = node.children();
        let inner = |name: &str| children.iter().find(|child| child.name == name);
        let found = if let Some(url) = node.word("url") {
            let title = node.text().map(|text| title::plain(&text, Kind::Unknown));
            (title, self.frame.base.resolve(&url))
        } else {
            let title = inner("title").map(|child| title::plain(&child.captured().text, Kind::Html));
            let links: Vec<Link> = children
                .iter()
                .filter(|child| child.name == "link")
                .filter_map(|child| Link::of(child, &self.frame.base))
                .collect();
            let own = links.iter().find(|link| link.rel == "self").or_else(|| link::page(&links));
            (title, own.map(|link| link.address.clone()))
        };
        if found != (None, None) {
            self.extra.source = Some(found);
        }
        if self.authors.is_empty() && self.second_authors.is_empty() {
            self.second_authors.extend(inner("author").and_then(person::of_node));
        }
    }

    fn finish(mut self, entry: &Entry<'a>) -> (PlainItem<'a>, ItemExtra) {
        let about = entry.element.word("about");
        let written = self.written_link(entry, about.as_deref());
        let link = self.page(entry, about.as_deref());
        self.extra.media = media::media(&entry.nodes, &self.frame.base);
        if let ([only], Some(duration)) = (self.extra.enclosures.as_mut_slice(), self.duration) {
            only.duration_seconds.get_or_insert(duration);
        }
        let guid = self.guid.take().or(about);
        self.extra.source_of_identity = Source { guid: guid.clone(), link: written };
        if self.summary.is_none() {
            self.summary = self.teaser.take();
        }
        self.place_language(entry);
        self.extra.direction = self.direction(entry);
        self.place_base(link.as_deref());
        self.extra.stated.link = self.stated_link(entry).or_else(|| link.clone());
        self.extra.link = link;
        let lastmod = || dates::parse(&entry.element.word("lastmod")?, self.now);
        self.extra.published = self.dates.meant.published();
        self.extra.updated = self.dates.meant.updated().or_else(lastmod);
        self.extra.stated.published = self.dates.stated.published();
        self.extra.stated.updated = self.dates.stated.updated().or(self.extra.updated);
        let of_file = self.extra.enclosures.iter().find_map(|file| file.title.clone());
        let title = self.title.take().or(self.second_title.take()).or(of_file);
        let authors = if self.authors.is_empty() { self.second_authors } else { self.authors };
        let item = PlainItem {
            id: guid,
            title,
            authors: unique(authors),
            categories: self.categories,
            content: self.content.map(|(text, _)| text),
            summary: self.summary.map(|(text, _)| text),
        };
        (item, self.extra)
    }

    /// The link as the document has it, for the identity.
    fn written_link(&self, entry: &Entry<'a>, about: Option<&str>) -> Option<String> {
        let stated = link::page_of_item(&self.links).map(|link| link.written.clone());
        stated
            .or_else(|| entry.element.word("href"))
            .or_else(|| self.permalink.clone())
            .or_else(|| about.map(str::to_owned))
    }

    /// The link, else the guid if it claims to be one, whatever it is (RSS 2.0, `isPermaLink`).
    fn stated_link(&self, entry: &Entry<'a>) -> Option<String> {
        let stated = link::page_of_item(&self.links).map(|link| link.address.clone());
        stated
            .or_else(|| self.frame.base.resolve(&entry.element.word("href")?))
            .or_else(|| self.frame.base.resolve(self.claimed.as_deref()?))
    }

    fn page(&self, entry: &Entry<'a>, about: Option<&str>) -> Option<String> {
        let stated = link::page_of_item(&self.links).map(|link| link.address.clone());
        stated
            .or_else(|| self.frame.base.resolve(&entry.element.word("href")?))
            .or_else(|| self.frame.base.resolve(self.permalink.as_deref()?))
            .or_else(|| {
                about.filter(|about| address::is_web(about)).and_then(|about| self.frame.base.resolve(about))
            })
            .and_then(address::page)
    }

    /// The item's own tag, else `dc:language`, else that of its texts, else what is around it.
    fn place_language(&mut self, entry: &Entry<'a>) {
        let own = entry.element.language().filter(|language| !language.is_empty());
        let framed =
            |text: &Framed<'a>| text.as_ref().and_then(|(_, frame)| frame.as_ref()?.language.clone());
        let of_content = framed(&self.content).or_else(|| framed(&self.summary));
        let of_title = self.title_frame.as_ref().and_then(|frame| frame.language.clone());
        let inner = |language: Option<String>| {
            language.filter(|language| Some(language) != self.frame.language.as_ref())
        };
        let language = own
            .or(self.language.take())
            .or_else(|| inner(of_content.clone()))
            .or_else(|| inner(of_title))
            .or_else(|| self.frame.language.clone());
        self.extra.content_language = of_content.filter(|found| Some(found) != language.as_ref());
        self.extra.language = language;
    }

    fn direction(&self, entry: &Entry<'a>) -> Option<Direction> {
        let of_root = |text: &Framed<'a>| {
            let (text, _) = text.as_ref()?;
            if text.markup == Markup::Html { direction::of_markup(&text.text) } else { None }
        };
        let of_attribute = |frame: Option<&Frame>| {
            frame.and_then(|frame| frame.direction).filter(|found| Some(*found) != self.frame.direction)
        };
        of_attribute(self.content.as_ref().and_then(|(_, frame)| frame.as_ref()))
            .or_else(|| of_root(&self.content))
            .or_else(|| direction::of_element(&entry.element))
            .or_else(|| of_attribute(self.summary.as_ref().and_then(|(_, frame)| frame.as_ref())))
            .or_else(|| of_root(&self.summary))
            .or_else(|| of_attribute(self.title_frame.as_ref()))
    }

    /// A stated base holds; otherwise addresses in a text are relative to the item's page.
    fn place_base(&mut self, link: Option<&str>) {
        let own = self.content.as_ref().or(self.summary.as_ref()).and_then(|(_, frame)| frame.as_ref());
        let frame = own.unwrap_or(&self.frame);
        let page = link.filter(|link| address::is_web(link)).map(str::to_owned);
        let base = frame.base.address();
        self.extra.content_base = if frame.states_base { base.or(page) } else { page.or(base) };
    }
}

/// The most categories of an item that are kept.
const MAX_CATEGORIES: usize = 200;

fn unique(persons: Vec<Person>) -> Vec<Person> {
    let mut found: Vec<Person> = Vec::new();
    for person in persons {
        if !found.contains(&person) && found.len() < MAX_AUTHORS {
            found.push(person);
        }
    }
    found
}

/// The most authors of an item that are kept.
const MAX_AUTHORS: usize = 100;
