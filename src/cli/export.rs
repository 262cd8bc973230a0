//! `hudhud export`: the subscriptions as OPML.

use super::exit::{Exit, Stop};
use super::io::Io;
use super::session::Session;
use crate::opml::{self, Written};

/// Writes all subscriptions with their settings to the output; the caller puts that into a file.
///
/// # Errors
///
/// When the store can't be read or the output is closed.
pub(super) async fn run(session: &Session, io: &mut Io) -> Result<Exit, Stop> {
    let mut all = Vec::new();
    for row in session.feeds().await? {
        all.push(session.health(row.id).await?);
    }
    let written: Vec<Written<'_>> = all
        .iter()
        .map(|health| Written {
            subscription: &health.subscription,
            title: &health.row.title,
            page: health.feed.as_ref().and_then(|feed| feed.link.as_deref()),
        })
        .collect();
    io.bytes(opml::write("Subscriptions of hudhud", &written).as_bytes())?;
    Ok(Exit::Done)
}
