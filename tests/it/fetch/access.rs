//! Choices for single feeds: login, agent, fields, proxy (`fetching.md` sections 3.1, 3.10 and 8, item 22).

use hudhud::engine::{Checked, Command, Event};
use hudhud::model::{Change, FailureKind, FeedId, LastCheck, Login, ProxyChoice, SecretSource, Setting};
use hudhud::net::USER_AGENT;

use super::rig::{Rig, rss, updated};
use crate::support::reply::Reply;
use crate::support::server::Server;

fn set(rig: &mut Rig, feed: FeedId, setting: Setting) {
    rig.handle.tell(Command::Apply(rig.handle.ticket(), Change::Set { feed, setting }));
    rig.until(|event| matches!(event, Event::Applied(..)).then_some(()));
}

fn login(words: &[&str]) -> Setting {
    let secret = SecretSource::Command(words.iter().map(|word| (*word).to_owned()).collect());
    Setting::Login(Some(Login { user: "me".to_owned(), secret }))
}

#[test]
fn login_and_fields_stay_with_their_origin_when_a_redirect_leaves_it() {
    let (own, other, mut rig) = (Server::start(), Server::start(), Rig::new());
    own.script(
        "/f",
        [Reply::rss(rss(&["one"])), Reply::redirect(302, "/g"), Reply::redirect(302, &other.url("/h"))],
    );
    own.on("/g", Reply::rss(rss(&["one"])));
    other.on("/h", Reply::rss(rss(&["one"])));
    let feed = rig.subscribe(&own.url("/f"));
    set(&mut rig, feed, login(&["printf", "s3cret"]));
    set(&mut rig, feed, Setting::Headers(vec![("X-Key".to_owned(), "k".to_owned())]));
    set(&mut rig, feed, Setting::UserAgent(Some("mine/1".to_owned())));
    rig.refresh(feed);
    rig.refresh(feed);
    let sent = |asked: &crate::support::server::Asked| {
        (asked.header("authorization"), asked.header("x-key"), asked.header("user-agent"))
    };
    let (basic, key, mine) = ("Basic bWU6czNjcmV0", "k", "mine/1");
    let full = (Some(basic.to_owned()), Some(key.to_owned()), Some(mine.to_owned()));
    assert_eq!(sent(&own.asked("/f")[0]), (None, None, Some(USER_AGENT.to_owned())));
    assert_eq!((sent(&own.asked("/f")[1]), sent(&own.asked("/g")[0])), (full.clone(), full));
    assert_eq!(sent(&other.asked("/h")[0]), (None, None, Some(mine.to_owned())));
}

#[test]
fn without_its_secret_a_feed_is_not_asked_at_all() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["one"])));
    let feed = rig.subscribe(&server.url("/f"));
    set(&mut rig, feed, login(&["/nowhere/pass"]));
    let Checked::Asked(LastCheck::Failed(failure)) = rig.refresh(feed) else { panic!("there is no secret") };
    assert_eq!(failure.kind, FailureKind::Secret);
    assert_eq!(server.log().len(), 1);
}

#[test]
fn a_feed_with_a_proxy_of_its_own_is_asked_through_it_and_others_are_not() {
    let (proxy, server, mut rig) = (Server::start(), Server::start(), Rig::new());
    proxy.on("http://feeds.example/f", Reply::rss(rss(&["one"])));
    server.on("/f", Reply::rss(rss(&["two"])));
    let other = rig.subscribe(&server.url("/f"));
    let draft = hudhud::engine::Draft {
        url: "http://feeds.example/f".to_owned(),
        fetch: hudhud::engine::FetchNow::No,
        ..hudhud::engine::Draft::default()
    };
    rig.handle.tell(Command::Subscribe(rig.handle.ticket(), draft));
    let feed = rig.until(|event| match event {
        Event::Subscribed { feed, .. } => Some(*feed),
        _ => None,
    });
    set(&mut rig, feed, Setting::Proxy(ProxyChoice::Url(proxy.url(""))));
    assert_eq!(rig.refresh(feed), updated(1, 0));
    rig.refresh(other);
    assert_eq!((proxy.log().len(), server.log().len()), (1, 2));
}

