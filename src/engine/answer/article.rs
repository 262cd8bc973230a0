//! One item, laid out to be read.

use super::View;
use super::rows::{Sides, feed_title, row};
use crate::engine::{Article, ItemRow, Measure};
use crate::html::{self, Reading};
use crate::model::{Content, ItemId};
use crate::store::StoreError;
use crate::text::{Isolate, Run, Style, Styled};
use crate::time::{Timestamp, Zone};

/// What stands between the parts of a byline.
const BETWEEN: &str = " · ";

/// Lays an item out; `None` if there is no such item.
pub(super) fn article(
    view: &View,
    id: ItemId,
    measure: &Measure,
) -> Result<Option<Box<Article>>, StoreError> {
    let (Some(head), Some((item, _))) = (view.store.head(id)?, view.store.item(id)?) else {
        return Ok(None);
    };
    let Some(record) = view.store.feed(id.feed)? else { return Ok(None) };
    let sides = Sides::of(&record, view.default_direction).with(measure.direction);
    let feed_title = feed_title(&record);
    let row = row(head, &sides);
    let nothing = Content::default();
    let body = item.body().unwrap_or(&nothing);
    let feed_link = record.feed.as_ref().and_then(|feed| feed.link.as_deref());
    let reading = Reading {
        base_url: body.base.as_deref().or(item.link.as_deref()).or(feed_link),
        direction: row.direction,
        choice: sides.choice,
    };
    let mut document = html::read(body, &reading);
    let heading = Styled::styled(row.title.clone(), Style::HEADING);
    document.prepend(heading, byline(&row, &feed_title, &view.zone), row.direction);
    let laid = document.layout(&html::Measure { width: measure.width.max(1), shaping: measure.shaping });
    Ok(Some(Box::new(Article { row, feed_title, laid, enclosures: item.enclosures })))
}

/// Feed, author and date, each set apart so that names of one direction don't disturb those of the other.
fn byline(row: &ItemRow, feed_title: &str, zone: &Zone) -> Styled {
    let date = moment(row.date, zone);
    let parts = [
        (feed_title, Isolate::FirstStrong),
        (row.author.as_deref().unwrap_or_default(), Isolate::FirstStrong),
        (&date, Isolate::As(crate::model::Direction::Ltr)),
    ];
    let mut styled = Styled::default();
    let mut runs = Vec::new();
    for (part, isolate) in parts.into_iter().filter(|(part, _)| !part.is_empty()) {
        if !styled.text.is_empty() {
            styled.text.push_str(BETWEEN);
        }
        let start = styled.text.len();
        styled.text.push_str(part);
        let range = start..styled.text.len();
        runs.push(Run { range, style: Style::PLAIN, link: None, isolate: Some(isolate) });
    }
    let whole = Run { range: 0..styled.text.len(), style: Style::DIM, link: None, isolate: None };
    styled.runs.push(whole);
    styled.runs.extend(runs);
    styled
}

/// `2026-01-31 14:05`: understood everywhere, the same width in every language.
fn moment(date: Timestamp, zone: &Zone) -> String {
    let civil = date.civil(zone);
    format!("{:04}-{:02}-{:02} {:02}:{:02}", civil.year, civil.month, civil.day, civil.hour, civil.minute)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Direction, FeedId, ItemKey};

    #[test]
    fn a_byline_sets_its_parts_apart() {
        let row = ItemRow {
            id: ItemId { feed: FeedId(1), key: ItemKey(1) },
            title: "t".to_owned(),
            title_direction: Direction::Ltr,
            direction: Direction::Ltr,
            author: Some("דנה".to_owned()),
            link: None,
            date: Timestamp::EPOCH,
            read: false,
            updated: None,
            starred: false,
            overrides: false,
        };
        let styled = byline(&row, "News", &Zone::utc());
        assert_eq!(styled.text, "News · דנה · 1970-01-01 00:00");
        let parts: Vec<&str> = styled.runs[1..].iter().map(|run| &styled.text[run.range.clone()]).collect();
        assert_eq!(parts, ["News", "דנה", "1970-01-01 00:00"]);
    }
}
