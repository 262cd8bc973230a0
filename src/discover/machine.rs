//! The machine: what is asked next, and when enough is known.

use std::collections::VecDeque;

use super::candidates::{Named, choices};
use super::page::{self, Found};
use super::site::{self, Known};
use super::{AddressError, Answer, Candidate, CandidateKind, Step, address, guess, link_header};
use crate::feed::{self, Hints};
use crate::model::Format;

/// Requests that one discovery makes at most.
const MAX_REQUESTS: usize = 14;

/// Pages that are followed to the page they stand for.
const MAX_HOPS: usize = 2;

/// The machine.
#[derive(Clone, Debug)]
pub struct Discovery {
    /// The page that was typed.
    page: String,
    /// What to ask if it doesn't answer.
    otherwise: Option<String>,
    known: Known,
    asked: Asked,
    anchors: VecDeque<Named>,
    stand_ins: VecDeque<String>,
    guesses: VecDeque<String>,
    found: Vec<Named>,
    generator: String,
    hops: usize,
    requests: usize,
}

/// What the machine waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Asked {
    /// The feed that a rule names.
    Site,
    /// The page, or one that stands for it.
    Page,
    /// What a link in the page leads to.
    Anchor(Named),
    /// A usual place.
    Guess,
}

/// What an answer turned out to be.
#[derive(Debug)]
enum Seen {
    /// Nobody answered.
    Nothing,
    /// A feed.
    Feed { url: String, title: Option<String>, format: Format },
    /// A page or anything else, with the feeds that its `Link` fields name.
    Page { url: String, status: u16, text: String, linked: Vec<Named> },
}

impl Discovery {
    /// Starts with an address as typed or pasted; the machine's first wish is the second part.
    ///
    /// # Errors
    ///
    /// When the text is no address that may be asked.
    pub fn start(typed: &str) -> Result<(Self, Step), AddressError> {
        let typed = address::read(typed)?;
        let known = site::known(&typed.url).unwrap_or_default();
        let first = known.feeds.first().map(|named| named.url.clone());
        let asked = if first.is_some() { Asked::Site } else { Asked::Page };
        let wish = first.unwrap_or_else(|| typed.url.clone());
        let machine = Self {
            page: typed.url,
            otherwise: typed.otherwise,
            known,
            asked,
            anchors: VecDeque::new(),
            stand_ins: VecDeque::new(),
            guesses: VecDeque::new(),
            found: Vec::new(),
            generator: String::new(),
            hops: 0,
            requests: 1,
        };
        Ok((machine, Step::Fetch(wish)))
    }

    /// Feeds the answer to the last wish; `None` says that asking failed.
    pub fn step(&mut self, answer: Option<&Answer<'_>>) -> Step {
        let seen = answer.map_or(Seen::Nothing, seen);
        self.advance(seen)
    }

    fn advance(&mut self, seen: Seen) -> Step {
        match self.asked.clone() {
            Asked::Site => self.after_site(seen),
            Asked::Page => self.after_page(seen),
            Asked::Anchor(named) => self.after_anchor(named, seen),
            Asked::Guess => self.after_guess(seen),
        }
    }

    fn after_site(&mut self, seen: Seen) -> Step {
        let Seen::Feed { url, title, format } = seen else {
            let page = self.page.clone();
            return self.ask(Asked::Page, page);
        };
        // A rule's title tells feeds of one project apart; the feed's own name is the better one where it stands alone.
        let mut feeds = std::mem::take(&mut self.known.feeds).into_iter();
        let ruled = feeds.next().and_then(|first| first.title).filter(|_| feeds.len() > 0);
        let first = Named { url, title: ruled.or(title), format: Some(format) };
        Step::Found(std::iter::once(first).chain(feeds).flat_map(|named| choices(vec![named])).collect())
    }

    fn after_page(&mut self, seen: Seen) -> Step {
        let (url, status, text, linked) = match seen {
            Seen::Nothing => {
                return match self.otherwise.take() {
                    Some(other) => self.ask(Asked::Page, other),
                    None => self.go_on(),
                };
            }
            Seen::Feed { url, title, format } => return only(url, title, format),
            Seen::Page { url, status, text, linked } => (url, status, text, linked),
        };
        if matches!(status, 401 | 407 | 429 | 500..) {
            return self.go_on();
        }
        let Found { mut named, anchors, stand_ins, generator } = page::read(&url, &text);
        named.splice(0..0, self.known.marks.iter().find_map(|mark| mark.look(&text)));
        named.extend(linked);
        if !named.is_empty() {
            return Step::Found(choices(named));
        }
        self.anchors.extend(anchors);
        if self.hops < MAX_HOPS {
            self.stand_ins.extend(stand_ins);
        }
        if self.hops == 0 {
            self.generator = generator;
            self.guesses.extend(site::guesses(&url));
            self.guesses.extend(guess::addresses(&url, &self.generator));
        }
        self.go_on()
    }

