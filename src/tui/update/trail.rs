//! Going back and forth among the items that were opened.

use super::{moves, settle, tell};
use crate::strings::Text;
use crate::tui::effect::Effects;
use crate::tui::model::{Aim, ItemsAsk, Model, Pane, Spot, Weight};

/// Goes so many items back, or forth if less than 0. From elsewhere the first step back leads to the item that was
/// opened last.
pub(super) fn jump(model: &mut Model, back: isize, fx: &mut Effects) {
    let here = model.trail.here().map(|spot| spot.row.id);
    let is_there = model.focus == Pane::Article && model.article.target == here;
    let spot = if is_there || back < 0 { model.trail.go(back) } else { model.trail.go(back - 1) };
    match spot.cloned() {
        Some(spot) => go(model, &spot, fx),
        None => tell(model, Weight::Good, Text::NoticeNoJump, &[]),
    }
}

fn go(model: &mut Model, spot: &Spot, fx: &mut Effects) {
    model.searching.clear_query();
    settle::follow_selection(model);
    if model.feeds.node() != Some(&spot.node) {
        moves::go_to(model, &spot.node);
        settle::follow_selection(model);
    }
    if !(model.items.is_current() && model.items.select_item(spot.row.id))
        && let Some(source) = model.items.source().cloned()
    {
        let window = settle::around(model, &spot.row);
        settle::ask_items(model, ItemsAsk { source, window, aim: Aim::Item(spot.row.id) }, fx);
    }
    model.article.target = Some(spot.row.id);
    model.focus = Pane::Article;
}
