//! The screen of feed health: sums, feeds with the worst first, what is known about the current one, keys.

use ratatui::layout::{Position, Rect};

use super::frame::{self, Thumb};
use super::list::{self, Stand};
use crate::engine::Health;
use crate::strings::{Text, when, words};
use crate::text::direction;
use crate::tui::model::{Checkup, Condition, Model, Typing, bytes, facts_of, health_rows, properties_top};
use crate::tui::paint::{Canvas, Strip};
use crate::tui::theme::Role;

/// Draws it. Returns where the cursor is.
pub(super) fn draw(
    model: &Model,
    checkup: &Checkup,
    canvas: &mut Canvas<'_>,
    body: Rect,
) -> Option<Position> {
    let strings = model.look.strings;
    let inner = frame::dialog(model, canvas, body, strings.say(Text::HealthTitle));
    if inner.height < 5 {
        return None;
    }
    let cursor = head(model, checkup, canvas, Rect { height: 1, ..inner });
    let (rows, below) = health_rows(body);
    let page = usize::from(rows.height);
    let top = properties_top(checkup.at, page);
    for (y, (at, (condition, health))) in (rows.y..rows.bottom()).zip(checkup.lines().enumerate().skip(top)) {
        let stand = Stand::of(at == checkup.at, true);
        line(model, canvas, Rect { y, height: 1, ..rows }, (condition, health), stand);
    }
    if checkup.lines().len() == 0 {
        let text = if checkup.is_loaded() { Text::FinderNothing } else { Text::Loading };
        list::nothing(canvas, rows, strings.say(text));
    }
    frame::scroll_bar(model, canvas, rows, &Thumb { top, page, total: checkup.lines().len() });
    details(model, checkup, canvas, below);
    let keys = if checkup.typing == Typing::On { Text::SearchKeysArticle } else { Text::HealthKeys };
    let last = Rect { y: inner.bottom() - 1, height: 1, ..inner };
    canvas.say(last, strings.say(keys), canvas.style(Role::Dim));
    cursor
}

/// The sums, or the line in which a part of titles is typed.
fn head(model: &Model, checkup: &Checkup, canvas: &mut Canvas<'_>, row: Rect) -> Option<Position> {
    let strings = model.look.strings;
    if checkup.typing == Typing::On || !checkup.typed.text().is_empty() {
        let mut strip = Strip::new(row, model.look.ui);
        canvas.say(strip.start(1), "/", canvas.style(Role::Key));
        let cursor = canvas.input(strip.rest(), &checkup.typed, canvas.style(Role::Input));
        return cursor.filter(|_| checkup.typing == Typing::On);
    }
    let (feeds, troubled, saved) = checkup.sums(model.now);
    let number = |count: usize| strings.number(count);
    let less = bytes(strings, saved.by_unchanged.saturating_add(saved.by_compression));
    let received = bytes(strings, saved.received);
    let (feeds, troubled) = (strings.count(Text::StoreFeeds, feeds, &[]), number(troubled));
    let gaps = [
        ("feeds", feeds.as_str()),
        ("troubled", troubled.as_str()),
        ("received", received.as_str()),
        ("saved", less.as_str()),
    ];
    canvas.say(row, &strings.compose(Text::HealthSums, &gaps), canvas.style(Role::Heading));
    None
}

fn line(
    model: &Model,
    canvas: &mut Canvas<'_>,
    row: Rect,
    (condition, health): (Condition, &Health),
    stand: Stand,
) {
    let mut strip = list::row(canvas, row, stand, model.look.ui);
    let sign = strip.start(1);
    canvas.repeat(sign, condition.sign(), stand.style(canvas, role(condition)));
    strip.start(1);
    let words = model.look.strings.say(condition.words());
    if row.width >= 60 {
        canvas.say(strip.start(18), words, stand.style(canvas, role(condition)));
        strip.start(1);
    }
    let title = strip.start(strip.rest().width * 2 / 5);
    canvas.text_at_start(
        title,
        &health.row.title,
        health.row.title_direction,
        stand.style(canvas, Role::Text),
    );
    strip.start(1);
    let note = note(model, condition, health);
    let base = direction::first_strong(&note).unwrap_or(model.look.ui);
    canvas.text_at_start(strip.rest(), &note, base, stand.style(canvas, Role::Dim));
}

/// What matters most about a feed.
fn note(model: &Model, condition: Condition, health: &Health) -> String {
    let strings = model.look.strings;
    let date = |moment| when::date(strings, moment, model.now, &model.look.zone, when::Room::Ten);
    let next = || words::explanation_in(strings, &health.next, model.now);
    match condition {
        Condition::Failing | Condition::Waiting | Condition::Gone => {
            health.check.last.as_ref().map_or_else(next, |last| words::last_check_in(strings, last))
        }
        Condition::Moved => {
            health.check.redirect.as_ref().map_or_else(next, |trust| words::quoted(&trust.url))
        }
        Condition::Silent => match health.check.last_new_item {
            Some(last) => strings.fill(Text::HealthLastNew, &[("date", &date(last))]),
            None => next(),
        },
        Condition::New | Condition::Muted | Condition::Fine => next(),
    }
}

const fn role(condition: Condition) -> Role {
    match condition {
        Condition::Failing | Condition::Gone => Role::Bad,
        Condition::Waiting | Condition::Moved | Condition::Silent => Role::Warning,
        Condition::New | Condition::Muted => Role::Dim,
        Condition::Fine => Role::Good,
    }
}

/// What is known about the current feed, as much as there is room for; where there is little, what matters most.
fn details(model: &Model, checkup: &Checkup, canvas: &mut Canvas<'_>, area: Rect) {
    let Some((condition, health)) = checkup.lines().nth(checkup.at) else { return };
    let area = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    if area.height <= 2 {
        canvas.paragraph(area, &note(model, condition, health), canvas.style(Role::Count));
        return;
    }
    let rule = Rect { height: 1, ..area };
    canvas.repeat(rule, "─", canvas.style(Role::Rule));
    let mut y = area.y + 1;
    if matches!(condition, Condition::Failing | Condition::Waiting | Condition::Gone) {
        let room = Rect { y, height: 2.min(area.bottom() - y), ..area };
        y += canvas.paragraph(room, &note(model, condition, health), canvas.style(Role::Bad)).min(2);
    }
    for (about, fact) in facts_of(model, health) {
        if y >= area.bottom() {
            return;
        }
        if condition == Condition::Failing && about == Text::PropertiesLast {
            continue;
        }
        let mut strip = Strip::new(Rect { y, height: 1, ..area }, model.look.ui);
        canvas.say(strip.start(16), model.look.strings.say(about), canvas.style(Role::Dim));
        strip.start(1);
        let base = direction::first_strong(&fact).unwrap_or(model.look.ui);
        canvas.text_at_start(strip.rest(), &fact, base, canvas.style(Role::Text));
        y += 1;
    }
}
