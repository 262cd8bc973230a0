//! JSON Feeds, whole and broken.
#![no_main]

use hudhud::feed::{Hints, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = parse(text.as_bytes(), &Hints::default());
    // Whatever it is, it is also tried as the inside of an item.
    let item =
        format!("{{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{{\"id\":\"1\",{text}}}]}}");
    let _ = parse(item.as_bytes(), &Hints::default());
});
