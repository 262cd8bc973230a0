use super::*;

fn answer<'a>(url: &'a str, body: &'a [u8]) -> Answer<'a> {
    Answer {
        url,
        status: 200,
        content_type: None,
        links: &[],
        body,
        now: Timestamp::from_seconds(1_700_000_000),
    }
}

fn first_step(typed: &str, url: &str, body: &[u8]) -> Step {
    match Discovery::start(typed) {
        Ok((mut machine, _)) => machine.step(Some(&answer(url, body))),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn an_address_that_is_a_feed_is_the_only_choice() {
    let body =
        b"<rss version='2.0'><channel><title>A &amp; B</title><item><title>x</title></item></channel></rss>";
    let expected = Candidate {
        url: "https://example.org/moved".to_owned(),
        title: Some("A & B".to_owned()),
        format: Some(Format::Rss),
        alternatives: Vec::new(),
        kind: CandidateKind::Main,
    };
    assert_eq!(
        first_step("example.org/feed", "https://example.org/moved", body),
        Step::Found(vec![expected])
    );
}

#[test]
fn a_page_offers_the_main_feed_first_and_comments_last() {
    let body = br#"<html><head>
        <link rel="alternate" type="application/rss+xml" title="Ann&#8217;s notes &raquo; Comments" href="/comments/feed/">
        <link rel="alternate" type="application/rss+xml" title="Ann&#8217;s notes &raquo; Feed" href="/feed/">
        <link rel="alternate" type="application/feed+json" title="JSON" href="/feed.json">
        <link rel="alternate" type="application/json+oembed" href="/oembed?u=1">
        <link rel="alternate stylesheet" type="text/css" href="/dark.css"></head><body><article>x</article></body></html>"#;
    let Step::Found(found) = first_step("example.org", "https://example.org/", body) else {
        panic!("asks more")
    };
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].title.as_deref(), Some("Ann’s notes » Feed"));
    assert_eq!(found[0].alternatives, [(Some(Format::Json), "https://example.org/feed.json".to_owned())]);
    assert_eq!(found[1].title.as_deref(), Some("Ann’s notes » Comments"));
}

#[test]
fn pages_are_decoded_as_they_are_written() {
    let body = b"<meta charset=windows-1255><link rel=alternate type=application/rss+xml title='\xf9\xec\xe5\xed' href=/f>";
    let Step::Found(found) = first_step("example.org", "https://example.org/", body) else {
        panic!("asks more")
    };
    assert_eq!(found[0].title.as_deref(), Some("שלום"));
}

/// Compares the feeds that pages of the shared corpus name with what another program (html5lib) found.
#[test]
fn the_corpus_is_searched_as_by_others() {
    let Ok(shared) = std::env::var("HUDHUD_SHARED") else {
        println!("skipped: HUDHUD_SHARED is not set");
        return;
    };
    let corpus = std::path::Path::new(&shared).join("corpus");
    let expected = std::fs::read_to_string(corpus.join("EXPECTED-html.jsonl")).unwrap_or_default();
    let (mut all, mut other) = (0, Vec::new());
    for line in expected.lines().filter(|line| !line.trim().is_empty()) {
        let case: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
        let file = case["file"].as_str().unwrap_or_default();
        let bytes = std::fs::read(corpus.join(file)).unwrap_or_default();
        let body = if file.starts_with("http-raw/") { body_of(&bytes) } else { &bytes };
        let url = "https://page.example/dir/page.html";
        let found = page::read(url, &crate::feed::decode(body, None)).named;
        let found: Vec<&str> = found.iter().map(|named| named.url.as_str()).collect();
        let links = case["feed_links"].as_array().cloned().unwrap_or_default();
        let links = links.iter().filter_map(|link| crate::html::resolve(Some(url), link["href"].as_str()?));
        let wanted: Vec<String> = links.collect();
        // Order counts; what we take besides may stand between.
        let mut rest = found.iter();
        let missing: Vec<&String> = wanted.iter().filter(|url| !rest.any(|known| known == url)).collect();
        // A JSON Feed served as plain JSON; plain XML whose titles say RSS, which Firefox did not believe.
        let more = match file {
            "html-discovery/feedsearch/blog_with_feeds.html" => 1,
            "html-discovery/firefox/feed_discovery.html" => 3,
            _ => 0,
        };
        all += 1;
        if !missing.is_empty() || found.len() > wanted.len() + more {
            other.push(format!("{file}: found {found:?}, missing {missing:?}"));
        }
    }
    println!("{} of {all} pages are read as by html5lib", all - other.len());
    assert!(other.is_empty() && all > 40, "{}", other.join("\n"));
}

fn body_of(raw: &[u8]) -> &[u8] {
    let end = raw.windows(4).position(|four| four == b"\r\n\r\n").map(|at| at + 4);
    let end = end.or_else(|| raw.windows(2).position(|two| two == b"\n\n").map(|at| at + 2));
    &raw[end.unwrap_or(0)..]
}
