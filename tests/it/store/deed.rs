//! What is done to a store, as a line of text, so that one process can tell another what it did.

use std::fmt::Write as _;

use hudhud::model::{
    Change, CheckState, Content, FeedId, FolderPath, Item, ItemId, ItemKey, Scope, Setting, Status,
    Subscription,
};
use hudhud::store::{
    CheckBatch, ListOrder, ListPlace, ListShow, NewItem, OldUnread, Store, StoreError, Threshold,
};
use hudhud::time::Timestamp;

/// A source of chance that gives the same for the same seed.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    /// A number below `most`.
    pub(super) fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most.max(1)
    }
}

/// A deed at random: a verb and numbers.
pub(super) fn random(dice: &mut Dice) -> String {
    const VERBS: [&str; 16] = [
        "subscribe",
        "commit",
        "commit",
        "commit",
        "read",
        "read",
        "star",
        "tag",
        "read-all",
        "title",
        "leave",
        "undo",
        "undo",
        "redo",
        "forget",
        "note",
    ];
    // Now and then something about the files, which must change nothing that can be seen.
    let verb = match dice.below(60) {
        0 => "copy",
        1 => "renew",
        2 => "compact",
        3 => "tidy",
        4 => "expire",
        _ => VERBS[usize::try_from(dice.below(VERBS.len() as u64)).expect("a small number")],
    };
    let numbers: Vec<String> = (0..3).map(|_| dice.below(1 << 20).to_string()).collect();
    format!("{verb} {}", numbers.join(" "))
}

/// Does it. What can't be done at this moment is passed over, the same on every store in the same state.
pub(super) fn perform(store: &Store, deed: &str) -> Result<(), StoreError> {
    let mut words = deed.split(' ');
    let verb = words.next().unwrap_or_default();
    let mut number = || words.next().and_then(|word| word.parse::<u64>().ok()).unwrap_or_default();
    let (a, b, c) = (number(), number(), number());
    let now = at(1_000_000 + c.cast_signed());
    let feeds = store.feeds()?;
    let feed =
        (!feeds.is_empty()).then(|| feeds[usize::try_from(a).unwrap_or(0) % feeds.len()].subscription.id);
    let id = |feed| ItemId { feed, key: ItemKey(b % 300) };
    let result = match (verb, feed) {
        ("subscribe", _) if feeds.len() < 12 => {
            let url = format!("https://{a}.example/");
            return store.subscribe(Subscription::new(FeedId(0), url, now)).map(|_| ());
        }
        ("commit", Some(feed)) => {
            let added = (0..b % 12).map(|n| item((c + n * 7) % 300, b + n)).collect();
            let check = CheckState { last_attempt: Some(now), ..CheckState::default() };
            return store.commit(feed, CheckBatch { check, added, ..CheckBatch::default() }).map(|_| ());
        }
        ("read", Some(feed)) => Some(Change::Read { items: vec![id(feed)], read: c % 3 > 0 }),
        ("star", Some(feed)) => Some(Change::Star { items: vec![id(feed)], starred: c % 3 > 0 }),
        ("tag", Some(feed)) => {
            Some(Change::Tag { items: vec![id(feed)], tag: format!("t{}", c % 3), on: c % 4 > 0 })
        }
        ("read-all", Some(feed)) if c % 4 == 0 => {
            Some(Change::ReadAll { scope: Scope::Feed(feed), until: at(b.cast_signed()) })
        }
        ("title", Some(feed)) if c % 2 == 0 => {
            Some(Change::Set { feed, setting: Setting::Title(Some(format!("title {b}"))) })
        }
        ("title", Some(feed)) => {
            let folder = FolderPath::new([format!("f{}", b % 4)]);
            Some(Change::Set { feed, setting: Setting::Folder(folder) })
        }
        ("leave", Some(feed)) if c % 5 == 0 => Some(Change::Unsubscribe(feed)),
        ("undo", _) => return store.undo(now).map(|_| ()),
        ("redo", _) => return store.redo(now).map(|_| ()),
        ("forget", Some(feed)) => return store.forget(&[id(feed)]).map(|_| ()),
        ("note", _) => return store.set_note("place", &b.to_string()),
        ("copy", _) => return store.save_copy(now).map(|_| ()),
        ("renew", _) => return store.renew(now).map(|_| ()),
        ("compact", _) => return store.compact(Threshold { bytes: 0, times: 1 }, now).map(|_| ()),
        ("tidy", _) => return store.tidy(now).map(|_| ()),
        ("expire", Some(feed)) => {
            let retention = hudhud::model::Retention::Newest(u32::try_from(b % 40).unwrap_or(0));
            return store.expire(feed, retention, OldUnread::Go, now).map(|_| ());
        }
        _ => None,
    };
    match result {
        Some(change) => store.apply(&change, now).map(|_| ()),
        None => Ok(()),
    }
}

/// Everything that can be seen of a store.
pub(super) fn seen(store: &Store) -> String {
    let mut all = String::new();
    let feeds = store.feeds().expect("feeds");
    let _ = writeln!(all, "{:#?}\n{:#?}", feeds, store.removed().expect("removed feeds"));
    for show in [ListShow::All, ListShow::Unread, ListShow::Starred] {
        let heads = store.list(&ListPlace::All, show, None, ListOrder::Down).expect("a list");
        for head in heads {
            let _ = writeln!(all, "{show:?} {:?}", head.expect("a head"));
        }
    }
    for feed in feeds {
        for head in store.heads(feed.subscription.id).expect("heads") {
            let text = store.item(head.id).expect("an answer").map(|(item, _)| item.content);
            let _ = writeln!(all, "{head:?} {:?}", text.map(|text| text.map(|text| text.text.len())));
        }
    }
    let _ = writeln!(all, "{:?}", store.note("place").expect("a note"));
    all
}

/// The first line in which two differ.
pub(super) fn difference(one: &str, two: &str) -> String {
    let differ = one.lines().zip(two.lines()).find(|(one, two)| one != two);
    differ.map_or_else(
        || format!("{} and {} letters", one.len(), two.len()),
        |(one, two)| format!("{one}\n{two}"),
    )
}

/// A moment that many seconds after the epoch.
pub(super) fn at(seconds: i64) -> Timestamp {
    Timestamp::from_seconds(seconds)
}

/// A made-up item with a text of up to 3 kB.
pub(super) fn item(key: u64, date: u64) -> NewItem {
    let mut item = Item::new(ItemKey(key), format!("identity {key}"));
    item.title = Some(format!("Title {key}"));
    let mut dice = Dice(key + date);
    let words =
        (0..dice.below(300)).map(|_| format!("w{:x} ", dice.below(1 << 16))).collect::<Vec<_>>().concat();
    item.content = Some(Content { text: words, ..Content::default() });
    let date = at(date.cast_signed());
    NewItem {
        item,
        status: Status { arrived: date, ..Status::default() },
        date,
        excerpt: None,
        digest: key + 1,
        likeness: key + 1,
    }
}
