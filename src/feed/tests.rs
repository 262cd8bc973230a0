use std::fmt::Write as _;

use super::*;
use crate::model::{Direction, Format, Markup, MediaKind};
use crate::time::Span;

const NOW: Timestamp = Timestamp::from_seconds(1_780_000_000);

fn read(text: &str) -> Parsed {
    parse_from(text, None)
}

fn parse_from(text: &str, base_url: Option<&str>) -> Parsed {
    let hints = Hints { base_url, now: NOW, ..Hints::default() };
    parse(text.as_bytes(), &hints).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn rss(inside: &str) -> Parsed {
    read(&format!("<rss version=\"2.0\"><channel><title>T</title>{inside}</channel></rss>"))
}

fn item(inside: &str) -> Item {
    rss(&format!("<item>{inside}</item>")).items.remove(0)
}

fn titles(parsed: &Parsed) -> Vec<&str> {
    parsed.items.iter().map(|item| item.title.as_deref().unwrap_or_default()).collect()
}

fn repaired(parsed: &Parsed, word: &str) -> bool {
    parsed.repairs.iter().any(|repair| repair.word == word)
}

#[test]
fn every_version_of_rss_and_atom_is_read() {
    let items = "<item><title>One</title><link>https://example.org/1</link></item>";
    for root in [
        "<rss>",
        "<rss version=\"0.91\">",
        "<rss version=\" 2.0 \">",
        "<RSS version=\"2.00\">",
        "<rss xmlns=\"http://backend.userland.com/rss2\">",
        "<rss xmlns=\"http://www.w3.org/2005/Atom\" version=\"2.0\">",
        "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns=\"http://my.netscape.com/rdf/simple/0.9/\">",
        "<rdf:RDF xmlns=\"http://purl.org/rss/1.0/\">",
    ] {
        let parsed = read(&format!("{root}<channel><title>T</title></channel>{items}"));
        assert_eq!(
            (titles(&parsed), parsed.items[0].link.as_deref()),
            (vec!["One"], Some("https://example.org/1")),
            "{root}"
        );
        assert_eq!(parsed.feed.format, Format::Rss);
    }
    for root in [
        "<feed xmlns=\"http://www.w3.org/2005/Atom\">",
        "<feed version=\"0.3\" xmlns=\"http://purl.org/atom/ns#\">",
        "<feed>",
        "<feed xmlns=\"urn:x\">",
    ] {
        let parsed = read(&format!(
            "{root}<title>T</title><entry><title>One</title><issued>2003-12-13</issued><link href=\"https://example.org/1\"/></entry></feed>"
        ));
        assert_eq!(
            (titles(&parsed), parsed.items[0].link.as_deref()),
            (vec!["One"], Some("https://example.org/1")),
            "{root}"
        );
        assert_eq!(parsed.feed.format, Format::Atom);
        assert!(parsed.items[0].published.is_some());
    }
    let entry = read("<entry xmlns=\"http://www.w3.org/2005/Atom\"><title>One</title></entry>");
    assert_eq!((titles(&entry), entry.feed.format), (vec!["One"], Format::Atom));
}

#[test]
fn prefixes_may_be_anything() {
    let parsed = read(
        "<a:feed xmlns:a=\"http://www.w3.org/2005/Atom\"><a:title>T</a:title><a:entry><a:title>One</a:title></a:entry></a:feed>",
    );
    assert_eq!((parsed.feed.title.as_deref(), titles(&parsed)), (Some("T"), vec!["One"]));
}

#[test]
fn what_is_no_feed_is_told_apart() {
    let error = |text: &str| parse(text.as_bytes(), &Hints::default()).expect_err("no feed");
    assert_eq!(error(" \n"), ParseError::Empty);
    assert_eq!(error("<!DOCTYPE html><html><title>x</title></html>"), ParseError::WebPage);
    assert_eq!(error("<opml version='2.0'></opml>"), ParseError::Opml);
    assert_eq!(error("{\"a\": 1}"), ParseError::NotAFeed);
    assert_eq!(error("hello"), ParseError::NotAFeed);
    assert_eq!(parse(&[0x1f, 0x8b, 1, 2], &Hints::default()).expect_err("no feed"), ParseError::NotAFeed);
}

#[test]
fn titles_are_plain_text() {
    for (written, expected) in [
        ("It&amp;rsquo;s here", "It’s here"),
        ("Q &amp;amp; A", "Q & A"),
        ("AT&amp;T", "AT&T"),
        ("AT&T", "AT&T"),
        ("<![CDATA[a <b>bold</b> &amp; x]]>", "a bold & x"),
        ("T <b>bold</b> x", "T bold x"),
        ("1 < 2", "1 < 2"),
        ("caf&eacute;&nbsp;&mdash; x", "café\u{a0}— x"),
        ("a\n   b", "a b"),
    ] {
        assert_eq!(item(&format!("<title>{written}</title>")).title.as_deref(), Some(expected), "{written}");
    }
    let atom = read(
        "<feed><entry><title type=\"text\">The &lt;b> tag</title></entry><entry><title type=\"xhtml\"><div>x <i>y</i></div></title></entry></feed>",
    );
    assert_eq!(titles(&atom), ["The <b> tag", "x y"]);
}

#[test]
fn a_broken_item_leaves_the_others_whole() {
    let parsed = rss(
        "<item><title>1</title><description><p>a</description><link>https://example.org/1</link></item>\
         <item><title>2</title><description>x <a href=\"y\">more<a></description><link>https://example.org/2</link></item>\
         <item><title>3</title><description><![CDATA[never closed</description><link>https://example.org/3</link></item>\
         <item><title>4</title><description><![CDATA[closed]]></description><link>https://example.org/4</link></item>",
    );
    assert_eq!(titles(&parsed), ["1", "2", "3", "4"]);
    let links: Vec<_> = parsed.items.iter().filter_map(|item| item.link.as_deref()).collect();
    assert_eq!(links.len(), 4);
}

#[test]
fn control_characters_are_dropped_and_named() {
    let parsed =
        rss("<item><title>a\u{8}b\u{1b}[31m</title><description>before\u{8} after&#8;</description></item>");
    assert_eq!(titles(&parsed), ["ab[31m"]);
    assert_eq!(parsed.items[0].body().map(|body| body.text.as_str()), Some("before after"));
    assert!(repaired(&parsed, "control-characters"));
}

#[test]
fn a_cut_off_document_shows_what_it_has() {
    let parsed =
        read("<rss><channel><item><title>1</title></item><item><title>2</title><description>half of");
    assert_eq!(titles(&parsed), ["1", "2"]);
    assert!(repaired(&parsed, "cut-off"));
}

#[test]
fn the_rhythm_of_a_feed_is_read() {
    let parsed = rss(
        "<ttl> 60 </ttl><sy:updatePeriod> hourly\n</sy:updatePeriod><sy:updateFrequency>2</sy:updateFrequency>\
         <skipHours><hour>24</hour><hour>3</hour></skipHours><skipDays><day>Sunday</day></skipDays>\
         <cloud domain=\"rpc.example.org\" port=\"5337\" path=\"/rsscloud\" registerProcedure=\"\" protocol=\"http-post\"/>\
         <atom:link rel=\"hub\" href=\"https://hub.example.org/\"/><atom:link rel=\"self\" href=\"https://example.org/feed\"/>\
         <itunes:new-feed-url>https://example.org/new</itunes:new-feed-url><fh:complete/>",
    );
    let feed = parsed.feed;
    assert_eq!(feed.ttl, Some(Span::minutes(60)));
    assert_eq!(feed.update_period.map(|found| found.frequency), Some(2));
    assert_eq!(feed.skip_hours.iter().collect::<Vec<_>>(), [0, 3]);
    assert_eq!(feed.skip_days.names().collect::<Vec<_>>(), ["Sunday"]);
    assert_eq!(feed.cloud.map(|cloud| cloud.port), Some(5337));
    assert_eq!(feed.hubs[0].url, "https://hub.example.org/");
    assert_eq!(feed.self_link.as_deref(), Some("https://example.org/feed"));
    assert_eq!(feed.new_address.as_deref(), Some("https://example.org/new"));
    assert!(feed.complete);
}

#[test]
fn the_nearest_language_counts() {
    let parsed = read(
        "<feed xml:lang=\"en\"><entry><title>a</title></entry><entry xml:lang=\"ar\"><title>b</title></entry>\
         <entry><dc:language>fa</dc:language></entry><entry><content xml:lang=\"he\">x</content></entry>\
         <entry xml:lang=\"\"/></feed>",
    );
    let languages: Vec<_> = parsed.items.iter().map(|item| item.language.as_deref()).collect();
    assert_eq!(languages[..4], [Some("en"), Some("ar"), Some("fa"), Some("he")]);
    assert_eq!(rss("<language>ur</language><item/>").items[0].language.as_deref(), Some("ur"));
}

#[test]
fn directions_are_read_where_they_are_stated() {
    let parsed = read(
        "<feed dir=\"rtl\"><entry dir=\"ltr\"/><entry><content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\" dir=\"rtl\">x</div></content></entry>\
         <entry><content type=\"html\">&lt;p dir='ltr'>x&lt;/p></content></entry><entry/></feed>",
    );
    let directions: Vec<_> = parsed.items.iter().map(|item| item.direction).collect();
    assert_eq!(parsed.feed.direction, Some(Direction::Rtl));
    assert_eq!(directions, [Some(Direction::Ltr), Some(Direction::Rtl), Some(Direction::Ltr), None]);
}

#[test]
fn addresses_are_made_absolute() {
    let text = "<feed xml:base=\"/blog/\"><entry xml:base=\"2024/\"><link href=\"a.html\"/><content type=\"html\">x</content></entry></feed>";
    let parsed = parse_from(text, Some("https://example.org/feed"));
    assert_eq!(parsed.items[0].link.as_deref(), Some("https://example.org/blog/2024/a.html"));
    assert_eq!(
        parsed.items[0].content.as_ref().and_then(|content| content.base.as_deref()),
        Some("https://example.org/blog/2024/")
    );
    // Without a stated base the page of the item is the base of its text.
    let plain = item("<link>https://example.org/a/b.html</link><description>&lt;img src=x></description>");
    assert_eq!(plain.summary.and_then(|text| text.base).as_deref(), Some("https://example.org/a/b.html"));
}

#[test]
fn a_permalink_is_a_link() {
    assert_eq!(item("<guid>https://example.org/1</guid>").link.as_deref(), Some("https://example.org/1"));
    assert_eq!(item("<guid isPermaLink=\"false\">https://example.org/1</guid>").link, None);
    assert_eq!(item("<guid>urn:x</guid>").link, None);
    assert_eq!(item("<link>javascript:alert(1)</link>").link, None);
    assert_eq!(
        item("<link/><atom:link href=\"https://example.org/1\"/>").link.as_deref(),
        Some("https://example.org/1")
    );
}

#[test]
fn texts_know_what_they_are() {
    let markup = |inside: &str| item(inside).body().map(|body| (body.markup, body.text.clone()));
    assert_eq!(
        markup("<description>plain text</description>"),
        Some((Markup::Plain, "plain text".to_owned()))
    );
    assert_eq!(
        markup("<description>&lt;p>x&lt;/p></description>"),
        Some((Markup::Html, "<p>x</p>".to_owned()))
    );
    assert_eq!(
        markup("<description>&amp;lt;p&amp;gt;x&amp;lt;/p&amp;gt;</description>"),
        Some((Markup::Html, "<p>x</p>".to_owned()))
    );
    assert_eq!(
        markup("<description>s</description><content:encoded><![CDATA[<b>x</b>]]></content:encoded>"),
        Some((Markup::Html, "<b>x</b>".to_owned()))
    );
    assert_eq!(markup("<description>  </description>"), None);
}

#[test]
fn persons_dates_and_categories_are_read() {
    let found = item(
        "<author>jane@example.org (Jane)</author><dc:creator>John</dc:creator><category>a</category><category>a</category><dc:subject>b</dc:subject>\
         <dc:date>2020-01-01</dc:date><pubDate>Tue, 02 Jan 2024 03:04:05 GMT</pubDate><comments>https://example.org/c</comments>\
         <source url=\"https://example.org/other\">Other</source>",
    );
    assert_eq!(found.authors[0].name.as_deref(), Some("Jane"));
    assert_eq!(found.categories, ["a", "b"]);
    assert_eq!(found.published.map(Timestamp::to_rfc3339).as_deref(), Some("2024-01-02T03:04:05Z"));
    assert_eq!(found.comments.as_deref(), Some("https://example.org/c"));
    assert_eq!(found.source, Some((Some("Other".to_owned()), Some("https://example.org/other".to_owned()))));
}

#[test]
fn files_and_media_are_read() {
    let found = item(
        "<enclosure url=\"https://example.org/a.mp3\" length=\"1,024\" type=\"audio/mpeg\"/><itunes:duration>1:02</itunes:duration>\
         <media:group><media:content url=\"https://example.org/v.mp4\" type=\"video/mp4\" width=\"640\" height=\"480\"/><media:title>V</media:title>\
         <media:thumbnail url=\"https://example.org/t.jpg\"/></media:group>\
         <podcast:chapters url=\"https://example.org/c.json\" type=\"application/json\"/><podcast:transcript url=\"https://example.org/t.vtt\" type=\"text/vtt\"/>",
    );
    assert_eq!((found.enclosures[0].length, found.enclosures[0].duration_seconds), (Some(1024), Some(62)));
    let kinds: Vec<_> = found.media.iter().map(|medium| medium.kind).collect();
    assert_eq!(kinds, [MediaKind::Video, MediaKind::Chapters, MediaKind::Transcript]);
    assert_eq!(
        (found.media[0].title.as_deref(), found.media[0].thumbnail.as_deref()),
        (Some("V"), Some("https://example.org/t.jpg"))
    );
    assert_eq!(found.media[0].size, Some((640, 480)));
}

#[test]
fn missing_and_empty_guids_fall_back_to_links() {
    let text = "<item><guid></guid><link>https://example.org/1</link></item><item><guid isPermaLink=\"false\"/><link>https://example.org/2</link></item>\
                <item><guid>  </guid><link>https://example.org/3</link></item>";
    let (once, again) = (rss(text), rss(text));
    let keys = |parsed: &Parsed| parsed.items.iter().map(|item| item.key).collect::<Vec<_>>();
    assert_eq!(keys(&once), keys(&again));
    assert_eq!(once.items[0].identity, "link:https://example.org/1");
}

#[test]
fn keys_do_not_depend_on_the_feeds_address() {
    let text = "<rss><channel><item><link>/a</link></item><item><title>x</title></item></channel></rss>";
    let keys =
        |address| parse_from(text, Some(address)).items.iter().map(|item| item.key).collect::<Vec<_>>();
    assert_eq!(keys("https://old.example/feed"), keys("http://new.example/rss"));
}

#[test]
fn json_is_read_through_the_same_door() {
    let parsed = read(
        "{\"version\": \"https://jsonfeed.org/version/1.1\", \"title\": \"T\", \"items\": [{\"id\": 1, \"content_text\": \"x\",}]}",
    );
    assert_eq!((parsed.feed.format, parsed.items[0].guid.as_deref()), (Format::Json, Some("1")));
    assert!(repaired(&parsed, "json-syntax") && repaired(&parsed, "json-types"));
}

#[test]
fn what_makes_feed_rs_panic_does_no_harm() {
    for mark in ["\u{200f}", "،", "\u{a0}", "（", "»", "—", "\u{3000}"] {
        let person = format!("{mark}a@example.org{mark}");
        let text = format!(
            "<managingEditor>{person}</managingEditor><webMaster>{person}</webMaster><item><author>{person}</author><dc:creator>{person}</dc:creator></item>"
        );
        assert_eq!(rss(&text).items[0].authors[0].email.as_deref(), Some("a@example.org"), "{mark}");
        let json = format!(
            "{{\"version\": \"https://jsonfeed.org/version/1\", \"items\": [{{\"id\": \"1\", \"author\": {{\"name\": \"{person}\"}}}}]}}"
        );
        assert_eq!(read(&json).items[0].authors[0].email.as_deref(), Some("a@example.org"), "{mark}");
    }
    let digits = "9".repeat(30);
    let long = item(&format!(
        "<itunes:duration>{digits}:00:00</itunes:duration><media:content url=\"https://example.org/a\" duration=\"{digits}\"><media:thumbnail url=\"x\" time=\"{digits}\"/></media:content><media:text start=\"{digits}\">x</media:text>"
    ));
    assert_eq!(long.media[0].duration_seconds, None);
    let declaration = "<?xml version=\"1.0\" encoding=\"utf-16\"?>";
    let late = format!("{}{declaration}<rss><channel><item/></channel></rss>", " ".repeat(80));
    assert_eq!(read(&late).items.len(), 1);
    let twice = format!(
        "{declaration}<!-- {} --><?xml version=\"1.0\" encoding=\"koi8-r\"?><rss><item/></rss>",
        "x".repeat(80)
    );
    assert_eq!(read(&twice).items.len(), 1);
    let wide: Vec<u8> =
        format!("{declaration}<rss><item/></rss>").encode_utf16().flat_map(u16::to_be_bytes).collect();
    let parsed = parse(&wide, &Hints::default()).expect("a feed");
    assert_eq!((parsed.items.len(), parsed.encoding), (1, "UTF-16BE"));
}

#[test]
fn large_and_hostile_documents_are_read_in_linear_time() {
    let mut many = String::from("<rss><channel>");
    for number in 0..40_000 {
        let _ = write!(many, "<item><title>{number}</title></item>");
    }
    let parsed = read(&many);
    assert_eq!(parsed.items.len(), structure::MAX_ITEMS);
    assert!(repaired(&parsed, "too-many-items"));
    for piece in [
        "<item><x>",
        "<a xmlns:b='c'>",
        "<item><title>",
        "<![CDATA[",
        "&a",
        "<item a='",
        "<channel>",
        "<div>",
    ] {
        let _ = parse(format!("<rss><channel><item>{}", piece.repeat(20_000)).as_bytes(), &Hints::default());
    }
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..200)) {
        let _ = read_directly(&bytes);
    }

    #[test]
    fn any_markup_is_read_without_a_panic_and_keys_are_unique(
        pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..60),
    ) {
        let document = format!("<rss>{}", pieces.concat());
        if let Ok(parsed) = read_directly(document.as_bytes()) {
            let mut keys: Vec<_> = parsed.items.iter().map(|item| item.key).collect();
            keys.sort();
            keys.dedup();
            assert_eq!(keys.len(), parsed.items.len());
        }
    }
}

