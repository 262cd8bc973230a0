//! Subscription lists: OPML 1.0 and 2.0, lists in RDF, and plain lists of addresses.
//!
//! A list is data and nothing else: commands in it are never run, only http and https addresses are taken.

mod markup;
mod outline;
mod plain;
mod rdf;
mod settings;
#[cfg(test)]
mod tests;
mod write;

pub use write::{Written, write};

use crate::model::{DirectionChoice, FolderPath, IntervalChoice, Retention};

/// A list of feeds as read from a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The title of the list.
    pub title: Option<String>,
    /// The feeds in order, without doubles.
    pub feeds: Vec<Entry>,
    /// What was left out or repaired, as short words.
    pub notes: Vec<String>,
}

/// One feed of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The address (`xmlUrl`), http or https only.
    pub url: String,
    /// `text`, else `title`.
    pub title: Option<String>,
    /// `htmlUrl`.
    pub page: Option<String>,
    /// The folder made of the outlines around it.
    pub folder: Option<FolderPath>,
    /// `category` and our own tags.
    pub tags: Vec<String>,
    /// `hudhud:direction`.
    pub direction: DirectionChoice,
    /// `hudhud:language`.
    pub language: Option<String>,
    /// `hudhud:charset`, as it is written there.
    pub charset: Option<String>,
    /// `hudhud:interval`.
    pub interval: IntervalChoice,
    /// `hudhud:retention`.
    pub retention: Retention,
    /// Other attributes, kept for the way back.
    pub extra: Vec<(String, String)>,
}

/// The file is no list of feeds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpmlError {
    /// Nothing in it.
    #[error("the list is empty")]
    Empty,
    /// No outline and no address was found.
    #[error("no feed address was found in the list")]
    NoFeeds,
}

/// Reads a list of feeds: OPML, or plain text with an address a line.
///
/// # Errors
///
/// When no feed address is in it.
pub fn read(text: &str) -> Result<Outline, OpmlError> {
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(OpmlError::Empty);
    }
    let marked_up = text.starts_with('<') || text.contains("<opml") || text.contains("<outline");
    let mut list = if marked_up { outline::read(text) } else { plain::read(text) };
    if list.outline.feeds.is_empty() {
        rdf::read(text, &mut list);
    }
    if list.outline.feeds.is_empty() { Err(OpmlError::NoFeeds) } else { Ok(list.outline) }
}

/// A list in the making: each address is taken once. Only what is the same to the letter is the same here; whether
/// a feed is subscribed already is asked elsewhere, and more freely.
#[derive(Default)]
struct List {
    outline: Outline,
    known: std::collections::HashSet<String>,
}

impl List {
    /// Takes a feed if its address is one to be asked and is new.
    fn take(&mut self, entry: Entry) {
        match settings::address(&entry.url) {
            Err(reason) => self.note(format!("{reason}: {}", shortened(&entry.url))),
            Ok(url) => {
                if self.known.insert(url.clone()) {
                    self.outline.feeds.push(Entry { url, ..entry });
                } else {
                    self.note(format!("listed twice: {}", shortened(&url)));
                }
            }
        }
    }

    /// Notes what was left out or repaired; a list of a million faults is not worth a million notes.
    fn note(&mut self, note: String) {
        if self.outline.notes.len() < 1000 && !self.outline.notes.contains(&note) {
            self.outline.notes.push(note);
        }
    }
}

fn shortened(text: &str) -> String {
    let shown: String = text.chars().filter(|letter| !letter.is_control()).take(100).collect();
    if shown.len() < text.len() { format!("{shown}…") } else { shown }
}
