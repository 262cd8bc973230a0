//! The dialog of a feed's properties.

use hudhud::engine::{Command, Due, Explanation, FeedRow, Health, Reason};
use hudhud::model::{
    Change, CheckState, Direction, Failure, FailureKind, Feed, FeedId, FolderPath, IntervalChoice, LastCheck,
    Saved, Setting, Subscription, Validators,
};
use hudhud::time::{Span, Timestamp};
use hudhud::tui::{Deed, Mouse, Msg};

use super::script::{Screen, library, now};

/// What a made-up engine knows about a feed.
pub(super) fn health(row: &FeedRow, settings: &[Setting]) -> Health {
    let mut subscription = Subscription::new(row.id, row.url.clone(), Timestamp::EPOCH);
    (subscription.folder, subscription.direction) = (row.folder.clone(), row.choice);
    for setting in settings.iter().cloned() {
        match setting {
            Setting::Title(title) => subscription.title = title,
            Setting::Folder(folder) => subscription.folder = folder,
            Setting::Tags(tags) => subscription.tags = tags,
            Setting::Language(language) => subscription.language = language,
            Setting::Charset(charset) => subscription.charset = charset,
            Setting::Interval(interval) => subscription.interval = interval,
            Setting::Retention(retention) => subscription.retention = retention,
            Setting::Url(url) => subscription.url = url,
            _ => {}
        }
    }
    let failure = Failure { kind: FailureKind::Status(503), detail: "down for repairs".to_owned() };
    let check = CheckState {
        validators: Some(Validators {
            url: row.url.clone(),
            etag: Some(b"W/\"a\x1bb\"".to_vec()),
            last_modified: Some(b"Thu, 12 Mar 2026 10:00:00 GMT".to_vec()),
        }),
        last_attempt: Some(now().minus(Span::hours(3))),
        last_new_item: Some(now().minus(Span::days(2))),
        last: Some(LastCheck::Failed(failure)),
        failures: 3,
        failing_since: Some(now().minus(Span::days(1))),
        saved: Saved {
            checks: 120,
            unchanged: 96,
            received: 1_400_000,
            by_unchanged: 8_000_000,
            ..Saved::default()
        },
        ..CheckState::default()
    };
    Health {
        row: row.clone(),
        subscription,
        feed: Some(Feed { link: Some("https://example.org/".to_owned()), ..Feed::default() }),
        check,
        next: Explanation {
            due: Due::At(now().plus(Span::minutes(130))),
            reasons: vec![Reason::BackOff { failures: 3, wait: Span::hours(5) }, Reason::Ttl(Span::hours(3))],
        },
        repairs: vec!["a bare ampersand".to_owned(), "no closing tag".to_owned()],
        silent: false,
    }
}

/// The properties of the Hebrew feed at the top.
fn opened(size: (u16, u16), ui: Direction) -> Screen {
    let mut screen = Screen::open(library(), size, ui);
    screen.press("j j j e");
    screen
}

fn changes(screen: &Screen) -> Vec<Change> {
    let changes = screen.store.told.iter().filter_map(|command| match command {
        Command::Apply(_, change) => Some(change.clone()),
        _ => None,
    });
    changes.collect()
}

fn set(setting: Setting) -> Change {
    Change::Set { feed: FeedId(1), setting }
}

#[test]
fn what_is_known_and_what_can_be_set_is_shown_with_the_reason_of_the_next_check() {
    let mut screen = opened((120, 40), Direction::Ltr);
    screen.press("j j j j j j j j j j j j j j");
    for text in [
        "it failed 3 times in a row, so 5 h are waited, the publisher",
        "a bare ampersand, no closing tag",
        "checks 120, unchanged 96 · received 1.4 MB · saved 8.0 MB",
        "https://example.org/1.xml",
        "Science",
    ] {
        assert!(screen.shows(text), "{text}\n{}", screen.picture());
    }
    assert!(!screen.picture().contains('\u{1b}'), "what a server says is cleaned");
}

#[test]
fn a_value_is_changed_in_its_place_and_seen_at_once() {
    let mut screen = opened((80, 24), Direction::Ltr);
    screen.press("enter").type_text("My title").press("enter");
    screen.press("down down enter").type_text("b, a").press("enter");
    screen.press("down down down down enter ctrl-u").type_text("6h").press("enter");
    let expected = [
        set(Setting::Title(Some("My title".to_owned()))),
        set(Setting::Tags(vec!["a".to_owned(), "b".to_owned()])),
        set(Setting::Interval(IntervalChoice::Every(Span::hours(6)))),
    ];
    assert_eq!(changes(&screen), expected);
    assert!(screen.shows("My title") && screen.shows("a, b") && screen.shows("6h"), "{}", screen.picture());
}

#[test]
fn what_means_nothing_is_not_kept_and_says_what_is_understood() {
    let mut screen = opened((80, 24), Direction::Ltr);
    screen.press("down down down down down down enter ctrl-u").type_text("often").press("enter");
    assert!(changes(&screen).is_empty());
    assert!(screen.shows("often") && screen.shows("a time from 15m on"), "{}", screen.picture());
    screen.press("esc");
    assert!(screen.shows("default") && !screen.shows("often"));
}

#[test]
fn a_folder_can_be_typed_right_to_left_and_emptied() {
    let mut screen = opened((80, 24), Direction::Rtl);
    screen.press("down enter ctrl-u").type_text("أخبار/علوم").press("enter");
    screen.press("enter ctrl-u enter");
    let path = FolderPath::parse("أخبار/علوم");
    assert_eq!(changes(&screen), [set(Setting::Folder(path)), set(Setting::Folder(None))]);
}

#[test]
fn the_mouse_chooses_a_line_changes_it_and_closes() {
    let mut screen = opened((80, 24), Direction::Ltr);
    let line = screen.lines().iter().position(|line| line.contains("Direction")).expect("it is there");
    let row = u16::try_from(line).expect("a row");
    let click =
        |screen: &mut Screen, column, row| screen.send(Msg::Mouse(Mouse { deed: Deed::Click, column, row }));
    click(&mut screen, 20, row);
    assert!(changes(&screen).is_empty());
    click(&mut screen, 20, row);
    assert_eq!(changes(&screen).len(), 1);
    click(&mut screen, 0, 23);
    assert!(!screen.shows("Feed properties"));
}

#[test]
fn the_dialog_closes_when_its_feed_is_gone() {
    let mut screen = opened((80, 24), Direction::Ltr);
    screen.store.feeds.retain(|row| row.id != FeedId(1));
    screen.send(Msg::Engine(hudhud::engine::Event::SubscriptionsChanged));
    assert!(!screen.shows("Feed properties"));
}
