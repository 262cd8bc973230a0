//! Letters and digits that stand for each other.

/// What becomes of a letter.
pub(super) enum Letter {
    /// It stays.
    Same,
    /// It is written as another one.
    One(char),
    /// It is written as two.
    Two(char, char),
    /// It is left out.
    Gone,
}

/// The first digits of scripts whose digits are not decomposed by NFKC.
const ZEROS: [u32; 24] = [
    0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6, 0xE50, 0xED0,
    0xF20, 0x1040, 0x17E0, 0x1810, 0xA620, 0xAA50, 0xABF0, 0x1_0D30, 0x1_E950,
];

/// What a letter or digit is folded to.
pub(super) fn of(c: char) -> Letter {
    match c {
        // Alef with whatever it carries.
        '\u{622}' | '\u{623}' | '\u{625}' | '\u{671}'..='\u{673}' | '\u{675}' => Letter::One('\u{627}'),
        '\u{624}' => Letter::One('\u{648}'),
        // Yeh: Arabic, Persian, without dots, Urdu, Pashto, Kurdish.
        '\u{626}' | '\u{649}' | '\u{6CC}' | '\u{6CD}' | '\u{6CE}' | '\u{6D0}' | '\u{6D2}' | '\u{6D3}' => {
            Letter::One('\u{64A}')
        }
        // Kaf: Persian, Sindhi.
        '\u{6A9}' | '\u{6AA}' => Letter::One('\u{643}'),
        // Heh: teh marbuta, Urdu, doachashmee, Kurdish and Uyghur.
        '\u{629}' | '\u{6BE}' | '\u{6C0}'..='\u{6C3}' | '\u{6D5}' => Letter::One('\u{647}'),
        '\u{640}' => Letter::Gone,
        // Yiddish digraphs.
        '\u{5F0}' => Letter::Two('\u{5D5}', '\u{5D5}'),
        '\u{5F1}' => Letter::Two('\u{5D5}', '\u{5D9}'),
        '\u{5F2}' => Letter::Two('\u{5D9}', '\u{5D9}'),
        // Final sigma; dotless i, which Turkish capitals make.
        'ς' => Letter::One('σ'),
        'ı' => Letter::One('i'),
        _ => digit(c).map_or(Letter::Same, Letter::One),
    }
}

fn digit(c: char) -> Option<char> {
    let code = u32::from(c);
    let value = ZEROS.iter().find_map(|zero| code.checked_sub(*zero).filter(|value| *value < 10))?;
    char::from_digit(value, 10)
}
