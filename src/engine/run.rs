//! The one loop: commands, questions and the ends of jobs come in; jobs and events go out.

use tokio::sync::mpsc::UnboundedReceiver;

use super::edit::Edit;
use super::message::Message;
use super::state::{Engine, Phase};
use super::{Command, answer};
use crate::schedule::Bucket;
use crate::time::Span;

/// The loop looks around at least this often: a suspended machine is noticed by its clocks alone.
const LOOK: Span = Span::seconds(30);
/// It never looks around more often than this without a message.
const BREATH: Span = Span::millis(10);
/// Messages taken at once at most before jobs are started and listeners told.
const DRAIN: usize = 256;
/// Clocks that move apart by this much have jumped (`fetching.md` section 3.5).
const JUMP: Span = Span::minutes(5);

/// Runs until told to stop.
pub(super) async fn run(mut engine: Engine, mut inbox: UnboundedReceiver<Message>) {
    while engine.phase == Phase::Running {
        let wake = engine.turn().clamp(BREATH, LOOK);
        let message = tokio::select! {
            biased;
            message = inbox.recv() => message,
            () = tokio::time::sleep(wake.to_std()) => continue,
        };
        let Some(message) = message else { break };
        engine.take(message);
        for _ in 0..DRAIN {
            let Ok(message) = inbox.try_recv() else { break };
            engine.take(message);
        }
    }
    super::stop::stop(engine, inbox).await;
}

impl Engine {
    /// Starts what may be started, tells what changed, and says how long nothing will have to be done.
    fn turn(&mut self) -> Span {
        self.watch_clocks();
        self.start_edit();
        self.open_doors();
        self.start_wanted();
        let wake = self.start_background();
        self.start_upkeep();
        self.publish();
        wake
    }

    /// Reacts to one message.
    pub(super) fn take(&mut self, message: Message) {
        match message {
            Message::Command(command) => self.obey(command),
            Message::Ask(query, reply) => answer::begin(self, query, reply),
            Message::Enter(enter) => self.jobs.knock(enter),
            Message::Left(job) => self.jobs.leave(job),
            Message::Checked(job, end) => self.checked(job, *end),
            Message::Found(job, finding) => self.found(job, finding),
            Message::Previewed(job, seen) => self.previewed(job, seen),
            Message::Loaded(job, loaded) => self.loaded(job, loaded),
            Message::Edited(edited) => self.edited(*edited),
            Message::KeptUp(kept) => self.kept_up(kept),
            Message::Sign(sign) => self.life.others(sign),
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Refresh(ticket, scope, insistence) => self.refresh(ticket, &scope, insistence),
            Command::Discover(ticket, typed) => self.discover(ticket, typed),
            Command::Preview(ticket, url) => self.preview(ticket, url),
            Command::Subscribe(ticket, draft) => self.edits.push_back(Edit::Subscribe(ticket, draft)),
            Command::Apply(ticket, change) => self.edits.push_back(Edit::Apply(ticket, change)),
            Command::Undo(ticket) => self.edits.push_back(Edit::Undo(ticket)),
            Command::Redo(ticket) => self.edits.push_back(Edit::Redo(ticket)),
            Command::Import(ticket, outline) => self.edits.push_back(Edit::Import(ticket, outline)),
            Command::LoadOlder(ticket, feed) => self.load_older(ticket, feed),
            Command::Background(yes) => self.set_consent(yes),
            Command::Note(name, text) => self.tools.writer.put(move |store| store.set_note(name, &text)),
            Command::SignOfLife => self.life.sign(self.tools.clock.now()),
            Command::Reload(config) => self.reload(*config),
            Command::Cancel(ticket) => self.cancel(ticket),
            Command::Stop => self.phase = Phase::Stopping,
        }
    }

    /// After a suspend, or when the wall clock was set, due times are worked out anew and tokens start over, so that
    /// what is overdue is spread (`product.md` section 3, sleep and clock).
    fn watch_clocks(&mut self) {
        let (now, elapsed) = (self.now(), self.elapsed());
        let (then, before) = self.clocks;
        let (wall, passed) = (now.as_millis() - then.as_millis(), elapsed.minus(before).as_millis());
        let apart = wall.abs_diff(i64::try_from(passed).unwrap_or(i64::MAX));
        self.clocks = (now, elapsed);
        if apart >= JUMP.as_millis() {
            self.bucket = Bucket::new(elapsed);
            self.roster.reckon_all(self.rules(), &self.holds, now);
            if wall < 0 {
                self.roster.set_back(&self.holds, now);
            }
        }
    }
}
