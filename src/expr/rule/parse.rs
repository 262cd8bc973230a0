//! Text to rules.

use std::ops::Range;

use super::{Action, Rule, Scope};
use crate::expr::lex::{Lexer, Reading, Value};
use crate::expr::parse::{MAX_BYTES, read};
use crate::expr::{ExprError, Problem, nearest};

/// A line that is no rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: ExprError,
}

/// Reads rules, one a line; empty lines and those that begin with `#` are none. What can't be read is reported, the others
/// hold.
#[must_use]
pub fn parse_all(text: &str) -> (Vec<Rule>, Vec<Broken>) {
    let (mut rules, mut broken) = (Vec::new(), Vec::new());
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.trim_start().starts_with('#') {
            continue;
        }
        match Rule::parse(line) {
            Ok(rule) => rules.push(rule),
            Err(error) => broken.push(Broken { line: at + 1, error }),
        }
    }
    (rules, broken)
}

impl Rule {
    /// Reads a rule.
    ///
    /// # Errors
    ///
    /// When it is none; the error knows its place.
    pub fn parse(text: &str) -> Result<Self, ExprError> {
        if text.len() > MAX_BYTES {
            return Err(ExprError::new(text, text.len()..text.len(), Problem::TooLong(MAX_BYTES)));
        }
        let mut words = Words { source: text, lexer: Lexer::new(text, 0, Reading::Rule) };
        let scope = words.scope()?;
        // With nothing between `when` and `do` the rule is for every item.
        let (when, end) = read(text, words.lexer.at(), Reading::Rule)?;
        words.lexer = Lexer::new(text, end.unwrap_or(text.len()), Reading::Rule);
        Ok(Self { scope, when, actions: words.actions()? })
    }
}

/// The words of a rule around its expression.
struct Words<'a> {
    source: &'a str,
    lexer: Lexer<'a>,
}

impl Words<'_> {
    /// Everything up to `when`.
    fn scope(&mut self) -> Result<Scope, ExprError> {
        let (first, place) = self.word()?;
        let scope = match first.to_ascii_lowercase().as_str() {
            "when" => return Ok(Scope::All),
            "on" => self.place()?,
            _ => return Err(self.near(place, Problem::MissingWhen, &first, &["when", "on"])),
        };
        match self.word()? {
            (when, _) if when.eq_ignore_ascii_case("when") => Ok(scope),
            (other, place) => Err(self.near(place, Problem::MissingWhen, &other, &["when"])),
        }
    }

    fn place(&mut self) -> Result<Scope, ExprError> {
        let (kind, place) = self.word()?;
        match kind.to_ascii_lowercase().as_str() {
            "all" => Ok(Scope::All),
            "feed" => self.name("feed").map(Scope::Feed),
            "folder" => self.name("folder").map(Scope::Folder),
            _ => Err(self.near(place, Problem::BadScope(kind.clone()), &kind, &["all", "feed", "folder"])),
        }
    }

    fn actions(&mut self) -> Result<Vec<Action>, ExprError> {
        let mut actions = Vec::new();
        loop {
            if self.lexer.is_at_end() {
                let end = self.source.len();
                return Err(ExprError::new(self.source, end..end, Problem::MissingDo));
            }
            actions.push(self.action()?);
            if self.lexer.is_at_end() {
                return Ok(actions);
            }
            let at = self.lexer.at();
            if !self.source[at..].starts_with(',') {
                let (word, place) = self.word()?;
                return Err(ExprError::new(self.source, place, Problem::MissingComma(word)));
            }
            self.lexer = Lexer::new(self.source, at + 1, Reading::Rule);
        }
    }

    fn action(&mut self) -> Result<Action, ExprError> {
        let (word, place) = self.word()?;
        Ok(match word.to_ascii_lowercase().as_str() {
            "hide" => Action::Hide,
            "drop" => Action::Drop,
            "read" => Action::Read,
            "star" => Action::Star,
            "notify" => Action::Notify,
            "stop" => Action::Stop,
            "label" => Action::Label(self.name("label")?),
            "open-with" => Action::OpenWith(self.name("open-with")?),
            "score" => self.score()?,
            _ => return Err(self.near(place, Problem::UnknownAction(word.clone()), &word, &Action::WORDS)),
        })
    }

    fn score(&mut self) -> Result<Action, ExprError> {
        let start = self.lexer.at();
        let text = self.name("score")?;
        // A sign or none, then digits: what the standard library reads.
        text.parse().ok().map(Action::Score).ok_or_else(|| {
            let start = start + self.source[start..].len() - self.source[start..].trim_start().len();
            ExprError::new(self.source, start..self.lexer.at(), Problem::BadScore(text))
        })
    }

    /// A name behind a word, in quotes or not, a comma ends it.
    fn name(&mut self, of: &'static str) -> Result<String, ExprError> {
        match self.word() {
            Ok((name, _)) if !name.is_empty() => Ok(name),
            Err(error) if error.problem != Problem::MissingDo => Err(error),
            _ => {
                let at = self.lexer.at();
                Err(ExprError::new(self.source, at..at, Problem::MissingName(of)))
            }
        }
    }

    /// The next word or phrase; a comma behind a word is not part of it.
    fn word(&mut self) -> Result<(String, Range<usize>), ExprError> {
        let missing = |at: usize| ExprError::new(self.source, at..at, Problem::MissingDo);
        match self.lexer.value()? {
            Some((Value::Phrase(phrase), place)) => Ok((phrase, place)),
            Some((Value::Word(word), place)) => {
                let end = word.find(',').unwrap_or(word.len());
                let place = place.start..place.start + end;
                self.lexer = Lexer::new(self.source, place.end, Reading::Rule);
                Ok((word[..end].to_owned(), place))
            }
            Some((Value::Pattern(pattern), place)) => Ok((pattern.to_string(), place)),
            None => Err(missing(self.lexer.at())),
        }
    }

    fn near(&self, place: Range<usize>, problem: Problem, word: &str, known: &[&'static str]) -> ExprError {
        let near = nearest(word, known.iter().copied()).map(str::to_owned);
        ExprError::new(self.source, place, problem).suggesting(near)
    }
}
