//! Text to lexemes, one at a time: what may come depends on what came.

use std::ops::Range;

use super::pattern::PatternError;
use super::{ExprError, Field, Pattern, Problem, nearest};

/// A lexeme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Lexeme {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `and`
    And,
    /// `or`
    Or,
    /// `not`, or `-` or `!` right before something
    Not,
    /// `do`, where a rule is read
    Do,
    /// A word or a phrase.
    Words(String),
    /// A regular expression.
    Pattern(Pattern),
    /// A field with an operator; a value follows.
    Ask(Field, Operator),
    /// `is:` of other readers; a value follows.
    Is,
}

/// What stands between a field and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    /// `:`
    Contains,
    /// `=`
    Equals,
    /// `~`
    Regex,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `>`
    More,
}

/// A value as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Without quotes.
    Word(String),
    /// In quotes.
    Phrase(String),
    /// Between slashes.
    Pattern(Pattern),
}

/// What a text is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// An expression alone.
    Alone,
    /// An expression that ends at the word `do`.
    Rule,
}

/// The operators, longer ones before their beginnings.
const OPERATORS: [(&str, Operator); 8] = [
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("==", Operator::Equals),
    (":", Operator::Contains),
    ("=", Operator::Equals),
    ("~", Operator::Regex),
    ("<", Operator::Less),
    (">", Operator::More),
];

impl Operator {
    /// How it is written.
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Contains => ":",
            Self::Equals => "=",
            Self::Regex => "~",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::AtLeast => ">=",
            Self::More => ">",
        }
    }
}

