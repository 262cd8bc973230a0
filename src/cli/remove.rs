//! `hudhud rm`: unsubscribes.

use super::args::Remove;
use super::exit::{Exit, Stop};
use super::find;
use super::io::Io;
use super::session::Session;
use crate::model::Change;
use crate::strings::words;

/// Unsubscribes from feeds, as one change that can be undone. If one of them is not known, nothing is changed.
///
/// # Errors
///
/// When a feed is not known or the store refuses.
pub(super) async fn run(session: &Session, args: &Remove, io: &mut Io) -> Result<Exit, Stop> {
    let rows = session.feeds().await?;
    let mut meant =
        args.feeds.iter().map(|text| find::feed_among(&rows, text)).collect::<Result<Vec<_>, _>>()?;
    meant.sort_by_key(|row| row.id);
    meant.dedup_by_key(|row| row.id);
    session.apply(Change::All(meant.iter().map(|row| Change::Unsubscribe(row.id)).collect())).await?;
    for row in meant {
        io.line(&format!("{}\t{}\tunsubscribed", row.id, words::quoted(&row.title)))?;
    }
    Ok(Exit::Done)
}
