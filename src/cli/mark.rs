//! `hudhud mark`: read marks, stars and tags.

use super::args::{Mark, Marks, Which};
use super::exit::{Exit, Stop};
use super::find;
use super::io::Io;
use super::session::Session;
use crate::engine::{ItemRow, Place, Show, Sort, Source};
use crate::model::{Change, FeedId, ItemId, Scope};
use crate::strings::words;

/// Marks items, as one change that can be undone.
///
/// # Errors
///
/// When a feed or an item is not known, a tag is empty, or the store refuses.
pub(super) async fn run(session: &Session, args: &Mark, io: &mut Io) -> Result<Exit, Stop> {
    check_tags(&args.marks)?;
    let feed = match &args.which.feed {
        Some(meant) => Some(find::feed(session, meant).await?.id),
        None => None,
    };
    let changes = match whole_scope(args, feed) {
        Some(scope) => vec![Change::ReadAll { scope, until: session.now() }],
        None => changes(&args.marks, &items(session, &args.which, feed).await?),
    };
    let count = session.apply(Change::All(changes)).await?.count;
    io.line(&format!("{} changed", words::count(count as u64, "mark", "marks")))?;
    Ok(Exit::Done)
}

/// A scope that is marked read and nothing else: the store does that without a list of items.
fn whole_scope(args: &Mark, feed: Option<FeedId>) -> Option<Scope> {
    let Marks { read, unread: _, star, unstar, tag, untag } = &args.marks;
    if !*read || *star || *unstar || !tag.is_empty() || !untag.is_empty() {
        return None;
    }
    feed.map(Scope::Feed).or_else(|| args.which.all.then_some(Scope::All))
}

/// The items that are meant.
async fn items(session: &Session, which: &Which, feed: Option<FeedId>) -> Result<Vec<ItemId>, Stop> {
    if which.items.is_empty() {
        let place = feed.map_or(Place::All, Place::Feed);
        let words = find::condition(which.query.as_deref())?;
        return all_of(session, &Source { place, show: Show::All, words, sort: Sort::Newest }).await;
    }
    let mut ids = which.items.iter().map(|text| find::item(text)).collect::<Result<Vec<_>, _>>()?;
    ids.sort();
    ids.dedup();
    for id in &ids {
        if session.item(*id).await?.is_none() {
            return Err(Stop::Failed(format!(
                "there is no item {id}; \"hudhud items\" prints those that there are, nothing was marked"
            )));
        }
    }
    Ok(ids)
}

async fn all_of(session: &Session, source: &Source) -> Result<Vec<ItemId>, Stop> {
    let mut ids = Vec::new();
    let mut last: Option<ItemRow> = None;
    loop {
        let rows = session.rows(source, last.as_ref()).await?;
        ids.extend(rows.iter().map(|row| row.id));
        match rows.into_iter().last() {
            Some(row) => last = Some(row),
            None => return Ok(ids),
        }
    }
}

fn changes(marks: &Marks, items: &[ItemId]) -> Vec<Change> {
    let items = || items.to_vec();
    let mut changes = Vec::new();
    if marks.read || marks.unread {
        changes.push(Change::Read { items: items(), read: marks.read });
    }
    if marks.star || marks.unstar {
        changes.push(Change::Star { items: items(), starred: marks.star });
    }
    let tags = marks.tag.iter().map(|tag| (tag, true)).chain(marks.untag.iter().map(|tag| (tag, false)));
    changes.extend(tags.map(|(tag, on)| Change::Tag { items: items(), tag: tag.trim().to_owned(), on }));
    changes
}

fn check_tags(marks: &Marks) -> Result<(), Stop> {
    match marks.tag.iter().chain(&marks.untag).find(|tag| tag.trim().is_empty() || tag.contains(',')) {
        Some(tag) => {
            Err(Stop::Wrong(format!("\"{}\" is no tag; give a word without commas", words::quoted(tag))))
        }
        None => Ok(()),
    }
}
