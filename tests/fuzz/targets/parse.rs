//! Any bytes are a feed or an error; what comes out keeps its promises.
#![no_main]

use std::collections::HashSet;

use hudhud::feed::{Hints, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let hints = Hints { base_url: Some("https://feeds.example.org/a/b.xml"), ..Hints::default() };
    let Ok(first) = parse(bytes, &hints) else { return };
    let names: HashSet<_> = first.items.iter().map(|item| (&item.identity, item.key)).collect();
    assert_eq!(names.len(), first.items.len(), "each item has an identity of its own");
    let again = parse(bytes, &hints).expect("what was read once is read again");
    assert_eq!(first.items, again.items, "the same bytes give the same items");
});
