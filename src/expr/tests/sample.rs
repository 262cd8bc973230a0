//! Items that expressions are asked about.

use crate::expr::{Facts, Flag, MediaWord, MomentField, Now, NumberField, TextField, Via};
use crate::time::{Timestamp, Zone};

/// An item as plain data.
#[derive(Clone, Debug, Default)]
pub(in crate::expr) struct Sample {
    pub(in crate::expr) texts: Vec<(TextField, &'static str)>,
    pub(in crate::expr) numbers: Vec<(NumberField, i64)>,
    pub(in crate::expr) moments: Vec<(MomentField, &'static str)>,
    pub(in crate::expr) flags: Vec<Flag>,
    pub(in crate::expr) media: Vec<MediaWord>,
    pub(in crate::expr) via: Option<Via>,
}

impl Facts for Sample {
    fn texts(&self, field: TextField, found: &mut dyn FnMut(&str) -> bool) -> bool {
        // What the user tagged counts as a tag.
        let is_asked =
            |known: TextField| known == field || field == TextField::Tag && known == TextField::Label;
        self.texts.iter().any(|(known, text)| is_asked(*known) && found(text))
    }

    fn number(&self, field: NumberField) -> Option<i64> {
        self.numbers.iter().find(|(known, _)| *known == field).map(|(_, number)| *number)
    }

    fn moment(&self, field: MomentField) -> Option<Timestamp> {
        let found = self.moments.iter().find(|(known, _)| *known == field);
        found.and_then(|(_, text)| Timestamp::parse_rfc3339(text))
    }

    fn flag(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    fn has_media(&self, word: MediaWord) -> bool {
        self.media.contains(&word)
    }

    fn via(&self) -> Option<Via> {
        self.via
    }
}

/// The moment at which everything is asked: a Saturday at noon, UTC.
pub(in crate::expr) fn now() -> Now {
    Now { at: Timestamp::parse_rfc3339("2024-06-15T12:00:00Z").unwrap(), zone: Zone::utc() }
}

/// Eight items, called a to h.
#[allow(
    clippy::many_single_char_names,
    clippy::too_many_lines,
    reason = "a table of items, called as the table of expressions calls them"
)]
pub(in crate::expr) fn items() -> Vec<(char, Sample)> {
    use MomentField::{Date, Seen, Updated};
    use NumberField::{Score, Size, Words};
    use TextField::{Author, Feed, Folder, Host, Html, Id, Label, Lang, Link, Tag, Text, Title};
    let a = Sample {
        texts: vec![
            (Title, "Rust 2.0 released"),
            (Text, "The compiler team announces a new release.\nFaster builds."),
            (Html, "<p>The <b>compiler</b> team announces a new release.<br>Faster builds.</p>"),
            (Link, "https://blog.rust-lang.org/2024/06/rust-2"),
            (Host, "blog.rust-lang.org"),
            (Author, "Alice Jones"),
            (Author, "Zoë Kravitz"),
            (Tag, "programming"),
            (Tag, "Rust"),
            (Feed, "Rust Blog"),
            (Feed, "https://blog.rust-lang.org/feed.xml"),
            (Folder, "Tech/Languages"),
            (Lang, "en-US"),
            (Id, "1-000000000000000a"),
        ],
        numbers: vec![(Words, 900)],
        moments: vec![(Date, "2024-06-15T08:00:00Z"), (Seen, "2024-06-15T09:00:00Z")],
        via: Some(Via::Push),
        ..Sample::default()
    };
    let b = Sample {
        texts: vec![
            (Title, "Feed reader in Rust: a review"),
            (Text, "We tested five readers in the terminal."),
            (Link, "https://example.com/reviews/5"),
            (Host, "example.com"),
            (Author, "Bob"),
            (Tag, "review"),
            (Label, "later"),
            (Feed, "Example News"),
            (Folder, "Tech"),
            (Lang, "en"),
            (Id, "2-000000000000000b"),
        ],
        numbers: vec![(Words, 120), (Score, 10)],
        moments: vec![(Date, "2024-06-14T10:00:00Z"), (Seen, "2024-06-14T11:00:00Z")],
        flags: vec![Flag::Read, Flag::Star],
        via: Some(Via::Poll),
        ..Sample::default()
    };
    let c = Sample {
        texts: vec![
            (Title, "القُرْآن الكريم"),
            (Text, "نص عن كتاب قديم"),
            (Author, "محمّد علي"),
            (Tag, "ثقافة"),
            (Feed, "أخبار"),
            (Folder, "News/عربي"),
            (Lang, "ar"),
            (Id, "3-000000000000000c"),
        ],
        numbers: vec![(Words, 300)],
        moments: vec![(Date, "2024-06-10T00:00:00Z"), (Seen, "2024-06-15T11:59:00Z")],
        via: Some(Via::Poll),
        ..Sample::default()
    };
    let d = Sample {
        texts: vec![
            (Title, "פרק 12: שָׁלוֹם"),
            (Text, "שיחה על עולם"),
            (Label, "שמע"),
            (Feed, "פודקאסט"),
            (Lang, "he"),
            (Id, "4-000000000000000d"),
        ],
        numbers: vec![(Words, 15), (Size, 48_000_000)],
        moments: vec![(Date, "2024-05-20T06:00:00Z"), (Seen, "2024-05-20T06:00:00Z")],
        flags: vec![Flag::Star],
        media: vec![MediaWord::Audio],
        via: Some(Via::Poll),
    };
    let e = Sample {
        texts: vec![
            (Title, "گزارش می\u{200c}خواهم"),
            (Text, "کتاب تازه ۲۰۲۴"),
            (Feed, "روزنامه"),
            (Folder, "News"),
            (Lang, "fa"),
            (Id, "5-000000000000000e"),
        ],
        numbers: vec![(Words, 50)],
        moments: vec![(Date, "2023-12-31T23:59:59Z"), (Seen, "2024-01-02T00:00:00Z")],
        media: vec![MediaWord::Image],
        via: Some(Via::Poll),
        ..Sample::default()
    };
    let f = Sample {
        texts: vec![
            (Text, "Just a short note with C++ and node.js, 100% pure or not"),
            (Feed, "Notes"),
            (Id, "6-000000000000000f"),
        ],
        numbers: vec![(Words, 9)],
        moments: vec![(Date, "2022-01-01T00:00:00Z"), (Seen, "2022-01-01T00:00:00Z")],
        flags: vec![Flag::Read],
        via: Some(Via::Sync),
        ..Sample::default()
    };
    let g = Sample {
        texts: vec![
            (Title, "東京の天気"),
            (Text, "明日は雨です"),
            (Feed, "天気予報"),
            (Folder, "News"),
            (Lang, "ja"),
            (Id, "7-0000000000000010"),
        ],
        numbers: vec![(Words, 1), (Size, 900)],
        moments: vec![(Date, "2024-06-01T00:00:00Z"), (Seen, "2024-06-01T01:00:00Z")],
        flags: vec![Flag::Read],
        media: vec![MediaWord::Video, MediaWord::Image],
        via: Some(Via::Push),
    };
    let h = Sample {
        texts: vec![
            (Title, "Sponsored: buy now"),
            (Text, "Advertisement. Click here to buy a café machine."),
            (Link, "https://ads.example.net/x?id=1"),
            (Host, "ads.example.net"),
            (Author, "Ads Team"),
            (Tag, "sponsored"),
            (Tag, "deals"),
            (Feed, "Example News"),
            (Folder, "Tech"),
            (Lang, "de-AT"),
            (Id, "2-0000000000000011"),
        ],
        numbers: vec![(Words, 8), (Score, -5)],
        moments: vec![
            (Date, "2024-06-15T11:30:00Z"),
            (Updated, "2024-06-15T11:45:00Z"),
            (Seen, "2024-06-15T11:50:00Z"),
        ],
        via: Some(Via::Poll),
        ..Sample::default()
    };
    ('a'..='h').zip([a, b, c, d, e, f, g, h]).collect()
}
