//! Deltas (RFC 3229; `fetching.md` sections 3.7 and 8, items 16 and 17).

use hudhud::engine::Checked;
use hudhud::model::{FailureKind, LastCheck};

use super::rig::{Rig, rss, updated};
use crate::support::reply::Reply;
use crate::support::server::Server;

/// Whether each request for a path asked for a delta.
fn wishes(server: &Server, path: &str) -> Vec<Option<String>> {
    server.asked(path).iter().map(|asked| asked.header("a-im")).collect()
}

fn delta(im: &str) -> Reply {
    Reply::status(226).header("IM", im).etag("\"b\"").body(rss(&["two"]))
}

#[test]
fn a_delta_is_asked_for_only_with_a_tag_and_with_items() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/tagged", Reply::rss(rss(&["one"])).etag("\"a\""));
    server.on("/dated", Reply::rss(rss(&["one"])).last_modified("Mon, 02 Mar 2026 09:30:00 GMT"));
    server.on("/empty", Reply::rss(rss(&[])).etag("\"a\""));
    for path in ["/tagged", "/dated", "/empty"] {
        let feed = rig.subscribe(&server.url(path));
        rig.refresh(feed);
    }
    assert_eq!(wishes(&server, "/tagged"), [None, Some("feed".to_owned())]);
    assert_eq!(wishes(&server, "/dated"), [None, None]);
    assert_eq!(wishes(&server, "/empty"), [None, None]);
}

#[test]
fn a_delta_is_merged_with_what_is_there_and_its_tag_goes_on() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/f", [Reply::rss(rss(&["one"])).etag("\"a\""), delta("feed"), delta("feed")]);
    let feed = rig.subscribe(&server.url("/f"));
    assert_eq!(rig.refresh(feed), updated(1, 0));
    assert_eq!(rig.titles(feed).len(), 2);
    assert_eq!(rig.refresh(feed), updated(0, 0));
    let asked = server.asked("/f");
    assert_eq!(asked[2].header("if-none-match").as_deref(), Some("\"b\""));
    assert_eq!(asked[2].header("a-im").as_deref(), Some("feed"));
}

#[test]
fn a_delta_of_another_kind_is_not_read_and_its_host_is_asked_for_none_any_more() {
    for (number, im) in ["vcdiff", "feed, gzip", ""].into_iter().enumerate() {
        let (server, mut rig) = (Server::start(), Rig::new());
        let whole = || Reply::rss(rss(&["one"])).etag("\"a\"");
        server.script("/f", [whole(), delta(im), whole().never_304()]).on("/other", whole());
        let feed = rig.subscribe(&server.url("/f"));
        let other = rig.subscribe(&server.url("/other"));
        let Checked::Asked(LastCheck::Failed(failure)) = rig.refresh(feed) else { panic!("{im:?} was read") };
        assert_eq!(failure.kind, FailureKind::Status(226));
        assert_eq!(rig.titles(feed), ["one"], "{number}");
        rig.restart();
        assert_eq!(rig.refresh(feed), updated(0, 0));
        rig.refresh(feed);
        rig.refresh(other);
        let asked = server.asked("/f");
        assert!(!asked[2].is_conditional() && asked[3].is_conditional());
        assert_eq!(wishes(&server, "/f")[1..], [Some("feed".to_owned()), None, None]);
        assert_eq!(wishes(&server, "/other"), [None, None]);
    }
}
