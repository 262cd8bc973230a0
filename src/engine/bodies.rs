//! Answers that discovery or a preview brought, kept for a few minutes so that subscribing costs no second request
//! (`fetching.md` section 2: two requests when a feed is added).

use std::sync::Arc;

use super::follow::Fetched;
use crate::discover::comparable;
use crate::time::Span;

/// How long an answer is kept.
const KEPT: Span = Span::minutes(5);
/// How many answers are kept.
const COUNT: usize = 16;
/// How many bytes of bodies are kept.
const BYTES: usize = 16 << 20;

/// An answer under the address that it was asked by.
#[derive(Clone, Debug)]
pub(super) struct Body {
    /// The address asked.
    pub(super) asked: String,
    /// The answer.
    pub(super) fetched: Arc<Fetched>,
}

/// The answers kept, oldest first.
#[derive(Debug, Default)]
pub(super) struct Bodies(Vec<(Span, Body)>);

impl Bodies {
    /// Keeps an answer that came at this moment of the clock that never jumps.
    pub(super) fn keep(&mut self, body: Body, elapsed: Span) {
        self.0.retain(|(_, known)| known.asked != body.asked);
        self.0.push((elapsed, body));
        self.tidy(elapsed);
    }

    /// The answer for an address, either as it was asked or as it ended up.
    pub(super) fn get(&mut self, url: &str, elapsed: Span) -> Option<Arc<Fetched>> {
        self.tidy(elapsed);
        let wanted = comparable(url);
        let fits = |body: &Body| body.asked == url || body.fetched.url == url;
        let alike =
            |body: &Body| comparable(&body.asked) == wanted || comparable(&body.fetched.url) == wanted;
        let bodies = || self.0.iter().rev().map(|(_, body)| body);
        bodies()
            .find(|body| fits(body))
            .or_else(|| bodies().find(|body| alike(body)))
            .map(|b| b.fetched.clone())
    }

    fn tidy(&mut self, elapsed: Span) {
        self.0.retain(|(since, _)| elapsed.minus(*since) < KEPT);
        let mut bytes: usize = self.0.iter().map(|(_, body)| body.fetched.response.body.len()).sum();
        while self.0.len() > COUNT || bytes > BYTES {
            bytes -= self.0.remove(0).1.fetched.response.body.len();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::{Validator, Verdict};
    use crate::net::Response;

    fn body(asked: &str, size: usize) -> Body {
        let response = Response { body: vec![b' '; size], ..Response::default() };
        let fetched = Fetched {
            url: asked.to_owned(),
            settled: None,
            verdict: Verdict::Fresh,
            response,
            sent: Validator::default(),
            hops: 0,
        };
        Body { asked: asked.to_owned(), fetched: Arc::new(fetched) }
    }

    #[test]
    fn an_answer_is_kept_for_some_minutes() {
        let mut bodies = Bodies::default();
        bodies.keep(body("http://a.example/", 1), Span::ZERO);
        assert!(bodies.get("http://a.example/", Span::minutes(4)).is_some());
        assert!(bodies.get("http://a.example/", Span::minutes(5)).is_none());
    }

    #[test]
    fn what_is_too_much_goes_oldest_first() {
        let mut bodies = Bodies::default();
        for name in ["a", "b", "c"] {
            bodies.keep(body(&format!("http://{name}.example/"), BYTES / 2), Span::ZERO);
        }
        assert!(bodies.get("http://a.example/", Span::ZERO).is_none());
        assert!(bodies.get("http://b.example/", Span::ZERO).is_some());
    }

    #[test]
    fn one_address_has_one_answer() {
        let mut bodies = Bodies::default();
        bodies.keep(body("http://a.example/", 1), Span::ZERO);
        bodies.keep(body("http://a.example/", 2), Span::ZERO);
        let kept = bodies.get("http://a.example/", Span::ZERO);
        assert_eq!(kept.map(|fetched| fetched.response.body.len()), Some(2));
    }
}
