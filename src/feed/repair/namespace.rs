//! Namespaces: prefixes resolved to the few that are understood, by every address and spelling in use.

use std::borrow::Cow;
use std::rc::Rc;

/// The vocabularies that are understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::feed) enum Ns {
    /// RSS of any version and Atom of any version; their names don't clash. Also a default namespace nobody knows.
    Core,
    /// RDF.
    Rdf,
    /// Dublin Core, elements and terms.
    Dc,
    /// Dublin Core terms.
    DcTerms,
    /// RSS content module.
    Content,
    /// RSS syndication module.
    Sy,
    /// `MediaRSS`.
    Media,
    /// Apple's podcast tags.
    Itunes,
    /// Podcasting 2.0.
    Podcast,
    /// XHTML.
    Xhtml,
    /// Feed history (RFC 5005).
    History,
    /// Well-Formed Web comments.
    Wfw,
    /// `FeedBurner`.
    FeedBurner,
    /// The `source` namespace of Scripting News.
    Source,
    /// Atom threading (RFC 4685).
    Thread,
    /// Anything else.
    Other,
}

/// The prefixes that are bound at some place of a document.
#[derive(Clone, Debug, Default)]
pub(in crate::feed) struct Scope<'a>(Rc<Vec<(&'a str, Ns)>>);

/// The most bindings that are kept at once; more are hostile.
const MAX_BINDINGS: usize = 256;

impl<'a> Scope<'a> {
    /// This scope with the `xmlns` attributes of an element added.
    pub(in crate::feed) fn with(&self, attributes: &[(&'a str, Cow<'a, str>)]) -> Self {
        let mut bindings = self.0.as_ref().clone();
        for (name, value) in attributes {
            let prefix = if name.eq_ignore_ascii_case("xmlns") { Some("") } else { strip_xmlns(name) };
            if let Some(prefix) = prefix
                && bindings.len() < MAX_BINDINGS
            {
                bindings.push((prefix, by_address(value, prefix)));
            }
        }
        Self(Rc::new(bindings))
    }

    /// This scope, with the plain names those of feeds.
    pub(in crate::feed) fn with_core_default(self) -> Self {
        if self.resolve("x").0 == Ns::Core {
            return self;
        }
        let mut bindings = self.0.as_ref().clone();
        bindings.push(("", Ns::Core));
        Self(Rc::new(bindings))
    }

    /// The namespace and the local name of a qualified name.
    pub(in crate::feed) fn resolve(&self, name: &'a str) -> (Ns, &'a str) {
        let (prefix, local) = name.rsplit_once(':').unwrap_or(("", name));
        let bound = self.0.iter().rev().find(|(known, _)| known.eq_ignore_ascii_case(prefix));
        let ns = match bound {
            Some((_, ns)) => *ns,
            None if prefix.is_empty() => Ns::Core,
            None => by_prefix(prefix),
        };
        (ns, local)
    }
}

fn strip_xmlns(name: &str) -> Option<&str> {
    let (head, prefix) = name.split_once(':')?;
    head.eq_ignore_ascii_case("xmlns").then_some(prefix)
}

/// The namespace of an address. Scheme, letter case, `www.` and the last slash make no difference.
fn by_address(address: &str, prefix: &str) -> Ns {
    let lower = address.trim().to_ascii_lowercase();
    let bare = lower.strip_prefix("http://").or_else(|| lower.strip_prefix("https://")).unwrap_or(&lower);
    let bare = bare.strip_prefix("www.").unwrap_or(bare).trim_end_matches(['/', '#']);
    match bare {
        "purl.org/rss/1.0/modules/content" => Ns::Content,
        "purl.org/rss/1.0/modules/syndication" => Ns::Sy,
        "purl.org/dc/terms" => Ns::DcTerms,
        "w3.org/1999/02/22-rdf-syntax-ns" => Ns::Rdf,
        "w3.org/1999/xhtml" | "w3.org/2002/06/xhtml2" => Ns::Xhtml,
        "search.yahoo.com/mrss"
        | "video.search.yahoo.com/mrss"
        | "rssboard.org/media-rss"
        | "api.maps.yahoo.com/mrss" => Ns::Media,
        "wellformedweb.org/commentapi" => Ns::Wfw,
        "purl.org/syndication/history/1.0" => Ns::History,
        "purl.org/syndication/thread/1.0" => Ns::Thread,
        "source.scripting.com" | "source.smallpict.com/2014/07/12/thesourcenamespace.html" => Ns::Source,
        _ if bare.starts_with("purl.org/dc/elements")
            || bare.starts_with("purl.org/metadata/dublin_core") =>
        {
            Ns::Dc
        }
        _ if bare.starts_with("itunes.com/dtds/podcast") || bare.starts_with("example.com/dtds/podcast") => {
            Ns::Itunes
        }
        _ if bare.starts_with("podcastindex.org/namespace")
            || bare.starts_with("github.com/podcastindex-org/podcast-namespace") =>
        {
            Ns::Podcast
        }
        _ if bare.starts_with("rssnamespace.org/feedburner") => Ns::FeedBurner,
        _ if bare.starts_with("search.yahoo.com/mrss") => Ns::Media,
        _ if is_core(bare) => Ns::Core,
        // An unknown default namespace is most often a feed's own; an unknown prefix is another vocabulary,
        // unless it is one of the usual ones with a mistyped address.
        _ if prefix.is_empty() => unknown_default(bare),
        _ => by_prefix(prefix),
    }
}

