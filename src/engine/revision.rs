//! Whether an item that changed says something else.

use crate::html;
use crate::model::{Content, Item, Markup};

/// Whether title or text are other words than before. Blanks, markup, addresses, dates and all that is round the text
/// make no difference: publishers touch them without saying anything new.
pub(super) fn says_otherwise(before: &Item, after: &Item) -> bool {
    let titles = [before, after].map(|item| words(item.title.as_deref().unwrap_or_default()));
    titles[0] != titles[1] || differ(text(before), text(after))
}

fn text(item: &Item) -> Option<&Content> {
    item.content.as_ref().or(item.summary.as_ref())
}

fn differ(before: Option<&Content>, after: Option<&Content>) -> bool {
    match (before, after) {
        (Some(before), Some(after)) if before.text == after.text && before.markup == after.markup => false,
        (before, after) => plain(before) != plain(after),
    }
}

fn plain(content: Option<&Content>) -> String {
    match content {
        None => String::new(),
        Some(Content { text, markup: Markup::Html, .. }) => words(&html::to_plain(text)),
        Some(Content { text, markup: Markup::Plain, .. }) => words(text),
    }
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ItemKey;
    use crate::time::Timestamp;

    fn item(title: &str, text: &str) -> Item {
        let mut item = Item::new(ItemKey(1), "1");
        item.title = Some(title.to_owned());
        item.content = Some(Content { text: text.to_owned(), markup: Markup::Html, ..Content::default() });
        item
    }

    fn check(title: &str, text: &str, expected: bool) {
        let before = item("A title", "<p>Some <b>words</b> <a href=/x?1>here</a></p>");
        assert_eq!(says_otherwise(&before, &item(title, text)), expected, "{title}: {text}");
    }

    #[test]
    fn other_words_in_title_or_text_are_an_update() {
        check("Another title", "<p>Some <b>words</b> <a href=/x?1>here</a></p>", true);
        check("A title", "<p>Some <b>more words</b> <a href=/x?1>here</a></p>", true);
        check("A title", "", true);
    }

    #[test]
    fn blanks_markup_and_addresses_are_none() {
        check(" A  title\n", "<p>Some <b>words</b>\n  <a href=/x?1>here</a>\n</p>\n", false);
        check("A title", "<p>Some words <a href=/x?2>here</a><img src=/pixel?3 width=1 height=1></p>", false);
    }

    #[test]
    fn dates_are_none_and_a_text_that_only_moves_is_none() {
        let (before, mut after) = (item("A", "b"), item("A", "b"));
        after.updated = Some(Timestamp::from_seconds(9));
        after.summary = after.content.take();
        assert!(!says_otherwise(&before, &after));
    }
}
