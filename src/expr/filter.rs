//! An expression made ready for many items: words folded, moments settled, what is cheap to ask first.

use super::ast::{Bare, Bounds, Expr, Match, Order, Test, When};
use super::date::day_of;
use super::{
    Facts, Field, Flag, Length, MediaWord, MomentField, NumberField, Pattern, TextField, Via, folded,
};
use crate::time::{Timestamp, Zone};

/// When and where is asked.
#[derive(Clone, Debug)]
pub struct Now {
    /// The moment.
    pub at: Timestamp,
    /// The zone in which days begin.
    pub zone: Zone,
}

impl Now {
    /// The first moment of this day and that of the next one.
    #[must_use]
    pub fn today(&self) -> (Timestamp, Timestamp) {
        day_of(self.at, 0, &self.zone)
    }
}

/// An expression that can be asked about items. It holds for the moment at which it was made.
#[derive(Clone, Debug)]
pub struct Filter(Node);

/// Where a word without a field is looked for, shortest texts first.
const ANYWHERE: &[TextField] = &[TextField::Title, TextField::Author, TextField::Tag, TextField::Text];

#[derive(Clone, Debug)]
enum Node {
    Always(bool),
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
    /// Occurs, folded, in one of the fields.
    Contains(Vec<TextField>, String),
    /// Is one of the texts of the field, folded.
    Equals(TextField, String),
    /// Is found in one of the fields as they stand.
    Pattern(Vec<TextField>, Pattern),
    /// Lies between two numbers, both included.
    Number(NumberField, i64, i64),
    /// Lies between two moments, the later excluded.
    Moment(MomentField, i64, i64),
    Flag(Flag, bool),
    Media(MediaWord),
    Via(Via),
    Present(Field),
}

impl Expr {
    /// Makes it ready for items that are looked at now.
    #[must_use]
    pub fn compile(&self, now: &Now) -> Filter {
        Filter(node(self, now))
    }

    /// Whether one item fits now.
    #[must_use]
    pub fn fits(&self, facts: &dyn Facts, now: &Now) -> bool {
        self.compile(now).fits(facts)
    }
}

impl Filter {
    /// Whether an item fits.
    #[must_use]
    pub fn fits(&self, facts: &dyn Facts) -> bool {
        fits(&self.0, facts)
    }

    /// Whether every item fits.
    #[must_use]
    pub const fn is_everything(&self) -> bool {
        matches!(self.0, Node::Always(true))
    }
}

fn fits(node: &Node, facts: &dyn Facts) -> bool {
    match node {
        Node::Always(yes) => *yes,
        Node::All(nodes) => nodes.iter().all(|node| fits(node, facts)),
        Node::Any(nodes) => nodes.iter().any(|node| fits(node, facts)),
        Node::Not(node) => !fits(node, facts),
        Node::Contains(fields, words) => fields.iter().any(|field| contains(facts, *field, words)),
        Node::Equals(field, words) => facts.folded(*field, &mut |text| equals(*field, text, words)),
        Node::Pattern(fields, pattern) => {
            fields.iter().any(|field| facts.texts(*field, &mut |text| pattern.is_match(text)))
        }
        Node::Number(field, from, to) => {
            facts.number(*field).is_some_and(|number| (*from..=*to).contains(&number))
        }
        Node::Moment(field, from, to) => {
            facts.moment(*field).is_some_and(|moment| (*from..*to).contains(&moment.as_millis()))
        }
        Node::Flag(flag, yes) => facts.flag(*flag) == *yes,
        Node::Media(word) => facts.has_media(*word),
        Node::Via(via) => facts.via() == Some(*via),
        Node::Present(field) => is_present(facts, *field),
    }
}

fn contains(facts: &dyn Facts, field: TextField, words: &str) -> bool {
    facts.folded(field, &mut |text| match field {
        // `lang:en` is any English, and no Bengali.
        TextField::Lang => {
            text.strip_prefix(words).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_']))
        }
        _ => text.contains(words),
    })
}

/// A folder holds what lies in the folders within it.
fn equals(field: TextField, text: &str, words: &str) -> bool {
    let rest = text.strip_prefix(words);
    rest.is_some_and(|rest| rest.is_empty() || field == TextField::Folder && rest.starts_with('/'))
}

fn is_present(facts: &dyn Facts, field: Field) -> bool {
    match field {
        Field::Text(field) => facts.texts(field, &mut |text| !text.trim().is_empty()),
        Field::Number(field) => facts.number(field).is_some_and(|number| number != 0),
        Field::Moment(field) => facts.moment(field).is_some(),
        Field::Age => facts.moment(MomentField::Date).is_some(),
        Field::Flag(flag) => facts.flag(flag),
        Field::Media => [MediaWord::Image, MediaWord::Audio, MediaWord::Video]
            .into_iter()
            .any(|word| facts.has_media(word)),
        Field::Via => facts.via().is_some(),
    }
}

fn node(expr: &Expr, now: &Now) -> Node {
    match expr {
        Expr::All => Node::Always(true),
        Expr::And(parts) => Node::All(cheap_first(parts, now)),
        Expr::Or(parts) => Node::Any(cheap_first(parts, now)),
        Expr::Not(part) => Node::Not(Box::new(node(part, now))),
        Expr::Test(test) => of_test(test, now),
    }
}

