//! Bodies in all the codings that servers send.

use std::time::Duration;

use hudhud::net::{Limits, NetError};

use super::{ask, ask_within, request};
use crate::support::reply::{Reply, gzip};
use crate::support::server::Server;

const FEED: &str = "<?xml version='1.0'?><rss version='2.0'><channel/></rss>";

fn check(reply: Reply) {
    let server = Server::start();
    server.on("/feed.xml", reply);
    let answer = ask(&request(&server, "/feed.xml"));
    assert_eq!(answer.map(|answer| answer.body), Ok(FEED.as_bytes().to_vec()));
}

fn fails(reply: Reply) -> NetError {
    let server = Server::start();
    server.on("/feed.xml", reply);
    ask(&request(&server, "/feed.xml")).expect_err("this is no whole answer")
}

#[test]
fn every_coding_that_is_asked_for_is_decoded() {
    check(Reply::rss(FEED));
    check(Reply::rss(FEED).gzip());
    check(Reply::rss(FEED).zlib());
    check(Reply::rss(FEED).raw_deflate());
    check(Reply::rss(FEED).gzip().chunked(7));
    check(Reply::rss(FEED).gzip().until_close());
}

#[test]
fn wrong_labels_do_no_harm() {
    check(Reply::rss(FEED).header("Content-Encoding", "gzip"));
    check(Reply::rss(FEED).header("Content-Encoding", "utf-8"));
    check(Reply::rss(gzip(FEED.as_bytes())));
    check(Reply::rss(gzip(FEED.as_bytes())).gzip());
    check(Reply::rss(gzip(&gzip(FEED.as_bytes()))).header("Content-Encoding", "gzip, gzip"));
    let halves = [gzip(&FEED.as_bytes()[..20]), gzip(&FEED.as_bytes()[20..])].concat();
    check(Reply::rss(halves).header("Content-Encoding", "gzip"));
}

#[test]
fn the_size_on_the_wire_is_told() {
    let server = Server::start();
    let body = FEED.repeat(100);
    server.on("/feed.xml", Reply::rss(body.clone()).gzip());
    let answer = ask(&request(&server, "/feed.xml")).expect("the server answers");
    assert_eq!(answer.body.len(), body.len());
    assert_eq!(answer.wire, u64::try_from(gzip(body.as_bytes()).len()).expect("it is small"));
}

#[test]
fn a_body_that_breaks_off_is_no_answer() {
    assert_eq!(fails(Reply::rss(FEED).cut(20)), NetError::Truncated);
    assert_eq!(fails(Reply::rss(FEED).cut(0)), NetError::Truncated);
    assert_eq!(fails(Reply::rss(FEED).chunked_cut(20)), NetError::Truncated);
    let cut = gzip(FEED.as_bytes());
    let cut = Reply::rss(&cut[..cut.len() - 3]).header("Content-Encoding", "gzip");
    assert_eq!(fails(cut), NetError::Truncated);
}

#[test]
fn a_coding_that_was_not_asked_for_is_named() {
    let reply = Reply::rss([0x1f, 0x9d, 0x90]).header("Content-Encoding", "compress");
    assert_eq!(fails(reply), NetError::Decoding("compress".into()));
}

#[test]
fn a_body_over_the_cap_is_an_error_and_nothing_is_cut() {
    let limits = Limits { wire: 1000, decoded: 5000, ..Limits::default() };
    let server = Server::start();
    server.on("/stated", Reply::rss("x".repeat(1001)));
    server.on("/unstated", Reply::rss("x".repeat(1001)).chunked(100));
    server.on("/just", Reply::rss("x".repeat(1000)));
    server.on("/packed", Reply::rss("x".repeat(5001)).gzip());
    server.on("/endless", Reply::rss("x".repeat(300)).endless());
    for (path, most) in [("/stated", 1000), ("/unstated", 1000), ("/packed", 5000), ("/endless", 1000)] {
        let result = ask_within(limits, &server, path);
        assert_eq!(result, Err(NetError::TooLarge(most)), "{path}");
    }
    assert_eq!(ask_within(limits, &server, "/just").map(|answer| answer.body.len()), Ok(1000));
}

#[test]
fn a_bomb_of_a_gigabyte_ends_at_the_cap() {
    let server = Server::start();
    // Members of 8 MiB each, packed once: together 1 GiB on 1 MiB of wire.
    let bomb = gzip(&vec![0; 8 << 20]).repeat(128);
    server.on("/bomb", Reply::rss(bomb).header("Content-Encoding", "gzip").delay(Duration::ZERO));
    let result = ask(&request(&server, "/bomb"));
    assert_eq!(result.map(|answer| answer.body.len()), Err(NetError::TooLarge(20 << 20)));
}
