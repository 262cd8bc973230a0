//! Actions: one arm each.

use super::marking::Side;
use super::{
    bidi, change, command, copy, finder, health, help, links, marking, menu, moves, properties, reading,
    search, seek, subscribe, trail,
};
use crate::model::{Direction, Scope};
use crate::tui::action::Action;
use crate::tui::effect::{Effect, Effects};
use crate::tui::model::{After, Model, Then, Way, Zoom};

/// Does what an action says, `count` times where that makes sense.
pub(super) fn act(model: &mut Model, action: Action, count: Option<usize>, fx: &mut Effects) {
    let times = isize::try_from(count.unwrap_or(1)).unwrap_or(1);
    match action {
        Action::Down => moves::step(model, times),
        Action::Up => moves::step(model, -times),
        Action::First => moves::first(model, fx),
        Action::Last => moves::last(model, fx),
        Action::PageDown => moves::page(model, times),
        Action::PageUp => moves::page(model, -times),
        Action::Open => moves::open(model, fx),
        Action::Back => search::back(model, fx),
        Action::Left => sideways(model, Direction::Rtl, fx),
        Action::Right => sideways(model, Direction::Ltr, fx),
        Action::NextPane => moves::turn(model, 1),
        Action::PreviousPane => moves::turn(model, -1),
        Action::ReadOn => reading::read_on(model, fx),
        Action::NextUnread => seek::start(model, Way::Next, Then::Select, fx),
        Action::PreviousUnread => seek::start(model, Way::Previous, Then::Select, fx),
        Action::NextFeed => seek::feed(model, Way::Next),
        Action::PreviousFeed => seek::feed(model, Way::Previous),
        Action::JumpBack => trail::jump(model, times, fx),
        Action::JumpForward => trail::jump(model, -times, fx),
        Action::MarkAbove => marking::side(model, Side::Above, fx),
        Action::MarkBelow => marking::side(model, Side::Below, fx),
        Action::MarkOlder => marking::older(model, count, fx),
        Action::MarkFolder => marking::folder(model, fx),
        Action::ToggleRead => reading::toggle_read(model, fx),
        Action::MarkAllRead => reading::mark_all_read(model, fx),
        Action::ToggleStar => reading::toggle_star(model, fx),
        Action::OpenInBrowser => reading::open_in_browser(model, fx),
        Action::UnreadOnly => reading::unread_only(model),
        Action::Search => search::open(model),
        Action::NextHit => search::next_hit(model, times),
        Action::PreviousHit => search::next_hit(model, -times),
        Action::Zoom => model.zoom = if model.zoom == Zoom::On { Zoom::Off } else { Zoom::On },
        Action::Refresh => change::refresh(model, change::scope(model), fx),
        Action::RefreshAll => change::refresh(model, Some(Scope::All), fx),
        Action::Subscribe => subscribe::open(model, ""),
        Action::Unsubscribe => change::ask_to_unsubscribe(model),
        Action::Properties => properties::open(model, fx),
        Action::Health => health::open(model, fx),
        Action::TurnDirection => change::turn_direction(model, fx),
        Action::ImportSample => change::import_sample(model, fx),
        Action::Background => change::turn_background(model, fx),
        Action::Links => links::hint(model, After::Leave),
        Action::LinksMany => links::hint(model, After::Stay),
        Action::CopyLink => copy::link(model, fx),
        Action::CopyTitle => copy::title(model, fx),
        Action::ContextMenu => menu::open(model, None, None),
        Action::Finder => finder::open(model),
        Action::CommandLine => command::open(model),
        Action::BidiTest => bidi::open(model),
        Action::Undo => change::undo(model, fx),
        Action::Redo => change::redo(model, fx),
        Action::Cancel => change::cancel(model, fx),
        Action::Help => help::open(model),
        Action::Redraw => fx.push(Effect::Redraw),
        Action::Suspend => fx.push(Effect::Suspend),
        Action::Quit => fx.push(Effect::Quit),
    }
}

/// The arrow keys go where the eye goes: towards the end of the screen is open, towards its start is back.
fn sideways(model: &mut Model, towards: Direction, fx: &mut Effects) {
    if model.look.ui == towards { moves::open(model, fx) } else { search::back(model, fx) }
}
