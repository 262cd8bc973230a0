//! The last row: what the engine is doing, notices, and the keys that matter now.

use ratatui::layout::{Position, Rect};

use crate::engine::Rest;
use crate::model::Direction;
use crate::strings::{Text, when};
use crate::time::Timestamp;
use crate::tui::action::Action;
use crate::tui::model::{CommandLine, Consent, Mode, Model, Pane, Search, SearchPlace, Weight};
use crate::tui::paint::{Canvas, Strip};
use crate::tui::theme::Role;

/// Draws the row.
///
/// Returns where the cursor of the command line is.
pub(super) fn draw(model: &Model, canvas: &mut Canvas<'_>, area: Rect) -> Option<Position> {
    let ground = canvas.style(Role::Status);
    canvas.ground(area, ground);
    let mut strip = Strip::new(area, model.look.ui);
    let (_, _) = (strip.start(1), strip.end(1));
    if let Mode::Command(line) = &model.mode {
        return command_line(model, line, canvas, area);
    }
    if let Mode::Search(search) = &model.mode {
        return search_line(model, search, canvas, area);
    }
    if let Mode::Hints(state) = &model.mode {
        super::hints::prompt(model, state, canvas, strip.rest(), ground);
        return None;
    }
    if let Some(notice) = model.notices.shown() {
        let (sign, role) = match notice.weight {
            Weight::Good => ("✓", Role::Good),
            Weight::Warning => ("!", Role::Warning),
            Weight::Bad => ("✗", Role::Bad),
        };
        let place = strip.start(1);
        canvas.repeat(place, sign, ground.patch(canvas.style(role)));
        strip.start(1);
        canvas.say(strip.rest(), &notice.text, ground);
        return None;
    }
    let doing = doing(model);
    let width = canvas.width(&doing);
    let place = strip.start(width);
    canvas.say(place, &doing, ground);
    strip.start(2);
    if matches!(model.mode, Mode::Panes) {
        hints(model, canvas, &mut strip);
    }
    None
}

/// The command line, with what it could become. Names of actions are Latin, so it is left to right.
fn command_line(model: &Model, line: &CommandLine, canvas: &mut Canvas<'_>, area: Rect) -> Option<Position> {
    let ground = canvas.style(Role::Status);
    let mut strip = Strip::new(area, Direction::Ltr);
    canvas.text(strip.start(1), ":", Direction::Ltr, ground.patch(canvas.style(Role::Key)));
    let room = (area.width / 2).min(canvas.width(line.typed.text()).saturating_add(2).max(12));
    let cursor = canvas.input(strip.start(room), &line.typed, ground);
    strip.start(1);
    let names: Vec<&str> = line.matches().map(Action::name).collect();
    let offered = match names.as_slice() {
        [only] if *only == line.typed.text().trim() => model.look.strings.say(Text::CommandKeys).to_owned(),
        _ if line.typed.text().is_empty() => model.look.strings.say(Text::CommandKeys).to_owned(),
        names => names.join(" "),
    };
    canvas.text(strip.rest(), &offered, Direction::Ltr, ground.patch(canvas.style(Role::Dim)));
    cursor
}

/// The line of a search, with what is wrong with it, or the keys.
fn search_line(model: &Model, search: &Search, canvas: &mut Canvas<'_>, area: Rect) -> Option<Position> {
    let strings = model.look.strings;
    let ground = canvas.style(Role::Status);
    let mut strip = Strip::new(area, model.look.ui);
    strip.start(1);
    canvas.say(strip.start(1), "/", ground.patch(canvas.style(Role::Key)));
    let after = match (&search.fault, &search.place) {
        (Some(fault), _) => {
            let column = strings.number(fault.column);
            match &fault.suggestion {
                Some(meant) => strings.fill(Text::SearchMeant, &[("column", &column), ("meant", meant)]),
                None => strings.fill(Text::SearchFault, &[("column", &column)]),
            }
        }
        (None, SearchPlace::Article { .. }) if !search.typed.text().is_empty() => {
            strings.count(Text::SearchHits, model.article.hits().len(), &[])
        }
        (None, SearchPlace::Article { .. }) => strings.say(Text::SearchKeysArticle).to_owned(),
        (None, SearchPlace::List { .. }) => strings.say(Text::SearchKeys).to_owned(),
    };
    let wish = canvas.width(search.typed.text()).saturating_add(2).max(20);
    let most = (area.width / 2).max(area.width.saturating_sub(canvas.width(&after) + 4));
    let cursor = canvas.input(strip.start(wish.min(most)), &search.typed, ground);
    strip.start(1);
    let role = if search.fault.is_some() { Role::Warning } else { Role::Dim };
    canvas.say_at_end(strip.rest(), &after, model.look.ui, ground.patch(canvas.style(role)));
    cursor
}

