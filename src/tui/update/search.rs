//! Searching: the list follows what is typed; in an article its hits stand out.

use super::{input, moves, settle, tell};
use crate::engine::ItemRow;
use crate::expr::{Expr, TextField};
use crate::strings::Text;
use crate::tui::effect::Effects;
use crate::tui::keymap::{Code, Key};
use crate::tui::model::{Aim, ItemsAsk, Mode, Model, Names, Pane, Search, SearchPlace, Weight};

/// Opens the line: for the article at hand, or for the list.
pub(super) fn open(model: &mut Model) {
    if model.is_new() {
        return;
    }
    if model.focus == Pane::Article && model.article.is_current() {
        let (find, scroll) = (model.searching.find.clone(), model.article.scroll());
        model.mode = Mode::Search(Box::new(Search::new("", SearchPlace::Article { find, scroll })));
        return;
    }
    model.focus = Pane::Items;
    let row = model.items.row().filter(|_| model.items.is_current()).cloned().map(Box::new);
    let query = model.searching.query.clone();
    model.mode = Mode::Search(Box::new(Search::new(&query, SearchPlace::List { query: query.clone(), row })));
}

/// Takes a key press.
pub(super) fn press(model: &mut Model, key: Key, fx: &mut Effects) {
    let ui = model.look.ui;
    let names = if key.code == Code::Tab { Names::of(model) } else { Names::default() };
    let past =
        if matches!(key.code, Code::Up | Code::Down) { model.searching.past.clone() } else { Vec::new() };
    let Mode::Search(search) = &mut model.mode else { return };
    let before = search.typed.text().to_owned();
    match key.code {
        Code::Esc => return give_up(model, fx),
        Code::Enter => return accept(model),
        Code::Backspace if before.is_empty() => return give_up(model, fx),
        Code::Up => search.older(1, &past),
        Code::Down => search.older(-1, &past),
        Code::Tab if matches!(search.place, SearchPlace::List { .. }) => {
            search.complete(&names);
        }
        _ => {
            input::press(&mut search.typed, key, ui);
        }
    }
    if search.typed.text() != before {
        follow(model);
    }
}

/// Takes pasted text.
pub(super) fn paste(model: &mut Model, line: &str) {
    if let Mode::Search(search) = &mut model.mode {
        input::type_text(&mut search.typed, line);
        follow(model);
    }
}

/// What is shown follows what is typed.
fn follow(model: &mut Model) {
    let Mode::Search(search) = &mut model.mode else { return };
    let typed = search.typed.text().to_owned();
    match &search.place {
        SearchPlace::Article { scroll, .. } => {
            let from = *scroll;
            find(model, &typed, from);
        }
        SearchPlace::List { .. } => match Expr::typed(&typed) {
            Ok(expr) => {
                search.fault = None;
                ask(model, &typed, &expr);
            }
            Err(fault) => search.fault = Some(fault),
        },
    }
}

/// The list shows what fits from now on.
fn ask(model: &mut Model, typed: &str, expr: &Expr) {
    let marked = expr.marked(&[TextField::Title, TextField::Text, TextField::Html, TextField::Author]);
    model.searching.marked = marked.into_iter().map(str::to_owned).collect();
    typed.trim().clone_into(&mut model.searching.query);
    settle::follow_selection(model);
}

/// Looks for something in the article, from a line on.
fn find(model: &mut Model, text: &str, from: usize) {
    let page = model.areas().page(Pane::Article);
    text.trim().clone_into(&mut model.searching.find);
    model.article.look_for(model.searching.wanted());
    model.article.scroll_to(from, page);
    model.article.first_hit(page);
}

/// Keeps what is shown.
pub(super) fn accept(model: &mut Model) {
    let Mode::Search(search) = std::mem::replace(&mut model.mode, Mode::Panes) else { return };
    let typed = search.typed.text().to_owned();
    model.searching.remember(&typed);
    let is_in_article = matches!(search.place, SearchPlace::Article { .. });
    if is_in_article && !typed.trim().is_empty() && model.article.hits().is_empty() {
        tell(model, Weight::Warning, Text::NoticeNotFound, &[("words", typed.trim())]);
    }
}

/// Leads back to what was there before.
fn give_up(model: &mut Model, fx: &mut Effects) {
    let Mode::Search(search) = std::mem::replace(&mut model.mode, Mode::Panes) else { return };
    match search.place {
        SearchPlace::Article { find, scroll } => {
            let page = model.areas().page(Pane::Article);
            model.searching.find = find;
            model.article.look_for(model.searching.wanted());
            model.article.scroll_to(scroll, page);
        }
        SearchPlace::List { query, row } => {
            let expr = Expr::typed(&query).unwrap_or_default();
            ask(model, &query, &expr);
            back_to(model, row.as_deref(), fx);
        }
    }
}

/// The list of before, with an item selected.
fn back_to(model: &mut Model, row: Option<&ItemRow>, fx: &mut Effects) {
    let (Some(row), Some(source)) = (row, model.items.source().cloned()) else { return };
    if !(model.items.is_current() && model.items.select_item(row.id)) {
        let window = settle::around(model, row);
        settle::ask_items(model, ItemsAsk { source, window, aim: Aim::Item(row.id) }, fx);
    }
}

/// Goes back: from a search to the whole list, from what was looked for to the plain article, else to the pane before.
pub(super) fn back(model: &mut Model, fx: &mut Effects) {
    match model.focus {
        Pane::Items if !model.searching.query.is_empty() => {
            let row = model.items.row().filter(|_| model.items.is_current()).cloned();
            model.searching.clear_query();
            settle::follow_selection(model);
            back_to(model, row.as_ref(), fx);
        }
        Pane::Article if !model.searching.find.is_empty() => {
            model.searching.find.clear();
            model.article.look_for(model.searching.wanted());
        }
        _ => moves::back(model),
    }
}

/// Goes to the next hit in the article, or so many further.
pub(super) fn next_hit(model: &mut Model, steps: isize) {
    let page = model.areas().page(Pane::Article);
    if !model.article.step_hit(steps, page) {
        tell(model, Weight::Good, Text::NoticeNoHit, &[]);
    }
}
