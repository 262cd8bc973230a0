//! `hudhud import`: subscribes to the feeds of a list.

use super::exit::{Exit, Stop};
use super::io::Io;
use super::session::{Session, rejected};
use crate::engine::{Command, Event};
use crate::strings::words;
use crate::{feed, opml};

/// Subscribes to all feeds of the list in the input that are not subscribed yet; nothing is fetched.
///
/// # Errors
///
/// When no feed is in the list, or the store refuses.
pub(super) async fn run(session: &Session, io: &mut Io) -> Result<Exit, Stop> {
    let text = feed::decode(io.input(), None);
    let outline = opml::read(&text).map_err(|error| Stop::Failed(words::opml_error(&error)))?;
    for note in &outline.notes {
        io.complain(&format!("in the list: {}", words::quoted(note)));
    }
    let logins = outline.feeds.iter().filter(|entry| crate::discover::holds_login(&entry.url)).count();
    if logins > 0 {
        let addresses = words::count(logins as u64, "address", "addresses");
        io.complain(&format!("{addresses} with a login: {}", super::add::LOGIN));
    }
    let mut task = session.start(|ticket| Command::Import(ticket, outline));
    loop {
        match task.next().await? {
            Event::Imported { added, known, .. } => {
                let added = words::count(added as u64, "feed", "feeds");
                let known = words::count(known as u64, "was", "were");
                io.line(&format!("{added} added, {known} subscribed already"))?;
                return Ok(Exit::Done);
            }
            Event::Rejected(_, reason) => return Err(rejected(&reason)),
            _ => {}
        }
    }
}