    /// A link in a page led to a feed, or to a page about feeds.
    fn after_anchor(&mut self, anchor: Named, seen: Seen) -> Step {
        match seen {
            Seen::Feed { url, title, format } => {
                self.found.push(Named { url, title: title.or(anchor.title), format: Some(format) });
            }
            Seen::Page { url, status: 200..=299, text, linked } => {
                let page = page::read(&url, &text);
                self.found.extend(page.named);
                self.found.extend(linked);
                if self.hops < MAX_HOPS {
                    self.hops += 1;
                    self.anchors.extend(page.anchors);
                }
            }
            Seen::Page { .. } | Seen::Nothing => {}
        }
        self.go_on()
    }

    fn after_guess(&mut self, seen: Seen) -> Step {
        match seen {
            Seen::Feed { url, title, format } => only(url, title, format),
            // A host that doesn't answer or wants to be left alone is not asked for more.
            Seen::Nothing | Seen::Page { status: 401 | 407 | 429 | 500.., .. } => Step::Found(Vec::new()),
            Seen::Page { .. } => self.go_on(),
        }
    }

    /// The next question, from the most to the least promising.
    fn go_on(&mut self) -> Step {
        while let Some(named) = self.anchors.pop_front() {
            let url = named.url.clone();
            if self.found.iter().all(|known| known.url != url) {
                return self.ask(Asked::Anchor(named), url);
            }
        }
        if !self.found.is_empty() {
            return Step::Found(choices(std::mem::take(&mut self.found)));
        }
        if let Some(url) = self.stand_ins.pop_front() {
            self.hops += 1;
            return self.ask(Asked::Page, url);
        }
        match self.guesses.pop_front() {
            Some(url) => self.ask(Asked::Guess, url),
            None => Step::Found(Vec::new()),
        }
    }

    fn ask(&mut self, asked: Asked, url: String) -> Step {
        self.requests += 1;
        if self.requests > MAX_REQUESTS {
            return Step::Found(choices(std::mem::take(&mut self.found)));
        }
        self.asked = asked;
        Step::Fetch(url)
    }
}

fn only(url: String, title: Option<String>, format: Format) -> Step {
    let kind = CandidateKind::Main;
    Step::Found(vec![Candidate { url, title, format: Some(format), alternatives: Vec::new(), kind }])
}

