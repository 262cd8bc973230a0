//! Limits of time, with real sockets.

use std::time::Duration;

use hudhud::net::{Limits, NetError, Patience, Request};
use hudhud::time::Span;

use super::{ask_within, client, request, run, short};
use crate::support::reply::{Gate, Reply};
use crate::support::server::Server;

/// Longer than any limit in these tests.
const AGES: Duration = Duration::from_secs(20);

#[test]
fn a_server_that_says_nothing_is_given_up() {
    let server = Server::start();
    let gate = Gate::closed();
    server.on("/silent", Reply::rss("<rss/>").behind(&gate));
    let limits = Limits { connect: Span::millis(100), idle: Span::millis(200), ..short() };
    let result = ask_within(limits, &server, "/silent");
    gate.open();
    assert_eq!(result, Err(NetError::Timeout(Span::millis(300))));
}

#[test]
fn a_body_that_stops_is_given_up() {
    let server = Server::start();
    server.on("/stops", Reply::rss("<rss/>").drip(3, AGES));
    let limits = Limits { idle: Span::millis(200), ..short() };
    assert_eq!(ask_within(limits, &server, "/stops"), Err(NetError::Timeout(Span::millis(200))));
}

#[test]
fn a_body_that_drips_is_too_slow() {
    let server = Server::start();
    server.on("/drips", Reply::rss("<rss>".repeat(1000)).drip(1, Duration::from_millis(20)));
    let limits = Limits { patience: Span::millis(200), ..short() };
    assert_eq!(ask_within(limits, &server, "/drips"), Err(NetError::TooSlow));
}

#[test]
fn an_endless_drip_ends_by_the_limit_for_everything() {
    let server = Server::start();
    server.on("/drips", Reply::rss("<rss>").drip(1, Duration::from_millis(10)).endless());
    let limits = Limits { background: Span::millis(300), ..short() };
    assert_eq!(ask_within(limits, &server, "/drips"), Err(NetError::Timeout(Span::millis(300))));
}

#[test]
fn the_user_waits_longer_than_the_background() {
    let server = Server::start();
    server.on("/slow", Reply::rss("<rss/>").delay(Duration::from_millis(150)));
    let limits = Limits { background: Span::millis(50), ..short() };
    let client = client(limits);
    let asked = |patience| Request { patience, ..request(&server, "/slow") };
    let (background, user) = run(async {
        (client.get(&asked(Patience::Background)).await, client.get(&asked(Patience::User)).await)
    });
    assert_eq!(background, Err(NetError::Timeout(Span::millis(50))));
    assert_eq!(user.map(|answer| answer.status), Ok(200));
}

#[test]
fn header_fields_that_never_end_do() {
    let server = Server::start();
    let head = format!("HTTP/1.1 200 OK\r\n{}", "X-More: and more\r\n".repeat(3));
    server.on("/endless", Reply::raw(format!("{head}{}", "X: y\r\n".repeat(9000))).drip(300, AGES / 2000));
    let limits = Limits { connect: Span::millis(100), idle: Span::millis(200), ..short() };
    let result = ask_within(limits, &server, "/endless");
    assert_eq!(result, Err(NetError::Timeout(Span::millis(300))));
}

#[test]
fn header_fields_of_more_than_64_kib_are_too_large() {
    let server = Server::start();
    server.on("/large", Reply::rss("<rss/>").header("X-Large", vec![b'x'; 70_000]));
    server.on("/allowed", Reply::rss("<rss/>").header("X-Large", vec![b'x'; 60_000]));
    assert_eq!(ask_within(short(), &server, "/large"), Err(NetError::TooLarge(64 << 10)));
    assert_eq!(ask_within(short(), &server, "/allowed").map(|answer| answer.status), Ok(200));
}

#[test]
fn others_go_on_while_one_is_stuck() {
    let (stuck, well) = (Server::start(), Server::start());
    let gate = Gate::closed();
    stuck.on("/feed.xml", Reply::rss("<rss/>").behind(&gate));
    well.on("/feed.xml", Reply::rss("<rss/>"));
    let client = client(Limits { idle: Span::seconds(10), background: Span::seconds(20), ..short() });
    run(async {
        let waiting = client.clone();
        let ask = request(&stuck, "/feed.xml");
        let task = tokio::spawn(async move { waiting.get(&ask).await });
        for _ in 0..3 {
            let answer = client.get(&request(&well, "/feed.xml")).await;
            assert_eq!(answer.map(|answer| answer.status), Ok(200));
        }
        assert!(!task.is_finished());
        gate.open();
        let answer = task.await.expect("the task does not panic");
        assert_eq!(answer.map(|answer| answer.status), Ok(200));
    });
}
