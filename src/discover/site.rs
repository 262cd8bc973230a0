//! Sites whose feeds are known from the address of a page; the rules are data (`assets/sites.toml`).

use std::sync::LazyLock;

use serde::Deserialize;
use url::Url;

use super::candidates::Named;

const RULES: &str = include_str!("../../assets/sites.toml");

/// Letters of an id that is found in a page.
const MAX_ID: usize = 100;

static SITES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    toml::from_str::<Rules>(RULES).expect("the rules are part of the program and a test reads them").site
});

#[derive(Deserialize)]
struct Rules {
    site: Vec<Rule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rule {
    #[expect(dead_code, reason = "names the rule for those who read the file")]
    name: String,
    hosts: Vec<String>,
    path: String,
    #[serde(default)]
    find: Vec<String>,
    feeds: Vec<Template>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Template {
    url: String,
    title: Option<String>,
}

/// What a rule says about an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    /// The feeds, the main one first; empty if the page has to be asked.
    pub(super) feeds: Vec<Named>,
    /// What to look for in the page.
    pub(super) marks: Vec<Mark>,
}

/// A text in a page behind which the name stands that the feed's address needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    before: String,
    feed: String,
}

/// What is known of an address of a well-known site.
pub(super) fn known(url: &str) -> Option<Known> {
    let url = Url::parse(url).ok()?;
    let is_feed = |part: &str| matches!(part, "feed" | "feeds" | "rss" | ".rss" | "$");
    let ends_like_one =
        [".rss", ".atom", ".xml", ".rdf", ".json"].iter().any(|ending| url.path().ends_with(ending));
    let mut parts = url.path_segments()?.filter(|part| !part.is_empty());
    if ends_like_one || parts.next().is_some_and(is_feed) || parts.next_back().is_some_and(is_feed) {
        return None;
    }
    SITES.iter().filter(|rule| rule.hosts != ["*"]).find_map(|rule| rule.known(&url))
}

/// Where programs that run on many hosts would have the feed of a page.
pub(super) fn guesses(url: &str) -> Vec<String> {
    let Ok(url) = Url::parse(url) else { return Vec::new() };
    let everywhere = SITES.iter().filter(|rule| rule.hosts == ["*"]);
    let guessed = everywhere.filter_map(|rule| rule.known(&url)).flat_map(|known| known.feeds);
    guessed.map(|named| named.url).take(2).collect()
}

impl Mark {
    /// The feed that a page tells by this mark.
    pub(super) fn look(&self, page: &str) -> Option<Named> {
        let at = page.find(&self.before)? + self.before.len();
        let id: String = page[at..]
            .chars()
            .take_while(|letter| letter.is_ascii_alphanumeric() || "-_".contains(*letter))
            .take(MAX_ID)
            .collect();
        (!id.is_empty()).then(|| Named { url: self.feed.replace("{found}", &id), title: None, format: None })
    }
}

impl Rule {
    fn known(&self, url: &Url) -> Option<Known> {
        let host = url.host_str()?;
        if !self.hosts.iter().any(|pattern| fits_host(pattern, host)) {
            return None;
        }
        let mut values = fit(&self.path, url)?;
        let authority = url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
        values.push(("host".to_owned(), authority));
        if !self.find.is_empty() {
            let feed = &self.feeds.first()?.url;
            let mark = |before: &String| Mark { before: before.clone(), feed: feed.clone() };
            return Some(Known { feeds: Vec::new(), marks: self.find.iter().map(mark).collect() });
        }
        let named = |template: &Template| Named {
            // What runs on a host of one's own may do so without a certificate.
            url: filled(&template.url, &values).replacen(
                "https",
                if self.hosts == ["*"] { url.scheme() } else { "https" },
                1,
            ),
            title: template.title.as_deref().map(|title| filled(title, &values)),
            format: None,
        };
        Some(Known { feeds: self.feeds.iter().map(named).collect(), marks: Vec::new() })
    }
}

fn fits_host(pattern: &str, host: &str) -> bool {
    match pattern.strip_prefix("*.") {
        Some(domain) => host
            .strip_suffix(domain)
            .and_then(|rest| rest.strip_suffix('.'))
            .is_some_and(|name| !name.is_empty() && name != "www" && !name.contains('.')),
        None => pattern == "*" || pattern == host,
    }
}

