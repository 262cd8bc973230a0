//! Identity under a publisher who edits all the time: through the real parser, the comparison and a store of marks.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use hudhud::feed::{Hints, parse};
use hudhud::ingest::{Extent, Known, digest, likeness, merge};
use hudhud::model::{ItemKey, Standing};
use hudhud::time::Timestamp;

/// How many times the feed is asked, and how many edits happen in all.
const POLLS: usize = 50;
const EDITS: usize = 1_000;

/// A small generator of numbers, the same at each run (Knuth's linear congruential one).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % sides.max(1)
    }
}

/// How a publisher's program names its items.
#[derive(Clone, Copy, Debug)]
enum Naming {
    /// Each has a guid that stays.
    Guids,
    /// Each has a guid, which is sometimes replaced.
    ChangingGuids,
    /// One guid for all, and links.
    OneGuid,
    /// Empty guids, and links.
    EmptyGuids,
    /// Links alone.
    Links,
    /// Titles and texts alone: an edit of them makes another item, so none are made.
    Nothing,
}

const NAMINGS: [Naming; 6] = [
    Naming::Guids,
    Naming::ChangingGuids,
    Naming::OneGuid,
    Naming::EmptyGuids,
    Naming::Links,
    Naming::Nothing,
];

/// An article with its true number, which no reader sees.
#[derive(Clone)]
struct Article {
    number: usize,
    title: usize,
    text: usize,
    guid: usize,
    date: usize,
    hidden: bool,
    /// Whether the reader has seen it as it is now: an item must not lose its guid and its title at once.
    settled: bool,
    /// Its guid was replaced at some time: from then on title and link are all that tells it.
    replaced: bool,
}

struct Publisher {
    naming: Naming,
    articles: Vec<Article>,
    /// Feeds show the newest only.
    window: usize,
    format: usize,
    doubled: bool,
}

impl Publisher {
    fn new(naming: Naming) -> Self {
        Self { naming, articles: Vec::new(), window: 15, format: 0, doubled: false }
    }

    fn act(&mut self, dice: &mut Dice) {
        let at = dice.roll(self.articles.len().min(self.window));
        let may_edit = !matches!(self.naming, Naming::Nothing);
        match dice.roll(10) {
            0 | 1 => self.publish(),
            2 => self.window = 5 + dice.roll(20),
            3 => self.format += 1,
            4 => self.doubled = !self.doubled,
            5 if at > 0 => self.articles.swap(at, 0),
            6 => self.with(at, |article| article.hidden = !article.hidden),
            7 if may_edit => self.with(at, |article| article.text += 1),
            8 if may_edit => self.with(at, |article| article.date += 1),
            _ if may_edit => self.rename(at),
            _ => self.publish(),
        }
    }

    fn publish(&mut self) {
        let number = self.articles.len();
        let article = Article {
            number,
            title: 0,
            text: 0,
            guid: 0,
            date: 0,
            hidden: false,
            settled: false,
            replaced: false,
        };
        self.articles.insert(0, article);
    }

    /// A new guid where those change, else a new title.
    fn rename(&mut self, at: usize) {
        let replaces = matches!(self.naming, Naming::ChangingGuids);
        self.with(at, |article| {
            if replaces && article.settled {
                article.guid += 1;
                article.replaced = true;
            } else if !article.replaced {
                article.title += 1;
            }
            article.settled = false;
        });
    }

    fn with(&mut self, at: usize, change: impl FnOnce(&mut Article)) {
        if let Some(article) = self.articles.get_mut(at) {
            change(article);
        }
    }

    fn shown(&self) -> Vec<&Article> {
        self.articles.iter().filter(|article| !article.hidden).take(self.window).collect()
    }

    /// The document, in one format or another: a program that is replaced keeps its guids and links.
    fn document(&self) -> String {
        let mut items = String::new();
        for article in self.shown() {
            let item = self.item(article);
            items.push_str(&item);
            // The same item twice in one document is met as well.
            if self.doubled && article.number % 7 == 3 && !matches!(self.naming, Naming::Nothing) {
                items.push_str(&item);
            }
        }
        if self.is_atom() {
            format!("<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>T</title>{items}</feed>")
        } else {
            format!(
                "<rss version=\"2.0\"><channel><title>T & co</title><link>https://example.org/</link>{items}</channel></rss>"
            )
        }
    }

    /// Only guids and links are carried over from one format to the other.
    fn is_atom(&self) -> bool {
        self.format % 2 == 1 && !matches!(self.naming, Naming::Nothing)
    }

