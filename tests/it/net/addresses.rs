//! Which addresses are asked.

use hudhud::net::{NetError, Origin, Request};

use super::{ask, request};
use crate::support::reply::Reply;
use crate::support::server::Server;

fn public(url: String) -> Request {
    Request { url, origin: Origin::Public, ..Request::default() }
}

#[test]
fn what_the_user_typed_may_be_private_and_what_others_said_may_not() {
    let server = Server::start();
    server.on("/feed.xml", Reply::rss("<rss/>"));
    assert_eq!(ask(&request(&server, "/feed.xml")).map(|answer| answer.status), Ok(200));
    let url = server.url("/feed.xml");
    assert_eq!(ask(&public(url.clone())), Err(NetError::Address(url)));
    assert_eq!(server.log().len(), 1);
}

#[test]
fn private_addresses_are_refused_in_every_spelling() {
    let server = Server::start();
    let port = server.addr().port();
    for host in ["127.1", "2130706433", "0x7f000001", "[::ffff:127.0.0.1]", "localhost", "a.localhost."] {
        let result = ask(&public(format!("http://{host}:{port}/feed.xml")));
        assert!(matches!(result, Err(NetError::Address(_))), "{host}: {result:?}");
    }
    assert_eq!(server.log().len(), 0);
}

#[test]
fn a_name_that_leads_to_the_machine_itself_is_refused_when_connecting() {
    // The machine's own name is no literal address, so only the look-up can tell; where it has no address
    // or a public one there is nothing to refuse.
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    let private = |addr: std::net::SocketAddr| match addr.ip() {
        std::net::IpAddr::V4(ip) => ip.is_loopback() || ip.is_private(),
        std::net::IpAddr::V6(ip) => ip.is_loopback(),
    };
    let found = std::net::ToSocketAddrs::to_socket_addrs(&(name, 80));
    let Ok(true) = found.map(|mut found| found.len() > 0 && found.all(private)) else {
        println!("skipped: the name of this machine leads to no private address");
        return;
    };
    let server = Server::start();
    let result = ask(&public(format!("http://{name}:{}/", server.addr().port())));
    assert_eq!(result, Err(NetError::Address(name.to_owned())));
}

#[test]
fn only_http_and_https_are_asked() {
    for url in ["file:///etc/passwd", "ftp://example.org/", "gopher://example.org/", "data:,x", "feed", ""] {
        let result = ask(&Request { url: url.into(), ..Request::default() });
        assert_eq!(result, Err(NetError::Address(url.into())));
    }
}
