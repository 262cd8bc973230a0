//! The ways to servers: through a proxy or not, with which authorities, in which versions of HTTP.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use reqwest::header::{ACCEPT, ACCEPT_ENCODING, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use rustls::client::danger::ServerCertVerifier;
use url::Url;

use super::client::USER_AGENT;
use super::guard::{self, GuardedResolver};
use super::roots::{self, LazyVerifier};
use super::{Limits, Manner, NetError, Options, Origin, Proxy, Request, Roots, Versions};

/// Feeds first, pages for discovery (`fetching.md` section 3.1).
const ACCEPTED: &str = "application/atom+xml, application/rss+xml, application/feed+json, \
     application/rdf+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.5, \
     text/html;q=0.4, */*;q=0.1";

/// Never another value: an `ETag` belongs to one coding (RFC 9110 section 8.8.3.3).
const CODINGS: &str = "gzip, deflate, br, zstd";

/// Ways of single feeds that are kept; more than these are made anew when they are needed.
const KEPT: usize = 64;

/// All ways, made when they are first needed.
#[derive(Debug)]
pub(super) struct Ways {
    usual: Way,
    others: Mutex<HashMap<Manner, Way>>,
    proxy: Proxy,
    authority: Option<PathBuf>,
    limits: Limits,
    verifier: Arc<LazyVerifier>,
}

/// One manner of asking, for the three kinds of addresses. Cheap to clone.
#[derive(Clone, Debug)]
struct Way {
    /// For what the user typed.
    open: reqwest::Client,
    /// For what public hosts lead to.
    guarded: reqwest::Client,
    /// For the machine itself, which no proxy can reach.
    direct: reqwest::Client,
}

impl Ways {
    /// The usual way.
    ///
    /// # Errors
    ///
    /// When the proxy's address is wrong.
    pub(super) fn new(options: &Options) -> Result<Self, NetError> {
        let verifier = LazyVerifier::new();
        let believed = Arc::clone(&verifier) as Arc<dyn ServerCertVerifier>;
        let maker = Maker { limits: options.limits, verifier: &believed, versions: Versions::Any };
        Ok(Self {
            usual: maker.way(&options.proxy)?,
            others: Mutex::default(),
            proxy: options.proxy.clone(),
            authority: options.authority.clone(),
            limits: options.limits,
            verifier,
        })
    }

    /// Whose certificates are usually believed.
    pub(super) fn roots(&self) -> Roots {
        self.verifier.roots()
    }

    /// What asks this address for this request.
    ///
    /// # Errors
    ///
    /// When the address must not be asked that way, or the feed's own proxy or authority is of no use.
    pub(super) fn client(&self, url: &Url, request: &Request) -> Result<reqwest::Client, NetError> {
        let way = self.way(&request.manner)?;
        match request.origin {
            Origin::Public if guard::is_private(url) => Err(NetError::Address(url.to_string())),
            Origin::Public => Ok(way.guarded),
            Origin::User if guard::is_loopback(url) => Ok(way.direct),
            Origin::User => Ok(way.open),
        }
    }

    fn way(&self, manner: &Manner) -> Result<Way, NetError> {
        let authority = manner.authority.as_ref().or(self.authority.as_ref()).cloned();
        let manner = &Manner { authority, ..manner.clone() };
        if *manner == Manner::default() {
            return Ok(self.usual.clone());
        }
        // Nothing in here is half-done after a panic: a way is there or it is not.
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(way) = others.get(manner) {
            return Ok(way.clone());
        }
        let way = self.made(manner)?;
        if others.len() >= KEPT {
            others.clear();
        }
        others.insert(manner.clone(), way.clone());
        Ok(way)
    }

    fn made(&self, manner: &Manner) -> Result<Way, NetError> {
        let usual = Arc::clone(&self.verifier);
        let verifier = match &manner.authority {
            None => usual as Arc<dyn ServerCertVerifier>,
            Some(file) => authority(file, usual)?,
        };
        let maker = Maker { limits: self.limits, verifier: &verifier, versions: manner.versions };
        maker.way(manner.proxy.as_ref().unwrap_or(&self.proxy))
    }
}

/// Those of a file, beside the usual ones.
fn authority(file: &Path, usual: Arc<LazyVerifier>) -> Result<Arc<dyn ServerCertVerifier>, NetError> {
    let unusable = |reason: String| NetError::Authority { file: file.display().to_string(), reason };
    let pem = std::fs::read(file).map_err(|error| unusable(error.to_string()))?;
    roots::with_authority(&pem, usual).map_err(|error| unusable(error.to_string()))
}

