//! How a feed's server is asked, as the user chose: secrets are fetched from where they lie, once a run.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::ledger;
use crate::model::{Access, Failure, FailureKind, Login, Protocol, ProxyChoice, SecretSource};
use crate::net::{Credentials, Manner, Proxy, Versions};
use crate::process;

/// The user's choices with the secret in them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Asking {
    /// Another `User-Agent`.
    pub(super) user_agent: Option<String>,
    /// Further header fields.
    pub(super) headers: Vec<(String, String)>,
    /// Who asks.
    pub(super) credentials: Option<Credentials>,
    /// How the connection is made.
    pub(super) manner: Manner,
}

/// Secrets that were fetched in this run. They are nowhere else.
#[derive(Clone, Default)]
pub(super) struct Secrets(Arc<Mutex<HashMap<SecretSource, String>>>);

impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secrets")
    }
}

impl Secrets {
    /// The user's choices with the secret in them. Blocks if a program has to be run.
    ///
    /// # Errors
    ///
    /// When the secret can't be had; nothing is asked then, since an answer without it would say nothing.
    pub(super) fn asking(&self, access: &Access) -> Result<Asking, Failure> {
        Ok(Asking {
            user_agent: access.user_agent.clone(),
            headers: access.headers.clone(),
            credentials: access.login.as_ref().map(|login| self.credentials(login)).transpose()?,
            manner: Manner {
                proxy: match &access.proxy {
                    ProxyChoice::Default => None,
                    ProxyChoice::Direct => Some(Proxy::None),
                    ProxyChoice::Url(url) => Some(Proxy::Url(url.clone())),
                },
                authority: access.authority.as_ref().map(Into::into),
                versions: match access.protocol {
                    Protocol::Any => Versions::Any,
                    Protocol::Http1 => Versions::Http1,
                },
            },
        })
    }

    /// The server refused it: it is fetched anew before the next request.
    pub(super) fn refused(&self, access: &Access) {
        if let Some(login) = &access.login {
            self.kept().remove(&login.secret);
        }
    }

    fn credentials(&self, login: &Login) -> Result<Credentials, Failure> {
        let kept = self.kept().get(&login.secret).cloned();
        let secret = if let Some(secret) = kept {
            secret
        } else {
            let secret = fetched(&login.secret)?;
            self.kept().insert(login.secret.clone(), secret.clone());
            secret
        };
        Ok(Credentials { user: login.user.clone(), secret })
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<SecretSource, String>> {
        // Each entry is whole or not there, whatever panicked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn fetched(source: &SecretSource) -> Result<String, Failure> {
    let failed = |reason: String| ledger::failure(FailureKind::Secret, format!("{source}: {reason}"));
    let secret = match source {
        SecretSource::Environment(name) => {
            std::env::var(name).map_err(|_| failed("there is no such variable".to_owned()))
        }
        SecretSource::Command(words) => process::first_line(words).map_err(|error| failed(error.to_string())),
        SecretSource::Keyring(_) => Err(failed("this version asks no keyring".to_owned())),
    }?;
    if secret.is_empty() { Err(failed("it is empty".to_owned())) } else { Ok(secret) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn login(secret: SecretSource) -> Access {
        Access { login: Some(Login { user: "u".to_owned(), secret }), ..Access::default() }
    }

    fn command(words: &[&str]) -> Access {
        login(SecretSource::Command(words.iter().map(|word| (*word).to_owned()).collect()))
    }

    #[cfg(unix)]
    #[test]
    fn a_program_is_asked_once_and_again_after_its_secret_was_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("count");
        let script = format!("echo x >> '{0}'; wc -l < '{0}' | tr -d ' '; echo no", file.display());
        let (secrets, access) = (Secrets::default(), command(&["/bin/sh", "-c", &script]));
        let secret = || secrets.asking(&access).ok().and_then(|asking| asking.credentials);
        let found = |expected: &str| {
            assert_eq!(secret().map(|credentials| credentials.secret).as_deref(), Some(expected));
        };
        found("1");
        found("1");
        secrets.refused(&access);
        found("2");
    }

    #[test]
    fn a_secret_that_can_not_be_had_is_named_by_its_place() {
        for (access, place) in [
            (login(SecretSource::Environment("HUDHUD_NO_SUCH".to_owned())), "env:HUDHUD_NO_SUCH"),
            (command(&["/nowhere/pass", "x"]), "command:/nowhere/pass x"),
            (login(SecretSource::Keyring("k".to_owned())), "keyring:k"),
        ] {
            let Err(failure) = Secrets::default().asking(&access) else { panic!("it can't be had") };
            assert_eq!(failure.kind, FailureKind::Secret);
            assert!(failure.detail.starts_with(place), "{}", failure.detail);
        }
    }
}
