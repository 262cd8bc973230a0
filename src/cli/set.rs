//! `hudhud set`: settings of one subscription.

mod access;

use access::Wish;

use super::args::Set;
use super::exit::{Exit, Stop};
use super::io::Io;
use super::session::Session;
use super::{find, value};
use crate::config::nearest;
use crate::model::{Change, DirectionChoice, FeedId, FolderPath, Setting, written};
use crate::strings::words;

/// The keys that are understood; `header.NAME` stands for any field.
const KEYS: [&str; 16] = [
    "title",
    "folder",
    "tags",
    "interval",
    "direction",
    "language",
    "charset",
    "retention",
    "url",
    "user",
    "secret",
    "user-agent",
    "http",
    "proxy",
    "ca-file",
    "header.NAME",
];

/// Changes settings, all of them as one change that can be undone.
///
/// # Errors
///
/// When a key or value is not understood, the feed is not known, or the store refuses.
pub(super) async fn run(session: &Session, args: &Set, io: &mut Io) -> Result<Exit, Stop> {
    let wishes = args.settings.iter().map(|text| wish(text)).collect::<Result<Vec<_>, _>>()?;
    let row = find::feed(session, &args.feed).await?;
    let access = session.health(row.id).await?.subscription.access;
    let settings = access::settings(wishes, &access)?;
    let applied = session.apply(change(row.id, settings)).await?;
    let what = match applied.count {
        0 => "is as it was".to_owned(),
        count => format!("{} changed", words::count(count as u64, "setting", "settings")),
    };
    io.line(&format!("{}\t{}\t{what}", row.id, words::quoted(&row.title)))?;
    Ok(Exit::Done)
}

fn change(feed: FeedId, settings: Vec<Setting>) -> Change {
    Change::All(settings.into_iter().map(|setting| Change::Set { feed, setting }).collect())
}

/// Reads `KEY=VALUE`.
fn wish(text: &str) -> Result<Wish, Stop> {
    let (key, value) = parts(text)?;
    match access::wish(key, value) {
        Some(wish) => wish,
        None => setting(text).map(Wish::Setting),
    }
}

fn parts(text: &str) -> Result<(&str, &str), Stop> {
    let (key, value) = text.split_once('=').ok_or_else(|| {
        Stop::Wrong(format!("\"{}\" is no setting; write it as KEY=VALUE", words::quoted(text)))
    })?;
    Ok((key.trim(), value.trim()))
}

/// Reads a setting that stands by itself.
fn setting(text: &str) -> Result<Setting, Stop> {
    let (key, value) = parts(text)?;
    let some = (!value.is_empty()).then(|| value.to_owned());
    let expects = |what: &str| {
        Stop::Wrong(format!("\"{}\" is no value for \"{key}\"; it takes {what}", words::quoted(value)))
    };
    match key.to_ascii_lowercase().as_str() {
        "title" => Ok(Setting::Title(some)),
        "folder" => match some {
            None => Ok(Setting::Folder(None)),
            Some(path) => match FolderPath::parse(&path) {
                Some(path) => Ok(Setting::Folder(Some(path))),
                None => Err(expects("names between slashes, such as News/World")),
            },
        },
        "tags" => Ok(Setting::Tags(written::list(value))),
        "interval" => written::interval(value).map(Setting::Interval).map_err(expects),
        "direction" if value.is_empty() => Ok(Setting::Direction(DirectionChoice::Auto)),
        "direction" => DirectionChoice::from_word(value)
            .map(Setting::Direction)
            .ok_or_else(|| expects("auto, ltr or rtl")),
        "language" => language(some),
        "charset" => value::charset(value).map(Setting::Charset).map_err(Stop::Wrong),
        "retention" => written::retention(value).map(Setting::Retention).map_err(expects),
        "url" => crate::discover::address(value)
            .map(Setting::Url)
            .map_err(|error| Stop::Wrong(words::address_error(&error))),
        other => Err(unknown(other)),
    }
}

/// A language tag has letters, digits and hyphens only (BCP 47 section 2.1); anything else is a slip.
fn language(tag: Option<String>) -> Result<Setting, Stop> {
    match tag {
        Some(tag) if !tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')) => {
            Err(Stop::Wrong(format!(
                "\"{}\" is no value for \"language\"; it takes a tag such as ar, he-IL or az-Arab",
                words::quoted(&tag)
            )))
        }
        tag => Ok(Setting::Language(tag)),
    }
}

fn unknown(key: &str) -> Stop {
    let hint = match nearest(key, KEYS) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("there are {}", KEYS.join(", ")),
    };
    Stop::Wrong(format!("unknown setting \"{}\"; {hint}", words::quoted(key)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Direction, IntervalChoice, Retention};
    use crate::time::Span;

    fn check(text: &str, expected: Setting) {
        assert_eq!(setting(text), Ok(expected), "{text}");
    }

    fn check_wrong(text: &str, expected: &str) {
        assert_eq!(setting(text), Err(Stop::Wrong(expected.to_owned())), "{text}");
    }

    #[test]
    fn settings_are_key_and_value() {
        check("title=A = B", Setting::Title(Some("A = B".to_owned())));
        check("title=", Setting::Title(None));
        check("folder=News/World", Setting::Folder(FolderPath::new(["News", "World"])));
        check("tags=b, a,,b", Setting::Tags(vec!["a".to_owned(), "b".to_owned()]));
        check("interval=90m", Setting::Interval(IntervalChoice::Every(Span::minutes(90))));
        check("Direction=RTL", Setting::Direction(DirectionChoice::Fixed(Direction::Rtl)));
        check("retention=500", Setting::Retention(Retention::Newest(500)));
        check("charset=cp1256", Setting::Charset(Some("windows-1256".to_owned())));
        check("charset=auto", Setting::Charset(None));
        check("language=he-IL", Setting::Language(Some("he-IL".to_owned())));
    }

    #[test]
    fn a_wrong_key_or_value_says_what_is_right() {
        check_wrong("intervall=1h", "unknown setting \"intervall\"; did you mean \"interval\"?");
        check_wrong(
            "colour=red",
            "unknown setting \"colour\"; there are title, folder, tags, interval, direction, language, charset, retention, url, user, secret, user-agent, http, \
             proxy, ca-file, header.NAME",
        );
        check_wrong("direction=up", "\"up\" is no value for \"direction\"; it takes auto, ltr or rtl");
        check_wrong("charset=windows1526", "\"windows1526\" is no encoding; did you mean \"windows-1256\"?");
        check_wrong(
            "charset=klingon",
            "\"klingon\" is no encoding; write its label, such as windows-1256 or UTF-8",
        );
        check_wrong("title", "\"title\" is no setting; write it as KEY=VALUE");
        check_wrong(
            "language=a b",
            "\"a b\" is no value for \"language\"; it takes a tag such as ar, he-IL or az-Arab",
        );
    }
}
