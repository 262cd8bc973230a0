//! What a page says about its feeds.

use super::candidates::Named;
use super::kind;
use crate::html;
use crate::html::dom::{Dom, NodeId};

/// Links that are looked at.
const MAX_LINKS: usize = 5000;

/// Links in the text that are worth a question.
const MAX_ANCHORS: usize = 5;

/// What was found in a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// Feeds that `link` elements name, in document order.
    pub(super) named: Vec<Named>,
    /// Links in the text that seem to lead to feeds, the likeliest first.
    pub(super) anchors: Vec<Named>,
    /// Pages that stand for this one: frames, the target of a refresh.
    pub(super) stand_ins: Vec<String>,
    /// The program that made the page, in lower case.
    pub(super) generator: String,
}

/// Reads a page that came from `url`.
pub(super) fn read(url: &str, text: &str) -> Found {
    let dom = Dom::parse(text);
    let mut base = url.to_owned();
    let mut found = Found::default();
    let mut anchors = Vec::new();
    let mut seen_base = false;
    // The first `base` counts, wherever it stands (HTML section 4.2.3).
    for node in dom.descendants(dom.root()).filter(|node| dom.name(*node) == Some("base")) {
        if let (false, Some(href)) = (seen_base, dom.attr(node, "href")) {
            base = html::resolve(Some(url), href).unwrap_or(base);
            seen_base = true;
        }
    }
    let page = Page { dom: &dom, base: &base, url };
    for node in dom.descendants(dom.root()) {
        match dom.name(node) {
            Some("link") if found.named.len() < MAX_LINKS => found.named.extend(page.link(node)),
            Some("a" | "area") if anchors.len() < MAX_LINKS => anchors.extend(page.anchor(node)),
            Some("meta") => page.meta(node, &mut found),
            Some("frame") if found.stand_ins.len() < 3 => {
                found.stand_ins.extend(dom.attr(node, "src").and_then(|src| page.resolve(src)));
            }
            _ => {}
        }
    }
    anchors.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    for (_, anchor) in anchors {
        if found.anchors.len() < MAX_ANCHORS && found.anchors.iter().all(|known| known.url != anchor.url) {
            found.anchors.push(anchor);
        }
    }
    found.stand_ins.retain(|target| target != url);
    found
}

struct Page<'a> {
    dom: &'a Dom,
    base: &'a str,
    url: &'a str,
}

