//! How a feed's server is to be asked, beyond what holds for all: login, agent, fields, protocol, proxy, authority.

use std::fmt;

/// The user's choices about asking one feed. The default asks like everybody else.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// User and secret, sent to the exact origin of the feed only.
    pub login: Option<Login>,
    /// Another `User-Agent` than the reader's own.
    pub user_agent: Option<String>,
    /// Further header fields, sent to the exact origin of the feed only.
    pub headers: Vec<(String, String)>,
    /// The versions of HTTP that are spoken.
    pub protocol: Protocol,
    /// Through whom it is asked.
    pub proxy: ProxyChoice,
    /// A file (PEM) with certificates of authorities that are believed beside the usual ones.
    pub authority: Option<String>,
}

impl Access {
    /// Whether something is sent that nobody but the feed's own origin may see.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        self.login.is_some() || !self.headers.is_empty()
    }
}

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Login {
    /// The user's name at the server.
    pub user: String,
    /// Where the secret is.
    pub secret: SecretSource,
}

/// Where a secret is found. The secret itself is never part of anything that is stored or written out.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SecretSource {
    /// In this variable of the environment.
    Environment(String),
    /// The first line that this program writes; it is run without a shell.
    Command(Vec<String>),
    /// In the keyring of the desktop, under this name.
    Keyring(String),
}

/// The versions of HTTP that are spoken with a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// HTTP/2 where the server offers it.
    #[default]
    Any,
    /// HTTP/1.1 only.
    Http1,
}

/// Through whom one feed is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum ProxyChoice {
    /// As the settings of the reader say.
    #[default]
    Default,
    /// Nobody.
    Direct,
    /// This one: `http://`, `https://`, `socks5://` or `socks5h://` with host and port.
    Url(String),
}

impl SecretSource {
    /// Reads `env:NAME`, `command:PROGRAM ARGUMENT …` (quotes keep words together) or `keyring:NAME`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, rest) = text.trim().split_once(':')?;
        let rest = rest.trim();
        let named = (!rest.is_empty()).then(|| rest.to_owned());
        match kind {
            "env" => named.filter(|name| !name.contains(['=', '\0'])).map(Self::Environment),
            "keyring" => named.map(Self::Keyring),
            "command" => words(rest).filter(|words| !words.is_empty()).map(Self::Command),
            _ => None,
        }
    }
}

impl fmt::Display for SecretSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Environment(name) => write!(f, "env:{name}"),
            Self::Keyring(name) => write!(f, "keyring:{name}"),
            Self::Command(words) => {
                let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
                write!(f, "command:{}", quoted.join(" "))
            }
        }
    }
}

/// Words between blanks; single quotes keep everything, double quotes all but `\"` and `\\`. `None` if a quote stays
/// open.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut quote): (Option<String>, Option<char>) = (None, None);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (Some(open), _) if open == letter => quote = None,
            (Some('"'), '\\') if letters.peek().is_some_and(|next| "\"\\".contains(*next)) => {
                word.get_or_insert_default().extend(letters.next());
            }
            (None, blank) if blank.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_./:=@%+,".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<&SecretSource>) {
        let parsed = SecretSource::parse(text);
        assert_eq!(parsed.as_ref(), expected, "{text}");
        if let Some(source) = parsed {
            assert_eq!(SecretSource::parse(&source.to_string()), Some(source));
        }
    }

    fn command(words: &[&str]) -> SecretSource {
        SecretSource::Command(words.iter().map(|word| (*word).to_owned()).collect())
    }

    #[test]
    fn the_three_places_of_a_secret_are_told_by_their_first_word() {
        check("env:FEED_SECRET", Some(&SecretSource::Environment("FEED_SECRET".to_owned())));
        check("keyring: work feeds", Some(&SecretSource::Keyring("work feeds".to_owned())));
        check("command:pass show feeds/x", Some(&command(&["pass", "show", "feeds/x"])));
    }

    #[test]
    fn quotes_keep_the_words_of_a_command_together() {
        check("command:get 'a \"b' \"c \\\" d\" ''", Some(&command(&["get", "a \"b", "c \" d", ""])));
        check("command:get x\\y", Some(&command(&["get", "x\\y"])));
        check("command:get 'open", None);
    }

    #[test]
    fn a_secret_itself_is_no_place() {
        for text in ["hunter2", "env:", "command:", "keyring: ", "env:a=b", "file:/x"] {
            check(text, None);
        }
    }
}
