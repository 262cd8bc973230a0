//! The subscribe dialog: an address, the feeds found there, a preview, a folder and a direction.

use crate::engine::{Candidate, Draft, FetchNow, Preview, Ticket};
use crate::model::{DirectionChoice, FeedId, FolderPath, Format, IntervalChoice};
use crate::text::input::Input;

/// The subscribe dialog.
#[derive(Debug)]
pub(crate) struct Subscribe {
    /// The address as typed.
    pub(crate) address: Input,
    /// The folder as typed, with slashes between folders that lie in one another.
    pub(crate) folder: Input,
    /// The direction.
    pub(crate) direction: DirectionChoice,
    /// The field that has the keys.
    pub(crate) field: Field,
    /// How far it is.
    pub(crate) stage: Stage,
    /// The feed whose address is to be replaced by what is found; `None` for a new subscription.
    pub(crate) replaces: Option<FeedId>,
    /// How the ticks come about.
    ticking: Ticking,
}

/// A field of the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Field {
    /// The address.
    Address,
    /// The feeds found.
    Choices,
    /// The folder.
    Folder,
    /// The direction.
    Direction,
}

/// How far the dialog is.
#[derive(Debug)]
pub(crate) enum Stage {
    /// The user types an address.
    Typing,
    /// The engine looks for feeds.
    Searching(Ticket),
    /// Feeds were found; never empty.
    Found {
        /// The feeds.
        choices: Vec<Choice>,
        /// The one whose preview is shown.
        at: usize,
    },
    /// Nothing was found, or the address could not be asked; the sentence.
    Failed(String),
}

/// A feed that was found.
#[derive(Debug)]
pub(crate) struct Choice {
    /// The feed.
    pub(crate) candidate: Candidate,
    /// Whether it is to be subscribed.
    pub(crate) ticked: bool,
    /// The first look at it.
    pub(crate) glance: Glance,
}

/// How the ticks come about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Ticking {
    /// The one under the cursor is ticked: who wants a single feed needs no tick at all.
    #[default]
    Follows,
    /// The user ticks.
    ByHand,
}

/// The first look at a feed.
#[derive(Debug)]
pub(crate) enum Glance {
    /// It was not asked for.
    None,
    /// It is on its way.
    Coming(Ticket),
    /// It is there.
    There(Box<Preview>),
    /// It failed; the sentence.
    Failed(String),
}

impl Subscribe {
    /// A dialog for this address, which may be empty, with a folder to start with.
    #[must_use]
    pub(crate) fn new(address: &str, folder: Option<&FolderPath>) -> Self {
        let mut input = Input::default();
        if !address.is_empty() {
            input.insert(address);
        }
        Self {
            address: input,
            folder: Input::new(folder.map(ToString::to_string).unwrap_or_default()),
            direction: DirectionChoice::Auto,
            field: Field::Address,
            stage: Stage::Typing,
            replaces: None,
            ticking: Ticking::Follows,
        }
    }

    /// The choices and the number of the current one.
    #[must_use]
    pub(crate) fn choices(&self) -> Option<(&[Choice], usize)> {
        match &self.stage {
            Stage::Found { choices, at } => Some((choices, *at)),
            _ => None,
        }
    }

    /// Takes what was found: the first is ticked.
    pub(crate) fn found(&mut self, candidates: Vec<Candidate>) {
        let choice = |(at, candidate)| Choice { candidate, ticked: at == 0, glance: Glance::None };
        let choices = candidates.into_iter().enumerate().map(choice).collect();
        self.stage = Stage::Found { choices, at: 0 };
        self.ticking = Ticking::Follows;
        self.field = Field::Choices;
    }

    /// Goes to another choice.
    pub(crate) fn step(&mut self, rows: isize) {
        if let Stage::Found { choices, at } = &mut self.stage {
            *at = at.saturating_add_signed(rows).min(choices.len().saturating_sub(1));
            if self.ticking == Ticking::Follows {
                for (place, choice) in choices.iter_mut().enumerate() {
                    choice.ticked = place == *at;
                }
            }
        }
    }

    /// Ticks the current choice or takes the tick away.
    pub(crate) fn tick(&mut self) {
        if let Stage::Found { choices, at } = &mut self.stage
            && let Some(choice) = choices.get_mut(*at)
        {
            choice.ticked = !choice.ticked;
            self.ticking = Ticking::ByHand;
        }
    }

