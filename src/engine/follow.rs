//! Asks an address and follows its redirects, hop by hop (`fetching.md` section 3.6).

use std::collections::HashSet;

use super::asking::Asking;
use super::passage::Passage;
use super::tools::Tools;
use crate::http::{self, Permanence, Validator, Verdict};
use crate::model::Validators;
use crate::net::{Delta, NetError, Origin, Patience, Request, Response};
use crate::time::Timestamp;

/// Requests for one document at most: the first and five redirects; a sixth redirect is an error.
const REQUESTS: usize = 6;

/// What is to be fetched.
#[derive(Clone, Debug)]
pub(super) struct Wish<'a> {
    /// The address.
    pub(super) url: &'a str,
    /// Validators, sent only to the address that gave them.
    pub(super) validators: Option<&'a Validators>,
    /// Whether the `ETag` is sent.
    pub(super) tag: Tag,
    /// Who is asked for deltas.
    pub(super) deltas: Deltas<'a>,
    /// Who waits.
    pub(super) patience: Patience,
    /// How the address came to be asked.
    pub(super) origin: Origin,
    /// The user's choices about asking; `None` for none.
    pub(super) asking: Option<&'a Asking>,
}

impl<'a> Wish<'a> {
    /// The whole document, asked for as anybody would.
    pub(super) fn whole(url: &'a str, patience: Patience, origin: Origin) -> Self {
        Self { url, validators: None, tag: Tag::Sent, deltas: Deltas::Nobody, patience, origin, asking: None }
    }
}

/// Whether the `ETag` is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tag {
    /// It is.
    Sent,
    /// It has no effect with this server: only `Last-Modified` is, if there is one.
    Idle,
}

/// Who is asked for deltas (RFC 3229).
#[derive(Clone, Copy, Debug)]
pub(super) enum Deltas<'a> {
    /// Nobody: there is nothing to add to.
    Nobody,
    /// All hosts but these, which answered with what can't be read.
    AllBut(&'a HashSet<String>),
}

/// The answer at the end of all redirects.
#[derive(Clone, Debug)]
pub(super) struct Fetched {
    /// The address that answered.
    pub(super) url: String,
    /// Where the first redirects, all of them for good, led; `None` if there was none.
    pub(super) settled: Option<String>,
    /// What the answer means.
    pub(super) verdict: Verdict,
    /// The answer.
    pub(super) response: Response,
    /// The validators that were sent.
    pub(super) sent: Validator,
    /// Redirects followed.
    pub(super) hops: usize,
}

impl Fetched {
    /// Whether only a changed document was asked for.
    pub(super) fn conditional(&self) -> bool {
        !self.sent.is_empty()
    }
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub(super) enum Unfetched {
    /// A host on the way asked to be left alone until then.
    Held(Timestamp),
    /// No whole answer.
    Net {
        /// The host that was asked.
        host: String,
        /// What happened.
        error: NetError,
        /// Redirects followed before.
        hops: usize,
    },
    /// Too many redirects, or in a circle.
    Redirect(String),
    /// The engine ends.
    Ended,
}

/// Fetches a document.
pub(super) async fn follow(
    wish: &Wish<'_>,
    tools: &Tools,
    passage: &mut Passage,
) -> Result<Fetched, Unfetched> {
    let mut path = Path::new(wish);
    loop {
        let host = http::host(&path.url).ok_or_else(|| Unfetched::Net {
            host: String::new(),
            error: NetError::Address(path.url.clone()),
            hops: path.hops,
        })?;
        passage.enter(&host).await?;
        let request = path.request(wish);
        let sent = Validator { etag: request.etag.clone(), last_modified: request.last_modified.clone() };
        let response = tools.client.get(&request).await.map_err(|error| Unfetched::Net {
            host,
            error,
            hops: path.hops,
        })?;
        let verdict = http::verdict(&path.url, response.status, &response.headers, tools.clock.now());
        match verdict {
            Verdict::Moved { target, permanence } => path.go(target, permanence)?,
            verdict => {
                let Path { url, settled, hops, .. } = path;
                return Ok(Fetched { url, settled, verdict, response, sent, hops });
            }
        }
    }
}

/// The way so far.
struct Path {
    url: String,
    origin: Origin,
    settled: Option<String>,
    /// Whether all redirects so far were for good.
    permanence: Permanence,
    seen: HashSet<String>,
    hops: usize,
}

impl Path {
    fn new(wish: &Wish<'_>) -> Self {
        Self {
            url: wish.url.to_owned(),
            origin: wish.origin,
            settled: None,
            permanence: Permanence::Permanent,
            seen: HashSet::from([without_fragment(wish.url).to_owned()]),
            hops: 0,
        }
    }

