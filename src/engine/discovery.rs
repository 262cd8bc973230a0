//! Discovery and preview: asking on behalf of a user who is about to subscribe.

use std::sync::Arc;

use tokio::sync::oneshot;

use super::bodies::Body;
use super::follow::{Fetched, Unfetched, Wish, follow};
use super::jobs::{Lane, Task};
use super::ledger;
use super::message::{Finding, JobId, Message, Seen};
use super::passage::Passage;
use super::state::Engine;
use super::tools::Tools;
use super::{Candidate, Event, Insistence, Preview, Rejection, Ticket};
use crate::discover::{Answer, Discovery, Step, address};
use crate::feed::{self, Hints, Parsed};
use crate::http::Verdict;
use crate::model::{DirectionChoice, Failure, FailureKind};
use crate::net::{Origin, Patience};
use crate::text::clean;
use crate::text::direction::{Facts, resolve};

/// Requests of one discovery at most, redirects not counted.
const REQUESTS: usize = 16;
/// Items that a preview shows.
const SHOWN: usize = 10;

impl Engine {
    /// Looks for the feeds that an address offers.
    pub(super) fn discover(&mut self, ticket: Ticket, typed: String) {
        let (id, mut passage, tools, cancel) = self.answering(ticket);
        tokio::spawn(async move {
            let finding = tokio::select! {
                biased;
                _ = cancel => Err(Rejection::Cancelled),
                finding = find(&typed, &tools, &mut passage) => finding,
            };
            passage.leave();
            // If the loop has ended nobody needs to know.
            let _ = tools.inbox.send(Message::Found(id, finding));
        });
    }

    /// Takes a first look at a feed.
    pub(super) fn preview(&mut self, ticket: Ticket, url: String) {
        let elapsed = self.elapsed();
        let known = self.bodies.get(&url, elapsed);
        let (id, mut passage, tools, cancel) = self.answering(ticket);
        tokio::spawn(async move {
            let seen = tokio::select! {
                biased;
                _ = cancel => Err(Rejection::Cancelled),
                seen = look(&url, known, &tools, &mut passage) => seen,
            };
            // The place at the host is free when the loop has kept the body, not before: a subscription to the same
            // feed that waits for it then needs no request of its own.
            // If the loop has ended nobody needs to know.
            let _ = tools.inbox.send(Message::Previewed(id, seen));
        });
    }

    fn answering(&mut self, ticket: Ticket) -> (JobId, Passage, Tools, oneshot::Receiver<()>) {
        let (id, cancel) = self.jobs.start(Lane::User, Task::Answer(ticket), None, Insistence::Polite);
        (id, Passage::new(id, self.tools.inbox.clone(), None), self.tools.clone(), cancel)
    }

    /// Discovery ended.
    pub(super) fn found(&mut self, id: JobId, finding: Result<Finding, Rejection>) {
        let Some(ticket) = self.answered(id) else { return };
        match finding {
            Err(rejection) => self.tell(&Event::Rejected(ticket, rejection)),
            Ok(Finding { candidates, bodies }) => {
                let elapsed = self.elapsed();
                for body in bodies {
                    self.bodies.keep(body, elapsed);
                }
                self.tell(&Event::Found(ticket, candidates));
            }
        }
    }

    /// A preview ended.
    pub(super) fn previewed(&mut self, id: JobId, seen: Result<Seen, Rejection>) {
        let Some(ticket) = self.answered(id) else { return };
        match seen {
            Err(rejection) => self.tell(&Event::Rejected(ticket, rejection)),
            Ok(Seen { preview, body }) => {
                let elapsed = self.elapsed();
                self.bodies.keep(body, elapsed);
                self.tell(&Event::Previewed(ticket, preview));
            }
        }
    }

    /// The ticket of a job that answers one, which ended.
    pub(super) fn answered(&mut self, id: JobId) -> Option<Ticket> {
        match self.jobs.end(id)?.task {
            Task::Answer(ticket) => Some(ticket),
            Task::Check { .. } => None,
        }
    }
}

/// Runs the machine of [`crate::discover`] until it has found what there is.
async fn find(typed: &str, tools: &Tools, passage: &mut Passage) -> Result<Finding, Rejection> {
    let malformed = |_| Rejection::Address(typed.to_owned());
    let (mut machine, mut step) = Discovery::start(typed).map_err(malformed)?;
    let mut fetched: Vec<Body> = Vec::new();
    let mut first_failure = None;
    // What a page leads to is trusted as far as the page is.
    let mut page: Option<String> = None;
    for _ in 0..REQUESTS {
        let url = match step {
            Step::Found(candidates) => return found(candidates, fetched, first_failure),
            Step::Fetch(url) => url,
        };
        let origin = page.as_ref().map_or(Origin::User, |page| Origin::User.led_to(page, &url));
        step = match fetch(&url, origin, tools, passage).await {
            Err(failure) => {
                first_failure.get_or_insert(failure);
                next(&mut machine, None, tools).await
            }
            Ok(body) => {
                page.get_or_insert_with(|| body.fetched.url.clone());
                if let Some(failure) = refusal(&body.fetched) {
                    first_failure.get_or_insert(failure);
                }
                fetched.push(body.clone());
                next(&mut machine, Some(body.fetched), tools).await
            }
        };
    }
    found(Vec::new(), fetched, first_failure)
}

