//! How a feed's server is asked: login, agent, fields, protocol, proxy, authority. Login and fields are put together from
//! what is set now and what was set before.

use std::path::Path;

use crate::cli::exit::Stop;
use crate::model::{Access, Login, SecretSource, Setting, written};
use crate::strings::words;

/// One thing that is to be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// A setting of its own.
    Setting(Setting),
    /// The user's name at the server; `None` for no login.
    User(Option<String>),
    /// Where the secret is; `None` for no login.
    Secret(Option<SecretSource>),
    /// A header field; `None` to send it no more.
    Header(String, Option<String>),
}

/// What a key and a value mean, if the key is one of these.
pub(super) fn wish(key: &str, value: &str) -> Option<Result<Wish, Stop>> {
    let some = (!value.is_empty()).then(|| value.to_owned());
    let expects = |what: &str| {
        Stop::Wrong(format!("\"{}\" is no value for \"{key}\"; it takes {what}", words::quoted(value)))
    };
    let lower = key.to_ascii_lowercase();
    Some(match lower.as_str() {
        "user" => Ok(Wish::User(some)),
        "secret" => secret(value).map(Wish::Secret),
        "user-agent" => match written::header("x", value) {
            Ok((_, agent)) => Ok(Wish::Setting(Setting::UserAgent((!agent.is_empty()).then_some(agent)))),
            Err(_) => Err(expects("one line of text")),
        },
        "http" => written::protocol(value).map(|one| Wish::Setting(Setting::Protocol(one))).map_err(expects),
        "proxy" => written::proxy(value).map(|one| Wish::Setting(Setting::Proxy(one))).map_err(|what| {
            // It may hold a password, which is not repeated.
            Stop::Wrong(format!("that is no value for \"proxy\"; it takes {what}"))
        }),
        "ca-file" => authority(some).map(|file| Wish::Setting(Setting::Authority(file))),
        _ => {
            let name = lower.strip_prefix("header.")?;
            match written::header(name, value) {
                Ok((name, _)) if value.is_empty() => Ok(Wish::Header(name, None)),
                Ok((name, value)) => Ok(Wish::Header(name, Some(value))),
                Err(why) => Err(Stop::Wrong(format!("\"{}\" can't be set: {why}", words::quoted(key)))),
            }
        }
    })
}

/// A secret is never written down here, only where it lies; so a wrong value, which may be the secret, is not repeated.
fn secret(value: &str) -> Result<Option<SecretSource>, Stop> {
    if value.is_empty() {
        return Ok(None);
    }
    let source = SecretSource::parse(value).filter(|source| !matches!(source, SecretSource::Keyring(_)));
    source.map(Some).ok_or_else(|| {
        Stop::Wrong("a secret is not kept here, only where it is found; \"secret\" takes env:NAME or command:PROGRAM ARGUMENT".to_owned())
    })
}

/// A file that is there. Its whole path, since this may run in another folder than where it was typed.
fn authority(file: Option<String>) -> Result<Option<String>, Stop> {
    let Some(file) = file else { return Ok(None) };
    let unread = |why: &str| {
        Stop::Wrong(format!(
            "{}: {why}; \"ca-file\" takes a PEM file with certificates",
            words::quoted(&file)
        ))
    };
    if !Path::new(&file).is_absolute() {
        return Err(unread("the whole path is needed"));
    }
    let text = std::fs::read(&file).map_err(|error| unread(&error.to_string()))?;
    if !String::from_utf8_lossy(&text).contains("-----BEGIN CERTIFICATE-----") {
        return Err(unread("it holds no certificate"));
    }
    Ok(Some(file))
}

