//! The test server itself.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::support::reply::Reply;
use crate::support::server::Server;

/// Sends a request by hand and returns the whole answer.
fn by_hand(server: &Server, request: &str) -> String {
    let mut stream = TcpStream::connect(server.addr()).expect("the server listens");
    stream.write_all(request.as_bytes()).expect("the server reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("the server closes");
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn the_test_server_answers_scripts_in_order_and_304_by_itself() {
    let server = Server::start();
    server.script("/a", [Reply::status(503), Reply::rss("one").etag("\"x\"").until_close()]);
    let answer = by_hand(
        &server,
        "GET /a HTTP/1.1\r\n\r\nGET /a HTTP/1.1\r\nIf-None-Match: \"x\"\r\n\r\nGET /a HTTP/1.1\r\n\r\n",
    );
    let statuses: Vec<&str> = answer.lines().filter(|line| line.starts_with("HTTP/1.1")).collect();
    assert_eq!(statuses, ["HTTP/1.1 503 Scripted", "HTTP/1.1 304 Scripted", "HTTP/1.1 200 Scripted"]);
    assert!(answer.ends_with("\r\n\r\none"), "{answer}");
    assert_eq!(server.asked("/a").len(), 3);
    assert!(server.log()[1].is_conditional());
    assert_eq!(server.max_parallel(), 1);
}
