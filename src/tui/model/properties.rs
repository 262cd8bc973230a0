//! Everything that is known about a feed, and everything that can be set for it.

use std::path::Path;

use super::slot::Slot;
use crate::engine::Health;
use crate::model::written::{
    interval, interval_text, list, protocol, protocol_text, proxy, proxy_text, retention, retention_text,
};
use crate::model::{
    Direction, DirectionChoice, FeedId, FolderPath, Login, SecretSource, Setting, Subscription,
};
use crate::strings::Text;
use crate::text::input::Input;

/// The dialog.
#[derive(Debug)]
pub(crate) struct Properties {
    /// The feed.
    pub(crate) feed: FeedId,
    /// The question for what is known about it.
    pub(crate) slot: Slot<()>,
    /// What is known; `None` until the engine answered.
    pub(crate) health: Option<Box<Health>>,
    /// The number of the current line.
    pub(crate) at: usize,
    /// The value that is being changed.
    pub(crate) edit: Option<Edit>,
}

/// A value that is being changed.
#[derive(Debug)]
pub(crate) struct Edit {
    /// What is changed.
    pub(crate) property: Property,
    /// What is typed.
    pub(crate) typed: Input,
}

/// Something that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Property {
    /// The title.
    Name,
    /// The folder.
    Folder,
    /// The tags.
    Tags,
    /// The direction.
    Direction,
    /// The language.
    Language,
    /// The encoding.
    Charset,
    /// The interval of background checks.
    Interval,
    /// How long items are kept.
    Retention,
    /// The address.
    Address,
    /// The user's name at the server, and where the secret is.
    Login,
    /// Another `User-Agent`.
    UserAgent,
    /// The versions of HTTP.
    Http,
    /// Through whom it is asked.
    Proxy,
    /// A file with further authorities.
    CaFile,
}

impl Property {
    /// All of them, in the order of the dialog.
    pub(crate) const ALL: [Self; 14] = [
        Self::Name,
        Self::Folder,
        Self::Tags,
        Self::Direction,
        Self::Language,
        Self::Charset,
        Self::Interval,
        Self::Retention,
        Self::Address,
        Self::Login,
        Self::UserAgent,
        Self::Http,
        Self::Proxy,
        Self::CaFile,
    ];

    /// What it is called.
    #[must_use]
    pub(crate) const fn name(self) -> Text {
        match self {
            Self::Name => Text::PropertiesName,
            Self::Folder => Text::PropertiesFolder,
            Self::Tags => Text::PropertiesTags,
            Self::Direction => Text::PropertiesDirection,
            Self::Language => Text::PropertiesLanguage,
            Self::Charset => Text::PropertiesCharset,
            Self::Interval => Text::PropertiesInterval,
            Self::Retention => Text::PropertiesRetention,
            Self::Address => Text::PropertiesAddress,
            Self::Login => Text::PropertiesLogin,
            Self::UserAgent => Text::PropertiesUserAgent,
            Self::Http => Text::PropertiesHttp,
            Self::Proxy => Text::PropertiesProxy,
            Self::CaFile => Text::PropertiesCaFile,
        }
    }

    /// What it takes.
    #[must_use]
    pub(crate) const fn hint(self) -> Text {
        match self {
            Self::Name => Text::PropertiesHintName,
            Self::Folder => Text::PropertiesHintFolder,
            Self::Tags => Text::PropertiesHintTags,
            Self::Direction => Text::PropertiesHintDirection,
            Self::Language => Text::PropertiesHintLanguage,
            Self::Charset => Text::PropertiesHintCharset,
            Self::Interval => Text::PropertiesHintInterval,
            Self::Retention => Text::PropertiesHintRetention,
            Self::Address => Text::PropertiesHintAddress,
            Self::Login => Text::PropertiesHintLogin,
            Self::UserAgent => Text::PropertiesHintUserAgent,
            Self::Http => Text::PropertiesHintHttp,
            Self::Proxy => Text::PropertiesHintProxy,
            Self::CaFile => Text::PropertiesHintCaFile,
        }
    }

    /// Its value as it is typed; empty for none.
    #[must_use]
    pub(crate) fn text(self, subscription: &Subscription) -> String {
        match self {
            Self::Name => subscription.title.clone().unwrap_or_default(),
            Self::Folder => subscription.folder.as_ref().map(ToString::to_string).unwrap_or_default(),
            Self::Tags => subscription.tags.join(", "),
            Self::Direction => subscription.direction.word().to_owned(),
            Self::Language => subscription.language.clone().unwrap_or_default(),
            Self::Charset => subscription.charset.clone().unwrap_or_default(),
            Self::Interval => interval_text(subscription.interval),
            Self::Retention => retention_text(subscription.retention),
            Self::Address => subscription.url.clone(),
            Self::Login => subscription
                .access
                .login
                .as_ref()
                .map(|login| format!("{} {}", login.user, login.secret))
                .unwrap_or_default(),
            Self::UserAgent => subscription.access.user_agent.clone().unwrap_or_default(),
            Self::Http => protocol_text(subscription.access.protocol).to_owned(),
            Self::Proxy => proxy_text(&subscription.access.proxy),
            Self::CaFile => subscription.access.authority.clone().unwrap_or_default(),
        }
    }

