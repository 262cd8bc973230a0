//! What happens when the program itself is at fault: the terminal is given back, a report is written, one line says
//! where.

use std::backtrace::Backtrace;
use std::fs;
use std::io::Write;
use std::panic::{self, PanicHookInfo};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, ThreadId};

use tokio::sync::mpsc::UnboundedSender;

use crate::strings::{Strings, Text};
use crate::time::{Clock, Timestamp};
use crate::tui::msg::Msg;

/// The hook that was there before, put back when this is dropped.
pub(crate) struct Hook;

/// Installs the hook. Faults of other threads are told to the screen, which goes on.
pub(crate) fn install(folder: PathBuf, clock: Arc<dyn Clock>, others: UnboundedSender<Msg>) -> Hook {
    let screen = thread::current().id();
    panic::set_hook(Box::new(move |info| told(info, screen, &folder, clock.now(), &others)));
    Hook
}

impl Drop for Hook {
    fn drop(&mut self) {
        // While unwinding the hook can't be changed; the process ends then anyway.
        if !thread::panicking() {
            drop(panic::take_hook());
        }
    }
}

fn told(
    info: &PanicHookInfo<'_>,
    screen: ThreadId,
    folder: &Path,
    now: Timestamp,
    others: &UnboundedSender<Msg>,
) {
    let report = report(info, now);
    let path = folder.join(format!("crash-{}.txt", now.as_seconds()));
    let saved = fs::create_dir_all(folder).and_then(|()| fs::write(&path, report));
    if thread::current().id() != screen {
        // The screen may be gone already; then nobody is there to be told.
        let _ = others.send(Msg::Fault(path));
        return;
    }
    super::give_back();
    let text = if saved.is_ok() { Text::CrashLine } else { Text::CrashLineUnsaved };
    let gaps = [("message", &*message(info)), ("path", &*path.display().to_string())];
    let line = Strings::english().fill(text, &gaps);
    let _ = writeln!(std::io::stderr(), "{}", line.replace(['\n', '\r'], " "));
}

/// Everything that helps to find the fault, and nothing of what the user reads.
fn report(info: &PanicHookInfo<'_>, now: Timestamp) -> String {
    let place = info.location().map_or_else(String::new, ToString::to_string);
    let thread = thread::current();
    format!(
        "hudhud {}\nat {now}\nthread {}\n{}\n{place}\n\n{}\n",
        env!("CARGO_PKG_VERSION"),
        thread.name().unwrap_or("without a name"),
        message(info),
        Backtrace::force_capture()
    )
}

fn message(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("a fault").to_owned()
}
