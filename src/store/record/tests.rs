//! Records are read back as they were, and bytes of the first form stay readable.

use super::*;
use crate::model::{
    Access, Change, CheckState, Cloud, Content, DirectionChoice, Enclosure, Failure, FailureKind, Feed,
    FeedId, Freshness, Habits, Hub, IntervalChoice, Item, ItemId, ItemKey, LastCheck, Login, Media,
    MediaKind, Older, Person, Protocol, ProxyChoice, RedirectTrust, Retention, Saved, Scope, SecretSource,
    Setting, Subscription, UpdatePeriod, Validators,
};
use crate::model::{Direction, FolderPath, Format, Period, Status};
use crate::time::{Span, Timestamp};

fn check<T: Stored + Clone + PartialEq + std::fmt::Debug>(value: &T) {
    let bytes = encode(Area::Meta, value).expect("bytes");
    assert_eq!(&decode::<T>(Area::Meta, &bytes).expect("a record"), value);
    for end in 0..bytes.len() {
        assert_ne!(decode::<T>(Area::Meta, &bytes[..end]).ok().as_ref(), Some(value), "cut at {end}");
    }
}

fn moment() -> Timestamp {
    Timestamp::from_millis(-1_234_567_890_123)
}

#[test]
fn a_subscription_is_read_back() {
    let mut subscription = Subscription::new(FeedId(u32::MAX), "https://x.example/?a=1", moment());
    check(&subscription);
    subscription.title = Some("عنوان".to_owned());
    subscription.folder = FolderPath::new(["a", "b"]);
    subscription.tags = vec!["x".to_owned()];
    subscription.direction = DirectionChoice::Fixed(Direction::Rtl);
    subscription.interval = IntervalChoice::Every(Span::hours(3));
    subscription.charset = Some("windows-1256".to_owned());
    subscription.retention = Retention::For(Span::days(9));
    subscription.removed = Some(moment());
    subscription.extra = vec![("k".to_owned(), "v".to_owned())];
    check(&subscription);
}

#[test]
fn the_publishers_words_are_read_back() {
    let mut feed = Feed {
        format: Format::Json,
        title: Some("t".to_owned()),
        ttl: Some(Span::minutes(60)),
        update_period: Some(UpdatePeriod { period: Period::Yearly, frequency: 2 }),
        hubs: vec![Hub { url: "h".to_owned(), protocol: None }],
        cloud: Some(Cloud { domain: "d".to_owned(), port: 80, ..Cloud::default() }),
        complete: true,
        ..Feed::default()
    };
    feed.skip_hours.insert(23);
    feed.skip_days.insert_name("Sunday");
    check(&Words { feed: Some(feed), repairs: vec!["r".to_owned()] });
}

#[test]
fn what_was_observed_is_read_back() {
    let failure = |kind| Some(LastCheck::Failed(Failure { kind, detail: "d".to_owned() }));
    for last in [
        None,
        Some(LastCheck::Unchanged),
        Some(LastCheck::Updated { new: 1, changed: 2 }),
        failure(FailureKind::Status(599)),
        failure(FailureKind::Dns),
        failure(FailureKind::Store),
    ] {
        check(&CheckState {
            validators: Some(Validators {
                url: "u".to_owned(),
                etag: Some(vec![0xff, 0]),
                last_modified: None,
            }),
            freshness: Some(Freshness { span: Span::millis(u64::MAX) }),
            last,
            redirect: Some(RedirectTrust { url: "r".to_owned(), sightings: 2, first_seen: moment() }),
            body_hash: Some(u64::MAX),
            saved: Saved { checks: 3, ..Saved::default() },
            ..CheckState::default()
        });
    }
}

fn item(text_length: usize) -> Item {
    let mut item = Item::new(ItemKey(u64::MAX), "guid");
    item.title = Some("t".to_owned());
    item.content =
        Some(Content { text: "نص ".repeat(text_length), base: Some("b".to_owned()), ..Content::default() });
    item.authors = vec![Person { name: Some("n".to_owned()), ..Person::default() }];
    item.enclosures = vec![Enclosure { url: "e".to_owned(), length: Some(5), ..Enclosure::default() }];
    item.media = vec![Media {
        url: "m".to_owned(),
        kind: MediaKind::Other,
        media_type: None,
        title: None,
        size: Some((1, 2)),
        thumbnail: None,
        duration_seconds: None,
    }];
    item.source = Some((None, Some("s".to_owned())));
    item
}

