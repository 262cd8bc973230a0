//! The user's changes: applying one gives the change that takes exactly what it did back.

use std::collections::BTreeSet;

use super::draft::Draft;
use super::error::StoreError;
use super::key::Mark;
use super::record::StoredStatus;
use super::{feeds, postings, statuses, subscriptions};
use crate::model::{Applied, Change, FeedId, ItemId, Scope, Setting, Status, Subscription};
use crate::time::Timestamp;

/// Puts a change into a draft.
pub(super) fn apply(draft: &mut Draft<'_>, change: &Change, now: Timestamp) -> Result<Applied, StoreError> {
    match change {
        Change::Read { items, read } => {
            let seen = if *read { seen(draft, items)? } else { BTreeSet::new() };
            let mut applied = mark(
                draft,
                items,
                |status| set(&mut status.read, *read),
                |items| Change::Read { items, read: !read },
            )?;
            applied.feeds =
                seen.into_iter().chain(applied.feeds).collect::<BTreeSet<_>>().into_iter().collect();
            Ok(applied)
        }
        Change::ReadAll { scope, until } => {
            let items = unread(draft, scope, *until)?;
            apply(draft, &Change::Read { items, read: true }, now)
        }
        Change::Star { items, starred } => mark(
            draft,
            items,
            |status| set(&mut status.starred, *starred),
            |items| Change::Star { items, starred: !starred },
        ),
        Change::Tag { items, tag, on } => mark(
            draft,
            items,
            |status| set_tag(status, tag, *on),
            |items| Change::Tag { items, tag: tag.clone(), on: !on },
        ),
        Change::Set { feed, setting } => set_setting(draft, *feed, setting),
        Change::Unsubscribe(feed) => {
            let changed = subscriptions::set_removed(draft, *feed, Some(now))?;
            Ok(of_feed(*feed, changed.then_some(Change::Resubscribe(*feed))))
        }
        Change::Resubscribe(feed) => {
            let changed = subscriptions::set_removed(draft, *feed, None)?;
            Ok(of_feed(*feed, changed.then_some(Change::Unsubscribe(*feed))))
        }
        Change::All(changes) => all(draft, changes, now),
    }
}

/// Changes the statuses of the items that are there and differ.
fn mark(
    draft: &mut Draft<'_>,
    items: &[ItemId],
    edit: impl Fn(&mut Status) -> bool,
    inverse: impl FnOnce(Vec<ItemId>) -> Change,
) -> Result<Applied, StoreError> {
    let mut changed = Vec::new();
    for id in items {
        let Some(old) = statuses::here(draft, *id)? else { continue };
        let mut new: StoredStatus = old.clone();
        if edit(&mut new.status) {
            statuses::set(draft, *id, Some(&old), &new)?;
            changed.push(*id);
        }
    }
    let feeds: BTreeSet<FeedId> = changed.iter().map(|id| id.feed).collect();
    let count = changed.len();
    let inverse = (count > 0).then(|| inverse(changed));
    Ok(Applied { inverse, feeds: feeds.into_iter().collect(), count })
}

/// What is read no longer counts as changed, also where it was read before. Gives the feeds in which that made a
/// difference; it is not taken back by undoing.
fn seen(draft: &mut Draft<'_>, items: &[ItemId]) -> Result<BTreeSet<FeedId>, StoreError> {
    let mut feeds = BTreeSet::new();
    for id in items {
        if statuses::seen(draft, *id)? {
            feeds.insert(id.feed);
        }
    }
    Ok(feeds)
}

fn set(flag: &mut bool, value: bool) -> bool {
    std::mem::replace(flag, value) != value
}

fn set_tag(status: &mut Status, tag: &str, on: bool) -> bool {
    match (status.tags.binary_search_by(|own| own.as_str().cmp(tag)), on) {
        (Err(at), true) if !tag.is_empty() => status.tags.insert(at, tag.to_owned()),
        (Ok(at), false) => drop(status.tags.remove(at)),
        _ => return false,
    }
    true
}

