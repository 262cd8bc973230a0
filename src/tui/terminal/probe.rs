//! Asks the terminal what it is: one question, whose last part every terminal answers.
//!
//! The answers are read with a reader of our own before the event stream starts, so that none of them is taken for
//! keys. What the user typed meanwhile is kept.

use crate::tui::keymap::{Code, Key, Mods};

/// `XTVERSION`, the state of explicit mode (`DECRQM`), and `DA1`, which ends the wait.
pub(crate) const QUESTION: &[u8] = b"\x1b[>0q\x1b[8$p\x1b[c";

/// What the terminal answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answers {
    /// Its name and version.
    pub(crate) version: String,
    /// The state of explicit mode: 1 and 2 can be changed, 3 and 4 can't, 0 is unknown.
    pub(crate) explicit_mode: Option<u8>,
    /// Whether it answered to the end.
    pub(crate) complete: bool,
    /// What came from the user meanwhile.
    pub(crate) typed: Vec<Typed>,
}

/// What a user does while the terminal is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// A key.
    Key(Key),
    /// A paste, which must not be taken for keys: each letter of an address would be a command.
    Paste(String),
}

/// Brackets around a paste (xterm's mode 2004).
const PASTE: (&[u8], &[u8]) = (b"\x1b[200~", b"\x1b[201~");

