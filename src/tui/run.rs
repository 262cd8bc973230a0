//! The loop: takes what happens, updates the model, fulfils wishes, draws.

use std::future::{Future, ready};
use std::io::{self, BufWriter, Stdout};
use std::mem::ManuallyDrop;
use std::sync::Arc;

use crossterm::event::EventStream;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

use super::adapt::last_step;
use super::effect::Effect;
use super::keymap::{Code, Key};
use super::model::{Look, Model, Start, Tickets};
use super::msg::{Msg, Recognized};
use super::perform::{self, Work};
use super::terminal::bidi::{self, OptOut, Reach, Surroundings, Verdict};
use super::terminal::clipboard::clipboard;
use super::terminal::probe::{self, Answers, Late, Typed};
use super::terminal::signals::{self, Signals, Wish};
use super::terminal::{Screen, crash, give_back, input, write};
use super::theme::Colours;
use super::{Setup, update, view};
use crate::config::BidiMode;
use crate::engine::{Event, Handle};
use crate::strings::Text;
use crate::text::emit::Adaptor;
use crate::time::{Clock, Span};

/// After the first change that is not drawn yet, answers are waited for so long, so that what comes at once never
/// flickers.
const PATIENCE: Span = Span::millis(8);

/// Never dropped: ratatui's drop prints to stderr when the terminal is gone, which panics there. The terminal is given
/// back by [`Screen`].
type Out = ManuallyDrop<Terminal<CrosstermBackend<BufWriter<Stdout>>>>;

/// Runs the screen until the user quits or the process is told to end.
pub(super) fn run(setup: Setup) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (faults, others) = unbounded_channel();
    let hook = crash::install(setup.crash_folder.clone(), Arc::clone(&setup.clock), faults.clone());
    let result = runtime.block_on(async move { Loop::open(setup, others, faults)?.go().await });
    // A browser that is slow to start keeps nobody waiting.
    runtime.shutdown_background();
    drop(hook);
    result
}

/// Everything that is awaited, and where it goes.
struct Loop {
    model: Model,
    handle: Handle,
    clock: Arc<dyn Clock>,
    engine: UnboundedReceiver<Event>,
    faults: UnboundedReceiver<Msg>,
    /// Keeps the channel of faults open.
    _fault_sender: UnboundedSender<Msg>,
    answers: FuturesUnordered<Work>,
    chores: FuturesUnordered<Work>,
    signals: Signals,
    /// The terminal's events; not there while it is asked what it is, or while another program has it.
    events: Option<EventStream>,
    probe: Option<JoinHandle<Answers>>,
    late: Option<Late>,
    around: Surroundings,
    /// What the configuration says about right-to-left text, and what the terminal answered.
    bidi: (BidiMode, Answers),
    opt_out: Option<OptOut>,
    adaptor: Adaptor,
    /// What is said about the terminal before it answered.
    first: Recognized,
    out: Out,
    screen: Screen,
    /// Since when something is not drawn.
    undrawn: Option<Span>,
    title: String,
    state: State,
}

/// What the loop is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It goes on.
    Running,
    /// It stops until the shell lets it go on.
    Stopping,
    /// It ends.
    Ending,
}

/// What was waited for.
enum News {
    Msg(Msg),
    Terminal(Option<io::Result<crossterm::event::Event>>),
    Known(Answers),
    Wish(Wish),
    /// Nothing came in time.
    Quiet,
}

impl Loop {
    fn open(
        setup: Setup,
        faults: UnboundedReceiver<Msg>,
        fault_sender: UnboundedSender<Msg>,
    ) -> io::Result<Self> {
        let around = Surroundings::of_process();
        let mode = setup.config.bidi;
        let before = bidi::decide(mode, &around, &Answers::default());
        let engine = setup.handle.listen();
        let signals = Signals::listen()?;
        let screen = Screen::enter(setup.config.mouse, before.opt_out)?;
        let out = Terminal::new(CrosstermBackend::new(BufWriter::with_capacity(1 << 16, io::stdout())))?;
        let out = ManuallyDrop::new(out);
        let size = out.size()?;
        let is_unknown = mode == BidiMode::Auto && !around.is_multiplexed();
        let patience = if around.reach == Reach::Remote { 400 } else { 150 };
        let probe = is_unknown.then(|| tokio::task::spawn_blocking(move || probe::ask(patience)));
        let events = probe.is_none().then(EventStream::new);
        let name = probe.is_none().then(|| around.name(&Answers::default()));
        let first = Recognized { adaptor: before.adaptor, advice: before.advice, name };
        let (handle, clock) = (setup.handle.clone(), Arc::clone(&setup.clock));
        Ok(Self {
            model: model(setup, (size.width, size.height)),
            handle,
            clock,
            engine,
            faults,
            _fault_sender: fault_sender,
            answers: FuturesUnordered::new(),
            chores: FuturesUnordered::new(),
            signals,
            events,
            probe,
            late: None,
            around,
            bidi: (mode, Answers::default()),
            opt_out: before.opt_out,
            adaptor: before.adaptor,
            first,
            out,
            screen,
            undrawn: None,
            title: String::new(),
            state: State::Running,
        })
    }

