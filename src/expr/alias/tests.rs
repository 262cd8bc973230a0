use proptest::prelude::*;

use super::*;
use crate::expr::rule::Scope;

fn boat(filter: &str, expected: &str) {
    let printed = newsboat(filter).map(|expr| expr.to_string()).map_err(|error| error.to_string());
    assert_eq!(printed, Ok(expected.to_owned()), "{filter}");
    assert_eq!(Expr::parse(expected), newsboat(filter), "{filter}");
}

#[test]
fn filters_of_newsboat_are_read() {
    boat("title =~ \"foo\"", "title~/foo/i");
    boat("title=\"a \\\"b\\\"\"", "title=\"a \\\"b\\\"\"");
    boat("author !~ \"bob\"", "-author~/bob/i");
    boat("unread = \"yes\"", "read:no");
    boat("unread != \"yes\"", "-read:no");
    boat("tags # \"news\" and tags !# \"sport\"", "tag=news -tag=sport");
    boat("age < 3", "age<3d");
    boat("age > 3", "age>=4d");
    boat("age between 1:7", "age:1d..8d");
    boat("enclosure_type =~ \"audio/\"", "media:audio");
    boat("content =~ \"x/y\"", "text~/x\\/y/i");
}

#[test]
fn newsboat_reads_from_the_right() {
    boat("age<1 and age<2 or age<3", "age<1d (age<2d or age<3d)");
    boat("age<1 or age<2 and age<3", "age<1d or age<2d age<3d");
    boat("(age<1 or age<2) and age<3", "(age<1d or age<2d) age<3d");
    boat("age<1 and age<2 and age<3", "age<1d age<2d age<3d");
}

fn refused(result: Result<impl std::fmt::Debug, ExprError>, message: &str) {
    assert_eq!(result.unwrap_err().to_string(), message);
}

#[test]
fn what_newsboat_alone_knows_is_named() {
    refused(newsboat("articleindex < 10"), "column 1: articleindex has no counterpart here");
    refused(newsboat("title > \"a\""), "column 1: title > has no counterpart here");
    refused(newsboat("age < 1 and"), "column 12: a condition is missing here");
    refused(newsboat("title"), "column 1: a value is missing after title");
    refused(newsboat("title = x"), "column 1: a value is missing after title =");
    refused(newsboat("title = \"x"), "column 9: this quote is never closed");
    refused(newsboat("(age < 1"), "column 1: this parenthesis is never closed");
    refused(newsboat("age < 1)"), "column 8: this parenthesis was never opened");
    refused(newsboat("title =~ \"(\""), "column 1: regular expression: unclosed group");
    refused(newsboat(&"(".repeat(100_000)), "column 41: these are more than 40 conditions");
}

#[test]
fn ignored_articles_are_hidden() {
    let rule = |line: &str| newsboat_rule(line).map(|rule| rule.to_string());
    assert_eq!(
        rule("ignore-article \"*\" \"title =~ \\\"ad\\\"\"").as_deref(),
        Ok("when title~/ad/i do hide")
    );
    assert_eq!(
        rule("ignore-article https://x.org/f \"age > 9\"").as_deref(),
        Ok("on feed \"https://x.org/f\" when age>=10d do hide")
    );
    assert!(rule("ignore-mode \"display\"").is_err());
}

#[test]
fn lists_of_miniflux_are_read() {
    let read =
        |list: &str, kind| miniflux(list, kind, Scope::All).map(|rule| rule.map(|rule| rule.to_string()));
    let list = "EntryTitle=(?i)crypto\r\n\nEntryTag=^ads$\nEntryDate=before:2024-01-01\n";
    let parts = "title~/(?i)crypto/ or tag~/^ads$/ or date<2024-01-01";
    assert_eq!(read(list, Miniflux::Block), Ok(Some(format!("when {parts} do hide"))));
    assert_eq!(read(list, Miniflux::Keep), Ok(Some(format!("when -({parts}) do hide"))));
    assert_eq!(read("\n", Miniflux::Block), Ok(None));
    let dates = "EntryDate=future\nEntryDate=max-age:30d\nEntryDate=between:2024-01-01,2024-02-01";
    let parts = "date>0s or date<30d or date:2024-01-01..2024-02-01";
    assert_eq!(read(dates, Miniflux::Block), Ok(Some(format!("when {parts} do hide"))));
    refused(
        read("EntryTitle=a\nEntryTitle=(", Miniflux::Block),
        "column 14: regular expression: unclosed group",
    );
    refused(
        read("EntryCommentsURL=x", Miniflux::Block),
        "column 1: EntryCommentsURL has no counterpart here",
    );
    let old = miniflux_patterns("(?i)ad", Miniflux::Block, Scope::All).unwrap().unwrap();
    assert_eq!(
        old.to_string(),
        "when title~/(?i)ad/ or link~/(?i)ad/ or author~/(?i)ad/ or tag~/(?i)ad/ do hide"
    );
}

fn fresh(search: &str, expected: &str) {
    assert_eq!(freshrss(search).map(|expr| expr.to_string()), Ok(expected.to_owned()), "{search}");
}

#[test]
fn searches_of_freshrss_are_read() {
    fresh("intitle:a OR !author:'Bob Ross'", "title:a or -author:\"Bob Ross\"");
    fresh("#tech #to+read -#ads", "tag=tech tag=\"to read\" -tag=ads");
    fresh("pubdate:2024-01/2024-02", "date:2024-01..2024-02");
    fresh("date:P7D/", "seen>=7d");
    fresh("pubdate:20240131", "date:2024-01-31");
    fresh("pubdate:/PT2H", "date<=2h");
    fresh("(a or 'b c') intitle:/^x y$/i", "(a or \"b c\") title~/^x y$/i");
    fresh("is:unread 'a", "read:no \"'a\"");
    refused(freshrss("a f:12"), "column 3: f: has no counterpart here");
    refused(freshrss("#x titel:a"), "column 4: there is no field \"titel\"; quote it to search for it");
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "(title|age|and|or|=~|=|#|!|-|\\(|\\)|\"|'|/|:|date|P7D|5| |é|\\\\){0,12}") {
        for expr in [newsboat(&text), freshrss(&text)].into_iter().flatten() {
            prop_assert_eq!(Expr::parse(&expr.to_string()), Ok(expr));
        }
        let _ = newsboat_rule(&text);
        let _ = miniflux(&text, Miniflux::Block, Scope::All);
    }
}