impl Page<'_> {
    /// An address in the page. Some pages escape it twice.
    fn resolve(&self, address: &str) -> Option<String> {
        let address = address.trim();
        let address =
            address.strip_prefix("feed:").filter(|rest| rest.starts_with("http")).unwrap_or(address);
        let url = html::resolve(Some(self.base), &address.replace("&amp;", "&"))?;
        let url = match url.strip_prefix("feed://") {
            Some(rest) => format!("https://{rest}"),
            None => url,
        };
        url.starts_with("http").then_some(url)
    }

    fn link(&self, node: NodeId) -> Option<Named> {
        let rel = self.dom.attr(node, "rel")?.to_ascii_lowercase();
        let is = |wanted: &str| rel.split_ascii_whitespace().any(|word| word == wanted);
        let kind = self.dom.attr(node, "type").unwrap_or_default();
        let format = kind::of_type(kind);
        let title = self.dom.attr(node, "title").map(one_line).filter(|title| !title.is_empty());
        let href = self.dom.attr(node, "href").filter(|href| !href.trim().is_empty())?;
        let vague = || {
            // What is linked as plain XML or JSON, or without a type, must say that it is a feed; WordPress links its
            // programming interface in the same way.
            (kind.trim().is_empty() || kind::is_vague_type(kind))
                && self.dom.attr(node, "hreflang").is_none()
                && self.dom.attr(node, "media").is_none()
                && !href.contains("wp-json")
                && !href.contains("oembed")
                && (title.as_deref().is_some_and(says_feed) || says_feed(path_of(href)))
        };
        let named = is("feed") || (is("alternate") && !is("stylesheet") && (format.is_some() || vague()));
        named.then(|| self.resolve(href)).flatten().map(|url| Named { url, title, format })
    }

    /// A link in the text, with how sure it is that it leads to a feed.
    fn anchor(&self, node: NodeId) -> Option<(u32, Named)> {
        let href = self.dom.attr(node, "href")?.trim();
        if href.is_empty() || href.starts_with('#') {
            return None;
        }
        let format = self.dom.attr(node, "type").and_then(kind::of_type);
        let rel = self.dom.attr(node, "rel").unwrap_or_default();
        let stated = format.is_some() || rel.split_whitespace().any(|word| word.eq_ignore_ascii_case("feed"));
        let feed_scheme = href.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("feed:"));
        let mut score = if stated || feed_scheme { 8 } else { 0 };
        score += match path_of(href) {
            path if has_feed_ending(path) => 4,
            path if says_feed(path) => 2,
            _ => 0,
        };
        // The words are looked at only where it matters: collecting them for each link of a large page is dear.
        let text = one_line(&self.words(node));
        if text.chars().count() <= 60 && says_feed(&text) {
            score += 2;
        }
        let url = self.resolve(href)?;
        let host = |url: &str| url.split('/').nth(2).map(str::to_owned);
        if score > 0 && host(&url) == host(self.url) {
            score += 1;
        }
        let title = Some(text).filter(|text| !text.is_empty() && text.chars().count() <= 120);
        (score >= 3).then_some((score, Named { url, title, format }))
    }

    /// The words of a link: its text, its picture's description, its title.
    fn words(&self, node: NodeId) -> String {
        let mut words = String::new();
        for inner in self.dom.descendants(node).take(50) {
            words.push_str(self.dom.text(inner).or_else(|| self.dom.attr(inner, "alt")).unwrap_or_default());
            words.push(' ');
        }
        if words.trim().is_empty() {
            words.push_str(
                self.dom
                    .attr(node, "title")
                    .or_else(|| self.dom.attr(node, "aria-label"))
                    .unwrap_or_default(),
            );
        }
        words
    }

    fn meta(&self, node: NodeId, found: &mut Found) {
        let content = self.dom.attr(node, "content").unwrap_or_default();
        if self.dom.attr(node, "name").is_some_and(|name| name.eq_ignore_ascii_case("generator")) {
            found.generator = content.to_lowercase();
        }
        if self.dom.attr(node, "http-equiv").is_some_and(|name| name.trim().eq_ignore_ascii_case("refresh")) {
            let target = content.split_once([';', ',']).map_or("", |(_, target)| target.trim());
            let named = target.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("url"));
            let target = if named { target[3..].trim_start().trim_start_matches('=') } else { target };
            let target = target.trim().trim_matches(['"', '\'']);
            if !target.is_empty() {
                found.stand_ins.extend(self.resolve(target));
            }
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Path and query of an address, without host and fragment.
fn path_of(href: &str) -> &str {
    let href = href.split('#').next().unwrap_or_default();
    match href.split_once("//") {
        Some((before, rest)) if before.is_empty() || before.ends_with(':') => {
            rest.split_once('/').map_or("", |(_, path)| path)
        }
        _ => href,
    }
}

fn says_feed(text: &str) -> bool {
    kind::words(text).any(|word| kind::says_feed(&word))
        || ["خلاصات", "خوراک", "פיד", "フィード", "订阅"].iter().any(|word| text.contains(word))
}

/// Whether an address ends like a feed's.
fn has_feed_ending(path: &str) -> bool {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let path = path.trim_end_matches('/').to_ascii_lowercase();
    let name = path.rsplit('/').next().unwrap_or_default();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    matches!(ending, "rss" | "atom" | "rdf")
        || matches!(name, "feed" | "rss" | "atom" | "index.xml" | "feed.json" | "rss2")
        || (ending == "xml" && says_feed(name))
        || (query.contains("format=") || query.contains("feed=") || query.contains("type="))
            && says_feed(query)
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "https://shop.example.org/de/products/list";

    fn named(html: &str) -> Vec<String> {
        read(URL, html).named.into_iter().map(|named| named.url).collect()
    }

    #[test]
    fn addresses_are_relative_to_the_base_element() {
        let html = r#"<base href="/static/"><link rel=alternate type="application/atom+xml" href="feed.atom">
            <link rel=alternate type=application/rss+xml href="/blog/feed">
            <link rel=alternate type=application/rss+xml href=//cdn.example.org/x.rss>"#;
        let expected = [
            "https://shop.example.org/static/feed.atom",
            "https://shop.example.org/blog/feed",
            "https://cdn.example.org/x.rss",
        ];
        assert_eq!(named(html), expected);
    }

    #[test]
    fn types_and_relations_are_read_as_they_are_written() {
        for link in [
            "rel=' ALTERNate ' type=' aPPlication/ATOM+xml; charset=utf-8 '",
            "rel='meat feed cake'",
            "rel='alternate foo' type='application/feed+json'",
            "rel=alternate type='text/xml' title='RSS'",
            "rel=alternate type='application/json' title='JSON Feed'",
        ] {
            assert_eq!(
                named(&format!("<link {link} href='/x?a=1&amp;amp;b=2'>")),
                ["https://shop.example.org/x?a=1&b=2"],
                "{link}"
            );
        }
    }

    #[test]
    fn other_links_are_no_feeds() {
        for link in [
            "rel='alternate stylesheet' type='text/css'",
            "rel=alternate hreflang=ar",
            "rel=alternate type='application/json+oembed'",
            "rel=alternate type='application/json'",
            "rel=alternate type='text/xml' title='Bogus'",
            "rel=stylesheet type='application/rss+xml'",
        ] {
            assert!(named(&format!("<link {link} href='/x'>")).is_empty(), "{link}");
        }
        assert!(
            named("<link rel=feed href='javascript:x'><link rel=feed href=''><link rel=feed>").is_empty()
        );
    }

    #[test]
    fn links_in_the_text_are_found_by_type_address_and_words() {
        let anchors = |html: &str| -> Vec<String> {
            read(URL, html).anchors.into_iter().map(|named| named.url).collect()
        };
        assert_eq!(anchors("<a href=/x type='application/rss+xml'>x</a>"), ["https://shop.example.org/x"]);
        assert_eq!(anchors("<a href=/y>y</a><a href=/blog.xml>RSS</a><a href=/news.rss>n</a>").len(), 2);
        assert_eq!(
            anchors("<a href=/subscribe><img alt='RSS feed'></a>"),
            ["https://shop.example.org/subscribe"]
        );
        assert_eq!(anchors("<a href='feed://shop.example.org/z'>z</a>"), ["https://shop.example.org/z"]);
        for other in [
            "http://www.buzzfeed.com/x",
            "/feedback",
            "https://atom.io",
            "http://feedvalidator.org/x",
            "#rss",
        ] {
            assert!(anchors(&format!("<a href='{other}'>x</a>")).is_empty(), "{other}");
        }
    }

    #[test]
    fn frames_and_refreshes_stand_for_the_page() {
        let stand_ins = |html: &str| read(URL, html).stand_ins;
        assert_eq!(stand_ins("<frameset><frame src=menu.html><frame src=main.html></frameset>").len(), 2);
        assert_eq!(
            stand_ins("<meta http-equiv=refresh content=\"0; URL='/new/'\">"),
            ["https://shop.example.org/new/"]
        );
        assert!(stand_ins("<meta http-equiv=refresh content=30>").is_empty());
    }

    #[test]
    fn titles_are_one_line_of_decoded_text() {
        let found = read(
            URL,
            "<link rel=alternate type=application/rss+xml title='Ann&#8217;s\n notes &raquo; Feed' href=/f>",
        );
        assert_eq!(found.named[0].title.as_deref(), Some("Ann’s notes » Feed"));
    }
}
