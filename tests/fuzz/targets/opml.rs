//! Lists: only web addresses come out, and what is written is read again.
#![no_main]

use hudhud::opml::read;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(list) = read(text) else { return };
    for feed in &list.feeds {
        let lower = feed.url.to_ascii_lowercase();
        assert!(lower.starts_with("http://") || lower.starts_with("https://"), "{}", feed.url);
    }
});
