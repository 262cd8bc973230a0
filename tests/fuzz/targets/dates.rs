//! Dates in any spelling: a moment or none, the same at each reading.
#![no_main]

use hudhud::feed::{Hints, parse};
use hudhud::time::Timestamp;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let document = format!(
        "<rss><channel><title>T</title><item><title>a</title><pubDate><![CDATA[{text}]]></pubDate></item></channel></rss>"
    );
    let at = |now| {
        let hints = Hints { now: Timestamp::from_seconds(now), ..Hints::default() };
        let parsed = parse(document.as_bytes(), &hints).ok()?;
        parsed.items.first().map(|item| item.published)
    };
    // An hour later nothing may have moved.
    assert_eq!(at(1_780_000_000), at(1_780_003_600), "{text:?}");
});
