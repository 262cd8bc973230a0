//! How the terminal is asked to keep its hands off right-to-left text, and what it needs if it does not
//! (`bidi.md` sections 1.3 and 1.4).

use super::probe::Answers;
use crate::config::BidiMode;
use crate::strings::Text;
use crate::text::emit::Adaptor;

/// Explicit mode, left-to-right path, no detection of direction, no mirrored boxes. Sent before the first clear.
pub(crate) const START: &[u8] = b"\x1b[8l\x1b[1 k\x1b[?2501l\x1b[?2500l";
/// The mode belongs to rows and is copied into them when they are erased: so they are, really.
pub(crate) const CLEAR: &[u8] = b"\x1b[H\x1b[2J";
/// The terminal's own path and mode.
pub(crate) const END: &[u8] = b"\x1b[0 k\x1b[8h";

/// A terminal with a switch of its own. Sent to no other: xterm takes `OSC 50` as a change of font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OptOut {
    /// Konsole, by a profile of this session.
    Konsole,
    /// mlterm.
    Mlterm,
    /// tmux, which hands through what is meant for the terminal around it where `allow-passthrough` is on.
    Tmux,
    /// GNU screen, which does so always.
    Screen,
}

impl OptOut {
    /// No bidi by the terminal.
    pub(crate) const fn off(self) -> &'static [u8] {
        match self {
            Self::Konsole => b"\x1b]50;BidiRenderingEnabled=false\x07",
            Self::Mlterm => b"\x1b]5379;use_ctl=false\x07",
            Self::Tmux => b"\x1bPtmux;\x1b\x1b[8l\x1b\\",
            Self::Screen => b"\x1bP\x1b[8l\x1b\\",
        }
    }

    /// As it was.
    pub(crate) const fn on(self) -> &'static [u8] {
        match self {
            Self::Konsole => b"\x1b]50;BidiRenderingEnabled=true\x07",
            Self::Mlterm => b"\x1b]5379;use_ctl=true\x07",
            Self::Tmux => b"\x1bPtmux;\x1b\x1b[8h\x1b\\",
            Self::Screen => b"\x1bP\x1b[8h\x1b\\",
        }
    }
}

/// A terminal that sets a variable of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TerminalHost {
    /// None is known to be set.
    #[default]
    Unnamed,
    /// `KONSOLE_VERSION`.
    Konsole,
    /// `MLTERM`.
    Mlterm,
    /// tmux (`TMUX`), behind which anything may be.
    Tmux,
    /// GNU screen (`STY`).
    Screen,
    /// zellij (`ZELLIJ`), which hands nothing through.
    Zellij,
}

/// How far away the terminal is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Reach {
    /// On this machine.
    #[default]
    Here,
    /// At the other end of an ssh connection.
    Remote,
}

/// What the environment says about the terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Surroundings {
    /// `TERM`.
    pub(crate) term: String,
    /// `TERM_PROGRAM`.
    pub(crate) program: String,
    /// `TERM_PROGRAM_VERSION`.
    pub(crate) version: String,
    /// What is between us and the window, or the window itself, as far as a variable of its own tells.
    pub(crate) host: TerminalHost,
    /// How far away the terminal is.
    pub(crate) reach: Reach,
}

impl Surroundings {
    /// Those of this process.
    pub(crate) fn of_process() -> Self {
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let text = |name: &str| std::env::var(name).unwrap_or_default();
        let is_remote = ["SSH_CONNECTION", "SSH_TTY"].into_iter().any(is_set);
        let host = if is_set("TMUX") {
            TerminalHost::Tmux
        } else if is_set("STY") {
            TerminalHost::Screen
        } else if is_set("ZELLIJ") {
            TerminalHost::Zellij
        } else if is_set("KONSOLE_VERSION") {
            TerminalHost::Konsole
        } else if is_set("MLTERM") {
            TerminalHost::Mlterm
        } else {
            TerminalHost::Unnamed
        };
        Self {
            term: text("TERM"),
            program: text("TERM_PROGRAM"),
            version: text("TERM_PROGRAM_VERSION"),
            host,
            reach: if is_remote { Reach::Remote } else { Reach::Here },
        }
    }

