//! `hudhud watch`: the engine without a screen, with one line for each check.

use super::args::Watch;
use super::exit::{Exit, Stop};
use super::io::Io;
use super::session::{Session, unanswered};
use crate::engine::{Answer, Command, Event, Query};
use crate::model::FeedId;
use crate::strings::words;

/// Prints what the engine does until it is told to end. Runs for ever: the caller ends it.
///
/// # Errors
///
/// When there is no consent to background checks, the engine ends, or the output is closed.
pub(super) async fn run(session: &Session, args: &Watch, io: &mut Io) -> Result<Exit, Stop> {
    let mut events = session.handle.listen();
    let consent = match session.handle.ask(Query::Consent).await {
        Answer::Consent(consent) => consent,
        other => return Err(unanswered(other)),
    };
    if consent != Some(true) && !args.yes {
        return Err(Stop::failed(
            "background checks are off; allow them for this run with --yes, or answer the reader's question with yes",
        ));
    }
    // A touch tells the engine that somebody wants its work now, for it may have been idle for long.
    session.handle.tell(Command::SignOfLife);
    let feeds = session.feeds().await?.len();
    note(session, io, &format!("watching {}", words::count(feeds as u64, "feed", "feeds")))?;
    while let Some(event) = events.recv().await {
        match event {
            Event::Checked { feed, outcome, .. } => {
                let title = title(session, feed).await?;
                note(session, io, &format!("{feed} {title}: {}", words::checked(&outcome, session.now())))?;
            }
            Event::Stopped => break,
            _ => {}
        }
    }
    Ok(Exit::Done)
}

async fn title(session: &Session, feed: FeedId) -> Result<String, Stop> {
    match session.handle.ask(Query::Health(feed)).await {
        Answer::Health(health) => {
            Ok(health.map(|health| words::quoted(&health.row.title)).unwrap_or_default())
        }
        other => Err(unanswered(other)),
    }
}

/// One line of the log, sent at once.
fn note(session: &Session, io: &mut Io, text: &str) -> Result<(), Stop> {
    io.line(&format!("{} {text}", session.now().to_rfc3339()))?;
    io.flush()
}
