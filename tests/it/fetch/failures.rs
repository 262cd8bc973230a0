//! Failures: counted, told apart, forgotten; and a network that is away.

use std::time::Duration;

use hudhud::engine::{Answer, Checked, Command, Query, Rest};
use hudhud::model::{FailureKind, LastCheck};
use hudhud::time::Span;

use super::rig::{Rig, rss, updated};
use crate::support::reply::Reply;
use crate::support::server::Server;

fn kind(outcome: &Checked) -> Option<FailureKind> {
    match outcome {
        Checked::Asked(LastCheck::Failed(failure)) => Some(failure.kind),
        _ => None,
    }
}

/// Ends a server and waits until its port is closed.
fn end(server: Server) {
    let addr = server.addr();
    drop(server);
    for _ in 0..500 {
        if std::net::TcpStream::connect(addr).is_err() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the server goes on");
}

#[test]
fn failures_are_counted_and_a_success_forgets_them() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script(
        "/f",
        [Reply::rss(rss(&["one"])), Reply::status(500), Reply::status(404), Reply::rss(rss(&["one"]))],
    );
    let feed = rig.subscribe(&server.url("/f"));
    assert_eq!(kind(&rig.refresh(feed)), Some(FailureKind::Status(500)));
    assert_eq!(kind(&rig.refresh(feed)), Some(FailureKind::Status(404)));
    assert_eq!(rig.check(feed).failures, 2);
    rig.refresh(feed);
    assert_eq!((rig.check(feed).failures, rig.check(feed).failing_since), (0, None));
}

#[test]
fn an_empty_body_is_an_error_and_costs_no_item() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/f", [Reply::rss(rss(&["one"])), Reply::rss("")]);
    let feed = rig.subscribe(&server.url("/f"));
    assert_eq!(kind(&rig.refresh(feed)), Some(FailureKind::Parse));
    assert_eq!(rig.titles(feed), ["one"]);
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let mut rig = Rig::new();
    let server = Server::start();
    let url = server.url("/f");
    end(server);
    let feed = rig.subscribe(&url);
    assert_eq!(kind(&rig.refresh(feed)), Some(FailureKind::Connect));
    assert_eq!(rig.check(feed).failures, 2);
}

#[test]
fn when_the_network_is_away_no_feed_is_blamed() {
    let mut rig = Rig::new();
    let servers = [(); 4].map(|()| Server::start());
    let feeds = servers.each_ref().map(|server| {
        server.on("/f", Reply::rss(rss(&["one"])));
        rig.subscribe(&server.url("/f"))
    });
    rig.handle.tell(Command::Background(true));
    servers.into_iter().for_each(end);
    for feed in feeds {
        assert_eq!(kind(&rig.refresh(feed)), Some(FailureKind::Connect));
    }
    let Answer::Outlook(outlook) = rig.ask(Query::Outlook) else { panic!("no outlook") };
    assert_eq!(outlook.rest, Some(Rest::Offline));
    // What was put back is on the disk once the engine has ended.
    rig.restart();
    let failures: Vec<u32> = feeds.iter().map(|feed| rig.check(*feed).failures).collect();
    assert_eq!(failures, [0; 4]);
    let server = Server::start();
    server.on("/f", Reply::rss(rss(&["one"])));
    let back = rig.subscribe(&server.url("/f"));
    assert_eq!(rig.refresh(back), updated(0, 0));
}

#[test]
fn an_endless_answer_ends_while_others_go_on() {
    let mut rig = Rig::new();
    let (endless, fine) = (Server::start(), Server::start());
    endless.on("/f", Reply::rss("x".repeat(1 << 20)).endless());
    fine.on("/f", Reply::rss(rss(&["one"])));
    let feed = rig.subscribe(&endless.url("/f"));
    assert_eq!(
        rig.check(feed).last.map(|last| kind(&Checked::Asked(last))),
        Some(Some(FailureKind::TooLarge))
    );
    rig.advance(Span::minutes(1));
    let other = rig.subscribe(&fine.url("/f"));
    assert_eq!(rig.titles(other), ["one"]);
}
