//! Each terminal of `bidi.md` section 1.1 with the answers that it gives.

use super::*;

fn around(set: impl FnOnce(&mut Surroundings)) -> Surroundings {
    let mut around = Surroundings::default();
    set(&mut around);
    around
}

fn check(around: &Surroundings, answers: &Answers, adaptor: Adaptor, opt_out: Option<OptOut>) {
    let verdict = decide(BidiMode::Auto, around, answers);
    assert_eq!((verdict.adaptor, verdict.opt_out), (adaptor, opt_out), "{around:?} {answers:?}");
}

#[test]
fn the_first_rule_that_answers_decides() {
    let silent = Answers::default();
    let says = |mode| Answers { explicit_mode: Some(mode), ..Answers::default() };
    let named = |name: &str| Answers { version: name.to_owned(), ..Answers::default() };
    let plain = Surroundings::default();
    check(&plain, &silent, Adaptor::App, None);
    check(&plain, &says(1), Adaptor::App, None);
    check(&plain, &says(3), Adaptor::Terminal, None);
    check(&plain, &says(0), Adaptor::App, None);
    check(&plain, &named("Konsole 22.12.3"), Adaptor::App, Some(OptOut::Konsole));
    check(&plain, &named("kitty(0.26.5)"), Adaptor::Words, None);
    check(&around(|a| a.host = TerminalHost::Konsole), &silent, Adaptor::App, Some(OptOut::Konsole));
    check(&around(|a| a.host = TerminalHost::Mlterm), &says(0), Adaptor::App, Some(OptOut::Mlterm));
    check(&around(|a| a.term = "xterm-kitty".into()), &silent, Adaptor::Words, None);
    check(&around(|a| a.term = "putty-256color".into()), &silent, Adaptor::Terminal, None);
    check(&around(|a| a.program = "Apple_Terminal".into()), &silent, Adaptor::Terminal, None);
}

#[test]
fn iterm_reorders_from_one_version_on() {
    let iterm = |version: &str| {
        around(|a| {
            a.program = "iTerm.app".into();
            a.version = version.into();
        })
    };
    check(&iterm("3.6.9"), &Answers::default(), Adaptor::App, None);
    check(&iterm("3.7.0beta9"), &Answers::default(), Adaptor::Terminal, None);
}

#[test]
fn behind_a_multiplexer_the_switch_is_handed_through() {
    for (host, switch) in [
        (TerminalHost::Tmux, Some("\x1bPtmux;\x1b\x1b[8l\x1b\\")),
        (TerminalHost::Screen, Some("\x1bP\x1b[8l\x1b\\")),
        (TerminalHost::Zellij, None),
    ] {
        let inside = around(|a| a.host = host);
        let verdict = decide(BidiMode::Auto, &inside, &Answers::default());
        assert_eq!(verdict.adaptor, Adaptor::App);
        assert_eq!(verdict.advice, Some(Text::NoticeMultiplexerHint));
        assert_eq!(
            verdict.opt_out.map(|switch| String::from_utf8_lossy(switch.off()).into_owned()).as_deref(),
            switch
        );
    }
}

#[test]
fn the_configuration_has_the_last_word() {
    let kitty = around(|a| a.term = "xterm-kitty".into());
    let decided = |mode| decide(mode, &kitty, &Answers::default()).adaptor;
    assert_eq!(decided(BidiMode::App), Adaptor::App);
    assert_eq!(decided(BidiMode::Terminal), Adaptor::Terminal);
    assert_eq!(decided(BidiMode::Off), Adaptor::Off);
}

/// A terminal as it shows itself: its environment, the bytes that it answers to the question, and what must follow.
struct Known {
    name: &'static str,
    around: fn(&mut Surroundings),
    answers: &'static [u8],
    adaptor: Adaptor,
    opt_out: Option<OptOut>,
    advice: Option<Text>,
}

const fn plain(name: &'static str, around: fn(&mut Surroundings), answers: &'static [u8]) -> Known {
    Known { name, around, answers, adaptor: Adaptor::App, opt_out: None, advice: None }
}

fn xterm(around: &mut Surroundings) {
    around.term = "xterm-256color".to_owned();
}

