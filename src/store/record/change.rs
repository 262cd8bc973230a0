//! The stored form of an entry of the history.

use serde::{Deserialize, Serialize};

use super::access::{LoginV1, ProtocolV1, ProxyV1};
use super::subscription::{DirectionV1, IntervalV1, RetentionV1};
use super::{Stored, stored_struct};
use crate::model::{
    Change, DirectionChoice, FeedId, FolderPath, IntervalChoice, ItemId, Login, Protocol, ProxyChoice,
    Retention, Scope, Setting,
};
use crate::time::Timestamp;

/// A change that can be made from here, to undo or to redo, and when the user asked for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::store) struct Entry {
    /// When the user made the change, or took it back last.
    pub(in crate::store) at: Timestamp,
    /// What to apply.
    pub(in crate::store) change: Change,
}

stored_struct!(Entry as EntryV1 { at: Timestamp, change: Change });

#[derive(Serialize, Deserialize)]
pub(in crate::store) enum ChangeV1 {
    Read(Vec<(u32, u64)>, bool),
    ReadAll(ScopeV1, i64),
    Star(Vec<(u32, u64)>, bool),
    Tag(Vec<(u32, u64)>, String, bool),
    Set(u32, SettingV1),
    Unsubscribe(u32),
    Resubscribe(u32),
    All(Vec<ChangeV1>),
}

#[derive(Serialize, Deserialize)]
pub(in crate::store) enum ScopeV1 {
    All,
    Folder(Vec<String>),
    Feed(u32),
}

#[derive(Serialize, Deserialize)]
pub(in crate::store) enum SettingV1 {
    Title(Option<String>),
    Folder(Option<Vec<String>>),
    Tags(Vec<String>),
    Direction(Option<DirectionV1>),
    Language(Option<String>),
    Interval(IntervalV1),
    Retention(RetentionV1),
    Url(String),
    Login(Option<LoginV1>),
    UserAgent(Option<String>),
    Headers(Vec<(String, String)>),
    Protocol(ProtocolV1),
    Proxy(ProxyV1),
    Authority(Option<String>),
    Charset(Option<String>),
}

impl Stored for Change {
    type Record = ChangeV1;

    fn stored(&self) -> ChangeV1 {
        match self {
            Self::Read { items, read } => ChangeV1::Read(items.stored(), *read),
            Self::ReadAll { scope, until } => ChangeV1::ReadAll(scope.stored(), until.stored()),
            Self::Star { items, starred } => ChangeV1::Star(items.stored(), *starred),
            Self::Tag { items, tag, on } => ChangeV1::Tag(items.stored(), tag.clone(), *on),
            Self::Set { feed, setting } => ChangeV1::Set(feed.0, setting.stored()),
            Self::Unsubscribe(feed) => ChangeV1::Unsubscribe(feed.0),
            Self::Resubscribe(feed) => ChangeV1::Resubscribe(feed.0),
            Self::All(changes) => ChangeV1::All(changes.stored()),
        }
    }

    fn restored(record: ChangeV1) -> Option<Self> {
        let items = Vec::<ItemId>::restored;
        Some(match record {
            ChangeV1::Read(ids, read) => Self::Read { items: items(ids)?, read },
            ChangeV1::ReadAll(scope, until) => {
                Self::ReadAll { scope: Scope::restored(scope)?, until: Timestamp::from_millis(until) }
            }
            ChangeV1::Star(ids, starred) => Self::Star { items: items(ids)?, starred },
            ChangeV1::Tag(ids, tag, on) => Self::Tag { items: items(ids)?, tag, on },
            ChangeV1::Set(feed, setting) => {
                Self::Set { feed: FeedId(feed), setting: Setting::restored(setting)? }
            }
            ChangeV1::Unsubscribe(feed) => Self::Unsubscribe(FeedId(feed)),
            ChangeV1::Resubscribe(feed) => Self::Resubscribe(FeedId(feed)),
            ChangeV1::All(changes) => Self::All(Vec::restored(changes)?),
        })
    }
}

impl Stored for Scope {
    type Record = ScopeV1;

    fn stored(&self) -> ScopeV1 {
        match self {
            Self::All => ScopeV1::All,
            Self::Folder(folder) => ScopeV1::Folder(folder.stored()),
            Self::Feed(feed) => ScopeV1::Feed(feed.0),
        }
    }

    fn restored(record: ScopeV1) -> Option<Self> {
        Some(match record {
            ScopeV1::All => Self::All,
            ScopeV1::Folder(names) => Self::Folder(FolderPath::restored(names)?),
            ScopeV1::Feed(feed) => Self::Feed(FeedId(feed)),
        })
    }
}

impl Stored for Setting {
    type Record = SettingV1;

    fn stored(&self) -> SettingV1 {
        match self {
            Self::Title(title) => SettingV1::Title(title.clone()),
            Self::Folder(folder) => SettingV1::Folder(folder.stored()),
            Self::Tags(tags) => SettingV1::Tags(tags.clone()),
            Self::Direction(direction) => SettingV1::Direction(direction.stored()),
            Self::Language(language) => SettingV1::Language(language.clone()),
            Self::Interval(interval) => SettingV1::Interval(interval.stored()),
            Self::Retention(retention) => SettingV1::Retention(retention.stored()),
            Self::Url(url) => SettingV1::Url(url.clone()),
            Self::Login(login) => SettingV1::Login(login.stored()),
            Self::UserAgent(agent) => SettingV1::UserAgent(agent.clone()),
            Self::Headers(headers) => SettingV1::Headers(headers.clone()),
            Self::Protocol(protocol) => SettingV1::Protocol(protocol.stored()),
            Self::Proxy(proxy) => SettingV1::Proxy(proxy.stored()),
            Self::Authority(file) => SettingV1::Authority(file.clone()),
            Self::Charset(charset) => SettingV1::Charset(charset.clone()),
        }
    }

    fn restored(record: SettingV1) -> Option<Self> {
        Some(match record {
            SettingV1::Title(title) => Self::Title(title),
            SettingV1::Folder(folder) => Self::Folder(Option::restored(folder)?),
            SettingV1::Tags(tags) => Self::Tags(tags),
            SettingV1::Direction(direction) => Self::Direction(DirectionChoice::restored(direction)?),
            SettingV1::Language(language) => Self::Language(language),
            SettingV1::Interval(interval) => Self::Interval(IntervalChoice::restored(interval)?),
            SettingV1::Retention(retention) => Self::Retention(Retention::restored(retention)?),
            SettingV1::Url(url) => Self::Url(url),
            SettingV1::Login(login) => Self::Login(Option::<Login>::restored(login)?),
            SettingV1::UserAgent(agent) => Self::UserAgent(agent),
            SettingV1::Headers(headers) => Self::Headers(headers),
            SettingV1::Protocol(protocol) => Self::Protocol(Protocol::restored(protocol)?),
            SettingV1::Proxy(proxy) => Self::Proxy(ProxyChoice::restored(proxy)?),
            SettingV1::Authority(file) => Self::Authority(file),
            SettingV1::Charset(charset) => Self::Charset(charset),
        })
    }
}