#[test]
fn an_authority_that_can_not_be_read_is_named_and_nothing_is_asked() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["one"])));
    let feed = rig.subscribe(&server.url("/f"));
    set(&mut rig, feed, Setting::Authority(Some("/nowhere/ca.pem".to_owned())));
    let Checked::Asked(LastCheck::Failed(failure)) = rig.refresh(feed) else { panic!("it can't be read") };
    assert_eq!(failure.kind, FailureKind::Tls);
    assert!(failure.detail.contains("/nowhere/ca.pem"), "{}", failure.detail);
    assert_eq!(server.log().len(), 1);
}

/// A SOCKS5 proxy (RFC 1928) that answers itself for the one name that it is asked for, and tells that name.
fn socks(name: &'static str) -> (String, std::thread::JoinHandle<String>) {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("loopback has a free port");
    let addr = listener.local_addr().expect("a bound socket has an address");
    let thread = std::thread::spawn(move || {
        let (mut socket, _) = listener.accept().expect("somebody comes");
        let mut read = |count: usize| {
            let mut bytes = vec![0; count];
            socket.read_exact(&mut bytes).map(|()| bytes).expect("it goes on")
        };
        let methods = usize::from(read(2)[1]);
        read(methods);
        socket.write_all(&[5, 0]).expect("it listens");
        let mut read = |count: usize| {
            let mut bytes = vec![0; count];
            socket.read_exact(&mut bytes).map(|()| bytes).expect("it goes on")
        };
        let (head, length) = (read(4), read(1)[0]);
        assert_eq!(head, [5, 1, 0, 3], "a connection to a name");
        let asked = String::from_utf8_lossy(&read(usize::from(length))).into_owned();
        read(2);
        socket.write_all(&[5, 0, 0, 1, 127, 0, 0, 1, 0, 80]).expect("it listens");
        let mut request = [0; 4096];
        let _ = socket.read(&mut request).expect("a request");
        let body = rss(&["through"]);
        let head =
            format!("HTTP/1.1 200 OK\r\ncontent-type: text/xml\r\ncontent-length: {}\r\n\r\n", body.len());
        socket.write_all(head.as_bytes()).and_then(|()| socket.write_all(body.as_ref())).expect("it listens");
        assert_eq!(asked, name);
        asked
    });
    (format!("socks5h://{addr}"), thread)
}

#[test]
fn a_feed_is_asked_through_a_socks_proxy_that_finds_its_host() {
    let mut rig = Rig::new();
    let draft = hudhud::engine::Draft {
        url: "http://feeds.example/f".to_owned(),
        fetch: hudhud::engine::FetchNow::No,
        ..hudhud::engine::Draft::default()
    };
    rig.handle.tell(Command::Subscribe(rig.handle.ticket(), draft));
    let feed = rig.until(|event| match event {
        Event::Subscribed { feed, .. } => Some(*feed),
        _ => None,
    });
    let (proxy, thread) = socks("feeds.example");
    set(&mut rig, feed, Setting::Proxy(ProxyChoice::Url(proxy)));
    assert_eq!(rig.refresh(feed), updated(1, 0));
    assert_eq!(thread.join().ok().as_deref(), Some("feeds.example"));
}

#[test]
fn what_does_not_speak_http_is_named() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::raw("220 mail.example ESMTP ready\r\n"));
    let draft = hudhud::engine::Draft {
        url: server.url("/f"),
        fetch: hudhud::engine::FetchNow::No,
        ..hudhud::engine::Draft::default()
    };
    rig.handle.tell(Command::Subscribe(rig.handle.ticket(), draft));
    let feed = rig.until(|event| match event {
        Event::Subscribed { feed, .. } => Some(*feed),
        _ => None,
    });
    let Checked::Asked(LastCheck::Failed(failure)) = rig.refresh(feed) else { panic!("that is no HTTP") };
    assert_eq!(failure.kind, FailureKind::NotHttp, "{failure:?}");
}
