use proptest::prelude::*;

use super::*;
use crate::expr::tests::round::expr;
use crate::expr::tests::sample::{items, now};

fn printed(text: &str, expected: &str) {
    assert_eq!(Rule::parse(text).map(|rule| rule.to_string()), Ok(expected.to_owned()), "{text}");
}

#[test]
fn rules_are_read_and_printed() {
    printed("when rust do read", "when rust do read");
    printed("WHEN rust and \"do\" DO Read,star , label 'x'", "when rust \"do\" do read, star, label \"'x'\"");
    printed("on all when a do hide", "when a do hide");
    printed(
        "on feed \"Le Monde\" when a or b do drop,stop",
        "on feed \"Le Monde\" when a or b do drop, stop",
    );
    printed(
        "on folder News/World when do label \"to read\"",
        "on folder \"News/World\" when do label \"to read\"",
    );
    printed("when title:do do score 5, score -5", "when title:\"do\" do score +5, score -5");
    printed("when x do open-with mpv, notify", "when x do open-with mpv, notify");
}

/// `⟦` and `⟧` stand around the part that is meant.
fn refused(marked: &str, message: &str) {
    let start = marked.find('⟦').unwrap();
    let text = marked.replace(['⟦', '⟧'], "");
    let (message, suggestion) =
        message.split_once(" → ").map_or((message, None), |(said, meant)| (said, Some(meant)));
    let error = Rule::parse(&text).unwrap_err();
    assert_eq!(error.problem.to_string(), message, "{text}");
    assert_eq!((error.at.start, error.suggestion.as_deref()), (start, suggestion), "{text}");
}

#[test]
fn every_problem_is_said_where_it_is() {
    refused("⟦wehn a do hide", "a rule begins with when, or on … when → when");
    refused("on all ⟦a do hide", "a rule begins with when, or on … when");
    refused("on ⟦fed X when a do hide", "\"fed\" is none of: all, feed, folder → feed");
    refused("on feed⟦", "feed needs a name");
    refused("when a⟦", "do and an action are missing");
    refused("when a do⟦", "do and an action are missing");
    refused("when a do hide,⟦", "do and an action are missing");
    refused("when a do ⟦hid", "there is no action \"hid\" → hide");
    refused("when a do hide ⟦stop", "a comma is missing before \"stop\"");
    refused("when a do label⟦", "label needs a name");
    refused("when a do label⟦, stop", "label needs a name");
    refused("when a do score ⟦many", "\"many\" is no score; write +5 or -5");
    refused("when a do score ⟦+-5", "\"+-5\" is no score; write +5 or -5");
    refused("when ⟦titel:a do hide", "there is no field \"titel\"; quote it to search for it → title");
    refused("when ⟦(a do hide", "this parenthesis is never closed");
    refused("⟦", "do and an action are missing");
}

#[test]
fn broken_lines_are_reported_and_the_others_hold() {
    let (rules, broken) = parse_all("# mine\n\nwhen a do hide\nwhen b or do star\nwhen c do read");
    assert_eq!(rules.len(), 2);
    assert_eq!(broken.iter().map(|broken| broken.line).collect::<Vec<_>>(), [4]);
}

fn outcome(text: &str, name: char) -> Outcome {
    let (rules, broken) = parse_all(text);
    assert_eq!(broken, []);
    let (_, item) = items().into_iter().find(|(known, _)| *known == name).unwrap();
    ready(&rules, &now()).apply(&item)
}

#[test]
fn an_outcome_says_which_rule_did_it() {
    let text = "when nothing do hide\nwhen tag=sponsored do hide, read\nwhen buy do drop, hide";
    let found = outcome(text, 'h');
    assert_eq!((found.hidden_by, found.dropped_by, found.read), (Some(1), Some(2), true));
    assert_eq!(found.matched, [1, 2]);
    assert_eq!(outcome(text, 'a'), Outcome::default());
}

#[test]
fn later_rules_see_the_score_of_earlier_ones() {
    let text = "when rust do score +3\nwhen released do score 4\nwhen score>=7 do star, notify";
    assert!(outcome(text, 'a').star);
    assert_eq!(outcome(text, 'a').score, 7);
    // It had 10 before.
    assert!(outcome(text, 'b').star && outcome(text, 'b').score == 3);
    assert!(!outcome(text, 'c').star);
}

#[test]
fn stop_ends_it_after_the_actions_of_its_rule() {
    let found = outcome("when rust do stop, label x, label x\nwhen do read, open-with mpv", 'a');
    assert_eq!((found.labels.as_slice(), found.read, found.open_with), (&["x".to_owned()][..], false, None));
    let found = outcome("when nothing do stop\nwhen do open-with mpv\nwhen do open-with vlc", 'a');
    assert_eq!(found.open_with.as_deref(), Some("mpv"));
}

#[test]
fn a_rule_holds_in_its_place_only() {
    assert!(outcome("on feed \"RUST blog\" when do read", 'a').read);
    assert!(!outcome("on feed Rust when do read", 'a').read);
    assert!(outcome("on folder tech when do read", 'a').read);
    assert!(!outcome("on folder Tec when do read", 'a').read);
    assert!(!outcome("on folder Tech when do read", 'd').read);
}

fn action() -> impl Strategy<Value = Action> {
    let name = || prop_oneof!["[a-z]{1,5}", "[-,\" \\\\a/é]{1,5}", Just("do".to_owned())];
    prop_oneof![
        prop::sample::select(vec![
            Action::Hide,
            Action::Drop,
            Action::Read,
            Action::Star,
            Action::Notify,
            Action::Stop
        ]),
        name().prop_map(Action::Label),
        name().prop_map(Action::OpenWith),
        any::<i64>().prop_map(Action::Score),
    ]
}

proptest! {
    #[test]
    fn printed_and_read_again_it_is_the_same(
        place in prop_oneof![Just(Scope::All), "\\PC{1,6}".prop_map(Scope::Feed), "[a/é ]{1,6}".prop_map(Scope::Folder)],
        when in expr(),
        actions in prop::collection::vec(action(), 1..4),
    ) {
        let rule = Rule { scope: place, when, actions };
        let printed = rule.to_string();
        prop_assert_eq!(Rule::parse(&printed), Ok(rule), "{}", printed);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(when|on|do|feed|label|score|hide|,|\"|a|/|\\(|-|5| |é){0,14}") {
        if let Ok(rule) = Rule::parse(&text) {
            prop_assert_eq!(Rule::parse(&rule.to_string()), Ok(rule));
        }
    }
}
