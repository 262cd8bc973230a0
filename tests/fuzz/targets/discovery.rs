//! Pages and headers to candidates: bounded, and only web addresses.
#![no_main]

use hudhud::discover::{Answer, Discovery, Step};
use hudhud::time::Timestamp;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (&str, &str, &str, &[u8])| {
    let (typed, content_type, link, body) = input;
    for typed in [typed, "https://example.org/blog/"] {
        let Ok((mut machine, mut step)) = Discovery::start(typed) else { continue };
        let links = [link.to_owned()];
        let mut asked = 0;
        loop {
            asked += 1;
            assert!(asked < 50, "a handful of questions is enough");
            let url = match step {
                Step::Found(candidates) => {
                    for candidate in candidates {
                        let lower = candidate.url.to_ascii_lowercase();
                        assert!(lower.starts_with("http://") || lower.starts_with("https://"), "{lower}");
                    }
                    break;
                }
                Step::Fetch(url) => url,
            };
            let answer = Answer {
                url: &url,
                status: 200,
                content_type: Some(content_type),
                links: &links,
                body,
                now: Timestamp::from_seconds(1_780_000_000),
            };
            step = machine.step(Some(&answer));
        }
    }
});
