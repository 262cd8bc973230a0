//! One key press, and how it is written.

use std::fmt;

/// A key press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    /// The key. A letter stands for itself, so Shift is in the letter.
    pub code: Code,
    /// The keys held down with it.
    pub mods: Mods,
}

/// A key of the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// A key that writes something.
    Char(char),
    /// A function key, from 1.
    F(u8),
    /// Enter.
    Enter,
    /// Escape.
    Esc,
    /// Tab.
    Tab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Insert.
    Insert,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow to the left.
    Left,
    /// Arrow to the right.
    Right,
}

/// Keys held down with another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mods(u8);

impl Mods {
    /// None.
    pub const NONE: Self = Self(0);
    /// Shift.
    pub const SHIFT: Self = Self(1);
    /// Control.
    pub const CTRL: Self = Self(2);
    /// Alt.
    pub const ALT: Self = Self(4);

    /// Both together.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Without those.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether all of those are in it.
    #[must_use]
    pub const fn holds(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Keys that have a name: as it is read (in lower case) and as it is shown.
const NAMED: &[(&str, &str, Code)] = &[
    ("space", "Space", Code::Char(' ')),
    ("enter", "Enter", Code::Enter),
    ("esc", "Esc", Code::Esc),
    ("tab", "Tab", Code::Tab),
    ("backspace", "Backspace", Code::Backspace),
    ("del", "Del", Code::Delete),
    ("ins", "Ins", Code::Insert),
    ("home", "Home", Code::Home),
    ("end", "End", Code::End),
    ("pgup", "PgUp", Code::PageUp),
    ("pgdn", "PgDn", Code::PageDown),
    ("up", "↑", Code::Up),
    ("down", "↓", Code::Down),
    ("left", "←", Code::Left),
    ("right", "→", Code::Right),
];

impl Key {
    /// A key alone.
    #[must_use]
    pub const fn plain(code: Code) -> Self {
        Self { code, mods: Mods::NONE }
    }

    /// A key with others held down. Shift with a letter is dropped: it is in the letter.
    #[must_use]
    pub fn new(code: Code, mods: Mods) -> Self {
        match code {
            Code::Char(letter) if letter != ' ' => {
                // Terminals send Ctrl with a letter without its case.
                let code =
                    if mods.holds(Mods::CTRL) { Code::Char(letter.to_ascii_lowercase()) } else { code };
                Self { code, mods: mods.without(Mods::SHIFT) }
            }
            _ => Self { code, mods },
        }
    }

    /// Reads one key, for instance `j`, `ctrl-r` or `shift-F5`. Names and modifiers in any letter case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut mods = Mods::NONE;
        let mut rest = text;
        // A lone `-` is a key, and so is the last one of `ctrl--`.
        while let Some((name, after)) = rest.split_once('-').filter(|(_, after)| !after.is_empty()) {
            mods = mods.with(match name.to_ascii_lowercase().as_str() {
                "ctrl" | "c" => Mods::CTRL,
                "alt" | "a" => Mods::ALT,
                "shift" | "s" => Mods::SHIFT,
                _ => return None,
            });
            rest = after;
        }
        Some(Self::new(code(rest)?, mods))
    }

    /// What it writes, if it writes something.
    #[must_use]
    pub const fn letter(self) -> Option<char> {
        match self.code {
            Code::Char(letter) if self.mods.0 & (Mods::CTRL.0 | Mods::ALT.0) == 0 => Some(letter),
            _ => None,
        }
    }
}

fn code(text: &str) -> Option<Code> {
    let mut letters = text.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return (!letter.is_control()).then_some(Code::Char(letter));
    }
    let lower = text.to_ascii_lowercase();
    if let Some((_, _, code)) = NAMED.iter().find(|(name, _, _)| *name == lower) {
        return Some(*code);
    }
    let number: u8 = lower.strip_prefix('f')?.parse().ok()?;
    (1..=24).contains(&number).then_some(Code::F(number))
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, name) in [(Mods::CTRL, "Ctrl-"), (Mods::ALT, "Alt-"), (Mods::SHIFT, "Shift-")] {
            if self.mods.holds(held) {
                f.write_str(name)?;
            }
        }
        if let Some((_, shown, _)) = NAMED.iter().find(|(_, _, code)| *code == self.code) {
            return f.write_str(shown);
        }
        match self.code {
            Code::Char(letter) => write!(f, "{letter}"),
            Code::F(number) => write!(f, "F{number}"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(written: &str, shown: &str) {
        assert_eq!(Key::parse(written).map(|key| key.to_string()).as_deref(), Some(shown), "{written}");
    }

    #[test]
    fn keys_are_read_as_people_write_them() {
        check("j", "j");
        check("G", "G");
        check("shift-g", "g");
        check("ctrl-R", "Ctrl-r");
        check("Shift-F5", "Shift-F5");
        check("space", "Space");
        check("-", "-");
        check("ctrl--", "Ctrl--");
        check("alt-enter", "Alt-Enter");
        check("shift-tab", "Shift-Tab");
        check("ש", "ש");
    }

    #[test]
    fn other_words_are_no_keys() {
        for text in ["", "hyper-x", "f0", "f25", "spacebar", "ctrl-", "jk"] {
            assert_eq!(Key::parse(text), None, "{text}");
        }
    }
}
