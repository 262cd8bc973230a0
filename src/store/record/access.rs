//! The stored form of how a feed's server is to be asked.

use serde::{Deserialize, Serialize};

use super::{Stored, stored_enum, stored_struct};
use crate::model::{Access, Login, Protocol, ProxyChoice, SecretSource};

stored_struct!(Access as AccessV1 {
    login: Option<Login>,
    user_agent: Option<String>,
    headers: Vec<(String, String)>,
    protocol: Protocol,
    proxy: ProxyChoice,
    authority: Option<String>,
});

stored_struct!(Login as LoginV1 { user: String, secret: SecretSource });

stored_enum!(Protocol as ProtocolV1 { Any, Http1 });

#[derive(Serialize, Deserialize)]
pub(in crate::store) enum SecretV1 {
    Environment(String),
    Command(Vec<String>),
    Keyring(String),
}

impl Stored for SecretSource {
    type Record = SecretV1;

    fn stored(&self) -> SecretV1 {
        match self {
            Self::Environment(name) => SecretV1::Environment(name.clone()),
            Self::Command(words) => SecretV1::Command(words.clone()),
            Self::Keyring(name) => SecretV1::Keyring(name.clone()),
        }
    }

    fn restored(record: SecretV1) -> Option<Self> {
        Some(match record {
            SecretV1::Environment(name) => Self::Environment(name),
            SecretV1::Command(words) => Self::Command(words),
            SecretV1::Keyring(name) => Self::Keyring(name),
        })
    }
}

#[derive(Serialize, Deserialize)]
pub(in crate::store) enum ProxyV1 {
    Default,
    Direct,
    Url(String),
}

impl Stored for ProxyChoice {
    type Record = ProxyV1;

    fn stored(&self) -> ProxyV1 {
        match self {
            Self::Default => ProxyV1::Default,
            Self::Direct => ProxyV1::Direct,
            Self::Url(url) => ProxyV1::Url(url.clone()),
        }
    }

    fn restored(record: ProxyV1) -> Option<Self> {
        Some(match record {
            ProxyV1::Default => Self::Default,
            ProxyV1::Direct => Self::Direct,
            ProxyV1::Url(url) => Self::Url(url),
        })
    }
}
