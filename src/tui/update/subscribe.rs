//! The subscribe dialog.

use super::{change, input, tell};
use crate::engine::{Candidate, Command, Draft, Preview, Rejection, Ticket};
use crate::model::{Change, FeedId, Scope, Setting};
use crate::strings::{Text, words};
use crate::text::input::Input;
use crate::tui::effect::Effects;
use crate::tui::keymap::{Code, Key, Mods};
use crate::tui::model::{Deed as Said, Field, Glance, Job, Mode, Model, Node, Stage, Subscribe, Weight};

/// Opens the dialog. An address in it is not asked before the user says so: pasting is easily done by accident.
pub(super) fn open(model: &mut Model, address: &str) {
    let folder = match model.feeds.node() {
        Some(Node::Folder(path)) => Some(path.clone()),
        Some(Node::Feed(id)) => model.feeds.row(*id).and_then(|row| row.folder.clone()),
        _ => None,
    };
    model.mode = Mode::Subscribe(Box::new(Subscribe::new(address, folder.as_ref())));
}

/// A text was pasted: into the field that has the keys, or, if it is an address, into a new dialog.
pub(super) fn paste(model: &mut Model, text: &str, fx: &mut Effects) {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    match &mut model.mode {
        Mode::Subscribe(dialog) => {
            if dialog.field == Field::Folder {
                input::type_text(&mut dialog.folder, line);
            } else {
                // An address takes the place of what is there: two of them in a row are none.
                let address = address_in(text);
                if address.is_some() {
                    dialog.address = Input::default();
                }
                input::type_text(&mut dialog.address, address.unwrap_or(line));
                dialog.field = Field::Address;
                stop(model, fx);
            }
        }
        Mode::Panes | Mode::Help(_) | Mode::Menu(_) | Mode::Properties(_) | Mode::BidiTest
            if address_in(text).is_some() =>
        {
            open(model, address_in(text).unwrap_or_default());
        }
        Mode::Help(help) => {
            input::type_text(&mut help.typed, line);
            help.scroll = 0;
        }
        Mode::Panes if !line.is_empty() => {
            let text = words::quoted(line);
            tell(model, Weight::Warning, Text::NoticeBadAddress, &[("text", &text)]);
        }
        Mode::Search(_) => super::search::paste(model, line),
        Mode::Finder(_) => super::finder::paste(model, line, fx),
        Mode::Command(command) => input::type_text(&mut command.typed, line),
        Mode::Panes
        | Mode::Unsubscribe(_)
        | Mode::Consent
        | Mode::Menu(_)
        | Mode::Hints(_)
        | Mode::Health(_)
        | Mode::Properties(_)
        | Mode::BidiTest => {}
    }
}

/// The address in a pasted text: its first line if that is one, else the first word with the scheme of one.
fn address_in(text: &str) -> Option<&str> {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    if is_address(line) {
        return Some(line);
    }
    let has_scheme = |word: &&str| ["http://", "https://"].iter().any(|scheme| word.starts_with(scheme));
    text.split_whitespace().filter(has_scheme).find(|word| is_address(word))
}

/// Whether a pasted line may be an address: it has a known scheme, or looks like a host and a path.
fn is_address(line: &str) -> bool {
    const SCHEMES: [&str; 4] = ["http:", "https:", "feed:", "hudhud:"];
    let lower = line.to_lowercase();
    let host = lower.split(['/', '?']).next().unwrap_or_default();
    let is_host = host.contains('.') && !host.starts_with('.') && !host.ends_with('.');
    !line.contains(char::is_whitespace)
        && line.len() <= 4_096
        && (SCHEMES.iter().any(|scheme| lower.starts_with(scheme)) || is_host)
}

/// Takes a key press.
pub(super) fn press(model: &mut Model, key: Key, fx: &mut Effects) {
    let ui = model.look.ui;
    let Mode::Subscribe(dialog) = &mut model.mode else { return };
    match key.code {
        Code::Esc => return escape(model, fx),
        Code::Enter => return enter(model, fx),
        Code::Tab if key.mods.holds(Mods::SHIFT) => return dialog.next_field(-1),
        Code::Tab => return dialog.next_field(1),
        Code::Down if dialog.field != Field::Choices => return dialog.next_field(1),
        Code::Up if dialog.field != Field::Choices => return dialog.next_field(-1),
        _ => {}
    }
    match dialog.field {
        Field::Address => {
            let before = dialog.address.text().to_owned();
            input::press(&mut dialog.address, key, ui);
            if dialog.address.text() != before && !matches!(dialog.stage, Stage::Typing) {
                stop(model, fx);
            }
        }
        Field::Choices => {
            choose(dialog, key);
            preview(model, fx);
        }
        Field::Folder => {
            input::press(&mut dialog.folder, key, ui);
        }
        Field::Direction => {
            if matches!(key.code, Code::Char(' ') | Code::Left | Code::Right) {
                dialog.direction = dialog.direction.next();
            }
        }
    }
}

fn choose(dialog: &mut Subscribe, key: Key) {
    match key.code {
        Code::Char('j') | Code::Down => dialog.step(1),
        Code::Char('k') | Code::Up => dialog.step(-1),
        Code::Home => dialog.step(isize::MIN),
        Code::End => dialog.step(isize::MAX),
        Code::Char(' ') => dialog.tick(),
        _ => {}
    }
}

/// The address changed or the dialog closes: what is under way for it is not wanted any more.
fn stop(model: &mut Model, fx: &mut Effects) {
    let Mode::Subscribe(dialog) = &mut model.mode else { return };
    for ticket in dialog.under_way() {
        fx.tell(Command::Cancel(ticket));
    }
    dialog.stage = Stage::Typing;
}

