//! `hudhud bidi`: lines as they would be shown.

use std::io::BufRead;

use super::args::{Bidi, DirectionArg, ShapeArg};
use super::exit::{Exit, Stop};
use super::io::Io;
use crate::model::Direction;
use crate::text::{self, Options, Shaping, Styled, direction};

/// The longest line that is laid out; longer ones are cut, so that no input can fill the memory.
const LONGEST: u64 = 16 << 20;

/// Prints each line of stdin with its cells from left to right, without padding.
///
/// # Errors
///
/// When stdin can't be read or the output is closed.
pub(super) fn run(args: &Bidi, io: &mut Io) -> Result<Exit, Stop> {
    let mut input = std::io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let read = std::io::Read::take(&mut input, LONGEST)
            .read_until(b'\n', &mut line)
            .map_err(|error| Stop::Failed(format!("stdin can't be read ({error}); give it lines of text")))?;
        if read == 0 {
            return Ok(Exit::Done);
        }
        let text = String::from_utf8_lossy(&line);
        for shown in shown(text.trim_end_matches(['\n', '\r']), args) {
            io.line(&shown)?;
        }
    }
}

/// One line, wrapped if a width is given.
fn shown(text: &str, args: &Bidi) -> Vec<String> {
    let base = match args.base {
        DirectionArg::Ltr => Direction::Ltr,
        DirectionArg::Rtl => Direction::Rtl,
        // UAX #9 rules P2 and P3: the first strong character, else left to right.
        DirectionArg::Auto => direction::first_strong(text).unwrap_or_default(),
    };
    let shaping = match args.shape {
        ShapeArg::On => Shaping::On,
        ShapeArg::Off => Shaping::Off,
    };
    let width = args.width.map_or(usize::MAX, usize::from);
    let lines = text::layout(&Styled::plain(text), &Options { base, width, shaping });
    lines.iter().map(text::Line::visual).collect()
}
