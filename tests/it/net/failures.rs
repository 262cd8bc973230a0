//! Failures are told apart.

use std::net::TcpListener;

use hudhud::net::{Client, NetError, Options, Proxy, Request};

use super::{ask, request, run};
use crate::support::reply::Reply;
use crate::support::server::Server;

fn asked(url: String) -> NetError {
    ask(&Request { url, ..Request::default() }).expect_err("there is no answer")
}

#[test]
fn a_closed_port_is_no_connection() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback has a free port");
    let addr = listener.local_addr().expect("a bound socket has an address");
    drop(listener);
    let expected = NetError::Connect { host: "127.0.0.1".into(), reason: "Connection refused".into() };
    assert_eq!(asked(format!("http://{addr}/")), expected);
}

#[test]
fn a_name_without_an_address_is_told() {
    // RFC 6761 section 6.4: "invalid" never has one.
    let expected = NetError::Dns { host: "hudhud.invalid".into() };
    assert_eq!(asked("http://hudhud.invalid/feed".into()), expected);
    let public = Request {
        url: "http://hudhud.invalid/feed".into(),
        origin: hudhud::net::Origin::Public,
        ..Request::default()
    };
    assert_eq!(ask(&public), Err(expected));
}

#[test]
fn a_connection_that_closes_without_an_answer_is_cut() {
    let server = Server::start();
    server.on("/nothing", Reply::raw(""));
    server.on("/half", Reply::raw("HTTP/1.1 200 OK\r\nContent-Le"));
    for path in ["/nothing", "/half"] {
        assert_eq!(ask(&request(&server, path)), Err(NetError::Truncated), "{path}");
    }
}

#[test]
fn what_is_no_http_is_an_error() {
    let server = Server::start();
    server.on("/ssh", Reply::raw("SSH-2.0-OpenSSH_9.6\r\n"));
    let result = ask(&request(&server, "/ssh"));
    assert!(matches!(result, Err(NetError::NotHttp { .. })), "{result:?}");
}

#[test]
fn unusual_statuses_pass_through() {
    let server = Server::start();
    server.on("/999", Reply::status(999).body("no"));
    server.on(
        "/early",
        Reply::raw("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
    );
    assert_eq!(ask(&request(&server, "/999")).map(|answer| answer.status), Ok(999));
    assert_eq!(ask(&request(&server, "/early")).map(|answer| answer.body), Ok(b"ok".to_vec()));
}

#[test]
fn broken_header_fields_are_left_out() {
    let server = Server::start();
    server.on(
        "/odd",
        Reply::raw("HTTP/1.1 200 OK\r\nno colon here\r\nETag : \"a\"\r\nContent-Length: 2\r\n\r\nok"),
    );
    let answer = ask(&request(&server, "/odd")).expect("the rest is fine");
    assert_eq!(answer.headers.get("etag"), Some(&b"\"a\""[..]));
}

#[test]
fn a_proxy_is_asked_for_others_but_not_for_the_machine_itself() {
    let proxy = Server::start();
    let server = Server::start();
    proxy.on("http://feeds.example/feed.xml", Reply::rss("<from-proxy/>"));
    server.on("/feed.xml", Reply::rss("<direct/>"));
    let options = Options { proxy: Proxy::Url(proxy.url("")), ..Options::default() };
    let client = Client::new(&options).expect("the proxy's address is valid");
    let far = Request { url: "http://feeds.example/feed.xml".into(), ..Request::default() };
    let (far, near) =
        run(async { (client.get(&far).await, client.get(&request(&server, "/feed.xml")).await) });
    assert_eq!(far.map(|answer| answer.body), Ok(b"<from-proxy/>".to_vec()));
    assert_eq!(near.map(|answer| answer.body), Ok(b"<direct/>".to_vec()));
}
