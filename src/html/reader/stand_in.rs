//! What can't be shown on a terminal is named, never dropped in silence.

use super::super::LinkKind;
use super::super::dom::NodeId;
use super::super::ink::{Mark, White};
use super::super::url::{file_name, host, resolve};
use super::Reader;
use crate::model::Direction;
use crate::text::{Isolate, LinkId, Style};

/// Letters of a description that are shown.
const MAX_NAME: usize = 300;

impl Reader<'_> {
    /// Names the element if it is one that can't be shown. Whether it was one.
    pub(super) fn stand_in_element(&mut self, node: NodeId, name: &str) -> bool {
        match name {
            "img" | "image" => self.image(node),
            "video" => self.media(node, "video"),
            "audio" | "bgsound" => self.media(node, "audio"),
            "iframe" | "frame" | "embed" => self.frame(node),
            "object" => self.object(node),
            "svg" => self.drawing(node),
            "math" => self.formula(node),
            "canvas" => self.fallback(node, "drawing"),
            "input" => self.input(node),
            "select" => self.stand_in("choice", self.label(node), None),
            "progress" | "meter" => self.fallback(node, name_of_gauge(name)),
            _ => return false,
        }
        true
    }

    /// `[word: name]`, left to right, the name in its own direction.
    pub(super) fn stand_in(&mut self, word: &str, name: Option<String>, link: Option<LinkId>) {
        let name = name
            .map(|name| name.split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|name| !name.is_empty());
        let mark = Mark { style: Style::STAND_IN, link, isolate: Some(Isolate::As(Direction::Ltr)) };
        self.marked(mark, |reader| {
            reader.ink.text("[", White::Collapse);
            reader.ink.text(word, White::Collapse);
            if let Some(name) = name {
                reader.ink.text(": ", White::Collapse);
                reader.marked(Mark::isolate(Isolate::FirstStrong), |reader| {
                    let end = name.char_indices().nth(MAX_NAME).map_or(name.len(), |(end, _)| end);
                    reader.ink.text(&name[..end], White::Collapse);
                    if end < name.len() {
                        reader.ink.text("…", White::Collapse);
                    }
                });
            }
            reader.ink.text("]", White::Collapse);
        });
    }

    fn image(&mut self, node: NodeId) {
        let dom = self.dom;
        let alt = dom.attr(node, "alt").map(str::trim).filter(|alt| !alt.is_empty());
        if let Some(alt) = alt.filter(|alt| self.is_smiley(node, alt)) {
            return self.ink.text(alt, White::Collapse);
        }
        let Some(address) = self.source(node) else {
            return self.stand_in("image", alt.map(str::to_owned), None);
        };
        if self.is_tracker(node, &address) {
            return;
        }
        let own = self.links.number(self.reading.base_url, &address, LinkKind::Image);
        let around = self.open.iter().rev().find_map(|mark| mark.link);
        let title = || dom.attr(node, "title").filter(|title| !title.trim().is_empty());
        let name = alt.or_else(title).map(str::to_owned);
        let name = name.or_else(|| file_name(&resolve(self.reading.base_url, &address)?));
        self.stand_in("image", name, around.or(own));
    }

    /// Where a picture is, also where scripts would load it later.
    fn source(&self, node: NodeId) -> Option<String> {
        let dom = self.dom;
        let held = |name: &str| dom.attr(node, name).map(str::trim).filter(|value| !value.is_empty());
        let late = ["data-src", "data-original", "data-lazy-src", "data-orig-file"]
            .iter()
            .find_map(|name| held(name));
        let plain = held("src").filter(|src| late.is_none() || !src.starts_with("data:"));
        let set = || held("srcset").or_else(|| held("data-srcset"))?.split_whitespace().next();
        plain.or(late).or_else(set).or_else(|| held("href")).or_else(|| held("xlink:href")).map(str::to_owned)
    }

    /// Pictures of one dot, and the counters of the large services, tell the publisher who reads.
    fn is_tracker(&self, node: NodeId, address: &str) -> bool {
        const COUNTERS: [&str; 6] = [
            "feeds.feedburner.com/~r/",
            "feeds.feedburner.com/~ff/",
            "pixel.wp.com/",
            "stats.wordpress.com/",
            "/pixel.gif",
            "pixel.quantserve.com/",
        ];
        let tiny = |name: &str| {
            let value = self.dom.attr(node, name).unwrap_or("9").trim().trim_end_matches("px");
            value.parse::<f32>().is_ok_and(|value| value <= 1.0)
        };
        (tiny("width") && tiny("height")) || COUNTERS.iter().any(|counter| address.contains(counter))
    }

    /// Smileys are pictures whose description is the smiley itself.
    fn is_smiley(&self, node: NodeId, alt: &str) -> bool {
        let class = self.dom.attr(node, "class").unwrap_or_default();
        let named = ["emoji", "smiley", "emoticon"].iter().any(|word| class.contains(word));
        let signs = alt.chars().count() <= 8
            && !alt.chars().any(|letter| letter.is_ascii() || letter.is_alphanumeric());
        (named && alt.chars().count() <= 40) || signs
    }

    fn media(&mut self, node: NodeId, word: &str) {
        let dom = self.dom;
        let sources = || dom.descendants(node).find_map(|at| dom.attr(at, "src"));
        let address = dom.attr(node, "src").or_else(sources).map(str::to_owned);
        let link =
            address.as_deref().and_then(|src| self.links.number(self.reading.base_url, src, LinkKind::Media));
        let name =
            self.label(node).or_else(|| file_name(&resolve(self.reading.base_url, address.as_deref()?)?));
        self.stand_in(word, name, link);
    }

    fn frame(&mut self, node: NodeId) {
        let dom = self.dom;
        let address =
            ["src", "data-src", "href"].iter().find_map(|name| dom.attr(node, name)).map(str::to_owned);
        let url = address.as_deref().and_then(|src| resolve(self.reading.base_url, src));
        let link = url.as_deref().and_then(|url| self.links.number(None, url, LinkKind::Media));
        let host = url.as_deref().and_then(host);
        let video = host.as_deref().is_some_and(|host| {
            ["youtube.com", "youtube-nocookie.com", "youtu.be", "vimeo.com", "dailymotion.com", "aparat.com"]
                .iter()
                .any(|known| host.ends_with(known))
        });
        self.stand_in(if video { "video" } else { "frame" }, self.label(node).or(host), link);
    }

    fn object(&mut self, node: NodeId) {
        let dom = self.dom;
        let inside = dom.descendants(node).any(|at| {
            dom.text(at).is_some_and(|text| !text.trim().is_empty())
                || matches!(dom.name(at), Some("img" | "embed"))
        });
        if inside {
            return self.children(node);
        }
        let data = dom.attr(node, "data").map(str::to_owned);
        let link =
            data.as_deref().and_then(|data| self.links.number(self.reading.base_url, data, LinkKind::Media));
        self.stand_in("object", self.label(node).or_else(|| dom.attr(node, "type").map(str::to_owned)), link);
    }

    /// A drawing: its title, description or label, else the words in it.
    fn drawing(&mut self, node: NodeId) {
        let dom = self.dom;
        let part = |name: &str| {
            let found = dom.descendants(node).find(|at| dom.name(*at) == Some(name))?;
            Some(dom.text_of(found)).filter(|text| !text.trim().is_empty())
        };
        if dom.attr(node, "aria-hidden") == Some("true") && part("title").is_none() {
            return;
        }
        let words = || Some(dom.text_of(node)).filter(|text| !text.trim().is_empty());
        let name = self.label(node).or_else(|| part("title")).or_else(|| part("desc")).or_else(words);
        self.stand_in("drawing", name, None);
    }

    fn fallback(&mut self, node: NodeId, word: &str) {
        let text = Some(self.dom.text_of(node)).filter(|text| !text.trim().is_empty());
        self.stand_in(word, self.label(node).or(text), None);
    }

    fn input(&mut self, node: NodeId) {
        let dom = self.dom;
        match dom.attr(node, "type").unwrap_or("text").to_ascii_lowercase().as_str() {
            "hidden" => {}
            "image" => self.image(node),
            "checkbox" | "radio" => {
                self.ink
                    .text(if dom.attr(node, "checked").is_some() { "[x] " } else { "[ ] " }, White::Collapse);
            }
            "submit" | "button" | "reset" => {
                self.stand_in("button", dom.attr(node, "value").map(str::to_owned), None);
            }
            _ => self.stand_in("field", self.label(node), None),
        }
    }

    /// What an element is called.
    fn label(&self, node: NodeId) -> Option<String> {
        ["title", "aria-label", "alt", "placeholder"]
            .iter()
            .filter_map(|name| self.dom.attr(node, name))
            .find(|label| !label.trim().is_empty())
            .map(str::to_owned)
    }
}

fn name_of_gauge(name: &str) -> &str {
    if name == "meter" { "gauge" } else { "progress" }
}