/// What the engine is doing: `3 of 40 · idle in 12 min · next check 14:05`.
fn doing(model: &Model) -> String {
    let strings = model.look.strings;
    if let Some(pending) = pending(model) {
        return strings.fill(Text::StatusPending, &[("keys", &pending)]);
    }
    let outlook = &model.outlook;
    let mut parts = Vec::new();
    parts.extend(remark(model));
    if outlook.total > 0 {
        let (done, total) = (strings.number(outlook.done), strings.number(outlook.total));
        let progress = strings.fill(Text::StatusProgress, &[("done", &done), ("total", &total)]);
        parts.push(format!("{} {progress}", bar(outlook.done, outlook.total)));
    }
    let is_unasked = !matches!(model.consent, Consent::Given(_));
    match outlook.rest {
        Some(Rest::NotAsked) if is_unasked => parts.push(strings.say(Text::StatusNotAsked).to_owned()),
        Some(Rest::NotAsked) | None => coming(model, &mut parts),
        Some(Rest::Off) => parts.push(strings.say(Text::StatusOff).to_owned()),
        Some(Rest::Offline) => parts.push(strings.say(Text::StatusOffline).to_owned()),
        Some(Rest::Idle(_)) => parts.push(strings.say(Text::StatusIdle).to_owned()),
    }
    let about = super::feeds::about(model);
    if model.focus == Pane::Feeds && !about.is_empty() {
        parts.push(about);
    }
    parts.join(" · ")
}

/// Something that is strange about what is selected.
fn remark(model: &Model) -> Option<String> {
    let strings = model.look.strings;
    let row = match model.focus {
        Pane::Feeds => None,
        Pane::Items => model.items.row(),
        Pane::Article => model.article.shown().map(|shown| &shown.row),
    };
    if row.is_some_and(|row| row.overrides) {
        return Some(strings.say(Text::NoticeOverrides).to_owned());
    }
    let text = match model.looks_turned()? {
        Direction::Ltr => Text::NoticeLooksLtr,
        Direction::Rtl => Text::NoticeLooksRtl,
    };
    Some(strings.fill(text, &[("key", &model.keymap.first(Action::TurnDirection))]))
}

fn coming(model: &Model, parts: &mut Vec<String>) {
    let (strings, now) = (model.look.strings, model.now);
    let ahead = |moment: &Timestamp| *moment > now;
    if let Some(idle) = model.outlook.idle_at.filter(ahead) {
        let span = when::length(strings, idle.since(now));
        parts.push(strings.fill(Text::StatusIdleIn, &[("span", &span)]));
    }
    if let Some(next) = model.outlook.next {
        let time = when::coming(strings, next.max(now), now, &model.look.zone);
        parts.push(strings.fill(Text::StatusNext, &[("time", &time)]));
    }
}

/// A bar of eight cells.
fn bar(done: usize, total: usize) -> String {
    const CELLS: usize = 8;
    let full = (done.min(total) * CELLS).checked_div(total).unwrap_or(0);
    (0..CELLS).map(|cell| if cell < full { '▰' } else { '▱' }).collect()
}

fn pending(model: &Model) -> Option<String> {
    let count = model.pending.count.map(|count| count.to_string());
    let keys = model.pending.keys.iter().map(ToString::to_string);
    let parts: Vec<String> = count.into_iter().chain(keys).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// The keys that matter in a pane, weightiest first.
fn keys_of(model: &Model) -> Vec<(Action, Text)> {
    let mut keys = vec![(Action::Help, Text::HintHelp)];
    if model.outlook.total > 0 {
        keys.push((Action::Cancel, Text::HintCancel));
    }
    keys.extend(match model.focus {
        _ if model.is_new() => vec![(Action::Subscribe, Text::HintSubscribe)],
        Pane::Feeds => vec![
            (Action::Open, Text::HintOpen),
            (Action::Subscribe, Text::HintSubscribe),
            (Action::Refresh, Text::HintRefresh),
            (Action::TurnDirection, Text::HintDirection),
        ],
        Pane::Items => vec![
            (Action::Open, Text::HintOpen),
            (Action::ReadOn, Text::HintReadOn),
            (Action::ToggleStar, Text::HintStar),
            (Action::NextUnread, Text::HintNext),
        ],
        Pane::Article => vec![
            (Action::ReadOn, Text::HintReadOn),
            (Action::Back, Text::HintBack),
            (Action::OpenInBrowser, Text::HintBrowser),
            (Action::ToggleStar, Text::HintStar),
        ],
    });
    keys
}

/// Draws as many keys as there is room for, from the end of the row.
fn hints(model: &Model, canvas: &mut Canvas<'_>, strip: &mut Strip) {
    let ground = canvas.style(Role::Status);
    for (action, text) in keys_of(model) {
        let (key, words) = (model.keymap.first(action), model.look.strings.say(text));
        let (key_width, words_width) = (canvas.width(&key), canvas.width(words));
        if key.is_empty() || key_width + 1 + words_width > strip.rest().width {
            return;
        }
        canvas.say(strip.end(words_width), words, ground);
        strip.end(1);
        canvas.say(strip.end(key_width), &key, ground.patch(canvas.style(Role::Key)));
        strip.end(2);
    }
}
