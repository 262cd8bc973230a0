//! What an expression says, apart from how it was written.

use super::{Day, Field, Flag, Length, MediaWord, MomentField, NumberField, Pattern, TextField, Via};

/// An expression. Lists of conditions hold at least two; [`Expr::All`] stands alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Expr {
    /// Everything fits: what an empty text says.
    #[default]
    All,
    /// At least one of them holds.
    Or(Vec<Expr>),
    /// All of them hold.
    And(Vec<Expr>),
    /// It does not hold.
    Not(Box<Expr>),
    /// One condition.
    Test(Test),
}

/// One condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// In the title, the text, an author's name, a category or a tag.
    Bare(Bare),
    /// About one text.
    Text(TextField, Match),
    /// About a number.
    Number(NumberField, Bounds<i64>),
    /// About a moment.
    Moment(MomentField, Bounds<When>),
    /// About the time since the item's date; never [`Order::Equal`].
    Age(Bounds<Length>),
    /// About a mark.
    Flag(Flag, bool),
    /// There is such a medium.
    Media(MediaWord),
    /// It came this way.
    Via(Via),
    /// The field says anything at all.
    Present(Field),
}

/// What is looked for without a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bare {
    /// A word or a phrase, as written.
    Words(String),
    /// A regular expression.
    Pattern(Pattern),
}

/// How a text is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    /// It occurs, folded.
    Contains(String),
    /// It is the same, folded.
    Equals(String),
    /// The regular expression is found in it as it stands.
    Pattern(Pattern),
}

/// How numbers and moments are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `:` or `=`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

/// Where a value lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounds<T> {
    /// On this side of a value.
    Is(Order, T),
    /// Between two values, both included.
    Between(T, T),
}

/// A moment as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// A year, month or day.
    Day(Day),
    /// The day on which it is asked.
    Today,
    /// The day before.
    Yesterday,
    /// So long before it is asked. Equal to it counts everything since then.
    Ago(Length),
}

impl Order {
    /// How it is written.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Equal => "=",
            Self::AtLeast => ">=",
            Self::More => ">",
        }
    }
}

impl Expr {
    /// A word or phrase anywhere.
    #[must_use]
    pub fn words(text: impl Into<String>) -> Self {
        Self::Test(Test::Bare(Bare::Words(text.into())))
    }

    /// All of these; the one if there is one, everything if there is none.
    #[must_use]
    pub fn all_of(parts: Vec<Self>) -> Self {
        Self::joined(parts, Self::And)
    }

    /// At least one of these; the one if there is one, everything if there is none.
    #[must_use]
    pub fn any_of(parts: Vec<Self>) -> Self {
        Self::joined(parts, Self::Or)
    }

    /// The opposite.
    #[must_use]
    pub fn negated(self) -> Self {
        Self::Not(Box::new(self))
    }

    fn joined(mut parts: Vec<Self>, join: fn(Vec<Self>) -> Self) -> Self {
        match parts.len() {
            0 | 1 => parts.pop().unwrap_or_default(),
            _ => join(parts),
        }
    }

    /// Words and phrases that an item fits because it has them, to be marked where they occur: those that are not
    /// negated, for these fields or for none.
    #[must_use]
    pub fn marked(&self, fields: &[TextField]) -> Vec<&str> {
        match self {
            Self::Or(parts) | Self::And(parts) => parts.iter().flat_map(|part| part.marked(fields)).collect(),
            Self::Test(Test::Bare(Bare::Words(words))) => vec![words],
            Self::Test(Test::Text(field, Match::Contains(words) | Match::Equals(words)))
                if fields.contains(field) =>
            {
                vec![words]
            }
            Self::All | Self::Not(_) | Self::Test(_) => Vec::new(),
        }
    }

    /// Whether what fits can change while time passes and the item stays the same.
    #[must_use]
    pub fn depends_on_time(&self) -> bool {
        let moves = |when: &When| !matches!(when, When::Day(_));
        match self {
            Self::Or(parts) | Self::And(parts) => parts.iter().any(Self::depends_on_time),
            Self::Not(part) => part.depends_on_time(),
            Self::Test(Test::Age(_)) => true,
            Self::Test(Test::Moment(_, Bounds::Is(_, when))) => moves(when),
            Self::Test(Test::Moment(_, Bounds::Between(from, to))) => moves(from) || moves(to),
            Self::All | Self::Test(_) => false,
        }
    }
}