#[test]
fn an_item_is_read_back_and_a_long_one_is_packed() {
    check(&item(3));
    for (length, most) in [(3, 1000), (10_000, 1000)] {
        let packed = pack_bodies(&vec![item(3), item(length)]).expect("bytes");
        assert!(packed.len() < most, "{} bytes", packed.len());
        assert_eq!(unpack_bodies(&packed).expect("items"), [item(3), item(length)]);
        assert!(unpack_bodies(&packed[..packed.len() / 2]).is_err());
    }
    assert!(unpack_bodies(&[]).is_err() && unpack_bodies(&[7, 1]).is_err());
}

#[test]
fn a_status_is_read_back() {
    let status = Status { read: true, starred: true, tags: vec!["a".to_owned()], arrived: moment() };
    for presence in [
        Presence::Here,
        Presence::Gone { digest: u64::MAX, likeness: 0 },
        Presence::TakenBack { digest: 0, likeness: u64::MAX },
        Presence::Alias(ItemKey(u64::MAX)),
    ] {
        check(&StoredStatus { status: status.clone(), date: moment(), presence });
    }
}

#[test]
fn changes_are_read_back() {
    let items = vec![ItemId { feed: FeedId(1), key: ItemKey(u64::MAX) }];
    let feed = FeedId(7);
    let settings = [
        Setting::Title(None),
        Setting::Folder(FolderPath::new(["f"])),
        Setting::Tags(vec!["t".to_owned()]),
        Setting::Direction(DirectionChoice::Fixed(Direction::Ltr)),
        Setting::Language(Some("fa".to_owned())),
        Setting::Interval(IntervalChoice::Never),
        Setting::Retention(Retention::Forever),
        Setting::Url("u".to_owned()),
        Setting::Login(None),
        Setting::UserAgent(None),
        Setting::Headers(Vec::new()),
        Setting::Protocol(Protocol::Any),
        Setting::Proxy(ProxyChoice::Default),
        Setting::Authority(Some("f".to_owned())),
        Setting::Charset(Some("c".to_owned())),
    ];
    let mut changes = vec![
        Change::Read { items: items.clone(), read: true },
        Change::ReadAll { scope: Scope::All, until: moment() },
        Change::ReadAll { scope: Scope::Feed(feed), until: moment() },
        Change::Star { items: items.clone(), starred: true },
        Change::Tag { items, tag: "t".to_owned(), on: true },
        Change::Unsubscribe(feed),
        Change::Resubscribe(feed),
    ];
    changes.extend(settings.map(|setting| Change::Set { feed, setting }));
    check(&Entry { at: moment(), change: Change::All(changes) });
}

#[test]
fn the_first_form_of_a_status_never_changes() {
    let status = StoredStatus {
        status: Status {
            read: true,
            starred: false,
            tags: vec!["a".to_owned()],
            arrived: Timestamp::from_millis(1),
        },
        date: Timestamp::from_millis(-1),
        presence: Presence::Gone { digest: 5, likeness: 6 },
    };
    let bytes = [1, 1, 0, 1, 1, b'a', 2, 1, 1, 5, 6];
    assert_eq!(encode(Area::Head, &status).expect("bytes"), bytes);
}

/// Bytes of the first form of a record, as older versions wrote them.
fn first_form(form: impl serde::Serialize) -> Vec<u8> {
    postcard::to_extend(&form, vec![1]).expect("bytes")
}

