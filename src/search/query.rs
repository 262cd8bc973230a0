//! What the index can tell about an expression.

use std::borrow::Cow;

use super::Damaged;
use super::postings;
use super::rank::{Fit, of_term, rarer};
use super::segment::each_term;
use super::token::{Kind, SHARED, pieces, runs};
use crate::expr::{Bare, Expr, Match, Test, TextField, folded};

/// Conditions that the index can answer. What it finds are all items that can fit, and perhaps others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// The index knows nothing about it: every item can fit.
    Unknown,
    /// A word or phrase, folded.
    Words(Vec<Piece>),
    /// All of them.
    All(Vec<Plan>),
    /// At least one of them.
    Any(Vec<Plan>),
}

/// A part of what is looked for, as the index has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    letters: String,
    place: PiecePlace,
}

/// Where a piece lies in the terms that hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PiecePlace {
    Anywhere,
    Start,
    End,
    Whole,
}

/// Where the bytes of a segment are kept.
pub trait Shelf {
    /// What can go wrong.
    type Error: From<Damaged>;

    /// How many items the segment has.
    fn count(&self) -> usize;

    /// How many blocks it has.
    fn blocks(&self) -> usize;

    /// The terms of a block.
    ///
    /// # Errors
    ///
    /// When they can't be read.
    fn terms(&self, block: usize) -> Result<Cow<'_, [u8]>, Self::Error>;

    /// The lists of a block.
    ///
    /// # Errors
    ///
    /// When they can't be read.
    fn lists(&self, block: usize) -> Result<Cow<'_, [u8]>, Self::Error>;
}

/// An item of a segment that can fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Its number in the segment.
    pub doc: u32,
    /// The higher, the better; comparable between segments of an index.
    pub score: u32,
}

/// The score of each document of a segment, 0 for those that lack what is looked for.
type Scores = Vec<u32>;

impl Plan {
    /// What the index can tell about an expression.
    #[must_use]
    pub fn of(expr: &Expr) -> Self {
        match expr {
            Expr::And(parts) => {
                let known: Vec<Self> =
                    parts.iter().map(Self::of).filter(|part| *part != Self::Unknown).collect();
                Self::joined(known, Self::All)
            }
            Expr::Or(parts) => {
                let plans: Vec<Self> = parts.iter().map(Self::of).collect();
                if plans.contains(&Self::Unknown) { Self::Unknown } else { Self::joined(plans, Self::Any) }
            }
            Expr::Test(Test::Bare(Bare::Words(words))) => Self::words(words),
            Expr::Test(Test::Text(field, Match::Contains(words) | Match::Equals(words)))
                if is_indexed(*field) =>
            {
                Self::words(words)
            }
            Expr::All | Expr::Not(_) | Expr::Test(_) => Self::Unknown,
        }
    }

    /// Whether the items found are those that fit, so that nobody needs to look again: an expression of words that are
    /// looked for as they are.
    #[must_use]
    pub fn is_exact_for(&self, expr: &Expr) -> bool {
        match (self, expr) {
            (Self::Words(pieces), Expr::Test(Test::Bare(Bare::Words(words)))) => {
                matches!(&pieces[..], [one] if one.place == PiecePlace::Anywhere && one.letters == folded(words))
            }
            (Self::All(plans), Expr::And(parts)) | (Self::Any(plans), Expr::Or(parts)) => {
                plans.len() == parts.len()
                    && plans.iter().zip(parts).all(|(plan, part)| plan.is_exact_for(part))
            }
            _ => false,
        }
    }

    fn joined(mut plans: Vec<Self>, join: fn(Vec<Self>) -> Self) -> Self {
        match plans.len() {
            0 | 1 => plans.pop().unwrap_or(Self::Unknown),
            _ => join(plans),
        }
    }

    /// The pieces of a word or phrase. Of one that goes on over both ends of its pieces the first term ends and the last
    /// one begins with its piece, those between are whole; one piece alone may lie anywhere.
    fn words(words: &str) -> Self {
        let text = folded(words);
        let mut pieces = Vec::new();
        for run in runs(&text) {
            let (at_start, at_end) = (run.at.start == 0, run.at.end == text.len());
            pieces.extend(of_run(&text, &run, at_start, at_end));
        }
        if pieces.is_empty() { Self::Unknown } else { Self::Words(pieces) }
    }

    /// The items of a segment that can fit, by number. `None` if the index knows nothing about it.
    ///
    /// # Errors
    ///
    /// When the segment can't be read.
    pub fn search<S: Shelf>(&self, segment: &S) -> Result<Option<Vec<Hit>>, S::Error> {
        if *self == Self::Unknown {
            return Ok(None);
        }
        // All pieces of all words are looked up in one walk through the terms.
        let mut wanted: Vec<&Piece> = Vec::new();
        self.collect(&mut wanted);
        let mut found = look_up(segment, &wanted)?.into_iter();
        let scores = self.combine(&mut found, segment.count());
        let hits = (0..).zip(scores).filter(|(_, score)| *score > 0);
        Ok(Some(hits.map(|(doc, score)| Hit { doc, score }).collect()))
    }