    fn item(&self, article: &Article) -> String {
        let Article { number, title, text, guid, date, .. } = article;
        let mut inside = format!("<title>Article {number}{}</title>", "!".repeat(*title));
        let guid = match self.naming {
            Naming::Guids => format!("tag:example.org,2026:{number}"),
            Naming::ChangingGuids => format!("tag:example.org,2026:{number}-{guid}"),
            Naming::OneGuid => "N/A".to_owned(),
            Naming::EmptyGuids => " ".to_owned(),
            Naming::Links | Naming::Nothing => String::new(),
        };
        let link = format!("https://example.org/{number}");
        let day = 1 + date % 28;
        if !matches!(self.naming, Naming::Nothing) {
            let element = if self.is_atom() {
                format!("<link href=\"{link}\"/>")
            } else {
                format!("<link>{link}</link>")
            };
            inside.push_str(&element);
        }
        if self.is_atom() {
            let _ = write!(inside, "<id>{guid}</id><updated>2026-01-{day:02}T00:00:00Z</updated>");
            let _ = write!(inside, "<content type=\"html\">text {number} {text}</content>");
            return format!("<entry>{inside}</entry>");
        }
        if !guid.is_empty() {
            let _ = write!(inside, "<guid isPermaLink=\"false\">{guid}</guid>");
        }
        if !matches!(self.naming, Naming::Nothing) {
            let _ = write!(inside, "<pubDate>{day} Jan 2026 00:00:00 GMT</pubDate>");
        }
        let _ = write!(inside, "<description>text {number} {text}</description>");
        format!("<item>{inside}</item>")
    }
}

/// What a reader keeps: what is needed to compare, and the mark that was set when the item came: its true number.
#[derive(Default)]
struct Reader {
    known: BTreeMap<ItemKey, Known>,
    marks: BTreeMap<ItemKey, usize>,
}

impl Reader {
    /// Takes a document in; the items that it took for new must be those that are.
    fn poll(&mut self, document: &str, at: usize) {
        let now = Timestamp::from_seconds(1_780_000_000 + i64::try_from(at).expect("a small number") * 3600);
        let hints = Hints { base_url: Some("https://example.org/feed"), now, ..Hints::default() };
        let parsed = parse(document.as_bytes(), &hints).expect("the document is a feed");
        let known: Vec<Known> = self.known.values().cloned().collect();
        let found = merge(&known, parsed.items, Extent::Newest);
        assert!(found.removed.is_empty());
        for item in found.added {
            let title = item.title.as_deref().unwrap_or_default();
            let number =
                title.trim_start_matches("Article ").trim_end_matches('!').parse().expect("a number");
            self.keep(&item);
            assert_eq!(self.marks.insert(item.key, number), None, "an item comes once");
        }
        for item in found.changed {
            let title = item.title.as_deref().unwrap_or_default();
            let expected = format!("Article {}", self.marks[&item.key]);
            assert_eq!(title.trim_end_matches('!'), expected, "a change stays with its item");
            self.keep(&item);
        }
        for renaming in found.renamed {
            if let Some(before) = renaming.before {
                self.known.remove(&before);
            }
            let standing = Standing::Alias(renaming.stored);
            let alias = Known { key: renaming.key, digest: 0, likeness: 0, standing };
            self.known.entry(renaming.key).or_insert(alias);
        }
    }

    fn keep(&mut self, item: &hudhud::model::Item) {
        let known =
            Known { key: item.key, digest: digest(item), likeness: likeness(item), standing: Standing::Here };
        self.known.insert(item.key, known);
    }
}

#[test]
fn a_thousand_edits_over_fifty_polls_leave_each_item_once_with_its_mark() {
    for naming in NAMINGS {
        for seed in 0..4 {
            check(naming, seed);
        }
    }
}

fn check(naming: Naming, seed: u64) {
    let mut dice = Dice(seed);
    let (mut publisher, mut reader) = (Publisher::new(naming), Reader::default());
    let mut ever = BTreeSet::new();
    for poll in 0..POLLS {
        for _ in 0..EDITS / POLLS {
            publisher.act(&mut dice);
        }
        ever.extend(publisher.shown().iter().map(|article| article.number));
        reader.poll(&publisher.document(), poll);
        let window = publisher.window;
        publisher.articles.iter_mut().filter(|article| !article.hidden).take(window).for_each(|article| {
            article.settled = true;
        });
    }
    let mut numbers: Vec<usize> = reader.marks.values().copied().collect();
    numbers.sort_unstable();
    assert!(numbers.len() > 50, "{naming:?} {seed}: the feed had items");
    assert_eq!(numbers, ever.into_iter().collect::<Vec<_>>(), "{naming:?} {seed}: each item once");
}
