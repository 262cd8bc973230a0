//! Formulas: the alternative text that they carry, else their letters in one line.

use super::super::dom::{Dom, NodeId};
use super::super::ink::{Mark, White};
use super::Reader;
use crate::model::Direction;
use crate::text::{Isolate, Style};

/// How deep a formula is followed.
const MAX_DEPTH: usize = 40;

impl Reader<'_> {
    /// A formula in `MathML`. Formulas run from left to right; Arabic notation states its `dir`.
    pub(super) fn formula(&mut self, node: NodeId) {
        let dom = self.dom;
        let annotation = || {
            let tex = |at: &NodeId| {
                dom.name(*at) == Some("annotation") && dom.attr(*at, "encoding").is_some_and(is_tex)
            };
            dom.descendants(node).find(tex).map(|at| dom.text_of(at))
        };
        let text = dom
            .attr(node, "alttext")
            .map(str::to_owned)
            .or_else(annotation)
            .unwrap_or_else(|| line(dom, node, 0));
        if text.trim().is_empty() {
            return self.stand_in("formula", None, None);
        }
        let isolate = self.stated(node).unwrap_or(Isolate::As(Direction::Ltr));
        let mark = Mark { style: Style::EMPHASIS, link: None, isolate: Some(isolate) };
        self.marked(mark, |reader| reader.ink.text(&text, White::Collapse));
    }
}

fn is_tex(encoding: &str) -> bool {
    encoding.to_ascii_lowercase().contains("tex")
}

/// A formula in one line: `(a+b)/2`, `x^2`, `√(n)`.
fn line(dom: &Dom, node: NodeId, depth: usize) -> String {
    if depth > MAX_DEPTH {
        return dom.text_of(node);
    }
    let parts = || -> Vec<String> {
        dom.children(node)
            .filter(|child| dom.name(*child).is_some())
            .map(|child| line(dom, child, depth + 1))
            .collect()
    };
    let joined = |sign: &str| parts().iter().map(|part| grouped(part)).collect::<Vec<_>>().join(sign);
    match dom.name(node) {
        None => dom.text(node).unwrap_or_default().trim().to_owned(),
        Some("annotation" | "annotation-xml") => String::new(),
        Some("mfrac") => joined("/"),
        Some("msup" | "mover") => joined("^"),
        Some("msub" | "munder") => joined("_"),
        Some("msubsup" | "munderover") => match parts().as_slice() {
            [base, below, above] => format!("{}_{}^{}", grouped(base), grouped(below), grouped(above)),
            others => others.concat(),
        },
        Some("msqrt") => format!("√{}", grouped(&parts().concat())),
        Some("mroot") => match parts().as_slice() {
            [base, degree] => format!("√[{degree}]{}", grouped(base)),
            others => others.concat(),
        },
        Some("mtr") => format!("[{}]", parts().join(", ")),
        Some(_) => dom.children(node).map(|child| line(dom, child, depth + 1)).collect(),
    }
}

fn grouped(part: &str) -> String {
    if part.chars().count() < 2 || part.chars().all(char::is_numeric) {
        part.to_owned()
    } else {
        format!("({part})")
    }
}
