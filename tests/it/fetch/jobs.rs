//! Several checks at once: places, joining, cancelling, stopping.

use std::time::{Duration, Instant};

use hudhud::engine::{Answer, Checked, Command, Draft, Event, FetchNow, Insistence, Query, Ticket};
use hudhud::model::{FeedId, Scope};

use super::rig::{Rig, rss, updated};
use crate::support::reply::{Gate, Reply};
use crate::support::server::{Gauge, Server};

fn unfetched(rig: &mut Rig, url: String) -> FeedId {
    let ticket = rig.handle.ticket();
    rig.handle.tell(Command::Subscribe(ticket, Draft { url, fetch: FetchNow::No, ..Draft::default() }));
    rig.until(|event| match event {
        Event::Subscribed { feed, .. } => Some(*feed),
        _ => None,
    })
}

fn begin(rig: &Rig, scope: Scope) -> Ticket {
    let ticket = rig.handle.ticket();
    rig.handle.tell(Command::Refresh(ticket, scope, Insistence::Polite));
    ticket
}

#[test]
fn a_refresh_of_everything_asks_four_hosts_at_once_and_each_once_at_a_time() {
    let (gauge, mut rig) = (Gauge::default(), Rig::new());
    let servers: Vec<Server> = (0..6).map(|_| Server::sharing(&gauge)).collect();
    for server in &servers {
        for path in ["/a", "/b", "/c"] {
            server.on(path, Reply::rss(rss(&["one"])).delay(Duration::from_millis(30)));
            unfetched(&mut rig, server.url(path));
        }
    }
    let outcomes = rig.refresh_all();
    assert_eq!(outcomes.len(), 18);
    assert!(outcomes.iter().all(|(_, outcome)| *outcome == updated(1, 0)));
    assert_eq!(gauge.max(), 4);
    assert!(servers.iter().all(|server| server.max_parallel() == 1 && server.log().len() == 3));
}

#[test]
fn a_refresh_joins_the_check_in_flight() {
    let (server, mut rig) = (Server::start(), Rig::new());
    let gate = Gate::closed();
    server.on("/f", Reply::rss(rss(&["one"])).behind(&gate));
    let feed = unfetched(&mut rig, server.url("/f"));
    let first = begin(&rig, Scope::Feed(feed));
    server.await_requests(1);
    let second = begin(&rig, Scope::Feed(feed));
    rig.until(|event| matches!(event, Event::Started { ticket, .. } if *ticket == second).then_some(()));
    gate.open();
    let mut outcomes = Vec::new();
    rig.until(|event| {
        if let Event::Checked { ticket: Some(ticket), outcome, .. } = event {
            outcomes.push((*ticket, outcome.clone()));
        }
        matches!(event, Event::Finished(ticket) if *ticket == second).then_some(())
    });
    assert_eq!(outcomes, [(first, updated(1, 0)), (second, updated(1, 0))]);
    assert_eq!(server.log().len(), 1);
}

#[test]
fn the_feed_that_the_user_looks_at_goes_ahead_of_the_queue() {
    let (server, mut rig) = (Server::start(), Rig::new());
    let gate = Gate::closed();
    server.on("/0", Reply::rss(rss(&["one"])).behind(&gate));
    let mut feeds = vec![unfetched(&mut rig, server.url("/0"))];
    for path in ["/1", "/2", "/3"] {
        server.on(path, Reply::rss(rss(&["one"])));
        feeds.push(unfetched(&mut rig, server.url(path)));
    }
    let all = begin(&rig, Scope::All);
    server.await_requests(1);
    begin(&rig, Scope::Feed(feeds[3]));
    gate.open();
    rig.until(|event| matches!(event, Event::Finished(ticket) if *ticket == all).then_some(()));
    let order: Vec<String> = server.log().into_iter().map(|asked| asked.target).collect();
    assert_eq!(order, ["/0", "/3", "/1", "/2"]);
}

#[test]
fn cancelled_is_not_failed() {
    let (server, mut rig) = (Server::start(), Rig::new());
    let gate = Gate::closed();
    server.on("/f", Reply::rss(rss(&["one"])).behind(&gate));
    server.on("/g", Reply::rss(rss(&["one"])));
    let feed = unfetched(&mut rig, server.url("/f"));
    let queued = unfetched(&mut rig, server.url("/g"));
    let ticket = begin(&rig, Scope::All);
    server.await_requests(1);
    rig.handle.tell(Command::Cancel(ticket));
    let mut outcomes = Vec::new();
    rig.until(|event| {
        if let Event::Checked { feed, outcome, .. } = event {
            outcomes.push((*feed, outcome.clone()));
        }
        matches!(event, Event::Finished(own) if *own == ticket).then_some(())
    });
    outcomes.sort_by_key(|(feed, _)| *feed);
    assert_eq!(outcomes, [(feed, Checked::Cancelled), (queued, Checked::Cancelled)]);
    assert_eq!((rig.check(feed).failures, rig.check(feed).last), (0, None));
    gate.open();
    assert_eq!(rig.refresh(feed), updated(1, 0));
}

#[test]
fn the_engine_stops_in_time_while_a_server_hangs() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::rss(rss(&["one"])).behind(&Gate::closed()));
    let feed = unfetched(&mut rig, server.url("/f"));
    let ticket = begin(&rig, Scope::Feed(feed));
    server.await_requests(1);
    let began = Instant::now();
    let events = rig.stop();
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());
    assert!(events.iter().any(|event| matches!(
        event,
        Event::Checked { ticket: Some(own), outcome: Checked::Cancelled, .. } if *own == ticket
    )));
    assert!(matches!(rig.ask(Query::Feeds), Answer::Failed(_)));
    rig.restart();
    assert_eq!(rig.check(feed).failures, 0);
}
