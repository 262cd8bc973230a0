//! Lists and definitions.

use super::super::block::{Block, Gap, List};
use super::super::dom::{Dom, NodeId};
use super::super::ink::Mark;
use super::{MAX_NESTING, Reader};
use crate::text::Style;

/// Bullets by depth.
const BULLETS: [&str; 3] = ["•", "◦", "▪"];

/// How the items of a list are counted.
struct Count<'a> {
    next: i64,
    step: i64,
    kind: &'a str,
}

impl Reader<'_> {
    pub(super) fn list(&mut self, node: NodeId) {
        if self.nesting >= MAX_NESTING {
            return self.block(node, Gap::Tight, |reader| reader.children(node));
        }
        let gap = if self.nesting == 0 { Gap::Loose } else { Gap::Tight };
        self.block(node, Gap::Tight, |reader| {
            let items = reader.items(node);
            if !items.is_empty() {
                reader.out.push(Block::List(List { items, base: reader.base.direction(), gap }));
            }
        });
    }

    fn items(&mut self, node: NodeId) -> Vec<(String, Vec<Block>)> {
        let dom = self.dom;
        let mut count = count(dom, node);
        let bullet = BULLETS[self.nesting % BULLETS.len()];
        let mut items: Vec<(String, Vec<Block>)> = Vec::new();
        for child in dom.children(node) {
            if dom.name(child) == Some("li") {
                let mark = match &mut count {
                    Some(count) => count.mark(dom.attr(child, "value")),
                    None => bullet.to_owned(),
                };
                items.push((mark, self.item(child)));
                continue;
            }
            // A list or text right in a list belongs to the item before it.
            let stray = self.collect(|reader| match dom.text(child) {
                Some(text) => reader.words(text),
                None => reader.element(child),
            });
            match items.last_mut() {
                Some((_, blocks)) => blocks.extend(stray),
                None if stray.is_empty() => {}
                None => items.push((String::new(), stray)),
            }
        }
        items
    }

    fn item(&mut self, node: NodeId) -> Vec<Block> {
        self.collect(|reader| reader.block(node, Gap::Tight, |reader| reader.children(node)))
    }

    pub(super) fn definitions(&mut self, node: NodeId) {
        let gap = if self.nesting == 0 { Gap::Loose } else { Gap::Tight };
        self.block(node, gap, |reader| reader.terms(node));
    }

    /// Terms and their explanations, also where they are grouped by `div`.
    fn terms(&mut self, node: NodeId) {
        let dom = self.dom;
        for child in dom.children(node) {
            match dom.name(child) {
                Some("dt") => self.block(child, Gap::Tight, |reader| {
                    reader.marked(Mark::style(Style::STRONG), |reader| {
                        reader.children(child);
                        reader.flush();
                    });
                }),
                Some("dd") => self.block(child, Gap::Tight, |reader| {
                    reader.inset(Block::Indent, |reader| reader.children(child));
                }),
                Some("div") => self.terms(child),
                Some(_) => self.element(child),
                None => self.words(dom.text(child).unwrap_or_default()),
            }
        }
    }
}

/// How the items of a list are counted; `None` for bullets.
fn count(dom: &Dom, node: NodeId) -> Option<Count<'_>> {
    if dom.name(node) != Some("ol") {
        return None;
    }
    let start = dom.attr(node, "start").and_then(|start| start.trim().parse::<i32>().ok());
    let reversed = dom.attr(node, "reversed").is_some();
    let items = || dom.children(node).filter(|child| dom.name(*child) == Some("li")).count();
    let first = match start {
        Some(start) => i64::from(start),
        None if reversed => i64::try_from(items()).unwrap_or(1),
        None => 1,
    };
    Some(Count {
        next: first,
        step: if reversed { -1 } else { 1 },
        kind: dom.attr(node, "type").unwrap_or("1"),
    })
}

impl Count<'_> {
    fn mark(&mut self, value: Option<&str>) -> String {
        if let Some(value) = value.and_then(|value| value.trim().parse::<i32>().ok()) {
            self.next = i64::from(value);
        }
        let number = self.next;
        self.next += self.step;
        let counted = match self.kind {
            "a" => letters(number),
            "A" => letters(number).map(|text| text.to_uppercase()),
            "i" => roman(number),
            "I" => roman(number).map(|text| text.to_uppercase()),
            _ => None,
        };
        format!("{}.", counted.unwrap_or_else(|| number.to_string()))
    }
}

/// `a` to `z`, `aa` …
fn letters(number: i64) -> Option<String> {
    let mut rest = u32::try_from(number).ok().filter(|number| *number > 0)?;
    let mut text = Vec::new();
    while rest > 0 {
        rest -= 1;
        text.push(char::from(b'a' + u8::try_from(rest % 26).ok()?));
        rest /= 26;
    }
    Some(text.into_iter().rev().collect())
}

/// Roman numbers up to 3999.
fn roman(number: i64) -> Option<String> {
    const SIGNS: [(u16, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    let mut rest = u16::try_from(number).ok().filter(|number| (1..4000).contains(number))?;
    let mut text = String::new();
    for (value, sign) in SIGNS {
        while rest >= value {
            text.push_str(sign);
            rest -= value;
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marks(kind: &str, numbers: &[i64]) -> Vec<String> {
        numbers.iter().map(|next| Count { next: *next, step: 1, kind }.mark(None)).collect()
    }

    #[test]
    fn items_are_counted_in_the_way_that_the_list_says() {
        assert_eq!(marks("1", &[1, -2]), ["1.", "-2."]);
        assert_eq!(marks("a", &[1, 26, 27, 703, 0]), ["a.", "z.", "aa.", "aaa.", "0."]);
        assert_eq!(marks("I", &[4, 1994, 4000]), ["IV.", "MCMXCIV.", "4000."]);
    }

    #[test]
    fn a_value_goes_on_from_there() {
        let mut count = Count { next: 1, step: 1, kind: "1" };
        assert_eq!([count.mark(None), count.mark(Some("7")), count.mark(Some("x"))], ["1.", "7.", "8."]);
    }
}
