//! `hudhud inspect`: parses documents and prints what was understood.

use std::io::Read;

use super::args::Inspect;
use super::exit::{Exit, Stop};
use super::io::Io;
use super::surroundings::Surroundings;
use super::{fetch, json};
use crate::feed::{self, Hints, Parsed, Stated};
use crate::model::{Direction, DirectionChoice, Feed, Item, MediaKind};
use crate::strings::words;
use crate::text::direction::{Facts, resolve};
use crate::time::Timestamp;

/// The largest document that is read, as large as the largest answer.
const LARGEST: u64 = 20 << 20;

/// A document with what is known about it.
struct Source {
    bytes: Vec<u8>,
    content_type: Option<String>,
    content_language: Option<String>,
    url: Option<String>,
}

/// Parses each document; one that fails does not keep the others back.
///
/// # Errors
///
/// When the output is closed.
pub(super) async fn run(around: &Surroundings, args: &Inspect, io: &mut Io) -> Result<Exit, Stop> {
    let mut failed = 0;
    for source in &args.sources {
        let document = match read(around, source).await {
            Ok(read) => inspected(around, args, source, &read),
            Err(Stop::Closed) => return Err(Stop::Closed),
            Err(stop) => json::Document {
                source: source.clone(),
                error: Some(stop.to_string()),
                ..json::Document::default()
            },
        };
        failed += usize::from(!document.ok);
        if args.json {
            io.object(&document)?;
        } else if let Some(error) = &document.error {
            io.complain(&format!("{}: {error}", words::quoted(source)));
        } else {
            print(&document, io)?;
        }
    }
    Ok(Exit::of_parts(failed, args.sources.len()))
}

/// Reads a file, stdin or an address.
async fn read(around: &Surroundings, source: &str) -> Result<Source, Stop> {
    let unknown = |bytes| Source { bytes, content_type: None, content_language: None, url: None };
    if source == "-" {
        return capped(std::io::stdin()).map(unknown);
    }
    let lower = source.get(..8).unwrap_or(source).to_ascii_lowercase();
    if lower.starts_with("http://") || lower.starts_with("https://") {
        return asked(around, source).await;
    }
    let unreadable = |error: std::io::Error| Stop::Failed(format!("can't be read ({error}); check the name"));
    let file = std::fs::File::open(source).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.is_dir() {
        return Err(Stop::failed("is a folder; give a file"));
    }
    capped(file).map(unknown)
}

async fn asked(around: &Surroundings, url: &str) -> Result<Source, Stop> {
    let client = fetch::client(&around.config)?;
    let fetched = fetch::get(&client, url, around.clock.now()).await?;
    if let Some(failure) = fetch::refused(fetched.response.status) {
        return Err(Stop::Failed(words::failure(&failure)));
    }
    let content_type = fetched.response.headers.text("content-type");
    let content_language = fetched.response.headers.text("content-language");
    Ok(Source { bytes: fetched.response.body, content_type, content_language, url: Some(fetched.url) })
}

fn capped(reader: impl Read) -> Result<Vec<u8>, Stop> {
    let mut bytes = Vec::new();
    reader
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Stop::Failed(format!("can't be read ({error}); check where it comes from")))?;
    if bytes.len() as u64 > LARGEST {
        return Err(Stop::failed("is larger than 20 MiB; no feed is"));
    }
    Ok(bytes)
}

/// What was understood of a document.
fn inspected(around: &Surroundings, args: &Inspect, source: &str, read: &Source) -> json::Document {
    let hints = Hints {
        content_type: args.content_type.as_deref().or(read.content_type.as_deref()),
        base_url: args.base_url.as_deref().or(read.url.as_deref()),
        content_language: read.content_language.as_deref(),
        charset: None,
        now: around.clock.now(),
    };
    match feed::parse(&read.bytes, &hints) {
        Ok(parsed) => document(source, &parsed, around.default_direction),
        Err(error) => json::Document {
            source: source.to_owned(),
            error: Some(words::parse_error(&error)),
            ..json::Document::default()
        },
    }
}