/// Feeds the machine; reading a page can take its time, so it is done where that does no harm.
async fn next(machine: &mut Discovery, fetched: Option<Arc<Fetched>>, tools: &Tools) -> Step {
    let now = tools.clock.now();
    let mut own = machine.clone();
    let stepped = tokio::task::spawn_blocking(move || {
        let step = match &fetched {
            None => own.step(None),
            Some(fetched) => {
                let headers = &fetched.response.headers;
                let (content_type, links) = (headers.text("Content-Type"), headers.all("Link"));
                own.step(Some(&Answer {
                    url: &fetched.url,
                    status: fetched.response.status,
                    content_type: content_type.as_deref(),
                    links: &links,
                    body: &fetched.response.body,
                    now,
                }))
            }
        };
        (own, step)
    });
    match stepped.await {
        Ok((stepped, step)) => {
            *machine = stepped;
            step
        }
        // A panic of a parser: nothing can be found in that page.
        Err(_) => Step::Found(Vec::new()),
    }
}

/// An address that offers nothing because nothing answered is a failure, not an empty answer.
fn found(
    candidates: Vec<Candidate>,
    fetched: Vec<Body>,
    failure: Option<Failure>,
) -> Result<Finding, Rejection> {
    let answered = fetched.iter().any(|body| body.fetched.verdict == Verdict::Fresh);
    if let (true, false, Some(failure)) = (candidates.is_empty(), answered, failure) {
        return Err(Rejection::Failed(failure));
    }
    let offered = |body: &Body| {
        body.fetched.verdict == Verdict::Fresh
            && candidates.iter().any(|one| one.url == body.asked || one.url == body.fetched.url)
    };
    let bodies = fetched.into_iter().filter(offered).collect();
    Ok(Finding { candidates, bodies })
}

async fn look(
    url: &str,
    known: Option<Arc<Fetched>>,
    tools: &Tools,
    passage: &mut Passage,
) -> Result<Seen, Rejection> {
    let asked = address(url).map_err(|_| Rejection::Address(url.to_owned()))?;
    let body = match known {
        Some(fetched) => Body { asked: url.to_owned(), fetched },
        None => fetch(&asked, Origin::User, tools, passage).await.map_err(Rejection::Failed)?,
    };
    if let Some(failure) = refusal(&body.fetched) {
        return Err(Rejection::Failed(failure));
    }
    let (fetched, tools) = (body.fetched.clone(), tools.clone());
    let preview = tokio::task::spawn_blocking(move || preview(&fetched, &tools))
        .await
        .unwrap_or_else(|error| Err(ledger::failure(FailureKind::Parse, error.to_string())))
        .map_err(Rejection::Failed)?;
    Ok(Seen { preview: Box::new(preview), body })
}

async fn fetch(url: &str, origin: Origin, tools: &Tools, passage: &mut Passage) -> Result<Body, Failure> {
    let wish = Wish::whole(url, Patience::User, origin);
    match follow(&wish, tools, passage).await {
        Ok(fetched) => Ok(Body { asked: url.to_owned(), fetched: Arc::new(fetched) }),
        Err(Unfetched::Net { error, .. }) => Err(ledger::net_failure(&error)),
        Err(Unfetched::Redirect(detail)) => Err(ledger::failure(FailureKind::Redirect, detail)),
        Err(Unfetched::Held(until)) => Err(ledger::failure(FailureKind::Held, until.to_rfc3339())),
        Err(Unfetched::Ended) => Err(ledger::failure(FailureKind::Connect, "")),
    }
}

/// What an answer that is no document says.
fn refusal(fetched: &Fetched) -> Option<Failure> {
    let kind = match &fetched.verdict {
        Verdict::Fresh => return None,
        Verdict::Gone => FailureKind::Gone,
        Verdict::Unauthorized => FailureKind::Unauthorized,
        Verdict::Forbidden => ledger::forbidden(&fetched.response.headers),
        Verdict::Wait { .. } => FailureKind::Held,
        Verdict::BadRedirect(_) | Verdict::Moved { .. } => FailureKind::Redirect,
        Verdict::Unchanged | Verdict::Delta | Verdict::BadDelta | Verdict::Failed(_) => {
            FailureKind::Status(fetched.response.status)
        }
    };
    Some(ledger::failure(kind, fetched.url.clone()))
}

fn preview(fetched: &Fetched, tools: &Tools) -> Result<Preview, Failure> {
    let content_type = fetched.response.headers.text("Content-Type");
    let content_language = fetched.response.headers.text("Content-Language");
    let hints = Hints {
        content_type: content_type.as_deref(),
        content_language: content_language.as_deref(),
        base_url: Some(&fetched.url),
        charset: None,
        now: tools.clock.now(),
    };
    let parsed =
        feed::parse(&fetched.response.body, &hints).map_err(|error| ledger::parse_failure(&error))?;
    Ok(shown(&fetched.url, parsed, tools))
}

fn shown(url: &str, parsed: Parsed, tools: &Tools) -> Preview {
    let Parsed { feed, items, repairs, .. } = parsed;
    let facts = Facts {
        choice: DirectionChoice::Auto,
        stated: feed.direction,
        languages: [None, feed.language.as_deref()],
        default: tools.default_direction,
    };
    Preview {
        url: url.to_owned(),
        direction: resolve(&facts),
        title: feed.title.as_deref().map(clean::line),
        language: feed.language,
        total: items.len(),
        items: items
            .iter()
            .take(SHOWN)
            .map(|item| {
                let title = super::answer::title(item);
                (title, item.published.or(item.updated))
            })
            .collect(),
        repairs: repairs.iter().map(|repair| repair.word.to_owned()).collect(),
    }
}