    async fn go(mut self) -> io::Result<()> {
        self.take(Msg::Terminal(self.first.clone()))?;
        self.take(Msg::Start)?;
        while self.state != State::Ending {
            let wait = self.wait();
            let news = self.next(tokio::time::sleep(wait.to_std())).await;
            self.hear(news)?;
            while self.state == State::Running && !self.is_overdue() {
                match self.next(ready(())).await {
                    News::Quiet => break,
                    news => self.hear(news)?,
                }
            }
            if self.state == State::Stopping {
                self.state = State::Running;
                self.suspend().await?;
            }
            let is_time = self.answers.is_empty() || self.is_overdue();
            if self.undrawn.is_some() && is_time && self.state == State::Running {
                self.draw()?;
            }
        }
        Ok(())
    }

    /// How long nothing needs to be done.
    fn wait(&self) -> Span {
        if let Some(since) = self.undrawn {
            return since.plus(PATIENCE).minus(self.clock.elapsed());
        }
        // A moment that is past already was handled by the last message; never spin on it.
        let wake = self.model.wake().map(|wake| wake.since(self.clock.now()));
        wake.unwrap_or(Span::minutes(1)).max(Span::millis(2))
    }

    fn is_overdue(&self) -> bool {
        self.undrawn.is_some_and(|since| self.clock.elapsed() >= since.plus(PATIENCE))
    }

