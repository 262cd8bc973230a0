//! Which subscription is meant by an id, an address or a title, and which items by a condition.

use super::exit::Stop;
use super::session::Session;
use crate::discover;
use crate::engine::FeedRow;
use crate::expr::Expr;
use crate::model::ItemId;
use crate::strings::words;

/// The subscription that is meant.
///
/// # Errors
///
/// When there is none, or several have that title.
pub(super) async fn feed(session: &Session, meant: &str) -> Result<FeedRow, Stop> {
    let rows = session.feeds().await?;
    feed_among(&rows, meant).cloned()
}

/// The subscription among these that is meant: by id, else address, else title, else the only title that holds the words.
///
/// # Errors
///
/// When there is none, or several could be meant.
pub(super) fn feed_among<'a>(rows: &'a [FeedRow], meant: &str) -> Result<&'a FeedRow, Stop> {
    let meant = meant.trim();
    if let Some(row) = rows.iter().find(|row| row.id.to_string() == meant) {
        return Ok(row);
    }
    if let Some(row) = by_address(rows, meant) {
        return Ok(row);
    }
    let folded = meant.to_lowercase();
    let exact: Vec<&FeedRow> = rows.iter().filter(|row| row.title.to_lowercase() == folded).collect();
    let found = if exact.is_empty() && !folded.is_empty() {
        rows.iter().filter(|row| row.title.to_lowercase().contains(&folded)).collect()
    } else {
        exact
    };
    match found.as_slice() {
        [row] => Ok(row),
        [] => Err(Stop::failed(format!(
            "no subscription is \"{}\"; \"hudhud feeds\" lists those that there are",
            words::quoted(meant)
        ))),
        several => Err(Stop::failed(ambiguous(meant, several))),
    }
}

/// The item that is meant.
///
/// # Errors
///
/// When the text is no id.
pub(super) fn item(text: &str) -> Result<ItemId, Stop> {
    text.trim().parse().map_err(|_| {
        Stop::Wrong(format!("\"{}\" is no item id; \"hudhud items\" prints them", words::quoted(text)))
    })
}

fn by_address<'a>(rows: &'a [FeedRow], meant: &str) -> Option<&'a FeedRow> {
    if let Some(row) = rows.iter().find(|row| row.url == meant) {
        return Some(row);
    }
    // A word without a dot or a slash is a title, not a bare host.
    if !meant.contains(['.', '/']) {
        return None;
    }
    let wanted = discover::comparable(&discover::address(meant).ok()?);
    rows.iter().find(|row| discover::comparable(&row.url) == wanted)
}

fn ambiguous(meant: &str, rows: &[&FeedRow]) -> String {
    const NAMED: usize = 5;
    let mut names: Vec<String> =
        rows.iter().take(NAMED).map(|row| format!("{} ({})", row.id, words::quoted(&row.title))).collect();
    if rows.len() > NAMED {
        names.push("…".to_owned());
    }
    format!("\"{}\" could be {}; give the id", words::quoted(meant), names.join(", "))
}

/// A condition in the expression language, as it was given; nothing for none.
///
/// # Errors
///
/// When it can't be understood: where, what was probably meant, and the place marked below it.
pub(super) fn condition(query: Option<&str>) -> Result<String, Stop> {
    let query = query.unwrap_or_default();
    match Expr::parse(query) {
        Ok(_) => Ok(query.to_owned()),
        Err(_) if query.trim().is_empty() => Ok(String::new()),
        Err(error) => {
            let hint = error.suggestion.as_ref().map(|near| format!("; did you mean \"{near}\"?"));
            let place = error.caret(query).replace('\n', "\n  ");
            Err(Stop::Wrong(format!("query, {error}{}\n  {place}", hint.unwrap_or_default())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::FeedState;
    use crate::model::{Direction, DirectionChoice, FeedId};

    fn row(id: u32, title: &str) -> FeedRow {
        FeedRow {
            id: FeedId(id),
            title: title.to_owned(),
            title_direction: Direction::Ltr,
            direction: Direction::Ltr,
            choice: DirectionChoice::Auto,
            url: format!("https://example.org/{id}"),
            folder: None,
            unread: 0,
            total: 0,
            starred: 0,
            state: FeedState::New,
        }
    }

    fn check(meant: &str, expected: Result<u32, &str>) {
        let rows = [row(1, "World News"), row(2, "World"), row(3, "Science"), row(4, "Science"), row(5, "9")];
        let found = feed_among(&rows, meant).map(|row| row.id.0).map_err(|stop| stop.to_string());
        assert_eq!(found, expected.map_err(str::to_owned), "{meant}");
    }

    #[test]
    fn a_feed_is_meant_by_id_address_or_title() {
        check("3", Ok(3));
        check("9", Ok(5));
        check("https://example.org/2", Ok(2));
        check("world", Ok(2));
        check("news", Ok(1));
    }

    #[test]
    fn what_could_be_several_is_none() {
        check("science", Err("\"science\" could be 3 (Science), 4 (Science); give the id"));
        check("sport", Err("no subscription is \"sport\"; \"hudhud feeds\" lists those that there are"));
    }
}