    /// The setting that a typed value means; `None` if it means none. The engine looks at addresses and encodings.
    #[must_use]
    pub(crate) fn setting(self, typed: &str) -> Option<Setting> {
        let typed = typed.trim();
        let some = (!typed.is_empty()).then(|| typed.to_owned());
        match self {
            Self::Name => Some(Setting::Title(some)),
            Self::Folder if some.is_none() => Some(Setting::Folder(None)),
            Self::Folder => FolderPath::parse(typed).map(|path| Setting::Folder(Some(path))),
            Self::Tags => Some(Setting::Tags(list(typed))),
            Self::Direction => DirectionChoice::from_word(typed).map(Setting::Direction),
            // BCP 47 section 2.1: letters, digits and hyphens.
            Self::Language => typed
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
                .then_some(Setting::Language(some)),
            Self::Charset => Some(Setting::Charset(some)),
            Self::Interval => interval(typed).ok().map(Setting::Interval),
            Self::Retention => retention(typed).ok().map(Setting::Retention),
            Self::Address => some.map(Setting::Url),
            Self::Login if some.is_none() => Some(Setting::Login(None)),
            Self::Login => login(typed).map(|login| Setting::Login(Some(login))),
            Self::UserAgent => Some(Setting::UserAgent(some)),
            Self::Http => protocol(typed).ok().map(Setting::Protocol),
            Self::Proxy => proxy(typed).ok().map(Setting::Proxy),
            Self::CaFile => match some {
                Some(file) => Path::new(&file).is_absolute().then_some(Setting::Authority(Some(file))),
                None => Some(Setting::Authority(None)),
            },
        }
    }
}

/// A user's name and where the secret is: `NAME env:VARIABLE` or `NAME command:PROGRAM …`.
fn login(typed: &str) -> Option<Login> {
    let at = [" env:", " command:"].iter().find_map(|kind| typed.find(kind))?;
    let secret = SecretSource::parse(&typed[at..])?;
    let user = typed[..at].trim();
    (!user.is_empty()).then(|| Login { user: user.to_owned(), secret })
}

impl Properties {
    /// The dialog for a feed.
    #[must_use]
    pub(crate) fn of(feed: FeedId) -> Self {
        Self { feed, slot: Slot::default(), health: None, at: 0, edit: None }
    }

    /// What can be set in the current line.
    #[must_use]
    pub(crate) fn property(&self) -> Option<Property> {
        Property::ALL.get(self.at).copied()
    }
}

impl Edit {
    /// Whether what is typed means something.
    #[must_use]
    pub(crate) fn is_good(&self) -> bool {
        self.property.setting(self.typed.text()).is_some()
    }
}

/// The words for a choice of direction.
#[must_use]
pub(crate) const fn direction_text(choice: DirectionChoice) -> Text {
    match choice {
        DirectionChoice::Auto => Text::DirectionAuto,
        DirectionChoice::Fixed(Direction::Ltr) => Text::DirectionLtr,
        DirectionChoice::Fixed(Direction::Rtl) => Text::DirectionRtl,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Timestamp;

    #[test]
    fn each_value_is_read_back_from_its_text() {
        let mut subscription = Subscription::new(FeedId(1), "https://x.example/f", Timestamp::EPOCH);
        subscription.folder = FolderPath::parse("News/World");
        subscription.tags = vec!["a".to_owned(), "b".to_owned()];
        let secret = SecretSource::Command(vec!["pass".to_owned(), "my feeds".to_owned()]);
        subscription.access.login = Some(Login { user: "Jane Doe".to_owned(), secret });
        for property in Property::ALL {
            let setting = property.setting(&property.text(&subscription));
            let expected = match property {
                Property::Name => Setting::Title(None),
                Property::Folder => Setting::Folder(subscription.folder.clone()),
                Property::Tags => Setting::Tags(subscription.tags.clone()),
                Property::Direction => Setting::Direction(subscription.direction),
                Property::Language => Setting::Language(None),
                Property::Charset => Setting::Charset(None),
                Property::Interval => Setting::Interval(subscription.interval),
                Property::Retention => Setting::Retention(subscription.retention),
                Property::Address => Setting::Url(subscription.url.clone()),
                Property::Login => Setting::Login(subscription.access.login.clone()),
                Property::UserAgent => Setting::UserAgent(None),
                Property::Http => Setting::Protocol(subscription.access.protocol),
                Property::Proxy => Setting::Proxy(subscription.access.proxy.clone()),
                Property::CaFile => Setting::Authority(None),
            };
            assert_eq!(setting, Some(expected), "{property:?}");
        }
    }

    #[test]
    fn what_means_nothing_is_no_setting() {
        let wrong = [
            (Property::Interval, "5m"),
            (Property::Interval, "often"),
            (Property::Retention, "0"),
            (Property::Language, "a b"),
            (Property::Address, " "),
            (Property::Folder, "/"),
            (Property::Login, "me hunter2"),
            (Property::Login, " env:X"),
            (Property::Http, "3"),
            (Property::Proxy, "http://u:p@x"),
            (Property::CaFile, "own.pem"),
        ];
        for (property, text) in wrong {
            assert_eq!(property.setting(text), None, "{property:?} {text}");
        }
    }
}
