use super::*;
use crate::model::{Direction, FeedId, Subscription};
use crate::time::{Span, Timestamp};

fn outline(text: &str) -> Outline {
    read(text).unwrap_or_default()
}

/// Folder, title and address of each feed.
fn check(text: &str, expected: &[(&str, &str, &str)]) {
    let list = outline(text);
    let found: Vec<(String, &str, &str)> = list
        .feeds
        .iter()
        .map(|feed| {
            let folder = feed.folder.as_ref().map(ToString::to_string).unwrap_or_default();
            (folder, feed.title.as_deref().unwrap_or(""), feed.url.as_str())
        })
        .collect();
    let found: Vec<_> = found.iter().map(|(folder, title, url)| (folder.as_str(), *title, *url)).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn folders_names_and_letter_case_are_understood() {
    check(
        r#"<opml version="1.0"><head><title>Mine</title></head><body>
        <outline title="Art"><outline title="Zone"><outline type="rss" title="Zone θ" xmlUrl="https://a.example/1"/>
        <outline text="אמנות" xmlurl="https://a.example/2"/></outline></outline>
        <outline text="News" title="x"><outline text="أخبار" title="y" XMLURL="https://a.example/3"/></outline>
        <outline text="Loose" xmlUrl="https://a.example/4"/><outline xmlUrl="https://a.example/5"/>
        <outline text="Empty"/></body></opml>"#,
        &[
            ("Art/Zone", "Zone θ", "https://a.example/1"),
            ("Art/Zone", "אמנות", "https://a.example/2"),
            ("News", "أخبار", "https://a.example/3"),
            ("", "Loose", "https://a.example/4"),
            ("", "", "https://a.example/5"),
        ],
    );
    assert_eq!(
        outline("<title>Mine</title><outline xmlUrl='http://a.example/'/>").title.as_deref(),
        Some("Mine")
    );
}

#[test]
fn faults_of_writing_cost_nothing() {
    check(
        r#"<opml><outline text="T" htmlUrl="https://a.example?a=1&b=2" xmlUrl="https://a.example/t?a=1&b=2"/></opml>"#,
        &[("", "T", "https://a.example/t?a=1&b=2")],
    );
    check(
        r#"<outline text="fubar "baz"" title="fubar "baz"" type="rss" xmlUrl="https://a.example/feed"/>"#,
        &[("", "fubar \"baz\"", "https://a.example/feed")],
    );
    check(
        "<opml><body><outline text='arch&aelig;ology' xmlUrl='https://a.example/x' />",
        &[("", "archæology", "https://a.example/x")],
    );
}

#[test]
fn a_list_is_data_and_nothing_else() {
    let list = outline(
        "<outline xmlUrl='exec:rm -rf /'/><outline xmlUrl='filter:x:http://a.example/'/><outline xmlUrl='file:///etc/passwd'/>
        <outline xmlUrl='javascript:x'/><outline xmlUrl='vfolder'/><outline xmlUrl='https://a.example/'/>",
    );
    assert_eq!(list.feeds.len(), 1);
    assert_eq!(list.notes.len(), 5);
    assert!(list.notes[0].starts_with("no http or https address: exec:"), "{:?}", list.notes);
}

#[test]
fn each_address_is_taken_once() {
    let list = outline(
        "<outline text=a xmlUrl='https://a.example/x'/><outline text=b xmlUrl='https://a.example/x'/>",
    );
    assert_eq!(list.feeds.len(), 1);
    assert_eq!(list.notes, ["listed twice: https://a.example/x"]);
}

#[test]
fn addresses_are_read_in_their_usual_forms() {
    check("<outline xmlUrl=' feed://a.example/x '/>", &[("", "", "https://a.example/x")]);
    check("<outline xmlUrl='feed:http://a.example/x'/>", &[("", "", "http://a.example/x")]);
    check("<outline xmlUrl='a.example/x'/>", &[("", "", "https://a.example/x")]);
    check("<outline xmlUrl='https://a.example/a b'/>", &[("", "", "https://a.example/a%20b")]);
    check("<outline type='rss' url='https://a.example/u'/>", &[("", "", "https://a.example/u")]);
}

#[test]
fn plain_lists_are_lists_too() {
    check(
        "# mine\nhttps://a.example/1 news \"~My title\" \"two words\" !\n\nb.example/2\n\"exec:x y\" z\nfile:///etc/passwd\n",
        &[("", "My title", "https://a.example/1"), ("", "", "https://b.example/2")],
    );
    assert_eq!(outline("https://a.example/1 news \"two words\" !").feeds[0].tags, ["news", "two words"]);
}

#[test]
fn lists_in_rdf_are_lists_too() {
    check(
        "<rdf:RDF><rdf:Seq><rdf:li rdf:resource='https://a.example/1'/><rdf:li rdf:resource='https://a.example/2'/></rdf:Seq></rdf:RDF>",
        &[("", "", "https://a.example/1"), ("", "", "https://a.example/2")],
    );
    check(
        "<rdf:RDF><foaf:Agent><foaf:name>Ann</foaf:name><rss:channel rdf:about=' https://a.example/1 '/></foaf:Agent></rdf:RDF>",
        &[("", "Ann", "https://a.example/1")],
    );
    let feed = "<rdf:RDF><channel rdf:about='https://a.example/'><items><rdf:Seq><rdf:li rdf:resource='https://a.example/1'/>\
                </rdf:Seq></items></channel><item rdf:about='https://a.example/1'/></rdf:RDF>";
    assert_eq!(read(feed), Err(OpmlError::NoFeeds));
}

#[test]
fn nothing_is_an_error() {
    assert_eq!(read("\u{feff} \n"), Err(OpmlError::Empty));
    for text in ["<opml version='2.0'><body/></opml>", "hello\nworld", "<html><a href='https://a.example/'>"]
    {
        assert_eq!(read(text), Err(OpmlError::NoFeeds), "{text}");
    }
}

#[test]
fn settings_survive_the_way_out_and_back() {
    let subscription = Subscription {
        title: Some("א & \"b\" <c>".to_owned()),
        folder: FolderPath::new(["News", "W/orld"]),
        tags: vec!["a, b".to_owned(), "c%2Cd".to_owned(), "x".to_owned()],
        direction: DirectionChoice::Fixed(Direction::Rtl),
        language: Some("he".to_owned()),
        charset: Some("windows-1255".to_owned()),
        interval: IntervalChoice::Every(Span::minutes(90)),
        retention: Retention::Newest(50),
        extra: vec![
            ("xmlns:fz".to_owned(), "urn:forumzilla:".to_owned()),
            ("fz:quickMode".to_owned(), "line\nbreak\u{1}".to_owned()),
            ("other:x".to_owned(), "1".to_owned()),
        ],
        ..Subscription::new(FeedId(1), "https://a.example/x?a=1&b=2", Timestamp::EPOCH)
    };
    let second = Subscription {
        interval: IntervalChoice::Never,
        retention: Retention::Forever,
        ..Subscription::new(FeedId(2), "https://b.example/", Timestamp::EPOCH)
    };
    let written = |subscription, title| Written { subscription, title, page: Some("https://a.example/") };
    let text = write("T & U", &[written(&subscription, "א & \"b\" <c>"), written(&second, "B")]);
    let list = outline(&text);
    assert_eq!((list.title.as_deref(), list.notes.len(), list.feeds.len()), (Some("T & U"), 0, 2), "{text}");
    let feed = &list.feeds[0];
    assert_eq!(feed.url, subscription.url);
    assert_eq!(feed.title, subscription.title);
    assert_eq!((&feed.folder, &feed.tags), (&subscription.folder, &subscription.tags));
    assert_eq!(
        (feed.direction, feed.interval, feed.retention),
        (subscription.direction, subscription.interval, subscription.retention)
    );
    assert_eq!((feed.language.as_deref(), feed.charset.as_deref()), (Some("he"), Some("windows-1255")));
    assert!(feed.extra.contains(&("fz:quickMode".to_owned(), "line\nbreak".to_owned())), "{:?}", feed.extra);
    assert!(feed.extra.contains(&("xmlns:fz".to_owned(), "urn:forumzilla:".to_owned())));
    assert_eq!(
        (list.feeds[1].interval, list.feeds[1].retention),
        (IntervalChoice::Never, Retention::Forever)
    );
}

#[test]
fn what_is_written_is_well_formed() {
    let subscription = Subscription {
        folder: FolderPath::new(["<a>", "\"b\""]),
        extra: vec![("p:x".to_owned(), "]]>".to_owned()), ("bad name".to_owned(), "1".to_owned())],
        ..Subscription::new(FeedId(1), "https://a.example/", Timestamp::EPOCH)
    };
    let text = write("t\u{0}", &[Written { subscription: &subscription, title: "&\u{ffff}", page: None }]);
    let mut reader = quick_xml::Reader::from_str(&text);
    loop {
        match reader.read_event() {
            Ok(quick_xml::events::Event::Eof) => break,
            Ok(quick_xml::events::Event::Start(tag) | quick_xml::events::Event::Empty(tag)) => {
                assert!(tag.attributes().all(|attribute| attribute.is_ok()), "{text}");
            }
            Ok(_) => {}
            Err(error) => panic!("{error} in {text}"),
        }
    }
}

#[test]
fn hostile_lists_end() {
    let deep = format!("{}<outline xmlUrl='https://a.example/'/>", "<outline text='x'>".repeat(100_000));
    assert_eq!(outline(&deep).feeds[0].folder.as_ref().map(FolderPath::depth), Some(16));
    for text in [
        "<outline text=\"".repeat(50_000),
        "<outline ".repeat(50_000),
        "<o a=\"b\" c\"".repeat(50_000),
        "&".repeat(100_000),
        "<![CDATA[".repeat(50_000),
    ] {
        assert!(read(&text).is_err());
    }
}

#[test]
fn a_list_of_ten_thousand_comes_back_whole() {
    let subscriptions: Vec<Subscription> = (0..10_000)
        .map(|number| Subscription {
            folder: FolderPath::new([format!("Folder {}", number % 100)]),
            ..Subscription::new(
                FeedId(number),
                format!("https://host{number}.example/feed"),
                Timestamp::EPOCH,
            )
        })
        .collect();
    let written: Vec<Written<'_>> = subscriptions
        .iter()
        .map(|subscription| Written { subscription, title: "A title", page: None })
        .collect();
    assert_eq!(outline(&write("Many", &written)).feeds.len(), 10_000);
}

proptest::proptest! {
    #[test]
    fn any_text_can_be_tried_as_a_list(text in "(<|>|\"|'|=|&|/| |outline|xmlUrl|http://a.b|[a-z]|\\PC){0,200}") {
        for feed in outline(&text).feeds {
            proptest::prop_assert!(settings::is_web(&feed.url), "{}", feed.url);
        }
    }
}

#[test]
fn the_sample_list_is_read_without_a_fault() {
    let list = outline(include_str!("../../assets/sample.opml"));
    assert!(list.feeds.len() >= 18 && list.notes.is_empty(), "{:?}", list.notes);
    assert!(
        list.feeds.iter().all(|feed| feed.title.is_some() && feed.folder.is_some() && feed.page.is_some())
    );
}

/// Compares with what another program (listparser) says of the lists in the shared corpus.
#[test]
fn the_corpus_is_read_as_by_others() {
    let Ok(shared) = std::env::var("HUDHUD_SHARED") else {
        println!("skipped: HUDHUD_SHARED is not set");
        return;
    };
    let corpus = std::path::Path::new(&shared).join("corpus");
    let expected = std::fs::read_to_string(corpus.join("EXPECTED-opml.jsonl")).unwrap_or_default();
    let (mut same, mut all, mut other) = (0, 0, Vec::new());
    for line in expected.lines().filter(|line| !line.trim().is_empty()) {
        let case: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
        let text = |key: &str| case[key].as_str().map(str::to_owned);
        let file = text("file").unwrap_or_default();
        let bytes = std::fs::read(corpus.join(&file)).unwrap_or_default();
        let list = outline(&String::from_utf8_lossy(&bytes));
        let first = list.feeds.first();
        let found = (
            list.feeds.len() as u64,
            first.map(|feed| feed.url.clone()),
            first.and_then(|feed| feed.title.clone()),
        );
        let wanted =
            (case["n_feeds"].as_u64().unwrap_or(0), text("first_feed_url"), text("first_feed_title"));
        all += 1;
        if found == wanted {
            same += 1;
        } else if !DIFFERENT.iter().any(|(known, _)| *known == file) {
            other.push(format!("{file}: found {found:?}, expected {wanted:?}, notes {:?}", list.notes));
        }
    }
    println!("{same} of {all} lists are read as by listparser");
    assert!(other.is_empty() && all > 100, "{}", other.join("\n"));
}

/// Where the other program is not followed, and why.
const DIFFERENT: [(&str, &str); 10] = [
    ("opml/liferea/feedlist_bg.opml", VFOLDER),
    ("opml/liferea/feedlist_ca.opml", VFOLDER),
    ("opml/liferea/feedlist_de.opml", VFOLDER),
    ("opml/liferea/feedlist_en.opml", VFOLDER),
    ("opml/liferea/feedlist_he.opml", VFOLDER),
    ("opml/liferea/feedlist_hu.opml", VFOLDER),
    ("opml/liferea/feedlist_nl.opml", VFOLDER),
    ("opml/liferea/feedlist_pt.opml", VFOLDER),
    ("opml/liferea/feedlist_pt_BR.opml", VFOLDER),
    ("opml/liferea/feedlist_sv.opml", VFOLDER),
];

const VFOLDER: &str = "counts a search folder, whose address is the word vfolder, as a feed";