    fn request(&self, wish: &Wish<'_>) -> Request {
        let validators = wish.validators.filter(|validators| validators.url == self.url);
        let last_modified = validators.and_then(|validators| validators.last_modified.clone());
        let etag = validators
            .filter(|_| wish.tag == Tag::Sent || last_modified.is_none())
            .and_then(|validators| validators.etag.clone());
        let mut request = Request {
            url: self.url.clone(),
            etag,
            last_modified,
            delta: self.delta(wish),
            patience: wish.patience,
            origin: self.origin,
            ..Request::default()
        };
        if let Some(asking) = wish.asking {
            request.user_agent.clone_from(&asking.user_agent);
            request.manner = asking.manner.clone();
            // Whatever could tell who the user is goes to the feed's own origin and nowhere else.
            if http::same_origin(wish.url, &self.url) {
                request.headers.clone_from(&asking.headers);
                request.credentials.clone_from(&asking.credentials);
            }
        }
        request
    }

    fn delta(&self, wish: &Wish<'_>) -> Delta {
        match wish.deltas {
            Deltas::AllBut(hosts) if http::host(&self.url).is_some_and(|host| !hosts.contains(&host)) => {
                Delta::Wanted
            }
            _ => Delta::Unwanted,
        }
    }

    fn go(&mut self, target: String, permanence: Permanence) -> Result<(), Unfetched> {
        self.hops += 1;
        if self.hops >= REQUESTS {
            return Err(Unfetched::Redirect(format!("more than {} redirects", REQUESTS - 1)));
        }
        if !self.seen.insert(without_fragment(&target).to_owned()) {
            return Err(Unfetched::Redirect(format!("in a circle at {target}")));
        }
        if permanence == Permanence::Temporary {
            self.permanence = Permanence::Temporary;
        }
        if self.permanence == Permanence::Permanent {
            self.settled = Some(target.clone());
        }
        self.origin = self.origin.led_to(&self.url, &target);
        self.url = target;
        Ok(())
    }
}

fn without_fragment(url: &str) -> &str {
    url.split('#').next().unwrap_or(url)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Credentials;

    fn path(url: &str) -> Path {
        Path::new(&Wish::whole(url, Patience::User, Origin::User))
    }

    #[test]
    fn six_redirects_are_too_many() {
        let mut path = path("http://a.example/0");
        for hop in 1..=5 {
            assert!(path.go(format!("http://a.example/{hop}"), Permanence::Permanent).is_ok());
        }
        assert!(path.go("http://a.example/6".to_owned(), Permanence::Permanent).is_err());
    }

    #[test]
    fn a_circle_ends_whatever_its_fragment() {
        let mut path = path("http://a.example/");
        assert!(path.go("http://a.example/b".to_owned(), Permanence::Temporary).is_ok());
        assert!(path.go("http://a.example/#x".to_owned(), Permanence::Temporary).is_err());
    }

    #[test]
    fn only_the_leading_permanent_part_settles() {
        let mut path = path("http://a.example/");
        for (target, permanence) in [
            ("http://b.example/", Permanence::Permanent),
            ("http://c.example/", Permanence::Temporary),
            ("http://d.example/", Permanence::Permanent),
        ] {
            assert!(path.go(target.to_owned(), permanence).is_ok());
        }
        assert_eq!(path.settled.as_deref(), Some("http://b.example/"));
    }

    #[test]
    fn validators_go_only_to_the_address_that_gave_them() {
        let validators = Validators {
            url: "http://b.example/".to_owned(),
            etag: Some(b"x".to_vec()),
            last_modified: None,
        };
        let wish = Wish {
            validators: Some(&validators),
            ..Wish::whole("http://a.example/", Patience::User, Origin::User)
        };
        let mut path = Path::new(&wish);
        assert_eq!(path.request(&wish).etag, None);
        assert!(path.go("http://b.example/".to_owned(), Permanence::Temporary).is_ok());
        assert_eq!(path.request(&wish).etag.as_deref(), Some(&b"x"[..]));
    }

    #[test]
    fn an_idle_tag_stays_at_home_if_there_is_a_date_to_send() {
        let mut validators = Validators {
            url: "http://a.example/".to_owned(),
            etag: Some(b"x".to_vec()),
            last_modified: Some(b"then".to_vec()),
        };
        let sent = |validators: &Validators| {
            let whole = Wish::whole("http://a.example/", Patience::User, Origin::User);
            let wish = Wish { validators: Some(validators), tag: Tag::Idle, ..whole };
            let request = Path::new(&wish).request(&wish);
            (request.etag.is_some(), request.last_modified.is_some())
        };
        assert_eq!(sent(&validators), (false, true));
        validators.last_modified = None;
        assert_eq!(sent(&validators), (true, false));
    }

    #[test]
    fn credentials_and_further_fields_go_to_the_exact_origin_only() {
        let asking = Asking {
            user_agent: Some("me/1".to_owned()),
            headers: vec![("X-Key".to_owned(), "k".to_owned())],
            credentials: Some(Credentials { user: "u".to_owned(), secret: "s".to_owned() }),
            ..Asking::default()
        };
        let whole = Wish::whole("https://a.example/feed", Patience::User, Origin::User);
        let wish = Wish { asking: Some(&asking), ..whole };
        let check = |target: &str, own: bool| {
            let mut path = Path::new(&wish);
            path.url = target.to_owned();
            let request = path.request(&wish);
            assert_eq!((request.credentials.is_some(), request.headers.len() == 1), (own, own), "{target}");
            assert_eq!(request.user_agent.as_deref(), Some("me/1"));
        };
        check("https://a.example/feed", true);
        check("https://a.example:443/other", true);
        for target in ["http://a.example/feed", "https://a.example:8443/feed", "https://b.a.example/feed"] {
            check(target, false);
        }
    }

    #[test]
    fn deltas_are_not_asked_of_hosts_that_garble_them() {
        let garbling = HashSet::from(["a.example:80".to_owned()]);
        let asked = |url: &str, deltas: Deltas<'_>| {
            let wish = Wish { deltas, ..Wish::whole(url, Patience::User, Origin::User) };
            Path::new(&wish).request(&wish).delta
        };
        assert_eq!(asked("http://a.example/", Deltas::AllBut(&garbling)), Delta::Unwanted);
        assert_eq!(asked("http://b.example/", Deltas::AllBut(&garbling)), Delta::Wanted);
        assert_eq!(asked("http://b.example/", Deltas::Nobody), Delta::Unwanted);
    }

    #[test]
    fn a_public_host_does_not_lead_into_the_users_network() {
        let mut own = path("http://127.0.0.1/");
        assert!(own.go("http://192.168.0.1/".to_owned(), Permanence::Permanent).is_ok());
        assert_eq!(own.origin, Origin::User);
        let mut foreign = path("http://a.example/");
        assert!(foreign.go("https://a.example/".to_owned(), Permanence::Permanent).is_ok());
        assert_eq!(foreign.origin, Origin::User);
        assert!(foreign.go("http://192.168.0.1/".to_owned(), Permanence::Permanent).is_ok());
        assert_eq!(foreign.origin, Origin::Public);
    }
}
