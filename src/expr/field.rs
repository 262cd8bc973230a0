//! The fields that an expression can ask about: one table for parser, printer, completion and messages.

/// A field, sorted by what can be asked about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// Texts: contains, equals, regex.
    Text(TextField),
    /// Numbers: compared.
    Number(NumberField),
    /// Moments: compared with dates and with lengths of time ago.
    Moment(MomentField),
    /// How long ago the item's date is: compared with lengths of time.
    Age,
    /// Marks: yes or no.
    Flag(Flag),
    /// What the item carries.
    Media,
    /// How the item came.
    Via,
}

/// Fields that are texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextField {
    /// The title.
    Title,
    /// The text without its markup.
    Text,
    /// The text with its markup.
    Html,
    /// The address of the item's page.
    Link,
    /// The host in that address.
    Host,
    /// Names of authors.
    Author,
    /// The publisher's categories and the user's tags.
    Tag,
    /// The user's tags alone.
    Label,
    /// Title and address of the feed.
    Feed,
    /// The folder that the feed lies in, names parted by `/`.
    Folder,
    /// The language tag.
    Lang,
    /// The item's id.
    Id,
}

/// Fields that are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NumberField {
    /// Words in the text.
    Words,
    /// Bytes of the largest attached file.
    Size,
    /// What rules have given the item so far.
    Score,
}

/// Fields that are moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MomentField {
    /// The date that the item is sorted by.
    Date,
    /// When the publisher changed it last.
    Updated,
    /// When the reader first saw it.
    Seen,
}

/// Fields that are marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flag {
    /// Whether it counts as read.
    Read,
    /// Whether it has a star.
    Star,
}

/// What `media` can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MediaWord {
    /// Pictures.
    Image,
    /// Sound.
    Audio,
    /// Moving pictures.
    Video,
}

/// What `via` can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Via {
    /// The feed was asked.
    Poll,
    /// A hub sent it.
    Push,
    /// It came from a sync service.
    Sync,
}

/// A row: the name, the field, other names for it (those of `FreshRSS` among them), what it is in a few words.
type Row = (&'static str, Field, &'static [&'static str], &'static str);

/// All fields, in the order in which they are offered.
const FIELDS: [Row; 23] = [
    ("title", Field::Text(TextField::Title), &["intitle"], "the title"),
    ("text", Field::Text(TextField::Text), &["intext", "content", "body"], "the text without markup"),
    ("html", Field::Text(TextField::Html), &[], "the text with its markup"),
    ("link", Field::Text(TextField::Link), &["inurl", "url"], "the address of the item's page"),
    ("host", Field::Text(TextField::Host), &["site", "domain"], "the host in that address"),
    ("author", Field::Text(TextField::Author), &["by", "inauthor"], "an author's name"),
    ("tag", Field::Text(TextField::Tag), &["tags", "category"], "a category or a tag of yours"),
    ("label", Field::Text(TextField::Label), &["labels"], "a tag of yours"),
    ("feed", Field::Text(TextField::Feed), &["feedtitle"], "title or address of the feed"),
    ("folder", Field::Text(TextField::Folder), &[], "the folder of the feed"),
    ("lang", Field::Text(TextField::Lang), &["language"], "the language"),
    ("id", Field::Text(TextField::Id), &[], "the item's id"),
    ("age", Field::Age, &[], "how long ago its date is"),
    ("date", Field::Moment(MomentField::Date), &["pubdate", "published"], "the date it is sorted by"),
    ("updated", Field::Moment(MomentField::Updated), &["mdate"], "when it was changed last"),
    ("seen", Field::Moment(MomentField::Seen), &["arrived"], "when it came here"),
    ("words", Field::Number(NumberField::Words), &[], "words in the text"),
    ("media", Field::Media, &[], "image, audio or video"),
    ("size", Field::Number(NumberField::Size), &[], "bytes of the largest attached file"),
    ("read", Field::Flag(Flag::Read), &[], "yes or no"),
    ("star", Field::Flag(Flag::Star), &["starred"], "yes or no"),
    ("score", Field::Number(NumberField::Score), &[], "what rules gave it"),
    ("via", Field::Via, &[], "poll, push or sync"),
];

impl Field {
    /// The field of a name, letter case ignored.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        let found =
            FIELDS.iter().find(|(known, _, others, _)| is(known) || others.iter().any(|known| is(known)));
        found.map(|(_, field, ..)| *field)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        // Every field has a row: a test goes through all kinds.
        FIELDS.iter().find(|(_, field, ..)| *field == self).map_or("", |(name, ..)| name)
    }

    /// What it is, in a few words.
    #[must_use]
    pub fn words(self) -> &'static str {
        FIELDS.iter().find(|(_, field, ..)| *field == self).map_or("", |(.., words)| words)
    }

    /// All fields, in the order in which they are offered.
    pub fn each() -> impl Iterator<Item = Self> {
        FIELDS.iter().map(|(_, field, ..)| *field)
    }

    /// Names that can be written, other readers' included.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        FIELDS.iter().flat_map(|(name, _, others, _)| std::iter::once(*name).chain(others.iter().copied()))
    }

    /// The words that the field's value is one of; empty where it is no choice.
    #[must_use]
    pub const fn choices(self) -> &'static [&'static str] {
        match self {
            Self::Flag(_) => &["yes", "no"],
            Self::Media => &["image", "audio", "video"],
            Self::Via => &["poll", "push", "sync"],
            _ => &[],
        }
    }
}

impl MediaWord {
    /// The medium of a word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Some(match word.to_ascii_lowercase().as_str() {
            "image" => Self::Image,
            "audio" => Self::Audio,
            "video" => Self::Video,
            _ => return None,
        })
    }

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Image => "image",
            Self::Audio => "audio",
            Self::Video => "video",
        }
    }
}

impl Via {
    /// The way of a word.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        Some(match word.to_ascii_lowercase().as_str() {
            "poll" => Self::Poll,
            "push" => Self::Push,
            "sync" => Self::Sync,
            _ => return None,
        })
    }

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Poll => "poll",
            Self::Push => "push",
            Self::Sync => "sync",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_found_by_its_name_and_no_name_is_double() {
        for field in Field::each() {
            assert_eq!(Field::named(field.name()), Some(field));
            assert!(!field.words().is_empty());
        }
        let mut names: Vec<&str> = Field::names().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn names_of_other_readers_are_known() {
        assert_eq!(Field::named("InTitle"), Some(Field::Text(TextField::Title)));
        assert_eq!(Field::named("starred"), Some(Field::Flag(Flag::Star)));
        assert_eq!(Field::named("https"), None);
    }

    #[test]
    fn choices_are_read() {
        assert!(
            Field::Media
                .choices()
                .iter()
                .all(|word| MediaWord::named(word).map(MediaWord::word) == Some(word))
        );
        assert!(Field::Via.choices().iter().all(|word| Via::named(word).map(Via::word) == Some(word)));
    }
}
