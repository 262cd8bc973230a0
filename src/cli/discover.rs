//! `hudhud discover`: the feeds that an address offers.

use super::args::Discover;
use super::exit::{Exit, Stop};
use super::io::Io;
use super::surroundings::Surroundings;
use super::{fetch, json};
use crate::discover::{Answer, Candidate, CandidateKind, Discovery, Step};
use crate::net::Client;
use crate::strings::words;
use crate::time::Timestamp;

/// Prints the feeds that an address offers; nothing is stored.
///
/// # Errors
///
/// When the address is none, it can't be asked, no feed is found, or the output is closed.
pub(super) async fn run(around: &Surroundings, args: &Discover, io: &mut Io) -> Result<Exit, Stop> {
    let (machine, step) =
        Discovery::start(&args.url).map_err(|error| Stop::Wrong(words::address_error(&error)))?;
    let client = fetch::client(&around.config)?;
    io.progress(&format!("looking for feeds at {}", words::quoted(&args.url)));
    let found = search(&client, machine, step, around.clock.now()).await?;
    io.wipe();
    for (number, candidate) in (1..).zip(&found) {
        if args.json {
            io.object(&object(candidate))?;
        } else {
            io.line(&line(number, candidate))?;
        }
    }
    if found.is_empty() {
        let address = words::quoted(&args.url);
        return Err(Stop::Failed(format!(
            "no feed was found at {address}; give the address of the feed itself"
        )));
    }
    Ok(Exit::Done)
}

/// Feeds the machine until it is done. If its first wish can't be fulfilled, that is the failure.
async fn search(
    client: &Client,
    mut machine: Discovery,
    mut step: Step,
    now: Timestamp,
) -> Result<Vec<Candidate>, Stop> {
    let mut asked = 0;
    let mut first_failure = None;
    loop {
        let url = match step {
            Step::Fetch(url) => url,
            Step::Found(found) => {
                return match first_failure {
                    Some(failure) if found.is_empty() => Err(failure),
                    _ => Ok(found),
                };
            }
        };
        asked += 1;
        match fetch::get(client, &url, now).await {
            Ok(fetched) => {
                if asked == 1 {
                    first_failure = fetch::refused(fetched.response.status)
                        .map(|failure| Stop::Failed(words::failure(&failure)));
                }
                let content_type = fetched.response.headers.text("content-type");
                let links = fetched.response.headers.all("link");
                step = machine.step(Some(&Answer {
                    url: &fetched.url,
                    status: fetched.response.status,
                    content_type: content_type.as_deref(),
                    links: &links,
                    body: &fetched.response.body,
                    now,
                }));
            }
            Err(failure) => {
                if asked == 1 {
                    first_failure = Some(failure);
                }
                step = machine.step(None);
            }
        }
    }
}

fn line(number: usize, candidate: &Candidate) -> String {
    let title = candidate.title.as_deref().map(words::quoted).unwrap_or_default();
    let format = candidate.format.map_or("", crate::model::Format::word);
    let kind = match candidate.kind {
        CandidateKind::Main => "",
        CandidateKind::Comments => "\tcomments",
    };
    format!("{number}\t{title}\t{format}\t{}{kind}", words::quoted(&candidate.url))
}

fn object(candidate: &Candidate) -> json::Candidate {
    json::Candidate {
        url: candidate.url.clone(),
        title: candidate.title.clone(),
        format: candidate.format.map(crate::model::Format::word),
        kind: match candidate.kind {
            CandidateKind::Main => "main",
            CandidateKind::Comments => "comments",
        },
        alternatives: candidate
            .alternatives
            .iter()
            .map(|(format, url)| json::Alternative {
                url: url.clone(),
                format: format.map(crate::model::Format::word),
            })
            .collect(),
    }
}
