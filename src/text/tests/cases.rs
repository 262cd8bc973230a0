//! Reference cases: those of the shared folder, and some of our own.

use crate::model::{Direction, DirectionChoice};
use crate::text::{Shaping, visual_lines};

fn check(base: &str, input: &str, plain: &str, shaped: &str) {
    let base = DirectionChoice::from_word(base).unwrap_or_default();
    let codes = |text: &str| text.chars().map(|c| format!("{:04X}", u32::from(c))).collect::<Vec<_>>();
    for (shaping, expected) in [(Shaping::Off, plain), (Shaping::On, shaped)] {
        let visual = visual_lines(input, base, None, shaping);
        assert_eq!(visual.len(), 1, "{input}");
        assert_eq!(codes(&visual[0]), codes(expected), "{shaping:?} {input}");
    }
}

fn same(base: &str, input: &str, visual: &str) {
    check(base, input, visual, visual);
}

#[test]
fn the_shared_cases_hold() {
    let Some(shared) = std::env::var_os("HUDHUD_SHARED") else {
        println!("skipped: HUDHUD_SHARED is not set");
        return;
    };
    let path = std::path::Path::new(&shared).join("bidi/cases.json");
    let file: serde_json::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let cases = file["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 25);
    for case in cases {
        let text = |key: &str| case[key].as_str().unwrap();
        check(text("base"), text("input"), text("visual_no_shaping"), text("visual_shaped"));
    }
}

/// What is on the screen for the lines that people reported as broken in other readers.
#[test]
fn the_reported_lines_hold() {
    let Some(shared) = std::env::var_os("HUDHUD_SHARED") else {
        println!("skipped: HUDHUD_SHARED is not set");
        return;
    };
    let folder = std::path::Path::new(&shared).join("bugcases");
    let mut lines = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let Ok(file) = std::fs::read(entry.unwrap().path().join("expected.json")) else { continue };
        let file: serde_json::Value = serde_json::from_slice(&file).unwrap();
        for case in file.as_array().into_iter().flatten().filter(|case| case["visual"].is_string()) {
            let text = |key: &str| case[key].as_str().unwrap();
            let base = DirectionChoice::from_word(text("base")).unwrap();
            let visual = visual_lines(text("logical"), base, None, Shaping::Off).concat();
            // The files put a mark before its base, as reversed characters are; cells have it behind (rule L3).
            let unmarked = |text: &str| text.replace('\u{654}', "");
            assert_eq!(unmarked(&visual), unmarked(text("visual")));
            lines += 1;
        }
    }
    assert!(lines > 0);
}

#[test]
fn punctuation_and_brackets_follow_their_text() {
    same("rtl", "מה (טוב)?", "?(בוט) המ");
    same("ltr", "a (טוב) b", "a (בוט) b");
    same("rtl", "א < ב", "ב > א");
    same("rtl", "מחיר: 20$–30$", "30$–20$ :ריחמ");
    same("rtl", "טל' 03-123-4567", "03-123-4567 'לט");
}

#[test]
fn isolates_and_marks_are_used_and_not_printed() {
    same("rtl", "א \u{2066}x/\u{2069} ב", "ב x/ א");
    same("ltr", "C++\u{200E} \u{2067}א!\u{2069}!", "C++ !א!");
    same("rtl", "א C++\u{200E} ב", "ב C++ א");
    same("ltr", "a \u{2069}\u{2067}\u{2066}ב", "a ב");
}

#[test]
fn blanks_at_the_end_are_at_the_edge() {
    same("rtl", "אב ", " בא");
    same("ltr", "אב ", "בא ");
    same("rtl", "ab  ", "  ab");
}

#[test]
fn emoji_and_wide_characters_are_single_cells() {
    same("rtl", "א 👩\u{200D}👩\u{200D}👧 ב", "ב 👩\u{200D}👩\u{200D}👧 א");
    same("rtl", "א 👍🏽 日本", "日本 👍🏽 א");
}

#[test]
fn joiners_stay_with_their_letter_unless_shaped() {
    check("rtl", "ه\u{200D}", "ه\u{200D}", "\u{FEEB}");
    check("rtl", "ب\u{200C}ب", "بب\u{200C}", "\u{FE8F}\u{FE8F}");
    check("rtl", "لَا", "الَ", "\u{FEFB}\u{64E}");
    check("rtl", "لـا", "اـل", "\u{FE8E}ـ\u{FEDF}");
}

#[test]
fn the_base_is_found_where_it_is_not_given() {
    same("auto", "abc אב", "abc בא");
    same("auto", "12 - 13?", "12 - 13?");
    same("auto", "- אב", "בא -");
    same("auto", "\u{2066}abc\u{2069} אב", "בא abc");
}

#[test]
fn deep_nests_are_no_danger() {
    let deep = format!("{}1", "\u{2067}".repeat(140));
    same("rtl", &deep, "1");
    let embedded = format!("{}a{}", "\u{202B}".repeat(140), "\u{202C}".repeat(140));
    same("ltr", &embedded, "a");
}

#[test]
fn other_scripts_are_ordered_and_not_shaped() {
    same("rtl", "\u{1E900}\u{1E922} 12", "12 \u{1E922}\u{1E900}");
    same("rtl", "ߒߞߏ", "ߏߞߒ");
    same("ltr", "", "");
}

#[test]
fn paragraphs_have_their_own_base_and_lines_their_width() {
    let lines = |width| visual_lines("abc אב\nאב גד abc", DirectionChoice::Auto, Some(width), Shaping::On);
    assert_eq!(lines(80), ["abc בא", "abc דג בא"]);
    assert_eq!(lines(5), ["abc", "בא", "דג בא", "abc"]);
    assert_eq!(lines(0).concat(), "abcאבאבגדabc");
    let fixed = visual_lines("a-", DirectionChoice::Fixed(Direction::Rtl), None, Shaping::On);
    assert_eq!(fixed, ["-a"]);
}
