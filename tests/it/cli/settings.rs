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