/// The answers are those of section 1.1: the state of explicit mode where the terminal tells it, and `DA1`, which ends
/// the wait everywhere.
const TERMINALS: &[Known] = &[
    plain("xterm 379", xterm, b"\x1bP>|XTerm(379)\x1b\\\x1b[8;0$y\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c"),
    plain("alacritty", |a| a.term = "alacritty".to_owned(), b"\x1b[?6c"),
    plain("urxvt", |a| a.term = "rxvt-unicode-256color".to_owned(), b"\x1b[?1;2c"),
    plain("st", |a| a.term = "st-256color".to_owned(), b"\x1b[?6c"),
    plain("foot", |a| a.term = "foot".to_owned(), b"\x1bP>|foot(1.16.2)\x1b\\\x1b[?62;4;22;28c"),
    plain("VTE 0.70", xterm, b"\x1bP>|VTE(7006)\x1b\\\x1b[8;1$y\x1b[?65;1;9c"),
    plain("VTE after the switch", xterm, b"\x1bP>|VTE(7006)\x1b\\\x1b[8;2$y\x1b[?65;1;9c"),
    plain(
        "mintty",
        |a| a.program = "mintty".to_owned(),
        b"\x1bP>|mintty 3.6.4\x1b\\\x1b[8;1$y\x1b[?64;1;2;4;6;9;15;21;22;28;29c",
    ),
    plain(
        "WezTerm",
        |a| a.program = "WezTerm".to_owned(),
        b"\x1bP>|WezTerm 20240203\x1b\\\x1b[8;2$y\x1b[?65;4;6;18;22c",
    ),
    plain("SwiftTerm", xterm, b"\x1b[8;1$y\x1b[?65;4;1;2;6;21;22;17;28c"),
    Known {
        opt_out: Some(OptOut::Konsole),
        ..plain("Konsole 22.12", xterm, b"\x1bP>|Konsole 22.12.3\x1b\\\x1b[?62;1;4c")
    },
    Known {
        opt_out: Some(OptOut::Konsole),
        ..plain("Konsole by its variable", |a| a.host = TerminalHost::Konsole, b"\x1b[?62;1;4c")
    },
    Known {
        opt_out: Some(OptOut::Mlterm),
        ..plain("mlterm 3.9", |a| a.host = TerminalHost::Mlterm, b"\x1b[8;0$y\x1b[?63;1;2;3;4;7;29c")
    },
    Known {
        adaptor: Adaptor::Terminal,
        ..plain("PuTTY", |a| a.term = "putty-256color".to_owned(), b"\x1b[?6c")
    },
    Known {
        adaptor: Adaptor::Words,
        advice: Some(Text::NoticeKittyHint),
        ..plain(
            "kitty",
            |a| a.term = "xterm-kitty".to_owned(),
            b"\x1bP>|kitty(0.26.5)\x1b\\\x1b[8;0$y\x1b[?62;c",
        )
    },
    Known {
        adaptor: Adaptor::Words,
        advice: Some(Text::NoticeKittyHint),
        ..plain("kitty over ssh", xterm, b"\x1bP>|kitty(0.48.0)\x1b\\\x1b[8;0$y\x1b[?62;c")
    },
    plain("Ghostty", |a| a.program = "ghostty".to_owned(), b"\x1bP>|ghostty 1.1.0\x1b\\\x1b[?62;22c"),
    plain("Windows Terminal", xterm, b"\x1b[?61;4;6;7;14;21;22;23;24;28;32;42c"),
    plain(
        "iTerm2 3.5",
        |a| {
            a.program = "iTerm.app".to_owned();
            a.version = "3.5.11".to_owned();
        },
        b"\x1bP>|iTerm2 3.5.11\x1b\\\x1b[?64;1;2;4;6;17;18;21;22c",
    ),
    Known {
        adaptor: Adaptor::Terminal,
        advice: Some(Text::NoticeItermHint),
        ..plain(
            "iTerm2 3.7",
            |a| {
                a.program = "iTerm.app".to_owned();
                a.version = "3.7.0beta9".to_owned();
            },
            b"\x1bP>|iTerm2 3.7.0beta9\x1b\\\x1b[?64;1;2;4;6;17;18;21;22c",
        )
    },
    Known {
        adaptor: Adaptor::Terminal,
        ..plain("Apple Terminal", |a| a.program = "Apple_Terminal".to_owned(), b"\x1b[?1;2c")
    },
    Known {
        adaptor: Adaptor::Terminal,
        ..plain("COSMIC", |a| a.program = "cosmic-term".to_owned(), b"\x1b[?6c")
    },
    plain("VS Code", |a| a.program = "vscode".to_owned(), b"\x1bP>|xterm.js(5.6.0)\x1b\\\x1b[?1;2c"),
    Known {
        opt_out: Some(OptOut::Tmux),
        advice: Some(Text::NoticeMultiplexerHint),
        ..plain("tmux 3.3a", |a| a.host = TerminalHost::Tmux, b"\x1bP>|tmux 3.3a\x1b\\\x1b[8;0$y\x1b[?1;2;4c")
    },
    Known { adaptor: Adaptor::Terminal, ..plain("one that always reorders", xterm, b"\x1b[8;3$y\x1b[?6c") },
    plain("one that never reorders", xterm, b"\x1b[8;4$y\x1b[?6c"),
    plain("one that is silent", xterm, b""),
];

#[test]
fn each_terminal_gets_what_it_needs_from_the_answers_that_it_gives() {
    for known in TERMINALS {
        let around = around(known.around);
        let answers = crate::tui::terminal::probe::read(known.answers);
        assert_eq!(answers.complete, !known.answers.is_empty(), "{}", known.name);
        let verdict = decide(BidiMode::Auto, &around, &answers);
        let wanted = Verdict { adaptor: known.adaptor, opt_out: known.opt_out, advice: known.advice };
        assert_eq!(verdict, wanted, "{}", known.name);
    }
}

#[test]
fn no_switch_of_one_terminal_is_sent_to_another() {
    for known in TERMINALS {
        let verdict =
            decide(BidiMode::Auto, &around(known.around), &crate::tui::terminal::probe::read(known.answers));
        let sent = verdict.opt_out.map_or(&b""[..], OptOut::off);
        let sets_font = sent.windows(4).any(|part| part == b"\x1b]50");
        assert_eq!(sets_font, known.name.starts_with("Konsole"), "{}", known.name);
    }
}

#[test]
fn a_terminal_is_known_again_by_what_it_calls_itself() {
    let answers = crate::tui::terminal::probe::read(b"\x1bP>|kitty(0.26.5)\x1b\\\x1b[?62;c");
    assert_eq!(around(|a| a.term = "xterm-kitty".into()).name(&answers), "xterm-kitty kitty(0.26.5)");
    assert_eq!(around(|a| a.term = "linux".into()).name(&Answers::default()), "linux");
}