fn seen(answer: &Answer<'_>) -> Seen {
    let url = answer.url.to_owned();
    if (200..300).contains(&answer.status) {
        let hints = Hints {
            content_type: answer.content_type,
            base_url: Some(answer.url),
            now: answer.now,
            ..Hints::default()
        };
        if let Ok(parsed) = feed::parse(answer.body, &hints) {
            return Seen::Feed { url, title: parsed.feed.title, format: parsed.feed.format };
        }
    }
    let linked = link_header::feeds(&url, answer.links);
    Seen::Page { url, status: answer.status, text: feed::decode(answer.body, answer.content_type), linked }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: &str = "https://example.org/";

    fn page(url: &str, status: u16, text: &str) -> Seen {
        Seen::Page { url: url.to_owned(), status, text: text.to_owned(), linked: Vec::new() }
    }

    fn feed(url: &str) -> Seen {
        Seen::Feed { url: url.to_owned(), title: Some("T".to_owned()), format: Format::Rss }
    }

    /// Runs a discovery against a site; what it doesn't have is 404. Returns the requests and what was found.
    fn run(typed: &str, site: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
        let mut requests = Vec::new();
        let (mut machine, mut step) = Discovery::start(typed).unwrap_or_else(|error| panic!("{error}"));
        loop {
            match step {
                Step::Found(found) => {
                    return (requests, found.into_iter().map(|candidate| candidate.url).collect());
                }
                Step::Fetch(url) => {
                    let body = site.iter().find(|(known, _)| *known == url).map(|(_, body)| *body);
                    requests.push(url.clone());
                    step = machine.advance(match body {
                        Some("FEED") => feed(&url),
                        Some("DOWN") => Seen::Nothing,
                        Some("BUSY") => page(&url, 503, ""),
                        Some(text) => page(&url, 200, text),
                        None => page(&url, 404, "not here"),
                    });
                }
            }
        }
    }

    fn check(typed: &str, site: &[(&str, &str)], requests: &[&str], found: &[&str]) {
        let (asked, offered) = run(typed, site);
        assert_eq!(
            (asked.as_slice(), offered.as_slice()),
            (&owned(requests)[..], &owned(found)[..]),
            "{typed}"
        );
    }

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn a_feed_or_a_page_that_names_feeds_costs_one_request() {
        check("example.org", &[(HOME, "FEED")], &[HOME], &[HOME]);
        let text = "<link rel=alternate type=application/rss+xml href=/a><link rel=alternate type=application/atom+xml href=/b title=B>";
        check(HOME, &[(HOME, text)], &[HOME], &["https://example.org/a", "https://example.org/b"]);
    }

    #[test]
    fn links_in_the_text_are_tried_before_guesses() {
        let text = "<a href=/x.rss>RSS</a><a href=/y.rss>RSS</a>";
        let (x, y) = ("https://example.org/x.rss", "https://example.org/y.rss");
        check(HOME, &[(HOME, text), (y, "FEED")], &[HOME, x, y], &[y]);
    }

    #[test]
    fn a_page_about_feeds_is_followed() {
        let (list, one) = ("https://example.org/rss/", "https://example.org/one.xml");
        let site = [(HOME, "<a href=/rss/>RSS</a>"), (list, "<a href=/one.xml>RSS feed</a>"), (one, "FEED")];
        check(HOME, &site, &[HOME, list, one], &[one]);
    }

    #[test]
    fn guesses_stop_at_the_first_feed_and_are_few() {
        let site = [(HOME, "x"), ("https://example.org/atom.xml", "FEED")];
        let (requests, found) = run(HOME, &site);
        assert_eq!((requests.len(), found.as_slice()), (4, &owned(&["https://example.org/atom.xml"])[..]));
        let (requests, found) = run(HOME, &[(HOME, "x")]);
        assert!(requests.len() <= 9 && found.is_empty(), "{requests:?}");
    }

    #[test]
    fn a_host_that_is_busy_or_down_is_left_alone() {
        check(HOME, &[(HOME, "BUSY")], &[HOME], &[]);
        check(HOME, &[(HOME, "DOWN")], &[HOME], &[]);
        check(
            HOME,
            &[(HOME, "x"), ("https://example.org/feed", "BUSY")],
            &[HOME, "https://example.org/feed"],
            &[],
        );
    }

    #[test]
    fn http_is_tried_where_https_was_assumed() {
        let plain = "http://example.org/";
        check("example.org", &[(HOME, "DOWN"), (plain, "FEED")], &[HOME, plain], &[plain]);
    }

    #[test]
    fn frames_and_refreshes_are_followed_a_little() {
        let main = "https://example.org/main.html";
        let text = "<frameset><frame src=main.html></frameset>";
        let site = [(HOME, text), (main, "<link rel=feed href=/f>")];
        check(HOME, &site, &[HOME, main], &["https://example.org/f"]);
        let around = "<meta http-equiv=refresh content='0;url=/b'>";
        let back = "<meta http-equiv=refresh content='0;url=/'>";
        let (requests, _) = run(HOME, &[(HOME, around), ("https://example.org/b", back)]);
        assert!(requests.len() <= MAX_REQUESTS);
    }

    #[test]
    fn known_sites_are_not_searched() {
        let feed = "https://github.com/o/r/releases.atom";
        let (requests, found) = run("https://github.com/o/r", &[(feed, "FEED")]);
        assert_eq!((requests, found.len()), (owned(&[feed]), 3));
        let page = "https://ann.substack.com/";
        let site = [(page, "<link rel=feed href=/f>")];
        check(page, &site, &["https://ann.substack.com/feed", page], &["https://ann.substack.com/f"]);
        let handle = "https://www.youtube.com/@ann";
        let site = [(handle, r#"{"channelId":"UC1"}"#)];
        check(handle, &site, &[handle], &["https://www.youtube.com/feeds/videos.xml?channel_id=UC1"]);
    }

    #[test]
    fn link_fields_name_feeds_too() {
        let (mut machine, _) = Discovery::start(HOME).unwrap_or_else(|error| panic!("{error}"));
        let linked = vec![Named { url: "https://example.org/l".to_owned(), title: None, format: None }];
        let step =
            machine.advance(Seen::Page { url: HOME.to_owned(), status: 200, text: String::new(), linked });
        assert!(matches!(step, Step::Found(found) if found.len() == 1));
    }
}
