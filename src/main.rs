//! The program: arguments → owner or guest → screen or command → exit status.

use std::process::ExitCode;
use std::sync::Arc;

use hudhud::cli::{self, Command, Exit, Io, Stop, Surroundings, Unrun};
use hudhud::strings::words;
use hudhud::{control, feed, idle, opml, tui};

/// The list of feeds that a reader without any is offered.
const SAMPLE: &[u8] = include_bytes!("../assets/sample.opml");

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|word| word == idle::HELPER_ARGUMENT) {
        return idle::helper_main();
    }
    // Words that are no Unicode can only be names of files, and those of the reader's commands are typed by people.
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    ExitCode::from(run(&words).code())
}

fn run(words: &[String]) -> Exit {
    let mut io = Io::of_process(Vec::new());
    let args = match cli::parse(words) {
        Ok(args) => args,
        Err(Unrun::Shown(text)) => return cli::end(io.bytes(text.as_bytes()).map(|()| Exit::Done), &mut io),
        Err(Unrun::Wrong(sentence)) => return cli::end(Err(Stop::Wrong(sentence)), &mut io),
    };
    let around = match Surroundings::find(&args.global, tui::key_problems) {
        Ok(around) => around,
        Err(_) if matches!(args.command, Some(Command::Alone(_))) => Surroundings::without_places(),
        Err(stop) => return cli::end(Err(stop), &mut io),
    };
    if let Err(stop) = cli::start_log(args.global.log_level, &around.places.data) {
        return cli::end(Err(stop), &mut io);
    }
    match &args.command {
        Some(Command::Alone(command)) => cli::run_alone_blocking(command, &around, &mut io),
        Some(Command::Stored(command)) => control::command(command, words, &around),
        None => cli::end(screen(&around), &mut io),
    }
}

/// Opens the screen on the store, which this process then owns.
fn screen(around: &Surroundings) -> Result<Exit, Stop> {
    cli::needs_terminal()?;
    let owner = control::screen(around)?;
    around.write_default_config();
    let locale = tui::Locale { language: around.language, direction: around.default_direction };
    let strings = tui::strings(&around.config, locale);
    let notices = around.problems_in(strings).into_iter().chain(words::opened_in(strings, owner.opened()));
    let shown = tui::run(tui::Setup {
        handle: owner.session().handle.clone(),
        config: around.config.clone(),
        clock: Arc::clone(&around.clock),
        zone: around.zone.clone(),
        locale,
        notices: notices.collect(),
        crash_folder: around.places.data.clone(),
        sample: opml::read(&feed::decode(SAMPLE, None)).unwrap_or_default(),
    });
    owner.stop()?;
    shown
        .map(|()| Exit::Done)
        .map_err(|error| Stop::Failed(format!("the terminal can't be used ({error}); see \"hudhud doctor\"")))
}
