//! The finder: typing narrows it down, Enter goes there.

use super::{act, input, moves, reading, settle};
use crate::engine::{Anchor, Page, Place, Query, Show, Sort, Source, Ticket, Window};
use crate::tui::effect::{Effect, Effects};
use crate::tui::keymap::{Code, Key, Mods};
use crate::tui::model::{Aim, FINDER_ITEMS, Finder, ItemsAsk, Mode, Model, Node, Pane, Target};

/// Opens it.
pub(super) fn open(model: &mut Model) {
    model.mode = Mode::Finder(Box::new(Finder::new(model)));
}

/// Takes a key press.
pub(super) fn press(model: &mut Model, key: Key, fx: &mut Effects) {
    let ui = model.look.ui;
    let Mode::Finder(finder) = &mut model.mode else { return };
    let ctrl = key.mods == Mods::CTRL;
    match key.code {
        Code::Esc => model.mode = Mode::Panes,
        Code::Enter => choose(model, fx),
        Code::Down | Code::Tab => finder.step(1),
        Code::Up => finder.step(-1),
        Code::Char('n' | 'j') if ctrl => finder.step(1),
        Code::Char('p' | 'k') if ctrl => finder.step(-1),
        Code::PageDown => finder.step(10),
        Code::PageUp => finder.step(-10),
        _ => {
            let before = finder.typed.text().to_owned();
            if input::press(&mut finder.typed, key, ui) && finder.typed.text() != before {
                retyped(model, fx);
            }
        }
    }
}

/// Takes pasted text.
pub(super) fn paste(model: &mut Model, line: &str, fx: &mut Effects) {
    if let Mode::Finder(finder) = &mut model.mode {
        input::type_text(&mut finder.typed, line);
        retyped(model, fx);
    }
}

fn retyped(model: &mut Model, fx: &mut Effects) {
    let Mode::Finder(finder) = &mut model.mode else { return };
    finder.retyped();
    let words = finder.typed.text().trim().to_owned();
    finder.ticket = None;
    // A single letter is in nearly every item.
    if words.chars().nth(1).is_none() {
        return;
    }
    let ticket = model.tickets.draw();
    finder.ticket = Some(ticket);
    let source = Source { place: Place::All, show: Show::All, words, sort: Sort::Newest };
    let window = Window { anchor: Anchor::First, before: 0, after: FINDER_ITEMS };
    fx.push(Effect::Ask(ticket, Query::Items(source, window)));
}

/// Takes the items that were found. Returns whether they were asked for by the finder.
pub(super) fn take(model: &mut Model, ticket: Ticket, page: &Page) -> bool {
    let Mode::Finder(finder) = &mut model.mode else { return false };
    let is_mine = finder.ticket == Some(ticket);
    // What is typed may be no whole condition yet; then there are no items for it.
    if is_mine {
        finder.ticket = None;
        finder.take(page.rows.clone());
    }
    is_mine
}

/// Goes to a row that was clicked.
pub(super) fn click(model: &mut Model, at: usize, fx: &mut Effects) {
    let Mode::Finder(finder) = &mut model.mode else { return };
    if at < finder.found().len() {
        finder.at = at;
        choose(model, fx);
    }
}

fn choose(model: &mut Model, fx: &mut Effects) {
    let Mode::Finder(finder) = std::mem::replace(&mut model.mode, Mode::Panes) else { return };
    let Some(hit) = finder.hit() else { return };
    match hit.candidate.target.clone() {
        Target::Action(action) => act::act(model, action, None, fx),
        Target::Node(node) => {
            moves::go_to(model, &node);
            model.focus = Pane::Items;
        }
        Target::Item(row) => {
            model.searching.clear_query();
            moves::go_to(model, &Node::Feed(row.id.feed));
            settle::follow_selection(model);
            if let Some(source) = model.items.source().cloned() {
                let window = settle::around(model, &row);
                settle::ask_items(model, ItemsAsk { source, window, aim: Aim::Item(row.id) }, fx);
            }
            reading::open_row(model, &row, fx);
        }
    }
}
