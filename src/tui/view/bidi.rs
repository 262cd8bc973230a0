//! How this terminal shows right-to-left text: the same two lines in each mode, to choose what looks right.

use ratatui::layout::Rect;

use crate::model::Direction;
use crate::strings::Text;
use crate::text::emit::Adaptor;
use crate::text::{self, Options, Styled};
use crate::tui::model::{MODES, Model};
use crate::tui::paint::{Canvas, Strip};
use crate::tui::theme::Role;

/// Brackets, digits and a Latin word among right-to-left words: what goes wrong first.
const SAMPLES: [&str; 2] = ["אבגד שלום עולם (abc) 123!", "أهلًا بالعالم العربي (abc) 123!"];
/// The first letters of the samples.
const LETTERS: [(&str, &str); 2] = [("hebrew", "א"), ("arabic", "أ")];

/// The rows of the samples, from the top, each with what is done for the terminal in it whatever is done elsewhere.
pub(in crate::tui) fn rows(model: &Model, whole: Rect) -> Vec<(u16, Adaptor)> {
    let first = first_row(model, whole);
    let samples = u16::try_from(SAMPLES.len()).unwrap_or(1);
    let of_mode = |(at, (_, adaptor, _)): (usize, (_, Adaptor, _))| {
        let first = first + u16::try_from(at).unwrap_or(0) * samples;
        (first..first + samples).map(move |row| (row, adaptor))
    };
    let last = whole.bottom().saturating_sub(2);
    MODES.into_iter().enumerate().flat_map(of_mode).filter(|(row, _)| *row < last).collect()
}

fn question(model: &Model) -> String {
    model.look.strings.fill(Text::BidiQuestion, &LETTERS)
}

/// Where the samples start: below the title and the question.
fn first_row(model: &Model, whole: Rect) -> u16 {
    let options = Options {
        base: model.look.strings.direction(),
        width: usize::from(whole.width.saturating_sub(2)).max(1),
        shaping: model.look.shaping,
    };
    let lines = text::layout(&Styled::plain(question(model)), &options).len();
    let room = whole.height.saturating_sub(11);
    // On a low screen the samples matter more than the question.
    whole.y + 1 + u16::try_from(lines).unwrap_or(u16::MAX).min(room) + u16::from(room > 4)
}

/// Draws the page.
pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, whole: Rect) {
    let strings = model.look.strings;
    canvas.ground(whole, canvas.style(Role::Text));
    let inner = Rect { x: whole.x + 1, width: whole.width.saturating_sub(2), ..whole };
    let line = |y: u16| Rect { y, height: 1, ..inner };
    canvas.say(line(whole.y), strings.say(Text::BidiTitle), canvas.style(Role::Heading));
    let first = first_row(model, whole);
    let above = Rect { y: whole.y + 1, height: first.saturating_sub(whole.y + 1), ..inner };
    canvas.paragraph(above, &question(model), canvas.style(Role::Text));
    let numbered = MODES.iter().enumerate().flat_map(|(at, mode)| SAMPLES.map(|sample| (at, mode, sample)));
    for ((y, _), (at, (_, adaptor, word), sample)) in rows(model, whole).into_iter().zip(numbered) {
        draw_sample(canvas, line(y), *adaptor, sample);
        if sample == SAMPLES[0] {
            let now = if model.bidi.adaptor == *adaptor { "  <" } else { "" };
            // The label is Latin and at the left in every interface, so that each row is the same test.
            let label = format!("{} {word}{now}", at + 1);
            let place = Strip::new(line(y), Direction::Ltr).start(canvas.width(&label));
            canvas.text(place, &label, Direction::Ltr, canvas.style(Role::Key));
        }
    }
    let last = line(whole.bottom().saturating_sub(2).max(whole.y));
    canvas.say(last, strings.say(Text::BidiKeys), canvas.style(Role::Dim));
}

fn draw_sample(canvas: &mut Canvas<'_>, row: Rect, adaptor: Adaptor, sample: &str) {
    let options = Options { base: Direction::Rtl, width: usize::from(row.width), shaping: adaptor.shaping() };
    let line = text::single(&Styled::plain(sample), &options);
    let shown = if adaptor == Adaptor::Off {
        let mut logical = line.logical();
        logical.set_indent(line.indent());
        logical
    } else {
        line
    };
    canvas.cells(row, &shown, canvas.style(Role::Text));
}
