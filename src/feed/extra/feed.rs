//! The feed itself: what feed-rs is told of it, and what it would drop.

use crate::feed::plain::PlainFeed;
use crate::feed::repair::namespace::Ns;
use crate::feed::repair::node::Node;
use crate::feed::repair::structure::Head;
use crate::feed::title::{self, Kind};
use crate::feed::{address, dates, person};
use crate::model::{Format, Hub, Person};
use crate::time::Timestamp;

use super::body::title_of;
use super::frame::Frame;
use super::link::{self, Link};
use super::{FeedExtra, cloud, rhythm};

/// Reads what stands around the items.
pub(in crate::feed) fn feed(head: &Head<'_>, frame: &Frame, now: Timestamp) -> (PlainFeed, FeedExtra) {
    let mut reading = Reading { frame: frame.clone(), now, ..Reading::default() };
    for node in &head.nodes {
        reading.node(node);
    }
    reading.finish()
}

#[derive(Default)]
struct Reading {
    frame: Frame,
    now: Timestamp,
    title: Option<String>,
    second_title: Option<String>,
    description: Option<String>,
    second_description: Option<String>,
    links: Vec<Link>,
    icons: [Option<String>; 3],
    generator: Option<String>,
    authors: Vec<Person>,
    second_authors: Vec<Person>,
    updated: Option<Timestamp>,
    published: Option<Timestamp>,
    language: Option<String>,
    second_language: Option<String>,
    period: Option<String>,
    frequency: Option<String>,
    extra: FeedExtra,
}

impl Reading {
    fn node(&mut self, node: &Node<'_>) {
        match node.ns {
            Ns::Core => self.core(node),
            Ns::Dc | Ns::DcTerms => self.dublin_core(node),
            Ns::Itunes => self.itunes(node),
            Ns::Sy => match node.name.as_ref() {
                "updateperiod" => self.period = node.text(),
                "updatefrequency" => self.frequency = node.text(),
                _ => {}
            },
            Ns::History if node.name == "complete" => self.extra.complete = true,
            Ns::Source if node.name == "cloud" => {
                let found = node.text().and_then(|text| cloud::of_address(&text));
                self.extra.cloud = self.extra.cloud.take().or(found);
            }
            _ => {}
        }
    }

    fn core(&mut self, node: &Node<'_>) {
        match node.name.as_ref() {
            "title" => keep(&mut self.title, title_of(node, self.frame.format)),
            "description" | "subtitle" | "tagline" => {
                keep(&mut self.description, title_of(node, Format::Rss));
            }
            "link" => self.link(node),
            "language" => self.language = node.text().or(self.language.take()),
            "ttl" => self.extra.ttl = node.text().and_then(|text| rhythm::ttl(&text)),
            "skiphours" => self.extra.skip_hours = rhythm::skip_hours(node),
            "skipdays" => self.extra.skip_days = rhythm::skip_days(node),
            "cloud" => self.extra.cloud = cloud::of_element(node).or(self.extra.cloud.take()),
            "icon" => self.icon(0, node.text()),
            "logo" => self.icon(1, node.text()),
            "image" => self.icon(1, node.child_text("url").or_else(|| node.word("href"))),
            "generator" => {
                let name = node.text().or_else(|| node.word("agent")).or_else(|| node.word("resource"));
                keep(&mut self.generator, name.map(|name| title::plain(&name, Kind::Unknown)));
            }
            "author" | "managingeditor" => self.authors.extend(person::of_node(node)),
            "webmaster" | "contributor" => self.second_authors.extend(person::of_node(node)),
            "updated" | "modified" | "lastbuilddate" => {
                self.updated = self.updated.or_else(|| self.date(node));
            }
            "pubdate" | "published" | "date" => self.published = self.published.or_else(|| self.date(node)),
            _ => {}
        }
    }

    fn dublin_core(&mut self, node: &Node<'_>) {
        match node.name.as_ref() {
            "title" => keep(&mut self.second_title, title_of(node, Format::Rss)),
            "description" => keep(&mut self.second_description, title_of(node, Format::Rss)),
            "language" => self.second_language = node.text().or(self.second_language.take()),
            "creator" | "author" | "publisher" => self.second_authors.extend(person::of_node(node)),
            "date" | "modified" => self.published = self.published.or_else(|| self.date(node)),
            _ => {}
        }
    }

    fn itunes(&mut self, node: &Node<'_>) {
        match node.name.as_ref() {
            "new-feed-url" => {
                let found = node.text().and_then(|text| self.frame.base.resolve(&text));
                self.extra.new_address = found.filter(|found| address::is_web(found));
            }
            "image" => self.icon(2, node.word("href").or_else(|| node.text())),
            "author" | "owner" => self.second_authors.extend(person::of_node(node)),
            "summary" | "subtitle" => keep(&mut self.second_description, title_of(node, Format::Rss)),
            _ => {}
        }
    }

    fn link(&mut self, node: &Node<'_>) {
        let Some(link) = Link::of(node, &self.frame.base) else { return };
        let place = match link.rel.as_str() {
            "hub" => {
                let url = link.address;
                if self.extra.hubs.len() < MAX_HUBS && !self.extra.hubs.iter().any(|hub| hub.url == url) {
                    self.extra.hubs.push(Hub { url, protocol: None });
                }
                return;
            }
            "self" => &mut self.extra.self_link,
            "next" => &mut self.extra.next_page,
            "prev-archive" => &mut self.extra.previous_archive,
            _ => {
                self.links.push(link);
                return;
            }
        };
        keep(place, Some(link.address));
    }

    fn icon(&mut self, rank: usize, written: Option<String>) {
        let found = written.and_then(|written| self.frame.base.resolve(&written));
        keep(&mut self.icons[rank], found);
    }

    fn date(&self, node: &Node<'_>) -> Option<Timestamp> {
        dates::parse(&node.text()?, self.now)
    }

    fn finish(mut self) -> (PlainFeed, FeedExtra) {
        self.extra.format = self.frame.format;
        self.extra.direction = self.frame.direction;
        self.extra.language = self.language.or(self.second_language).or(self.frame.language);
        self.extra.update_period = rhythm::update_period(self.period.as_deref(), self.frequency.as_deref());
        let page = link::page(&self.links).map(|link| link.address.clone());
        self.extra.link = page.and_then(address::page);
        let authors = if self.authors.is_empty() { self.second_authors } else { self.authors };
        let feed = PlainFeed {
            title: self.title.or(self.second_title),
            description: self.description.or(self.second_description),
            icon: self.icons.into_iter().flatten().next(),
            generator: self.generator,
            authors: authors.into_iter().take(MAX_AUTHORS).collect(),
            updated: self.updated.or(self.published),
        };
        (feed, self.extra)
    }
}

/// The most hubs and authors of a feed that are kept.
const MAX_HUBS: usize = 16;
const MAX_AUTHORS: usize = 100;

fn keep(place: &mut Option<String>, found: Option<String>) {
    if place.is_none() {
        *place = found.filter(|text| !text.is_empty());
    }
}
