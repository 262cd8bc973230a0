//! `hudhud show`: one article as the pane shows it.

use super::args::Show;
use super::exit::{Exit, Stop};
use super::find;
use super::io::Io;
use super::session::{Session, unanswered};
use crate::engine::{Answer, Measure, Query};
use crate::model::Direction;
use crate::text::{self, Line, Shaping, Styled};

/// Prints one article, cells from left to right, as many columns in as they stand in the pane.
///
/// # Errors
///
/// When there is no such item, the store can't be read, or the output is closed.
pub(super) async fn run(session: &Session, args: &Show, io: &mut Io) -> Result<Exit, Stop> {
    let id = find::item(&args.item)?;
    let width = args.width.map_or_else(|| io.facts().columns(), usize::from);
    let measure = Measure { width, shaping: session.shaping(), direction: args.direction.choice() };
    let article = match session.handle.ask(Query::Article(id, measure)).await {
        Answer::Article(Some(article)) => article,
        Answer::Article(None) => {
            return Err(Stop::Failed(format!(
                "there is no item {id}; \"hudhud items\" prints those that there are"
            )));
        }
        other => return Err(unanswered(other)),
    };
    for line in &article.laid.lines {
        io.line(&shown(line))?;
    }
    Ok(Exit::Done)
}

/// A line of cells as text: its indent as blanks, nothing behind its last letter.
#[must_use]
pub(super) fn shown(line: &Line) -> String {
    let visual = line.visual();
    let visual = visual.trim_end();
    if visual.is_empty() { String::new() } else { " ".repeat(line.indent()) + visual }
}

/// A text from a feed in one line of a list on a terminal: cells from left to right, at most so many columns.
#[must_use]
pub(super) fn field(text: &str, base: Direction, width: usize, shaping: Shaping) -> String {
    let line = text::single(&Styled::plain(text), &text::Options { base, width, shaping });
    line.visual().trim_end().to_owned()
}
