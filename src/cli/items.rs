//! `hudhud items`: a list of items.

use std::collections::HashMap;

use super::args::Items;
use super::exit::{Exit, Stop};
use super::io::{Io, Stream};
use super::session::Session;
use super::{find, json, show};
use crate::engine::{FeedRow, ItemRow, Place, Show, Sort, Source};
use crate::model::FeedId;
use crate::strings::words;
use crate::time::Timestamp;

/// What is known about the feeds of a list: the title and the language.
type Feeds = HashMap<FeedId, (String, Option<String>)>;

/// Lists items.
///
/// # Errors
///
/// When the feed is not known, the store can't be read, or the output is closed.
pub(super) async fn run(session: &Session, args: &Items, io: &mut Io) -> Result<Exit, Stop> {
    let rows = session.feeds().await?;
    let source = source(args, &rows)?;
    let feeds = if args.json { known(session, &rows).await? } else { Feeds::new() };
    let mut left = args.limit.unwrap_or(usize::MAX);
    let mut last: Option<ItemRow> = None;
    while left > 0 {
        let rows = session.rows(&source, last.as_ref()).await?;
        let Some(end) = rows.last().cloned() else { break };
        for row in rows.iter().take(left) {
            if args.json {
                let object = object(session, row, &feeds).await?;
                io.object(&object)?;
            } else {
                let line = line(session, row, io);
                io.line(&line)?;
            }
        }
        left = left.saturating_sub(rows.len());
        last = Some(end);
    }
    Ok(Exit::Done)
}

/// Which items the options ask for.
fn source(args: &Items, rows: &[FeedRow]) -> Result<Source, Stop> {
    let place = match &args.feed {
        Some(meant) => Place::Feed(find::feed_among(rows, meant)?.id),
        None => Place::All,
    };
    let show = match (args.unread, args.starred) {
        (true, _) => Show::Unread,
        (_, true) => Show::Starred,
        _ => Show::All,
    };
    let sort = if args.oldest { Sort::Oldest } else { Sort::Newest };
    Ok(Source { place, show, words: find::condition(args.query.as_deref())?, sort })
}

async fn known(session: &Session, rows: &[FeedRow]) -> Result<Feeds, Stop> {
    let mut feeds = Feeds::new();
    for row in rows {
        let health = session.health(row.id).await?;
        let language = health
            .subscription
            .language
            .clone()
            .or_else(|| health.feed.as_ref().and_then(|feed| feed.language.clone()));
        feeds.insert(row.id, (row.title.clone(), language));
    }
    Ok(feeds)
}

/// One item in one line: id, date, marks, title.
fn line(session: &Session, row: &ItemRow, io: &Io) -> String {
    let mark = match (row.starred, row.read) {
        (true, _) => '*',
        (false, false) => '+',
        (false, true) => ' ',
    };
    let day = row.date.to_rfc3339();
    let start = format!("{}\t{}\t{mark} ", row.id, day.get(..10).unwrap_or(&day));
    match io.facts().out {
        Stream::Terminal => {
            // The id and the date take 40 columns with their tabs.
            let columns = io.facts().columns().saturating_sub(44).max(20);
            start + &show::field(&row.title, row.title_direction, columns, session.shaping())
        }
        Stream::Other => start + &words::quoted(&row.title),
    }
}

async fn object(session: &Session, row: &ItemRow, feeds: &Feeds) -> Result<json::Item, Stop> {
    let whole = session.item(row.id).await?;
    let (item, status) = whole.map(|both| *both).unzip();
    let (feed_title, feed_language) = feeds.get(&row.id.feed).cloned().unwrap_or_default();
    let moment = |moment: Option<Timestamp>| moment.map(Timestamp::to_rfc3339);
    Ok(json::Item {
        id: row.id.to_string(),
        feed: row.id.feed.0,
        feed_title,
        title: row.title.clone(),
        link: row.link.clone(),
        author: row.author.clone(),
        date: row.date.to_rfc3339(),
        published: moment(item.as_ref().and_then(|item| item.published)),
        updated: moment(item.as_ref().and_then(|item| item.updated)),
        changed: moment(row.updated),
        read: row.read,
        starred: row.starred,
        tags: status.map(|status| status.tags).unwrap_or_default(),
        direction: row.direction.word(),
        language: item.and_then(|item| item.language).or(feed_language),
    })
}
