use super::*;

fn read_feed(text: &str) -> JsonFeed {
    read(text, None, Timestamp::from_seconds(1_780_000_000), &mut Repairs::default()).expect("a feed")
}

#[test]
fn types_are_repaired() {
    let feed = read_feed(
        r#"{"version": "http://jsonfeed.org/version/1", "author": "Jane <jane@example.org>", "items": [
            {"id": 7, "url": "https://example.org/7", "tags": ["a", null, 3], "title": null,
             "attachments": [{"url": "https://example.org/a.mp3", "size_in_bytes": 12.5, "duration_in_seconds": "1:02"}]},
            null, "x"]}"#,
    );
    let (item, extra) = &feed.items[0];
    assert_eq!(
        (feed.items.len(), item.id.as_deref(), item.categories.as_slice()),
        (1, Some("7"), &["a".to_owned()][..])
    );
    assert_eq!(item.authors[0].email.as_deref(), Some("jane@example.org"));
    assert_eq!((extra.enclosures[0].length, extra.enclosures[0].duration_seconds), (Some(12), Some(62)));
    assert_eq!(extra.enclosures[0].media_type, None);
}

#[test]
fn what_the_format_adds_is_read() {
    let feed = read_feed(
        r#"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "language": "he", "expired": true,
            "next_url": "https://example.org/2", "hubs": [{"type": "WebSub", "url": "https://hub.example.org/"}],
            "items": [{"id": "1", "content_html": "<p dir=rtl>x</p>", "language": "ar", "image": "https://example.org/i.png"}]}"#,
    );
    assert!(feed.extra.expired);
    assert_eq!(feed.extra.hubs[0].protocol.as_deref(), Some("WebSub"));
    assert_eq!(feed.items[0].1.language.as_deref(), Some("ar"));
    assert_eq!(feed.items[0].1.direction, Some(crate::model::Direction::Rtl));
    assert_eq!(feed.items[0].1.media.len(), 1);
}

#[test]
fn other_json_is_no_feed() {
    for text in ["{}", "[]", "{\"a\": 1}", "[1, 2]", "{\"items\": 3}"] {
        let found = read(text, None, Timestamp::EPOCH, &mut Repairs::default());
        assert!(found.is_none(), "{text}");
    }
}
