//! The log: written to a file beside the store, never to the screen.

use std::fs::OpenOptions;
use std::path::Path;
use std::sync::Mutex;

use tracing_subscriber::filter::LevelFilter;

use super::args::LogLevel;
use super::exit::Stop;

/// Starts the log, if one is wanted.
///
/// # Errors
///
/// When the file can't be written.
pub fn start(level: LogLevel, folder: &Path) -> Result<(), Stop> {
    let level = match level {
        LogLevel::Off => return Ok(()),
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    let path = folder.join("hudhud.log");
    let opened = std::fs::create_dir_all(folder)
        .and_then(|()| OpenOptions::new().create(true).append(true).open(&path));
    let file = opened.map_err(|error| {
        Stop::Failed(format!("the log {} can't be written ({error}); leave --log-level away", path.display()))
    })?;
    let log = tracing_subscriber::fmt().with_max_level(level).with_ansi(false).with_writer(Mutex::new(file));
    // A second log in one process is refused; the first goes on.
    let _ = log.try_init();
    Ok(())
}