    /// Whether something is between us and the window, which answers for itself.
    pub(crate) const fn is_multiplexed(&self) -> bool {
        matches!(self.host, TerminalHost::Tmux | TerminalHost::Screen | TerminalHost::Zellij)
    }

    /// By what the terminal is known again in another run: `TERM` and what it calls itself.
    pub(crate) fn name(&self, answers: &Answers) -> String {
        format!("{} {}", self.term, answers.version).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The switch of a terminal that is known before it is asked.
    pub(crate) const fn opt_out(&self) -> Option<OptOut> {
        match self.host {
            TerminalHost::Konsole => Some(OptOut::Konsole),
            TerminalHost::Mlterm => Some(OptOut::Mlterm),
            TerminalHost::Tmux => Some(OptOut::Tmux),
            TerminalHost::Screen => Some(OptOut::Screen),
            TerminalHost::Unnamed | TerminalHost::Zellij => None,
        }
    }
}

/// What the terminal needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    /// The last step before it.
    pub(crate) adaptor: Adaptor,
    /// Its own switch.
    pub(crate) opt_out: Option<OptOut>,
    /// Something that the user should know once.
    pub(crate) advice: Option<Text>,
}

/// Decides, by the configuration first, else by what the terminal answered, else by the environment.
pub(crate) fn decide(mode: BidiMode, around: &Surroundings, answers: &Answers) -> Verdict {
    let fixed = |adaptor| Verdict { adaptor, opt_out: around.opt_out(), advice: None };
    match mode {
        BidiMode::Auto => found_out(around, answers),
        BidiMode::App => fixed(Adaptor::App),
        // Where the terminal is to do the reordering its own switch is left on.
        BidiMode::Words => Verdict { opt_out: None, ..fixed(Adaptor::Words) },
        BidiMode::Terminal => Verdict { opt_out: None, ..fixed(Adaptor::Terminal) },
        BidiMode::Off => Verdict { opt_out: None, ..fixed(Adaptor::Off) },
    }
}

fn found_out(around: &Surroundings, answers: &Answers) -> Verdict {
    let plain = |adaptor| Verdict { adaptor, opt_out: None, advice: None };
    if around.is_multiplexed() {
        // What is behind it can't be known, and most terminals show cells as they are sent or heed the switch.
        let advice = Some(Text::NoticeMultiplexerHint);
        return Verdict { opt_out: around.opt_out(), advice, ..plain(Adaptor::App) };
    }
    match answers.explicit_mode {
        Some(3) => return plain(Adaptor::Terminal),
        Some(1 | 2 | 4) => return plain(Adaptor::App),
        _ => {}
    }
    if around.host == TerminalHost::Konsole || answers.version.starts_with("Konsole") {
        return Verdict { opt_out: Some(OptOut::Konsole), ..plain(Adaptor::App) };
    }
    if around.host == TerminalHost::Mlterm {
        return Verdict { opt_out: Some(OptOut::Mlterm), ..plain(Adaptor::App) };
    }
    if answers.version.starts_with("kitty(") || around.term == "xterm-kitty" {
        return Verdict { advice: Some(Text::NoticeKittyHint), ..plain(Adaptor::Words) };
    }
    if around.program == "iTerm.app" && is_at_least(&around.version, 3, 7) {
        return Verdict { advice: Some(Text::NoticeItermHint), ..plain(Adaptor::Terminal) };
    }
    let reorders = around.program == "Apple_Terminal"
        || around.program.to_ascii_lowercase().contains("cosmic")
        || around.term.starts_with("putty");
    plain(if reorders { Adaptor::Terminal } else { Adaptor::App })
}

fn is_at_least(version: &str, major: u32, minor: u32) -> bool {
    let mut parts = version.split('.').map(|part| {
        let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
        digits.parse::<u32>().unwrap_or(0)
    });
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0)) >= (major, minor)
}

#[cfg(test)]
mod tests;
