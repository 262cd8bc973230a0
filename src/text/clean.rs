//! Removes from foreign text what could do harm or has no place on a screen (`bidi.md` section 2.8).

use unicode_bidi::BidiClass;

use super::class;

/// More marks than this on one letter are a prank or an attack; no orthography needs them.
pub(super) const MARKS_PER_CLUSTER: usize = 8;

/// For one line: titles, names. Line breaks, controls and runs of blanks become one blank; ends are trimmed.
#[must_use]
pub fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut gap = false;
    for c in kept(text) {
        if is_blank(c) {
            gap = true;
        } else {
            if gap && !out.is_empty() {
                out.push(' ');
            }
            gap = false;
            out.push(c);
        }
    }
    out
}

/// For running text: line breaks and tabs stay.
///
/// Every way to break a line (CR LF, CR, NEL, LS, PS) becomes `\n`.
#[must_use]
pub fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut after_return = false;
    for c in kept(text) {
        match c {
            '\n' if after_return => {}
            '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
            '\n' | '\t' => out.push(c),
            _ if c.is_control() => {}
            _ => out.push(c),
        }
        after_return = c == '\r';
    }
    out
}

/// For window titles, notifications and logs: bidi controls go too.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut out = line(text);
    out.retain(|c| !is_bidi_control(c));
    // A control between two blanks has kept them apart.
    if out.contains("  ") || out.starts_with(' ') || out.ends_with(' ') { line(&out) } else { out }
}

/// Whether a character steers direction and is not printed (`Bidi_Control`, UAX #44).
#[must_use]
pub const fn is_bidi_control(c: char) -> bool {
    matches!(c, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Whether a text tries to override the direction of letters (LRO, RLO), which titles have no honest use for.
#[must_use]
pub fn has_overrides(text: &str) -> bool {
    text.contains(['\u{202D}', '\u{202E}'])
}

/// The characters of `text` that may go on: controls that break lines or stand for a blank are still there.
fn kept(text: &str) -> impl Iterator<Item = char> {
    let mut sieve = Sieve::default();
    text.chars().filter(move |c| sieve.lets_pass(*c))
}

/// Blanks of one line, and the controls that become one (C0 with the breaks, C1, LS, PS).
fn is_blank(c: char) -> bool {
    c == ' ' || c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// Decides, character by character, what is left out wherever it stands.
#[derive(Default)]
pub(super) struct Sieve {
    marks: usize,
    in_flag: bool,
}

impl Sieve {
    /// Whether the next character stays. Line breaks, tabs and other controls pass: what becomes of them depends
    /// on the place.
    pub(super) fn lets_pass(&mut self, c: char) -> bool {
        if c.is_ascii() {
            *self = Self::default();
            return true;
        }
        // Tag characters spell the region of a flag after a black flag, and nothing else.
        if matches!(c, '\u{E0020}'..='\u{E007F}') {
            return self.in_flag;
        }
        self.in_flag = c == '\u{1F3F4}';
        if is_dropped(c) {
            return false;
        }
        if class::of(c) == BidiClass::NSM {
            self.marks += 1;
            return self.marks <= MARKS_PER_CLUSTER;
        }
        self.marks = 0;
        true
    }
}

/// Characters that are dropped everywhere: overrides, deprecated format characters, interlinear annotation, tags,
/// the soft hyphen, invisible operators, the byte order mark, Hangul fillers.
pub(super) const fn is_dropped(c: char) -> bool {
    matches!(
        c,
        '\u{00AD}'
            | '\u{034F}'
            | '\u{115F}'
            | '\u{1160}'
            | '\u{180E}'
            | '\u{202D}'
            | '\u{202E}'
            | '\u{2060}'..='\u{2064}'
            | '\u{206A}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF9}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E007F}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_line_without_controls() {
        assert_eq!(line("  a\r\n b\tc\u{1b}[31m \u{85}d\u{2029}"), "a b c [31m d");
    }

    #[test]
    fn an_article_keeps_its_breaks_and_tabs() {
        assert_eq!(text("a\r\nb\rc\u{2028}d\te\u{7}\u{9b}f"), "a\nb\nc\nd\tef");
        assert_eq!(text("a\n\n\r\n\r\nb"), "a\n\n\n\nb");
    }

    #[test]
    fn overrides_go_and_marks_of_direction_stay() {
        assert_eq!(line("invoice\u{202E}fdp.exe"), "invoicefdp.exe");
        assert_eq!(line("C++\u{200E}! \u{2067}x\u{2069}"), "C++\u{200E}! \u{2067}x\u{2069}");
        assert_eq!(text("\u{202D}a\u{202C}"), "a\u{202C}");
    }

    #[test]
    fn window_titles_hold_no_bidi_control() {
        assert_eq!(plain("\u{200F} a \u{2067}\u{200E} b\u{2069} \u{061C}"), "a b");
    }

    #[test]
    fn invisible_characters_go() {
        assert_eq!(line("a\u{AD}b\u{FEFF}c\u{3164}d\u{2063}e\u{E0041}f\u{180E}g"), "abcdefg");
        assert_eq!(line("می\u{200C}خواهم"), "می\u{200C}خواهم");
    }

    #[test]
    fn tags_stay_in_flags() {
        let wales = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}";
        assert_eq!(line(&format!("{wales}!\u{E0067}")), format!("{wales}!"));
    }

    #[test]
    fn a_letter_carries_at_most_eight_marks() {
        let zalgo = format!("a{}b{}", "\u{301}".repeat(100), "\u{301}".repeat(3));
        assert_eq!(line(&zalgo), format!("a{}b{}", "\u{301}".repeat(8), "\u{301}".repeat(3)));
    }
}