/// The values of a pattern's names in an address; `None` if it doesn't fit.
fn fit(pattern: &str, url: &Url) -> Option<Vec<(String, String)>> {
    let (path, query) = pattern.split_once('?').unwrap_or((pattern, ""));
    let mut values = Vec::new();
    let mut parts = url.path_segments()?.filter(|part| !part.is_empty()).peekable();
    for wanted in path.split('/').filter(|part| !part.is_empty()) {
        let Some((before, name)) = wanted.split_once('{') else {
            (parts.next()? == wanted).then_some(())?;
            continue;
        };
        let name = name.trim_end_matches('}');
        if let Some(name) = name.strip_suffix('*') {
            values.push((name.to_owned(), parts.by_ref().collect::<Vec<_>>().join("/")));
        } else {
            let value = parts.next()?.strip_prefix(before)?;
            (!value.is_empty()).then_some(())?;
            values.push((name.to_owned(), value.to_owned()));
        }
    }
    if let Some((key, name)) = query.split_once('=') {
        let (_, value) = url.query_pairs().find(|(known, _)| known == key)?;
        let plain = value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        (plain && !value.is_empty()).then_some(())?;
        values.push((name.trim_matches(['{', '}']).to_owned(), value.into_owned()));
    }
    parts.next().is_none().then_some(values)
}

fn filled(template: &str, values: &[(String, String)]) -> String {
    values.iter().fold(template.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(url: &str, expected: &[&str]) {
        let feeds = known(url).map(|known| known.feeds).unwrap_or_default();
        assert_eq!(feeds.iter().map(|named| named.url.as_str()).collect::<Vec<_>>(), expected, "{url}");
    }

    #[test]
    fn every_rule_can_be_read_and_filled() {
        for rule in SITES.iter() {
            let values = rule.path.split(['/', '?', '=']).filter_map(|part| part.split_once('{'));
            let names: Vec<&str> =
                values.map(|(_, name)| name.trim_end_matches(['}', '*'])).chain(["host", "found"]).collect();
            for template in &rule.feeds {
                for name in template.url.split('{').skip(1).filter_map(|part| part.split_once('}')) {
                    assert!(names.contains(&name.0), "{} in {}", name.0, template.url);
                }
            }
        }
    }

    #[test]
    fn pages_of_known_sites_lead_to_their_feeds() {
        check(
            "https://www.youtube.com/channel/UCx_1/videos",
            &["https://www.youtube.com/feeds/videos.xml?channel_id=UCx_1"],
        );
        check(
            "https://www.youtube.com/playlist?list=PLx",
            &["https://www.youtube.com/feeds/videos.xml?playlist_id=PLx"],
        );
        check("https://github.com/o/r/releases", &["https://github.com/o/r/releases.atom"]);
        check("https://github.com/o/r/commits/main", &["https://github.com/o/r/commits/main.atom"]);
        check(
            "https://github.com/o/r",
            &[
                "https://github.com/o/r/releases.atom",
                "https://github.com/o/r/commits.atom",
                "https://github.com/o/r/tags.atom",
            ],
        );
        check("https://old.reddit.com/r/rust/new/", &["https://www.reddit.com/r/rust/.rss"]);
        check("https://medium.com/@ann/a-story-1", &["https://medium.com/feed/@ann"]);
        check("https://ann.substack.com/p/x", &["https://ann.substack.com/feed"]);
        check(
            "https://unix.stackexchange.com/questions/tagged/bash",
            &["https://unix.stackexchange.com/feeds/tag/bash"],
        );
        check("https://bsky.app/profile/ann.example", &["https://bsky.app/profile/ann.example/rss"]);
    }

    #[test]
    fn feeds_and_other_pages_are_left_alone() {
        for url in [
            "https://github.com/o/r/releases.atom",
            "https://medium.com/feed/@ann",
            "https://www.youtube.com/feeds/videos.xml?channel_id=x",
            "https://www.youtube.com/watch?v=1",
            "https://www.youtube.com/playlist?list=a%26b",
            "https://substack.com/x",
            "https://example.org/@ann",
        ] {
            check(url, &[]);
        }
    }

    #[test]
    fn a_handle_is_looked_up_in_the_page() {
        let known = known("https://www.youtube.com/@ann").unwrap_or_default();
        let found = known.marks.iter().find_map(|mark| mark.look(r#"x "channelId":"UC-1_a","y""#));
        assert_eq!(
            found.map(|named| named.url).as_deref(),
            Some("https://www.youtube.com/feeds/videos.xml?channel_id=UC-1_a")
        );
    }

    #[test]
    fn programs_on_many_hosts_are_guessed() {
        assert_eq!(guesses("https://social.example:8443/@ann"), ["https://social.example:8443/@ann.rss"]);
        assert_eq!(guesses("http://forum.example/t/a-topic/12"), ["http://forum.example/t/a-topic/12.rss"]);
        assert!(guesses("https://example.org/").is_empty());
    }
}