    fn collect<'a>(&'a self, into: &mut Vec<&'a Piece>) {
        match self {
            Self::Unknown => {}
            Self::Words(pieces) => into.extend(pieces),
            Self::All(plans) | Self::Any(plans) => plans.iter().for_each(|plan| plan.collect(into)),
        }
    }

    /// Takes the documents of its pieces in the order in which they were collected.
    fn combine(&self, found: &mut impl Iterator<Item = Scores>, all: usize) -> Scores {
        match self {
            Self::Unknown => vec![0; all],
            Self::Words(pieces) => {
                let mut docs = both(found.take(pieces.len()));
                let having = docs.iter().filter(|score| **score > 0).count();
                for score in &mut docs {
                    *score = rarer(*score, having, all);
                }
                docs
            }
            Self::All(plans) => {
                let each: Vec<Scores> = plans.iter().map(|plan| plan.combine(found, all)).collect();
                both(each.into_iter())
            }
            Self::Any(plans) => plans.iter().fold(vec![0; all], |mut docs, plan| {
                for (sum, score) in docs.iter_mut().zip(plan.combine(found, all)) {
                    *sum = sum.saturating_add(score);
                }
                docs
            }),
        }
    }
}

/// Documents in all of them, scores added.
fn both(mut each: impl Iterator<Item = Scores>) -> Scores {
    let first = each.next().unwrap_or_default();
    each.fold(first, |mut docs, other| {
        for (sum, score) in docs.iter_mut().zip(other) {
            *sum = if *sum == 0 || score == 0 { 0 } else { sum.saturating_add(score) };
        }
        docs
    })
}

const fn is_indexed(field: TextField) -> bool {
    matches!(field, TextField::Title | TextField::Text | TextField::Author)
}

/// The pieces of one run of letters. At the start of what is looked for more letters may stand before it, at the end after it.
fn of_run(text: &str, run: &super::token::Run, at_start: bool, at_end: bool) -> Vec<Piece> {
    let letters = &text[run.at.clone()];
    if run.kind == Kind::Pairs && letters.chars().nth(1).is_some() {
        let pairs = pieces(text, run);
        return pairs
            .into_iter()
            .map(|at| Piece { letters: text[at].to_owned(), place: PiecePlace::Whole })
            .collect();
    }
    let place = match (at_start, at_end) {
        (true, true) => PiecePlace::Anywhere,
        (true, false) => PiecePlace::End,
        (false, true) => PiecePlace::Start,
        (false, false) => PiecePlace::Whole,
    };
    let count = letters.chars().count();
    if count <= SHARED {
        return vec![Piece { letters: letters.to_owned(), place }];
    }
    // A long word may have been cut: only so many letters lie in one term for certain.
    let skipped = if place == PiecePlace::End { count - SHARED } else { 0 };
    let short = letters.chars().skip(skipped).take(SHARED).collect();
    vec![Piece { letters: short, place: if place == PiecePlace::Whole { PiecePlace::Start } else { place } }]
}

/// For each piece the documents that have it, with the best of the scores of its terms.
fn look_up<S: Shelf>(shelf: &S, wanted: &[&Piece]) -> Result<Vec<Scores>, S::Error> {
    let mut found = vec![vec![0; shelf.count()]; wanted.len()];
    for block in 0..shelf.blocks() {
        let mut fitting: Vec<(usize, Fit, std::ops::Range<usize>)> = Vec::new();
        each_term(&shelf.terms(block)?, |term, at| {
            for (number, piece) in wanted.iter().enumerate() {
                fitting.extend(fit(piece, term).map(|fit| (number, fit, at.clone())));
            }
            Ok::<(), S::Error>(())
        })?;
        if fitting.is_empty() {
            continue;
        }
        let lists = shelf.lists(block)?;
        for (number, fit, at) in fitting {
            for posting in postings::read(lists.get(at).ok_or(Damaged)?)? {
                let best = found[number].get_mut(posting.doc as usize).ok_or(Damaged)?;
                *best = (*best).max(of_term(posting, fit));
            }
        }
    }
    Ok(found)
}

/// How a term fits a piece, if it does.
fn fit(piece: &Piece, term: &str) -> Option<Fit> {
    let letters = piece.letters.as_str();
    let fits = match piece.place {
        PiecePlace::Anywhere => term.contains(letters),
        PiecePlace::Start => term.starts_with(letters),
        PiecePlace::End => term.ends_with(letters),
        PiecePlace::Whole => term == letters,
    };
    fits.then(|| {
        if term.len() == letters.len() {
            Fit::Whole
        } else if term.starts_with(letters) {
            Fit::Prefix
        } else {
            Fit::Inside
        }
    })
}