    /// The next field (or the one before), as far as they can be reached.
    pub(crate) fn next_field(&mut self, steps: isize) {
        let fields = match self.stage {
            Stage::Found { .. } => &[Field::Address, Field::Choices, Field::Folder, Field::Direction][..],
            _ => &[Field::Address][..],
        };
        let at = fields.iter().position(|field| *field == self.field).unwrap_or(0);
        let count = fields.len();
        self.field = fields[(at + count).saturating_add_signed(steps) % count];
    }

    /// The subscriptions to be made: what is ticked, else the current choice.
    #[must_use]
    pub(crate) fn drafts(&self) -> Vec<Draft> {
        let Some((choices, at)) = self.choices() else { return Vec::new() };
        let ticked: Vec<&Choice> = choices.iter().filter(|choice| choice.ticked).collect();
        let chosen = if ticked.is_empty() { choices.get(at).into_iter().collect() } else { ticked };
        chosen.into_iter().map(|choice| self.draft(choice)).collect()
    }

    fn draft(&self, choice: &Choice) -> Draft {
        Draft {
            url: choice.candidate.url.clone(),
            title: None,
            folder: FolderPath::parse(self.folder.text()),
            tags: Vec::new(),
            direction: self.direction,
            interval: IntervalChoice::Default,
            fetch: FetchNow::Yes,
        }
    }

    /// The choice whose preview is awaited with this ticket.
    pub(crate) fn awaiting(&mut self, ticket: Ticket) -> Option<&mut Choice> {
        let Stage::Found { choices, .. } = &mut self.stage else { return None };
        choices.iter_mut().find(|choice| matches!(choice.glance, Glance::Coming(coming) if coming == ticket))
    }

    /// The current choice, if its preview was not asked for yet.
    pub(crate) fn unseen(&mut self) -> Option<&mut Choice> {
        let Stage::Found { choices, at } = &mut self.stage else { return None };
        choices.get_mut(*at).filter(|choice| matches!(choice.glance, Glance::None))
    }

    /// Tickets of what is under way.
    #[must_use]
    pub(crate) fn under_way(&self) -> Vec<Ticket> {
        match &self.stage {
            Stage::Searching(ticket) => vec![*ticket],
            Stage::Found { choices, .. } => choices.iter().filter_map(Choice::coming).collect(),
            _ => Vec::new(),
        }
    }
}

impl Choice {
    /// The formats that the feed is offered in, each once.
    #[must_use]
    pub(crate) fn formats(&self) -> Vec<&'static str> {
        let own = std::iter::once(self.candidate.format);
        let others = self.candidate.alternatives.iter().map(|(format, _)| *format);
        let mut words: Vec<&str> = Vec::new();
        for word in own.chain(others).flatten().map(name) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }

    const fn coming(&self) -> Option<Ticket> {
        match self.glance {
            Glance::Coming(ticket) => Some(ticket),
            _ => None,
        }
    }
}

/// The formats' own names, which no language changes.
const fn name(format: Format) -> &'static str {
    match format {
        Format::Rss => "RSS",
        Format::Atom => "Atom",
        Format::Json => "JSON Feed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::CandidateKind;

    fn dialog(count: usize) -> Subscribe {
        let candidate = |at| Candidate {
            url: format!("http://example.org/{at}"),
            title: None,
            format: None,
            alternatives: Vec::new(),
            kind: CandidateKind::Main,
        };
        let mut dialog = Subscribe::new("", None);
        dialog.found((0..count).map(candidate).collect());
        dialog
    }

    fn urls(dialog: &Subscribe) -> Vec<String> {
        dialog.drafts().into_iter().map(|draft| draft.url).collect()
    }

    #[test]
    fn the_tick_follows_the_cursor_until_the_user_ticks() {
        let mut dialog = dialog(3);
        dialog.step(1);
        assert_eq!(urls(&dialog), ["http://example.org/1"]);
        dialog.step(1);
        dialog.tick();
        dialog.step(-2);
        dialog.tick();
        assert_eq!(urls(&dialog), ["http://example.org/0"]);
    }

    #[test]
    fn several_can_be_ticked() {
        let mut dialog = dialog(2);
        dialog.tick();
        dialog.tick();
        dialog.step(1);
        dialog.tick();
        assert_eq!(urls(&dialog), ["http://example.org/0", "http://example.org/1"]);
    }
}