/// The settings that are wished for.
///
/// # Errors
///
/// When a login is left half.
pub(super) fn settings(wishes: Vec<Wish>, access: &Access) -> Result<Vec<Setting>, Stop> {
    let mut user = access.login.as_ref().map(|login| login.user.clone());
    let mut secret = access.login.as_ref().map(|login| login.secret.clone());
    let (mut headers, mut settings) = (access.headers.clone(), Vec::new());
    let (mut is_login, mut is_headers) = (false, false);
    for wish in wishes {
        match wish {
            Wish::Setting(setting) => settings.push(setting),
            Wish::User(name) => {
                is_login = true;
                if name.is_none() {
                    secret = None;
                }
                user = name;
            }
            Wish::Secret(source) => {
                is_login = true;
                if source.is_none() {
                    user = None;
                }
                secret = source;
            }
            Wish::Header(name, value) => {
                is_headers = true;
                headers.retain(|(known, _)| *known != name);
                headers.extend(value.map(|value| (name, value)));
            }
        }
    }
    if is_login {
        settings.push(Setting::Login(login(user, secret)?));
    }
    if is_headers {
        settings.push(Setting::Headers(headers));
    }
    Ok(settings)
}

fn login(user: Option<String>, secret: Option<SecretSource>) -> Result<Option<Login>, Stop> {
    match (user, secret) {
        (Some(user), Some(secret)) => Ok(Some(Login { user, secret })),
        (None, None) => Ok(None),
        (Some(_), None) => Err(Stop::Wrong(
            "a login needs a secret too; add secret=env:NAME or secret=\"command:PROGRAM ARGUMENT\""
                .to_owned(),
        )),
        (None, Some(_)) => Err(Stop::Wrong("a login needs a user too; add user=NAME".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Protocol, ProxyChoice};

    fn wished(list: &[(&str, &str)], access: &Access) -> Result<Vec<Setting>, Stop> {
        let wishes = list.iter().map(|(key, value)| wish(key, value).expect("a key of access"));
        settings(wishes.collect::<Result<Vec<_>, _>>()?, access)
    }

    #[test]
    fn a_login_is_put_together_from_both_parts() {
        let secret = SecretSource::Environment("S".to_owned());
        let login = Login { user: "me".to_owned(), secret };
        let whole = vec![Setting::Login(Some(login.clone()))];
        assert_eq!(wished(&[("user", "me"), ("secret", "env:S")], &Access::default()), Ok(whole.clone()));
        let access =
            Access { login: Some(Login { user: "you".to_owned(), ..login.clone() }), ..Access::default() };
        assert_eq!(wished(&[("user", "me")], &access), Ok(whole));
        assert_eq!(wished(&[("user", "")], &access), Ok(vec![Setting::Login(None)]));
        assert!(wished(&[("user", "me")], &Access::default()).is_err());
        assert!(wished(&[("secret", "env:S")], &Access::default()).is_err());
    }

    #[test]
    fn a_secret_that_is_given_by_mistake_is_not_repeated() {
        for (key, value) in [("secret", "hunter2"), ("proxy", "http://u:hunter2@x:1")] {
            match wished(&[(key, value)], &Access::default()) {
                Err(Stop::Wrong(sentence)) => assert!(!sentence.contains("hunter2"), "{sentence}"),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn fields_are_added_replaced_and_taken_away() {
        let access = Access {
            headers: vec![("x-a".to_owned(), "1".to_owned()), ("x-b".to_owned(), "2".to_owned())],
            ..Access::default()
        };
        let headers = vec![("x-b".to_owned(), "3".to_owned()), ("x-c".to_owned(), "4".to_owned())];
        let wishes = [("header.X-A", ""), ("header.x-b", "3"), ("Header.X-C", "4")];
        assert_eq!(wished(&wishes, &access), Ok(vec![Setting::Headers(headers)]));
        assert!(wished(&[("header.Host", "x")], &access).is_err());
    }

    #[test]
    fn the_others_stand_by_themselves() {
        assert_eq!(
            wished(&[("http", "1.1"), ("proxy", "none"), ("user-agent", "me/1")], &Access::default()),
            Ok(vec![
                Setting::Protocol(Protocol::Http1),
                Setting::Proxy(ProxyChoice::Direct),
                Setting::UserAgent(Some("me/1".to_owned())),
            ])
        );
        assert!(wish("title", "x").is_none());
    }
}
