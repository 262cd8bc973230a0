//! Hashes of items that stay the same from run to run and from machine to machine.

use std::hash::Hasher;

use siphasher::sip::SipHasher13;

use crate::model::{Content, Direction, Item, Person};

/// Fixed keys: the hashes are stored, so they must never depend on the process.
const KEYS: (u64, u64) = (0x6875_6468_7564_0001, 0x696e_6765_7374_0001);

/// A hash of everything that a reader would see change.
///
/// Names (`guid`) and dates are left out: some publishers give both anew with each answer, and an item that only
/// says that it changed is not worth showing again.
#[must_use]
pub fn digest(item: &Item) -> u64 {
    let mut hasher = SipHasher13::new_with_keys(KEYS.0, KEYS.1);
    text(&mut hasher, item.title.as_deref());
    text(&mut hasher, item.link.as_deref());
    authors(&mut hasher, &item.authors);
    list(&mut hasher, &item.categories);
    text(&mut hasher, item.language.as_deref());
    text(&mut hasher, item.direction.map(Direction::word));
    content(&mut hasher, item.content.as_ref());
    content(&mut hasher, item.summary.as_ref());
    attachments(&mut hasher, item);
    text(&mut hasher, item.comments.as_deref());
    hasher.finish()
}

/// A hash of title and link; 0 if one of them is missing.
#[must_use]
pub fn likeness(item: &Item) -> u64 {
    let (Some(title), Some(link)) = (filled(item.title.as_deref()), filled(item.link.as_deref())) else {
        return 0;
    };
    let mut hasher = SipHasher13::new_with_keys(KEYS.1, KEYS.0);
    text(&mut hasher, Some(title));
    text(&mut hasher, Some(link));
    // 0 says that there is none.
    hasher.finish().max(1)
}

/// A hash of a whole body, to see whether the same one came again.
#[must_use]
pub fn fingerprint(body: &[u8]) -> u64 {
    let mut hasher = SipHasher13::new_with_keys(KEYS.0, KEYS.1);
    hasher.write(body);
    hasher.finish()
}

fn filled(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// Written with its length, so that text can't move from one field to the next unseen.
fn text(hasher: &mut SipHasher13, text: Option<&str>) {
    match text {
        None => hasher.write_u64(u64::MAX),
        Some(text) => {
            hasher.write_u64(text.len() as u64);
            hasher.write(text.as_bytes());
        }
    }
}

fn list(hasher: &mut SipHasher13, texts: &[String]) {
    hasher.write_u64(texts.len() as u64);
    for one in texts {
        text(hasher, Some(one));
    }
}

fn authors(hasher: &mut SipHasher13, authors: &[Person]) {
    hasher.write_u64(authors.len() as u64);
    for author in authors {
        text(hasher, author.name.as_deref());
        text(hasher, author.email.as_deref());
        text(hasher, author.url.as_deref());
    }
}

fn content(hasher: &mut SipHasher13, content: Option<&Content>) {
    match content {
        None => hasher.write_u8(0),
        Some(content) => {
            hasher.write_u8(1);
            hasher.write_u8(content.markup as u8);
            text(hasher, Some(&content.text));
            text(hasher, content.language.as_deref());
        }
    }
}

fn attachments(hasher: &mut SipHasher13, item: &Item) {
    hasher.write_u64(item.enclosures.len() as u64);
    for enclosure in &item.enclosures {
        text(hasher, Some(&enclosure.url));
        text(hasher, enclosure.media_type.as_deref());
        text(hasher, enclosure.title.as_deref());
    }
    hasher.write_u64(item.media.len() as u64);
    for media in &item.media {
        text(hasher, Some(&media.url));
        hasher.write_u8(media.kind as u8);
        text(hasher, media.title.as_deref());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ItemKey;
    use crate::time::Timestamp;

    fn item(title: &str, link: &str) -> Item {
        let mut item = Item::new(ItemKey(1), "a");
        item.title = Some(title.to_owned());
        item.link = Some(link.to_owned());
        item
    }

    #[test]
    fn hashes_are_the_same_in_every_run() {
        assert_eq!(likeness(&item("a", "http://a.example/")), 16_350_978_143_710_205_392);
    }

    #[test]
    fn a_likeness_needs_title_and_link() {
        let mut only_title = item("a", "");
        assert_eq!(likeness(&only_title), 0);
        only_title.link = None;
        assert_eq!(likeness(&only_title), 0);
    }

    #[test]
    fn text_that_moves_between_fields_is_a_change() {
        assert_ne!(digest(&item("ab", "c")), digest(&item("a", "bc")));
    }

    #[test]
    fn a_new_name_or_date_alone_is_no_change() {
        let first = item("a", "b");
        let mut second = first.clone();
        second.key = ItemKey(2);
        second.guid = Some("other".to_owned());
        second.updated = Some(Timestamp::from_seconds(5));
        assert_eq!(digest(&first), digest(&second));
    }

    #[test]
    fn whatever_is_shown_is_a_change() {
        let first = item("a", "b");
        let edits: [fn(&mut Item); 5] = [
            |item| item.title = Some("x".to_owned()),
            |item| item.authors.push(Person { name: Some("x".to_owned()), ..Person::default() }),
            |item| item.categories.push("x".to_owned()),
            |item| item.content = Some(Content { text: "x".to_owned(), ..Content::default() }),
            |item| item.summary = Some(Content { text: "x".to_owned(), ..Content::default() }),
        ];
        for edit in edits {
            let mut second = first.clone();
            edit(&mut second);
            assert_ne!(digest(&first), digest(&second));
        }
    }
}
