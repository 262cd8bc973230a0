//! Settings of single feeds, by `set`, against real servers.

use super::library::rows;
use crate::support::cli::Cli;
use crate::support::reply::Reply;
use crate::support::server::Server;

/// "أخبار" in windows-1256, in a document that calls itself something else.
fn mislabelled() -> Vec<u8> {
    let start =
        b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><rss version=\"2.0\"><channel><title>News</title>\
        <item><guid>1</guid><title>"
            .as_slice();
    [start, b"\xc3\xce\xc8\xc7\xd1", b"</title></item></channel></rss>"].concat()
}

#[test]
fn a_feed_with_a_wrong_label_is_right_once_its_encoding_is_set() {
    let (server, folder) = (Server::start(), tempfile::tempdir().expect("a scratch folder"));
    server.on("/f", Reply::ok("application/rss+xml; charset=iso-8859-1", mislabelled()).etag("\"a\""));
    let at = || Cli::at(folder.path());
    at().args(["add", &server.url("/f")]).ok();
    let title = || rows(folder.path(), &["items"])[0]["title"].clone();
    assert_eq!(title(), "ÃÎÈÇÑ");
    at().args(["set", "1", "charset=cp1256"]).ok();
    at().args(["refresh"]).ok();
    assert_eq!((title(), rows(folder.path(), &["items"]).len()), ("أخبار".into(), 1));
    assert_eq!(rows(folder.path(), &["feeds"])[0]["charset"], "windows-1256");
    assert!(!server.asked("/f")[1].is_conditional(), "the document has to come again");

    at().args(["export", "list.opml"]).ok();
    let (list, other) = (folder.path().join("list.opml"), tempfile::tempdir().expect("a scratch folder"));
    Cli::at(other.path()).args(["import"]).args([list]).ok();
    assert_eq!(rows(other.path(), &["feeds"])[0]["charset"], "windows-1256");
}

fn titled(title: &str) -> String {
    format!(
        "<rss version=\"2.0\"><channel><title>{title}</title><item><guid>1</guid><title>One</title></item></channel></rss>"
    )
}

#[test]
fn a_login_is_set_by_name_and_place_and_sent_and_never_kept_in_clear() {
    let (server, folder) = (Server::start(), tempfile::tempdir().expect("a scratch folder"));
    server.on("/f", Reply::rss(titled("Locked")));
    let at = || Cli::at(folder.path());
    at().args(["add", "--no-fetch", &server.url("/f")]).ok();
    let secret = "secret=command:printf 'open sesame'";
    at().args(["set", "1", "user=me", secret, "user-agent=reader/1", "header.X-Key=abc", "http=1.1"]).ok();
    at().args(["refresh"]).ok();
    let asked = &server.asked("/f")[0];
    // "me:open sesame" in base64 (RFC 7617 section 2).
    assert_eq!(asked.header("authorization").as_deref(), Some("Basic bWU6b3BlbiBzZXNhbWU="));
    assert_eq!(asked.header("user-agent").as_deref(), Some("reader/1"));
    assert_eq!(asked.header("x-key").as_deref(), Some("abc"));
    let access = rows(folder.path(), &["feeds"])[0]["access"].clone();
    assert_eq!((access["user"].as_str(), access["http"].as_str()), (Some("me"), Some("1.1")));
    assert_eq!(access["headers"][0], "x-key");
    at().args(["set", "1", "user="]).ok();
    at().args(["refresh"]).ok();
    assert_eq!(server.asked("/f")[1].header("authorization"), None);
}

#[test]
fn a_secret_that_can_not_be_had_fails_its_feed_alone_and_asks_nobody() {
    let (server, folder) = (Server::start(), tempfile::tempdir().expect("a scratch folder"));
    server.on("/a", Reply::rss(titled("A"))).on("/b", Reply::rss(titled("B")));
    let at = || Cli::at(folder.path());
    at().args(["add", "--no-fetch", &server.url("/a"), &server.url("/b")]).ok();
    at().args(["set", "1", "user=me", "secret=env:HUDHUD_TEST_NO_SUCH_VARIABLE"]).ok();
    at().args(["refresh"]).ends(3);
    assert_eq!((server.asked("/a").len(), server.asked("/b").len()), (0, 1));
    let feeds = rows(folder.path(), &["feeds"]);
    let result = feeds.iter().find(|feed| feed["id"] == 1).expect("the feed")["last_result"].clone();
    assert!(result.as_str().is_some_and(|words| words.contains("HUDHUD_TEST_NO_SUCH_VARIABLE")), "{result}");
}

#[test]
fn a_password_in_an_address_is_neither_kept_nor_shown_nor_sent() {
    let (server, folder) = (Server::start(), tempfile::tempdir().expect("a scratch folder"));
    server.on("/f", Reply::rss(titled("Open")));
    let address = server.url("/f").replace("http://", "http://me:hunter2@");
    let added = Cli::at(folder.path()).args(["add", &address]).ok();
    assert!(added.stderr.contains("left out") && !added.stderr.contains("hunter2"), "{}", added.stderr);
    let list = format!("<opml version=\"2.0\"><body><outline xmlUrl=\"{address}x\"/></body></opml>");
    let imported = Cli::at(folder.path()).args(["import", "-"]).stdin(list).ok();
    assert!(imported.stderr.contains("left out"), "{}", imported.stderr);
    assert_eq!(server.asked("/f")[0].header("authorization"), None);
    for command in [&["feeds", "--json"][..], &["export"], &["schedule"]] {
        let told = Cli::at(folder.path()).args(command).ok();
        assert!(!told.stdout.contains("hunter2"), "{command:?}");
    }
}