/// The unread items of a scope that arrived until then.
fn unread(draft: &Draft<'_>, scope: &Scope, until: Timestamp) -> Result<Vec<ItemId>, StoreError> {
    let mut items = Vec::new();
    for feed in subscriptions::within(draft, scope)? {
        for id in postings::of_feed(draft, Mark::Unread, feed)? {
            if statuses::here(draft, id)?.is_some_and(|status| status.status.arrived <= until) {
                items.push(id);
            }
        }
    }
    Ok(items)
}

fn set_setting(draft: &mut Draft<'_>, feed: FeedId, setting: &Setting) -> Result<Applied, StoreError> {
    let mut subscription = subscriptions::require(draft, feed)?;
    let old = exchange(&mut subscription, setting);
    // Exchanged back, the new value comes out: equal ones mean that nothing changed.
    if exchange(&mut subscription.clone(), &old) == old {
        return Ok(of_feed(feed, None));
    }
    subscriptions::put(draft, &subscription)?;
    feeds::forget_verdicts(draft, feed, &old)?;
    Ok(of_feed(feed, Some(Change::Set { feed, setting: old })))
}

/// Sets one setting and gives the one that was there.
fn exchange(subscription: &mut Subscription, setting: &Setting) -> Setting {
    use std::mem::replace;
    match setting {
        Setting::Title(title) => Setting::Title(replace(&mut subscription.title, title.clone())),
        Setting::Folder(folder) => Setting::Folder(replace(&mut subscription.folder, folder.clone())),
        Setting::Tags(tags) => {
            Setting::Tags(replace(&mut subscription.tags, subscriptions::tidy(tags.clone())))
        }
        Setting::Direction(direction) => Setting::Direction(replace(&mut subscription.direction, *direction)),
        Setting::Language(language) => {
            Setting::Language(replace(&mut subscription.language, language.clone()))
        }
        Setting::Charset(charset) => Setting::Charset(replace(&mut subscription.charset, charset.clone())),
        Setting::Interval(interval) => Setting::Interval(replace(&mut subscription.interval, *interval)),
        Setting::Retention(retention) => Setting::Retention(replace(&mut subscription.retention, *retention)),
        Setting::Url(url) => Setting::Url(replace(&mut subscription.url, url.clone())),
        Setting::Login(login) => Setting::Login(replace(&mut subscription.access.login, login.clone())),
        Setting::UserAgent(agent) => {
            Setting::UserAgent(replace(&mut subscription.access.user_agent, agent.clone()))
        }
        Setting::Headers(headers) => {
            Setting::Headers(replace(&mut subscription.access.headers, headers.clone()))
        }
        Setting::Protocol(protocol) => {
            Setting::Protocol(replace(&mut subscription.access.protocol, *protocol))
        }
        Setting::Proxy(proxy) => Setting::Proxy(replace(&mut subscription.access.proxy, proxy.clone())),
        Setting::Authority(file) => {
            Setting::Authority(replace(&mut subscription.access.authority, file.clone()))
        }
    }
}

fn of_feed(feed: FeedId, inverse: Option<Change>) -> Applied {
    match inverse {
        Some(inverse) => Applied { inverse: Some(inverse), feeds: vec![feed], count: 1 },
        None => Applied { inverse: None, feeds: Vec::new(), count: 0 },
    }
}

fn all(draft: &mut Draft<'_>, changes: &[Change], now: Timestamp) -> Result<Applied, StoreError> {
    let (mut inverses, mut feeds, mut count) = (Vec::new(), BTreeSet::new(), 0);
    for change in changes {
        let applied = apply(draft, change, now)?;
        inverses.extend(applied.inverse);
        feeds.extend(applied.feeds);
        count += applied.count;
    }
    inverses.reverse();
    let inverse = if inverses.len() > 1 { Some(Change::All(inverses)) } else { inverses.pop() };
    Ok(Applied { inverse, feeds: feeds.into_iter().collect(), count })
}
