//! The last step before the terminal: a finished row of cells, adapted to what the terminal itself does
//! with right-to-left text (`bidi.md` section 2.5).

mod inverse;
mod row;
mod words;

use super::Shaping;

/// What the terminal at hand needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Adaptor {
    /// The terminal shows cells as they are sent.
    #[default]
    App,
    /// The terminal reverses each word (kitty).
    Words,
    /// The terminal always reorders rows itself.
    Terminal,
    /// Nothing is reordered: logical order, left aligned.
    Off,
}

impl Adaptor {
    /// Whether texts for this adaptor are to be laid out with joined letters: a terminal that reorders also joins,
    /// from nominal letters, and knows nothing of presentation forms.
    #[must_use]
    pub const fn shaping(self) -> Shaping {
        match self {
            Self::App | Self::Words => Shaping::On,
            Self::Terminal | Self::Off => Shaping::Off,
        }
    }
}

/// Turns a row of cells (symbols from left to right, in visual order) into the symbols to be sent.
///
/// The result says for each column which of the given cells goes there and the symbol to print. The cell after
/// that of a wide symbol is taken as hidden by it and stays behind it; what it holds makes no difference.
///
/// With [`Adaptor::Off`] the row is left as it is: painters take [`Line::logical`](super::Line::logical) then.
#[must_use]
pub fn adapt(row: &[&str], adaptor: Adaptor) -> Vec<(usize, String)> {
    let as_is = || row.iter().enumerate().map(|(at, symbol)| (at, (*symbol).to_owned())).collect();
    match adaptor {
        Adaptor::App | Adaptor::Off => as_is(),
        _ if row.iter().all(|symbol| symbol.is_ascii()) => as_is(),
        Adaptor::Words => words::adapt(row),
        Adaptor::Terminal => inverse::adapt(row),
    }
}

#[cfg(test)]
mod tests;
