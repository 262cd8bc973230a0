//! From an address to a subscription, with as few requests as can be.

use hudhud::engine::{Candidate, Command, Draft, Event, Preview, Rejection};
use hudhud::model::FailureKind;

use crate::fetch::rig::{Rig, rss};
use crate::support::reply::{Gate, Reply};
use crate::support::server::Server;

const PAGE: &str = "<!doctype html><html><head><title>Site</title>\
    <link rel=\"alternate\" type=\"application/rss+xml\" title=\"First\" href=\"/first.xml\">\
    <link rel=\"alternate\" type=\"application/rss+xml\" title=\"Second\" href=\"/second.xml\">\
    </head><body>Hello</body></html>";

fn discover(rig: &mut Rig, typed: &str) -> Result<Vec<Candidate>, Rejection> {
    let ticket = rig.handle.ticket();
    rig.handle.tell(Command::Discover(ticket, typed.to_owned()));
    rig.until(|event| match event {
        Event::Found(own, candidates) if *own == ticket => Some(Ok(candidates.clone())),
        Event::Rejected(own, why) if *own == ticket => Some(Err(why.clone())),
        _ => None,
    })
}

fn preview(rig: &mut Rig, url: &str) -> Result<Preview, Rejection> {
    let ticket = rig.handle.ticket();
    rig.handle.tell(Command::Preview(ticket, url.to_owned()));
    rig.until(|event| match event {
        Event::Previewed(own, preview) if *own == ticket => Some(Ok((**preview).clone())),
        Event::Rejected(own, why) if *own == ticket => Some(Err(why.clone())),
        _ => None,
    })
}

#[test]
fn a_page_offers_two_feeds_and_the_second_is_chosen() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/", Reply::html(PAGE));
    server.on("/second.xml", Reply::rss(rss(&["one", "two"])));
    let found = discover(&mut rig, &server.url("/")).expect("feeds are found");
    let titles: Vec<Option<&str>> = found.iter().map(|one| one.title.as_deref()).collect();
    assert_eq!(titles, [Some("First"), Some("Second")]);
    let feed = rig.subscribe(&found[1].url);
    assert_eq!(rig.titles(feed), ["one", "two"]);
    assert_eq!(server.log().len(), 2);
}

#[test]
fn a_feed_that_is_pasted_costs_one_request() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f.xml", Reply::rss(rss(&["one"])).etag("\"a\""));
    let found = discover(&mut rig, &server.url("/f.xml")).expect("the feed is found");
    assert_eq!(found.len(), 1);
    let shown = preview(&mut rig, &found[0].url).expect("it can be shown");
    assert_eq!((shown.total, shown.items[0].0.as_str()), (1, "one"));
    let feed = rig.subscribe(&found[0].url);
    assert_eq!((rig.titles(feed).len(), server.log().len()), (1, 1));
    rig.refresh(feed);
    assert_eq!(server.asked("/f.xml")[1].header("if-none-match").as_deref(), Some("\"a\""));
}

#[test]
fn a_preview_is_not_fetched_again() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f.xml", Reply::rss(rss(&["one"])));
    preview(&mut rig, &server.url("/f.xml")).expect("it can be shown");
    let feed = rig.subscribe(&server.url("/f.xml"));
    assert_eq!((rig.titles(feed).len(), server.log().len()), (1, 1));
}

#[test]
fn a_subscription_waits_for_the_preview_under_way() {
    let (server, mut rig) = (Server::start(), Rig::new());
    let gate = Gate::closed();
    server.on("/f.xml", Reply::rss(rss(&["one"])).behind(&gate));
    let url = server.url("/f.xml");
    rig.handle.tell(Command::Preview(rig.handle.ticket(), url.clone()));
    server.await_requests(1);
    let ticket = rig.handle.ticket();
    rig.handle.tell(Command::Subscribe(ticket, Draft { url, ..Draft::default() }));
    gate.open();
    rig.until(|event| matches!(event, Event::Finished(own) if *own == ticket).then_some(()));
    assert_eq!(server.log().len(), 1);
}

#[test]
fn what_can_not_be_previewed_says_why() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/page", Reply::html(PAGE));
    let kind = |result: Result<Preview, Rejection>| match result {
        Err(Rejection::Failed(failure)) => failure.kind,
        other => panic!("it failed: {other:?}"),
    };
    assert_eq!(kind(preview(&mut rig, &server.url("/page"))), FailureKind::NotAFeed);
    assert_eq!(kind(preview(&mut rig, &server.url("/none"))), FailureKind::Status(404));
}

#[test]
fn an_address_that_is_none_is_refused_without_a_request() {
    let mut rig = Rig::new();
    let typed = "ftp://a.example/";
    assert_eq!(discover(&mut rig, typed), Err(Rejection::Address(typed.to_owned())));
    let ticket = rig.handle.ticket();
    rig.handle.tell(Command::Subscribe(ticket, Draft { url: typed.to_owned(), ..Draft::default() }));
    let why = rig.until(|event| match event {
        Event::Rejected(_, why) => Some(why.clone()),
        _ => None,
    });
    assert_eq!(why, Rejection::Address(typed.to_owned()));
}

#[test]
fn discovery_can_be_cancelled() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/", Reply::html(PAGE).behind(&Gate::closed()));
    let ticket = rig.handle.ticket();
    rig.handle.tell(Command::Discover(ticket, server.url("/")));
    server.await_requests(1);
    rig.handle.tell(Command::Cancel(ticket));
    let why = rig.until(|event| match event {
        Event::Rejected(own, why) if *own == ticket => Some(why.clone()),
        _ => None,
    });
    assert_eq!(why, Rejection::Cancelled);
}