fn document(source: &str, parsed: &Parsed, default: Direction) -> json::Document {
    let Parsed { feed, items, stated, repairs, encoding } = parsed;
    json::Document {
        source: source.to_owned(),
        ok: true,
        error: None,
        format: Some(feed.format.word()),
        title: feed.title.clone(),
        link: feed.link.clone(),
        language: feed.language.clone(),
        direction: Some(direction(feed, None, default).word()),
        ttl_minutes: feed.ttl.map(crate::time::Span::as_minutes),
        sy: feed
            .update_period
            .map(|sy| json::Syndication { period: sy.period.word(), frequency: sy.frequency }),
        skip_hours: feed.skip_hours.iter().collect(),
        skip_days: feed.skip_days.names().collect(),
        hubs: feed.hubs.iter().map(|hub| hub.url.clone()).collect(),
        self_link: feed.self_link.clone(),
        cloud: feed.cloud.as_ref().map(|cloud| json::Cloud {
            domain: cloud.domain.clone(),
            port: cloud.port,
            path: cloud.path.clone(),
            register_procedure: cloud.register_procedure.clone(),
            protocol: cloud.protocol.clone(),
        }),
        encoding: Some(encoding),
        repairs: repairs.iter().map(|repair| repair.word).collect(),
        items: items
            .iter()
            .zip(stated)
            .map(|(item, stated)| document_item(feed, item, stated, default))
            .collect(),
    }
}

/// An item as the document states it: address and dates may be none that a reader can go by.
fn document_item(feed: &Feed, item: &Item, stated: &Stated, default: Direction) -> json::DocumentItem {
    let moment = |moment: Option<Timestamp>| moment.map(Timestamp::to_rfc3339);
    json::DocumentItem {
        id: item.identity.clone(),
        title: item.title.clone(),
        link: stated.link.clone(),
        published: moment(stated.published),
        updated: moment(stated.updated),
        authors: item.authors.iter().filter_map(|person| person.display().map(str::to_owned)).collect(),
        categories: item.categories.clone(),
        language: item.language.clone(),
        direction: direction(feed, Some(item), default).word(),
        content_html: item.content.as_ref().map(|content| content.text.clone()),
        summary: item.summary.as_ref().map(|content| content.text.clone()),
        enclosures: item
            .enclosures
            .iter()
            .chain(&stated.files_without_address)
            .map(|file| json::Enclosure {
                url: file.url.clone(),
                media_type: file.media_type.clone(),
                length: file.length,
            })
            .collect(),
        media: item
            .media
            .iter()
            .map(|medium| json::Medium {
                url: medium.url.clone(),
                kind: media_word(medium.kind),
                media_type: medium.media_type.clone(),
                title: medium.title.clone(),
            })
            .collect(),
    }
}

/// The direction of the feed, or of an item in it (`product.md` section 2, without a user's choice).
fn direction(feed: &Feed, item: Option<&Item>, default: Direction) -> Direction {
    resolve(&Facts {
        choice: DirectionChoice::Auto,
        stated: item.and_then(|item| item.direction).or(feed.direction),
        languages: [item.and_then(|item| item.language.as_deref()), feed.language.as_deref()],
        default,
    })
}

fn media_word(kind: MediaKind) -> &'static str {
    match kind {
        MediaKind::Image => "image",
        MediaKind::Audio => "audio",
        MediaKind::Video => "video",
        MediaKind::Chapters => "chapters",
        MediaKind::Transcript => "transcript",
        MediaKind::Other => "other",
    }
}

/// The document for people: one fact a line, then the items.
fn print(document: &json::Document, io: &mut Io) -> Result<(), Stop> {
    let mut fact = |name: &str, value: Option<String>| match value {
        Some(value) if !value.is_empty() => io.line(&format!("{name:<12}{}", words::quoted(&value))),
        _ => Ok(()),
    };
    let word = |word: Option<&'static str>| word.map(str::to_owned);
    fact("source", Some(document.source.clone()))?;
    fact("format", word(document.format))?;
    fact("title", document.title.clone())?;
    fact("link", document.link.clone())?;
    fact("language", document.language.clone())?;
    fact("direction", word(document.direction))?;
    fact("ttl", document.ttl_minutes.map(|minutes| format!("{minutes} min")))?;
    fact("sy", document.sy.as_ref().map(|sy| format!("{} times {}", sy.frequency, sy.period)))?;
    let hours: Vec<String> = document.skip_hours.iter().map(ToString::to_string).collect();
    fact("skip hours", Some(hours.join(" ")))?;
    fact("skip days", Some(document.skip_days.join(" ")))?;
    fact("hubs", Some(document.hubs.join(" ")))?;
    fact("self", document.self_link.clone())?;
    fact(
        "cloud",
        document.cloud.as_ref().map(|cloud| format!("{}:{}{}", cloud.domain, cloud.port, cloud.path)),
    )?;
    fact("encoding", word(document.encoding))?;
    fact("repairs", Some(document.repairs.join(" ")))?;
    fact("items", Some(document.items.len().to_string()))?;
    for item in &document.items {
        let date = item.published.as_deref().or(item.updated.as_deref()).unwrap_or("-");
        io.line(&format!("  {date}\t{}", words::quoted(item.title.as_deref().unwrap_or(&item.id))))?;
    }
    Ok(())
}
