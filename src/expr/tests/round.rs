//! Printed and read again, an expression is the same.

use proptest::prelude::*;

use super::sample::{items, now};
use crate::expr::{
    Bare, Bounds, Day, Expr, Field, Flag, Length, Match, MediaWord, MomentField, NumberField, Order, Pattern,
    Test, TextField, Unit, Via, When,
};

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,6}",
        "\\PC{0,8}",
        "[-!/(): =~<>*.\"“”„\\\\a1é]{0,8}",
        Just("and".to_owned()),
        Just("Or".to_owned()),
        Just("do".to_owned()),
        Just("title".to_owned()),
        Just("ق".to_owned()),
    ]
}

fn pattern() -> impl Strategy<Value = Pattern> {
    let sources =
        prop_oneof![Just("a/b"), Just("^x\\/y$"), Just("[/\"]"), Just(""), Just("a b|(c)"), Just("\\\\")];
    (sources, "[imsx]{0,3}").prop_map(|(source, flags)| Pattern::new(source, &flags).unwrap())
}

fn text_field() -> impl Strategy<Value = TextField> {
    let fields: Vec<TextField> = Field::each()
        .filter_map(|field| match field {
            Field::Text(field) => Some(field),
            _ => None,
        })
        .collect();
    prop::sample::select(fields)
}

fn length() -> impl Strategy<Value = Length> {
    use Unit::{Days, Hours, Minutes, Months, Seconds, Weeks, Years};
    let units = prop::sample::select(vec![Seconds, Minutes, Hours, Days, Weeks, Months, Years]);
    (any::<u32>(), units).prop_map(|(count, unit)| Length { count, unit })
}

fn when() -> impl Strategy<Value = When> {
    let days = prop::sample::select(vec!["2024", "2024-05", "2024-05-17", "0001-01-01", "9999"]);
    prop_oneof![
        days.prop_map(|day| When::Day(Day::parse(day).unwrap())),
        Just(When::Today),
        Just(When::Yesterday),
        length().prop_map(When::Ago),
    ]
}

fn order() -> impl Strategy<Value = Order> {
    prop::sample::select(vec![Order::Less, Order::AtMost, Order::AtLeast, Order::More])
}

fn test() -> impl Strategy<Value = Test> {
    let matching = || {
        prop_oneof![
            words().prop_map(Match::Contains),
            words().prop_map(Match::Equals),
            pattern().prop_map(Match::Pattern)
        ]
    };
    let number = || prop::sample::select(vec![NumberField::Words, NumberField::Size, NumberField::Score]);
    let moment = || prop::sample::select(vec![MomentField::Date, MomentField::Updated, MomentField::Seen]);
    let fields: Vec<Field> = Field::each().collect();
    // The smallest number has no opposite that could be written.
    let value = || (i64::MIN + 1)..=i64::MAX;
    prop_oneof![
        words().prop_map(|words| Test::Bare(Bare::Words(words))),
        pattern().prop_map(|pattern| Test::Bare(Bare::Pattern(pattern))),
        (text_field(), matching()).prop_map(|(field, how)| Test::Text(field, how)),
        (number(), order(), value())
            .prop_map(|(field, order, value)| Test::Number(field, Bounds::Is(order, value))),
        (number(), value()).prop_map(|(field, value)| Test::Number(field, Bounds::Is(Order::Equal, value))),
        (number(), value(), value())
            .prop_map(|(field, a, b)| Test::Number(field, Bounds::Between(a.min(b), a.max(b)))),
        (moment(), order(), when())
            .prop_map(|(field, order, when)| Test::Moment(field, Bounds::Is(order, when))),
        (moment(), when()).prop_map(|(field, when)| Test::Moment(field, Bounds::Is(Order::Equal, when))),
        (moment(), when())
            .prop_map(|(field, when)| Test::Moment(field, Bounds::Between(when, when)))
            .prop_filter("a day is no range", |test| !matches!(
                test,
                Test::Moment(_, Bounds::Between(When::Ago(_), _))
            )),
        (order(), length()).prop_map(|(order, length)| Test::Age(Bounds::Is(order, length))),
        any::<bool>().prop_map(|yes| Test::Flag(Flag::Star, yes)),
        Just(Test::Media(MediaWord::Video)),
        Just(Test::Via(Via::Sync)),
        prop::sample::select(fields).prop_map(Test::Present),
    ]
}

pub(in crate::expr) fn expr() -> impl Strategy<Value = Expr> {
    test().prop_map(Expr::Test).prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(Expr::And),
            prop::collection::vec(inner.clone(), 2..4).prop_map(Expr::Or),
            inner.prop_map(Expr::negated),
        ]
    })
}

/// An expression from its parts as plainly as can be, to compare the compiled form with.
fn plainly(expr: &Expr, fits: &dyn Fn(&Expr) -> bool) -> bool {
    match expr {
        Expr::All => true,
        Expr::And(parts) => parts.iter().all(|part| plainly(part, fits)),
        Expr::Or(parts) => parts.iter().any(|part| plainly(part, fits)),
        Expr::Not(part) => !plainly(part, fits),
        Expr::Test(_) => fits(expr),
    }
}

proptest! {
    #[test]
    fn printed_and_read_again_it_is_the_same(expr in expr()) {
        let printed = expr.to_string();
        prop_assert_eq!(Expr::parse(&printed), Ok(expr), "{}", printed);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,40}") {
        if let Ok(expr) = Expr::parse(&text) {
            prop_assert_eq!(Expr::parse(&expr.to_string()), Ok(expr));
        }
        let _ = Expr::typed(&text);
    }

    #[test]
    fn texts_of_its_own_signs_are_read_or_refused(text in "(title|age|or|and|not|do|is|-|!|/|\\(|\\)|\"|:|=|<|>|~|\\*|\\\\|7d|a|é| ){0,14}") {
        match Expr::parse(&text) {
            Ok(expr) => prop_assert_eq!(Expr::parse(&expr.to_string()), Ok(expr)),
            Err(error) => {
                prop_assert!(text.get(error.at.clone()).is_some());
                prop_assert!(error.caret(&text).lines().count() <= 2);
            }
        }
        let _ = Expr::typed(&text);
    }

    #[test]
    fn the_order_of_asking_makes_no_difference(expr in expr()) {
        for (_, item) in items() {
            let expected = plainly(&expr, &|test| test.fits(&item, &now()));
            prop_assert_eq!(expr.fits(&item, &now()), expected);
        }
    }

    #[test]
    fn plain_words_must_all_occur(words in prop::collection::vec("[a-dقآأ]{1,2}", 1..4), title in "[a-dقآأ ]{0,12}") {
        let mut item = super::sample::Sample::default();
        let title: &'static str = Box::leak(title.into_boxed_str());
        item.texts.push((TextField::Title, title));
        let folded = crate::text::fold::fold(title);
        let expected = words.iter().all(|word| folded.contains(&crate::text::fold::fold(word)));
        prop_assert_eq!(Expr::parse(&words.join(" ")).unwrap().fits(&item, &now()), expected);
    }
}
