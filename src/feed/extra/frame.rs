//! What the elements around an item say for all that is in them.

use crate::feed::address::Base;
use crate::feed::repair::node::Node;
use crate::model::{Direction, Format};

use super::direction;

/// Format, base, language and direction that the root and the channel give to their insides.
#[derive(Clone, Debug, Default)]
pub(in crate::feed) struct Frame {
    pub(in crate::feed) format: Format,
    pub(in crate::feed) base: Base,
    /// Whether the document states a base itself.
    pub(in crate::feed) states_base: bool,
    pub(in crate::feed) language: Option<String>,
    pub(in crate::feed) direction: Option<Direction>,
}

impl Frame {
    /// The frame inside these elements, outermost first, of a document from `address`.
    pub(in crate::feed) fn of(elements: &[Node<'_>], address: Option<&str>) -> Self {
        let mut frame = Self { base: Base::of(address), ..Self::default() };
        for element in elements {
            if matches!(element.name.as_ref(), "feed" | "service") {
                frame.format = Format::Atom;
            }
            frame = frame.within(element);
        }
        frame
    }

    /// The frame inside one more element.
    pub(in crate::feed) fn within(&self, element: &Node<'_>) -> Self {
        let mut inner = self.clone();
        if !element.has_attributes() {
            return inner;
        }
        if let Some(base) = element.base() {
            inner.base = inner.base.within(Some(&base));
            inner.states_base = true;
        }
        // An empty tag takes the outer language back (XML 1.0 section 2.12).
        if let Some(language) = element.language() {
            inner.language = Some(language).filter(|language| !language.is_empty());
        }
        if let Some(direction) = direction::of_element(element) {
            inner.direction = Some(direction);
        }
        inner
    }
}
