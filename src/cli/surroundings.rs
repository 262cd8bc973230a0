//! What a run finds around it: folders, configuration, default language, clock.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::Global;
use super::exit::Stop;
use crate::config::{self, Config, Problem};
use crate::model::Direction;
use crate::places::Places;
use crate::strings::{Language, Strings, words};
use crate::text;
use crate::time::{Clock, SystemClock, Zone};

/// The configuration is a page of text; what is larger is something else.
const LARGEST_CONFIG: u64 = 1 << 16;

/// Everything that a run is given by its surroundings.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// Where things are kept.
    pub places: Places,
    /// The settings.
    pub config: Config,
    /// What was wrong with the configuration.
    faults: Faults,
    /// The reader's default direction.
    pub default_direction: Direction,
    /// The reader's language, as far as the screen speaks it.
    pub language: Language,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The zone in which dates are shown.
    pub zone: Zone,
}

/// What is wrong with the configured keys: the screen's matter, told with everything else that is wrong in the file.
pub type KeyProblems = fn(&Config) -> Vec<Problem>;

impl Surroundings {
    /// Finds them. `key_problems` knows the actions and keys of the screen.
    ///
    /// # Errors
    ///
    /// When no folder for data is known.
    pub fn find(global: &Global, key_problems: KeyProblems) -> Result<Self, Stop> {
        let places = Places::find(global.data_dir.clone(), global.config.clone()).map_err(|_| {
            Stop::failed("no folder for the store is known; name one with --data-dir or HUDHUD_DATA_DIR")
        })?;
        let (config, faults) = settings(&places.config, key_problems);
        let default_direction = default_direction(&config);
        let language = language(&config);
        Ok(Self {
            places,
            config,
            faults,
            default_direction,
            language,
            clock: Arc::new(SystemClock::new()),
            zone: Zone::local(),
        })
    }

    /// Those of a machine that names no folders: enough for commands that keep nothing.
    #[must_use]
    pub fn without_places() -> Self {
        let config = Config::default();
        let default_direction = default_direction(&config);
        let language = language(&config);
        Self {
            places: Places { data: PathBuf::new(), config: PathBuf::new() },
            config,
            faults: Faults::default(),
            default_direction,
            language,
            clock: Arc::new(SystemClock::new()),
            zone: Zone::local(),
        }
    }

    /// What is wrong with the configuration, a sentence for each fault, in English.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        self.problems_in(Strings::english())
    }

    /// What is wrong with the configuration, a sentence for each fault.
    #[must_use]
    pub fn problems_in(&self, strings: &Strings) -> Vec<String> {
        let Faults { file, unreadable, problems } = &self.faults;
        let unreadable = unreadable.iter().map(|reason| words::unreadable_in(strings, file, reason));
        unreadable.chain(problems.iter().map(|problem| words::problem_in(strings, problem, file))).collect()
    }

    /// Writes the commented configuration file if there is none. A folder that can't be written costs nothing but the file.
    pub fn write_default_config(&self) {
        if !self.places.config.exists() {
            let _ = write_new(&self.places.config, config::DEFAULT_FILE);
        }
    }
}

/// The reader's default direction (`product.md` section 2, rule 4): the configured language, else the locale.
#[must_use]
fn default_direction(config: &Config) -> Direction {
    let configured = config.language.as_deref().and_then(text::lang::direction);
    configured.unwrap_or_else(|| {
        let [all, messages, lang] = locale();
        text::direction::of_locale(all.as_deref(), messages.as_deref(), lang.as_deref())
    })
}

/// The reader's language for the screen: the configured one, else the locale's.
fn language(config: &Config) -> Language {
    if let Some(tag) = config.language.as_deref() {
        return Language::of_tag(tag).unwrap_or_default();
    }
    let [all, messages, lang] = locale();
    Language::of_locale(all.as_deref(), messages.as_deref(), lang.as_deref())
}

fn locale() -> [Option<String>; 3] {
    ["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| std::env::var(name).ok())
}

/// What is wrong with the configuration.
#[derive(Clone, Debug, Default)]
struct Faults {
    /// The file, as it is named to the user.
    file: String,
    /// Why it can't be read at all.
    unreadable: Option<String>,
    /// What is wrong in it, by line.
    problems: Vec<Problem>,
}

/// The settings of a file, with what is wrong with it. A missing file is none.
fn settings(path: &Path, key_problems: KeyProblems) -> (Config, Faults) {
    let file = path.display().to_string();
    let text = match read_file(path) {
        Ok(Some(text)) => text,
        Ok(None) => return (Config::default(), Faults::default()),
        Err(reason) => {
            return (Config::default(), Faults { file, unreadable: Some(reason), problems: Vec::new() });
        }
    };
    let (config, mut problems) = config::read(&text);
    problems.extend(key_problems(&config));
    problems.sort_by_key(|problem| problem.line);
    (config, Faults { file, unreadable: None, problems })
}

/// The text of the file; `None` if there is none. The error says why it can't be read.
fn read_file(path: &Path) -> Result<Option<String>, String> {
    match std::fs::metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
        Ok(facts) if facts.len() > LARGEST_CONFIG => return Err("it is larger than 64 KiB".to_owned()),
        Ok(facts) if !facts.is_file() => return Err("it is no file".to_owned()),
        Ok(_) => {}
    }
    match std::fs::read(path).map(String::from_utf8) {
        Ok(Ok(text)) => Ok(Some(text)),
        Ok(Err(_)) => Err("it is no UTF-8 text".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Writes a file that must not be there yet.
fn write_new(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
}