/// Without the net round the parser, so that a panic fails the test.
fn read_directly(bytes: &[u8]) -> Result<Parsed, ParseError> {
    super::read(bytes, &Hints { now: NOW, ..Hints::default() })
}

const PIECES: &[&str] = &[
    "<channel>",
    "</channel>",
    "<item>",
    "</item>",
    "<entry xml:lang='ar' dir='rtl'>",
    "</entry>",
    "<title>",
    "</title>",
    "<title type='html'>",
    "<link>",
    "</link>",
    "<link href='a",
    "'/>",
    "\">",
    "<guid>",
    "</guid>",
    "x",
    "نص",
    "&amp;",
    "&",
    "&#0;",
    "<",
    ">",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<?",
    "?>",
    "<content type='xhtml'>",
    "</content>",
    "<div xmlns='http://www.w3.org/1999/xhtml' dir=rtl>",
    "</div>",
    "<media:group>",
    "<media:content url='u'/>",
    "</media:group>",
    "<pubDate>",
    "</pubDate>",
    "2024",
    "Jan",
    "12:00",
    "<author>",
    "</author>",
    "a@b.example",
    "<x:y xmlns:x='z'>",
    "<!DOCTYPE a [<!ENTITY b 'c'>]>",
    "&b;",
    "\u{0}",
    "\u{200f}",
];

