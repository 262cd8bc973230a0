//! Checks that nobody asked for: consent, tokens, places, presence, restarts.

use std::time::Duration;

use hudhud::engine::{Answer, Command, Event, Outline, Query, Rest};
use hudhud::opml::Entry;
use hudhud::time::Span;

use super::rig::{Rig, rss};
use crate::support::reply::Reply;
use crate::support::server::{Gauge, Server};

/// Subscribes to so many feeds on each server without fetching them.
fn import(rig: &mut Rig, servers: &[Server], paths: usize) {
    let mut feeds = Vec::new();
    for server in servers {
        for path in 0..paths {
            let path = format!("/{path}");
            server.on(&path, Reply::rss(rss(&["one"])).etag("\"a\""));
            feeds.push(Entry { url: server.url(&path), ..Entry::default() });
        }
    }
    let ticket = rig.handle.ticket();
    rig.handle.tell(Command::Import(ticket, Outline { feeds, ..Outline::default() }));
    rig.until(|event| matches!(event, Event::Imported { .. }).then_some(()));
}

/// Waits until so many background checks have ended.
fn checked(rig: &mut Rig, count: usize) {
    for _ in 0..count {
        rig.until(|event| matches!(event, Event::Checked { ticket: None, .. }).then_some(()));
    }
}

/// Lets the engine take a few turns, so that whatever it would do wrongly it has done.
fn turns(rig: &Rig) {
    for _ in 0..20 {
        rig.handle.tell(Command::SignOfLife);
        rig.ask(Query::Outlook);
        rig.ask(Query::Feeds);
    }
}

fn rest(rig: &Rig) -> Option<Rest> {
    match rig.ask(Query::Outlook) {
        Answer::Outlook(outlook) => outlook.rest,
        other => panic!("no outlook: {other:?}"),
    }
}

fn asked(servers: &[Server]) -> usize {
    servers.iter().map(|server| server.log().len()).sum()
}

#[test]
fn without_consent_there_is_not_one_request() {
    let (servers, mut rig) = ([Server::start(), Server::start()], Rig::new());
    import(&mut rig, &servers, 3);
    rig.advance(Span::days(3));
    turns(&rig);
    assert_eq!((asked(&servers), rest(&rig)), (0, Some(Rest::NotAsked)));
    rig.handle.tell(Command::Background(false));
    rig.advance(Span::days(3));
    turns(&rig);
    assert_eq!((asked(&servers), rest(&rig)), (0, Some(Rest::Off)));
}

#[test]
fn due_feeds_take_a_token_each_and_places() {
    let (gauge, mut rig) = (Gauge::default(), Rig::new());
    let servers: Vec<Server> = (0..6).map(|_| Server::sharing(&gauge)).collect();
    import(&mut rig, &servers, 2);
    rig.handle.tell(Command::Background(true));
    // One token at the start, however many are due.
    checked(&mut rig, 1);
    turns(&rig);
    assert_eq!(asked(&servers), 1);
    // One a second after that.
    for seconds in 1..=2 {
        rig.advance(Span::seconds(1));
        checked(&mut rig, 1);
        turns(&rig);
        assert_eq!(asked(&servers), 1 + seconds);
    }
    // At most four are stored.
    rig.advance(Span::seconds(60));
    checked(&mut rig, 4);
    turns(&rig);
    assert_eq!(asked(&servers), 7);
    assert!(gauge.max() <= 4 && servers.iter().all(|server| server.max_parallel() <= 1));
}

#[test]
fn redirects_take_tokens_too() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/0", Reply::redirect(302, "/to")).on("/to", Reply::rss(rss(&["one"])));
    let feeds = vec![Entry { url: server.url("/0"), ..Entry::default() }];
    let ticket = rig.handle.ticket();
    rig.handle.tell(Command::Import(ticket, Outline { feeds, ..Outline::default() }));
    rig.handle.tell(Command::Background(true));
    server.await_requests(1);
    turns(&rig);
    assert_eq!(server.asked("/to").len(), 0);
    rig.advance(Span::seconds(1));
    checked(&mut rig, 1);
    assert_eq!(server.asked("/to").len(), 1);
}

#[test]
fn a_checked_feed_is_left_alone_until_it_is_due_also_after_a_restart() {
    let (servers, mut rig) = ([Server::start()], Rig::new());
    import(&mut rig, &servers, 1);
    rig.handle.tell(Command::Background(true));
    checked(&mut rig, 1);
    rig.restart();
    rig.advance(Span::hours(23));
    turns(&rig);
    assert_eq!(asked(&servers), 1);
    rig.advance(Span::hours(6));
    checked(&mut rig, 1);
    assert!(servers[0].log()[1].is_conditional());
}

#[test]
fn checks_pause_while_the_user_is_away_and_go_on_at_the_next_sign() {
    let (servers, mut rig) = ([Server::start()], Rig::new());
    import(&mut rig, &servers, 1);
    rig.handle.tell(Command::SignOfLife);
    rig.handle.tell(Command::Background(true));
    checked(&mut rig, 1);
    let before = rig.now();
    // No sign of life goes with this time.
    rig.clock.advance(Span::hours(30));
    for _ in 0..200 {
        if rest(&rig) == Some(Rest::Idle(before)) {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!((rest(&rig), asked(&servers)), (Some(Rest::Idle(before)), 1));
    rig.refresh(hudhud::model::FeedId(1));
    assert_eq!(asked(&servers), 2);
    rig.clock.advance(Span::hours(30));
    rig.handle.tell(Command::SignOfLife);
    checked(&mut rig, 1);
    assert_eq!(asked(&servers), 3);
}

#[test]
fn after_a_suspend_overdue_feeds_are_spread() {
    let (servers, mut rig) = ([Server::start(), Server::start(), Server::start()], Rig::new());
    import(&mut rig, &servers, 1);
    rig.handle.tell(Command::Background(true));
    checked(&mut rig, 1);
    rig.advance(Span::seconds(10));
    checked(&mut rig, 2);
    // The wall clock goes on while the machine sleeps; the other one stands still.
    rig.advance(Span::seconds(10));
    rig.clock.set(rig.now().plus(Span::days(3)));
    rig.handle.tell(Command::SignOfLife);
    checked(&mut rig, 1);
    turns(&rig);
    assert_eq!(asked(&servers), 4);
}
