//! Faults that feed readers were reported to have, each with a small document of the same kind and the value that is
//! right. Where the collection of such cases is at hand, its own documents are read as well.

use hudhud::discover::{Answer, CandidateKind, Discovery, Step};
use hudhud::feed::{Hints, ParseError, Parsed, parse};
use hudhud::html::{Measure, Reading, read, resolve};
use hudhud::ingest::{Extent, Known, digest, likeness, merge, sorting_date};
use hudhud::model::{
    Content, Direction, DirectionChoice, FeedId, Item, ItemId, ItemKey, Status, Subscription,
};
use hudhud::opml;
use hudhud::store::{CheckBatch, NewItem, Store};
use hudhud::text::{Options, Shaping, Styled, single};
use hudhud::time::{Span, Timestamp};

use super::shared;

const NOW: Timestamp = Timestamp::from_seconds(1_780_000_000);

/// A file of the collection.
fn file(case: &str, name: &str) -> Option<Vec<u8>> {
    let path = shared()?.join("bugcases").join(case).join(name);
    Some(std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

#[track_caller]
fn feed(bytes: impl AsRef<[u8]>) -> Parsed {
    served(bytes, None)
}

#[track_caller]
fn served(bytes: impl AsRef<[u8]>, content_type: Option<&str>) -> Parsed {
    let base_url = Some("https://feeds.example.org/rss.xml");
    parse(bytes.as_ref(), &Hints { content_type, base_url, now: NOW, ..Hints::default() }).expect("a feed")
}

fn titles(parsed: &Parsed) -> Vec<&str> {
    parsed.items.iter().map(|item| item.title.as_deref().unwrap_or_default()).collect()
}

fn links(parsed: &Parsed) -> Vec<&str> {
    parsed.items.iter().map(|item| item.link.as_deref().unwrap_or_default()).collect()
}

fn published(item: &Item) -> Option<String> {
    item.published.or(item.updated).map(Timestamp::to_rfc3339)
}

fn body(item: &Item) -> &str {
    item.body().map(|body| body.text.as_str()).unwrap_or_default()
}

fn rss(items: &str) -> String {
    format!(
        "<rss version=\"2.0\"><channel><title>Nest</title><link>https://nest.example.org/</link>{items}</channel></rss>"
    )
}

/// The lines of an item's text at this width, as they stand on a terminal without bidi.
fn shown(item: &Item, width: usize) -> Vec<String> {
    let content = item.body().expect("a text");
    let measure = Measure { width, shaping: Shaping::On };
    let laid = document(content, item.link.as_deref()).layout(&measure);
    laid.lines.iter().map(|line| format!("{}{}", " ".repeat(line.indent()), line.visual())).collect()
}

fn document(content: &Content, base_url: Option<&str>) -> hudhud::html::Document {
    read(content, &Reading { base_url, direction: Direction::Ltr, choice: DirectionChoice::Auto })
}

#[test]
fn bc_01_a_control_character_costs_itself_only() {
    let check = |parsed: &Parsed, second: &[&str]| {
        assert_eq!(parsed.items.len(), 3);
        let text = document(parsed.items[1].body().expect("a text"), None).plain();
        assert!(second.contains(&text.as_str()), "{text:?}");
        assert!(!body(&parsed.items[1]).contains('\u{8}'));
    };
    let items = "<item><title>a</title></item><item><description>left\u{8}right</description></item><item><title>c</title></item>";
    check(&feed(rss(items)), &["leftright", "left right"]);
    if let Some(bytes) = file("bc-01-control-char-in-text", "feed.xml") {
        check(&feed(bytes), &["before after", "beforeafter"]);
    }
}

#[test]
fn bc_02_a_declaration_behind_blank_lines_holds() {
    let own = b"\r\n\r\n  <?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><rss><channel><title>Blank</title><item><title>\xc5ngstr\xf6m</title></item></channel></rss>";
    let parsed = feed(own);
    assert_eq!((parsed.feed.title.as_deref(), titles(&parsed)), (Some("Blank"), vec!["Ångström"]));
    if let Some(bytes) = file("bc-02-blank-lines-before-declaration", "feed.xml") {
        let parsed = feed(bytes);
        assert_eq!((parsed.feed.title.as_deref(), titles(&parsed)), (Some("Blank"), vec!["Malmö"]));
    }
}

#[test]
fn bc_03_a_mark_before_the_declaration_hides_no_feed() {
    let own = format!("\u{feff}\n<?xml version=\"1.0\"?>{}", rss("<item><title>هدهد</title></item>"));
    assert_eq!(titles(&served(own, Some("text/html"))), ["هدهد"]);
    if let Some(bytes) = file("bc-03-bom-hides-feed", "feed.xml") {
        let parsed = served(bytes, Some("text/html"));
        assert_eq!((parsed.feed.title.as_deref(), titles(&parsed)), (Some("Comics"), vec!["שלום"]));
    }
}

#[test]
fn bc_04_items_in_the_wrong_namespace_are_items() {
    let check = |parsed: &Parsed| {
        assert_eq!(parsed.items.len(), 2);
        for item in &parsed.items {
            assert!(item.title.is_some() && item.link.is_some() && published(item).is_some(), "{item:?}");
        }
    };
    let item = |at: u8| {
        format!(
            "<item><title>{at}</title><link>https://nest.example.org/{at}</link><pubDate>Mon, 02 Mar 2026 09:30:00 GMT</pubDate></item>"
        )
    };
    let own = rss(&(item(1) + &item(2)));
    check(&feed(own.replace("<rss ", "<rss xmlns=\"http://www.w3.org/2005/Atom\" ")));
    if let Some(bytes) = file("bc-04-rss-in-atom-namespace", "feed.xml") {
        check(&feed(bytes));
    }
}

#[test]
fn bc_05_an_unclosed_element_spoils_its_own_item_at_most() {
    let item = |at: u8, text: &str| {
        format!(
            "<item><title>T{at}</title><link>https://feeds.example.org/{at}</link><description>{text}</description></item>"
        )
    };
    let own = item(1, "<p>good</p>") + &item(2, "<p>a <a href='x'>b<a> c</p>") + &item(3, "<p>whole</p>");
    let parsed = feed(rss(&own));
    assert_eq!(titles(&parsed), ["T1", "T2", "T3"]);
    assert_eq!(links(&parsed), [1, 2, 3].map(|at| format!("https://feeds.example.org/{at}")));
    assert_eq!(body(&parsed.items[2]), "<p>whole</p>");
    if let Some(bytes) = file("bc-05-unclosed-html-spoils-later-items", "feed.xml") {
        let parsed = feed(bytes);
        assert_eq!(titles(&parsed), ["One", "Two", "Three"]);
        assert_eq!(links(&parsed), [1, 2, 3].map(|at| format!("https://feeds.example.org/{at}")));
        assert_eq!(body(&parsed.items[2]), "<p>fine</p>");
    }
}

#[test]
fn bc_06_utf8_without_a_hyphen_is_utf_8() {
    let check = |parsed: &Parsed, expected: [&str; 2]| {
        assert_eq!((titles(parsed), parsed.encoding), (expected.to_vec(), "UTF-8"));
        assert!(parsed.repairs.is_empty(), "{:?}", parsed.repairs);
    };
    let own =
        rss("<item><title>Köln</title><guid>1</guid></item><item><title>أخبار</title><guid>2</guid></item>");
    check(&served(own, Some("text/xml;charset=utf8")), ["Köln", "أخبار"]);
    if let Some(bytes) = file("bc-06-charset-utf8-without-hyphen", "feed.xml") {
        check(&served(bytes, Some("text/xml;charset=utf8")), ["Zürich – 5 °C", "نشرة الأخبار"]);
    }
}

#[test]
fn bc_07_one_bad_byte_stays_one_bad_byte() {
    let mut own = rss("<item><title>à</title></item><item><title><![CDATA[citt@]]></title></item><item><title>é</title></item>").into_bytes();
    let at = own.iter().position(|byte| *byte == b'@').expect("a place");
    own[at] = 0xc3;
    assert_eq!(titles(&feed(own)), ["à", "citt\u{fffd}", "é"]);
    if let Some(bytes) = file("bc-07-one-invalid-utf8-byte", "feed.xml") {
        let parsed = feed(bytes);
        assert_eq!(parsed.items.len(), 3);
        assert_eq!(titles(&parsed)[1], "La Civilt\u{fffd} Cattolica");
        assert!(titles(&parsed)[0].contains('à') || titles(&parsed)[2].contains('à'));
        assert!(titles(&parsed)[0].contains('é') || titles(&parsed)[2].contains('é'));
    }
}

#[test]
fn bc_08_dates_in_the_language_of_the_site_are_read() {
    let item = |date: &str| format!("<item><title>x{date}</title><pubDate>{date}</pubDate></item>");
    let own = [
        "Ср, 5 авг 2020 10:00:00 +0300",
        "mer., 12 févr. 2025 08:00:00 +0100",
        "٣ نيسان ٢٠٢٦",
        "no day at all",
    ]
    .map(item);
    let dates: Vec<Option<String>> = feed(rss(&own.concat())).items.iter().map(published).collect();
    let expected = ["2020-08-05T07:00:00Z", "2025-02-12T07:00:00Z", "2026-04-03T00:00:00Z"];
    assert_eq!(dates, [&expected.map(|date| Some(date.to_owned()))[..], &[None]].concat());
    if let Some(bytes) = file("bc-08-localized-month-names", "feed.xml") {
        let parsed = feed(bytes);
        assert_eq!(titles(&parsed), ["a", "b", "c"]);
        let dates: Vec<Option<String>> = parsed.items.iter().map(published).collect();
        let expected = ["2018-07-30T11:30:00Z", "2025-08-05T06:00:00Z", "2026-03-02T09:30:00Z"];
        assert_eq!(dates, expected.map(|date| Some(date.to_owned())));
    }
}

#[test]
fn bc_09_without_a_date_the_arrival_counts_and_stays() {
    let (first, later) = (NOW, Timestamp::from_seconds(NOW.as_seconds() + 3600));
    for impossible in
        ["", "<pubDate>Thu, 01 Jan 1970 00:00:00 GMT</pubDate>", "<pubDate>0001-01-01T00:00:00Z</pubDate>"]
    {
        let document = rss(&format!("<item><title>a</title>{impossible}</item>"));
        for now in [first, later] {
            let parsed = parse(document.as_bytes(), &Hints { now, ..Hints::default() }).expect("a feed");
            assert_eq!(parsed.items[0].published, None);
            assert_eq!(sorting_date(&parsed.items[0], first), first);
        }
    }
    if let Some(bytes) = file("bc-09-no-dates-stay-put", "feed.xml") {
        let parsed = feed(bytes);
        assert_eq!(parsed.items.iter().filter_map(published).count(), 0);
        assert_eq!(parsed.items.len(), 3);
    }
}

#[test]
fn bc_10_an_entry_needs_no_date() {
    let check = |parsed: &Parsed| {
        let dates: Vec<Option<String>> = parsed.items.iter().map(published).collect();
        let expected =
            [None, Some("2019-11-15T10:00:00Z".to_owned()), Some("2026-03-01T08:00:00Z".to_owned())];
        assert_eq!(dates, expected);
    };
    let entry = |at: u8, date: &str| format!("<entry><id>urn:e:{at}</id><title>{at}</title>{date}</entry>");
    let own = entry(1, "")
        + &entry(2, "<pubDate>Fri, 15 Nov 2019 10:00:00 +0000</pubDate>")
        + &entry(3, "<updated>2026-03-01T08:00:00Z</updated>");
    check(&feed(format!("<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>T</title>{own}</feed>")));
    if let Some(bytes) = file("bc-10-atom-entry-without-updated", "feed.xml") {
        check(&feed(bytes));
    }
}

fn keys(parsed: &Parsed) -> Vec<ItemKey> {
    parsed.items.iter().map(|item| item.key).collect()
}

#[test]
fn bc_11_to_13_bad_guids_make_no_item_new_and_lose_none() {
    let numbered = |guid: &str, at: u8| {
        format!("<item><title>t{at}</title><link>https://nest.example.org/{at}</link>{guid}</item>")
    };
    for guid in [
        "<guid>N/A</guid>",
        "<guid></guid>",
        "<guid isPermaLink=\"false\"/>",
        "<guid> \n</guid>",
        "<guid>https://nest.example.org/</guid>",
        "",
    ] {
        let before = feed(rss(&[1, 2, 3, 4].map(|at| numbered(guid, at)).concat()));
        let after = feed(rss(&[5, 1, 2, 3, 4].map(|at| numbered(guid, at)).concat()));
        assert_eq!(keys(&before), keys(&after)[1..], "{guid}");
        assert!(!keys(&before).contains(&keys(&after)[0]));
    }
    let bare = |title: &str, text: &str| {
        format!("<item><title>{title}</title><description>{text}</description></item>")
    };
    let before = feed(rss(&(bare("Notice", "one") + &bare("Menu", "soup"))));
    let after = feed(rss(&(bare("Notice", "two") + &bare("Notice", "one") + &bare("Menu", "soup"))));
    assert_eq!(keys(&before), keys(&after)[1..]);
    assert!(!keys(&before).contains(&keys(&after)[0]));
}

/// Takes a document into a store, as a check does.
fn take_in(store: &Store, feed: FeedId, document: &[u8], now: Timestamp) {
    let parsed = parse(document, &Hints { now, ..Hints::default() }).expect("a feed");
    let heads = store.heads(feed).expect("the store can be read");
    let known: Vec<Known> = heads
        .iter()
        .map(|head| Known {
            key: head.id.key,
            digest: head.digest,
            likeness: head.likeness,
            standing: head.standing,
        })
        .collect();
    let new = |item: Item| NewItem {
        digest: digest(&item),
        likeness: likeness(&item),
        date: sorting_date(&item, now),
        status: Status { read: false, starred: false, tags: Vec::new(), arrived: now },
        excerpt: None,
        item,
    };
    let added = merge(&known, parsed.items, Extent::Newest).added.into_iter().map(new).collect();
    let batch = CheckBatch { added, ..CheckBatch::default() };
    store.commit(feed, batch).expect("the store can be written");
}

#[test]
fn bc_14_items_that_were_deleted_do_not_come_back() {
    let check = |document: &[u8]| {
        let folder = tempfile::tempdir().expect("a folder");
        let (store, _) = Store::open(folder.path(), NOW).expect("a store");
        let feed =
            store.subscribe(Subscription::new(FeedId(0), "https://nest.example.org/f", NOW)).expect("a feed");
        let here = || -> Vec<ItemKey> {
            let ids = store.heads(feed).expect("heads").into_iter().map(|head| head.id);
            ids.filter(|id| store.item(*id).expect("an answer").is_some()).map(|id| id.key).collect()
        };
        take_in(&store, feed, document, NOW);
        let before = here();
        assert_eq!(before.len(), 3);
        let deleted = before[1];
        store.forget(&[ItemId { feed, key: deleted }]).expect("a removal");
        for hour in 1..4 {
            take_in(&store, feed, document, NOW.plus(Span::hours(hour)));
            assert!(!here().contains(&deleted) && here().len() == 2);
        }
        let rest: Vec<ItemId> = here().into_iter().map(|key| ItemId { feed, key }).collect();
        store.forget(&rest).expect("a removal");
        take_in(&store, feed, document, NOW.plus(Span::hours(5)));
        assert_eq!(here(), []);
    };
    let item = |at: u8| format!("<item><title>t{at}</title><guid isPermaLink=\"false\">g{at}</guid></item>");
    check(rss(&[1, 2, 3].map(item).concat()).as_bytes());
    if let Some(bytes) = file("bc-14-deleted-items-come-back", "feed.xml") {
        check(&bytes);
    }
}

fn found(page: &[u8], typed: &str, url: &str) -> Vec<hudhud::discover::Candidate> {
    let (mut machine, _) = Discovery::start(typed).expect("an address");
    let answer =
        Answer { url, status: 200, content_type: Some("text/html"), links: &[], body: page, now: NOW };
    match machine.step(Some(&answer)) {
        Step::Found(found) => found,
        Step::Fetch(url) => panic!("the page names feeds, and {url} is asked"),
    }
}

#[test]
fn bc_20_feeds_of_a_page_are_relative_to_its_base() {
    let url = "https://shop.example.org/de/products/list";
    let check = |page: &[u8]| {
        let found: Vec<String> = found(page, url, url).into_iter().map(|one| one.url).collect();
        let expected = [
            "shop.example.org/static/feed.atom",
            "shop.example.org/blog/feed",
            "other.example.org/rss",
            "cdn.example.org/x.rss",
        ];
        assert_eq!(found, expected.map(|rest| format!("https://{rest}")));
    };
    let link =
        |href: &str| format!("<link href='{href}' type=application/rss+xml rel=alternate title='{href}'>");
    let hrefs = ["feed.atom", "/blog/feed", "https://other.example.org/rss", "//cdn.example.org/x.rss"];
    check(format!("<base href=/static/><title>x</title>{}", hrefs.map(link).concat()).as_bytes());
    if let Some(page) = file("bc-20-discovery-with-base-element", "page.html") {
        check(&page);
    }
}

#[test]
fn bc_21_the_main_feed_comes_first_and_titles_are_decoded() {
    let check = |page: &[u8]| {
        let found = found(page, "ann.example.org", "https://ann.example.org/");
        assert_eq!(found[0].title.as_deref(), Some("Ann’s notes » Feed"));
        assert_eq!(
            (found[0].url.as_str(), found[0].kind),
            ("https://ann.example.org/feed/", CandidateKind::Main)
        );
        let last = found.last().expect("a feed");
        assert_eq!(
            (last.title.as_deref(), last.kind),
            (Some("Ann’s notes » Comments"), CandidateKind::Comments)
        );
        let mut all: Vec<&str> = found.iter().map(|one| one.url.as_str()).collect();
        all.extend(found.iter().flat_map(|one| &one.alternatives).map(|(_, url)| url.as_str()));
        all.sort_unstable();
        assert_eq!(
            all,
            ["comments/feed/", "feed.json", "feed/"].map(|rest| format!("https://ann.example.org/{rest}"))
        );
    };
    check(b"<head><link rel=alternate type=application/rss+xml title='Ann&rsquo;s notes &#187; Comments' href=/comments/feed/>\
        <link rel=alternate type=application/rss+xml title='Ann&rsquo;s notes &#187; Feed' href=/feed/>\
        <link rel='alternate stylesheet' href=/a.css type=text/css><link rel=alternate type=application/json+oembed href=/o>\
        <link rel=alternate type=application/feed+json href=/feed.json></head><article><a href=/1>x</a></article>");
    if let Some(page) = file("bc-21-discovery-titles-and-comment-feeds", "page.html") {
        check(&page);
    }
}

#[test]
fn bc_22_addresses_in_a_text_are_relative_to_the_page_of_the_item() {
    let check = |parsed: &Parsed, expected: [&str; 6]| {
        let content = parsed.items[0].body().expect("a text");
        let laid = document(content, None).layout(&Measure { width: 80, shaping: Shaping::On });
        let mut found: Vec<&str> = laid.links.iter().map(|link| link.url.as_str()).collect();
        let mut expected = expected.to_vec();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
        let base = content.base.as_deref();
        assert_eq!(
            resolve(base, "?p=2").as_deref(),
            Some("https://site.example.org/articles/matrix.html?p=2")
        );
    };
    let html = "<a href='../x'>1</a><img src=y.png alt=2><a href=/z>3</a><a href=//cdn.example.org/w>4</a><a href=#v>5</a><a href='?u'>6</a>";
    let own = rss(&format!(
        "<item><link>https://site.example.org/articles/matrix.html</link><description><![CDATA[{html}]]></description></item>"
    ));
    let page = "https://site.example.org/articles/matrix.html";
    check(
        &feed(own),
        [
            "https://site.example.org/x",
            "https://site.example.org/articles/y.png",
            "https://site.example.org/z",
            "https://cdn.example.org/w",
            &format!("{page}#v"),
            &format!("{page}?u"),
        ],
    );
    if let Some(bytes) = file("bc-22-relative-addresses-in-content", "feed.xml") {
        check(
            &feed(bytes),
            [
                "https://site.example.org/pix/a.svg",
                "https://site.example.org/articles/img/b.webp",
                "https://site.example.org/c",
                "https://cdn.example.org/d",
                &format!("{page}#note"),
                &format!("{page}?p=2"),
            ],
        );
    }
}

#[test]
fn bc_23_links_with_unusual_characters_can_be_opened_and_are_encoded_once() {
    let own = [
        "https://feeds.example.org/łódź",
        "<![CDATA[//feeds.example.org/two words]]>",
        "https://feeds.example.org/%D8%A7",
        "https://خبر.example.org/ا?ب=۱",
    ]
    .map(|link| format!("<item><link>{link}</link></item>"));
    assert_eq!(
        links(&feed(rss(&own.concat()))),
        [
            "https://feeds.example.org/%C5%82%C3%B3d%C5%BA",
            "https://feeds.example.org/two%20words",
            "https://feeds.example.org/%D8%A7",
            "https://xn--ngblk.example.org/%D8%A7?%D8%A8=%DB%B1"
        ]
    );
    if let Some(bytes) = file("bc-23-unusual-characters-in-links", "feed.xml") {
        let parsed = feed(bytes);
        assert_eq!(
            links(&parsed)[..3],
            [
                "https://feeds.example.org/wroc%C5%82aw/%C5%BC",
                "https://feeds.example.org/news/Tax%20Crackdown%20Shocks",
                "https://feeds.example.org/%E2%84%96-24"
            ]
        );
        assert!(links(&parsed)[3].starts_with("https://xn--mgbh0fb.example.org/"));
    }
}

#[test]
fn bc_24_titles_are_decoded_once_more_where_they_name_characters() {
    let own = ["That&amp;rsquo;s it", "R &amp;amp; D", "B&amp;B", "&amp;unknown; x"]
        .map(|title| format!("<item><title>{title}</title></item>"));
    assert_eq!(titles(&feed(rss(&own.concat()))), ["That’s it", "R & D", "B&B", "&unknown; x"]);
    if let Some(bytes) = file("bc-24-double-escaped-title", "feed.xml") {
        assert_eq!(titles(&feed(bytes)), ["It’s here", "Q & A", "AT&T"]);
    }
}

/// The column at which a text starts in one of the lines.
#[track_caller]
fn column(lines: &[String], text: &str) -> usize {
    let line =
        lines.iter().find(|line| line.contains(text)).unwrap_or_else(|| panic!("no {text} in {lines:?}"));
    line.find(text).map(|at| line[..at].chars().count()).unwrap_or_default()
}

/// How far in the line after the one with this text starts.
fn indent_after(lines: &[String], text: &str) -> usize {
    let at = lines.iter().position(|line| line.contains(text)).expect("the text is shown");
    lines.get(at + 1).map(|line| line.len() - line.trim_start().len()).unwrap_or_default()
}

#[test]
fn bc_25_outer_numbers_go_on_after_inner_lists() {
    let html = "<ol><li>alpha<ul><li>dot<ol start=5><li>five</li><li>six</li></ol></li></ul></li><li>beta that is long enough for two lines of this width</li><li>gamma</li></ol>";
    let own = feed(rss(&format!("<item><description><![CDATA[{html}]]></description></item>")));
    let lines = shown(&own.items[0], 30);
    assert!(
        column(&lines, "alpha") < column(&lines, "dot") && column(&lines, "dot") < column(&lines, "five")
    );
    for text in ["1. alpha", "2. beta", "3. gamma", "5. five", "6. six"] {
        column(&lines, text);
    }
    assert_eq!(column(&lines, "beta"), indent_after(&lines, "beta"));
    if let Some(bytes) = file("bc-25-nested-lists", "feed.xml") {
        let lines = shown(&feed(bytes).items[0], 40);
        for text in ["1. First", "2. Second", "3. Third", "5. five", "6. six"] {
            column(&lines, text);
        }
        assert_eq!(column(&lines, "Second"), indent_after(&lines, "Second"));
    }
}

#[test]
fn bc_26_blocks_and_code_keep_their_lines() {
    let html = "<div>One</div><div>Two</div><pre><code><b>if</b> x {\n<i>\ty();</i>\n    z();\n}</code></pre>then some words that are wrapped";
    let own = feed(rss(&format!("<item><description><![CDATA[{html}]]></description></item>")));
    let lines = shown(&own.items[0], 20);
    assert_eq!(lines[..2], ["One", "Two"]);
    let code: Vec<usize> = ["if x", "y()", "z()", "}"].map(|text| column(&lines, text)).to_vec();
    assert_eq!((code[0], code[2] - code[0], code[3] - code[0]), (code[3], 4, 0));
    assert!(code[1] > code[0] && column(&lines, "then") == 0);
    if let Some(bytes) = file("bc-26-block-and-pre-line-breaks", "feed.xml") {
        let lines = shown(&feed(bytes).items[0], 60);
        assert_eq!(lines[..3], ["Rent: 500", "Rooms: 2", "Area: 45"]);
        let code = ["fn main", "let a", "let b", "}"].map(|text| column(&lines, text));
        assert_eq!(code.map(|at| at - code[0]), [0, 4, 4, 0]);
    }
}

#[test]
fn bc_27_titles_of_any_width_are_cut_at_whole_characters() {
    let own = [
        "plain",
        "📚 books 📖",
        "👩‍👩‍👧 and 🏳️‍🌈",
        "🇮🇷 🇮🇱",
        "とても長い日本語の題名です",
        "cafe\u{301} cre\u{300}me",
        "हिन्दी 한국 ไทย",
    ];
    let mut all: Vec<String> = own.map(str::to_owned).to_vec();
    if let Some(bytes) = file("bc-27-wide-and-joined-characters", "feed.xml") {
        all.extend(titles(&feed(bytes)).into_iter().map(str::to_owned));
    }
    for title in &all {
        for width in 1..=40 {
            let options = Options { base: Direction::Ltr, width, shaping: Shaping::On };
            let line = single(&Styled::plain(title.as_str()), &options);
            assert!(line.width() <= width, "{title} in {width}");
            let cut = line.visual();
            let kept = cut.trim_end_matches('…').trim_end();
            // Joined pictures are shown by the first of them, so their text is no prefix of the title.
            if title.contains('\u{200d}') {
                continue;
            }
            assert!(title.starts_with(kept), "{cut:?} of {title:?}");
            let next = title[kept.len()..].chars().next();
            assert!(!matches!(next, Some('\u{300}'..='\u{36f}' | '\u{fe0f}')), "{cut:?} of {title:?}");
        }
    }
}

#[test]
fn bc_33_nested_lists_without_texts_are_read_whole() {
    let check = |text: &str| {
        let list = opml::read(text).expect("a list");
        let folder = |feed: &opml::Entry| feed.folder.as_ref().map(ToString::to_string).unwrap_or_default();
        let found: Vec<(String, Option<&str>)> =
            list.feeds.iter().map(|feed| (folder(feed), feed.title.as_deref())).collect();
        found.iter().map(|(folder, title)| (folder.clone(), title.map(str::to_owned))).collect::<Vec<_>>()
    };
    let own = "<opml><body><outline title='A'><outline title='B'><outline title='only title' xmlUrl='https://e.example/1'/><outline text='x' xmlurl='https://e.example/2'/></outline></outline><outline xmlUrl='https://e.example/3'/><outline text='empty'/></body></opml>";
    let some = |text: &str| Some(text.to_owned());
    let own = check(own);
    assert_eq!(own.len(), 3);
    assert!(own[0].0.contains('A') && own[0].0.contains('B') && own[0].0 == own[1].0);
    assert_eq!((&own[0].1, &own[1].1, &own[2]), (&some("only title"), &some("x"), &(String::new(), None)));
    if let Some(bytes) = file("bc-33-opml-nested-and-missing-text", "subs.opml") {
        let found = check(&String::from_utf8_lossy(&bytes));
        let titles: Vec<Option<&str>> = found.iter().map(|(_, title)| title.as_deref()).collect();
        assert_eq!(titles, [Some("Zone θ"), Some("אמנות"), Some("أخبار"), Some("Loose"), None]);
        assert!(found[0].0.contains("Art") && found[0].0.contains("Zone") && found[0].0 == found[1].0);
        assert_eq!((found[2].0.as_str(), found[3].0.as_str(), found[4].0.as_str()), ("News", "", ""));
    }
}

#[test]
fn bc_34_ampersands_and_quotes_in_a_list_lose_no_feed() {
    let list = opml::read("<opml><body><outline text='Q&A' htmlUrl='https://e.example/?a=1&b=2' xmlUrl='https://e.example/f?a=1&b=2'/><outline text=\"so \"called\"\" xmlUrl=\"https://e.example/g\"/></body></opml>").expect("a list");
    let urls: Vec<&str> = list.feeds.iter().map(|feed| feed.url.as_str()).collect();
    assert_eq!(urls, ["https://e.example/f?a=1&b=2", "https://e.example/g"]);
    assert_eq!(list.feeds[0].page.as_deref(), Some("https://e.example/?a=1&b=2"));
    if let Some(bytes) = file("bc-34-opml-bare-ampersand-and-quotes", "amp.opml") {
        let list = opml::read(&String::from_utf8_lossy(&bytes)).expect("a list");
        let urls: Vec<&str> = list.feeds.iter().map(|feed| feed.url.as_str()).collect();
        assert_eq!(
            urls,
            ["https://feeds.example.org/top?emc=rss&partner=rss", "https://feeds.example.org/rd"]
        );
    }
    if let Some(bytes) = file("bc-34-opml-bare-ampersand-and-quotes", "quotes.opml") {
        let list = opml::read(&String::from_utf8_lossy(&bytes)).expect("a list");
        assert_eq!(list.feeds[0].url, "https://feeds.example.org/feed");
    }
}

#[test]
fn bc_35_a_very_large_feed_is_read_whole_and_in_order() {
    let item = |at: usize| {
        format!(
            "<item><title>Item {at}</title><guid>big{at}</guid><description>{}</description></item>",
            "word ".repeat(100)
        )
    };
    let parsed = feed(rss(&(0..5_000).map(item).collect::<String>()));
    assert_eq!(parsed.items.len(), 5_000);
    assert!(titles(&parsed).iter().enumerate().all(|(at, title)| *title == format!("Item {at}")));
    if let Some(bytes) = file("bc-35-very-large-feed", "template.xml") {
        let template = String::from_utf8(bytes).expect("a text");
        let (head, rest) = template.split_once("<item>").expect("an item");
        let (item, tail) = rest.split_once("</item>").expect("its end");
        let pad = "text ".repeat(700);
        let mut document = head.to_owned();
        for at in 1..=3_000 {
            let item = item.replace("@N@", &at.to_string()).replace("@PAD@", &pad);
            document.extend(["<item>", &item, "</item>"]);
        }
        let parsed = feed(document + tail);
        assert_eq!((parsed.items.len(), titles(&parsed)[2_999]), (3_000, "Item 3000 – مورد 3000"));
    }
}

#[test]
fn what_is_no_feed_is_said_to_be_none() {
    let error = |text: &str| parse(text.as_bytes(), &Hints::default()).err();
    assert_eq!(error("<!doctype html><html><body>Back soon</body></html>"), Some(ParseError::WebPage));
    assert_eq!(
        error("<opml><body><outline xmlUrl='https://e.example/'/></body></opml>"),
        Some(ParseError::Opml)
    );
    assert_eq!(error(" \n"), Some(ParseError::Empty));
    assert_eq!(error("plain words"), Some(ParseError::NotAFeed));
}
