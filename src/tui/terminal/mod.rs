//! The terminal: taken at the start, given back in any case.

pub(super) mod bidi;
pub(super) mod clipboard;
pub(super) mod crash;
pub(super) mod input;
pub(super) mod probe;
pub(super) mod signals;

use std::io::{self, Write};
use std::sync::Mutex;

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};

use self::bidi::OptOut;
use crate::config::Mouse;

/// What must be written to give the terminal back, while it is taken. Kept outside the guard so that the panic hook,
/// which runs before anything is dropped, can do it first.
static TAKEN: Mutex<Option<Vec<u8>>> = Mutex::new(None);

/// The terminal while it is ours. Dropping it gives the terminal back.
#[derive(Debug)]
pub(super) struct Screen {
    mouse: Mouse,
    opt_out: Option<OptOut>,
}

impl Screen {
    /// Takes the terminal.
    pub(super) fn enter(mouse: Mouse, opt_out: Option<OptOut>) -> io::Result<Self> {
        let screen = Self { mouse, opt_out };
        screen.take()?;
        Ok(screen)
    }

    /// Takes the terminal again after [`Self::give_back`].
    pub(super) fn take(&self) -> io::Result<()> {
        enable_raw_mode()?;
        remember(Some(leave_bytes(self.mouse, self.opt_out)));
        write(&enter_bytes(self.mouse, self.opt_out))
    }

    /// Turns the terminal's own treatment of right-to-left text off by another switch than before (or on again without
    /// one), and clears it: rows that exist keep the mode in which they were made (`bidi.md` section 1.3).
    pub(super) fn turn(&mut self, opt_out: Option<OptOut>) -> io::Result<()> {
        let old = std::mem::replace(&mut self.opt_out, opt_out);
        remember(Some(leave_bytes(self.mouse, self.opt_out)));
        let switches = old.map(OptOut::on).into_iter().chain(opt_out.map(OptOut::off));
        let bytes: Vec<u8> = switches.flatten().chain(bidi::CLEAR).copied().collect();
        write(&bytes)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back, once, whoever asks first.
pub(super) fn give_back() {
    if let Some(bytes) = remember(None) {
        // The terminal may be gone; then there is nobody to give it back to.
        let _ = write(&bytes);
        let _ = disable_raw_mode();
    }
}

fn remember(bytes: Option<Vec<u8>>) -> Option<Vec<u8>> {
    // One value that is replaced as a whole: a panic elsewhere can't have left it half-written.
    let mut taken = TAKEN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    std::mem::replace(&mut *taken, bytes)
}

/// Writes bytes to the terminal at once.
pub(super) fn write(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Pastes are told from typing, and we learn when the window is looked at. The cursor is hidden.
const MODES_ON: &[u8] = b"\x1b[?25l\x1b[?2004h\x1b[?1004h";
const MODES_OFF: &[u8] = b"\x1b[?1004l\x1b[?2004l\x1b[0m\x1b[?25h";
/// Buttons, drags and the wheel in the SGR form; not each motion, which would wake us for nothing.
const MOUSE_ON: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";
const MOUSE_OFF: &[u8] = b"\x1b[?1006l\x1b[?1002l\x1b[?1000l";
const ALTERNATE_ON: &[u8] = b"\x1b[?1049h";
const ALTERNATE_OFF: &[u8] = b"\x1b[?1049l";

fn enter_bytes(mouse: Mouse, opt_out: Option<OptOut>) -> Vec<u8> {
    let mut bytes = ALTERNATE_ON.to_vec();
    bytes.extend(bidi::START);
    bytes.extend(opt_out.iter().flat_map(|opt_out| opt_out.off()));
    bytes.extend(bidi::CLEAR);
    bytes.extend(MODES_ON);
    if mouse == Mouse::On {
        bytes.extend(MOUSE_ON);
    }
    bytes
}

fn leave_bytes(mouse: Mouse, opt_out: Option<OptOut>) -> Vec<u8> {
    let mut bytes = Vec::new();
    if mouse == Mouse::On {
        bytes.extend(MOUSE_OFF);
    }
    bytes.extend(MODES_OFF);
    bytes.extend(opt_out.iter().flat_map(|opt_out| opt_out.on()));
    bytes.extend(bidi::END);
    bytes.extend(ALTERNATE_OFF);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_set_before_the_screen_is_cleared_and_drawn() {
        let bytes = enter_bytes(Mouse::Off, Some(OptOut::Konsole));
        let start = "\x1b[?1049h\x1b[8l\x1b[1 k\x1b[?2501l\x1b[?2500l\x1b]50;BidiRenderingEnabled=false\x07\x1b[H\x1b[2J";
        assert!(String::from_utf8_lossy(&bytes).starts_with(start));
    }

    #[test]
    fn the_way_out_is_the_way_in_reversed() {
        let bytes = leave_bytes(Mouse::On, Some(OptOut::Mlterm));
        let end = "\x1b]5379;use_ctl=true\x07\x1b[0 k\x1b[8h\x1b[?1049l";
        assert!(String::from_utf8_lossy(&bytes).ends_with(end));
        assert!(bytes.starts_with(MOUSE_OFF));
    }
}
