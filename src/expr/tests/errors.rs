//! Every message once.

use crate::expr::{Expr, ExprError};

/// `[` and `]` in the text stand around the part that is meant; suggestion after `→`.
fn check(marked: &str, message: &str) {
    let start = marked.find('⟦').unwrap();
    let text = marked.replace(['⟦', '⟧'], "");
    let end = marked.find('⟧').map_or(text.len(), |end| end - '⟦'.len_utf8());
    let (message, suggestion) =
        message.split_once(" → ").map_or((message, None), |(said, meant)| (said, Some(meant)));
    let error = Expr::parse(&text).unwrap_err();
    let column = text[..start].chars().count() + 1;
    assert_eq!(error.to_string(), format!("column {column}: {message}"), "{text}");
    assert_eq!(error.suggestion.as_deref(), suggestion, "{text}");
    assert_eq!(error.at, start..end, "{text}");
}

#[test]
fn every_problem_is_said_where_it_is() {
    check("a ⟦titel⟧:b", "there is no field \"titel\"; quote it to search for it → title");
    check("⟦note⟧:b", "there is no field \"note\"; quote it to search for it");
    check("⟦zzzzzz⟧=b", "there is no field \"zzzzzz\"; quote it to search for it");
    check("سلام ⟦>⟧ 3", "> needs a field in front of it");
    check("a ⟦title:⟧", "a value is missing after title:");
    check("⟦age <⟧ )", "a value is missing after age <");
    check("⟦is:⟧", "a value is missing after is:");
    check("⟦title<⟧a", "title can't be asked with <");
    check("⟦title=⟧/a/", "title can't be asked with =");
    check("⟦age:⟧7d", "age can't be asked with :");
    check("⟦read~⟧yes", "read can't be asked with ~");
    check("⟦words~⟧5", "words can't be asked with ~");
    check("a or⟦", "a condition is missing here");
    check("⟦or⟧ a", "a condition is missing here");
    check("a (⟦)⟧", "a condition is missing here");
    check("a and ⟦and⟧ b", "a condition is missing here");
    check("a ⟦\"b c", "this quote is never closed");
    check("title:⟦“b", "this quote is never closed");
    check("a ⟦/b c", "this regular expression is never closed");
    check("a ⟦(⟧b c", "this parenthesis is never closed");
    check("a b⟦)⟧ c", "this parenthesis was never opened");
    check("a ⟦/b(/⟧", "regular expression: unclosed group");
    check("title~⟦*a⟧", "regular expression: repetition operator missing expression");
    check("⟦/(?:\\w{500}){500}/⟧", "this regular expression is too large");
    check("⟦/a/iz⟧", "'z' is no flag of a regular expression (i m s x)");
    check("words>⟦many⟧", "\"many\" is not a number");
    check("age<⟦7⟧", "\"7\" is not a length of time (90s 30m 2h 7d 3w 6mo 1y)");
    check("date:⟦2024-13⟧", "\"2024-13\" is not a date (2024, 2024-05, 2024-05-17, today, yesterday, 7d)");
    check("date:⟦2024-02..2024-01⟧", "this range ends before it starts");
    check("age:⟦7d..1d⟧", "this range ends before it starts");
    check("date:⟦1d..7d⟧", "this range ends before it starts");
    check("words:⟦5..1⟧", "this range ends before it starts");
    check("read:⟦ys⟧", "\"ys\" is none of: yes no → yes");
    check("media:⟦vidoe⟧", "\"vidoe\" is none of: image audio video → video");
    check("is:⟦unraed⟧", "\"unraed\" is none of: read unread starred unstarred → unread");
    check(&format!("{}⟦", "a ".repeat(9_000)), "this is longer than 16384 bytes");
    check(&format!("{}⟦a⟧", "a ".repeat(500)), "these are more than 500 conditions");
    check(&format!("{}⟦(⟧a", "(".repeat(50)), "this is nested more than 50 deep");
    check(&format!("{}⟦-⟧a", "-".repeat(50)), "this is nested more than 50 deep");
}

#[test]
fn the_place_is_drawn_below_the_text() {
    let error: ExprError = Expr::parse("a titel:b").unwrap_err();
    assert_eq!(error.caret("a titel:b"), "a titel:b\n  ^^^^^");
    let error = Expr::parse("a\tor").unwrap_err();
    assert_eq!(error.caret("a\tor"), "a or\n    ^");
}

fn typed(text: &str, expected: &str) {
    assert_eq!(Expr::typed(text).map(|expr| expr.to_string()), Ok(expected.to_owned()), "{text}");
}

#[test]
fn what_is_being_typed_has_results_already() {
    typed("a or", "a");
    typed("a or ", "a");
    typed("a (b or", "a b");
    typed("a (", "a");
    typed("a -(", "a \"-\"");
    typed("a title:", "a");
    typed("a not", "a");
    typed("\"feed rea", "\"feed rea\"");
    typed("\"feed\\", "\"feed\\\\\"");
    typed("a (title:\"b", "a title:b");
    typed("/ab", "/ab/");
    typed("or", "");
    typed("(((", "");
    assert!(Expr::typed("titel:a or").is_err());
    assert!(Expr::typed("a )").is_err());
}
