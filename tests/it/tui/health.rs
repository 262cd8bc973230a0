//! The screen of feed health: the worst first, with what can be done about it.

use super::pictures::SIZES;
use super::script::{Screen, library, now};
use hudhud::engine::{Candidate, CandidateKind, Command, Event, FeedRow, Health, Insistence};
use hudhud::model::{
    Change, Direction, Failure, FailureKind, FeedId, Format, IntervalChoice, LastCheck, RedirectTrust, Scope,
    Setting,
};
use hudhud::time::Span;
use hudhud::tui::Msg;

/// What a made-up engine knows: the first feed fails, the second does well, the third is silent, the fourth moves.
pub(super) fn health(row: &FeedRow, settings: &[Setting]) -> Health {
    let mut health = super::properties::health(row, settings);
    if row.id == FeedId(1) {
        let detail = "example.org".to_owned();
        health.check.last = Some(LastCheck::Failed(Failure { kind: FailureKind::BotProtection, detail }));
    } else {
        health.check.last = Some(LastCheck::Unchanged);
        (health.check.failing_since, health.check.failures) = (None, 0);
    }
    health.silent = row.id == FeedId(3);
    if health.silent {
        health.check.last_new_item = Some(now().minus(Span::days(200)));
    }
    if row.id == FeedId(4) {
        let url = "https://new.example/feed".to_owned();
        health.check.redirect = Some(RedirectTrust { url, sightings: 1, first_seen: now() });
    }
    health
}

fn screen() -> Screen {
    let mut screen = Screen::open(library(), (120, 40), Direction::Ltr);
    screen.press("H");
    screen
}

fn place(screen: &Screen, text: &str) -> usize {
    screen
        .lines()
        .iter()
        .position(|line| line.contains(text))
        .unwrap_or_else(|| panic!("{text}\n{}", screen.picture()))
}

#[test]
fn the_worst_come_first_and_say_what_is_the_matter() {
    let screen = screen();
    let order = ["failing", "moving", "silent", "✓ fine"].map(|word| place(&screen, word));
    assert!(order.is_sorted(), "{order:?}\n{}", screen.picture());
    assert!(screen.shows("4 feeds · 1 in trouble"), "{}", screen.picture());
    assert!(screen.shows("https://new.example/feed") || screen.shows("new.example"));
}

#[test]
fn a_feed_is_asked_again_and_in_spite_of_its_host() {
    let mut screen = screen();
    screen.press("r");
    let first = Scope::Feed(FeedId(1));
    assert!(matches!(screen.last(), Some(Command::Refresh(_, scope, Insistence::Polite)) if *scope == first));
    screen.press("R");
    assert!(
        matches!(screen.last(), Some(Command::Refresh(_, scope, Insistence::Override)) if *scope == first)
    );
    assert!(screen.shows("Feed health"), "it stays open");
}

#[test]
fn a_feed_is_muted_and_checked_again() {
    let mut screen = screen();
    screen.press("m");
    let never = Change::Set { feed: FeedId(1), setting: Setting::Interval(IntervalChoice::Never) };
    assert!(matches!(screen.last(), Some(Command::Apply(_, change)) if *change == never));
    screen.press("m");
    let again = Change::Set { feed: FeedId(1), setting: Setting::Interval(IntervalChoice::Default) };
    assert!(matches!(screen.last(), Some(Command::Apply(_, change)) if *change == again));
}

#[test]
fn a_feed_is_found_anew_on_its_site_and_keeps_its_items() {
    let mut screen = screen();
    screen.press("D");
    let Some(Command::Discover(ticket, address)) = screen.last().cloned() else {
        panic!("{:?}", screen.last())
    };
    assert_eq!(address, "https://example.org/");
    let candidate = Candidate {
        url: "https://example.org/new.xml".to_owned(),
        title: Some("New".to_owned()),
        format: Some(Format::Rss),
        kind: CandidateKind::Main,
        alternatives: Vec::new(),
    };
    screen.send(Msg::Engine(Event::Found(ticket, vec![candidate])));
    assert!(screen.shows("Another address for this feed"), "{}", screen.picture());
    screen.press("enter");
    let set =
        Change::Set { feed: FeedId(1), setting: Setting::Url("https://example.org/new.xml".to_owned()) };
    let told = screen
        .store
        .told
        .iter()
        .any(|command| matches!(command, Command::Apply(_, change) if *change == set));
    assert!(told, "{:?}", screen.store.told);
    assert!(!screen.store.told.iter().any(|command| matches!(command, Command::Subscribe(..))));
    assert!(matches!(screen.last(), Some(Command::Refresh(_, Scope::Feed(FeedId(1)), _))));
}

#[test]
fn titles_are_filtered_without_regard_to_case_and_marks() {
    let mut screen = screen();
    screen.press("/").type_text("RUST").press("enter");
    assert!(screen.shows("Planet Rust") && !screen.shows("moving"), "{}", screen.picture());
    screen.press("esc");
    assert!(screen.shows("moving"));
    screen.press("esc");
    assert!(!screen.shows("Feed health"));
}

#[test]
fn the_list_of_a_feed_that_fails_and_has_no_items_says_where_to_look() {
    let mut store = library();
    store.items.retain(|item| item.id.feed != FeedId(2));
    store.feeds[1].state = hudhud::engine::FeedState::Failing;
    let mut screen = Screen::open(store, (120, 40), Direction::Ltr);
    screen.press("ctrl-p").type_text("planet rust").press("enter");
    assert!(screen.shows("H says why"), "{}", screen.picture());
}

#[test]
fn it_looks_alike_in_every_size_and_direction() {
    for size in SIZES {
        for ui in [Direction::Ltr, Direction::Rtl] {
            let mut screen = Screen::open(library(), size, ui);
            screen.press("H");
            let name = format!("health_{}x{}_{}", size.0, size.1, ui.word());
            insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
                insta::assert_snapshot!(name, screen.picture());
            });
        }
    }
}
