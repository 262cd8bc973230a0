//! The files of texts against the program and against each other.

use std::collections::{BTreeMap, BTreeSet};

use super::*;

#[test]
fn every_language_has_every_text_and_no_other() {
    for language in Language::ALL {
        let (_, faults) = Strings::parse(language, language.file());
        assert_eq!(faults, [], "{language:?}");
    }
}

/// The names of the gaps of a pattern.
fn gaps(pattern: &str) -> BTreeSet<&str> {
    pattern.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0)).collect()
}

fn patterns(form: &Form) -> Vec<(Plural, &str)> {
    match form {
        Form::Same(text) => vec![(Plural::Other, text)],
        Form::Counted(forms) => forms.iter().map(|(plural, text)| (*plural, text.as_str())).collect(),
    }
}

#[test]
fn gaps_are_the_same_in_every_language() {
    let english = Strings::english();
    for language in Language::ALL {
        for (text, (own, model)) in
            Text::ALL.iter().zip(Strings::of(language).forms.iter().zip(&english.forms))
        {
            // A short date names the month by its number where its name is too long.
            let same = |gap| if gap == "number" { "month" } else { gap };
            let wanted: BTreeSet<&str> =
                patterns(model).into_iter().flat_map(|(_, text)| gaps(text)).collect();
            for (plural, pattern) in patterns(own) {
                let mut found: BTreeSet<&str> = gaps(pattern).into_iter().map(same).collect();
                // One and two have words of their own in some languages.
                let spelled = matches!(plural, Plural::Zero | Plural::One | Plural::Two);
                if spelled && wanted.contains("count") {
                    found.insert("count");
                }
                assert_eq!(found, wanted, "{} in {language:?}: {pattern}", text.name());
            }
        }
    }
}

#[test]
fn counted_texts_have_exactly_the_forms_of_their_language() {
    for language in Language::ALL {
        let wanted = Plural::categories(language);
        for (text, form) in Text::ALL.iter().zip(&Strings::of(language).forms) {
            let Form::Counted(forms) = form else { continue };
            let unknown: Vec<_> = forms
                .iter()
                .filter(|(plural, _)| !wanted.contains(plural) && *plural != Plural::Other)
                .collect();
            assert!(unknown.is_empty(), "{} in {language:?}: {unknown:?}", text.name());
            // A text that is the same for every number needs one form only.
            let missing: Vec<_> =
                wanted.iter().filter(|plural| !forms.iter().any(|(known, _)| known == *plural)).collect();
            assert!(forms.len() == 1 || missing.is_empty(), "{} in {language:?}: {missing:?}", text.name());
        }
    }
}

#[test]
fn a_language_is_written_in_its_own_script() {
    // What is the same in every language: names of options, of modes, and the digits.
    let shared = [Text::Digits, Text::WeekdayTime, Text::DayMonth, Text::DayMonthShort, Text::StatusPending];
    for language in Language::ALL.into_iter().filter(|language| language.direction() == Direction::Rtl) {
        for (text, form) in Text::ALL.iter().zip(&Strings::of(language).forms) {
            for (_, pattern) in patterns(form).into_iter().filter(|_| !shared.contains(text)) {
                let bare: String = pattern
                    .split('{')
                    .map(|part| part.split_once('}').map_or(part, |(_, rest)| rest))
                    .collect();
                let (ltr, rtl) = direction::count([bare.as_str()]);
                assert!(rtl > 0 || ltr == 0, "{} in {language:?} is not translated: {pattern}", text.name());
            }
        }
    }
}

#[test]
fn lists_of_words_are_complete() {
    for language in Language::ALL {
        let strings = Strings::of(language);
        let count = |text| strings.say(text).split_whitespace().count();
        assert_eq!((count(Text::Weekdays), count(Text::Months)), (7, 12), "{language:?}");
        assert_eq!(strings.say(Text::Digits).chars().count(), 10, "{language:?}");
    }
}

#[test]
fn no_text_holds_a_control() {
    let is_control = |letter: char| letter.is_control() || crate::text::clean::is_bidi_control(letter);
    for language in Language::ALL {
        for (text, form) in Text::ALL.iter().zip(&Strings::of(language).forms) {
            for (_, pattern) in patterns(form) {
                assert!(!pattern.contains(is_control), "{} in {language:?}", text.name());
            }
        }
    }
}

#[test]
fn a_file_that_lacks_or_adds_texts_is_told_so() {
    let (strings, faults) = Strings::parse(Language::English, "[pane]\nfeeds = 'F'\nnothing = 'x'\n");
    assert!(faults.contains(&Fault::Unused("pane.nothing".to_owned())));
    assert!(faults.contains(&Fault::Missing(Text::PaneItems.name())));
    assert_eq!((strings.say(Text::PaneFeeds), strings.say(Text::PaneItems)), ("F", "pane.items"));
}

#[test]
fn every_text_is_said_somewhere() {
    let mut code = String::new();
    gather(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut code);
    let words: BTreeSet<&str> =
        code.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
    let names = Text::ALL.iter().map(|text| format!("{text:?}"));
    let unsaid: Vec<String> = names.filter(|name| !words.contains(name.as_str())).collect();
    assert!(unsaid.is_empty(), "{unsaid:?}");
}

fn gather(folder: &std::path::Path, code: &mut String) {
    for entry in std::fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("the sources are readable").path();
        if path.is_dir() {
            gather(&path, code);
        } else if !path.ends_with("strings/key.rs") {
            code.push_str(&std::fs::read_to_string(&path).expect("sources are UTF-8"));
        }
    }
}

#[test]
fn numbers_choose_the_form() {
    let said = |language, count| Strings::of(language).count(Text::NoticeImported, count, &[]);
    assert_eq!(said(Language::English, 1), "1 feed added");
    assert_eq!(said(Language::English, 0), "0 feeds added");
    let arabic: BTreeMap<usize, String> =
        [1, 2, 3, 11, 100].map(|count| (count, said(Language::Arabic, count))).into();
    let different: BTreeSet<String> =
        arabic.values().map(|text| text.replace(|letter: char| letter.is_ascii_digit(), "")).collect();
    assert!(different.len() >= 4, "{arabic:?}");
    assert!(said(Language::Persian, 12).contains("۱۲"));
}

#[test]
fn gaps_are_filled_once_and_unknown_ones_stay() {
    assert_eq!(fill("{a} {b} {", &[("a", "{b}"), ("b", "x")], str::to_owned), "{b} x {");
}

#[test]
fn what_is_filled_in_is_isolated_and_cannot_end_it() {
    assert_eq!(isolated("\u{202e}ا\u{2069}ب", Direction::Ltr), "\u{2068}اب\u{2069}");
    assert_eq!(isolated("Ctrl-r", Direction::Rtl), "\u{2068}Ctrl-r\u{2069}");
    assert_eq!(isolated("Ctrl-r", Direction::Ltr), "Ctrl-r");
    assert_eq!(isolated("12", Direction::Rtl), "12");
}
