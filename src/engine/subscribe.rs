//! New subscriptions: one by one, or a whole list.

use std::collections::HashSet;

use super::edit::{Edited, records};
use super::queue::Wanted;
use super::state::Engine;
use super::{Draft, Event, FetchNow, Insistence, Outline, Rejection, Ticket};
use crate::discover::{address, comparable};
use crate::feed;
use crate::model::{Change, DirectionChoice, FeedId, IntervalChoice, Setting, Subscription};
use crate::opml::Entry;
use crate::store::Store;
use crate::time::Timestamp;

/// Makes a subscription, brings a removed one back, or finds that there is one.
pub(super) fn subscribe(engine: &mut Engine, ticket: Ticket, mut draft: Draft) {
    let Ok(url) = address(&draft.url) else {
        engine.tell(&Event::Rejected(ticket, Rejection::Address(draft.url)));
        return;
    };
    draft.url = url;
    let known = engine.roster.find(&draft.url).map(|entry| &entry.subscription);
    match known.map(|known| (known.id, known.removed)) {
        Some((feed, None)) => {
            engine.tell(&Event::Subscribed { ticket, feed, existed: true });
            engine.tell(&Event::Finished(ticket));
        }
        Some((feed, Some(_))) => {
            let now = engine.now();
            engine.edit(ticket, move |store| {
                store.apply(&again(feed, &draft), now)?;
                Ok(Edited::Subscribed { ticket, feed, records: records(store, &[feed])?, draft })
            });
        }
        None => {
            let now = engine.now();
            engine.edit(ticket, move |store| {
                let feed = store.subscribe(new(&draft, now))?;
                Ok(Edited::Subscribed { ticket, feed, records: records(store, &[feed])?, draft })
            });
        }
    }
}

/// Fetches what was just subscribed, or takes the answer that discovery or preview brought.
pub(super) fn fetch(engine: &mut Engine, ticket: Ticket, draft: &Draft, feed: FeedId) {
    match draft.fetch {
        FetchNow::No => engine.tell(&Event::Finished(ticket)),
        FetchNow::Yes => {
            let elapsed = engine.elapsed();
            let body = engine.bodies.get(&draft.url, elapsed);
            let wanted = Wanted { feed, tickets: vec![ticket], insistence: Insistence::Polite, body };
            engine.fetch_for(ticket, wanted);
        }
    }
}

/// Subscribes to the feeds of a list that are not subscribed yet.
pub(super) fn import(engine: &mut Engine, ticket: Ticket, outline: Outline) {
    let now = engine.now();
    let (mut added, mut back, mut known) = (Vec::new(), Vec::new(), 0);
    let mut seen = HashSet::new();
    for entry in outline.feeds {
        let Ok(url) = address(&entry.url) else { continue };
        if !seen.insert(comparable(&url)) {
            known += 1;
            continue;
        }
        match engine.roster.find(&url).map(|entry| (entry.subscription.id, entry.subscription.removed)) {
            Some((_, None)) => known += 1,
            Some((feed, Some(_))) => back.push(feed),
            None => added.push(listed(entry, url, now)),
        }
    }
    engine.edit(ticket, move |store| {
        let mut feeds = store.subscribe_all(added)?;
        resubscribe(store, &back, now)?;
        feeds.extend(back);
        Ok(Edited::Imported { ticket, known, records: records(store, &feeds)? })
    });
}

fn resubscribe(store: &Store, feeds: &[FeedId], now: Timestamp) -> Result<(), crate::store::StoreError> {
    if !feeds.is_empty() {
        store.apply(&Change::All(feeds.iter().copied().map(Change::Resubscribe).collect()), now)?;
    }
    Ok(())
}

fn new(draft: &Draft, now: Timestamp) -> Subscription {
    Subscription {
        title: draft.title.clone(),
        folder: draft.folder.clone(),
        tags: sorted(draft.tags.clone()),
        direction: draft.direction,
        interval: draft.interval,
        // The store gives the number.
        ..Subscription::new(FeedId(0), draft.url.clone(), now)
    }
}

fn listed(entry: Entry, url: String, now: Timestamp) -> Subscription {
    Subscription {
        title: entry.title,
        folder: entry.folder,
        tags: sorted(entry.tags),
        direction: entry.direction,
        language: entry.language,
        charset: entry.charset.as_deref().and_then(feed::charset).map(str::to_owned),
        interval: entry.interval,
        retention: entry.retention,
        extra: entry.extra,
        ..Subscription::new(FeedId(0), url, now)
    }
}

fn sorted(mut tags: Vec<String>) -> Vec<String> {
    tags.sort();
    tags.dedup();
    tags
}

/// A removed subscription comes back with what the user says about it now, and keeps what the user doesn't mention.
fn again(feed: FeedId, draft: &Draft) -> Change {
    let set = |setting| Change::Set { feed, setting };
    let mut changes = vec![Change::Resubscribe(feed)];
    changes.extend(draft.title.clone().map(|title| set(Setting::Title(Some(title)))));
    changes.extend(draft.folder.clone().map(|folder| set(Setting::Folder(Some(folder)))));
    if !draft.tags.is_empty() {
        changes.push(set(Setting::Tags(sorted(draft.tags.clone()))));
    }
    if draft.direction != DirectionChoice::Auto {
        changes.push(set(Setting::Direction(draft.direction)));
    }
    if draft.interval != IntervalChoice::Default {
        changes.push(set(Setting::Interval(draft.interval)));
    }
    Change::All(changes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feed_that_comes_back_keeps_what_is_not_mentioned() {
        let draft = Draft { title: Some("New".to_owned()), ..Draft::default() };
        let expected = Change::All(vec![
            Change::Resubscribe(FeedId(3)),
            Change::Set { feed: FeedId(3), setting: Setting::Title(Some("New".to_owned())) },
        ]);
        assert_eq!(again(FeedId(3), &draft), expected);
    }

    #[test]
    fn tags_are_sorted_and_single() {
        let tags = ["b", "a", "b"].map(str::to_owned).to_vec();
        assert_eq!(sorted(tags), ["a", "b"]);
    }
}
