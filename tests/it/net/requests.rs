//! What is sent.

use hudhud::net::{Limits, Request, USER_AGENT};

use super::{ask, client, request, run};
use crate::support::reply::Reply;
use crate::support::server::Server;

#[test]
fn the_first_request_is_unconditional_and_names_the_program_and_feed_types() {
    let server = Server::start();
    server.on("/feed.xml", Reply::rss("<rss/>"));
    ask(&request(&server, "/feed.xml")).expect("the server answers");
    let asked = &server.log()[0];
    assert_eq!(asked.method, "GET");
    assert!(!asked.is_conditional());
    let agent = asked.header("user-agent").expect("the program names itself");
    assert_eq!(agent, USER_AGENT);
    assert!(agent.starts_with("hudhud/") && agent.contains("(+https://"), "{agent}");
    let accept = asked.header("accept").expect("types are named");
    assert!(
        accept.starts_with("application/atom+xml, application/rss+xml, application/feed+json"),
        "{accept}"
    );
    assert_eq!(asked.header("accept-encoding").as_deref(), Some("gzip, deflate, br, zstd"));
}

#[test]
fn nothing_is_sent_that_is_none_of_the_servers_business() {
    let server = Server::start();
    server.on("/feed.xml", Reply::rss("<rss/>").header("Set-Cookie", "id=1; Path=/"));
    run(async {
        let client = client(Limits::default());
        for _ in 0..2 {
            client.get(&request(&server, "/feed.xml")).await.expect("the server answers");
        }
    });
    let known = ["host", "user-agent", "accept", "accept-encoding"];
    for asked in server.log() {
        for (name, _) in &asked.headers {
            assert!(known.contains(&name.to_ascii_lowercase().as_str()), "{name} was sent");
        }
    }
    assert_eq!(server.log().len(), 2);
}

#[test]
fn validators_go_back_byte_for_byte() {
    let server = Server::start();
    let etag = b"W/\"caf\xe9 \\ ,'\"".to_vec();
    let date = b"yesterday, around noon".to_vec();
    server.on("/feed.xml", Reply::rss("<rss/>").etag(&etag).last_modified(&date));
    let first = ask(&request(&server, "/feed.xml")).expect("the server answers");
    assert_eq!(first.headers.get("ETag"), Some(&etag[..]));
    let second = Request {
        etag: Some(etag.clone()),
        last_modified: first.headers.get("Last-Modified").map(<[u8]>::to_vec),
        ..request(&server, "/feed.xml")
    };
    let second = ask(&second).expect("the server answers");
    assert_eq!((second.status, second.body.len(), second.wire), (304, 0, 0));
    let asked = &server.log()[1];
    assert_eq!(asked.raw("if-none-match"), Some(&etag[..]));
    assert_eq!(asked.raw("if-modified-since"), Some(&date[..]));
}

#[test]
fn a_304_with_a_coding_and_a_length_has_no_body() {
    let server = Server::start();
    let bytes = "HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\nContent-Length: 500\r\n\r\n";
    server.on("/feed.xml", Reply::raw(bytes));
    let answer = ask(&request(&server, "/feed.xml")).expect("a 304 is a whole answer");
    assert_eq!((answer.status, answer.body.len()), (304, 0));
}

#[test]
fn a_redirect_is_an_answer_and_is_not_followed() {
    let server = Server::start();
    server.on("/old", Reply::redirect(301, "/new").body("moved"));
    let answer = ask(&request(&server, "/old")).expect("the server answers");
    assert_eq!((answer.status, answer.headers.text("location").as_deref()), (301, Some("/new")));
    assert_eq!(server.log().len(), 1);
}

#[test]
fn the_address_is_asked_as_it_is_but_for_the_fragment() {
    let server = Server::start();
    let request = Request { url: server.url("/a%20b/?x=%C3%A9&y=1;2#part"), ..Request::default() };
    ask(&request).expect("the server answers");
    assert_eq!(server.log()[0].target, "/a%20b/?x=%C3%A9&y=1;2");
}

#[test]
fn one_connection_serves_several_requests() {
    let server = Server::start();
    server.on("/feed.xml", Reply::rss("<rss/>"));
    run(async {
        let client = client(Limits::default());
        for _ in 0..3 {
            client.get(&request(&server, "/feed.xml")).await.expect("the server answers");
        }
    });
    assert_eq!(server.connections(), 1);
}