fn unknown_default(bare: &str) -> Ns {
    let foreign = [
        "w3.org/2000/svg",
        "w3.org/1998/math/mathml",
        "opensearch",
        "wordpress",
        "georss",
        "creativecommons",
    ];
    if foreign.iter().any(|known| bare.contains(known)) || bare.starts_with("com-wordpress") {
        Ns::Other
    } else {
        Ns::Core
    }
}

fn is_core(bare: &str) -> bool {
    bare.is_empty()
        || bare.starts_with("w3.org/2005/atom")
        || bare.starts_with("purl.org/atom")
        || bare.starts_with("purl.org/rss/1.0") && !bare.contains("modules")
        || bare.starts_with("purl.org/net/rss")
        || bare.starts_with("my.netscape.com")
        || bare.starts_with("channel.netscape.com")
        || bare.starts_with("backend.userland.com/rss")
        || bare.starts_with("blogs.law.harvard.edu/tech/rss")
        || bare.starts_with("cyber.law.harvard.edu/rss")
        || bare.starts_with("rssboard.org/rss")
        || bare.starts_with("feedvalidator.org/docs/rss")
}

/// The namespace that a prefix usually means, where it is not declared.
fn by_prefix(prefix: &str) -> Ns {
    match prefix.to_ascii_lowercase().as_str() {
        "atom" | "atom10" | "atom03" | "a10" | "rss" => Ns::Core,
        "rdf" => Ns::Rdf,
        "dc" => Ns::Dc,
        "dcterms" | "dct" => Ns::DcTerms,
        "content" => Ns::Content,
        "sy" | "syn" => Ns::Sy,
        "media" | "mrss" => Ns::Media,
        "itunes" => Ns::Itunes,
        "podcast" => Ns::Podcast,
        "xhtml" | "html" => Ns::Xhtml,
        "fh" => Ns::History,
        "wfw" => Ns::Wfw,
        "feedburner" => Ns::FeedBurner,
        "source" => Ns::Source,
        "thr" => Ns::Thread,
        _ => Ns::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(attributes: &[(&'static str, &'static str)], name: &'static str, expected: Ns) {
        let attributes: Vec<_> =
            attributes.iter().map(|(name, value)| (*name, Cow::Borrowed(*value))).collect();
        assert_eq!(Scope::default().with(&attributes).resolve(name).0, expected, "{name}");
    }

    #[test]
    fn addresses_count_whatever_the_prefix() {
        check(&[("xmlns:x", "http://purl.org/dc/elements/1.1/")], "x:date", Ns::Dc);
        check(&[("xmlns:m", "http://search.yahoo.com/mrss")], "m:content", Ns::Media);
        check(&[("xmlns:i", "HTTPS://www.iTunes.com/DTDs/Podcast-1.0.dtd")], "i:image", Ns::Itunes);
        check(&[("xmlns", "http://www.w3.org/2005/Atom")], "title", Ns::Core);
        check(&[("xmlns:a", "http://purl.org/atom/ns#")], "a:feed", Ns::Core);
    }

    #[test]
    fn undeclared_prefixes_mean_the_usual() {
        check(&[], "dc:creator", Ns::Dc);
        check(&[], "content:encoded", Ns::Content);
        check(&[], "foo:title", Ns::Other);
    }

    #[test]
    fn an_unknown_default_namespace_is_the_feeds_own() {
        check(&[("xmlns", "http://example.org/my-rss")], "item", Ns::Core);
        check(&[("xmlns", "com-wordpress:feed-additions:1")], "site", Ns::Other);
        check(&[("xmlns", "http://www.w3.org/2000/svg")], "title", Ns::Other);
    }

    #[test]
    fn the_inner_binding_wins() {
        let outer = Scope::default().with(&[("xmlns:p", Cow::Borrowed("http://purl.org/dc/elements/1.1/"))]);
        let inner = outer.with(&[("xmlns:p", Cow::Borrowed("http://search.yahoo.com/mrss/"))]);
        assert_eq!((outer.resolve("p:x").0, inner.resolve("p:x").0), (Ns::Dc, Ns::Media));
    }
}