/// Escape cancels a search, else closes the dialog.
fn escape(model: &mut Model, fx: &mut Effects) {
    let Mode::Subscribe(dialog) = &mut model.mode else { return };
    if matches!(dialog.stage, Stage::Searching(_)) {
        stop(model, fx);
    } else {
        leave(model, fx);
    }
}

/// Closes whatever dialog is open.
pub(super) fn leave(model: &mut Model, fx: &mut Effects) {
    stop(model, fx);
    model.mode = Mode::Panes;
}

fn enter(model: &mut Model, fx: &mut Effects) {
    let Mode::Subscribe(dialog) = &mut model.mode else { return };
    match dialog.stage {
        Stage::Searching(_) => {}
        Stage::Found { .. } => subscribe(model, fx),
        Stage::Typing | Stage::Failed(_) => search(model, fx),
    }
}

fn search(model: &mut Model, fx: &mut Effects) {
    let Mode::Subscribe(dialog) = &mut model.mode else { return };
    let address = dialog.address.text().trim().to_owned();
    if address.is_empty() {
        return;
    }
    let ticket = model.tickets.draw();
    dialog.stage = Stage::Searching(ticket);
    fx.tell(Command::Discover(ticket, address));
}

fn subscribe(model: &mut Model, fx: &mut Effects) {
    let Mode::Subscribe(dialog) = &mut model.mode else { return };
    let drafts = dialog.drafts();
    if let Some(feed) = dialog.replaces {
        replace(model, feed, drafts, fx);
        return;
    }
    let together = drafts.len();
    // A preview that is still on its way is not cancelled: the subscription uses the body that it brings.
    model.mode = Mode::Panes;
    model.feeds.awaited = None;
    for draft in drafts {
        let ticket = model.tickets.draw();
        model.jobs.insert(ticket, Job::Subscribe { together });
        fx.tell(Command::Subscribe(ticket, draft));
    }
}

/// Looks for the feeds of a site, to put one of them in the place of a feed that is not there any more. Its items and marks stay.
pub(super) fn rediscover(model: &mut Model, feed: FeedId, address: &str, fx: &mut Effects) {
    let mut dialog = Subscribe::new(address, None);
    dialog.replaces = Some(feed);
    model.mode = Mode::Subscribe(Box::new(dialog));
    search(model, fx);
}

fn replace(model: &mut Model, feed: FeedId, drafts: Vec<Draft>, fx: &mut Effects) {
    model.mode = Mode::Panes;
    let Some(draft) = drafts.into_iter().next() else { return };
    let title = change::title(model, feed);
    let said = model.look.strings.fill(Text::PropertiesSaved, &[("title", &title)]);
    change::apply(model, Change::Set { feed, setting: Setting::Url(draft.url) }, Said::Said(said), fx);
    change::refresh(model, Some(Scope::Feed(feed)), fx);
}

/// Feeds were found, or none.
pub(super) fn found(model: &mut Model, ticket: Ticket, candidates: Vec<Candidate>, fx: &mut Effects) {
    let Mode::Subscribe(dialog) = &mut model.mode else { return };
    if !matches!(dialog.stage, Stage::Searching(searching) if searching == ticket) {
        return;
    }
    if candidates.is_empty() {
        dialog.stage = Stage::Failed(model.look.strings.say(Text::DialogNothingFound).to_owned());
        return;
    }
    dialog.found(candidates);
    preview(model, fx);
}

/// Asks for a look at the current choice, unless that was done.
fn preview(model: &mut Model, fx: &mut Effects) {
    let Mode::Subscribe(dialog) = &mut model.mode else { return };
    if let Some(choice) = dialog.unseen() {
        let ticket = model.tickets.draw();
        choice.glance = Glance::Coming(ticket);
        fx.tell(Command::Preview(ticket, choice.candidate.url.clone()));
    }
}

/// A preview is there.
pub(super) fn previewed(model: &mut Model, ticket: Ticket, preview: Box<Preview>) {
    let Mode::Subscribe(dialog) = &mut model.mode else { return };
    if let Some(choice) = dialog.awaiting(ticket) {
        choice.glance = Glance::There(preview);
    }
}

/// Something that was asked for could not be done. Returns whether it was this dialog that asked.
pub(super) fn rejected(model: &mut Model, ticket: Ticket, rejection: &Rejection) -> bool {
    let Mode::Subscribe(dialog) = &mut model.mode else { return false };
    if matches!(dialog.stage, Stage::Searching(searching) if searching == ticket) {
        dialog.stage = match rejection {
            Rejection::Cancelled => Stage::Typing,
            other => Stage::Failed(words::rejection_in(model.look.strings, other)),
        };
        return true;
    }
    if let Some(choice) = dialog.awaiting(ticket) {
        choice.glance = Glance::Failed(words::rejection_in(model.look.strings, rejection));
        return true;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_found_in_what_is_around_it() {
        let check = |text: &str, expected: Option<&str>| assert_eq!(address_in(text), expected, "{text}");
        check("\n  https://a.example/f \n", Some("https://a.example/f"));
        check("see https://a.example/f there", Some("https://a.example/f"));
        check("https://a.example/1\nhttps://a.example/2", Some("https://a.example/1"));
        check("see a.example", None);
        check("", None);
    }

    #[test]
    fn addresses_are_told_from_other_pastes() {
        for line in [
            "https://example.org/a",
            "feed://example.org",
            "example.org",
            "EXAMPLE.org/feed",
            "hudhud://add?url=x",
        ] {
            assert!(is_address(line), "{line}");
        }
        for line in ["", "hello", "two words.org", "End.", ".hidden", "a/b.txt"] {
            assert!(!is_address(line), "{line}");
        }
    }
}
