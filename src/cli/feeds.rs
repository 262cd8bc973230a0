//! `hudhud feeds`: the subscriptions.

use super::args::Feeds;
use super::exit::{Exit, Stop};
use super::io::{Io, Stream};
use super::session::{Session, unanswered};
use super::{json, show};
use crate::engine::{
    Anchor, Answer, Due, FeedRow, FeedState, Health, Place, Query, Show, Sort, Source, Window,
};
use crate::model::{Access, FeedId, Saved, written};
use crate::schedule;
use crate::strings::words;
use crate::time::Timestamp;

/// So many items tell what is usual for a feed.
const LOOKED_AT: usize = 30;

/// Lists the subscriptions.
///
/// # Errors
///
/// When the store can't be read or the output is closed.
pub(super) async fn run(session: &Session, args: &Feeds, io: &mut Io) -> Result<Exit, Stop> {
    for row in session.feeds().await? {
        if args.json {
            let health = session.health(row.id).await?;
            let newest = newest(session, row.id).await?;
            io.object(&object(&health, &newest, session.now()))?;
        } else {
            let line = line(session, &row, io);
            io.line(&line)?;
        }
    }
    Ok(Exit::Done)
}

/// One subscription in one line: id, unread of total, title, address.
fn line(session: &Session, row: &FeedRow, io: &Io) -> String {
    let title = match io.facts().out {
        Stream::Terminal => show::field(&row.title, row.title_direction, 40, session.shaping()),
        Stream::Other => words::quoted(&row.title),
    };
    let folder =
        row.folder.as_ref().map(|path| format!("\t{}", words::quoted(&path.to_string()))).unwrap_or_default();
    format!("{}\t{}/{}\t{title}\t{}{folder}", row.id, row.unread, row.total, words::quoted(&row.url))
}

/// The dates of the newest items.
async fn newest(session: &Session, feed: FeedId) -> Result<Vec<Timestamp>, Stop> {
    let source =
        Source { place: Place::Feed(feed), show: Show::All, words: String::new(), sort: Sort::Newest };
    let window = Window { anchor: Anchor::First, before: 0, after: LOOKED_AT };
    match session.handle.ask(Query::Items(source, window)).await {
        Answer::Items(page) => Ok(page.rows.iter().map(|row| row.date).collect()),
        other => Err(unanswered(other)),
    }
}

fn object(health: &Health, newest: &[Timestamp], now: Timestamp) -> json::Feed {
    let Health { row, subscription, feed, check, next, repairs, .. } = health;
    let usual = schedule::usual_gap(newest);
    let last = newest.iter().max().copied().or(check.last_new_item);
    let publisher = schedule::publisher_minimum(feed.as_ref(), check);
    let moment = |moment: Option<Timestamp>| moment.map(Timestamp::to_rfc3339);
    json::Feed {
        id: row.id.0,
        title: row.title.clone(),
        url: row.url.clone(),
        link: feed.as_ref().and_then(|feed| feed.link.clone()),
        folder: row.folder.as_ref().map(ToString::to_string),
        tags: subscription.tags.clone(),
        unread: row.unread,
        total: row.total,
        starred: row.starred,
        direction: row.direction.word(),
        direction_choice: row.choice.word(),
        language: subscription
            .language
            .clone()
            .or_else(|| feed.as_ref().and_then(|feed| feed.language.clone())),
        charset: subscription.charset.clone(),
        access: access(&subscription.access),
        interval: written::interval_text(subscription.interval),
        state: state(row.state),
        last_check: moment(check.last_attempt),
        last_success: moment(check.last_success),
        last_result: check.last.as_ref().map(words::last_check),
        failures: check.failures,
        failing_since: moment(check.failing_since),
        next_check: match next.due {
            Due::At(moment) => Some(moment.to_rfc3339()),
            Due::Never => None,
        },
        why: words::explanation(next, now),
        last_new_item: moment(check.last_new_item),
        silent: last.is_some_and(|last| schedule::is_silent(last, usual, now)),
        usual_gap_hours: usual.map(|usual| usual.as_minutes() / 60),
        publisher_minutes: Some(publisher.as_minutes()).filter(|minutes| *minutes > 0),
        moving_to: check.redirect.as_ref().map(|trust| trust.url.clone()),
        traffic: traffic(&check.saved),
        repairs: repairs.clone(),
    }
}

fn access(access: &Access) -> json::Access {
    json::Access {
        user: access.login.as_ref().map(|login| login.user.clone()),
        secret: access.login.as_ref().map(|login| login.secret.to_string()),
        user_agent: access.user_agent.clone(),
        headers: access.headers.iter().map(|(name, _)| name.clone()).collect(),
        http: written::protocol_text(access.protocol),
        proxy: written::proxy_text(&access.proxy),
        ca_file: access.authority.clone(),
    }
}

fn traffic(saved: &Saved) -> json::Traffic {
    json::Traffic {
        checks: saved.checks,
        unchanged: saved.unchanged,
        received: saved.received,
        saved_by_unchanged: saved.by_unchanged,
        saved_by_compression: saved.by_compression,
    }
}

fn state(state: FeedState) -> &'static str {
    match state {
        FeedState::New => "new",
        FeedState::Fine => "fine",
        FeedState::Checking => "checking",
        FeedState::Failing => "failing",
        FeedState::Gone => "gone",
        FeedState::Never => "never",
    }
}