/// Nothing that is asked changes anything, so that the order is ours.
fn cheap_first(parts: &[Expr], now: &Now) -> Vec<Node> {
    let mut nodes: Vec<Node> = parts.iter().map(|part| node(part, now)).collect();
    nodes.sort_by_key(cost);
    nodes
}

/// What asking costs, roughly: marks and dates lie at hand, the text must be fetched, folded and searched.
fn cost(node: &Node) -> u8 {
    let of_field = |field: &TextField| match field {
        TextField::Html => 8,
        TextField::Text => 6,
        TextField::Title | TextField::Author | TextField::Tag => 3,
        _ => 2,
    };
    match node {
        Node::Always(_) => 0,
        Node::Flag(..) | Node::Moment(..) | Node::Via(_) => 1,
        Node::Number(NumberField::Words, ..) => 7,
        Node::Number(..) | Node::Media(_) | Node::Present(_) => 5,
        Node::Equals(field, _) => of_field(field),
        Node::Contains(fields, _) => fields.iter().map(of_field).max().unwrap_or(0),
        Node::Pattern(fields, _) => 1 + fields.iter().map(of_field).max().unwrap_or(0),
        Node::All(nodes) | Node::Any(nodes) => nodes.iter().map(cost).max().unwrap_or(0),
        Node::Not(node) => cost(node),
    }
}

fn of_test(test: &Test, now: &Now) -> Node {
    match test {
        Test::Bare(Bare::Words(words)) => match folded(words) {
            nothing if nothing.is_empty() => Node::Always(true),
            words => Node::Contains(ANYWHERE.to_vec(), words),
        },
        Test::Bare(Bare::Pattern(pattern)) => Node::Pattern(ANYWHERE.to_vec(), pattern.clone()),
        Test::Text(field, Match::Contains(words)) => Node::Contains(vec![*field], folded(words)),
        Test::Text(field, Match::Equals(words)) => Node::Equals(*field, folded(words)),
        Test::Text(field, Match::Pattern(pattern)) => Node::Pattern(vec![*field], pattern.clone()),
        Test::Number(field, bounds) => number(*field, bounds),
        Test::Moment(field, bounds) => moment(*field, bounds, now),
        Test::Age(bounds) => age(bounds, now),
        Test::Flag(flag, yes) => Node::Flag(*flag, *yes),
        Test::Media(word) => Node::Media(*word),
        Test::Via(via) => Node::Via(*via),
        Test::Present(field) => Node::Present(*field),
    }
}

fn number(field: NumberField, bounds: &Bounds<i64>) -> Node {
    let (from, to) = match *bounds {
        Bounds::Is(Order::Less, value) => (i64::MIN, value.saturating_sub(1)),
        Bounds::Is(Order::AtMost, value) => (i64::MIN, value),
        Bounds::Is(Order::Equal, value) => (value, value),
        Bounds::Is(Order::AtLeast, value) => (value, i64::MAX),
        Bounds::Is(Order::More, value) => (value.saturating_add(1), i64::MAX),
        Bounds::Between(from, to) => (from, to),
    };
    Node::Number(field, from, to)
}

fn moment(field: MomentField, bounds: &Bounds<When>, now: &Now) -> Node {
    let (from, to) = match bounds {
        // Everything since then.
        Bounds::Is(Order::Equal, when @ When::Ago(_)) => (moments(when, now).0, i64::MAX),
        Bounds::Is(order, when) => {
            let (start, end) = moments(when, now);
            match order {
                Order::Less => (i64::MIN, start),
                Order::AtMost => (i64::MIN, end),
                Order::Equal => (start, end),
                Order::AtLeast => (start, i64::MAX),
                Order::More => (end, i64::MAX),
            }
        }
        Bounds::Between(from, to) => (moments(from, now).0, moments(to, now).1),
    };
    Node::Moment(field, from, to)
}

/// The first millisecond of it and the first one after it.
fn moments(when: &When, now: &Now) -> (i64, i64) {
    let (start, end) = match when {
        When::Day(day) => day.moments(&now.zone),
        When::Today => day_of(now.at, 0, &now.zone),
        When::Yesterday => day_of(now.at, 1, &now.zone),
        When::Ago(length) => {
            let then = now.at.minus(length.span());
            (then, then.plus(crate::time::Span::millis(1)))
        }
    };
    (start.as_millis(), end.as_millis())
}

/// The older, the earlier: bounds of age are bounds of the date, turned around.
fn age(bounds: &Bounds<Length>, now: &Now) -> Node {
    let then = |length: &Length| now.at.minus(length.span()).as_millis();
    let (from, to) = match bounds {
        Bounds::Is(Order::Less, length) => (then(length).saturating_add(1), i64::MAX),
        Bounds::Is(Order::AtMost, length) => (then(length), i64::MAX),
        Bounds::Is(Order::AtLeast, length) => (i64::MIN, then(length).saturating_add(1)),
        Bounds::Is(Order::More, length) => (i64::MIN, then(length)),
        Bounds::Is(Order::Equal, length) => (then(length), then(length).saturating_add(1)),
        Bounds::Between(short, long) => (then(long), then(short).saturating_add(1)),
    };
    Node::Moment(MomentField::Date, from, to)
}
