//! Bytes under any label become text without control characters that no document may hold.
#![no_main]

use hudhud::feed::{Hints, decode, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str, &[u8])| {
    let (content_type, charset, bytes) = input;
    let text = decode(bytes, Some(content_type));
    // UTF-8 grows by half at most where each byte stands for a letter of three bytes.
    assert!(text.len() <= bytes.len() * 3 + 3);
    let hints = Hints { content_type: Some(content_type), charset: Some(charset), ..Hints::default() };
    let _ = parse(bytes, &hints);
});
