//! The store, addresses, documents and lists that can't be used.

use super::quoted;
use crate::discover::AddressError;
use crate::feed::ParseError;
use crate::opml::OpmlError;
use crate::store::{Opened, StoreError};
use crate::strings::{Strings, Text};

/// Why the store can't be used, and what to do.
#[must_use]
pub fn store_error(error: &StoreError) -> String {
    match error {
        StoreError::InUse { path } => format!(
            "the store in {} is in use by another program that does not answer; close it and try again",
            quoted(&path.display().to_string())
        ),
        StoreError::Folder { path, reason } => format!(
            "the folder {} can't be used ({}); mend its permissions, or choose another with --data-dir",
            quoted(&path.display().to_string()),
            quoted(reason)
        ),
        StoreError::TooNew { found, known } => format!(
            "the store has version {found} and this program reads up to {known}; use the newer program that wrote it"
        ),
        StoreError::Damaged { tree, reason } | StoreError::Page { tree, reason } => format!(
            "a record of \"{tree}\" can't be read ({}); the rest can be: save your list with \"hudhud export\"",
            quoted(reason)
        ),
        StoreError::Write(reason) => {
            format!("the store can't be written ({}); free some space on the disk", quoted(reason))
        }
        StoreError::NotEmpty { path } => format!(
            "the store in {} is not empty; \"hudhud restore --replace\" sets it aside first",
            quoted(&path.display().to_string())
        ),
        StoreError::NoSuchFeed(id) => {
            format!("there is no subscription {id}; \"hudhud feeds\" lists those that there are")
        }
    }
}

/// What opening the store had to do, where the user should know it, in English.
#[must_use]
pub fn opened(opened: &Opened) -> Option<String> {
    opened_in(Strings::english(), opened)
}

/// What opening the store had to do, where the user should know it.
#[must_use]
pub fn opened_in(strings: &Strings, opened: &Opened) -> Option<String> {
    match opened {
        Opened::Whole | Opened::New => None,
        Opened::SnapshotDropped => Some(strings.say(Text::StoreMended).to_owned()),
        Opened::SetAside { aside, feeds, items } => {
            let feeds = strings.count(Text::StoreFeeds, *feeds, &[]);
            let items = strings.count(Text::StoreItems, *items, &[]);
            let folder = strings.isolated(&quoted(&aside.display().to_string()));
            let gaps = [("feeds", feeds.as_str()), ("items", items.as_str()), ("folder", folder.as_str())];
            Some(strings.compose(Text::StoreSetAside, &gaps))
        }
    }
}

/// Why a text is no address, and what is one.
#[must_use]
pub fn address_error(error: &AddressError) -> String {
    match error {
        AddressError::Empty => "the address is empty; give one as https://example.org".to_owned(),
        AddressError::Scheme { scheme } => {
            format!("\"{}:\" addresses are not asked; give an http or https address", quoted(scheme))
        }
        AddressError::Malformed { text } => {
            format!("\"{}\" is no address; give one as https://example.org", quoted(text))
        }
    }
}

/// Why a document shows nothing, and what to do.
#[must_use]
pub fn parse_error(error: &ParseError) -> String {
    match error {
        ParseError::Empty => "the document is empty; check where it came from".to_owned(),
        ParseError::WebPage => {
            "the document is a web page; \"hudhud discover\" finds the feeds that it offers".to_owned()
        }
        ParseError::Opml => "the document is a list of feeds; read it with \"hudhud import\"".to_owned(),
        ParseError::NotAFeed => "the document is not a feed; check where it came from".to_owned(),
        ParseError::Broken(words) => {
            format!("the feed can't be read ({}); tell the publisher", quoted(words))
        }
    }
}

/// Why a list of feeds can't be read, and what to do.
#[must_use]
pub fn opml_error(error: &OpmlError) -> String {
    match error {
        OpmlError::Empty => {
            "the list is empty; give an OPML file, or a text with an address a line".to_owned()
        }
        OpmlError::NoFeeds => {
            "no feed address was found in the list; give an OPML file, or a text with an address a line"
                .to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn a_whole_store_is_not_worth_a_word() {
        assert_eq!(opened(&Opened::Whole), None);
        let aside = Opened::SetAside { aside: PathBuf::from("/x/aside"), feeds: 1, items: 20 };
        assert_eq!(
            opened(&aside).as_deref(),
            Some(
                "the store was damaged; 1 feed and 20 items were taken over, the damaged one is in /x/aside"
            )
        );
    }

    #[test]
    fn a_scheme_that_is_not_asked_is_named() {
        let error = AddressError::Scheme { scheme: "gopher".to_owned() };
        assert_eq!(
            address_error(&error),
            "\"gopher:\" addresses are not asked; give an http or https address"
        );
    }
}
