//! `hudhud add`: from an address to a subscription.

use super::args::Add;
use super::exit::{Exit, Stop};
use super::io::Io;
use super::session::{Session, Task, rejected};
use crate::engine::{Candidate, Checked, Command, Draft, Event, FetchNow};
use crate::model::{FeedId, FolderPath, LastCheck};
use crate::strings::words;

/// What became of one address.
enum Outcome {
    Subscribed,
    FetchFailed,
}

/// Subscribes to what the addresses offer; one that fails does not keep the others back.
///
/// # Errors
///
/// When the folder is no folder's name, or the output is closed.
pub(super) async fn run(session: &Session, args: &Add, io: &mut Io) -> Result<Exit, Stop> {
    let folder = match &args.folder {
        Some(text) => Some(FolderPath::parse(text).ok_or_else(|| {
            Stop::Wrong("--folder needs a name that is not empty; write it as News/World".to_owned())
        })?),
        None => None,
    };
    let (mut failed, mut total) = (0, 0);
    for typed in &args.urls {
        match drafts(session, args, typed, folder.as_ref(), io).await {
            Ok(drafts) => {
                for draft in drafts {
                    total += 1;
                    failed += usize::from(!subscribed(session, draft, io).await?);
                }
            }
            Err(Stop::Failed(sentence)) => {
                (failed, total) = (failed + 1, total + 1);
                io.complain(&format!("{}: {sentence}", words::quoted(typed)));
            }
            Err(other) => return Err(other),
        }
    }
    Ok(Exit::of_parts(failed, total))
}

/// What is said of an address with a user or password in it, which are left out.
pub(super) const LOGIN: &str = "user and password are left out of the address; give them to the feed with \
    \"hudhud set FEED user=NAME secret=env:VARIABLE\"";

/// What is to be subscribed for one address.
async fn drafts(
    session: &Session,
    args: &Add,
    typed: &str,
    folder: Option<&FolderPath>,
    io: &mut Io,
) -> Result<Vec<Draft>, Stop> {
    if crate::discover::holds_login(typed) {
        io.complain(LOGIN);
    }
    let draft = |url: String, fetch| Draft { url, folder: folder.cloned(), fetch, ..Draft::default() };
    if args.no_fetch {
        let url =
            crate::discover::address(typed).map_err(|error| Stop::Failed(words::address_error(&error)))?;
        return Ok(vec![draft(url, FetchNow::No)]);
    }
    io.progress(&format!("looking for feeds at {}", words::quoted(typed)));
    let found = found(session, typed).await?;
    let chosen = chosen(args, &found, io)?;
    Ok(chosen.into_iter().map(|candidate| draft(candidate.url.clone(), FetchNow::Yes)).collect())
}

/// The feeds that an address offers.
async fn found(session: &Session, typed: &str) -> Result<Vec<Candidate>, Stop> {
    let mut task = session.start(|ticket| Command::Discover(ticket, typed.to_owned()));
    loop {
        match task.next().await? {
            Event::Found(_, candidates) => return Ok(candidates),
            Event::Rejected(_, reason) => return Err(rejected(&reason)),
            _ => {}
        }
    }
}

/// Those to take: all, the Nth, or the first; where there was a choice, stderr says so.
fn chosen<'a>(args: &Add, found: &'a [Candidate], io: &mut Io) -> Result<Vec<&'a Candidate>, Stop> {
    if found.is_empty() {
        return Err(Stop::failed("no feed was found there; give the address of the feed itself"));
    }
    if args.all {
        return Ok(found.iter().collect());
    }
    let at = usize::try_from(args.pick.unwrap_or(1)).unwrap_or(usize::MAX);
    let Some(taken) = found.get(at - 1) else {
        return Err(Stop::Failed(format!(
            "--pick {at} is too much: {} found; see \"hudhud discover\"",
            words::count(found.len() as u64, "feed was", "feeds were")
        )));
    };
    if found.len() > 1 && args.pick.is_none() {
        for (number, candidate) in (1..).zip(found) {
            io.complain(&format!("{number}. {}", described(candidate)));
        }
        io.complain("several feeds were found, the first is taken; others with --pick N or --all");
    }
    Ok(vec![taken])
}

fn described(candidate: &Candidate) -> String {
    match &candidate.title {
        Some(title) => format!("{} <{}>", words::quoted(title), words::quoted(&candidate.url)),
        None => words::quoted(&candidate.url),
    }
}

/// Subscribes to one feed and says so; whether everything went well.
async fn subscribed(session: &Session, draft: Draft, io: &mut Io) -> Result<bool, Stop> {
    let url = draft.url.clone();
    let fetch = draft.fetch;
    io.progress(&format!("subscribing to {}", words::quoted(&url)));
    let mut task = session.start(|ticket| Command::Subscribe(ticket, draft));
    match made(session, &mut task, fetch, io).await {
        Ok((feed, existed, outcome)) => {
            let row = super::find::feed(session, &feed.to_string()).await?;
            let known = if existed { "was subscribed already, " } else { "" };
            let items = words::count(u64::from(row.total), "item", "items");
            io.line(&format!(
                "{feed}\t{}\t{}\t{known}{items}",
                words::quoted(&row.title),
                words::quoted(&row.url)
            ))?;
            Ok(matches!(outcome, Outcome::Subscribed))
        }
        Err(Stop::Failed(sentence)) => {
            io.complain(&format!("{}: {sentence}", words::quoted(&url)));
            Ok(false)
        }
        Err(other) => Err(other),
    }
}

/// Waits until the subscription is made and, if wanted, fetched.
async fn made(
    session: &Session,
    task: &mut Task,
    fetch: FetchNow,
    io: &mut Io,
) -> Result<(FeedId, bool, Outcome), Stop> {
    let mut made = None;
    let mut outcome = Outcome::Subscribed;
    loop {
        match task.next().await? {
            Event::Subscribed { feed, existed, .. } => {
                made = Some((feed, existed));
                if fetch == FetchNow::No {
                    return Ok((feed, existed, outcome));
                }
            }
            Event::Checked { outcome: checked, .. } => {
                if let Checked::Asked(LastCheck::Failed(_)) | Checked::Held(_) = checked {
                    let sentence = words::checked(&checked, session.now());
                    io.complain(&format!("it is subscribed, but could not be fetched: {sentence}"));
                    outcome = Outcome::FetchFailed;
                }
            }
            Event::Rejected(_, reason) => return Err(rejected(&reason)),
            Event::Finished(_) => {
                let (feed, existed) =
                    made.ok_or_else(|| Stop::failed("the engine did not subscribe to it; try again"))?;
                return Ok((feed, existed, outcome));
            }
            _ => {}
        }
    }
}