/// What the bytes start with.
enum Token<'a> {
    Version(&'a [u8]),
    Control(&'a [u8]),
    Paste(&'a [u8]),
    Other(&'a [u8]),
}

/// Reads what came so far. What is no answer is typing.
#[must_use]
pub(crate) fn read(bytes: &[u8]) -> Answers {
    let mut answers = Answers::default();
    let mut rest = bytes;
    while let Some((token, length)) = token(rest) {
        match token {
            Token::Version(name) => {
                answers.version = String::from_utf8_lossy(name).chars().filter(|c| !c.is_control()).collect();
            }
            Token::Control(sequence) => control(sequence, &mut answers),
            Token::Paste(text) => {
                answers.typed.push(Typed::Paste(String::from_utf8_lossy(text).into_owned()));
            }
            Token::Other(text) => {
                answers.typed.extend(String::from_utf8_lossy(text).chars().filter_map(key).map(Typed::Key));
            }
        }
        rest = &rest[length..];
    }
    // The rest of a paste that has begun comes at once; what the event stream would make of it are keys.
    answers.complete &= !rest.starts_with(PASTE.0);
    answers
}

/// The first token and its length; nothing if there is none or it is not complete.
fn token(bytes: &[u8]) -> Option<(Token<'_>, usize)> {
    if let Some(inner) = bytes.strip_prefix(b"\x1bP") {
        let end = inner.windows(2).position(|pair| pair == b"\x1b\\")?;
        let name = inner[..end].strip_prefix(b">|").unwrap_or_default();
        return Some((Token::Version(name), end + 4));
    }
    if let Some(inner) = bytes.strip_prefix(PASTE.0) {
        let end = inner.windows(PASTE.1.len()).position(|part| part == PASTE.1)?;
        return Some((Token::Paste(&inner[..end]), end + PASTE.0.len() + PASTE.1.len()));
    }
    if let Some(inner) = bytes.strip_prefix(b"\x1b[") {
        // ECMA-48 section 5.4: parameters and intermediates, then one final byte.
        let end = inner.iter().position(|byte| (0x40..=0x7e).contains(byte))?;
        return Some((Token::Control(&inner[..=end]), end + 3));
    }
    if bytes.is_empty() {
        return None;
    }
    let end = bytes.iter().skip(1).position(|byte| *byte == 0x1b).map_or(bytes.len(), |end| end + 1);
    Some((Token::Other(&bytes[..end]), end))
}

fn control(sequence: &[u8], answers: &mut Answers) {
    if let Some(value) = sequence.strip_prefix(b"8;").and_then(|rest| rest.strip_suffix(b"$y")) {
        answers.explicit_mode = std::str::from_utf8(value).ok().and_then(|value| value.parse().ok());
    } else if sequence.starts_with(b"?") && sequence.ends_with(b"c") {
        answers.complete = true;
    }
}

fn key(letter: char) -> Option<Key> {
    match letter {
        '\r' | '\n' => Some(Key::plain(Code::Enter)),
        '\t' => Some(Key::plain(Code::Tab)),
        '\x7f' => Some(Key::plain(Code::Backspace)),
        '\x01'..='\x1a' => {
            let letter = char::from(u8::try_from(letter).ok()? + b'a' - 1);
            Some(Key::new(Code::Char(letter), Mods::CTRL))
        }
        letter if letter.is_control() || letter == char::REPLACEMENT_CHARACTER => None,
        letter => Some(Key::plain(Code::Char(letter))),
    }
}

/// Asks, and reads for at most so many milliseconds.
#[cfg(unix)]
pub(crate) fn ask(patience: u64) -> Answers {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use std::io::IsTerminal;

    // Short waits that are counted: no clock is read, and what is asked for is a bound, not a moment.
    const SLICE: u64 = 10;
    let input = std::io::stdin();
    if !input.is_terminal() || super::write(QUESTION).is_err() {
        return Answers { complete: true, ..Answers::default() };
    }
    let slice = Timespec { tv_sec: 0, tv_nsec: 10_000_000 };
    let mut bytes = Vec::new();
    let mut waits = patience / SLICE;
    while waits > 0 && bytes.len() < 4_096 {
        let mut ready = [PollFd::new(&input, PollFlags::IN)];
        match poll(&mut ready, Some(&slice)) {
            Ok(0) | Err(rustix::io::Errno::INTR) => waits -= 1,
            Ok(_) => {
                let mut buffer = [0; 512];
                match rustix::io::read(&input, &mut buffer) {
                    Ok(count) if count > 0 => bytes.extend_from_slice(&buffer[..count]),
                    Err(rustix::io::Errno::INTR) => {}
                    _ => break,
                }
                if read(&bytes).complete {
                    break;
                }
            }
            Err(_) => break,
        }
    }
    read(&bytes)
}

/// Elsewhere terminals show cells as they are sent.
#[cfg(not(unix))]
pub(crate) fn ask(_patience: u64) -> Answers {
    Answers { complete: true, ..Answers::default() }
}

/// Swallows an answer that comes after the wait was over, when the event stream takes it for keys: Alt-P, the name,
/// Alt-\.
#[derive(Debug, Default)]
pub(crate) struct Late {
    inside: Option<usize>,
}

impl Late {
    /// Whether a key is a part of a late answer.
    pub(crate) fn swallows(&mut self, key: Key) -> bool {
        /// No name is longer.
        const MOST: usize = 80;
        match self.inside {
            None => {
                let starts = key == Key::new(Code::Char('P'), Mods::ALT);
                self.inside = starts.then_some(0);
                starts
            }
            // Only an answer goes on like this; a user who pressed Alt-P loses that key alone.
            Some(0) if key != Key::plain(Code::Char('>')) => {
                self.inside = None;
                false
            }
            Some(length) => {
                let ends = length >= MOST || key == Key::new(Code::Char('\\'), Mods::ALT);
                self.inside = (!ends).then_some(length + 1);
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_from_typing() {
        let answers = read(b"j\x1bP>|XTerm(379)\x1b\\k\x1b[8;2$y\x1b[?64;1;2c\x1b[Aq\r");
        assert_eq!(answers.version, "XTerm(379)");
        assert_eq!((answers.explicit_mode, answers.complete), (Some(2), true));
        let key = |typed: &Typed| match typed {
            Typed::Key(key) => key.to_string(),
            Typed::Paste(text) => format!("[{text}]"),
        };
        assert_eq!(answers.typed.iter().map(key).collect::<String>(), "jkqEnter");
    }

    #[test]
    fn a_paste_is_kept_whole() {
        let whole = b"\x1b[?64;1;2cj\x1b[200~https://example.org/\x1b[201~k";
        let paste = Typed::Paste("https://example.org/".to_owned());
        let keys = ['j', 'k'].map(|letter| Typed::Key(Key::plain(Code::Char(letter))));
        let answers = read(whole);
        assert!(answers.complete);
        assert_eq!(answers.typed, [keys[0].clone(), paste, keys[1].clone()]);
        assert!(!read(&whole[..whole.len() - 4]).complete, "the end of the paste is waited for");
    }

    #[test]
    fn an_answer_in_pieces_is_waited_for() {
        let whole = b"\x1bP>|kitty(0.26.5)\x1b\\\x1b[8;0$y\x1b[?62;c";
        for end in 0..whole.len() {
            assert!(!read(&whole[..end]).complete, "{end}");
        }
        assert!(read(whole).complete);
    }

    #[test]
    fn a_late_answer_is_no_typing() {
        let mut late = Late::default();
        let mut keys = vec![Key::new(Code::Char('P'), Mods::ALT)];
        keys.extend(">|XTerm(379)".chars().map(|letter| Key::plain(Code::Char(letter))));
        keys.push(Key::new(Code::Char('\\'), Mods::ALT));
        assert!(keys.into_iter().all(|key| late.swallows(key)));
        assert!(!late.swallows(Key::plain(Code::Char('q'))));
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_are_too_strange(bytes: Vec<u8>) {
            let _ = read(&bytes);
        }
    }
}