/// Reads lexemes from a text.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    source: &'a str,
    at: usize,
    reading: Reading,
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(source: &'a str, at: usize, reading: Reading) -> Self {
        Self { source, at, reading }
    }

    /// Where it is, in bytes.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// The next lexeme with its place; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(Lexeme, Range<usize>)>, ExprError> {
        self.skip_blanks();
        let start = self.at;
        let Some(first) = self.rest().chars().next() else { return Ok(None) };
        let lexeme = match first {
            '(' => self.single(Lexeme::Open),
            ')' => self.single(Lexeme::Close),
            '-' | '!' if self.goes_on_after(1) => self.single(Lexeme::Not),
            '/' => Lexeme::Pattern(self.pattern()?),
            quote if is_quote(quote) => Lexeme::Words(self.phrase()?),
            _ => self.word()?,
        };
        Ok(Some((lexeme, start..self.at)))
    }

    /// The value behind a field and its operator; `None` if nothing follows that could be one.
    pub(super) fn value(&mut self) -> Result<Option<(Value, Range<usize>)>, ExprError> {
        self.skip_blanks();
        let start = self.at;
        let value = match self.rest().chars().next() {
            None | Some('(' | ')') => return Ok(None),
            Some('/') => Value::Pattern(self.pattern()?),
            Some(quote) if is_quote(quote) => Value::Phrase(self.phrase()?),
            Some(_) => Value::Word(self.take_word().to_owned()),
        };
        Ok(Some((value, start..self.at)))
    }

    /// Whether everything was read.
    pub(super) fn is_at_end(&mut self) -> bool {
        self.skip_blanks();
        self.rest().is_empty()
    }

    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.source.len() - self.rest().trim_start().len();
    }

    fn single(&mut self, lexeme: Lexeme) -> Lexeme {
        self.at += 1;
        lexeme
    }

    /// Whether something that can be negated begins `bytes` further on.
    fn goes_on_after(&self, bytes: usize) -> bool {
        self.rest()[bytes..].chars().next().is_some_and(|c| !c.is_whitespace() && c != ')')
    }

    /// A word, or what it stands for.
    fn word(&mut self) -> Result<Lexeme, ExprError> {
        if let Some(asked) = self.ask()? {
            return Ok(asked);
        }
        let start = self.at;
        let word = self.take_word();
        let lower = word.to_ascii_lowercase();
        Ok(match lower.as_str() {
            "and" => Lexeme::And,
            "or" => Lexeme::Or,
            "not" => Lexeme::Not,
            "do" if self.reading == Reading::Rule => Lexeme::Do,
            _ => match OPERATORS.iter().find(|(sign, _)| *sign == lower) {
                Some((sign, _)) => {
                    return Err(self.error(start..self.at, Problem::LoneOperator(sign)));
                }
                None => Lexeme::Words(word.to_owned()),
            },
        })
    }

    /// A field with its operator, if that is what comes. Blanks may stand between them if there is such a field.
    fn ask(&mut self) -> Result<Option<Lexeme>, ExprError> {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        let field = Field::named(name);
        let is = name.eq_ignore_ascii_case("is");
        let sign = if field.is_some() { behind.trim_start() } else { behind };
        let operator = OPERATORS.iter().find(|(written, _)| sign.starts_with(written));
        let Some((written, operator)) = operator.filter(|_| !name.is_empty() && !behind.starts_with("://"))
        else {
            return Ok(None);
        };
        let asked = match field {
            Some(field) => Lexeme::Ask(field, *operator),
            None if is && *written == ":" => Lexeme::Is,
            None => {
                let place = self.at..self.at + name.len();
                let near = nearest(name, Field::names()).map(str::to_owned);
                return Err(self.error(place, Problem::UnknownField(name.to_owned())).suggesting(near));
            }
        };
        self.at = self.source.len() - sign.len() + written.len();
        Ok(Some(asked))
    }

    /// Letters up to a blank, a parenthesis or a quote.
    fn take_word(&mut self) -> &'a str {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')') || is_quote(c);
        let end = rest.find(ends).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// A phrase in quotes of any kind; a backslash makes a quote or a backslash part of it.
    fn phrase(&mut self) -> Result<String, ExprError> {
        let start = self.at;
        let mut letters = self.rest().char_indices().skip(1).peekable();
        let mut phrase = String::new();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '\\' => {
                    let escaped = letters.next_if(|(_, next)| is_quote(*next) || *next == '\\');
                    phrase.push(escaped.map_or('\\', |(_, letter)| letter));
                }
                _ if is_quote(letter) => {
                    self.at += at + letter.len_utf8();
                    return Ok(phrase);
                }
                _ => phrase.push(letter),
            }
        }
        Err(self.error(start..self.source.len(), Problem::OpenQuote))
    }

    /// A regular expression between slashes with the flags behind it.
    fn pattern(&mut self) -> Result<Pattern, ExprError> {
        let (start, rest) = (self.at, self.rest());
        let mut letters = rest.char_indices().skip(1);
        let end = loop {
            match letters.next() {
                Some((_, '\\')) => drop(letters.next()),
                Some((at, '/')) => break at,
                Some(_) => {}
                None => return Err(self.error(start..self.source.len(), Problem::OpenRegex)),
            }
        };
        let behind = &rest[end + 1..];
        let flags = behind.find(|c: char| !c.is_alphanumeric()).unwrap_or(behind.len());
        self.at += end + 1 + flags;
        let place = start..self.at;
        Pattern::new(&rest[1..end], &behind[..flags]).map_err(|wrong| self.error(place, problem(wrong)))
    }

    fn error(&self, at: Range<usize>, problem: Problem) -> ExprError {
        ExprError::new(self.source, at, problem)
    }
}

/// What is said of a pattern that can't be used.
pub(super) fn problem(wrong: PatternError) -> Problem {
    match wrong {
        PatternError::Syntax(words) => Problem::BadRegex(words),
        PatternError::Large => Problem::LargeRegex,
        PatternError::Flag(flag) => Problem::BadFlag(flag),
    }
}

/// Whether a letter opens and closes phrases.
pub(super) const fn is_quote(letter: char) -> bool {
    matches!(letter, '"' | '“' | '”' | '„')
}