    /// The next thing that happens, or nothing when `quiet` ends. What the user does comes first.
    async fn next(&mut self, quiet: impl Future<Output = ()>) -> News {
        let events = async {
            match &mut self.events {
                Some(events) => events.next().await,
                None => std::future::pending().await,
            }
        };
        let probe = async {
            match &mut self.probe {
                Some(probe) => probe.await.unwrap_or_default(),
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            wish = self.signals.next() => News::Wish(wish),
            event = events => News::Terminal(event),
            answers = probe => News::Known(answers),
            Some(msg) = self.answers.next(), if !self.answers.is_empty() => News::Msg(msg),
            Some(event) = self.engine.recv(), if !self.engine.is_closed() || !self.engine.is_empty() => News::Msg(Msg::Engine(event)),
            Some(msg) = self.chores.next(), if !self.chores.is_empty() => News::Msg(msg),
            Some(msg) = self.faults.recv() => News::Msg(msg),
            () = quiet => News::Quiet,
        }
    }

    fn hear(&mut self, news: News) -> io::Result<()> {
        match news {
            News::Msg(msg) => self.take(msg),
            News::Terminal(Some(Ok(event))) => match input::message(event) {
                Some(Msg::Key(key)) if self.late.as_mut().is_some_and(|late| late.swallows(key)) => Ok(()),
                Some(msg) => self.take(msg),
                None => Ok(()),
            },
            // The terminal is gone.
            News::Terminal(Some(Err(error))) => Err(error),
            News::Terminal(None) | News::Wish(Wish::End) => {
                self.state = State::Ending;
                Ok(())
            }
            News::Known(answers) => self.know(answers),
            News::Wish(Wish::Stop) => {
                self.state = State::Stopping;
                Ok(())
            }
            // Either the wait for answers is over, which is drawn, or time went by.
            News::Quiet if self.undrawn.is_some() => Ok(()),
            News::Quiet => self.take(Msg::Tick),
        }
    }

    fn take(&mut self, msg: Msg) -> io::Result<()> {
        fall_if_asked(&msg);
        if self.undrawn.is_none() {
            self.undrawn = Some(self.clock.elapsed());
        }
        for effect in update(&mut self.model, msg, self.clock.now()) {
            self.perform(effect)?;
        }
        Ok(())
    }

    fn perform(&mut self, effect: Effect) -> io::Result<()> {
        match effect {
            Effect::Tell(command) => self.handle.tell(command),
            Effect::Ask(ticket, query) => self.answers.push(perform::ask(&self.handle, ticket, query)),
            Effect::Open(url) => self.chores.push(perform::open(self.model.browser().to_vec(), url)),
            Effect::OpenBehind(url) => {
                self.chores.push(perform::open(self.model.browser_behind().to_vec(), url));
            }
            Effect::Copy(text) => write(&clipboard(&text))?,
            Effect::Bidi(mode) => self.choose(mode)?,
            Effect::Redraw => {
                write(bidi::CLEAR)?;
                self.renew()?;
            }
            Effect::Suspend => self.state = State::Stopping,
            Effect::Quit => self.state = State::Ending,
        }
        Ok(())
    }

    /// The terminal said what it is, or did not in time.
    fn know(&mut self, answers: Answers) -> io::Result<()> {
        self.probe = None;
        self.events = Some(EventStream::new());
        let verdict = bidi::decide(BidiMode::Auto, &self.around, &answers);
        self.obey(verdict)?;
        self.late = (!answers.complete).then(Late::default);
        let name = Some(self.around.name(&answers));
        self.bidi.1 = Answers { typed: Vec::new(), ..answers.clone() };
        self.take(Msg::Terminal(Recognized { adaptor: self.adaptor, advice: verdict.advice, name }))?;
        // The terminal may have changed its size while nobody listened.
        let size = self.out.size()?;
        self.take(Msg::Resize(size.width, size.height))?;
        answers.typed.into_iter().try_for_each(|typed| match typed {
            Typed::Key(key) => self.take(Msg::Key(key)),
            Typed::Paste(text) => self.take(Msg::Paste(text)),
        })
    }

    /// The user chose what is done for the terminal.
    fn choose(&mut self, mode: BidiMode) -> io::Result<()> {
        let (configured, answers) = &self.bidi;
        let mode = if mode == BidiMode::Auto { *configured } else { mode };
        let verdict = bidi::decide(mode, &self.around, answers);
        self.obey(verdict)?;
        self.take(Msg::Terminal(Recognized { adaptor: self.adaptor, advice: None, name: None }))
    }

    /// Does from now on what the terminal needs.
    fn obey(&mut self, verdict: Verdict) -> io::Result<()> {
        self.adaptor = verdict.adaptor;
        if verdict.opt_out != self.opt_out {
            self.screen.turn(verdict.opt_out)?;
            self.opt_out = verdict.opt_out;
            self.renew()?;
        }
        Ok(())
    }

    /// Gives the terminal to the shell until it lets us go on. The thread of the event stream is stopped with the
    /// process, so it takes nobody's input; the stream is kept, since a key is lost now and then between an old stream
    /// and a new one.
    async fn suspend(&mut self) -> io::Result<()> {
        if self.probe.is_some() {
            return Ok(());
        }
        give_back();
        let stopped = signals::stop().await;
        self.screen.take()?;
        stopped?;
        self.renew()?;
        self.title.clear();
        let size = self.out.size()?;
        self.take(Msg::Resize(size.width, size.height))
    }

    /// Has every cell drawn anew. Ratatui's own `clear` asks the terminal where its cursor is and reads the answer from
    /// the input, which would take keys away or fail.
    fn renew(&mut self) -> io::Result<()> {
        let size = self.out.size()?;
        self.out.resize(Rect::new(0, 0, size.width, size.height))
    }

    fn draw(&mut self) -> io::Result<()> {
        self.undrawn = None;
        let title = self.model.title();
        if title != self.title {
            write(format!("\x1b]2;{title}\x1b\\").as_bytes())?;
            self.title = title;
        }
        let (model, adaptor) = (&self.model, self.adaptor);
        self.out.draw(|frame| {
            view(model, frame);
            last_step(frame.buffer_mut(), adaptor, &model.odd_rows());
        })?;
        Ok(())
    }
}

/// Lets a test see that a fault gives the terminal back: with `HUDHUD_TEST_FAULT` set, F12 is one. Never in a release.
fn fall_if_asked(msg: &Msg) {
    let is_asked =
        |key: &Key| *key == Key::plain(Code::F(12)) && std::env::var_os("HUDHUD_TEST_FAULT").is_some();
    assert!(
        !cfg!(debug_assertions) || !matches!(msg, Msg::Key(key) if is_asked(key)),
        "a fault that a test asked for"
    );
}

fn model(setup: Setup, size: (u16, u16)) -> Model {
    let refuses = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colours = if refuses { Colours::Refused } else { Colours::Allowed };
    let (look, unknown) = Look::new(&setup.config, setup.locale, setup.zone, colours);
    let mut notices = setup.notices;
    notices.extend(unknown.map(|name| look.strings.fill(Text::NoticeTheme, &[("name", &name)])));
    let handle = setup.handle;
    Model::new(Start {
        config: setup.config,
        look,
        tickets: Tickets::new(move || handle.ticket()),
        sample: setup.sample,
        notices,
        size,
        now: setup.clock.now(),
    })
}
