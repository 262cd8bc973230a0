//! Certificates are believed only if someone known has signed them.
//!
//! Whom the machine knows is set by its environment, so these tests run themselves again in a process with
//! an environment of its own.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::thread;

use hudhud::net::{Client, Limits, Manner, NetError, Options, Proxy, Request, Roots, Versions};
use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};
use rustls::server::Acceptor;
use rustls::{ServerConfig, ServerConnection, Stream};

use super::{ask, ask_with, client, request};
use crate::support::reply::Reply;
use crate::support::server::Server;

// Made for these tests with openssl, for 127.0.0.1, until 2126 and until 2020; the key protects nothing, and
// the authority's is lost.
const VALID: &[u8] = include_bytes!("../../fixtures/tls/server.der");
const EXPIRED: &[u8] = include_bytes!("../../fixtures/tls/expired.der");
const KEY: &[u8] = include_bytes!("../../fixtures/tls/server.key.der");

/// A server that answers each connection with a feed, if the other side accepts the certificate.
fn server(certificate: &'static [u8]) -> SocketAddr {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("the provider knows the default versions")
        .with_no_client_auth()
        .with_single_cert(vec![CertificateDer::from(certificate)], PrivatePkcs8KeyDer::from(KEY).into())
        .expect("key and certificate belong together");
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback has a free port");
    let addr = listener.local_addr().expect("a bound socket has an address");
    thread::spawn(move || {
        for mut socket in listener.incoming().flatten() {
            let Ok(mut connection) = ServerConnection::new(Arc::clone(&config)) else { return };
            let mut stream = Stream::new(&mut connection, &mut socket);
            // The other side may well refuse.
            let _ = stream.read(&mut [0; 1024]);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<rss/>");
        }
    });
    addr
}

fn asked(url: String) -> Result<Vec<u8>, NetError> {
    ask(&Request { url, ..Request::default() }).map(|answer| answer.body)
}

fn tls_error(url: String) -> String {
    match asked(url) {
        Err(NetError::Tls { reason, .. }) => reason,
        other => panic!("no TLS error but {other:?}"),
    }
}

/// Runs one of the ignored tests below where the authorities are those of `file`.
fn with_authorities(file: PathBuf, test: &str) {
    let program = std::env::current_exe().expect("this program has a path");
    let run = Command::new(program)
        .args(["--ignored", "--exact", &format!("net::tls::{test}")])
        .env("SSL_CERT_FILE", file)
        .env("SSL_CERT_DIR", "/nowhere")
        .output()
        .expect("this program can be run again");
    let output = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && output.contains("1 passed"), "{output}");
}

#[test]
fn a_certificate_that_nobody_known_has_signed_is_refused() {
    let reason = tls_error(format!("https://{}/feed.xml", server(VALID)));
    assert_eq!(reason, "nobody known has signed it");
}

#[test]
fn a_server_without_tls_is_not_asked_over_http_instead() {
    let server = Server::start();
    tls_error(server.url("/feed.xml").replace("http://", "https://"));
    assert_eq!(server.asked("/feed.xml").len(), 0);
}

#[test]
fn the_authorities_of_the_machine_are_believed() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tls/authority.pem");
    with_authorities(file, "with_the_authority");
}

#[test]
#[ignore = "run by the test above, with its own authorities"]
fn with_the_authority() {
    let addr = server(VALID);
    assert_eq!(client(Limits::default()).roots(), Roots::System);
    assert_eq!(asked(format!("https://{addr}/feed.xml")), Ok(b"<rss/>".to_vec()));
    let other = tls_error(format!("https://localhost:{}/feed.xml", addr.port()));
    assert_eq!(other, "it is for another host");
    let expired = tls_error(format!("https://{}/feed.xml", server(EXPIRED)));
    assert_eq!(expired, "it has expired");
}

#[test]
fn an_authority_of_the_users_own_is_believed_for_one_feed_or_for_all() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tls/authority.pem");
    let url = format!("https://{}/feed.xml", server(VALID));
    let manner = Manner { authority: Some(file.clone()), ..Manner::default() };
    let answer = ask(&Request { url: url.clone(), manner, ..Request::default() });
    assert_eq!(answer.map(|answer| answer.body), Ok(b"<rss/>".to_vec()));
    let options = |authority| Options { proxy: Proxy::None, authority, limits: Limits::default() };
    let body = |authority| {
        let client = Client::new(&options(authority)).expect("a client");
        ask_with(&client, &Request { url: url.clone(), ..Request::default() }).map(|answer| answer.body)
    };
    assert_eq!(body(Some(file)), Ok(b"<rss/>".to_vec()));
    assert!(matches!(body(Some("/nowhere/ca.pem".into())), Err(NetError::Authority { .. })));
    assert!(matches!(body(None), Err(NetError::Tls { .. })));
}

/// The versions of HTTP that are offered to a server (RFC 7301), which then goes away.
fn offered(versions: Versions) -> Vec<String> {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback has a free port");
    let addr = listener.local_addr().expect("a bound socket has an address");
    let hello = thread::spawn(move || {
        let (mut socket, _) = listener.accept().expect("somebody comes");
        let mut acceptor = Acceptor::default();
        loop {
            acceptor.read_tls(&mut socket).expect("it says hello");
            if let Some(accepted) = acceptor.accept().expect("a hello") {
                let hello = accepted.client_hello();
                let names =
                    hello.alpn().into_iter().flatten().map(|name| String::from_utf8_lossy(name).into_owned());
                return names.collect::<Vec<_>>();
            }
        }
    });
    let manner = Manner { versions, ..Manner::default() };
    let answer = ask(&Request { url: format!("https://{addr}/"), manner, ..Request::default() });
    assert!(answer.is_err(), "{answer:?}");
    hello.join().expect("the server ends")
}

#[test]
fn http_1_1_alone_is_offered_where_the_user_wants_it() {
    assert_eq!(offered(Versions::Any), ["h2", "http/1.1"]);
    assert_eq!(offered(Versions::Http1), ["http/1.1"]);
}

#[test]
fn a_machine_without_authorities_has_the_bundled_ones() {
    with_authorities(PathBuf::from("/nowhere"), "without_any_authority");
}

#[test]
#[ignore = "run by the test above, without authorities"]
fn without_any_authority() {
    let plain = Server::start();
    plain.on("/feed.xml", Reply::rss("<rss/>"));
    assert_eq!(ask(&request(&plain, "/feed.xml")).map(|answer| answer.status), Ok(200));
    assert_eq!(client(Limits::default()).roots(), Roots::Bundled);
    let reason = tls_error(format!("https://{}/feed.xml", server(VALID)));
    assert_eq!(reason, "nobody known has signed it");
}
