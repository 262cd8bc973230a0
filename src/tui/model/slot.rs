//! A question that is asked again and again: at most one is under way, and of those that wait only the newest.

use super::Tickets;
use crate::engine::Ticket;

/// The place of one kind of question.
#[derive(Debug)]
pub(crate) struct Slot<Q> {
    flying: Option<(Ticket, Q)>,
    next: Option<Q>,
}

impl<Q> Default for Slot<Q> {
    fn default() -> Self {
        Self { flying: None, next: None }
    }
}

impl<Q: Clone> Slot<Q> {
    /// Wants an answer to this. Returns what is to be asked now; nothing while another question is under way.
    #[must_use]
    pub(crate) fn ask(&mut self, question: Q, tickets: &mut Tickets) -> Option<(Ticket, Q)> {
        if self.flying.is_some() {
            self.next = Some(question);
            return None;
        }
        let asked = (tickets.draw(), question);
        self.flying = Some(asked.clone());
        Some(asked)
    }

    /// Takes the answer with this ticket: the question, if it is still the one that matters.
    ///
    /// The second part is what is to be asked next.
    pub(crate) fn land(&mut self, ticket: Ticket, tickets: &mut Tickets) -> Landing<Q> {
        match self.flying.take() {
            Some((flying, question)) if flying == ticket => match self.next.take() {
                None => Landing::Wanted(question),
                Some(next) => Landing::Outdated(self.ask(next, tickets)),
            },
            other => {
                self.flying = other;
                Landing::Foreign
            }
        }
    }

    /// The newest question that has no answer yet.
    #[must_use]
    pub(crate) fn newest(&self) -> Option<&Q> {
        self.next.as_ref().or(self.flying.as_ref().map(|(_, question)| question))
    }

    /// Whether an answer is awaited.
    #[must_use]
    pub(crate) const fn is_busy(&self) -> bool {
        self.flying.is_some()
    }
}

/// What an answer is worth.
#[derive(Debug)]
pub(crate) enum Landing<Q> {
    /// It answers this question, and no newer one waits.
    Wanted(Q),
    /// A newer question waited; it is to be asked now.
    Outdated(Option<(Ticket, Q)>),
    /// The question was not asked here.
    Foreign,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counting() -> Tickets {
        let mut last = 0;
        Tickets::new(move || {
            last += 1;
            Ticket(last)
        })
    }

    #[test]
    fn of_many_questions_the_first_and_the_last_are_asked() {
        let (mut slot, mut tickets) = (Slot::default(), counting());
        let (first, _) = slot.ask('a', &mut tickets).expect("the slot is free");
        assert!(slot.ask('b', &mut tickets).is_none() && slot.ask('c', &mut tickets).is_none());
        let Landing::Outdated(Some((second, 'c'))) = slot.land(first, &mut tickets) else {
            panic!("the newest question waits");
        };
        assert!(matches!(slot.land(second, &mut tickets), Landing::Wanted('c')));
        assert!(!slot.is_busy());
    }

    #[test]
    fn answers_to_others_are_left_alone() {
        let (mut slot, mut tickets) = (Slot::default(), counting());
        let (first, _) = slot.ask('a', &mut tickets).expect("the slot is free");
        assert!(matches!(slot.land(Ticket(99), &mut tickets), Landing::Foreign));
        assert!(matches!(slot.land(first, &mut tickets), Landing::Wanted('a')));
    }
}
