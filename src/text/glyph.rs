//! What is printed for a grapheme cluster, so that all terminals count the same columns (`bidi.md` section 1.6).
//!
//! Joiners, variation selectors, skin tones and prefixed number signs are counted differently from terminal to
//! terminal, and emoji sequences in particular. So they are left out, and a sequence of emoji shows its first.

use unicode_bidi::BidiClass;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::clean::MARKS_PER_CLUSTER;
use super::{Purpose, Shaping, class};

/// Characters of an emoji sequence that is printed whole: the longest in use have ten.
const WHOLE: usize = 40;

/// How clusters are printed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Print {
    pub(super) purpose: Purpose,
    pub(super) shaping: Shaping,
}

/// The columns of a character, 0 to 2.
pub(super) fn width(c: char) -> usize {
    match c {
        ' '..='~' | '\u{5D0}'..='\u{5EA}' | '\u{620}'..='\u{64A}' | '\u{FE80}'..='\u{FEFC}' => 1,
        _ => c.width().unwrap_or(0),
    }
}

/// Writes what is printed for the characters of a cluster and returns its columns; nothing for a cluster
/// without a base.
pub(super) fn write(out: &mut String, chars: impl Iterator<Item = char> + Clone, print: Print) -> usize {
    let start = out.len();
    if print.purpose != Purpose::Screen && is_emoji_sequence(chars.clone()) {
        out.extend(chars.take(WHOLE));
    } else {
        write_plain(out, chars, print);
    }
    out[start..].width()
}

fn write_plain(out: &mut String, chars: impl Iterator<Item = char> + Clone, print: Print) {
    let mut chars = chars.skip_while(|c| !is_base(*c)).filter(|c| !is_number_sign(*c)).peekable();
    out.extend(chars.next());
    let mut marks = 0;
    while let Some(c) = chars.next() {
        match c {
            '\u{200D}' if chars.peek().is_some_and(|next| is_pictograph(*next)) => return,
            '\u{200C}' | '\u{200D}' if print.shaping == Shaping::On => {}
            '\u{FE0E}' | '\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}' | '\u{E0020}'..='\u{E007F}' => {}
            _ if width(c) == 0 && marks == MARKS_PER_CLUSTER => {}
            _ => {
                marks += usize::from(width(c) == 0);
                out.push(c);
            }
        }
    }
}

/// Whether a cell can start with this character: it takes a column and is no mark.
fn is_base(c: char) -> bool {
    width(c) > 0 && class::of(c) != BidiClass::NSM && !is_number_sign(c)
}

/// Signs that enclose or precede a number (`Prepended_Concatenation_Mark`): some terminals give them a column of
/// their own, some none.
const fn is_number_sign(c: char) -> bool {
    matches!(
        c,
        '\u{600}'
            ..='\u{605}'
                | '\u{6DD}'
                | '\u{70F}'
                | '\u{890}'
                | '\u{891}'
                | '\u{8E2}'
                | '\u{110BD}'
                | '\u{110CD}'
    )
}

/// Whether a cluster is several emoji, or one with a modifier.
fn is_emoji_sequence(mut chars: impl Iterator<Item = char>) -> bool {
    chars.next().is_some_and(|c| is_pictograph(c) || c.is_ascii_digit() || c == '#' || c == '*')
        && chars.any(|c| {
            is_pictograph(c) || matches!(c, '\u{200D}' | '\u{FE0F}' | '\u{20E3}' | '\u{E0020}'..='\u{E007F}')
        })
}

/// Whether a character is in the blocks of pictographs. Enough inside a cluster: nothing else of these blocks
/// follows a joiner there.
const fn is_pictograph(c: char) -> bool {
    matches!(c, '©' | '®' | '\u{203C}'..='\u{2BFF}' | '\u{3030}'..='\u{3299}' | '\u{1F000}'..='\u{1FBFF}')
}