/// What all clients have in common.
struct Maker<'a> {
    limits: Limits,
    verifier: &'a Arc<dyn ServerCertVerifier>,
    versions: Versions,
}

impl Maker<'_> {
    fn way(&self, proxy: &Proxy) -> Result<Way, NetError> {
        let trusted = Arc::new(proxy_hosts(proxy));
        let guarded = self.builder(proxy)?.dns_resolver(GuardedResolver { trusted });
        Ok(Way {
            open: built(self.builder(proxy)?)?,
            guarded: built(guarded)?,
            direct: built(self.builder(&Proxy::None)?)?,
        })
    }

    fn builder(&self, proxy: &Proxy) -> Result<reqwest::ClientBuilder, NetError> {
        let tls =
            roots::tls(self.verifier, self.versions).map_err(|error| NetError::Other(error.to_string()))?;
        let mut always = HeaderMap::new();
        always.insert(ACCEPT, HeaderValue::from_static(ACCEPTED));
        always.insert(ACCEPT_ENCODING, HeaderValue::from_static(CODINGS));
        let builder = reqwest::Client::builder()
            .tls_backend_preconfigured(tls)
            .user_agent(USER_AGENT)
            .default_headers(always)
            .redirect(Policy::none())
            .referer(false)
            .retry(reqwest::retry::never())
            .connect_timeout(self.limits.connect.to_std())
            .pool_idle_timeout(self.limits.idle.to_std())
            .pool_max_idle_per_host(1)
            .http1_ignore_invalid_headers_in_responses(true)
            .http1_allow_spaces_after_header_name_in_responses(true)
            .http2_max_header_list_size(u32::try_from(self.limits.head).unwrap_or(u32::MAX));
        let builder = match self.versions {
            Versions::Any => builder,
            Versions::Http1 => builder.http1_only(),
        };
        match proxy {
            Proxy::Environment => Ok(builder),
            Proxy::None => Ok(builder.no_proxy()),
            Proxy::Url(url) => {
                let proxy = reqwest::Proxy::all(url).map_err(|_| NetError::Address(url.clone()))?;
                Ok(builder.proxy(proxy))
            }
        }
    }
}

fn built(builder: reqwest::ClientBuilder) -> Result<reqwest::Client, NetError> {
    builder.build().map_err(|error| NetError::Other(error.to_string()))
}

/// The hosts of the proxies in use: the user chose them, so they may lie in a private network.
fn proxy_hosts(proxy: &Proxy) -> HashSet<String> {
    let urls: Vec<String> = match proxy {
        Proxy::None => Vec::new(),
        Proxy::Url(url) => vec![url.clone()],
        Proxy::Environment => ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]
            .iter()
            .flat_map(|name| [(*name).to_owned(), name.to_ascii_lowercase()])
            .filter_map(|name| std::env::var(name).ok())
            .collect(),
    };
    urls.iter().filter_map(|url| proxy_host(url)).collect()
}

fn proxy_host(url: &str) -> Option<String> {
    // Proxies are often written without their scheme.
    let url = if url.contains("://") { url.to_owned() } else { format!("http://{url}") };
    Url::parse(&url).ok()?.host_str().map(str::to_ascii_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_are_known_by_their_host() {
        assert_eq!(proxy_host("proxy.corp:3128").as_deref(), Some("proxy.corp"));
        assert_eq!(proxy_host("socks5h://u:p@Proxy.Corp:1080").as_deref(), Some("proxy.corp"));
    }

    #[test]
    fn an_authority_that_can_not_be_read_is_named() {
        let ways = Ways::new(&Options::default()).expect("the usual way");
        let manner = Manner { authority: Some("/nowhere/ca.pem".into()), ..Manner::default() };
        let Err(NetError::Authority { file, .. }) = ways.way(&manner) else {
            panic!("there is no such file")
        };
        assert_eq!(file, "/nowhere/ca.pem");
    }

    #[test]
    fn ways_of_single_feeds_are_made_once_and_not_kept_without_end() {
        let ways = Ways::new(&Options::default()).expect("the usual way");
        for port in 0..KEPT + 3 {
            let proxy = Some(Proxy::Url(format!("socks5://127.0.0.1:{}", port + 1)));
            assert!(ways.way(&Manner { proxy, ..Manner::default() }).is_ok());
        }
        assert!(ways.others.lock().is_ok_and(|others| others.len() == 3));
    }
}
