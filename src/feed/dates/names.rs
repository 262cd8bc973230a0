//! Names in dates: months in the larger languages, halves of the day, zones.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Month names, folded, to months from 1 to 12.
static MONTHS: LazyLock<HashMap<String, i8>> = LazyLock::new(|| {
    let mut found = HashMap::new();
    for line in include_str!("../../../assets/months.toml").lines() {
        for (month, forms) in (1..).zip(month_line(line)) {
            for form in forms.split(' ') {
                found.entry(fold(&form.replace('_', " "))).or_insert(month);
            }
        }
    }
    found
});

/// The quoted texts of a line `key = ["…", …]`; none in comments and empty lines.
fn month_line(line: &str) -> Vec<&str> {
    if line.starts_with('#') {
        return Vec::new();
    }
    line.split('"').skip(1).step_by(2).collect()
}

/// A word as it is looked up: lower case, without points and marks that only direct.
pub(super) fn fold(word: &str) -> String {
    word.trim_matches('.').to_lowercase()
}

/// The month that a word names, from 1 to 12; an abbreviation of three letters or more will do.
pub(super) fn month(word: &str) -> Option<i8> {
    let word = fold(word);
    if let Some(month) = MONTHS.get(&word) {
        return Some(*month);
    }
    // Abbreviations of three and four letters that aren't listed (`janu`).
    let short = word.is_ascii() && (3..=4).contains(&word.len());
    let at = ENGLISH.iter().position(|long| short && long.starts_with(&word))?;
    i8::try_from(at + 1).ok()
}

/// The months in English.
const ENGLISH: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The first month of two words, for names of two (`تشرين الأول`).
pub(super) fn month_of_two(first: &str, second: &str) -> Option<i8> {
    MONTHS.get(&format!("{} {}", fold(first), fold(second))).copied()
}

/// Halves of the day: 0 for the first, 12 for the second.
pub(super) fn half_day(word: &str) -> Option<i8> {
    match word.to_lowercase().replace('.', "").as_str() {
        "am" | "ص" | "صباحا" | "صباحاً" | "오전" | "上午" | "πμ" | "de" | "öö" | "ق ظ" => {
            Some(0)
        }
        "pm" | "م" | "مساء" | "مساءً" | "오후" | "下午" | "μμ" | "du" | "ös" | "ب ظ" => {
            Some(12)
        }
        _ => None,
    }
}

/// Minutes east of UTC of a zone's name (RFC 822 section 5.1 and the names that feeds use).
///
/// Where a name means several zones the one most feeds mean is taken. RFC 2822 takes the military letters for
/// unknown, hence UTC; only `Z` is used.
pub(super) fn zone(word: &str) -> Option<i32> {
    let minutes = match word.to_ascii_uppercase().as_str() {
        "Z" | "UT" | "UTC" | "GMT" | "WET" | "UCT" | "ETC/UTC" | "ZULU" => 0,
        "BST" | "WEST" | "CET" | "MEZ" | "WAT" => 60,
        "CEST" | "MESZ" | "CEDT" | "EET" | "SAST" | "CAT" | "IST_IL" => 120,
        "EEST" | "MSK" | "IDT" | "EAT" | "TRT" => 180,
        "IRST" => 210,
        "MSD" | "GST" => 240,
        "AFT" | "IRDT" => 270,
        "PKT" | "UZT" | "YEKT" => 300,
        "IST" => 330,
        "NPT" => 345,
        "OMST" => 360,
        "ICT" | "WIB" | "NOVT" => 420,
        "HKT" | "SGT" | "AWST" | "CST_CN" | "PHT" | "MYT" => 480,
        "JST" | "KST" => 540,
        "ACST" => 570,
        "AEST" => 600,
        "ACDT" => 630,
        "AEDT" => 660,
        "NZST" => 720,
        "NZDT" => 780,
        "AST" | "EDT" | "CLT" => -240,
        "EST" | "CDT" | "ET" => -300,
        "CST" | "MDT" | "CT" => -360,
        "MST" | "PDT" | "MT" => -420,
        "PST" | "AKDT" | "PT" => -480,
        "AKST" => -540,
        "HST" => -600,
        "ADT" | "BRT" | "ART" | "AMST" => -180,
        "NST" => -210,
        "NDT" => -150,
        _ => return None,
    };
    Some(minutes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_has_twelve_months() {
        for line in include_str!("../../../assets/months.toml").lines() {
            let count = month_line(line).len();
            assert!(count == 12 || count == 0, "{line}");
        }
        assert!(MONTHS.len() > 300);
    }

    #[test]
    fn months_are_read_in_many_languages() {
        for (word, expected) in [
            ("Sept.", 9),
            ("Jan", 1),
            ("июл", 7),
            ("août", 8),
            ("مارس", 3),
            ("Mär", 3),
            ("בינואר", 1),
            ("décembre", 12),
            ("Ιαν", 1),
            ("foo", 0),
            ("mart", 3),
            ("janx", 0),
        ] {
            assert_eq!(month(word).unwrap_or(0), expected, "{word}");
        }
        assert_eq!(month_of_two("تشرين", "الأول"), Some(10));
    }
}