#[test]
fn a_language_header_holds_where_the_document_states_none() {
    let language = |document: &str, header| {
        let hints = Hints { content_language: Some(header), now: NOW, ..Hints::default() };
        let parsed = parse(document.as_bytes(), &hints).expect("a feed");
        (parsed.feed.language, parsed.items[0].language.clone())
    };
    let some = |text: &str| Some(text.to_owned());
    let silent = "<rss><channel><title>T</title><item><title>a</title></item></channel></rss>";
    assert_eq!(language(silent, " ar-EG "), (some("ar-EG"), some("ar-EG")));
    assert_eq!(language(silent, "en, fr"), (None, None));
    let stated = silent.replace("<title>T", "<language>he</language><title>T");
    assert_eq!(language(&stated, "en"), (some("he"), some("he")));
    let json = r#"{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","content_text":"x"}]}"#;
    assert_eq!(language(json, "fa"), (some("fa"), some("fa")));
}

#[test]
fn japanese_of_seven_bits_is_read_without_a_label() {
    let mut bytes =
        b"<rss><channel><title>\x1b$BF|K\x5c8l\x1b(B</title><item><title>a</title></item></channel></rss>"
            .to_vec();
    let hints = Hints { now: NOW, ..Hints::default() };
    let parsed = parse(&bytes, &hints).expect("a feed");
    assert_eq!((parsed.feed.title.as_deref(), parsed.encoding), (Some("日本語"), "ISO-2022-JP"));
    // An escape character that switches nothing is a control character.
    bytes = b"<rss><channel><title>a\x1b[1m</title></channel></rss>".to_vec();
    assert_eq!(parse(&bytes, &hints).expect("a feed").feed.title.as_deref(), Some("a[1m"));
}

#[test]
fn tags_that_never_end_are_read_in_linear_time() {
    // With a search for the end of each tag this would take minutes.
    for inside in ["", "<title>", "<description>"] {
        let document = format!("<rss><channel><item>{inside}{}", "<x".repeat(500_000));
        assert!(parse(document.as_bytes(), &Hints::default()).is_ok());
    }
}
