//! Statuses with rules of their own (`fetching.md` sections 3.5 and 8, items 38 to 40).

use hudhud::engine::{Answer, Checked, Command, Due, Event, Query, Reason};
use hudhud::model::{Change, FailureKind, LastCheck, Login, SecretSource, Setting};
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

fn due(rig: &Rig) -> (Due, Vec<Reason>) {
    match rig.ask(Query::Schedule) {
        Answer::Schedule(schedule) => (schedule[0].1.due, schedule[0].1.reasons.clone()),
        other => panic!("no schedule: {other:?}"),
    }
}

#[test]
fn a_service_against_bots_is_named() {
    let (server, mut rig) = (Server::start(), Rig::new());
    let challenge = Reply::status(403).header("CF-Mitigated", "challenge");
    server.script("/f", [Reply::rss(rss(&["one"])), challenge]);
    let feed = rig.subscribe(&server.url("/f"));
    assert_eq!(kind(&rig.refresh(feed)), Some(FailureKind::BotProtection));
    assert_eq!(rig.check(feed).not_before, Some(rig.now().plus(Span::hours(4))));
}

#[test]
fn a_401_stops_until_the_credentials_change() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.handle("/f", |asked| match asked.header("authorization") {
        None => Reply::status(401),
        Some(_) => Reply::rss(rss(&["one"])),
    });
    let feed = rig.subscribe(&server.url("/f"));
    assert_eq!(due(&rig), (Due::Never, vec![Reason::Unauthorized]));
    rig.restart();
    assert_eq!(due(&rig).0, Due::Never);
    let secret = SecretSource::Command(vec!["echo".to_owned(), "s".to_owned()]);
    let setting = Setting::Login(Some(Login { user: "u".to_owned(), secret }));
    rig.handle.tell(Command::Apply(rig.handle.ticket(), Change::Set { feed, setting }));
    rig.until(|event| matches!(event, Event::Applied(..)).then_some(()));
    assert!(matches!(due(&rig).0, Due::At(_)));
    assert_eq!(rig.refresh(feed), updated(1, 0));
    assert_eq!(server.asked("/f")[1].header("authorization").as_deref(), Some("Basic dTpz"));
}

#[test]
fn a_404_that_lasts_is_marked_and_asked_weekly() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.script("/f", [Reply::rss(rss(&["one"])), Reply::status(404)]);
    let feed = rig.subscribe(&server.url("/f"));
    for day in 0..10 {
        rig.refresh(feed);
        assert_eq!(rig.check(feed).is_lost(), day == 9, "day {day}");
        if day < 9 {
            rig.advance(Span::days(1));
        }
    }
    let (Due::At(next), _) = due(&rig) else { panic!("it is due again") };
    assert!(next >= rig.now().plus(Span::days(7)), "{next}");
}

#[test]
fn a_451_is_asked_weekly() {
    let (server, mut rig) = (Server::start(), Rig::new());
    server.on("/f", Reply::status(451));
    rig.subscribe(&server.url("/f"));
    let (Due::At(next), _) = due(&rig) else { panic!("it is due again") };
    assert!(next >= rig.now().plus(Span::days(7)), "{next}");
}

#[test]
fn two_feeds_that_are_unavailable_without_a_time_hold_their_host() {
    let (server, mut rig) = (Server::start(), Rig::new());
    for path in ["/a", "/b"] {
        server.script(path, [Reply::rss(rss(&["one"])), Reply::status(503)]);
    }
    server.on("/c", Reply::rss(rss(&["one"])));
    let feeds = ["/a", "/b", "/c"].map(|path| rig.subscribe(&server.url(path)));
    assert_eq!(kind(&rig.refresh(feeds[0])), Some(FailureKind::Status(503)));
    assert_eq!(rig.refresh(feeds[2]), updated(0, 0));
    rig.refresh(feeds[1]);
    assert_eq!(rig.refresh(feeds[2]), Checked::Held(rig.now().plus(Span::minutes(10))));
}
