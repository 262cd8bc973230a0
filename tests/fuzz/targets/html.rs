//! Markup to blocks to lines: no panic, no line wider than asked, no control character.
#![no_main]

use hudhud::html::{Measure, Reading, read, to_plain};
use hudhud::model::{Content, Direction, DirectionChoice, Markup};
use hudhud::text::Shaping;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, bool, &str)| {
    let (width, right, text) = input;
    let direction = if right { Direction::Rtl } else { Direction::Ltr };
    let reading =
        Reading { base_url: Some("https://example.org/a"), direction, choice: DirectionChoice::Auto };
    for markup in [Markup::Html, Markup::Plain] {
        let content = Content { text: text.to_owned(), markup, ..Content::default() };
        let document = read(&content, &reading);
        let measure = Measure { width: usize::from(width % 120).max(1), shaping: Shaping::On };
        let _ = document.layout(&measure);
        assert!(!document.plain().contains(|letter: char| letter.is_control() && letter != '\n'));
    }
    assert!(!to_plain(text).contains(|letter: char| letter.is_control()));
});