#[test]
fn the_first_forms_of_settings_and_checks_are_still_read() {
    let mut subscription = Subscription::new(FeedId(7), "https://x.example/", moment());
    subscription.tags = vec!["a".to_owned()];
    let form = (7_u32, "https://x.example/", (None::<String>, None::<Vec<String>>, vec!["a"]));
    let rest = (
        None::<u8>,
        None::<String>,
        (0_u8, 0_u8, moment().as_millis(), None::<i64>, Vec::<(String, String)>::new()),
    );
    let mut bytes = first_form(form);
    bytes.extend(postcard::to_extend(&rest, Vec::new()).expect("bytes"));
    assert_eq!(decode::<Subscription>(Area::Subscription, &bytes).expect("a record"), subscription);
    let check = CheckState {
        failures: 3,
        gone: true,
        saved: Saved { checks: 9, ..Saved::default() },
        ..CheckState::default()
    };
    let none = None::<u8>;
    let form = ((none, none, none, none, none, none), (3_u32, none, none, false, none, true, none, 0_u32));
    let mut bytes = first_form(form);
    bytes
        .extend(postcard::to_extend(&(9_u64, 0_u64, 0_u64, 0_u64, 0_u64, 0_u64), Vec::new()).expect("bytes"));
    assert_eq!(decode::<CheckState>(Area::Check, &bytes).expect("a record"), check);
}

#[test]
fn heads_are_read_back_and_those_of_the_first_form_have_not_changed() {
    let mut head =
        StoredHead { title: Some("t".to_owned()), digest: u64::MAX, chunk: 3, ..StoredHead::default() };
    let (none, title) = (None::<u8>, Some("t"));
    let form = (title, none, none, none, none, none, u64::MAX, 0_u64, 3_u32);
    assert_eq!(decode::<StoredHead>(Area::Head, &first_form(form)).expect("a record"), head);
    let cut = (title, none, none, none, none, none, u64::MAX, 0_u64);
    assert!(decode::<StoredHead>(Area::Head, &first_form(cut)).is_err());
    check(&head);
    head.changed = Some(moment());
    check(&head);
}

#[test]
fn the_second_form_of_settings_is_still_read() {
    let mut subscription = Subscription::new(FeedId(7), "https://x.example/", moment());
    subscription.access.user_agent = Some("a".to_owned());
    let none = None::<u8>;
    let form = (7_u32, "https://x.example/", (none, none, Vec::<String>::new(), none, none));
    let rest = (0_u8, 0_u8, moment().as_millis(), none, Vec::<(String, String)>::new());
    let access = (none, Some("a"), Vec::<(String, String)>::new(), 0_u8, 0_u8, none);
    let bytes = postcard::to_extend(&(form, rest, access), vec![2]).expect("bytes");
    assert_eq!(decode::<Subscription>(Area::Subscription, &bytes).expect("a record"), subscription);
}

#[test]
fn how_a_server_is_asked_and_its_ways_are_read_back() {
    let mut subscription = Subscription::new(FeedId(1), "https://x.example/", moment());
    for secret in [
        SecretSource::Environment("E".to_owned()),
        SecretSource::Command(vec!["pass".to_owned(), "x".to_owned()]),
        SecretSource::Keyring("k".to_owned()),
    ] {
        subscription.access = Access {
            login: Some(Login { user: "u".to_owned(), secret }),
            user_agent: Some("a".to_owned()),
            headers: vec![("n".to_owned(), "v".to_owned())],
            protocol: Protocol::Http1,
            proxy: ProxyChoice::Url("socks5://127.0.0.1:1".to_owned()),
            authority: Some("/ca.pem".to_owned()),
        };
        check(&subscription);
    }
    check(&CheckState {
        habits: Habits {
            tag_idle_until: Some(moment()),
            new_tags: 5,
            changes_seen: true,
            last_whole: Some(moment()),
            usual_gap: Some(Span::hours(5)),
            missing: 10,
            missing_since: Some(moment()),
            suggestion: Some(RedirectTrust { url: "s".to_owned(), sightings: 1, first_seen: moment() }),
            twin: Some(FeedId(2)),
            left: Some("l".to_owned()),
            older: Older::At("o".to_owned()),
            unread: Some(Failure { kind: FailureKind::BotProtection, detail: "d".to_owned() }),
        },
        ..CheckState::default()
    });
}

#[test]
fn a_record_of_an_unknown_version_is_refused() {
    for bytes in [&[][..], &[0], &[2, 0, 0, 0]] {
        let refused = decode::<bool>(Area::Meta, bytes);
        assert!(matches!(refused, Err(StoreError::Damaged { tree: "meta", .. })), "{refused:?}");
    }
}
