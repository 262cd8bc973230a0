//! Joins Arabic letters with presentation forms (`bidi.md` section 2.4; Unicode core specification, section 9.2).
//!
//! A letter takes the form that fits its neighbours, whether or not these have forms themselves. The only
//! ligatures are those of lam with alef, also with marks between.

use std::sync::OnceLock;

use unicode_bidi::BidiClass;
use unicode_joining_type::{JoiningType, get_joining_type};

use super::class;
use super::paragraph::{Paragraph, REMOVED, Unit};
use super::{Purpose, shape_table};

/// Stands for an alef that has gone into the ligature before it.
pub(super) const MERGED: char = '\0';

const FIRST: u32 = 0x620;
const LETTERS: usize = 0xE0;
const LAM: char = '\u{644}';

/// Isolated, final, initial and medial form of each letter from U+0620 on.
type Forms = [[u16; 4]; LETTERS];

static FORMS: OnceLock<Forms> = OnceLock::new();

/// What is printed for each character, or `None` if that is the text itself.
pub(super) fn shape(paragraph: &Paragraph, purpose: Purpose) -> Option<Vec<char>> {
    let units = &paragraph.units;
    if paragraph.is_straight || !units.iter().any(|unit| forms(unit.c).is_some()) {
        return None;
    }
    let mut shaped: Vec<char> = units.iter().map(|unit| unit.c).collect();
    let mut before: Option<Letter> = None;
    for (at, unit) in units.iter().enumerate() {
        let joining = get_joining_type(unit.c);
        if joining == JoiningType::Transparent {
            continue;
        }
        let mut letter = Letter { at, joining, joins_before: false };
        if let Some(last) = before.take() {
            let joins = last.joins_after() && letter.joins_to_before() && same_level(&units[last.at], unit);
            letter.joins_before = joins;
            if joins && let Some(ligature) = ligature(units, &last, at) {
                shaped[last.at] = ligature;
                shaped[at] = MERGED;
                continue;
            }
            put(&mut shaped, &last, joins, purpose);
        }
        before = Some(letter);
    }
    if let Some(last) = before {
        put(&mut shaped, &last, false, purpose);
    }
    Some(shaped)
}

/// A character that takes part in joining.
struct Letter {
    at: usize,
    joining: JoiningType,
    joins_before: bool,
}

impl Letter {
    const fn joins_after(&self) -> bool {
        matches!(self.joining, JoiningType::DualJoining | JoiningType::LeftJoining | JoiningType::JoinCausing)
    }

    const fn joins_to_before(&self) -> bool {
        matches!(
            self.joining,
            JoiningType::DualJoining | JoiningType::RightJoining | JoiningType::JoinCausing
        )
    }
}

/// Letters of different levels don't stand beside each other; joiners have no level of their own.
fn same_level(one: &Unit, other: &Unit) -> bool {
    one.level == other.level || one.level == REMOVED || other.level == REMOVED
}

/// The ligature of a lam and the alef at `alef`, if nothing but marks is between them.
fn ligature(units: &[Unit], lam: &Letter, alef: usize) -> Option<char> {
    if units[lam.at].c != LAM || units[alef].level != units[lam.at].level {
        return None;
    }
    let (_, forms) =
        shape_table::LAM_ALEF.iter().find(|(letter, _)| u32::from(*letter) == u32::from(units[alef].c))?;
    let only_marks = units[lam.at + 1..alef].iter().all(|unit| class::of(unit.c) == BidiClass::NSM);
    only_marks.then(|| form(forms[usize::from(lam.joins_before)])).flatten()
}

/// Writes the form of a letter whose neighbours are known.
fn put(shaped: &mut [char], letter: &Letter, joins_after: bool, purpose: Purpose) {
    let c = shaped[letter.at];
    let index = usize::from(letter.joins_before) + 2 * usize::from(joins_after);
    let own = forms(c).and_then(|forms| form(forms[index]));
    let stand_in = || stand_in(c, letter.joins_before).filter(|_| purpose == Purpose::Screen);
    if let Some(form) = own.or_else(stand_in) {
        shaped[letter.at] = form;
    }
}

/// The form of another letter that looks the same: U+06D5, the vowel of Kurdish and Uyghur, is a heh in shape.
fn stand_in(c: char, joins_before: bool) -> Option<char> {
    (c == '\u{6D5}').then_some(if joins_before { '\u{FEEA}' } else { '\u{FEE9}' })
}

fn form(code: u16) -> Option<char> {
    char::from_u32(u32::from(code)).filter(|c| *c != '\0')
}

/// The forms of a letter, if it is in the block that has them.
fn forms(c: char) -> Option<&'static [u16; 4]> {
    let index = usize::try_from(u32::from(c).checked_sub(FIRST)?).ok()?;
    FORMS.get_or_init(flat).get(index)
}

fn flat() -> Forms {
    let mut flat = [[0; 4]; LETTERS];
    for (letter, forms) in shape_table::FORMS {
        if let Some(index) = u32::from(letter).checked_sub(FIRST).and_then(|i| usize::try_from(i).ok()) {
            flat[index] = forms;
        }
    }
    flat
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Direction;

    fn check(text: &str, expected: &str) {
        let mut paragraph = Paragraph::new(Direction::Rtl, text.len());
        for (at, c) in text.char_indices() {
            paragraph.push(c, at..at + c.len_utf8());
        }
        super::super::levels::resolve(&mut paragraph);
        let shaped: String = shape(&paragraph, Purpose::Screen).unwrap_or_default().into_iter().collect();
        let codes = |text: &str| text.chars().map(|c| format!("{:04X}", u32::from(c))).collect::<Vec<_>>();
        assert_eq!(codes(&shaped), codes(expected), "{text}");
    }

    #[test]
    fn letters_take_the_form_of_their_place() {
        check("سلام", "\u{FEB3}\u{FEFC}\0\u{FEE1}");
        check("بب ب", "\u{FE91}\u{FE90} \u{FE8F}");
        check("دا", "\u{FEA9}\u{FE8D}");
    }

    #[test]
    fn marks_are_passed_over_and_joiners_are_heard() {
        check("بَب", "\u{FE91}\u{64E}\u{FE90}");
        check("ب\u{200C}ب", "\u{FE8F}\u{200C}\u{FE8F}");
        check("ه\u{200D}", "\u{FEEB}\u{200D}");
        check("ه\u{200D}لا", "\u{FEEB}\u{200D}\u{FEFC}\0");
        check("لَا", "\u{FEFB}\u{64E}\0");
        check("ل\u{200D}ا", "\u{FEDF}\u{200D}\u{FE8E}");
        check("\u{64E}ب", "\u{64E}\u{FE8F}");
    }

    #[test]
    fn a_letter_without_forms_still_joins_its_neighbours() {
        check("تښت", "\u{FE97}\u{69A}\u{FE96}");
        check("كورە", "\u{FEDB}\u{FEEE}\u{FEAD}\u{FEE9}");
        check("به\u{6D5}", "\u{FE91}\u{FEEC}\u{FEEA}");
    }

    #[test]
    fn letters_of_different_levels_stay_apart() {
        check("ب\u{2067}ب\u{2069}", "\u{FE8F}\u{2067}\u{FE8F}\u{2069}");
    }
}
